//! Two records of one person become one.

use parlour_db::{DbError, params};
use parlour_domain::auth::app_kind::AppKind;
use parlour_domain::auth::role::Role;
use parlour_domain::ids::{TierId, UserId};
use parlour_domain::ist::Timestamp;
use parlour_store::memberships::tiers::{self, Tier};
use parlour_testkit::actions::customers::{CUSTOMERS_PATH, insert_asha};
use parlour_testkit::actions::people::{manager_mira, receptionist, sign_in_24, sign_in_through_provider};
use parlour_testkit::checks::audit_log::{actions_on_record, admin_change_by_action};
use parlour_testkit::checks::database::{count_rows, find_text, text_columns, update_rows, write_transaction};
use parlour_testkit::fixtures::customer_records::{CustomerRecords, insert_customer_records, insert_membership};
use parlour_testkit::fixtures::small_salon::small_salon;
use parlour_testkit::{Person, Reply, TestSalon, test_on_both_engines};
use serde_json::{Value, json};
use tokio::task::JoinSet;

async fn merge_customers(person: &Person, from: &UserId, into: &str) -> Reply {
    person.post(&format!("{CUSTOMERS_PATH}/{from}/merge"), &json!({ "intoId": into })).await
}

/// Asha, known twice, with something in every table under the first of them.
async fn two_records_of_asha(salon: &TestSalon, mark: &str) -> (Person, Person) {
    let now = salon.now();
    write_transaction(&salon.app, move |tx| {
        let gold = Tier {
            id: TierId::new("gold"),
            name: "Gold".into(),
            slug: "gold".into(),
            description: String::new(),
            name_hi: None,
            description_hi: None,
            default_hours_minutes: 600,
            default_price_paise: 1_000_000,
            default_validity_days: 150,
            sac_code: "999721".into(),
            is_active: true,
            display_order: 1,
            created_at: now,
            updated_at: now,
        };
        tiers::insert(tx, &gold)
    })
    .await;
    receptionist(salon).await;
    let (old, new) = (salon.customer("Asha").await, salon.customer("Asha-new").await);
    let told = json!({
        "phone": "9812345678", "dateOfBirth": "1990-05-17", "gender": "female", "marketingConsent": true,
    });
    old.post("/api/onboarding/complete", &told).await.expect_ok();
    new.get("/api/gems").await.expect_ok();
    insert_customer_records(salon, &CustomerRecords::of(&old, "asha@test.invalid", mark)).await;
    let (old_id, new_id) = (old.id().clone(), new.id().clone());
    let counted = salon.app.db.write(move |tx| -> Result<(), DbError> {
        for (id, first, last, visits) in [
            (&old_id, "2026-05-01T06:30:00Z", "2027-01-05T06:30:00Z", 4_i64),
            (&new_id, "2026-06-01T06:30:00Z", "2026-12-01T06:30:00Z", 3),
        ] {
            let (first, last) = (Timestamp::parse(first), Timestamp::parse(last));
            tx.execute(
                "update profiles set total_visits = $2, total_spent_paise = $3, noshow_count = $4,
                     late_cancellation_count = 1, consecutive_completed_bookings = 1, first_visit_at = $5,
                     last_visit_at = $6, booking_requires_approval = $7
                 where user_id = $1",
                params![id, visits, visits * 1_000, visits - 2, first, last, visits == 4],
            )?;
        }
        Ok(())
    });
    counted.await.unwrap();
    (old, new)
}

#[test_on_both_engines]
async fn two_records_of_one_person_become_one() {
    let salon = small_salon().await;
    let mira = manager_mira(&salon).await;
    let (old, new) = two_records_of_asha(&salon, "mark").await;
    sign_in_through_provider(&salon, "asha", "asha@test.invalid", true).await;
    let merged = merge_customers(&mira, old.id(), new.id().as_str()).await.expect_ok()["customer"].clone();
    for (field, expected) in [
        ("id", json!(new.id())),
        ("name", json!("Asha-new")),
        ("email", json!("asha-new@test.invalid")),
        ("phone", json!("+919812345678")),
        ("gender", json!("female")),
        ("dateOfBirth", json!("1990-05-17")),
        ("totalVisits", json!(7)),
        ("totalSpentPaise", json!(7_000)),
        ("noshowCount", json!(3)),
        ("lateCancellationCount", json!(2)),
        ("bookingRequiresApproval", json!(true)),
        ("firstVisitAt", json!("2026-05-01T06:30:00.000Z")),
        ("lastVisitAt", json!("2027-01-05T06:30:00.000Z")),
        ("gemsBalance", json!(10)),
    ] {
        assert_eq!(merged[field], expected, "{field}");
    }
    assert_eq!(merged["tags"][0]["name"], "mark tag");
    assert_eq!(mira.get(&format!("{CUSTOMERS_PATH}/{}", new.id())).await.expect_ok()["customer"], merged);
    mira.get(&format!("{CUSTOMERS_PATH}/{}", old.id())).await.expect_error(404, "NOT_FOUND");
    old.get("/api/profile").await.expect_error(401, "UNAUTHENTICATED");

    let export = new.get("/api/profile/export").await.expect_ok().to_string();
    for what in CustomerRecords::EXPORTED.into_iter().filter(|what| !["push", "staff", "leave"].contains(what)) {
        assert!(export.contains(&format!("mark {what}")), "{what} is theirs now");
    }
    let answered = new.get("/api/profile").await.expect_ok()["profile"].clone();
    assert_eq!(answered["marketingConsent"], true, "the only answer that there is");
    assert_eq!(new.get("/api/auth/session").await.expect_ok()["user"]["onboarded"], true);
    let again = sign_in_through_provider(&salon, "asha", "asha@test.invalid", true).await;
    assert_eq!(&again, new.id(), "they sign in as before");

    assert_eq!(
        remaining_references(&salon, old.id()).await,
        [
            "audit_log.actor_id",
            "audit_log.record_id",
            "idempotency_keys.key",
            "profiles.user_id",
            "staff.user_id",
            "users.id"
        ]
    );
    let pointer = "select count(*) from users where id = $1 and merged_into is not null and anonymised_at is not null";
    assert_eq!(count_rows(&salon, old.id().as_str(), pointer).await, 1);
    let (concerns, before, after) = admin_change_by_action(&salon, "customer.merge").await;
    assert_eq!(concerns.as_ref(), Some(new.id()));
    assert_eq!((&before["from"]["id"], &after["into"]), (&json!(old.id()), &merged));
}

/// The columns that still name somebody.
async fn remaining_references(salon: &TestSalon, user: &UserId) -> Vec<String> {
    let mut left = Vec::new();
    for (table, column) in text_columns(salon).await {
        let sql: &'static str = format!("select count(*) from {table} where {column} = $1").leak();
        if count_rows(salon, user.as_str(), sql).await > 0 {
            left.push(format!("{table}.{column}"));
        }
    }
    left
}

#[test_on_both_engines]
async fn a_merged_and_then_erased_customer_leaves_no_text() {
    let salon = small_salon().await;
    let mira = manager_mira(&salon).await;
    let (old, new) = two_records_of_asha(&salon, "mark@").await;
    merge_customers(&mira, old.id(), new.id().as_str()).await.expect_ok();
    new.post("/api/profile/erase", &json!({ "confirm": "asha-new@test.invalid" })).await.expect_ok();
    let sought = ["mark@ ", "asha@test.invalid", "asha-new", "9812345678"];
    let left: Vec<_> = find_text(&salon, &sought)
        .await
        .into_iter()
        .filter(|text| {
            !["invoices.", "invoice_lines.", "credit_notes.", "tags.", "booking_services."]
                .iter()
                .any(|table| text.starts_with(table))
        })
        .collect();
    assert_eq!(left, Vec::<String>::new());
}

/// Gems given to either are one account's, down to the last.
#[test_on_both_engines]
async fn gems_of_both_are_spent_together() {
    let salon = TestSalon::open().await;
    let mira = manager_mira(&salon).await;
    insert_asha(&salon).await;
    let bina = salon.customer("Bina").await;
    bina.get("/api/profile").await.expect_ok();
    let gives = async |customer: &str, amount: i64| {
        let body = json!({ "gemsAmount": amount, "reason": "Sorry" });
        mira.post(&format!("{CUSTOMERS_PATH}/{customer}/gems"), &body).await
    };
    gives(bina.id().as_str(), 50).await.expect_ok();
    gives("asha", 30).await.expect_ok();
    merge_customers(&mira, bina.id(), "asha").await.expect_ok();
    gives("asha", -81).await.expect_error(409, "GEMS_INSUFFICIENT_BALANCE");
    assert_eq!(gives("asha", -80).await.expect_ok()["summary"]["balance"], 0);
    let listed = mira.get(&format!("{CUSTOMERS_PATH}/asha/gems")).await.expect_ok();
    assert_eq!(listed["transactions"].as_array().unwrap().len(), 3);
    gives(bina.id().as_str(), 5).await.expect_error(404, "NOT_FOUND");
}

/// Who has been asked already is not overruled by what the other record says.
#[test_on_both_engines]
async fn the_remaining_profile_s_values_win() {
    let salon = TestSalon::open().await;
    let mira = manager_mira(&salon).await;
    let (old, new) = (salon.customer("Asha").await, salon.customer("Asha-new").await);
    for (person, consents) in [(&old, true), (&new, false)] {
        let told = json!({
            "phone": "9812345678", "dateOfBirth": "1990-05-17", "gender": "female", "marketingConsent": consents,
            "appointmentRemindersEnabled": !consents,
        });
        person.post("/api/onboarding/complete", &told).await.expect_ok();
    }
    merge_customers(&mira, old.id(), new.id().as_str()).await.expect_ok();
    let profile = new.get("/api/profile").await.expect_ok()["profile"].clone();
    assert_eq!((&profile["marketingConsent"], &profile["appointmentRemindersEnabled"]), (&json!(false), &json!(true)));
}

#[test_on_both_engines]
async fn an_expired_membership_does_not_prevent_a_merge() {
    let salon = small_salon().await;
    let mira = manager_mira(&salon).await;
    let (old, new) = two_records_of_asha(&salon, "mark").await;
    for person in [&old, &new] {
        let records = CustomerRecords::of(person, "x@test.invalid", "both");
        salon.app.db.write(move |tx| insert_membership(tx, &records, "active")).await.unwrap();
    }
    let overdue = "update memberships set expires_at = '2027-02-01T18:30:00.000Z'
                   where customer_id = $1 and status = 'active'";
    update_rows(&salon, old.id().as_str(), overdue).await;
    merge_customers(&mira, old.id(), new.id().as_str()).await.expect_ok();
    for (status, how_many) in [("active", 1), ("expired", 2)] {
        let seen = mira.get(&format!("/api/memberships?status={status}")).await.expect_ok();
        let owners: Vec<&Value> = seen.as_array().unwrap().iter().map(|membership| &membership["customerId"]).collect();
        assert_eq!(owners, vec![&json!(new.id()); how_many], "{status}");
    }
}

#[test_on_both_engines]
async fn the_email_is_taken_over_where_there_is_none() {
    let salon = TestSalon::open().await;
    let mira = manager_mira(&salon).await;
    insert_asha(&salon).await;
    let bina = salon.customer("Bina").await;
    bina.get("/api/profile").await.expect_ok();
    let merged = merge_customers(&mira, bina.id(), "asha").await.expect_ok()["customer"].clone();
    assert_eq!((&merged["email"], &merged["phone"]), (&json!("bina@test.invalid"), &json!("+919876543210")));
    assert_eq!(mira.get("/api/customers?q=bina@").await.expect_ok()["customers"][0]["id"], "asha");
    assert_eq!(sign_in_through_provider(&salon, "bina", "bina@test.invalid", true).await.as_str(), "asha");
}

#[test_on_both_engines]
async fn an_invalid_merge_is_refused() {
    let salon = small_salon().await;
    let mira = manager_mira(&salon).await;
    let (old, new) = two_records_of_asha(&salon, "mark").await;
    for into in ["", "nobody", old.id().as_str()] {
        assert_eq!(merge_customers(&mira, old.id(), into).await.expect_invalid_fields(), ["intoId"], "{into:?}");
    }
    let none = mira.post(&format!("{CUSTOMERS_PATH}/{}/merge", old.id()), &json!({})).await;
    assert_eq!(none.expect_invalid_fields(), ["intoId"]);
    merge_customers(&mira, &UserId::new("nobody"), new.id().as_str()).await.expect_error(404, "NOT_FOUND");
    let sunil = salon.person("Sunil", Role::Staff, AppKind::Customer).await;
    sunil.get("/api/profile").await.expect_ok();
    merge_customers(&mira, sunil.id(), new.id().as_str()).await.expect_error(409, "CONFLICT");
    merge_customers(&mira, new.id(), sunil.id().as_str()).await.expect_error(409, "CONFLICT");
    merge_customers(&receptionist(&salon).await, old.id(), new.id().as_str()).await.expect_error(403, "FORBIDDEN");

    for person in [&old, &new] {
        let records = CustomerRecords::of(person, "x@test.invalid", "both");
        salon.app.db.write(move |tx| insert_membership(tx, &records, "active")).await.unwrap();
    }
    merge_customers(&mira, old.id(), new.id().as_str()).await.expect_error(409, "MEMBERSHIP_ALREADY_ACTIVE");
    assert_eq!(
        actions_on_record(&salon, old.id().as_str()).await.iter().filter(|action| *action == "customer.merge").count(),
        0
    );
    old.get("/api/profile").await.expect_ok();
}

#[test_on_both_engines]
async fn of_two_opposite_merges_one_succeeds() {
    let salon = TestSalon::open().await;
    let managers = sign_in_24(&salon, Role::Manager).await;
    for round in 0..6 {
        let (one, other) = (salon.customer(&format!("a{round}")).await, salon.customer(&format!("b{round}")).await);
        for person in [&one, &other] {
            person.get("/api/gems").await.expect_ok();
        }
        let mut merging = JoinSet::new();
        for (nth, manager) in managers.clone().into_iter().enumerate() {
            let (from, into) = if nth % 2 == 0 { (&one, &other) } else { (&other, &one) };
            let (from, into) = (from.id().clone(), into.id().clone());
            merging.spawn(async move { merge_customers(&manager, &from, into.as_str()).await.status.as_u16() });
        }
        let statuses = merging.join_all().await;
        assert_eq!(statuses.iter().filter(|status| **status == 200).count(), 1, "{statuses:?}");
        assert!(statuses.iter().all(|status| [200, 400, 404].contains(status)), "{statuses:?}");
    }
    let seen = managers[0].get("/api/customers?pageSize=100").await;
    assert_eq!(seen.json()["meta"]["totalCount"], 6);
}

async fn subjects_of(salon: &TestSalon, user: &UserId) -> Vec<String> {
    let user = user.clone();
    let read = salon.app.db.read(move |conn| {
        conn.all_values::<String>("select subject from identities where user_id = $1 order by subject", params![user])
    });
    let subjects: Result<_, DbError> = read.await;
    subjects.unwrap()
}

#[test_on_both_engines]
async fn a_merge_hands_an_account_to_nobody_else_s_sign_in() {
    let salon = small_salon().await;
    let mira = manager_mira(&salon).await;
    for (into_issuer, subjects) in [("https://a.test", &["own"][..]), ("https://b.test", &["other", "own"])] {
        let (from, into) = (salon.customer("Asha").await, salon.customer("Asha-new").await);
        for (person, issuer, subject) in [(&from, "https://a.test", "other"), (&into, into_issuer, "own")] {
            person.get("/api/profile").await.expect_ok();
            let (user, now) = (person.id().clone(), salon.now());
            write_transaction(&salon.app, move |tx| {
                tx.run("delete from identities where subject = $1", params![subject])?;
                tx.run(
                    "insert into identities (issuer, subject, user_id, created_at) values ($1, $2, $3, $4)",
                    params![issuer, subject, user, now],
                )
            })
            .await;
        }
        merge_customers(&mira, from.id(), into.id().as_str()).await.expect_ok();
        assert_eq!(subjects_of(&salon, into.id()).await, subjects);
        assert_eq!(subjects_of(&salon, from.id()).await, [""; 0]);
    }
}
