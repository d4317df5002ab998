//! The desk's memberships: from sale to end, listed, shown, cancelled.

use std::collections::BTreeSet;

use parlour_app::invoices::TaxPolicy;
use parlour_app::memberships::MembershipSale;
use parlour_domain::auth::app_side::AppSide;
use parlour_domain::auth::role::Role;
use parlour_domain::billing::invoice::PaymentMethod;
use parlour_domain::ids::{TierId, UserId};
use parlour_domain::ist::{Timestamp, parse_date};
use parlour_domain::membership::MembershipTerm;
use parlour_store::memberships::tiers::{self, Tier};
use parlour_store::{DbError, params};
use parlour_testkit::{Person, Reply, TestSalon, test_on_both_engines};
use serde_json::{Value, json};

use crate::catalogue::public_reads::change;
use crate::small_salon::{count, set, small_salon_at};

pub(crate) const MEMBERSHIPS: &str = "/api/memberships";
pub(crate) const TIERS: &str = "/api/membership-tiers";
pub(crate) const THERAPIST: &str = "staff-therapist-branch-pune";
/// A Monday morning on which the small salon has just opened.
pub(crate) const MORNING: &str = "2027-03-01 10:00";

pub(crate) fn at(text: &str) -> Timestamp {
    Timestamp::parse(text).unwrap()
}

pub(crate) fn tier(id: &str, display_order: i64, is_active: bool) -> Tier {
    Tier {
        id: TierId::new(id),
        name: id.to_uppercase(),
        slug: id.into(),
        description: "Spa hours".into(),
        default_hours_minutes: 600,
        default_price_paise: 1_800_000,
        default_validity_days: 180,
        is_active,
        display_order,
        created_at: at("2024-01-01T04:30:00Z"),
        updated_at: at("2024-01-02T04:30:00Z"),
    }
}

/// A small salon that sells two packages, and no longer a third.
pub(crate) async fn spa_at(wall: &'static str) -> TestSalon {
    with_packages(small_salon_at(wall).await).await
}

pub(crate) async fn with_packages(salon: TestSalon) -> TestSalon {
    change(&salon.app, |tx| {
        for (id, order, is_active) in [("silver", 2, true), ("gold", 1, true), ("founders", 0, false)] {
            tiers::insert(tx, &tier(id, order, is_active))?;
        }
        Ok(())
    })
    .await;
    salon
}

pub(crate) async fn spa() -> TestSalon {
    spa_at(MORNING).await
}

pub(crate) async fn desk(salon: &TestSalon) -> Person {
    salon.member("Ravi", Role::Receptionist).await
}

pub(crate) async fn manager(salon: &TestSalon) -> Person {
    salon.member("Meera", Role::Manager).await
}

/// Ten hours for 18,000 rupees, for half a year from 1 March 2027.
pub(crate) fn ten_hours(customer: &Person) -> Value {
    json!({
        "customerId": customer.id().as_str(), "tierId": "gold", "hoursMinutes": 600, "pricePaise": 1_800_000,
        "startDate": "2027-03-01", "validityDays": 180, "paymentMethod": "upi",
    })
}

pub(crate) fn with(mut body: Value, field: &str, value: impl Into<Value>) -> Value {
    body[field] = value.into();
    body
}

pub(crate) async fn sells(desk: &Person, body: &Value) -> Reply {
    desk.post(MEMBERSHIPS, body).await
}

/// The new membership's id.
pub(crate) async fn sold(desk: &Person, body: &Value) -> String {
    let data = sells(desk, body).await.expect_created();
    data["membership"]["id"].as_str().unwrap().to_owned()
}

/// An hour in March 2027, as the act takes it.
pub(crate) fn an_hour(customer: &UserId) -> MembershipSale {
    MembershipSale {
        customer_id: customer.clone(),
        tier_id: TierId::new("gold"),
        hours_minutes: 60,
        price_paise: 100_000,
        term: MembershipTerm::of(parse_date("2027-03-01").unwrap(), 30).unwrap(),
        payment_method: PaymentMethod::Cash,
        notes: None,
        number_prefix: "PRL".to_owned(),
        taxes: TaxPolicy::default(),
    }
}

pub(crate) fn line(service: &str, minutes: i64) -> Value {
    json!({ "serviceId": format!("service-{service}"), "staffId": THERAPIST, "durationMinutes": minutes })
}

pub(crate) fn visit(minutes: i64) -> Value {
    json!({ "services": [line("massage", minutes)] })
}

pub(crate) async fn records(desk: &Person, id: &str, body: &Value) -> Reply {
    desk.post(&format!("{MEMBERSHIPS}/{id}/sessions"), body).await
}

pub(crate) async fn cancels(manager: &Person, id: &str, reason: &str) -> Reply {
    manager.post(&format!("{MEMBERSHIPS}/{id}/cancel"), &json!({ "reason": reason })).await
}

pub(crate) async fn detail(desk: &Person, id: &str) -> Value {
    desk.get(&format!("{MEMBERSHIPS}/{id}")).await.expect_ok()
}

pub(crate) async fn lists(desk: &Person, query: &str) -> Vec<Value> {
    desk.get(&format!("{MEMBERSHIPS}{query}")).await.expect_ok().as_array().expect("a bare array").clone()
}

pub(crate) fn ids(rows: &[Value]) -> Vec<&str> {
    rows.iter().map(|row| row["id"].as_str().unwrap()).collect()
}

pub(crate) fn keys(row: &Value) -> BTreeSet<&str> {
    row.as_object().expect("an object").keys().map(String::as_str).collect()
}

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

/// Everything that an act on memberships might leave behind, counted.
pub(crate) async fn traces(salon: &TestSalon) -> Vec<i64> {
    let read = salon.app.db.read(|conn| -> Result<_, DbError> {
        conn.all_with(
            "select (select count(*) from memberships),
                 (select cast(coalesce(sum(used_hours_minutes), 0) as bigint) from memberships),
                 (select count(*) from memberships where status = 'active'),
                 (select count(*) from bookings), (select count(*) from booking_services),
                 (select cast(coalesce(sum(last_number), 0) as bigint) from booking_counters),
                 (select count(*) from invoices), (select count(*) from invoice_lines),
                 (select cast(coalesce(sum(last_number), 0) as bigint) from invoice_counters),
                 (select count(*) from queued_jobs), (select count(*) from notifications),
                 (select count(*) from audit_log), (select count(*) from idempotency_keys),
                 (select cast(coalesce(sum(total_visits), 0) as bigint) from profiles)",
            params![],
            |columns| (0..14).map(|_| columns.take()).collect::<Result<Vec<i64>, _>>(),
        )
    });
    read.await.expect("rows can be counted").remove(0)
}

pub(crate) async fn invoice_numbers(salon: &TestSalon) -> Vec<String> {
    let read = salon.app.db.read(|conn| -> Result<Vec<(String,)>, DbError> {
        conn.all("select invoice_number from invoices order by invoice_number", params![])
    });
    read.await.unwrap().into_iter().map(|(number,)| number).collect()
}

pub(crate) fn series(prefix: &str, digits: usize, count: usize) -> Vec<String> {
    (1..=count).map(|number| format!("{prefix}{number:0digits$}")).collect()
}

/// Later work about a membership: kind, payload, when.
pub(crate) async fn open_work(salon: &TestSalon, id: &str) -> Vec<(String, Value, Timestamp)> {
    let subject = format!("membership:{id}");
    let read = salon.app.db.read(move |conn| -> Result<Vec<(String, String, Timestamp)>, DbError> {
        conn.all(
            "select kind, payload, due_at from queued_jobs
             where subject = $1 and done_at is null and parked_at is null order by kind",
            params![subject],
        )
    });
    let rows = read.await.unwrap().into_iter();
    rows.map(|(kind, payload, due)| (kind, serde_json::from_str(&payload).unwrap(), due)).collect()
}

/// The states that the log keeps of an act on a record.
pub(crate) async fn logged(salon: &TestSalon, id: &str, action: &'static str) -> (Value, Value) {
    let id = id.to_owned();
    let read = salon.app.db.read(move |conn| -> Result<_, DbError> {
        conn.one::<(Option<String>, Option<String>)>(
            "select before_json, after_json from audit_log where record_id = $1 and action = $2",
            params![id, action],
        )
    });
    let (before, after) = read.await.unwrap().expect("a line in the log");
    let state =
        |state: Option<String>| state.map_or(Value::Null, |text| serde_json::from_str(&text).unwrap());
    (state(before), state(after))
}

pub(crate) async fn profile(person: &Person) -> Value {
    person.get("/api/profile").await.expect_ok()["profile"].clone()
}

#[test_on_both_engines]
async fn a_membership_is_sold_used_up_refused_cancelled_and_sold_again() {
    let salon = spa().await;
    let (asha, desk, manager) = (salon.customer("Asha").await, desk(&salon).await, manager(&salon).await);
    let first = sold(&desk, &with(ten_hours(&asha), "notes", "Prefers mornings")).await;
    sells(&desk, &ten_hours(&asha)).await.expect_error(409, "MEMBERSHIP_ALREADY_ACTIVE");

    for left in [480, 360, 240, 120, 0] {
        salon.advance_seconds(86_400);
        let data = records(&desk, &first, &visit(120)).await.expect_created();
        assert_eq!(data["remainingMinutes"], left);
    }
    records(&desk, &first, &visit(1)).await.expect_error(409, "MEMBERSHIP_INSUFFICIENT_HOURS");
    let seen = asha.get("/api/membership").await.expect_ok();
    assert_eq!((&seen["active"]["id"], &seen["active"]["usedHoursMinutes"]), (&json!(first), &json!(600)));
    assert_eq!(seen["sessions"].as_array().map(Vec::len), Some(5));

    let row = cancels(&manager, &first, "Moves to Goa").await.expect_ok();
    assert_eq!(
        (&row["status"], &row["notes"]),
        (&json!("cancelled"), &json!("Prefers mornings\nMoves to Goa"))
    );
    records(&desk, &first, &visit(60)).await.expect_error(409, "MEMBERSHIP_EXPIRED");

    let second = sold(&desk, &with(ten_hours(&asha), "startDate", "2027-03-06")).await;
    let data = records(&desk, &second, &visit(60)).await.expect_created();
    assert_eq!(data["remainingMinutes"], 540);
    let seen = asha.get("/api/membership").await.expect_ok();
    assert_eq!((&seen["active"]["id"], &seen["past"][0]["id"]), (&json!(second), &json!(first)));
    assert_eq!(
        invoice_numbers(&salon).await,
        [series("PUN/2627/", 6, 2), series("PUN/2627/S", 5, 6)].concat(),
        "purchases and slips each count for themselves"
    );
    assert_eq!(profile(&asha).await["totalVisits"], 6);
}

#[test_on_both_engines]
async fn active_tiers_are_listed_in_order() {
    let salon = spa().await;
    let tiers = desk(&salon).await.get(TIERS).await.expect_ok();
    let shown = |id: &str, order: i64| {
        json!({
            "id": id, "name": id.to_uppercase(), "slug": id, "description": "Spa hours", "defaultHoursMinutes": 600,
            "defaultPricePaise": 1_800_000, "defaultValidityDays": 180, "isActive": true, "displayOrder": order,
            "createdAt": "2024-01-01T04:30:00.000Z", "updatedAt": "2024-01-02T04:30:00.000Z",
        })
    };
    assert_eq!(tiers, json!([shown("gold", 1), shown("silver", 2)]));
}

#[test_on_both_engines]
async fn the_list_is_complete_and_newest_first() {
    let salon = spa().await;
    let (desk, manager) = (desk(&salon).await, manager(&salon).await);
    assert_eq!(lists(&desk, "").await, Vec::<Value>::new());
    let mut made = Vec::new();
    for (name, tier) in [("asha", "gold"), ("tara", "silver"), ("uma", "gold")] {
        let customer = salon.customer(name).await;
        made.push(sold(&desk, &with(ten_hours(&customer), "tierId", tier)).await);
        salon.advance_seconds(60);
    }
    cancels(&manager, &made[0], "Moves away").await.expect_ok();
    set(&salon, "gold", "update membership_tiers set name = 'Gilded', is_active = false where id = $1").await;
    let rows = lists(&desk, "").await;
    assert_eq!(ids(&rows), [&made[2], &made[1], &made[0]]);
    for (row, name, tier) in
        [(&rows[0], "uma", "Gilded"), (&rows[1], "tara", "SILVER"), (&rows[2], "asha", "Gilded")]
    {
        assert_eq!(keys(row), membership_fields_and(&["customerName", "tierName"]));
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
        assert_eq!(ids(&lists(&desk, query).await), found, "{query}");
    }
    for query in ["?status=overdue", "?status=Active", "?status="] {
        assert_eq!(
            desk.get(&format!("{MEMBERSHIPS}{query}")).await.expect_invalid_fields(),
            ["status"],
            "{query}"
        );
    }
    assert_eq!(
        desk.get(&format!("{MEMBERSHIPS}?limit=0&cursor=x&status=x")).await.expect_invalid_fields().len(),
        3
    );
}

#[test_on_both_engines]
async fn hundreds_of_memberships_are_listed_whole_or_in_pages() {
    let salon = spa().await;
    let desk = desk(&salon).await;
    let seller = desk.id().clone();
    change(&salon.app, move |tx| {
        let (now, later) = (at("2027-03-01T04:30:00Z"), at("2027-08-01T18:30:00Z"));
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
    assert_eq!(ids(&lists(&desk, "").await), all);
    let silver: Vec<_> = all.iter().filter(|id| id.ends_with(['0', '5'])).cloned().collect();
    for filter in ["tier=silver", "tier=silver&status=expired"] {
        let (mut path, mut found) = (format!("{MEMBERSHIPS}?{filter}&limit=20"), Vec::new());
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
    let salon = spa().await;
    let (asha, desk) = (salon.customer("Asha").await, desk(&salon).await);
    let data = sells(&desk, &ten_hours(&asha)).await.expect_created();
    let id = data["membership"]["id"].as_str().unwrap();
    let seen = detail(&desk, id).await;
    assert_eq!(keys(&seen), membership_fields_and(&["customerName", "customerEmail", "tier", "sessions"]));
    for field in MEMBERSHIP_FIELDS {
        assert_eq!(seen[field], data["membership"][field], "{field}");
    }
    assert_eq!(
        (&seen["customerName"], &seen["customerEmail"]),
        (&json!("Asha"), &json!("asha@test.invalid"))
    );
    assert_eq!((keys(&seen["tier"]).len(), &seen["tier"]["slug"]), (11, &json!("gold")));
    assert_eq!(seen["sessions"], json!([]));

    let first = records(&desk, id, &visit(60)).await.expect_created();
    salon.advance_seconds(60);
    let second = json!({ "services": [line("steam", 20), line("massage", 40)] });
    let second = records(&desk, id, &second).await.expect_created();
    let sessions = detail(&desk, id).await["sessions"].clone();
    let sessions = sessions.as_array().unwrap();
    assert_eq!(
        ids(sessions),
        [&second["booking"]["id"], &first["booking"]["id"]].map(|id| id.as_str().unwrap())
    );
    let service = |name: &str, minutes: i64, order: i64| {
        json!({
            "bookingId": second["booking"]["id"], "serviceId": format!("service-{name}"), "staffId": THERAPIST,
            "serviceNameSnapshot": name, "durationMinutes": minutes, "displayOrder": order, "staffName": "therapist",
        })
    };
    let services = json!([service("steam", 20, 1), service("massage", 40, 2)]);
    assert_eq!(sessions[0], with(second["booking"].clone(), "services", services));
    desk.get(&format!("{MEMBERSHIPS}/nothing")).await.expect_error(404, "NOT_FOUND");
}

#[test_on_both_engines]
async fn cancelling_keeps_the_reason_and_removes_open_jobs() {
    let salon = spa().await;
    let (asha, tara) = (salon.customer("Asha").await, salon.customer("Tara").await);
    let (desk, manager) = (desk(&salon).await, manager(&salon).await);
    let id = sold(&desk, &ten_hours(&asha)).await;
    let other = sold(&desk, &ten_hours(&tara)).await;
    records(&desk, &id, &visit(60)).await.expect_created();
    let before = traces(&salon).await;
    for body in [json!({}), json!({ "reason": "" }), json!({ "reason": "  " }), json!({ "reason": 5 })] {
        let reply = manager.post(&format!("{MEMBERSHIPS}/{id}/cancel"), &body).await;
        assert_eq!(reply.expect_invalid_fields(), ["reason"], "{body}");
    }
    assert_eq!(cancels(&manager, &id, &"x".repeat(501)).await.expect_invalid_fields(), ["reason"]);
    cancels(&manager, "nothing", "Why not").await.expect_error(404, "NOT_FOUND");
    assert_eq!(traces(&salon).await, before);

    salon.advance_seconds(60);
    let was = detail(&desk, &id).await;
    let row = cancels(&manager, &id, &"x".repeat(500)).await.expect_ok();
    assert_eq!(keys(&row), membership_fields_and(&[]));
    assert_eq!((&row["status"], &row["notes"]), (&json!("cancelled"), &json!("x".repeat(500))));
    assert_eq!((&row["usedHoursMinutes"], &row["updatedAt"]), (&json!(60), &json!(salon.now().to_string())));
    assert_eq!(row["createdAt"], was["createdAt"]);
    assert_eq!(open_work(&salon, &id).await, []);
    assert_eq!(open_work(&salon, &other).await.len(), 1, "what belongs to others stays");
    let ended = "select count(*) from memberships where id = $1 and ended_at = updated_at";
    assert_eq!(count(&salon, &id, ended).await, 1);
    let (before, after) = logged(&salon, &id, "membership.cancel").await;
    assert_eq!((&before["status"], &after), (&json!("active"), &row));
    cancels(&manager, &id, "Again").await.expect_error(409, "CONFLICT");
    set(&salon, &other, "update memberships set status = 'expired', ended_at = expires_at where id = $1")
        .await;
    cancels(&manager, &other, "Too late").await.expect_error(409, "CONFLICT");
    records(&desk, &other, &visit(60)).await.expect_error(409, "MEMBERSHIP_EXPIRED");
    assert_eq!(detail(&desk, &id).await["notes"], "x".repeat(500));
}

#[test_on_both_engines]
async fn only_the_desk_sells_and_only_managers_cancel() {
    let salon = spa().await;
    let asha = salon.customer("Asha").await;
    let id = sold(&desk(&salon).await, &ten_hours(&asha)).await;
    let stranger = salon.admin_visitor();
    let shown = format!("{MEMBERSHIPS}/{id}");
    for path in [TIERS, MEMBERSHIPS, "/api/memberships?status=wrong", &shown] {
        stranger.get(path).await.expect_error(401, "UNAUTHENTICATED");
    }
    sells(&stranger, &json!({})).await.expect_error(401, "UNAUTHENTICATED");
    records(&stranger, &id, &json!({})).await.expect_error(401, "UNAUTHENTICATED");
    cancels(&stranger, &id, "").await.expect_error(401, "UNAUTHENTICATED");
    for &role in Role::ALL {
        let someone = salon.member(role.as_str(), role).await;
        let replies = [
            someone.get(TIERS).await,
            someone.get(MEMBERSHIPS).await,
            someone.get(&shown).await,
            sells(&someone, &ten_hours(&asha)).await,
            records(&someone, &id, &visit(1)).await,
            cancels(&someone, &id, "").await,
        ];
        let statuses = replies.map(|reply| reply.status.as_u16());
        let expected = match role {
            Role::Customer | Role::Staff => [403; 6],
            Role::Receptionist => [200, 200, 200, 409, 201, 403],
            Role::Manager | Role::Owner | Role::Developer => [200, 200, 200, 409, 201, 400],
        };
        assert_eq!(statuses, expected, "{role}");
    }
    let elsewhere = salon.person("Owner", Role::Owner, AppSide::Customer).await;
    sells(&elsewhere, &ten_hours(&asha)).await.expect_error(404, "NOT_FOUND");
}
