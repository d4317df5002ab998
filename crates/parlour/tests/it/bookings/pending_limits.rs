//! A branch limits how many requests of one customer wait for an answer, and customers book two years ahead.

use parlour_domain::auth::role::Role;
use parlour_testkit::actions::bookings::{
    approve_booking, booking_row_counts, cancel_booking, create_booking, haircut_request, haircut_request_at,
    haircut_request_with, mark_confirmed, post_booking, reschedule_booking,
};
use parlour_testkit::actions::counter::patch_branch_as_owner;
use parlour_testkit::actions::people::receptionist;
use parlour_testkit::checks::audit_log::admin_changes_of_record;
use parlour_testkit::fixtures::small_salon::{GOA, PUNE, STYLIST, small_salon};
use parlour_testkit::test_on_both_engines;
use serde_json::{Value, json};
use tokio::task::JoinSet;

#[test_on_both_engines]
async fn a_request_above_the_limit_is_refused() {
    let salon = small_salon().await;
    let (desk, asha, tara) = (receptionist(&salon).await, salon.customer("Asha").await, salon.customer("Tara").await);
    patch_branch_as_owner(&salon, PUNE, &json!({ "maxPendingPerCustomer": 2 })).await;
    let first = create_booking(&asha, &haircut_request()).await;
    let second = create_booking(&asha, &haircut_request()).await;
    let before = booking_row_counts(&salon).await;
    let refused = async || {
        post_booking(&asha, &haircut_request()).await.expect_error(422, "BUSINESS_RULE_VIOLATION");
    };
    refused().await;
    let wrong = post_booking(&asha, &haircut_request_with("serviceIds", json!(["nothing"]))).await;
    assert_eq!(wrong.expect_invalid_fields(), ["serviceIds.0"], "fields come first");
    assert_eq!(booking_row_counts(&salon).await, before);
    create_booking(&asha, &haircut_request_with("branchId", GOA)).await;
    create_booking(&tara, &haircut_request()).await;
    let mut by_desk = haircut_request();
    by_desk["customerId"] = asha.id().as_str().into();
    create_booking(&desk, &by_desk).await;
    refused().await;
    cancel_booking(&asha, &first).await.expect_ok();
    refused().await;
    approve_booking(&desk, &second, STYLIST).await.expect_ok();
    create_booking(&asha, &haircut_request()).await;
    refused().await;
    reschedule_booking(&asha, &second, "2027-03-08", "12:00").await.expect_ok();
    refused().await;
    patch_branch_as_owner(&salon, PUNE, &json!({ "maxPendingPerCustomer": null })).await;
    create_booking(&asha, &haircut_request()).await;
}

/// On a live branch a request takes somebody's time, so a branch that becomes live has a limit until its owner removes it.
#[test_on_both_engines]
async fn a_branch_that_becomes_live_limits_open_requests() {
    let salon = small_salon().await;
    let olga = salon.member("Olga", Role::Owner).await;
    let limit_after = async |patch: Value| {
        let changed = olga.patch(&format!("/api/branches/{PUNE}"), &patch).await.expect_ok();
        changed["branch"]["maxPendingPerCustomer"].clone()
    };
    assert_eq!(limit_after(json!({ "name": "Parlour Pune" })).await, Value::Null, "it was open before");
    assert_eq!(limit_after(json!({ "availabilityMode": "live", "maxPendingPerCustomer": null })).await, 3);
    assert_eq!(limit_after(json!({ "maxPendingPerCustomer": null })).await, Value::Null, "a later change removes it");
    assert_eq!(limit_after(json!({ "availabilityMode": "live", "holdMinutes": 20 })).await, Value::Null);
    assert_eq!(limit_after(json!({ "availabilityMode": "open" })).await, Value::Null);
    assert_eq!(limit_after(json!({ "maxPendingPerCustomer": 5 })).await, 5);
    assert_eq!(limit_after(json!({ "availabilityMode": "live" })).await, 5, "one that is set stays");
    let changes = admin_changes_of_record(&salon, PUNE, "branch.change").await;
    assert!(changes.iter().any(|(_, _, after)| after["maxPendingPerCustomer"] == 3), "the log shows it");

    let opened = async |more: Value| {
        let mut body = json!({ "name": "Parlour Delhi", "address": "Connaught Place, New Delhi" });
        body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        olga.post("/api/branches", &body).await.expect_created()["branch"]["maxPendingPerCustomer"].clone()
    };
    let live = "live";
    assert_eq!(opened(json!({ "code": "D1" })).await, Value::Null);
    assert_eq!(opened(json!({ "code": "D2", "availabilityMode": live })).await, 3);
    assert_eq!(opened(json!({ "code": "D3", "availabilityMode": live, "maxPendingPerCustomer": null })).await, 3);
    assert_eq!(opened(json!({ "code": "D4", "availabilityMode": live, "maxPendingPerCustomer": 1 })).await, 1);
}

#[test_on_both_engines]
async fn of_requests_at_once_as_many_as_allowed_win() {
    let salon = small_salon().await;
    let asha = salon.customer("Asha").await;
    for limit in [1_usize, 3] {
        patch_branch_as_owner(&salon, PUNE, &json!({ "maxPendingPerCustomer": limit })).await;
        let mut racing = JoinSet::new();
        for _ in 0..8 {
            let asha = asha.clone();
            racing.spawn(async move { post_booking(&asha, &haircut_request()).await });
        }
        let replies = racing.join_all().await;
        let made: Vec<Value> = replies
            .iter()
            .filter(|reply| reply.status == 201)
            .map(|reply| reply.expect_created()["id"].clone())
            .collect();
        assert_eq!(made.len(), limit);
        for reply in replies.iter().filter(|reply| reply.status != 201) {
            reply.expect_error(422, "BUSINESS_RULE_VIOLATION");
        }
        for id in made {
            mark_confirmed(&salon, id.as_str().unwrap()).await;
        }
    }
}

#[test_on_both_engines]
async fn customers_book_and_move_at_most_two_years_ahead() {
    let salon = small_salon().await;
    let (desk, asha) = (receptionist(&salon).await, salon.customer("Asha").await);
    let id = create_booking(&asha, &haircut_request_at("2029-03-01", "11:00")).await;
    let far = post_booking(&asha, &haircut_request_at("2029-03-02", "11:00")).await;
    assert_eq!(far.expect_invalid_fields(), ["bookingDate"]);
    assert_eq!(reschedule_booking(&asha, &id, "2029-03-02", "11:00").await.expect_invalid_fields(), ["bookingDate"]);
    let both = reschedule_booking(&asha, &id, "2029-03-02", "09:00").await.expect_invalid_fields();
    assert_eq!(both, ["bookingDate", "startTime"]);
    let mut by_desk = haircut_request_at("2035-01-01", "11:00");
    by_desk["customerId"] = asha.id().as_str().into();
    let late = create_booking(&desk, &by_desk).await;
    reschedule_booking(&desk, &late, "2036-01-01", "11:00").await.expect_ok();
}
