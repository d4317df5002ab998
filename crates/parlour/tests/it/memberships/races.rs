//! Sales, sessions and cancels of memberships that happen at the same time end as if they had queued.

use std::collections::BTreeSet;

use parlour_app::memberships::{SellRefusal, sell};
use parlour_domain::auth::role::Role;
use parlour_testkit::actions::invoices::{invoice_numbers, number_series};
use parlour_testkit::actions::memberships::{
    cancel_membership, create_membership, list_memberships, massage_session, membership_detail, one_hour_sale,
    post_membership, record_session, ten_hour_sale,
};
use parlour_testkit::actions::people::{own_profile, receptionist};
use parlour_testkit::checks::audit_log::actions_on_record;
use parlour_testkit::checks::database::count_rows;
use parlour_testkit::checks::json::{row_ids, with_field};
use parlour_testkit::fixtures::spa_salon::spa_salon;
use parlour_testkit::{Person, TestSalon, test_on_both_engines};
use serde_json::json;
use tokio::task::JoinSet;

async fn sign_in_receptionists(salon: &TestSalon, count: usize) -> Vec<Person> {
    let mut people = Vec::new();
    for number in 0..count {
        people.push(salon.member(&format!("desk{number}"), Role::Receptionist).await);
    }
    people
}

#[test_on_both_engines]
async fn of_twenty_four_concurrent_sales_one_succeeds() {
    let salon = spa_salon().await;
    let asha = salon.customer("Asha").await;
    // One that has run out must be written off once, whoever comes first.
    let desks = sign_in_receptionists(&salon, 24).await;
    let overdue = with_field(with_field(ten_hour_sale(&asha), "startDate", "2027-02-01"), "validityDays", 2);
    let first = create_membership(&desks[0], &overdue).await;
    let mut selling = JoinSet::new();
    for desk in desks.clone() {
        let body = ten_hour_sale(&asha);
        selling.spawn(async move { post_membership(&desk, &body).await });
    }
    let replies = selling.join_all().await;
    let (won, lost): (Vec<_>, Vec<_>) = replies.iter().partition(|reply| reply.status == 201);
    assert_eq!((won.len(), lost.len()), (1, 23));
    for reply in lost {
        reply.expect_error(409, "MEMBERSHIP_ALREADY_ACTIVE");
    }
    let second = won[0].expect_created()["membership"]["id"].as_str().unwrap().to_owned();
    assert_eq!(row_ids(&list_memberships(&desks[0], "?status=active").await), [&second]);
    assert_eq!(actions_on_record(&salon, &first).await, ["membership.expire", "membership.sell"]);
    assert_eq!(invoice_numbers(&salon).await, number_series("PUN/2627/", 6, 2), "who loses takes no number");
    salon.run_due_jobs().await;
}

#[test_on_both_engines]
async fn concurrent_sales_have_consecutive_invoices_despite_rollbacks() {
    let salon = spa_salon().await;
    let desks = sign_in_receptionists(&salon, 8).await;
    let mut selling = JoinSet::new();
    for number in 0..24 {
        let customer = salon.customer(&format!("guest{number}")).await;
        let desk = desks[number % 8].clone();
        // Every third changes its mind after the invoice was written.
        if number % 3 == 0 {
            let sale = one_hour_sale(customer.id());
            let (db, context, seller) = (salon.app.db.clone(), salon.context(), desk.id().clone());
            selling.spawn(async move {
                let given_up = db.write(move |tx| -> Result<(), SellRefusal> {
                    sell(tx, &context, &seller, &sale)?;
                    Err(SellRefusal::AlreadyActive)
                });
                assert!(given_up.await.is_err());
            });
        } else {
            let body = ten_hour_sale(&customer);
            selling.spawn(async move {
                post_membership(&desk, &body).await.expect_created();
            });
        }
    }
    selling.join_all().await;
    assert_eq!(invoice_numbers(&salon).await, number_series("PUN/2627/", 6, 16), "no gap and no repeat");
    assert_eq!(list_memberships(&desks[0], "").await.len(), 16);
    salon.run_due_jobs().await;
}

#[test_on_both_engines]
async fn concurrent_sessions_never_exceed_the_hours() {
    let salon = spa_salon().await;
    let asha = salon.customer("Asha").await;
    let desks = sign_in_receptionists(&salon, 24).await;
    let id = create_membership(&desks[0], &with_field(ten_hour_sale(&asha), "hoursMinutes", 630)).await;
    let mut recording = JoinSet::new();
    for desk in desks.clone() {
        let id = id.clone();
        recording.spawn(async move { record_session(&desk, &id, &massage_session(60)).await });
    }
    let replies = recording.join_all().await;
    let (won, lost): (Vec<_>, Vec<_>) = replies.iter().partition(|reply| reply.status == 201);
    assert_eq!((won.len(), lost.len()), (10, 14));
    for reply in lost {
        reply.expect_error(409, "MEMBERSHIP_INSUFFICIENT_HOURS");
    }
    let left: BTreeSet<_> =
        won.iter().map(|reply| reply.expect_created()["remainingMinutes"].as_i64().unwrap()).collect();
    assert_eq!(left, (0..10).map(|used| 30 + used * 60).collect(), "each saw what the others had left");
    let numbers: BTreeSet<_> = won
        .iter()
        .map(|reply| reply.expect_created()["booking"]["bookingNumber"].as_str().unwrap().to_owned())
        .collect();
    assert_eq!(numbers, (1..=10).map(|number| format!("BK-PUN-2703-S-{number:05}-M")).collect());
    let seen = membership_detail(&desks[0], &id).await;
    assert_eq!((&seen["usedHoursMinutes"], seen["sessions"].as_array().map(Vec::len)), (&json!(600), Some(10)));
    assert_eq!(
        invoice_numbers(&salon).await,
        [number_series("PUN/2627/", 6, 1), number_series("PUN/2627/S", 5, 10)].concat()
    );
    assert_eq!(own_profile(&asha).await["totalVisits"], 10);
    salon.run_due_jobs().await;
}

#[test_on_both_engines]
async fn of_concurrent_cancellations_one_succeeds_and_no_session_follows() {
    let salon = spa_salon().await;
    let asha = salon.customer("Asha").await;
    let desks = sign_in_receptionists(&salon, 12).await;
    let id = create_membership(&desks[0], &ten_hour_sale(&asha)).await;
    let mut managers = Vec::new();
    for number in 0..24 {
        managers.push(salon.member(&format!("manager{number}"), Role::Manager).await);
    }
    let (mut cancelling, mut recording) = (JoinSet::new(), JoinSet::new());
    for (number, manager) in managers.into_iter().enumerate() {
        let id = id.clone();
        cancelling.spawn(async move { cancel_membership(&manager, &id, &format!("Reason {number}")).await });
    }
    for desk in desks.clone() {
        let id = id.clone();
        recording.spawn(async move { record_session(&desk, &id, &massage_session(10)).await });
    }
    let cancelled = cancelling.join_all().await;
    let (won, lost): (Vec<_>, Vec<_>) = cancelled.iter().partition(|reply| reply.status == 200);
    assert_eq!((won.len(), lost.len()), (1, 23));
    for reply in lost {
        reply.expect_error(409, "CONFLICT");
    }
    let recorded = recording.join_all().await;
    let (made, refused): (Vec<_>, Vec<_>) = recorded.iter().partition(|reply| reply.status == 201);
    for reply in refused {
        reply.expect_error(409, "MEMBERSHIP_EXPIRED");
    }
    let used = i64::try_from(10 * made.len()).unwrap();
    let seen = membership_detail(&desks[0], &id).await;
    assert_eq!((&seen["usedHoursMinutes"], &seen["notes"]), (&json!(used), &won[0].expect_ok()["notes"]));
    assert_eq!(won[0].expect_ok()["usedHoursMinutes"], used, "nothing was taken after the end");
    let cancels = actions_on_record(&salon, &id).await.into_iter().filter(|action| action == "membership.cancel");
    assert_eq!(cancels.count(), 1);
    salon.run_due_jobs().await;
}

#[test_on_both_engines]
async fn erasure_and_sale_exclude_each_other() {
    let salon = spa_salon().await;
    let desk = receptionist(&salon).await;
    for round in 0..12 {
        let asha = salon.customer(&format!("asha{round}")).await;
        let confirm = json!({ "confirm": format!("asha{round}@test.invalid") });
        let body = ten_hour_sale(&asha);
        let (erased, sale) = tokio::join!(asha.post("/api/profile/erase", &confirm), post_membership(&desk, &body));
        if erased.status == 200 {
            assert_eq!(sale.expect_invalid_fields(), ["customerId"]);
        } else {
            erased.expect_error(409, "CONFLICT");
            sale.expect_created();
        }
    }
    salon.run_due_jobs().await;
}

#[test_on_both_engines]
async fn sales_and_sessions_during_a_merge_belong_to_the_remaining_customer() {
    let salon = spa_salon().await;
    let (desk, manager) = (receptionist(&salon).await, salon.member("Meera", Role::Manager).await);
    for round in 0..12 {
        let (asha, double) =
            (salon.customer(&format!("asha{round}")).await, salon.customer(&format!("double{round}")).await);
        for person in [&asha, &double] {
            own_profile(person).await;
        }
        let into = json!({ "intoId": asha.id().as_str() });
        let merge = format!("/api/customers/{}/merge", double.id());
        let is_used = round % 2 == 0;
        if is_used {
            let id = create_membership(&desk, &ten_hour_sale(&double)).await;
            let body = massage_session(60);
            let (session, merged) = tokio::join!(record_session(&desk, &id, &body), manager.post(&merge, &into));
            session.expect_created();
            merged.expect_ok();
            let seen = membership_detail(&desk, &id).await;
            assert_eq!(seen["customerId"], asha.id().as_str());
            assert_eq!(seen["sessions"][0]["customerId"], asha.id().as_str());
            assert_eq!(own_profile(&asha).await["totalVisits"], 1);
        } else {
            let body = ten_hour_sale(&double);
            let (sale, merged) = tokio::join!(post_membership(&desk, &body), manager.post(&merge, &into));
            merged.expect_ok();
            let owned = asha.get("/api/membership").await.expect_ok()["active"]["customerId"].clone();
            if sale.status == 201 {
                assert_eq!(owned, asha.id().as_str());
            } else {
                assert_eq!((sale.expect_invalid_fields(), owned), (vec!["customerId".to_owned()], json!(null)));
            }
        }
        let left = "select (select count(*) from memberships where customer_id = $1)
                        + (select count(*) from bookings where customer_id = $1)
                        + (select count(*) from invoices where customer_id = $1)
                        + (select count(*) from notifications where user_id = $1)
                        + (select count(*) from audit_log where concerns_user_id = $1)
                        + (select count(*) from idempotency_keys where concerns_user_id = $1)
                        + (select total_visits from profiles where user_id = $1)";
        assert_eq!(count_rows(&salon, double.id().as_str(), left).await, 0, "in round {round}");
    }
    salon.run_due_jobs().await;
}
