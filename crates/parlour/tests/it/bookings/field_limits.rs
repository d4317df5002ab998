//! Every bound of a booking request: at it, one below, one above; and what is said when it is passed.

use std::collections::BTreeMap;

use axum::body::Body;
use axum::http::Method;
use parlour_domain::auth::role::Role;
use parlour_domain::ist::Timestamp;
use parlour_testkit::actions::bookings::{
    BOOKINGS_PATH, booking_row_counts, cancel_booking_with, create_booking, created_booking_number, haircut_request,
    haircut_request_at, haircut_request_with, list_own_bookings, massage_request, post_booking, reschedule_booking,
    shown_booking,
};
use parlour_testkit::checks::database::{count_rows, update_rows};
use parlour_testkit::fixtures::small_salon::{GOA, add_service, set_opening_hours, small_salon, small_salon_at};
use parlour_testkit::{Person, TestSalon, test_on_both_engines};
use serde_json::{Value, json};

/// The fields that are complained about in a haircut with this field.
async fn invalid_fields_with(person: &Person, field: &str, value: impl Into<Value>) -> Vec<String> {
    post_booking(person, &haircut_request_with(field, value)).await.expect_invalid_fields()
}

#[track_caller]
fn assert_accepted(accepted: bool, fields: &[String], wanted: &str, case: &str) {
    if accepted {
        assert!(fields.is_empty(), "{case}: {fields:?}");
    } else {
        assert_eq!(fields, [wanted], "{case}");
    }
}

/// The fields that are complained about; none where it is taken.
async fn invalid_fields_of(person: &Person, body: &Value) -> Vec<String> {
    let reply = post_booking(person, body).await;
    if reply.status == 201 { Vec::new() } else { reply.expect_invalid_fields() }
}

#[test_on_both_engines]
async fn all_missing_fields_are_reported_together() {
    let salon = small_salon().await;
    let asha = salon.customer("Asha").await;
    let all = ["bookingDate", "branchId", "serviceIds", "serviceType", "startTime"];
    assert_eq!(post_booking(&asha, &json!({})).await.expect_invalid_fields(), all);
    assert_eq!(asha.post_empty(BOOKINGS_PATH).await.expect_invalid_fields(), all);
    for field in all {
        assert_eq!(invalid_fields_with(&asha, field, Value::Null).await, [field], "null is absent");
        for wrong in [json!(5), json!(true), json!({}), json!(1.5)] {
            assert_eq!(invalid_fields_with(&asha, field, wrong).await, [field]);
        }
    }
    for field in ["branchId", "serviceType", "bookingDate", "startTime", "notes", "leadId"] {
        for wrong in [json!([]), json!(["x"]), json!("x\u{0}")] {
            assert_eq!(invalid_fields_with(&asha, field, wrong.clone()).await, [field], "{wrong}");
        }
    }
    for body in ["{", "[]", "null", "\"x\"", "{\"branchId\": }", "\u{feff}{}"] {
        let reply = asha.send(Method::POST, BOOKINGS_PATH, Body::from(body)).await;
        reply.expect_error(400, "VALIDATION_ERROR");
    }
}

#[test_on_both_engines]
async fn all_invalid_fields_are_reported_together() {
    let salon = small_salon().await;
    let asha = salon.customer("Asha").await;
    let wrong = json!({
        "branchId": "branch-nope", "serviceType": "nails", "bookingDate": "2027-02-30", "startTime": "24:00",
        "serviceIds": ["service-cut", "service-nope", ""], "notes": "x".repeat(501), "leadId": 7,
    });
    assert_eq!(
        post_booking(&asha, &wrong).await.expect_invalid_fields(),
        ["bookingDate", "branchId", "leadId", "notes", "serviceIds.1", "serviceIds.2", "serviceType", "startTime",]
    );
    // What can be looked up is looked up, whatever else is wrong.
    for (field, value, heard) in [
        ("branchId", json!("branch-nope"), "branchId"),
        ("branchId", json!("branch-soon"), "branchId"),
        ("startTime", json!("09:59"), "startTime"),
        ("serviceIds", json!(["service-perm"]), "serviceIds.0"),
        ("serviceIds", json!(["service-massage"]), "serviceIds.0"),
    ] {
        let mut body = haircut_request_with("notes", 5);
        body[field] = value;
        let mut both = vec![heard.to_owned(), "notes".to_owned()];
        both.sort();
        assert_eq!(post_booking(&asha, &body).await.expect_invalid_fields(), both);
    }
    // A day and a time are wrong each for itself.
    let both = ["bookingDate", "startTime"];
    for date in ["2027-02-28", "2027-02-30", ""] {
        for time in ["09:59", "21:00", "24:00"] {
            assert_eq!(
                post_booking(&asha, &haircut_request_at(date, time)).await.expect_invalid_fields(),
                both,
                "{date} {time}"
            );
        }
    }
    let mut body = haircut_request_with("bookingDate", "2027-02-28");
    body["branchId"] = json!("branch-nope");
    body["serviceIds"] = json!(["service-nope"]);
    let heard = post_booking(&asha, &body).await.expect_invalid_fields();
    for field in ["branchId", "serviceIds.0"] {
        assert!(heard.iter().any(|name| name == field), "{heard:?}");
    }
}

#[test_on_both_engines]
async fn a_branch_must_be_operational() {
    let salon = small_salon().await;
    let asha = salon.customer("Asha").await;
    for branch in ["", "branch-nope", "BRANCH-PUNE", "PUN", "branch-soon", "branch-shut", "💇", &"x".repeat(5_000)] {
        assert_eq!(invalid_fields_with(&asha, "branchId", branch).await, ["branchId"], "{branch:.20}");
    }
    create_booking(&asha, &haircut_request()).await;
    update_rows(&salon, "branch-pune", "update branches set status = 'closed' where id = $1").await;
    assert_eq!(post_booking(&asha, &haircut_request()).await.expect_invalid_fields(), ["branchId"]);
}

#[test_on_both_engines]
async fn a_service_type_must_be_known_and_have_staff() {
    let salon = small_salon().await;
    let asha = salon.customer("Asha").await;
    for word in ["", "nails", "Salon", "salon ", "SPA", "h"] {
        assert_eq!(invalid_fields_with(&asha, "serviceType", word).await, ["serviceType"], "{word:?}");
    }
    // Goa's therapist has left; its stylist has not.
    let mut in_goa = massage_request();
    in_goa["branchId"] = json!(GOA);
    assert_eq!(post_booking(&asha, &in_goa).await.expect_invalid_fields(), ["serviceType"]);
    create_booking(&asha, &haircut_request_with("branchId", GOA)).await;
    create_booking(&asha, &massage_request()).await;
    update_rows(&salon, "branch-pune", "update staff set is_active = false where branch_id = $1 and serves_salon")
        .await;
    assert_eq!(post_booking(&asha, &haircut_request()).await.expect_invalid_fields(), ["serviceType"]);
    create_booking(&asha, &massage_request()).await;
    update_rows(&salon, "branch-pune", "update staff set serves_salon = true where branch_id = $1 and is_active").await;
    create_booking(&asha, &haircut_request()).await;
}

#[test_on_both_engines]
async fn at_least_one_service_is_required_and_unknown_ones_are_named() {
    let salon = small_salon().await;
    let asha = salon.customer("Asha").await;
    for (list, heard) in [
        (json!([]), vec!["serviceIds"]),
        (json!("service-cut"), vec!["serviceIds"]),
        (json!({ "0": "service-cut" }), vec!["serviceIds"]),
        (json!([""]), vec!["serviceIds.0"]),
        (json!([5]), vec!["serviceIds.0"]),
        (json!([null]), vec!["serviceIds.0"]),
        (json!([["service-cut"]]), vec!["serviceIds.0"]),
        (json!(["service-cut\u{0}"]), vec!["serviceIds.0"]),
        (json!(["service-nope"]), vec!["serviceIds.0"]),
        (json!(["SERVICE-CUT"]), vec!["serviceIds.0"]),
        (json!(["cut"]), vec!["serviceIds.0"]),
        (json!(["x".repeat(5_000)]), vec!["serviceIds.0"]),
        // Not on show: the service, its category; and of the other type.
        (json!(["service-perm"]), vec!["serviceIds.0"]),
        (json!(["service-henna"]), vec!["serviceIds.0"]),
        (json!(["service-massage"]), vec!["serviceIds.0"]),
        (
            json!(["service-cut", "service-massage", "service-wash", "service-perm"]),
            vec!["serviceIds.1", "serviceIds.3"],
        ),
        // Places are those of the list as it was sent.
        (json!(["service-cut", "service-cut", "service-nope", "service-cut"]), vec!["serviceIds.2"]),
        (
            json!(["service-nope", "", 5, "service-henna"]),
            vec!["serviceIds.0", "serviceIds.1", "serviceIds.2", "serviceIds.3"],
        ),
    ] {
        let heard_of = invalid_fields_with(&asha, "serviceIds", list.clone()).await;
        assert_eq!(heard_of, heard, "{list:.100}");
    }
    let mut spa = massage_request();
    spa["serviceIds"] = json!(["service-massage", "service-cut"]);
    assert_eq!(post_booking(&asha, &spa).await.expect_invalid_fields(), ["serviceIds.1"]);
}

fn small_service_ids(count: usize) -> Vec<String> {
    (0..count).map(|number| format!("service-small-{number:02}")).collect()
}

#[test_on_both_engines]
async fn a_booking_has_up_to_20_services() {
    let salon = small_salon().await;
    let asha = salon.customer("Asha").await;
    for number in [1, 19, 20] {
        let seen = shown_booking(
            &asha,
            &create_booking(&asha, &haircut_request_with("serviceIds", small_service_ids(number))).await,
        )
        .await;
        assert_eq!(seen["services"].as_array().map(Vec::len), Some(number));
        assert_eq!(seen["totalDurationMinutes"], 5 * number);
    }
    for number in [21, 25] {
        assert_eq!(
            invalid_fields_with(&asha, "serviceIds", small_service_ids(number)).await,
            ["serviceIds"],
            "{number}"
        );
    }
    // Only different ones count.
    let twice: Vec<_> = small_service_ids(20).into_iter().chain(small_service_ids(20)).collect();
    let seen = shown_booking(&asha, &create_booking(&asha, &haircut_request_with("serviceIds", twice)).await).await;
    assert_eq!(seen["services"].as_array().map(Vec::len), Some(20));
    let twice: Vec<_> = small_service_ids(21).into_iter().chain(small_service_ids(21)).collect();
    assert_eq!(invalid_fields_with(&asha, "serviceIds", twice).await, ["serviceIds"]);
}

#[test_on_both_engines]
async fn notes_have_up_to_500_characters() {
    let salon = small_salon().await;
    let asha = salon.customer("Asha").await;
    // Characters count, not bytes.
    for letter in ["a", "ष", "💇"] {
        for length in [1, 499, 500] {
            let id = create_booking(&asha, &haircut_request_with("notes", letter.repeat(length))).await;
            assert_eq!(shown_booking(&asha, &id).await["notes"], letter.repeat(length));
        }
        for length in [501, 600] {
            assert_eq!(
                invalid_fields_with(&asha, "notes", letter.repeat(length)).await,
                ["notes"],
                "{letter} × {length}"
            );
        }
    }
    for nothing in [json!(""), Value::Null] {
        let id = create_booking(&asha, &haircut_request_with("notes", nothing)).await;
        assert_eq!(shown_booking(&asha, &id).await["notes"], Value::Null);
    }
}

#[test_on_both_engines]
async fn a_reason_to_cancel_has_up_to_500_characters() {
    let salon = small_salon().await;
    let asha = salon.customer("Asha").await;
    for letter in ["a", "ष", "💇"] {
        for length in [1, 499, 500] {
            let id = create_booking(&asha, &haircut_request()).await;
            cancel_booking_with(&asha, &id, &json!({ "reason": letter.repeat(length) })).await.expect_ok();
            assert_eq!(shown_booking(&asha, &id).await["cancellationReason"], letter.repeat(length));
        }
        let id = create_booking(&asha, &haircut_request()).await;
        for length in [501, 600] {
            let reply = cancel_booking_with(&asha, &id, &json!({ "reason": letter.repeat(length) })).await;
            assert_eq!(reply.expect_invalid_fields(), ["reason"], "{letter} × {length}");
        }
        assert_eq!(shown_booking(&asha, &id).await["status"], "pending");
    }
    let id = create_booking(&asha, &haircut_request()).await;
    for wrong in [json!(5), json!(true), json!([]), json!({}), json!("a\u{0}")] {
        assert_eq!(
            cancel_booking_with(&asha, &id, &json!({ "reason": wrong })).await.expect_invalid_fields(),
            ["reason"]
        );
    }
    for body in ["{", "[]", "\"x\""] {
        let reply = asha.send(Method::POST, &format!("{BOOKINGS_PATH}/{id}/cancel"), Body::from(body)).await;
        reply.expect_error(400, "VALIDATION_ERROR");
    }
    assert_eq!(shown_booking(&asha, &id).await["status"], "pending");
}

#[test_on_both_engines]
async fn only_real_dates_and_times_of_day_are_understood() {
    let salon = small_salon().await;
    let asha = salon.customer("Asha").await;
    for date in [
        "",
        "2027-3-5",
        "2027-03-5",
        "05-03-2027",
        "2027/03/05",
        "2027-03-05T00:00:00Z",
        " 2027-03-05",
        "2027-02-29",
        "2027-04-31",
        "2027-13-01",
        "2027-00-10",
        "2027-03-00",
        "2100-02-29",
        "12027-03-05",
        "+027-03-05",
        "२०२७-०३-०५",
        "tomorrow",
    ] {
        assert_eq!(invalid_fields_with(&asha, "bookingDate", date).await, ["bookingDate"], "{date:?}");
    }
    for time in [
        "",
        "11",
        "11:0",
        "1:00",
        "11:60",
        "24:00",
        "25:00",
        "-1:00",
        "11:00:00",
        "11.00",
        "1100",
        " 11:00",
        "11:00 ",
        "11:00 am",
        "११:००",
        "noon",
    ] {
        assert_eq!(invalid_fields_with(&asha, "startTime", time).await, ["startTime"], "{time:?}");
    }
}

/// Taken, or refused for its start, on the day of the haircut.
async fn assert_start_times(asha: &Person, cases: &[(&str, bool)]) {
    for (time, accepted) in cases {
        let heard = invalid_fields_of(asha, &haircut_request_at("2027-03-05", time)).await;
        assert_accepted(*accepted, &heard, "startTime", time);
    }
}

#[test_on_both_engines]
async fn a_booking_starts_within_the_opening_hours() {
    let salon = small_salon().await;
    let asha = salon.customer("Asha").await;
    let usual = [
        ("00:00", false),
        ("09:59", false),
        ("10:00", true),
        ("10:01", true),
        ("20:59", true),
        ("21:00", false),
        ("21:01", false),
        ("23:59", false),
    ];
    assert_start_times(&asha, &usual).await;
    set_opening_hours(&salon, "07:30", "22:15").await;
    let longer =
        [("07:29", false), ("07:30", true), ("07:31", true), ("22:14", true), ("22:15", false), ("22:16", false)];
    assert_start_times(&asha, &longer).await;
    set_opening_hours(&salon, "00:00", "23:59").await;
    assert_start_times(&asha, &[("00:00", true), ("00:01", true), ("23:14", true), ("23:15", false), ("23:59", false)])
        .await;
    let heard = invalid_fields_of(&asha, &haircut_request_with("branchId", GOA)).await;
    assert!(heard.is_empty(), "{heard:?}");
    let mut in_goa = haircut_request_with("branchId", GOA);
    in_goa["startTime"] = json!("09:59");
    assert_eq!(invalid_fields_of(&asha, &in_goa).await, ["startTime"], "each branch has its own");
}

#[test_on_both_engines]
async fn a_booking_ends_by_23_59() {
    let salon = small_salon().await;
    let asha = salon.customer("Asha").await;
    for (name, minutes) in [("long-178", 178), ("long-179", 179), ("long-180", 180), ("long-181", 181)] {
        add_service(&salon, name, minutes, 100).await;
    }
    for (service, start, end) in [
        ("service-long-179", "20:59", Some("23:58:00")),
        ("service-long-180", "20:59", Some("23:59:00")),
        ("service-long-181", "20:59", None),
        ("service-long-181", "20:58", Some("23:59:00")),
        ("service-long-178", "20:00", Some("22:58:00")),
    ] {
        let mut body = haircut_request_at("2027-03-05", start);
        body["serviceIds"] = json!([service]);
        match end {
            Some(end) => {
                assert_eq!(shown_booking(&asha, &create_booking(&asha, &body).await).await["endTime"], end);
            }
            None => assert_eq!(post_booking(&asha, &body).await.expect_invalid_fields(), ["startTime"]),
        }
    }
    // The whole visit counts, and only the services: the 15 minutes after each are the house's own.
    let mut body = haircut_request_at("2027-03-05", "20:14");
    body["serviceIds"] = json!(["service-long-180", "service-cut"]);
    assert_eq!(shown_booking(&asha, &create_booking(&asha, &body).await).await["endTime"], "23:59:00");
    body["startTime"] = json!("20:15");
    assert_eq!(post_booking(&asha, &body).await.expect_invalid_fields(), ["startTime"]);
}

#[test_on_both_engines]
async fn the_whole_opening_time_can_be_booked() {
    let salon = small_salon().await;
    let asha = salon.customer("Asha").await;
    set_opening_hours(&salon, "00:00", "23:59").await;
    for (name, minutes) in [("day", 1_439), ("day-and-a-bit", 1_440), ("endless", i64::MAX), ("ageless", i64::MAX)] {
        add_service(&salon, name, minutes, 10_000_000_000).await;
    }
    let from_midnight = |services: Value| {
        let mut body = haircut_request_at("2027-03-05", "00:00");
        body["serviceIds"] = services;
        body
    };
    let id = create_booking(&asha, &from_midnight(json!(["service-day"]))).await;
    assert_eq!(shown_booking(&asha, &id).await["endTime"], "23:59:00");
    for services in [
        json!(["service-day-and-a-bit"]),
        json!(["service-day", "service-cut"]),
        json!(["service-endless"]),
        json!(["service-endless", "service-ageless"]),
        json!(["service-cut", "service-endless", "service-wash", "service-ageless"]),
    ] {
        assert_eq!(post_booking(&asha, &from_midnight(services)).await.expect_invalid_fields(), ["startTime"]);
    }
}

#[test_on_both_engines]
async fn a_booking_starts_in_the_future() {
    let salon = small_salon_at("2027-03-01 15:30").await;
    let asha = salon.customer("Asha").await;
    for (time, accepted) in
        [("10:00", false), ("15:29", false), ("15:30", false), ("15:31", true), ("16:00", true), ("20:59", true)]
    {
        let heard = invalid_fields_of(&asha, &haircut_request_at("2027-03-01", time)).await;
        assert_accepted(accepted, &heard, "startTime", time);
    }
    // To the millisecond.
    salon.app.clock.advance_millis(59_999);
    assert_eq!(invalid_fields_of(&asha, &haircut_request_at("2027-03-01", "15:31")).await, Vec::<String>::new());
    salon.app.clock.advance_millis(1);
    assert_eq!(invalid_fields_of(&asha, &haircut_request_at("2027-03-01", "15:31")).await, ["startTime"]);
    for past in ["2027-02-28", "2026-03-05", "0001-01-01"] {
        assert_eq!(invalid_fields_of(&asha, &haircut_request_at(past, "16:00")).await, ["bookingDate"], "{past}");
    }
    for far in ["2029-03-02", "2035-12-31", "9999-12-31"] {
        assert_eq!(invalid_fields_of(&asha, &haircut_request_at(far, "10:00")).await, ["bookingDate"], "{far}");
    }
    for future in ["2027-03-02", "2028-02-29", "2029-03-01"] {
        assert_eq!(
            invalid_fields_of(&asha, &haircut_request_at(future, "10:00")).await,
            Vec::<String>::new(),
            "{future}"
        );
    }
}

/// At this moment in India: a day that is gone, today, and the first start that can still be asked for, if any.
type MidnightCase = (&'static str, &'static str, &'static str, Option<(&'static str, &'static str)>);

const MIDNIGHT_CASES: [MidnightCase; 13] = [
    ("2027-03-31 23:58", "2027-03-30", "2027-03-31", None),
    ("2027-03-31 23:59", "2027-03-30", "2027-03-31", None),
    ("2027-04-01 00:00", "2027-03-31", "2027-04-01", Some(("00:00", "00:01"))),
    // In UTC it is still the last minute of March.
    ("2027-04-01 05:29", "2027-03-31", "2027-04-01", Some(("05:29", "05:30"))),
    ("2027-04-01 05:30", "2027-03-31", "2027-04-01", Some(("05:30", "05:31"))),
    // 05:29 UTC.
    ("2027-04-01 10:59", "2027-03-31", "2027-04-01", Some(("10:59", "11:00"))),
    ("2027-12-31 23:59", "2027-12-30", "2027-12-31", None),
    ("2028-01-01 00:00", "2027-12-31", "2028-01-01", Some(("00:00", "00:01"))),
    ("2028-01-01 05:29", "2027-12-31", "2028-01-01", Some(("05:29", "05:30"))),
    ("2028-02-28 23:59", "2028-02-27", "2028-02-28", None),
    ("2028-02-29 00:00", "2028-02-28", "2028-02-29", Some(("00:00", "00:01"))),
    ("2028-02-29 12:00", "2028-02-28", "2028-02-29", Some(("12:00", "12:01"))),
    ("2028-03-01 00:00", "2028-02-29", "2028-03-01", Some(("00:00", "00:01"))),
];

#[test_on_both_engines]
async fn days_months_and_years_change_at_midnight_in_india() {
    let salon = small_salon_at(MIDNIGHT_CASES[0].0).await;
    set_opening_hours(&salon, "00:00", "23:59").await;
    let mut counted = BTreeMap::new();
    for (at, yesterday, today, start_time) in MIDNIGHT_CASES {
        let moment = Timestamp::parse(&format!("{}:00+05:30", at.replace(' ', "T"))).unwrap();
        salon.app.clock.advance_millis(moment.millis_since(salon.now()));
        // Months pass; a session does not live so long.
        let asha = salon.customer("Asha").await;
        assert_eq!(invalid_fields_of(&asha, &haircut_request_at(yesterday, "23:00")).await, ["bookingDate"], "{at}");
        let (gone, request) = match start_time {
            Some((gone, open)) => (gone, haircut_request_at(today, open)),
            None => ("23:14", haircut_request_at("2028-03-05", "00:00")),
        };
        assert_eq!(invalid_fields_of(&asha, &haircut_request_at(today, gone)).await, ["startTime"], "{at}");
        let reply = post_booking(&asha, &request).await;
        let month = format!("{}{}", &today[2..4], &today[5..7]);
        let number = counted.entry(month.clone()).and_modify(|number| *number += 1).or_insert(1);
        assert_eq!(created_booking_number(&reply), format!("BK-PUN-{month}-H-{number:05}"), "{at}");
        let seen = shown_booking(&asha, reply.json()["data"]["id"].as_str().unwrap()).await;
        assert_eq!(seen["bookingDate"], request["bookingDate"], "{at}");
        assert_eq!(seen["startTime"], format!("{}:00", request["startTime"].as_str().unwrap()), "{at}");
    }
    assert_eq!(counted.into_values().collect::<Vec<_>>(), [2, 4, 1, 2, 3, 1]);
    salon.run_due_jobs().await;
}

#[test_on_both_engines]
async fn a_leap_day_can_be_booked() {
    let salon = small_salon_at("2028-02-28 18:00").await;
    let asha = salon.customer("Asha").await;
    let id = create_booking(&asha, &haircut_request_at("2028-02-29", "10:00")).await;
    assert_eq!(shown_booking(&asha, &id).await["bookingDate"], "2028-02-29");
    let moved = reschedule_booking(&asha, &id, "2028-02-29", "20:59").await.expect_ok();
    assert_eq!(
        (&moved["booking"]["bookingDate"], &moved["booking"]["endTime"]),
        (&json!("2028-02-29"), &json!("21:44:00"))
    );
    for unreal in ["2029-02-29", "2028-02-30", "2100-02-29"] {
        assert_eq!(invalid_fields_of(&asha, &haircut_request_at(unreal, "10:00")).await, ["bookingDate"]);
        assert_eq!(reschedule_booking(&asha, &id, unreal, "10:00").await.expect_invalid_fields(), ["bookingDate"]);
    }
}

#[test_on_both_engines]
async fn refused_requests_change_nothing() {
    let salon = small_salon().await;
    salon.member("Ravi", Role::Receptionist).await;
    let asha = salon.customer("Asha").await;
    let before = booking_row_counts(&salon).await;
    for body in [
        json!({}),
        haircut_request_at("2027-03-05", "21:00"),
        haircut_request_at("2027-02-28", "11:00"),
        haircut_request_with("serviceIds", small_service_ids(21)),
        haircut_request_with("serviceIds", json!(["service-perm"])),
        haircut_request_with("branchId", "branch-soon"),
    ] {
        post_booking(&asha, &body).await.expect_invalid_fields();
    }
    assert_eq!(booking_row_counts(&salon).await, before);
    assert_eq!(count_rows(&salon, asha.id().as_str(), "select count(*) from bookings where customer_id = $1").await, 0);
    assert_no_internal_errors(&salon, &asha).await;
}

/// Values at the edge of what a database can hold.
async fn assert_no_internal_errors(salon: &TestSalon, asha: &Person) {
    for body in [
        haircut_request_at("9999-12-31", "11:00"),
        haircut_request_at("9999-12-31", "20:59"),
        haircut_request_with("notes", "\u{7f}\u{200b}\u{202e}\u{fffd}'\"\\;--"),
        haircut_request_with("branchId", "\u{fffd}"),
    ] {
        let reply = post_booking(asha, &body).await;
        assert!(reply.status == 201 || reply.status == 400, "{}", reply.text());
    }
    let listed = list_own_bookings(asha).await;
    let kept = count_rows(salon, asha.id().as_str(), "select count(*) from bookings where customer_id = $1").await;
    assert_eq!(i64::try_from(listed.len()).unwrap(), kept);
}
