//! The same request, sent twice, is done once: also to two processes, also at the same time.

use std::collections::BTreeSet;
use std::sync::mpsc;

use parlour_app::idempotency::{IdempotencyRefusal, ResponseAboutUser, StoredResponse, run_once_per_key};
use parlour_db::{Conn, Db, DbError, Tx, params};
use parlour_domain::auth::role::Role;
use parlour_domain::ist::{DAY_MS, Timestamp};
use parlour_store::idempotency::IdempotentRequest;
use parlour_testkit::actions::bookings::{created_booking_id, haircut_request_with, post_booking};
use parlour_testkit::actions::memberships::{
    cancel_membership, massage_session, post_membership, record_session, ten_hour_sale,
};
use parlour_testkit::checks::database::count_rows;
use parlour_testkit::fixtures::spa_salon::spa_salon;
use parlour_testkit::{TestSalon, test_on_both_engines};
use serde_json::json;

fn request_key(key: &str, body: &str) -> IdempotentRequest {
    IdempotentRequest { scope: "scope".into(), key: key.into(), body_hash: body.into(), user_id: None }
}

/// An act with an effect that can be counted, and an answer that tells who performed it.
fn perform(tx: &mut Tx<'_>, effect: &str, answer: &str) -> Result<ResponseAboutUser, IdempotencyRefusal> {
    tx.execute(
        "insert into secrets (name, value, created_at) values ($1, $2, $3)",
        params![format!("{effect} by {answer}"), effect, Timestamp::from_millis(0)],
    )?;
    Ok(StoredResponse { status: 201, body: answer.to_owned() }.about_no_user())
}

async fn run_with_key(
    db: &Db,
    key: &str,
    body: &str,
    performer: &str,
    now: Timestamp,
) -> Result<StoredResponse, IdempotencyRefusal> {
    let (request, key, performer) = (request_key(key, body), key.to_owned(), performer.to_owned());
    db.write(move |tx| run_once_per_key(tx, Some(&request), now, |tx| perform(tx, &key, &performer))).await
}

async fn effect_count(db: &Db, key: &'static str) -> i64 {
    let count = db.read(move |conn: &mut Conn<'_>| -> Result<_, DbError> {
        conn.one::<(i64,)>("select count(*) from secrets where value = $1", params![key])
    });
    count.await.unwrap().unwrap().0
}

#[test_on_both_engines]
async fn of_concurrent_requests_one_is_performed_and_all_get_its_response() {
    let salon = TestSalon::open().await;
    let processes = [salon.app.db.clone(), salon.open_in_second_process().await.db];
    for key in ["k0", "k1", "k2", "k3", "k4", "k5", "k6", "k7"] {
        let asked: Vec<_> = (0..10)
            .map(|at| {
                let (db, now) = (processes[at % 2].clone(), salon.now());
                tokio::spawn(async move { run_with_key(&db, key, "same", &format!("performer {at}"), now).await })
            })
            .collect();
        let mut answers = BTreeSet::new();
        for asked in asked {
            let answer = asked.await.unwrap().unwrap();
            assert_eq!(answer.status, 201);
            answers.insert(answer.body);
        }
        assert_eq!(answers.len(), 1, "{answers:?}");
        assert_eq!(effect_count(&processes[1], key).await, 1);
    }
}

/// The second waits for the first's transaction, and decides by how that one ends.
#[test_on_both_engines]
async fn a_repeated_request_waits_for_the_running_one() {
    let salon = TestSalon::open().await;
    let (db, other, now) = (&salon.app.db, &salon.open_in_second_process().await.db, salon.now());
    for ends_well in [true, false] {
        let key = if ends_well { "well" } else { "badly" };
        let (holds, held) = mpsc::channel();
        let slow = db.write(move |tx| {
            run_once_per_key(tx, Some(&request_key(key, "same")), now, |tx| {
                let answer = perform(tx, key, "slow")?;
                let _ = holds.send(());
                // Long enough for the second to get to the same row.
                std::thread::sleep(std::time::Duration::from_millis(400));
                if ends_well { Ok(answer) } else { Err(DbError::Statement("it failed".into()).into()) }
            })
        });
        let quick = async {
            tokio::task::spawn_blocking(move || held.recv()).await.unwrap().unwrap();
            run_with_key(other, key, "same", "quick", now).await
        };
        let (slow, quick): (Result<StoredResponse, IdempotencyRefusal>, _) = tokio::join!(slow, quick);
        assert_eq!(slow.is_ok(), ends_well);
        assert_eq!(quick.unwrap().body, if ends_well { "slow" } else { "quick" });
        assert_eq!(effect_count(db, key).await, 1);
    }
}

#[test_on_both_engines]
async fn a_key_is_for_one_body_and_without_a_key_nothing_is_stored() {
    let salon = TestSalon::open().await;
    let (db, now) = (&salon.app.db, salon.now());
    let first = run_with_key(db, "key", "body", "first", now).await.unwrap();
    assert_eq!(run_with_key(db, "key", "body", "second", now).await.unwrap(), first);
    let other_body = run_with_key(db, "key", "other body", "third", now).await;
    assert!(matches!(other_body, Err(IdempotencyRefusal::DifferentRequest(_))), "{other_body:?}");
    let elsewhere = db.write(move |tx| {
        let request = IdempotentRequest { scope: "elsewhere".into(), ..request_key("key", "other body") };
        run_once_per_key(tx, Some(&request), now, |tx| perform(tx, "key", "elsewhere"))
    });
    let elsewhere: Result<StoredResponse, IdempotencyRefusal> = elsewhere.await;
    assert_eq!(elsewhere.unwrap().body, "elsewhere");
    assert_eq!(effect_count(db, "key").await, 2);
    for performer in ["one", "two"] {
        let keyless: Result<StoredResponse, IdempotencyRefusal> =
            db.write(move |tx| run_once_per_key(tx, None, now, |tx| perform(tx, "keyless", performer))).await;
        assert_eq!(keyless.unwrap().body, performer);
    }
    assert_eq!(effect_count(db, "keyless").await, 2);
}

#[test_on_both_engines]
async fn a_key_is_stored_for_a_day() {
    let salon = TestSalon::open().await;
    let (db, now) = (&salon.app.db, salon.now());
    run_with_key(db, "key", "body", "first", now).await.unwrap();
    let last_moment = now.plus_millis(DAY_MS - 1);
    assert_eq!(run_with_key(db, "key", "body", "late", last_moment).await.unwrap().body, "first");
    let next_day = now.plus_millis(DAY_MS);
    assert_eq!(run_with_key(db, "key", "other body", "next", next_day).await.unwrap().body, "next");
    assert_eq!(run_with_key(db, "key", "other body", "again", next_day).await.unwrap().body, "next");
    let old_body = run_with_key(db, "key", "body", "again", next_day).await;
    assert!(matches!(old_body, Err(IdempotencyRefusal::DifferentRequest(_))), "{old_body:?}");
    assert_eq!(effect_count(db, "key").await, 2);
}

#[test_on_both_engines]
async fn a_failed_or_panicked_request_may_be_retried_with_its_key() {
    let salon = TestSalon::open().await;
    let (db, now) = (&salon.app.db, salon.now());
    for panics in [false, true] {
        let failed = db.write(move |tx| {
            run_once_per_key(tx, Some(&request_key("key", "body")), now, |tx| {
                perform(tx, "key", "first")?;
                if panics {
                    std::panic::resume_unwind(Box::new(()));
                }
                Err(DbError::Statement("it failed".into()).into())
            })
        });
        let failed: Result<StoredResponse, IdempotencyRefusal> = failed.await;
        assert!(matches!(failed, Err(IdempotencyRefusal::Db(_))), "{failed:?}");
        assert_eq!(effect_count(db, "key").await, 0);
    }
    // Also with another body: nothing of the first is left.
    assert_eq!(run_with_key(db, "key", "other body", "second", now).await.unwrap().body, "second");
    assert_eq!(effect_count(db, "key").await, 1);
}

/// What the desk was answered tells of a customer, and is kept under the name of whoever asked.
#[test_on_both_engines]
async fn an_erasure_deletes_stored_responses_about_the_user() {
    let salon = spa_salon().await;
    let manager = salon.member("Meera", Role::Manager).await;
    let (asha, tara) = (salon.customer("Asha").await, salon.customer("Tara").await);
    for (customer, key) in [(&asha, "of-asha"), (&tara, "of-tara")] {
        let desk = salon.member("Ravi", Role::Receptionist).await.with_header("idempotency-key", key);
        let sold = post_membership(&desk, &ten_hour_sale(customer)).await.expect_created();
        let membership = sold["membership"]["id"].as_str().unwrap();
        record_session(&desk, membership, &massage_session(60)).await.expect_created();
        let mut visit = haircut_request_with("customerId", customer.id().as_str());
        visit["staffId"] = "staff-stylist-branch-pune".into();
        let booking = created_booking_id(&post_booking(&desk, &visit).await);
        let paid = json!({ "paymentMethod": "upi" });
        desk.post(&format!("/api/bookings/{booking}/complete"), &paid).await.expect_ok();
        cancel_membership(&manager, membership, "Moves away").await.expect_ok();
    }
    let kept = "select count(*) from idempotency_keys where concerns_user_id = $1";
    for customer in [&asha, &tara] {
        assert_eq!(count_rows(&salon, customer.id().as_str(), kept).await, 4);
    }
    asha.post("/api/profile/erase", &json!({ "confirm": "asha@test.invalid" })).await.expect_ok();
    let told = "select count(*) from idempotency_keys where key = $1";
    assert_eq!((count_rows(&salon, "of-asha", told).await, count_rows(&salon, "of-tara", told).await), (0, 4));
    salon.run_due_jobs().await;
}
