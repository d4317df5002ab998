//! The desk books a visit that is for somebody else.

use axum::http::Method;
use parlour_domain::auth::role::Role;
use parlour_testkit::actions::bookings::{
    booking_row_counts, create_booking, get_booking, haircut_request, post_booking, reschedule_booking, shown_booking,
};
use parlour_testkit::actions::people::{receptionist, staff_member_in_pune};
use parlour_testkit::checks::audit_log::change_of_record;
use parlour_testkit::checks::database::find_text;
use parlour_testkit::fixtures::small_salon::small_salon;
use parlour_testkit::{Person, test_on_both_engines};
use serde_json::{Value, json};

fn haircut_for_guest(customer: &Person, guest_name: &Value) -> Value {
    let mut body = haircut_request();
    body["customerId"] = customer.id().as_str().into();
    body["guestName"] = guest_name.clone();
    body
}

#[test_on_both_engines]
async fn a_guest_s_name_has_1_to_80_characters() {
    let salon = small_salon().await;
    let (desk, asha) = (receptionist(&salon).await, salon.customer("Asha").await);
    for (typed, stored) in [
        (json!(" Meera \"M\" आशा "), json!("Meera \"M\" आशा")),
        (json!("é".repeat(80)), json!("é".repeat(80))),
        (Value::Null, Value::Null),
    ] {
        let id = create_booking(&desk, &haircut_for_guest(&asha, &typed)).await;
        assert_eq!(get_booking(&desk, &id).await.expect_ok()["booking"]["guestName"], stored);
    }
    let before = booking_row_counts(&salon).await;
    for wrong in [json!(""), json!("  "), json!("é".repeat(81)), json!(5), json!("a\u{0}b")] {
        let reply = post_booking(&desk, &haircut_for_guest(&asha, &wrong)).await;
        assert_eq!(reply.expect_invalid_fields(), ["guestName"], "{wrong}");
    }
    assert_eq!(booking_row_counts(&salon).await, before);
    let own = create_booking(&asha, &haircut_for_guest(&asha, &json!("Meera"))).await;
    let seen = get_booking(&desk, &own).await.expect_ok()["booking"]["guestName"].clone();
    assert_eq!(seen, Value::Null, "customers have no such field");
}

#[test_on_both_engines]
async fn a_guest_is_seen_by_the_desk_and_by_staff() {
    let salon = small_salon().await;
    let (desk, asha) = (receptionist(&salon).await, salon.customer("Asha").await);
    let mina = staff_member_in_pune(&salon, "Mina", Role::Staff).await;
    let feed = mina.post_empty("/api/me/calendar").await.expect_created()["calendar"]["url"].clone();
    let feed = feed.as_str().unwrap().split_once("/calendar/").map(|(_, file)| format!("/calendar/{file}")).unwrap();
    let mut body = haircut_for_guest(&asha, &json!("Meera, my aunt"));
    body["staffId"] = json!("staff-mina");
    let id = create_booking(&desk, &body).await;
    let (_, logged) = change_of_record(&salon, &id, "booking.book").await;
    assert_eq!(logged["guestName"], "Meera, my aunt");
    reschedule_booking(&desk, &id, "2027-03-06", "12:00").await.expect_ok();
    assert_eq!(get_booking(&desk, &id).await.expect_ok()["booking"]["guestName"], "Meera, my aunt");
    let schedule = mina.get("/api/me/schedule?from=2027-03-01&to=2027-03-07").await.expect_ok();
    assert_eq!(schedule["bookings"][0]["guestName"], "Meera, my aunt");
    let calendar = salon.admin_visitor().get(&feed).await.text().replace("\r\n ", "");
    assert!(calendar.contains("For Meera\\, my aunt."), "{calendar}");
    assert!(shown_booking(&asha, &id).await.get("guestName").is_none());
}

#[test_on_both_engines]
async fn a_guest_s_name_is_personal_data() {
    let salon = small_salon().await;
    let (desk, asha) = (receptionist(&salon).await, salon.customer("Asha").await);
    create_booking(&desk, &haircut_for_guest(&asha, &json!("Zebulon"))).await;
    let exported = asha.get("/api/profile/export").await.expect_ok();
    assert!(exported.to_string().contains("\"guestName\":\"Zebulon\""), "{exported}");
    assert!(!find_text(&salon, &["Zebulon"]).await.is_empty());
    asha.send(Method::POST, "/api/profile/erase", json!({ "confirm": "asha@test.invalid" }).to_string())
        .await
        .expect_ok();
    assert_eq!(find_text(&salon, &["Zebulon"]).await, Vec::<String>::new());
}
