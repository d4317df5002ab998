//! People who are deactivated at the same moment are not assigned.

use parlour_testkit::actions::bookings::{
    approve_booking, assign_staff, create_booking, haircut_request, shown_booking,
};
use parlour_testkit::actions::people::{manager, receptionist};
use parlour_testkit::actions::visits::{accept_time, offer_time, place_booking, put_lines};
use parlour_testkit::checks::database::update_rows;
use parlour_testkit::fixtures::small_salon::{STYLIST, small_salon};
use parlour_testkit::test_on_both_engines;
use serde_json::json;

#[test_on_both_engines]
async fn somebody_is_assigned_before_they_leave_or_not_at_all() {
    let salon = small_salon().await;
    let (desk, asha, mira) = (receptionist(&salon).await, salon.customer("Asha").await, manager(&salon).await);
    let path = format!("/api/staff/{STYLIST}");
    for round in 0..16 {
        let id = create_booking(&asha, &haircut_request()).await;
        let leave = json!({ "isActive": false });
        let assigning = async {
            match round % 4 {
                0 => approve_booking(&desk, &id, STYLIST).await,
                1 => assign_staff(&desk, &id, STYLIST).await,
                2 => {
                    let place = json!({ "bookingDate": "2027-03-08", "startTime": "12:00", "staffId": STYLIST });
                    place_booking(&desk, &id, &place).await
                }
                _ => put_lines(&desk, &id, &json!([{ "serviceId": "service-cut", "staffId": STYLIST }])).await,
            }
        };
        let (assigned, left) = tokio::join!(assigning, mira.patch(&path, &leave));
        left.expect_ok();
        let person = shown_booking(&asha, &id).await["services"][0]["staffId"].clone();
        assert_eq!(person.is_string(), assigned.status == 200, "{round}");
        if assigned.status != 200 {
            let wrong = if round % 4 == 3 { "lines.0.staffId" } else { "staffId" };
            assert_eq!(assigned.expect_invalid_fields(), [wrong]);
        }
        mira.patch(&path, &json!({ "isActive": true })).await.expect_ok();
    }
}

#[test_on_both_engines]
async fn an_offered_person_who_has_left_cannot_be_had() {
    let salon = small_salon().await;
    let (desk, asha) = (receptionist(&salon).await, salon.customer("Asha").await);
    let id = create_booking(&asha, &haircut_request()).await;
    offer_time(&desk, &id, ("2027-03-06", "15:00"), STYLIST).await.expect_ok();
    update_rows(&salon, STYLIST, "update staff set is_active = false where id = $1").await;
    accept_time(&asha, &id).await.expect_error(409, "BOOKING_SLOT_UNAVAILABLE");
    assert_eq!(shown_booking(&asha, &id).await["status"], "pending");
}
