//! On which terms the desk sells and uses memberships: a receptionist on those of tiers and services, a manager on any.

use parlour_testkit::actions::bookings::{
    create_booking, mark_confirmed, massage_request, replace_booking_services, shown_booking,
};
use parlour_testkit::actions::checkout::{complete_booking, shown_quote};
use parlour_testkit::actions::counter::patch_branch_as_owner;
use parlour_testkit::actions::memberships::{
    create_membership, massage_session, membership_detail, membership_row_counts, post_membership, record_session,
    reverse_session, session_service, ten_hour_sale,
};
use parlour_testkit::actions::people::{manager, receptionist};
use parlour_testkit::actions::visits::put_lines;
use parlour_testkit::checks::database::update_rows;
use parlour_testkit::checks::json::with_field;
use parlour_testkit::fixtures::small_salon::{GOA, PUNE};
use parlour_testkit::fixtures::spa_salon::spa_salon;
use parlour_testkit::{Person, TestSalon, test_on_both_engines};
use serde_json::{Value, json};

async fn salon_on_tier_terms() -> TestSalon {
    let salon = spa_salon().await;
    patch_branch_as_owner(&salon, PUNE, &json!({ "deskMembershipTerms": "tier" })).await;
    salon
}

#[test_on_both_engines]
async fn a_receptionist_sells_on_the_terms_of_the_tier() {
    let salon = salon_on_tier_terms().await;
    let (desk, meera, asha) = (receptionist(&salon).await, manager(&salon).await, salon.customer("Asha").await);
    let before = membership_row_counts(&salon).await;
    for (field, value) in [
        ("hoursMinutes", json!(52_560_000)),
        ("hoursMinutes", json!(599)),
        ("pricePaise", json!(0)),
        ("pricePaise", json!(100)),
        ("validityDays", json!(181)),
        ("validityDays", json!(36_500)),
    ] {
        let other = with_field(ten_hour_sale(&asha), field, value);
        post_membership(&desk, &other).await.expect_error(403, "FORBIDDEN");
        let to_herself = with_field(other, "customerId", desk.id().as_str());
        post_membership(&desk, &to_herself).await.expect_error(403, "FORBIDDEN");
    }
    assert_eq!(membership_row_counts(&salon).await, before);
    let wrong = with_field(with_field(ten_hour_sale(&asha), "pricePaise", 1), "customerId", "nobody");
    assert_eq!(post_membership(&desk, &wrong).await.expect_invalid_fields(), ["customerId"], "wrong fields come first");
    post_membership(&desk, &ten_hour_sale(&asha)).await.expect_created();
    let tara = salon.customer("Tara").await;
    let agreed = with_field(with_field(ten_hour_sale(&tara), "pricePaise", 1_700_000), "hoursMinutes", 660);
    let sold = post_membership(&meera, &agreed).await.expect_created();
    assert_eq!(sold["membership"]["totalHoursMinutes"], 660);
    salon.leaves_due_jobs("nobody reads the invoices");
}

/// Hours pay at every branch, so nobody gets around the setting of their branch by naming another one.
#[test_on_both_engines]
async fn the_stricter_of_the_branch_named_and_ones_own_holds() {
    let salon = salon_on_tier_terms().await;
    let (desk, asha, tara) = (receptionist(&salon).await, salon.customer("Asha").await, salon.customer("Tara").await);
    let cheap = |customer: &Person| with_field(ten_hour_sale(customer), "pricePaise", 100);
    let in_goa = |customer: &Person| with_field(cheap(customer), "branchId", GOA);
    post_membership(&desk, &cheap(&asha)).await.expect_error(403, "FORBIDDEN");
    patch_branch_as_owner(&salon, PUNE, &json!({ "deskMembershipTerms": "any" })).await;
    patch_branch_as_owner(&salon, GOA, &json!({ "deskMembershipTerms": "tier" })).await;
    post_membership(&desk, &in_goa(&asha)).await.expect_error(403, "FORBIDDEN");
    let membership = create_membership(&desk, &cheap(&asha)).await;
    let short = massage_session(5);
    record_session(&desk, &membership, &with_field(short.clone(), "branchId", GOA))
        .await
        .expect_error(403, "FORBIDDEN");
    record_session(&desk, &membership, &short).await.expect_created();
    // Who works in Goa is bound in Pune, too.
    let works_in_goa = "update staff set user_id = $1 where id = 'staff-stylist-branch-goa'";
    update_rows(&salon, desk.id().as_str(), works_in_goa).await;
    post_membership(&desk, &cheap(&tara)).await.expect_error(403, "FORBIDDEN");
    record_session(&desk, &membership, &short).await.expect_error(403, "FORBIDDEN");
    salon.leaves_due_jobs("nobody reads the invoices");
}

#[test_on_both_engines]
async fn a_receptionist_records_no_fewer_minutes_than_the_catalogue_has() {
    let salon = salon_on_tier_terms().await;
    let (desk, meera, asha) = (receptionist(&salon).await, manager(&salon).await, salon.customer("Asha").await);
    let membership = create_membership(&desk, &ten_hour_sale(&asha)).await;
    record_session(&desk, &membership, &massage_session(59)).await.expect_error(403, "FORBIDDEN");
    // Every service by itself: the minutes of one do not make up for those of another.
    let mixed = json!({ "services": [session_service("massage", 30), session_service("steam", 90)] });
    record_session(&desk, &membership, &mixed).await.expect_error(403, "FORBIDDEN");
    assert_eq!(membership_detail(&desk, &membership).await["usedHoursMinutes"], 0);
    record_session(&desk, &membership, &massage_session(60)).await.expect_created();
    record_session(&desk, &membership, &massage_session(75)).await.expect_created();
    record_session(&meera, &membership, &massage_session(30)).await.expect_created();
    assert_eq!(membership_detail(&desk, &membership).await["usedHoursMinutes"], 165);
    salon.leaves_due_jobs("nobody reads the invoices");
}

fn massage(minutes: i64) -> Value {
    json!({ "serviceId": "service-massage", "durationMinutes": minutes })
}

/// What a checkout with hours takes from a new membership.
async fn minutes_taken(desk: &Person, customer: &Person, booking: &str) -> (String, i64) {
    let membership = create_membership(desk, &ten_hour_sale(customer)).await;
    let body = json!({ "membershipId": membership });
    assert_eq!(shown_quote(desk, booking, &body).await["totalAmountPaise"], 0);
    complete_booking(desk, booking, &body).await.expect_ok();
    let seen = membership_detail(desk, &membership).await;
    (membership, seen["usedHoursMinutes"].as_i64().unwrap())
}

/// On the terms of a tier or on any: what hours pay for is not the receptionist's.
#[test_on_both_engines]
async fn a_line_that_a_receptionist_shortens_takes_the_minutes_of_the_catalogue() {
    let salon = spa_salon().await;
    let (desk, meera, asha) = (receptionist(&salon).await, manager(&salon).await, salon.customer("Asha").await);
    let id = create_booking(&asha, &massage_request()).await;
    mark_confirmed(&salon, &id).await;
    let lines = json!([massage(5), massage(5), { "serviceId": "service-steam", "durationMinutes": 40 }]);
    let shown = put_lines(&desk, &id, &lines).await.expect_ok()["booking"].clone();
    assert_eq!(shown["totalDurationMinutes"], 50, "the booking takes as long as the desk says");
    // Saved again, and for another catalogue.
    put_lines(&desk, &id, &lines).await.expect_ok();
    update_rows(&salon, "service-massage", "update services set duration_minutes = 10 where id = $1").await;
    put_lines(&desk, &id, &lines).await.expect_ok();
    let (membership, taken) = minutes_taken(&desk, &asha, &id).await;
    assert_eq!(taken, 60 + 60 + 20);
    let sessions = membership_detail(&desk, &membership).await["sessions"].clone();
    let minutes: Vec<&Value> =
        sessions[0]["services"].as_array().unwrap().iter().map(|line| &line["durationMinutes"]).collect();
    assert_eq!(minutes, [60, 60, 20], "a session shows what hours paid for");
    let report = meera.get("/api/reports/memberships?from=2027-03-01&to=2027-03-01").await.expect_ok();
    assert!(report.to_string().contains("\"usedMinutes\":140"), "{report}");

    let reversed = reverse_session(&meera, &membership, &id).await.expect_ok();
    assert_eq!(reversed["remainingMinutes"], 600, "all that was taken comes back");
    complete_booking(&desk, &id, &json!({ "membershipId": membership })).await.expect_ok();
    assert_eq!(membership_detail(&desk, &membership).await["usedHoursMinutes"], 140);
    salon.leaves_due_jobs("nobody reads the invoices");
}

#[test_on_both_engines]
async fn the_minutes_that_a_manager_sets_are_taken() {
    let salon = salon_on_tier_terms().await;
    let (desk, meera, asha) = (receptionist(&salon).await, manager(&salon).await, salon.customer("Asha").await);
    let id = create_booking(&asha, &massage_request()).await;
    mark_confirmed(&salon, &id).await;
    put_lines(&desk, &id, &json!([massage(5), massage(60)])).await.expect_ok();
    put_lines(&meera, &id, &json!([massage(30), { "serviceId": "service-massage" }])).await.expect_ok();
    // A receptionist saves the lines as they are, and changes how long the other one takes.
    put_lines(&desk, &id, &json!([massage(30), massage(45)])).await.expect_ok();
    let (_, taken) = minutes_taken(&desk, &asha, &id).await;
    assert_eq!(taken, 30 + 60);
    salon.leaves_due_jobs("nobody reads the invoices");
}

#[test_on_both_engines]
async fn what_a_manager_sets_holds_for_the_line_as_it_is_then() {
    let salon = salon_on_tier_terms().await;
    let (desk, meera, asha) = (receptionist(&salon).await, manager(&salon).await, salon.customer("Asha").await);
    let id = create_booking(&asha, &massage_request()).await;
    mark_confirmed(&salon, &id).await;
    put_lines(&meera, &id, &json!([massage(30), massage(20), massage(90)])).await.expect_ok();
    put_lines(&desk, &id, &json!([massage(60), massage(25), massage(80)])).await.expect_ok();
    // A second change finds nothing of the manager's any more.
    put_lines(&desk, &id, &json!([massage(120), massage(25), massage(80)])).await.expect_ok();
    let (_, taken) = minutes_taken(&desk, &asha, &id).await;
    assert_eq!(taken, 60 + 60 + 90, "the catalogue's, and not less than the manager set");
    salon.leaves_due_jobs("nobody reads the invoices");
}

#[test_on_both_engines]
async fn services_that_replace_others_take_their_own_minutes() {
    let salon = salon_on_tier_terms().await;
    let (desk, asha) = (receptionist(&salon).await, salon.customer("Asha").await);
    let id = create_booking(&asha, &massage_request()).await;
    mark_confirmed(&salon, &id).await;
    put_lines(&desk, &id, &json!([massage(5)])).await.expect_ok();
    // A service that is no longer offered stays as it was booked, hours and all.
    update_rows(&salon, "service-massage", "update services set is_active = false where id = $1").await;
    replace_booking_services(&desk, &id, &json!(["service-massage", "service-steam"])).await.expect_ok();
    assert_eq!(shown_booking(&desk, &id).await["totalDurationMinutes"], 25);
    let (_, taken) = minutes_taken(&desk, &asha, &id).await;
    assert_eq!(taken, 60 + 20);
    salon.leaves_due_jobs("nobody reads the invoices");
}
