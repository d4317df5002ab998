//! What runs out by itself, and what is no longer needed.

use std::sync::Arc;

use parlour_db::{DbError, params};
use parlour_domain::ist::Timestamp;
use parlour_domain::job::Job;
use parlour_integrations::file_storage::FileStorage;
use parlour_store::cache_topics::CacheTopic;
use parlour_store::jobs::retention;
use parlour_testkit::actions::customers::CUSTOMERS_PATH;
use parlour_testkit::actions::gems::{earn_gems, redeem_gems, shown_gems_transactions, verified_gems_balance};
use parlour_testkit::actions::jobs::{run_job, run_job_twice_concurrently};
use parlour_testkit::actions::kept_days::{keep_days, list_billed_days, list_kept_days};
use parlour_testkit::actions::memberships::{create_membership, membership_detail, post_membership, ten_hour_sale};
use parlour_testkit::actions::notifications::{NotificationRow, notifications_of_type};
use parlour_testkit::actions::people::{manager, receptionist};
use parlour_testkit::checks::audit_log::{JobAuditEntry, job_audit_entries};
use parlour_testkit::checks::database::{count_rows, find_text, update_rows, write_transaction};
use parlour_testkit::checks::json::with_field;
use parlour_testkit::fixtures::customer_records::{CustomerRecords, insert_customer_records};
use parlour_testkit::fixtures::small_salon::small_salon_at;
use parlour_testkit::fixtures::spa_salon::spa_salon_at;
use parlour_testkit::{Person, TestSalon, test_on_both_engines};
use parlour_worker::jobs::{self, JobPayload};
use parlour_worker::worker_context::{Integrations, WorkerContext};
use serde_json::{Value, json};

const DAY_SECONDS: i64 = 24 * 60 * 60;

/// The ids in a table, in order.
async fn remaining_ids(salon: &TestSalon, sql: &'static str) -> Vec<String> {
    let read = salon.app.db.read(move |conn| conn.all::<(String,)>(sql, params![]));
    read.await.unwrap().into_iter().map(|(id,)| id).collect()
}

#[test_on_both_engines]
async fn a_membership_expires_at_midnight() {
    let salon = spa_salon_at("2027-03-01 23:59").await;
    let (desk, asha, tara) = (receptionist(&salon).await, salon.customer("Asha").await, salon.customer("Tara").await);
    let id = create_membership(&desk, &with_field(ten_hour_sale(&asha), "validityDays", 1)).await;
    let longer = create_membership(&desk, &with_field(ten_hour_sale(&tara), "validityDays", 2)).await;
    salon.advance_seconds(59);
    assert_eq!(run_job(&salon, Job::MembershipAutoExpire).await, 0);
    salon.advance_seconds(1);
    assert_eq!(run_job(&salon, Job::MembershipAutoExpire).await, 1);
    assert_eq!(run_job(&salon, Job::MembershipAutoExpire).await, 0);
    assert_eq!(membership_detail(&desk, &id).await["status"], "expired");
    assert_eq!(membership_detail(&desk, &longer).await["status"], "active");
    let ended = "select count(*) from memberships where id = $1 and ended_at = expires_at";
    assert_eq!(count_rows(&salon, &id, ended).await, 1);
    let line = JobAuditEntry {
        record_id: id,
        concerns: Some(asha.id().to_string()),
        before: json!({ "status": "active" }),
        after: json!({ "status": "expired" }),
    };
    assert_eq!(job_audit_entries(&salon, "membership.expire").await, [line]);
    post_membership(&desk, &ten_hour_sale(&asha)).await.expect_created();
    salon.run_due_jobs().await;
}

#[test_on_both_engines]
async fn concurrent_runs_expire_every_membership_once() {
    let salon = spa_salon_at("2027-03-01 10:00").await;
    write_transaction(&salon.app, |tx| {
        for nth in 0..450 {
            let id = format!("member-{nth:04}");
            tx.execute(
                "insert into users (id, name, name_folded, created_at, updated_at)
                 values ($1, $1, $1, '2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z')",
                params![id],
            )?;
            tx.execute(
                "insert into memberships (id, membership_number, customer_id, tier_id, tier_name_snapshot,
                     total_hours_minutes, price_paid_paise, starts_at, expires_at, created_by, invoice_id, created_at,
                     updated_at)
                 values ($1, $1, $1, 'gold', 'Gold', 600, 1000000, '2026-01-01T18:30:00.000Z',
                     '2027-02-01T18:30:00.000Z', $1, $1, '2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z')",
                params![id],
            )?;
        }
        Ok(())
    })
    .await;
    assert_eq!(run_job_twice_concurrently(&salon, Job::MembershipAutoExpire).await, 450);
    assert_eq!(job_audit_entries(&salon, "membership.expire").await.len(), 450);
}

#[test_on_both_engines]
async fn an_offer_ends_with_its_last_day() {
    let salon = small_salon_at("2027-03-01 23:59").await;
    let boss = manager(&salon).await;
    let mut ids = Vec::new();
    for (name, end) in [("Before", "2027-02-28"), ("Today", "2027-03-01"), ("After", "2027-03-02")] {
        let body = json!({
            "name": name, "offerType": "percentage", "discountPercentage": 10, "startDate": "2027-02-01",
            "endDate": end, "serviceIds": ["service-cut"],
        });
        let data = boss.post("/api/offers", &body).await.expect_created();
        ids.push(data["offer"]["id"].as_str().unwrap().to_owned());
    }
    let turned = async || {
        let version = "select version from change_counters where topic = $1";
        (count_rows(&salon, "offers", version).await, salon.app.db.generations().of(CacheTopic::Offers))
    };
    let (version, generation) = turned().await;
    assert_eq!(run_job(&salon, Job::OfferAutoExpire).await, 1);
    let after = turned().await;
    assert!(after.0 == version + 1 && after.1 > generation, "what is served from memory is out of date");
    assert_eq!(run_job(&salon, Job::OfferAutoExpire).await, 0);
    assert_eq!(turned().await.0, version + 1);
    salon.advance_seconds(60);
    assert_eq!(run_job_twice_concurrently(&salon, Job::OfferAutoExpire).await, 1);
    let active =
        async |id: &String| boss.get(&format!("/api/offers/{id}")).await.expect_ok()["offer"]["isActive"].clone();
    assert_eq!([active(&ids[0]).await, active(&ids[1]).await, active(&ids[2]).await], [false, false, true]);
    let lines = job_audit_entries(&salon, "offer.expire").await;
    let changed: Vec<(&str, &Value, &Value)> =
        lines.iter().map(|line| (line.record_id.as_str(), &line.before["isActive"], &line.after["isActive"])).collect();
    let mut expected = vec![(ids[0].as_str(), &json!(true), &json!(false)), (&ids[1], &json!(true), &json!(false))];
    expected.sort_by_key(|(id, ..)| *id);
    assert_eq!(changed, expected);
    // Switched on again with more days, it stays on.
    let body = json!({ "isActive": true, "endDate": "2027-03-03" });
    boss.patch(&format!("/api/offers/{}", ids[0]), &body).await.expect_ok();
    assert_eq!(run_job(&salon, Job::OfferAutoExpire).await, 0);
}

#[test_on_both_engines]
async fn gems_expire_after_365_days_and_their_owner_is_notified() {
    let salon = TestSalon::open_at("2027-03-01 10:00").await;
    let (asha, tara) = (salon.customer("Asha").await, salon.customer("Tara").await);
    earn_gems(&salon, &asha, 250_000).await;
    earn_gems(&salon, &tara, 10_000).await;
    salon.advance_seconds(1);
    redeem_gems(&salon, &asha, 5).await.unwrap();
    salon.advance_seconds(1);
    earn_gems(&salon, &asha, 70_000).await;
    update_rows(&salon, tara.id().as_str(), "update users set anonymised_at = created_at where id = $1").await;
    salon.advance_seconds(365 * DAY_SECONDS - 3);
    assert_eq!(run_job(&salon, Job::GemsAutoExpire).await, 0);
    salon.advance_seconds(1);
    assert_eq!(run_job_twice_concurrently(&salon, Job::GemsAutoExpire).await, 2);
    let row = NotificationRow {
        user_id: asha.id().to_string(),
        booking_id: None,
        title: "Some of your gems have expired".into(),
        body: "20 gems have expired after 365 days".into(),
        channel: "push".into(),
        status: "pending".into(),
        subject: String::new(),
        period: "2028-02-29".into(),
        read_at: None,
        created_at: salon.now(),
    };
    assert_eq!(
        notifications_of_type(&salon, "gems_expired").await,
        [row],
        "Tara's too, but nobody is there to be told"
    );
    assert_eq!((verified_gems_balance(&salon, &asha).await, verified_gems_balance(&salon, &tara).await), (7, 0));
    let asha = salon.customer("Asha").await;
    let types: Vec<(String, i64)> = shown_gems_transactions(&asha).await;
    let of = |kind: &str, gems: i64| (kind.to_owned(), gems);
    assert_eq!(types, [of("expired", -20), of("earned", 7), of("redeemed", -5), of("earned", 25)]);
    assert_eq!(run_job(&salon, Job::GemsAutoExpire).await, 0);
    salon.advance_seconds(DAY_SECONDS);
    assert_eq!(run_job(&salon, Job::GemsAutoExpire).await, 1);
    let told: Vec<String> =
        notifications_of_type(&salon, "gems_expired").await.into_iter().map(|row| row.body).collect();
    assert_eq!(told, ["20 gems have expired after 365 days", "7 gems have expired after 365 days"]);
    assert_eq!(verified_gems_balance(&salon, &asha).await, 0);
}

#[test_on_both_engines]
async fn the_cleanup_deletes_expired_rows() {
    let salon = TestSalon::open_at("2027-03-07 02:30").await;
    salon.leaves_due_jobs("the queued rows only show that the cleanup keeps them");
    salon.customer("Asha").await;
    salon.advance_seconds(7 * DAY_SECONDS);
    let tara = salon.customer("Tara").await;
    // Whatever is over at that minute, and what has a millisecond left.
    write_transaction(&salon.app, |tx| {
        for (id, at) in [("old", "2027-03-13T21:00:00.000Z"), ("young", "2027-03-13T21:00:00.001Z")] {
            let at = Timestamp::parse(at).unwrap();
            let days = |days: i64| at.plus_days(-days);
            tx.execute(
                "insert into idempotency_keys (scope, key, body_hash, created_at) values ('s', $1, 'h', $2)",
                params![id, days(1)],
            )?;
            tx.execute(
                "insert into queued_jobs (id, kind, due_at, done_at, created_at) values ($1, 'k', $2, $2, $2)",
                params![id, days(7)],
            )?;
            for schedule in ["birthday-emails", "weekly-report"] {
                tx.execute(
                    "insert into schedule_runs (schedule, slot_at, created_at) values ($1, $2, $2)",
                    params![schedule, days(90)],
                )?;
            }
        }
        let old = Timestamp::parse("2025-01-01T00:00:00Z");
        for (id, parked) in [("open", None), ("parked", old)] {
            tx.execute(
                "insert into queued_jobs (id, kind, due_at, parked_at, created_at) values ($1, 'k', $2, $3, $2)",
                params![id, old, parked],
            )?;
        }
        tx.execute(
            "insert into schedule_runs (schedule, slot_at, created_at) values ('retention', $1, $1)",
            params![old],
        )?;
        for (id, status, created) in [
            ("1-sent", "sent", "2025-03-13T18:30:00Z"),
            ("2-failed", "failed", "2025-03-13T18:30:00Z"),
            ("3-pending", "pending", "2025-03-13T18:30:00Z"),
            ("4-sent", "sent", "2025-03-13T18:30:00.001Z"),
        ] {
            tx.execute(
                "insert into emails (id, message_id, kind, recipient, subject, status, sent_at, created_at)
                 values ($1, $1, 'test', 'a@test.invalid', $1, $2, $3, $3)",
                params![id, status, Timestamp::parse(created)],
            )?;
        }
        Ok(())
    })
    .await;
    assert_eq!(run_job_twice_concurrently(&salon, Job::SessionCleanup).await, 1, "a session ends at its own minute");
    assert_eq!(remaining_ids(&salon, "select user_id from sessions").await, [tara.id().as_str()]);
    assert_eq!(remaining_ids(&salon, "select key from idempotency_keys").await, ["young"]);
    assert_eq!(remaining_ids(&salon, "select id from queued_jobs order by id").await, ["open", "parked", "young"]);
    let slots = "select schedule from schedule_runs order by schedule, slot_at";
    assert_eq!(remaining_ids(&salon, slots).await, ["birthday-emails", "retention", "weekly-report"]);
    assert_eq!(remaining_ids(&salon, "select id from emails order by id").await, ["3-pending", "4-sent"]);
    tara.get("/api/profile").await.expect_ok();
}

#[test_on_both_engines]
async fn many_sessions_are_deleted_in_batches() {
    let salon = TestSalon::open_at("2027-03-07 02:30").await;
    let asha = salon.customer("Asha").await;
    let user = asha.id().clone();
    write_transaction(&salon.app, move |tx| {
        for nth in 0..601 {
            let id = format!("session-{nth}");
            tx.execute(
                "insert into sessions (token_hash, id, user_id, app, created_at, extended_at, expires_at)
                 values ($1, $1, $2, 'customer', '2027-01-01T00:00:00.000Z', '2027-01-01T00:00:00.000Z',
                     '2027-01-08T00:00:00.000Z')",
                params![id, user],
            )?;
        }
        Ok(())
    })
    .await;
    assert_eq!(run_job(&salon, Job::SessionCleanup).await, 601);
    asha.get("/api/profile").await.expect_ok();
}

#[test_on_both_engines]
async fn notifications_are_kept_for_180_days() {
    let salon = TestSalon::open_at("2027-12-01 03:00").await;
    salon.leaves_due_jobs("nothing is sent here");
    let asha = salon.customer("Asha").await;
    let user = asha.id().clone();
    write_transaction(&salon.app, move |tx| {
        // 180 days ago to the minute, and a millisecond less.
        let (old, young) = ("2027-06-03T21:30:00.000Z", "2027-06-03T21:30:00.001Z");
        let many = (0..301).map(|nth| (format!("many-{nth}"), "sent", "2027-01-01T00:00:00.000Z"));
        let few = [("a-old", "sent", old), ("b-old", "failed", old), ("c-unsent", "pending", old), ("d-young", "sent", young)];
        for (id, status, at) in many.chain(few.map(|(id, status, at)| (id.to_owned(), status, at))) {
            let at = Timestamp::parse(at);
            tx.execute(
                "insert into notifications (id, user_id, type, title, body, channel, status, subject, sent_at, created_at)
                 values ($1, $2, 'gems_expired', 't', 'b', 'push', $3, $1, $4, $4)",
                params![id, user, status, at],
            )?;
        }
        Ok(())
    })
    .await;
    assert_eq!(run_job_twice_concurrently(&salon, Job::Retention).await, 303);
    let left = "select id from notifications where id <> '' order by id";
    assert_eq!(remaining_ids(&salon, left).await, ["c-unsent", "d-young"]);
}

#[test_on_both_engines]
async fn unconverted_leads_are_deleted_after_two_years() {
    let salon = small_salon_at("2029-03-01 03:00").await;
    let author = manager(&salon).await.id().clone();
    write_transaction(&salon.app, move |tx| {
        // The last day to go, and the first to stay.
        let (old, young) = ("2027-02-28T18:30:00.000Z", "2027-02-28T18:30:00.001Z");
        for (id, status, captured, contact) in [
            ("booked", "booked", old, None),
            ("contacted", "contacted", old, Some(old)),
            ("in-touch", "follow_up", old, Some(young)),
            ("lost", "lost", old, None),
            ("new", "new", old, None),
            ("won", "won", old, None),
            ("young", "new", young, None),
        ] {
            let (captured, contact) = (Timestamp::parse(captured), contact.and_then(Timestamp::parse));
            tx.execute(
                "insert into leads (id, name, phone, status, source, last_contacted_at, created_at, updated_at)
                 values ($1, 'Someone', '+919812345678', $2, 'meta_ad', $3, $4, $4)",
                params![id, status, contact, captured],
            )?;
            tx.execute(
                "insert into lead_notes (id, lead_id, author_id, content, created_at) values ($1, $1, $2, 'n', $3)",
                params![id, author, captured],
            )?;
            tx.execute(
                "insert into audit_log (id, origin, action, record_type, record_id, after_json, address, created_at)
                 values ($1, 'customer', 'lead.capture', 'lead', $1, '{\"name\": \"Someone\"}', '192.0.2.7', $2)",
                params![format!("log-{id}"), captured],
            )?;
        }
        // The log's key is its own; its record is the lead.
        tx.execute("update audit_log set record_id = substr(id, 5) where id like 'log-%'", params![]).map(drop)
    })
    .await;
    assert_eq!(run_job_twice_concurrently(&salon, Job::Retention).await, 3);
    let kept = ["booked", "in-touch", "won", "young"];
    assert_eq!(remaining_ids(&salon, "select id from leads order by id").await, kept);
    assert_eq!(remaining_ids(&salon, "select id from lead_notes order by id").await, kept);
    let told = "select record_id from audit_log where action = 'lead.capture' and after_json is not null
                    and address is not null order by record_id";
    assert_eq!(remaining_ids(&salon, told).await, kept, "the log keeps that there was one, and not who");
    let deleted: Vec<String> =
        job_audit_entries(&salon, "lead.delete").await.into_iter().map(|line| line.record_id).collect();
    assert_eq!(deleted, ["contacted", "lost", "new"]);
}

#[test_on_both_engines]
async fn the_audit_log_is_kept_for_eight_years() {
    let salon = TestSalon::open_at("2035-03-01 03:00").await;
    write_transaction(&salon.app, |tx| {
        for nth in 0..401 {
            let at = if nth == 400 { "2027-02-28T18:30:00.001Z" } else { "2027-02-28T18:30:00.000Z" };
            tx.execute(
                "insert into audit_log (id, origin, action, record_type, record_id, created_at)
                 values ($1, 'admin', 'tag.make', 'tag', 't', $2)",
                params![format!("line-{nth}"), Timestamp::parse(at)],
            )?;
        }
        Ok(())
    })
    .await;
    assert_eq!(run_job_twice_concurrently(&salon, Job::Retention).await, 400);
    assert_eq!(remaining_ids(&salon, "select id from audit_log where action = 'tag.make'").await, ["line-400"]);
}

/// Asha has left something in every table, and was then erased.
async fn erased_asha(salon: &TestSalon) -> Person {
    let asha = salon.customer("Asha").await;
    let told = json!({
        "phone": "9812345678", "dateOfBirth": "1990-05-17", "gender": "female", "marketingConsent": true,
    });
    asha.post("/api/onboarding/complete", &told).await.expect_ok();
    insert_customer_records(salon, &CustomerRecords::of(&asha, "asha@test.invalid", "mark")).await;
    asha.post("/api/profile/erase", &json!({ "confirm": "asha@test.invalid" })).await.expect_ok();
    asha
}

/// Where their id is still to be found, but for the log and the work of those days.
async fn remaining_references(salon: &TestSalon, person: &Person) -> Vec<String> {
    let mut found = find_text(salon, &[person.id().as_str()]).await;
    found.retain(|place| {
        !["audit_log.", "queued_jobs.", "tags.", "leads.", "emails."].iter().any(|kept| place.starts_with(kept))
    });
    found
}

#[test_on_both_engines]
async fn erased_users_are_deleted_once_their_invoices_are_eight_years_old() {
    let salon = TestSalon::demo().await;
    let asha = erased_asha(&salon).await;
    let worked = "delete from staff_leave where staff_id in (select id from staff where user_id = $1)";
    update_rows(&salon, asha.id().as_str(), worked).await;
    update_rows(&salon, asha.id().as_str(), "delete from staff where user_id = $1").await;
    let tara = salon.customer("Tara").await;
    tara.get("/api/gems").await.expect_ok();
    // The last of hers is a membership, which would have run until 2 June 2027.
    let exists = "select count(*) from users where id = $1";
    salon.advance_seconds(3_000 * DAY_SECONDS);
    let of_others = "select count(*) from invoices where customer_id <> $1";
    let others = count_rows(&salon, asha.id().as_str(), of_others).await;
    for (days, is_left) in [(0, 1), (15, 1), (1, 0), (0, 0)] {
        salon.advance_seconds(days * DAY_SECONDS);
        run_job(&salon, Job::Retention).await;
        assert_eq!(count_rows(&salon, asha.id().as_str(), exists).await, is_left, "{}", salon.now());
    }
    assert_eq!(remaining_references(&salon, &asha).await, Vec::<String>::new());
    assert_eq!(count_rows(&salon, asha.id().as_str(), of_others).await, others, "nobody else's");
    assert_eq!(count_rows(&salon, tara.id().as_str(), exists).await, 1);
    let deleted: Vec<String> =
        job_audit_entries(&salon, "user.delete").await.into_iter().map(|line| line.record_id).collect();
    assert_eq!(deleted, [asha.id().as_str()]);
    salon.run_due_jobs().await;
}

#[test_on_both_engines]
async fn an_invoice_keeps_its_records_for_exactly_eight_years() {
    let salon = TestSalon::open_at("2027-03-01 10:00").await;
    let asha = salon.customer("Asha").await;
    earn_gems(&salon, &asha, 250_000).await;
    redeem_gems(&salon, &asha, 5).await.unwrap();
    asha.post("/api/profile/erase", &json!({ "confirm": "asha@test.invalid" })).await.expect_ok();
    let exists = "select count(*) from users where id = $1";
    // 1 March 2035, and the day after.
    salon.advance_seconds(2_922 * DAY_SECONDS);
    assert_eq!(salon.now().ist_date().to_string(), "2035-03-01");
    run_job(&salon, Job::GemsAutoExpire).await;
    run_job(&salon, Job::Retention).await;
    assert_eq!(count_rows(&salon, asha.id().as_str(), exists).await, 1);
    let billed = list_billed_days(&salon).await;
    assert_eq!((keep_days(&salon.app, &billed).await, billed.is_empty()), (billed.len(), false));
    salon.advance_seconds(DAY_SECONDS);
    run_job_twice_concurrently(&salon, Job::Retention).await;
    assert!(list_kept_days(&salon).await.is_empty());
    assert_eq!(count_rows(&salon, asha.id().as_str(), exists).await, 0);
    for table in ["invoices", "bookings", "gems_transactions", "gems_lots", "gems_accounts", "profiles"] {
        let sql: &'static str = format!("select count(*) from {table} where $1 <> ''").leak();
        assert_eq!(count_rows(&salon, "x", sql).await, 0, "{table}");
    }
}

#[test_on_both_engines]
async fn stored_pdfs_of_deleted_users_are_deleted() {
    let salon = TestSalon::open_at("2027-03-01 10:00").await;
    let (asha, tara) = (salon.customer("Asha").await, salon.customer("Tara").await);
    let folder = tempfile::TempDir::new().unwrap();
    let integrations =
        Integrations { files: Some(FileStorage::in_folder(folder.path()).unwrap()), ..Integrations::default() };
    let worker = WorkerContext { app: salon.app.clone(), integrations: Arc::new(integrations) };
    let files = worker.integrations.files.as_ref().unwrap();
    let mut papers = Vec::new();
    for person in [&asha, &tara] {
        earn_gems(&salon, person, 10_000).await;
        let user = person.id().clone();
        papers.extend(salon.app.db.read(move |conn| retention::list_pdfs(conn, &user)).await.unwrap());
    }
    for paper in &papers {
        files.put(&paper.file_name(), "%PDF").await.unwrap();
    }
    asha.post("/api/profile/erase", &json!({ "confirm": "asha@test.invalid" })).await.expect_ok();
    salon.advance_seconds(2_923 * DAY_SECONDS);
    for _ in 0..2 {
        jobs::run(&worker, Job::Retention, &JobPayload::default()).await.unwrap();
    }
    let kept = [files.has(&papers[0].file_name()).await, files.has(&papers[1].file_name()).await];
    assert_eq!(kept.map(Result::unwrap), [false, true]);
}

#[test_on_both_engines]
async fn users_still_referenced_or_not_erased_are_kept() {
    let salon = TestSalon::demo().await;
    let (asha, tara) = (erased_asha(&salon).await, salon.customer("Tara").await);
    salon.advance_seconds(9 * 366 * DAY_SECONDS);
    run_job(&salon, Job::Retention).await;
    let exists = "select count(*) from users where id = $1";
    assert_eq!(count_rows(&salon, asha.id().as_str(), exists).await, 1, "she has worked here");
    assert_eq!(count_rows(&salon, tara.id().as_str(), exists).await, 1, "nobody has erased her");
    assert!(remaining_references(&salon, &asha).await.len() > 5);
    salon.run_due_jobs().await;
}

#[test_on_both_engines]
async fn merged_users_are_deleted_with_the_remaining_one() {
    let salon = small_salon_at("2027-03-01 10:00").await;
    let boss = manager(&salon).await;
    let mut people = Vec::new();
    for name in ["First", "Second", "Third"] {
        let person = salon.customer(name).await;
        person.get("/api/gems").await.expect_ok();
        people.push(person);
    }
    for (from, into) in [(0, 1), (1, 2)] {
        let body = json!({ "intoId": people[into].id() });
        boss.post(&format!("{CUSTOMERS_PATH}/{}/merge", people[from].id()), &body).await.expect_ok();
    }
    let exist = async || {
        let read = salon.app.db.read(|conn| -> Result<_, DbError> {
            conn.one::<(i64,)>("select count(*) from users where email is null and role = 'customer'", params![])
        });
        read.await.unwrap().unwrap().0
    };
    run_job(&salon, Job::Retention).await;
    assert_eq!(exist().await, 2, "the two who were merged point to who they are now");
    let confirm = json!({ "confirm": "third@test.invalid" });
    people[2].post("/api/profile/erase", &confirm).await.expect_ok();
    for _ in 0..3 {
        run_job(&salon, Job::Retention).await;
    }
    assert_eq!(exist().await, 0);
}
