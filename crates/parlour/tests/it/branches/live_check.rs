//! Before a branch goes live, its owner sees which bookings stand in each other's way and who could not be booked.

use parlour_domain::auth::role::Role;
use parlour_testkit::actions::availability::friday_haircut_for;
use parlour_testkit::actions::bookings::{cancel_booking_with, create_booking, get_booking};
use parlour_testkit::actions::people::receptionist;
use parlour_testkit::checks::json::expect_only_field;
use parlour_testkit::fixtures::live_salon::insert_daily_shifts;
use parlour_testkit::fixtures::small_salon::{GOA, PUNE, STYLIST, STYLIST_IN_GOA, THERAPIST, small_salon};
use parlour_testkit::{Person, test_on_both_engines};
use serde_json::{Value, json};

async fn live_check(owner: &Person, branch: &str) -> Value {
    expect_only_field(&owner.get(&format!("/api/branches/{branch}/live-check")).await.expect_ok(), "check")
}

#[test_on_both_engines]
async fn overlapping_bookings_and_staff_without_shifts_are_named() {
    let salon = small_salon().await;
    let (olga, desk) = (salon.member("Olga", Role::Owner).await, receptionist(&salon).await);
    let (asha, binu) = (salon.customer("Asha").await, salon.customer("Binu").await);
    let quiet = json!({ "conflicts": [], "staffWithoutShifts": [STYLIST, THERAPIST] });
    assert_eq!(live_check(&olga, PUNE).await, quiet);
    insert_daily_shifts(&salon, STYLIST, "10:00", "19:00").await;
    assert_eq!(live_check(&olga, PUNE).await["staffWithoutShifts"], json!([THERAPIST]));
    // Its therapist does not work there any more.
    assert_eq!(live_check(&olga, GOA).await, json!({ "conflicts": [], "staffWithoutShifts": [STYLIST_IN_GOA] }));

    let book = async |customer: &Person, time: &str, staff: &str| {
        create_booking(&desk, &friday_haircut_for(customer, time, Some(staff))).await
    };
    // 45 minutes each: the first and the third do not touch, but both are in the way of the second.
    let first = book(&asha, "11:00", STYLIST).await;
    let second = book(&binu, "11:30", STYLIST).await;
    let third = book(&asha, "12:00", STYLIST).await;
    let (later, latest) = (book(&asha, "16:00", STYLIST).await, book(&binu, "16:30", STYLIST).await);
    let alone = book(&binu, "14:00", STYLIST).await;
    let conflicts = live_check(&olga, PUNE).await["conflicts"].clone();
    assert_eq!(conflicts, json!([[first, second, third], [later, latest]]));
    // The same as the desk sees.
    for (id, has_conflict) in [(&first, true), (&third, true), (&alone, false)] {
        assert_eq!(get_booking(&desk, id).await.expect_ok()["booking"]["hasConflict"], has_conflict);
    }
    cancel_booking_with(&desk, &second, &json!({ "reason": "Ill" })).await.expect_ok();
    assert_eq!(live_check(&olga, PUNE).await["conflicts"], json!([[later, latest]]));
    olga.patch(&format!("/api/branches/{PUNE}"), &json!({ "availabilityMode": "live" })).await.expect_ok();
    assert_eq!(live_check(&olga, PUNE).await["conflicts"], json!([[later, latest]]), "both stay");
    salon.leaves_due_jobs("reminders are not what this story is about");
    // Saturday.
    salon.advance_seconds(5 * 24 * 3_600);
    assert_eq!(live_check(&olga, PUNE).await["conflicts"], json!([]));
}

#[test_on_both_engines]
async fn only_a_branch_can_be_checked() {
    let salon = small_salon().await;
    let olga = salon.member("Olga", Role::Owner).await;
    olga.get("/api/branches/nowhere/live-check").await.expect_error(404, "NOT_FOUND");
}
