//! The desk's memberships: from sale to end, listed, shown, cancelled.

use std::collections::BTreeSet;

use parlour_db::params;
use parlour_domain::auth::app_kind::AppKind;
use parlour_domain::auth::role::Role;
use parlour_testkit::actions::invoices::{invoice_numbers, number_series};
use parlour_testkit::actions::jobs::open_membership_jobs;
use parlour_testkit::actions::memberships::{
    MEMBERSHIPS_PATH, TIERS_PATH, cancel_membership, create_membership, list_memberships, massage_session,
    membership_detail, membership_row_counts, post_membership, record_session, session_service, ten_hour_sale,
};
use parlour_testkit::actions::people::{manager, own_profile, receptionist};
use parlour_testkit::checks::audit_log::change_of_record;
use parlour_testkit::checks::database::{count_rows, update_rows, write_transaction};
use parlour_testkit::checks::json::{key_set, row_ids, with_field};
use parlour_testkit::checks::time::parse_timestamp;
use parlour_testkit::fixtures::small_salon::THERAPIST;
use parlour_testkit::fixtures::spa_salon::spa_salon;
use parlour_testkit::test_on_both_engines;
use serde_json::{Value, json};

pub(crate) const MEMBERSHIP_FIELDS: [&str; 16] = [
    "id",
    "membershipNumber",
    "customerId",
    "tierId",
    "tierNameSnapshot",
    "totalHoursMinutes",
    "usedHoursMinutes",
    "pricePaidPaise",
    "startsAt",
    "expiresAt",
    "status",
    "createdBy",
    "invoiceId",
    "notes",
    "createdAt",
    "updatedAt",
];

pub(crate) fn membership_fields_and(more: &[&'static str]) -> BTreeSet<&'static str> {
    MEMBERSHIP_FIELDS.into_iter().chain(more.iter().copied()).collect()
}

#[test_on_both_engines]
async fn a_membership_is_sold_used_up_refused_cancelled_and_sold_again() {
    let salon = spa_salon().await;
    let (asha, desk, manager) = (salon.customer("Asha").await, receptionist(&salon).await, manager(&salon).await);
    let first = create_membership(&desk, &with_field(ten_hour_sale(&asha), "notes", "Prefers mornings")).await;
    post_membership(&desk, &ten_hour_sale(&asha)).await.expect_error(409, "MEMBERSHIP_ALREADY_ACTIVE");

    for left in [480, 360, 240, 120, 0] {
        salon.advance_seconds(86_400);
        let data = record_session(&desk, &first, &massage_session(120)).await.expect_created();
        assert_eq!(data["remainingMinutes"], left);
    }
    record_session(&desk, &first, &massage_session(1)).await.expect_error(409, "MEMBERSHIP_INSUFFICIENT_HOURS");
    let seen = asha.get("/api/membership").await.expect_ok();
    assert_eq!((&seen["active"]["id"], &seen["active"]["usedHoursMinutes"]), (&json!(first), &json!(600)));
    assert_eq!(seen["sessions"].as_array().map(Vec::len), Some(5));

    let row = cancel_membership(&manager, &first, "Moves to Goa").await.expect_ok();
    assert_eq!((&row["status"], &row["notes"]), (&json!("cancelled"), &json!("Prefers mornings\nMoves to Goa")));
    record_session(&desk, &first, &massage_session(60)).await.expect_error(409, "MEMBERSHIP_EXPIRED");

    let second = create_membership(&desk, &with_field(ten_hour_sale(&asha), "startDate", "2027-03-06")).await;
    let data = record_session(&desk, &second, &massage_session(60)).await.expect_created();
    assert_eq!(data["remainingMinutes"], 540);
    let seen = asha.get("/api/membership").await.expect_ok();
    assert_eq!((&seen["active"]["id"], &seen["past"][0]["id"]), (&json!(second), &json!(first)));
    assert_eq!(
        invoice_numbers(&salon).await,
        [number_series("PUN/2627/", 6, 2), number_series("PUN/2627/S", 5, 6)].concat(),
        "purchases and slips each count for themselves"
    );
    assert_eq!(own_profile(&asha).await["totalVisits"], 6);
    salon.run_due_jobs().await;
}

#[test_on_both_engines]
async fn active_tiers_are_listed_in_order() {
    let salon = spa_salon().await;
    let tiers = receptionist(&salon).await.get(TIERS_PATH).await.expect_ok();
    let shown = |id: &str, order: i64| {
        json!({
            "id": id, "name": id.to_uppercase(), "slug": id, "description": "Spa hours", "nameHi": null,
            "descriptionHi": null, "defaultHoursMinutes": 600,
            "defaultPricePaise": 1_800_000, "defaultValidityDays": 180, "sacCode": "999721", "isActive": true, "displayOrder": order,
            "createdAt": "2024-01-01T04:30:00.000Z", "updatedAt": "2024-01-02T04:30:00.000Z",
        })
    };
    assert_eq!(tiers, json!([shown("gold", 1), shown("silver", 2)]));
}

#[test_on_both_engines]
async fn the_list_is_complete_and_newest_first() {
    let salon = spa_salon().await;
    let (desk, manager) = (receptionist(&salon).await, manager(&salon).await);
    assert_eq!(list_memberships(&desk, "").await, Vec::<Value>::new());
    let mut made = Vec::new();
    for (name, tier) in [("asha", "gold"), ("tara", "silver"), ("uma", "gold")] {
        let customer = salon.customer(name).await;
        made.push(create_membership(&desk, &with_field(ten_hour_sale(&customer), "tierId", tier)).await);
        salon.advance_seconds(60);
    }
    cancel_membership(&manager, &made[0], "Moves away").await.expect_ok();
    update_rows(&salon, "gold", "update membership_tiers set name = 'Gilded', is_active = false where id = $1").await;
    let rows = list_memberships(&desk, "").await;
    assert_eq!(row_ids(&rows), [&made[2], &made[1], &made[0]]);
    for (row, name, tier) in [(&rows[0], "uma", "Gilded"), (&rows[1], "tara", "SILVER"), (&rows[2], "asha", "Gilded")] {
        assert_eq!(key_set(row), membership_fields_and(&["customerName", "tierName"]));
        assert_eq!((&row["customerName"], &row["tierName"]), (&json!(name), &json!(tier)));
    }
    assert_eq!(rows[0]["tierNameSnapshot"], "GOLD", "a membership keeps the name under which it was sold");
    for (query, found) in [
        ("?tier=gold", vec![&made[2], &made[0]]),
        ("?status=active", vec![&made[2], &made[1]]),
        ("?status=cancelled", vec![&made[0]]),
        ("?status=expired", vec![]),
        ("?tier=gold&status=active", vec![&made[2]]),
        ("?tier=silver&status=cancelled", vec![]),
        ("?tier=nothing", vec![]),
        ("?other=1", vec![&made[2], &made[1], &made[0]]),
    ] {
        assert_eq!(row_ids(&list_memberships(&desk, query).await), found, "{query}");
    }
    for query in ["?status=overdue", "?status=Active", "?status="] {
        assert_eq!(
            desk.get(&format!("{MEMBERSHIPS_PATH}{query}")).await.expect_invalid_fields(),
            ["status"],
            "{query}"
        );
    }
    assert_eq!(
        desk.get(&format!("{MEMBERSHIPS_PATH}?limit=0&cursor=x&status=x")).await.expect_invalid_fields().len(),
        3
    );
    salon.run_due_jobs().await;
}

#[test_on_both_engines]
async fn hundreds_of_memberships_are_listed_whole_or_in_pages() {
    let salon = spa_salon().await;
    let desk = receptionist(&salon).await;
    let seller = desk.id().clone();
    write_transaction(&salon.app, move |tx| {
        let (now, later) = (parse_timestamp("2027-03-01T04:30:00Z"), parse_timestamp("2027-08-01T18:30:00Z"));
        for number in 0..250_i64 {
            let tier = if number % 5 == 0 { "silver" } else { "gold" };
            let id = format!("m-{number:03}");
            tx.execute(
                "insert into memberships (id, membership_number, customer_id, tier_id, tier_name_snapshot,
                     total_hours_minutes, price_paid_paise, starts_at, expires_at, status, ended_at, created_by,
                     invoice_id, created_at, updated_at)
                 values ($1, $1, $2, $3, 'Then', 600, 0, $4, $5, 'expired', $4, $2, $1, $6, $6)",
                params![id, seller, tier, now, later, now.plus_millis(number / 2)],
            )?;
        }
        Ok(())
    })
    .await;
    let all: Vec<_> = (0..250).rev().map(|number| format!("m-{number:03}")).collect();
    assert_eq!(row_ids(&list_memberships(&desk, "").await), all);
    let silver: Vec<_> = all.iter().filter(|id| id.ends_with(['0', '5'])).cloned().collect();
    for filter in ["tier=silver", "tier=silver&status=expired"] {
        let (mut path, mut found) = (format!("{MEMBERSHIPS_PATH}?{filter}&limit=20"), Vec::new());
        loop {
            let reply = desk.get(&path).await;
            found.extend(reply.expect_ok().as_array().unwrap().iter().map(|row| row["id"].clone()));
            let Some(link) = reply.header("link") else { break };
            link.strip_prefix('<').unwrap().split_once('>').unwrap().0.clone_into(&mut path);
        }
        assert_eq!(found, silver, "{filter}");
    }
}

#[test_on_both_engines]
async fn a_membership_is_shown_with_its_sessions_and_invoices() {
    let salon = spa_salon().await;
    let (asha, desk) = (salon.customer("Asha").await, receptionist(&salon).await);
    let data = post_membership(&desk, &ten_hour_sale(&asha)).await.expect_created();
    let id = data["membership"]["id"].as_str().unwrap();
    let seen = membership_detail(&desk, id).await;
    assert_eq!(key_set(&seen), membership_fields_and(&["customerName", "customerEmail", "tier", "sessions"]));
    for field in MEMBERSHIP_FIELDS {
        assert_eq!(seen[field], data["membership"][field], "{field}");
    }
    assert_eq!((&seen["customerName"], &seen["customerEmail"]), (&json!("Asha"), &json!("asha@test.invalid")));
    assert_eq!((key_set(&seen["tier"]).len(), &seen["tier"]["slug"]), (14, &json!("gold")));
    assert_eq!(seen["sessions"], json!([]));

    let first = record_session(&desk, id, &massage_session(60)).await.expect_created();
    salon.advance_seconds(60);
    let second = json!({ "services": [session_service("steam", 20), session_service("massage", 40)] });
    let second = record_session(&desk, id, &second).await.expect_created();
    let sessions = membership_detail(&desk, id).await["sessions"].clone();
    let sessions = sessions.as_array().unwrap();
    assert_eq!(row_ids(sessions), [&second["booking"]["id"], &first["booking"]["id"]].map(|id| id.as_str().unwrap()));
    let service = |name: &str, minutes: i64, order: i64| {
        json!({
            "bookingId": second["booking"]["id"], "serviceId": format!("service-{name}"), "staffId": THERAPIST,
            "serviceNameSnapshot": name, "durationMinutes": minutes, "displayOrder": order, "staffName": "therapist",
        })
    };
    let services = json!([service("steam", 20, 1), service("massage", 40, 2)]);
    assert_eq!(sessions[0], with_field(second["booking"].clone(), "services", services));
    desk.get(&format!("{MEMBERSHIPS_PATH}/nothing")).await.expect_error(404, "NOT_FOUND");
    salon.run_due_jobs().await;
}

#[test_on_both_engines]
async fn cancelling_keeps_the_reason_and_removes_open_jobs() {
    let salon = spa_salon().await;
    let (asha, tara) = (salon.customer("Asha").await, salon.customer("Tara").await);
    let (desk, manager) = (receptionist(&salon).await, manager(&salon).await);
    let id = create_membership(&desk, &ten_hour_sale(&asha)).await;
    let other = create_membership(&desk, &ten_hour_sale(&tara)).await;
    record_session(&desk, &id, &massage_session(60)).await.expect_created();
    let before = membership_row_counts(&salon).await;
    for body in [json!({}), json!({ "reason": "" }), json!({ "reason": "  " }), json!({ "reason": 5 })] {
        let reply = manager.post(&format!("{MEMBERSHIPS_PATH}/{id}/cancel"), &body).await;
        assert_eq!(reply.expect_invalid_fields(), ["reason"], "{body}");
    }
    assert_eq!(cancel_membership(&manager, &id, &"x".repeat(501)).await.expect_invalid_fields(), ["reason"]);
    cancel_membership(&manager, "nothing", "Why not").await.expect_error(404, "NOT_FOUND");
    assert_eq!(membership_row_counts(&salon).await, before);

    salon.advance_seconds(60);
    let was = membership_detail(&desk, &id).await;
    let row = cancel_membership(&manager, &id, &"x".repeat(500)).await.expect_ok();
    assert_eq!(key_set(&row), membership_fields_and(&[]));
    assert_eq!((&row["status"], &row["notes"]), (&json!("cancelled"), &json!("x".repeat(500))));
    assert_eq!((&row["usedHoursMinutes"], &row["updatedAt"]), (&json!(60), &json!(salon.now().to_string())));
    assert_eq!(row["createdAt"], was["createdAt"]);
    assert_eq!(open_membership_jobs(&salon, &id).await, []);
    assert_eq!(open_membership_jobs(&salon, &other).await.len(), 1, "what belongs to others stays");
    let ended = "select count(*) from memberships where id = $1 and ended_at = updated_at";
    assert_eq!(count_rows(&salon, &id, ended).await, 1);
    let (before, after) = change_of_record(&salon, &id, "membership.cancel").await;
    assert_eq!((&before["status"], &after), (&json!("active"), &row));
    cancel_membership(&manager, &id, "Again").await.expect_error(409, "CONFLICT");
    update_rows(&salon, &other, "update memberships set status = 'expired', ended_at = expires_at where id = $1").await;
    cancel_membership(&manager, &other, "Too late").await.expect_error(409, "CONFLICT");
    record_session(&desk, &other, &massage_session(60)).await.expect_error(409, "MEMBERSHIP_EXPIRED");
    assert_eq!(membership_detail(&desk, &id).await["notes"], "x".repeat(500));
    salon.run_due_jobs().await;
}

#[test_on_both_engines]
async fn only_the_desk_sells_and_only_managers_cancel() {
    let salon = spa_salon().await;
    let asha = salon.customer("Asha").await;
    let id = create_membership(&receptionist(&salon).await, &ten_hour_sale(&asha)).await;
    let stranger = salon.admin_visitor();
    let shown = format!("{MEMBERSHIPS_PATH}/{id}");
    for path in [TIERS_PATH, MEMBERSHIPS_PATH, "/api/memberships?status=wrong", &shown] {
        stranger.get(path).await.expect_error(401, "UNAUTHENTICATED");
    }
    post_membership(&stranger, &json!({})).await.expect_error(401, "UNAUTHENTICATED");
    record_session(&stranger, &id, &json!({})).await.expect_error(401, "UNAUTHENTICATED");
    cancel_membership(&stranger, &id, "").await.expect_error(401, "UNAUTHENTICATED");
    for &role in Role::ALL {
        let someone = salon.member(role.as_str(), role).await;
        let replies = [
            someone.get(TIERS_PATH).await,
            someone.get(MEMBERSHIPS_PATH).await,
            someone.get(&shown).await,
            post_membership(&someone, &ten_hour_sale(&asha)).await,
            record_session(&someone, &id, &massage_session(1)).await,
            cancel_membership(&someone, &id, "").await,
        ];
        let statuses = replies.map(|reply| reply.status.as_u16());
        let expected = match role {
            Role::Customer | Role::Staff => [403; 6],
            Role::Receptionist => [200, 200, 200, 409, 201, 403],
            Role::Manager | Role::Owner | Role::Developer => [200, 200, 200, 409, 201, 400],
        };
        assert_eq!(statuses, expected, "{role}");
    }
    let elsewhere = salon.person("Owner", Role::Owner, AppKind::Customer).await;
    post_membership(&elsewhere, &ten_hour_sale(&asha)).await.expect_error(404, "NOT_FOUND");
    salon.run_due_jobs().await;
}
