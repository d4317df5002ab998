//! The desk books for those who call or stand there.

use parlour_testkit::actions::bookings::{
    BOOKINGS_PATH, booking_row_counts, created_booking_id, created_booking_number, haircut_request, post_booking,
    shown_booking,
};
use parlour_testkit::actions::jobs::{noshow_check_job, open_booking_jobs, stale_booking_alert_job};
use parlour_testkit::actions::notifications::notified_users;
use parlour_testkit::actions::people::{receptionist, sorted_user_ids};
use parlour_testkit::checks::audit_log::actions_on_record;
use parlour_testkit::checks::database::{count_rows, update_rows};
use parlour_testkit::checks::json::assert_exact_fields;
use parlour_testkit::fixtures::small_salon::{STYLIST, THERAPIST_IN_GOA, small_salon, small_salon_at};
use parlour_testkit::{Person, Reply, test_on_both_engines};
use serde_json::{Value, json};

fn haircut_for(customer: &Person) -> Value {
    let mut body = haircut_request();
    body["customerId"] = customer.id().as_str().into();
    body
}

fn with_fields(mut body: Value, more: &[(&str, Value)]) -> Value {
    for (name, value) in more {
        body[name] = value.clone();
    }
    body
}

#[test_on_both_engines]
async fn a_booking_by_phone_without_staff_is_pending() {
    let salon = small_salon().await;
    let (desk, asha) = (receptionist(&salon).await, salon.customer("Asha").await);
    let reply = post_booking(&desk, &with_fields(haircut_for(&asha), &[("notes", json!("On the phone"))])).await;
    let data = reply.expect_created();
    assert_exact_fields(&data, &["bookingNumber", "id", "status"]);
    assert_eq!((&data["bookingNumber"], &data["status"]), (&json!("BK-PUN-2703-H-00001"), &json!("pending")));
    let id = created_booking_id(&reply);
    let seen = shown_booking(&asha, &id).await;
    assert_eq!(seen["customerId"], asha.id().as_str());
    assert_eq!((&seen["isWalkin"], &seen["confirmedAt"]), (&json!(false), &Value::Null));
    assert_eq!((&seen["notes"], &seen["totalAmountPaise"]), (&json!("On the phone"), &json!(120_000)));
    assert_eq!(seen["services"][0]["staffId"], Value::Null);
    assert_eq!(
        open_booking_jobs(&salon, &id).await,
        [stale_booking_alert_job(&id, salon.now().plus_millis(7_200_000))]
    );
    assert_eq!(actions_on_record(&salon, &id).await, ["booking.book"]);
    assert_eq!(notified_users(&salon, &id, "booking_created").await, Vec::<String>::new(), "the desk knows");
}

#[test_on_both_engines]
async fn a_walk_in_with_staff_is_confirmed() {
    let salon = small_salon_at("2027-03-01 20:05").await;
    let (desk, asha) = (receptionist(&salon).await, salon.customer("Asha").await);
    let walkin = with_fields(
        haircut_for(&asha),
        &[
            ("bookingDate", json!("2027-03-01")),
            ("startTime", json!("08:00")),
            ("staffId", json!(STYLIST)),
            ("isWalkin", json!(true)),
            ("serviceIds", json!(["service-wash", "service-cut"])),
        ],
    );
    let reply = post_booking(&desk, &walkin).await;
    assert_eq!(reply.expect_created()["status"], "confirmed");
    let id = created_booking_id(&reply);
    let seen = shown_booking(&asha, &id).await;
    assert_eq!((&seen["status"], &seen["isWalkin"]), (&json!("confirmed"), &json!(true)));
    assert_eq!(seen["confirmedAt"], json!(salon.now()));
    assert!(seen["services"].as_array().unwrap().iter().all(|row| row["staffId"] == STYLIST));
    assert_eq!(open_booking_jobs(&salon, &id).await, [noshow_check_job(&id, "2027-03-01", "09:30")]);
    assert_eq!(notified_users(&salon, &id, "booking_confirmed").await, sorted_user_ids(&[&asha]));
    assert_eq!(actions_on_record(&salon, &id).await, ["booking.book"]);
    for (time, status) in [("00:00", 201), ("22:44", 201), ("22:45", 400)] {
        let reply = post_booking(&desk, &with_fields(walkin.clone(), &[("startTime", json!(time))])).await;
        assert_eq!(reply.status, status, "{time}: a desk may book outside opening hours, within the day");
    }
    let reply = post_booking(&desk, &with_fields(walkin, &[("bookingDate", json!("2027-02-28"))])).await;
    reply.expect_error(403, "FORBIDDEN");
    salon.run_due_jobs().await;
}

#[test_on_both_engines]
async fn all_invalid_fields_are_reported_together() {
    let salon = small_salon().await;
    let (desk, asha) = (receptionist(&salon).await, salon.customer("Asha").await);
    let erased = salon.customer("Gone").await;
    erased.post("/api/profile/erase", &json!({ "confirm": "gone@test.invalid" })).await.expect_ok();
    let merged = salon.customer("Merged").await;
    update_rows(
        &salon,
        merged.id().as_str(),
        "update users set merged_into = 'staff-stylist-branch-pune' where id = $1",
    )
    .await;
    let before = booking_row_counts(&salon).await;
    let good = haircut_for(&asha);
    for (more, wrong) in [
        (vec![("customerId", Value::Null)], vec!["customerId"]),
        (vec![("customerId", json!(""))], vec!["customerId"]),
        (vec![("customerId", json!("nobody"))], vec!["customerId"]),
        (vec![("customerId", json!(erased.id().as_str()))], vec!["customerId"]),
        (vec![("customerId", json!(merged.id().as_str()))], vec!["customerId"]),
        (vec![("staffId", json!("nobody"))], vec!["staffId"]),
        (vec![("staffId", json!(""))], vec!["staffId"]),
        (vec![("staffId", json!(THERAPIST_IN_GOA))], vec!["staffId"]),
        (vec![("isWalkin", json!("yes"))], vec!["isWalkin"]),
        (vec![("branchId", json!("branch-soon"))], vec!["branchId"]),
        (vec![("serviceIds", json!(["service-massage"]))], vec!["serviceIds.0"]),
        (vec![("startTime", json!("23:30"))], vec!["startTime"]),
        (
            vec![
                ("customerId", json!("nobody")),
                ("staffId", json!("nobody")),
                ("branchId", json!("nowhere")),
                ("bookingDate", json!("2027-02-01")),
            ],
            vec!["bookingDate", "branchId", "customerId", "staffId"],
        ),
        (
            vec![("customerId", json!("nobody")), ("staffId", json!("nobody")), ("startTime", json!("soon"))],
            vec!["customerId", "staffId", "startTime"],
        ),
    ] {
        let body = with_fields(good.clone(), &more);
        assert_eq!(post_booking(&desk, &body).await.expect_invalid_fields(), wrong, "{body}");
    }
    let nothing = post_booking(&desk, &json!({})).await.expect_invalid_fields();
    assert_eq!(nothing, ["bookingDate", "branchId", "customerId", "serviceIds", "serviceType", "startTime"]);
    assert_eq!(booking_row_counts(&salon).await, before);
    asha.post(BOOKINGS_PATH, &with_fields(good, &[("customerId", json!(erased.id().as_str()))])).await.expect_created();
    let others = "select count(*) from bookings where customer_id = $1";
    assert_eq!(count_rows(&salon, erased.id().as_str(), others).await, 0, "a customer books for themselves");
}

#[test_on_both_engines]
async fn a_repeated_desk_request_books_once() {
    let salon = small_salon().await;
    let (desk, asha) = (receptionist(&salon).await, salon.customer("Asha").await);
    let desk = desk.with_header("idempotency-key", "call-1");
    let body = haircut_for(&asha);
    let (first, again) = (post_booking(&desk, &body).await, post_booking(&desk, &body).await);
    assert_eq!(first.expect_created(), again.expect_created());
    let other = post_booking(&desk, &with_fields(body, &[("startTime", json!("12:00"))])).await;
    other.expect_error(422, "BUSINESS_RULE_VIOLATION");
    let made = "select count(*) from bookings where customer_id = $1";
    assert_eq!(count_rows(&salon, asha.id().as_str(), made).await, 1);
}

#[test_on_both_engines]
async fn a_desk_booking_converts_its_lead() {
    let salon = small_salon().await;
    let (desk, asha) = (receptionist(&salon).await, salon.customer("Asha").await);
    let lead = json!({ "name": "Asha", "phone": "9876543210" });
    let lead = salon.visitor().post("/api/leads", &lead).await.expect_created()["leadId"].clone();
    let reply: Reply = post_booking(&desk, &with_fields(haircut_for(&asha), &[("leadId", lead.clone())])).await;
    assert_eq!(created_booking_number(&reply), "BK-PUN-2703-H-00001");
    let converted = "select count(*) from leads where id = $1 and status = 'booked'";
    assert_eq!(count_rows(&salon, lead.as_str().unwrap(), converted).await, 1);
    let logged = "select count(*) from audit_log where record_id = $1 and action = 'lead.convert'
                  and before_json like '%\"status\":\"new\"%' and after_json like '%\"status\":\"booked\"%'";
    assert_eq!(count_rows(&salon, lead.as_str().unwrap(), logged).await, 1);
}
