//! Staff begin and end the visits of their own customers.

use parlour_domain::auth::role::Role;
use parlour_testkit::actions::bookings::{
    BOOKING_STATUSES, approve_booking, create_booking, get_booking, haircut_request, haircut_request_at,
    listed_bookings, post_booking_action, set_booking_status, shown_booking,
};
use parlour_testkit::actions::checkout::{cash_payment, complete_booking};
use parlour_testkit::actions::jobs::{noshow_check_job, open_booking_jobs};
use parlour_testkit::actions::people::{own_profile, receptionist, staff_member_in_pune};
use parlour_testkit::actions::visits::{
    act_on_own_visit, expect_nothing_to_undo, go_on_with_own_visit, put_lines, undo_last_act,
};
use parlour_testkit::checks::audit_log::{actions_on_record, change_of_record};
use parlour_testkit::checks::json::expect_only_field;
use parlour_testkit::fixtures::small_salon::{small_salon, small_salon_at};
use parlour_testkit::{Person, TestSalon, test_on_both_engines};
use serde_json::{Value, json};

const WRONG_STATUS: &str = "BOOKING_INVALID_STATUS_TRANSITION";

async fn kavya_of(salon: &TestSalon) -> Person {
    staff_member_in_pune(salon, "Kavya", Role::Staff).await
}

/// A confirmed haircut with Kavya.
async fn visit_of_kavya(desk: &Person, customer: &Person) -> String {
    let id = create_booking(customer, &haircut_request()).await;
    approve_booking(desk, &id, "staff-kavya").await.expect_ok();
    id
}

#[test_on_both_engines]
async fn the_desk_sees_when_a_visit_is_ready_to_be_paid() {
    let salon = small_salon_at("2027-03-05 10:50").await;
    let (desk, asha) = (receptionist(&salon).await, salon.customer("Asha").await);
    own_profile(&asha).await;
    let kavya = kavya_of(&salon).await;
    let id = visit_of_kavya(&desk, &asha).await;
    let begun = expect_only_field(&act_on_own_visit(&kavya, &id, "start").await.expect_ok(), "booking");
    assert_eq!((&begun["status"], &begun["finishedAt"]), (&json!("in_progress"), &Value::Null));
    let own_days = kavya.get("/api/me/schedule").await.expect_ok();
    assert_eq!(own_days["bookings"], json!([begun]), "without prices and contact details");
    assert_eq!(open_booking_jobs(&salon, &id).await, []);
    assert_eq!(get_booking(&desk, &id).await.expect_ok()["booking"]["finishedAt"], Value::Null);

    salon.advance_seconds(45 * 60);
    let over_at = salon.now().to_string();
    let finished = act_on_own_visit(&kavya, &id, "finished").await.expect_ok();
    assert_eq!(
        (&finished["booking"]["status"], &finished["booking"]["finishedAt"]),
        (&begun["status"], &json!(over_at))
    );
    salon.advance_seconds(60);
    let again = act_on_own_visit(&kavya, &id, "finished").await.expect_ok();
    assert_eq!(again, finished, "the first time counts");

    let board = desk.get("/api/desk/board?branchId=branch-pune&date=2027-03-05").await.expect_ok();
    let on_board = board["board"].as_array().unwrap().iter().find(|row| row["staff"]["id"] == "staff-kavya").unwrap();
    let of_customer = format!("/api/customers/{}/bookings", asha.id());
    for seen in [
        get_booking(&desk, &id).await.expect_ok()["booking"].clone(),
        listed_bookings(&desk.get("/api/bookings?date=2027-03-05").await)[0].clone(),
        listed_bookings(&desk.get("/api/bookings?status=in_progress").await)[0].clone(),
        listed_bookings(&desk.get(&of_customer).await)[0].clone(),
        on_board["bookings"][0].clone(),
    ] {
        assert_eq!(seen["finishedAt"], over_at, "{seen}");
    }
    assert_eq!(shown_booking(&asha, &id).await.get("finishedAt"), None, "customers know when they were done");
    let actions = ["booking.approve", "booking.finish", "booking.request", "booking.start"];
    assert_eq!(actions_on_record(&salon, &id).await, actions);
    let (before, after) = change_of_record(&salon, &id, "booking.finish").await;
    assert_eq!((&before["finishedAt"], &after["finishedAt"]), (&Value::Null, &json!(over_at)));
    let export = asha.get("/api/profile/export").await.expect_ok();
    assert_eq!(export["bookings"][0]["finishedAt"], over_at);

    // Who pays is done, and nothing is taken back any more.
    complete_booking(&desk, &id, &cash_payment()).await.expect_ok();
    go_on_with_own_visit(&kavya, &id).await.expect_error(409, WRONG_STATUS);
    assert_eq!(shown_booking(&desk, &id).await["finishedAt"], over_at);
    salon.leaves_due_jobs("the invoice is not what this is about");
}

#[test_on_both_engines]
async fn a_visit_that_is_not_over_goes_on() {
    let salon = small_salon_at("2027-03-05 10:50").await;
    let (desk, asha) = (receptionist(&salon).await, salon.customer("Asha").await);
    let kavya = kavya_of(&salon).await;
    let id = visit_of_kavya(&desk, &asha).await;
    act_on_own_visit(&kavya, &id, "start").await.expect_ok();
    let begun = go_on_with_own_visit(&kavya, &id).await.expect_ok();
    assert_eq!(begun["booking"]["finishedAt"], Value::Null, "it was not finished");
    act_on_own_visit(&kavya, &id, "finished").await.expect_ok();
    assert_eq!(go_on_with_own_visit(&kavya, &id).await.expect_ok(), begun);
    let actions = actions_on_record(&salon, &id).await;
    let taken_back = actions.iter().filter(|action| *action == "booking.take_back_finish");
    assert_eq!(taken_back.count(), 1, "{actions:?}");
    salon.advance_seconds(60);
    act_on_own_visit(&kavya, &id, "finished").await.expect_ok();
    assert_eq!(shown_booking(&desk, &id).await["finishedAt"], salon.now().to_string(), "the time of the last");
}

#[test_on_both_engines]
async fn a_visit_to_which_a_service_is_added_is_not_over() {
    let salon = small_salon_at("2027-03-05 10:50").await;
    let (desk, asha) = (receptionist(&salon).await, salon.customer("Asha").await);
    let kavya = kavya_of(&salon).await;
    let id = visit_of_kavya(&desk, &asha).await;
    act_on_own_visit(&kavya, &id, "start").await.expect_ok();
    act_on_own_visit(&kavya, &id, "finished").await.expect_ok();
    let longer = json!([{ "serviceId": "service-cut", "durationMinutes": 60 }]);
    put_lines(&desk, &id, &longer).await.expect_ok();
    assert!(shown_booking(&desk, &id).await["finishedAt"].is_string(), "nothing was added");
    let added = json!([{ "serviceId": "service-cut" }, { "serviceId": "service-wash" }]);
    put_lines(&desk, &id, &added).await.expect_ok();
    assert_eq!(shown_booking(&desk, &id).await["finishedAt"], Value::Null);
    let actions = actions_on_record(&salon, &id).await;
    assert_eq!(actions.iter().filter(|action| *action == "booking.lines").count(), 2, "{actions:?}");
    act_on_own_visit(&kavya, &id, "finished").await.expect_ok();
    // Once more the same service is one more as well.
    let twice =
        json!([{ "serviceId": "service-cut" }, { "serviceId": "service-wash" }, { "serviceId": "service-cut" }]);
    put_lines(&desk, &id, &twice).await.expect_ok();
    assert_eq!(shown_booking(&desk, &id).await["finishedAt"], Value::Null);
}

#[test_on_both_engines]
async fn the_desk_takes_back_a_start_with_what_followed() {
    let salon = small_salon_at("2027-03-05 10:50").await;
    let (desk, asha) = (receptionist(&salon).await, salon.customer("Asha").await);
    let kavya = kavya_of(&salon).await;
    let id = visit_of_kavya(&desk, &asha).await;
    post_booking_action(&desk, &id, "arrive").await.expect_ok();
    act_on_own_visit(&kavya, &id, "start").await.expect_ok();
    act_on_own_visit(&kavya, &id, "finished").await.expect_ok();
    let waiting = undo_last_act(&desk, &id).await;
    assert_eq!((&waiting["status"], waiting["arrivedAt"].is_string()), (&json!("confirmed"), true));
    assert_eq!(shown_booking(&desk, &id).await["finishedAt"], Value::Null);
    assert_eq!(open_booking_jobs(&salon, &id).await, [noshow_check_job(&id, "2027-03-05", "12:00")]);
    // It begins anew, at the desk or at the chair, and is not finished.
    post_booking_action(&desk, &id, "start").await.expect_ok();
    assert_eq!(shown_booking(&desk, &id).await["finishedAt"], Value::Null);
    act_on_own_visit(&kavya, &id, "finished").await.expect_ok();
    undo_last_act(&desk, &id).await;
    undo_last_act(&desk, &id).await;
    expect_nothing_to_undo(&desk, &id).await;
    assert_eq!(shown_booking(&desk, &id).await["finishedAt"], Value::Null);
}

#[test_on_both_engines]
async fn only_visits_of_ones_own_are_begun_and_ended() {
    let salon = small_salon().await;
    let (desk, asha) = (receptionist(&salon).await, salon.customer("Asha").await);
    let (kavya, sita) = (kavya_of(&salon).await, staff_member_in_pune(&salon, "Sita", Role::Staff).await);
    let boss = staff_member_in_pune(&salon, "Meera", Role::Manager).await;
    let nobody = salon.member("Nobody", Role::Staff).await;
    let id = visit_of_kavya(&desk, &asha).await;
    for act in ["start", "finished"] {
        for other in [&sita, &boss, &nobody, &desk] {
            act_on_own_visit(other, &id, act).await.expect_error(404, "NOT_FOUND");
            act_on_own_visit(other, "nothing", act).await.expect_error(404, "NOT_FOUND");
            go_on_with_own_visit(other, &id).await.expect_error(404, "NOT_FOUND");
        }
        // Whoever has a line may end it for all, and a request nobody has is nobody's.
        let lines = json!([
            { "serviceId": "service-cut", "staffId": "staff-kavya" },
            { "serviceId": "service-wash", "staffId": "staff-sita" },
        ]);
        put_lines(&desk, &id, &lines).await.expect_ok();
        let done = act_on_own_visit(&sita, &id, act).await.expect_ok();
        assert_eq!(done["booking"]["services"][1]["isOwn"], true);
        let lines = json!([{ "serviceId": "service-cut", "staffId": "staff-kavya" }]);
        put_lines(&desk, &id, &lines).await.expect_ok();
    }
    let asked = create_booking(&asha, &haircut_request_at("2027-03-06", "11:00")).await;
    act_on_own_visit(&kavya, &asked, "start").await.expect_error(404, "NOT_FOUND");
}

#[test_on_both_engines]
async fn the_status_decides_what_staff_can_do() {
    let salon = small_salon().await;
    let (desk, asha) = (receptionist(&salon).await, salon.customer("Asha").await);
    let kavya = kavya_of(&salon).await;
    let id = visit_of_kavya(&desk, &asha).await;
    for status in BOOKING_STATUSES {
        set_booking_status(&salon, &id, status).await;
        if status != "in_progress" {
            act_on_own_visit(&kavya, &id, "finished").await.expect_error(409, WRONG_STATUS);
            go_on_with_own_visit(&kavya, &id).await.expect_error(409, WRONG_STATUS);
        }
        if status != "confirmed" {
            act_on_own_visit(&kavya, &id, "start").await.expect_error(409, WRONG_STATUS);
        }
    }
    assert_eq!(actions_on_record(&salon, &id).await, ["booking.approve", "booking.request"]);
}

#[test_on_both_engines]
async fn a_repeated_key_is_answered_alike() {
    let salon = small_salon().await;
    let (desk, asha) = (receptionist(&salon).await, salon.customer("Asha").await);
    let kavya = kavya_of(&salon).await;
    let id = visit_of_kavya(&desk, &asha).await;
    let begin = kavya.clone().with_header("idempotency-key", "begin");
    let begun = act_on_own_visit(&begin, &id, "start").await.expect_ok();
    let end = kavya.clone().with_header("idempotency-key", "end");
    let ended = act_on_own_visit(&end, &id, "finished").await.expect_ok();
    go_on_with_own_visit(&kavya, &id).await.expect_ok();
    assert_eq!(act_on_own_visit(&begin, &id, "start").await.expect_ok(), begun);
    assert_eq!(act_on_own_visit(&end, &id, "finished").await.expect_ok(), ended);
    assert_eq!(shown_booking(&desk, &id).await["finishedAt"], Value::Null, "it was not done again");
}

#[test_on_both_engines]
async fn two_at_once_end_as_if_they_had_queued() {
    let salon = small_salon().await;
    let (desk, asha) = (receptionist(&salon).await, salon.customer("Asha").await);
    let (kavya, sita) = (kavya_of(&salon).await, staff_member_in_pune(&salon, "Sita", Role::Staff).await);
    let id = visit_of_kavya(&desk, &asha).await;
    let lines = json!([
        { "serviceId": "service-cut", "staffId": "staff-kavya" }, { "serviceId": "service-wash", "staffId": "staff-sita" },
    ]);
    put_lines(&desk, &id, &lines).await.expect_ok();
    for round in 1..=6 {
        let (one, two) = tokio::join!(act_on_own_visit(&kavya, &id, "start"), post_booking_action(&desk, &id, "start"));
        let statuses = [one.status.as_u16(), two.status.as_u16()];
        assert!(statuses == [200, 409] || statuses == [409, 200], "{statuses:?}");
        let (one, two) =
            tokio::join!(act_on_own_visit(&kavya, &id, "finished"), act_on_own_visit(&sita, &id, "finished"));
        assert_eq!(one.expect_ok()["booking"]["finishedAt"], two.expect_ok()["booking"]["finishedAt"]);
        let finished = actions_on_record(&salon, &id).await;
        assert_eq!(finished.iter().filter(|action| *action == "booking.finish").count(), round);
        // The start is taken back while somebody goes on: whichever came first, the visit is not finished.
        let (undone, went_on) =
            tokio::join!(post_booking_action(&desk, &id, "undo"), go_on_with_own_visit(&kavya, &id));
        undone.expect_ok();
        assert!([200, 409].contains(&went_on.status.as_u16()), "{}", went_on.text());
        let seen = shown_booking(&desk, &id).await;
        assert_eq!((&seen["status"], &seen["finishedAt"]), (&json!("confirmed"), &Value::Null));
    }
}
