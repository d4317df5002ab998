//! The desk sets lines: services one after the other, each with its person, minutes and price.

use parlour_testkit::actions::availability::{expect_slot_unavailable, friday_haircut_at, occupied_time_of};
use parlour_testkit::actions::bookings::{
    BOOKING_STATUSES, approve_booking, assign_staff, booking_row_counts, create_booking, haircut_request,
    haircut_request_with, post_booking_action, replace_booking_services, set_booking_status, shown_booking,
    without_read_fields,
};
use parlour_testkit::actions::jobs::{noshow_check_job, open_booking_jobs};
use parlour_testkit::actions::people::{manager, receptionist};
use parlour_testkit::actions::visits::{line_terms, put_lines, put_lines_with};
use parlour_testkit::checks::audit_log::actions_on_record;
use parlour_testkit::checks::database::update_rows;
use parlour_testkit::fixtures::live_salon::{insert_stylist, live_salon};
use parlour_testkit::fixtures::small_salon::{STYLIST, STYLIST_IN_GOA, THERAPIST_IN_GOA, small_salon};
use parlour_testkit::test_on_both_engines;
use serde_json::{Value, json};

fn terms(service: &str, staff: Option<&str>, minutes: i64, price: i64) -> (Value, Value, Value, Value) {
    (json!(service), json!(staff), json!(minutes), json!(price))
}

#[test_on_both_engines]
async fn what_is_left_out_stays() {
    let salon = small_salon().await;
    let (desk, asha, mira) = (receptionist(&salon).await, salon.customer("Asha").await, manager(&salon).await);
    let id = create_booking(&asha, &haircut_request_with("serviceIds", json!(["service-cut", "service-wash"]))).await;
    approve_booking(&desk, &id, STYLIST).await.expect_ok();
    update_rows(&salon, "service-", "update services set price_paise = price_paise + 1000 where id like $1 || '%'")
        .await;
    let before = without_read_fields(shown_booking(&asha, &id).await);
    let same = json!([{ "serviceId": "service-cut" }, { "serviceId": "service-wash" }]);
    let unchanged = put_lines(&desk, &id, &same).await.expect_ok()["booking"].clone();
    assert_eq!(unchanged["services"], before["services"], "ids, names, prices, minutes and persons");

    let lines = json!([
        { "serviceId": "service-wash", "staffId": STYLIST_IN_GOA },
        { "serviceId": "service-cut", "durationMinutes": 60 },
        { "serviceId": "service-cut", "staffId": STYLIST_IN_GOA, "durationMinutes": 5 },
        { "serviceId": "service-colour", "durationMinutes": null },
    ]);
    let changed = put_lines(&desk, &id, &lines).await.expect_ok()["booking"].clone();
    let expected = [
        terms("service-wash", Some(STYLIST_IN_GOA), 30, 30_000),
        terms("service-cut", Some(STYLIST), 60, 120_000),
        terms("service-cut", Some(STYLIST_IN_GOA), 5, 121_000),
        terms("service-colour", Some(STYLIST), 90, 251_050),
    ];
    assert_eq!(line_terms(&changed), expected, "a new line has the price of today");
    assert_eq!(changed["totalAmountPaise"], 30_000 + 120_000 + 121_000 + 251_050);
    assert_eq!((&changed["totalDurationMinutes"], &changed["endTime"]), (&json!(185), &json!("14:05:00")));
    let orders: Vec<&Value> =
        changed["services"].as_array().unwrap().iter().map(|line| &line["displayOrder"]).collect();
    assert_eq!(orders, [1, 2, 3, 4]);
    assert_eq!(changed["services"][1]["id"], before["services"][0]["id"]);
    assert_eq!(open_booking_jobs(&salon, &id).await, [noshow_check_job(&id, "2027-03-05", "14:20")]);
    assert_eq!(without_read_fields(shown_booking(&asha, &id).await)["services"], changed["services"]);

    let prices = json!([
        { "serviceId": "service-cut", "pricePaise": 50_000 },
        { "serviceId": "service-cut" },
        { "serviceId": "service-cut" },
        { "serviceId": "service-small-01", "pricePaise": 0 },
        { "serviceId": "service-small-01" },
    ]);
    put_lines(&desk, &id, &prices).await.expect_error(403, "FORBIDDEN");
    let priced = put_lines(&mira, &id, &prices).await.expect_ok()["booking"].clone();
    let expected = [
        terms("service-cut", Some(STYLIST), 60, 50_000),
        terms("service-cut", Some(STYLIST_IN_GOA), 5, 121_000),
        terms("service-cut", None, 45, 121_000),
        terms("service-small-01", None, 5, 0),
        terms("service-small-01", None, 5, 1_101),
    ];
    assert_eq!(line_terms(&priced), expected, "several people did it, so nobody has the new lines");
    let actions = actions_on_record(&salon, &id).await;
    assert_eq!(actions.iter().filter(|action| *action == "booking.lines").count(), 3);
    assign_staff(&desk, &id, STYLIST).await.expect_ok();
    // What a manager has agreed for one line is no price for the next.
    let further = json!([{ "serviceId": "service-small-01" }, { "serviceId": "service-small-01" }]);
    put_lines(&desk, &id, &json!([{ "serviceId": "service-small-01" }])).await.expect_ok();
    let further = put_lines(&desk, &id, &further).await.expect_ok()["booking"].clone();
    assert_eq!(
        line_terms(&further),
        [terms("service-small-01", Some(STYLIST), 5, 0), terms("service-small-01", Some(STYLIST), 5, 1_101)]
    );
    put_lines(&desk, &id, &json!([{ "serviceId": "service-cut" }])).await.expect_ok();
    let once = replace_booking_services(&desk, &id, &json!(["service-cut"])).await.expect_ok();
    assert_eq!(line_terms(&once["booking"]), [terms("service-cut", Some(STYLIST), 45, 121_000)]);
}

#[test_on_both_engines]
async fn wrong_lines_are_named_and_change_nothing() {
    let salon = small_salon().await;
    let (desk, asha) = (receptionist(&salon).await, salon.customer("Asha").await);
    let id = create_booking(&asha, &haircut_request()).await;
    let before = booking_row_counts(&salon).await;
    let line = json!({ "serviceId": "service-cut" });
    for (lines, wrong) in [
        (json!([]), vec!["lines"]),
        (json!(vec![line.clone(); 21]), vec!["lines"]),
        (json!("service-cut"), vec!["lines"]),
        (json!([{}, "service-cut"]), vec!["lines.0.serviceId", "lines.1"]),
        (json!([line, { "serviceId": "nothing", "staffId": "nobody" }]), vec!["lines.1.serviceId", "lines.1.staffId"]),
        (
            json!([
                { "serviceId": "service-cut", "durationMinutes": 4 },
                { "serviceId": "service-cut", "durationMinutes": 481 },
                { "serviceId": "service-perm" },
                { "serviceId": "service-massage", "staffId": THERAPIST_IN_GOA },
                { "serviceId": "service-cut", "durationMinutes": "45" },
            ]),
            vec![
                "lines.0.durationMinutes",
                "lines.1.durationMinutes",
                "lines.2.serviceId",
                "lines.3.serviceId",
                "lines.3.staffId",
                "lines.4.durationMinutes",
            ],
        ),
        (
            json!([
                { "serviceId": "service-cut", "durationMinutes": 480 },
                { "serviceId": "service-wash", "durationMinutes": 300 },
            ]),
            vec!["lines"],
        ),
    ] {
        assert_eq!(put_lines(&desk, &id, &lines).await.expect_invalid_fields(), wrong, "{lines}");
    }
    assert_eq!(put_lines_with(&desk, &id, &json!({})).await.expect_invalid_fields(), ["lines"]);
    assert_eq!(booking_row_counts(&salon).await, before);
    put_lines(&desk, "nobody", &json!([line])).await.expect_error(404, "NOT_FOUND");
    for status in BOOKING_STATUSES {
        let id = create_booking(&asha, &haircut_request()).await;
        set_booking_status(&salon, &id, status).await;
        let reply = put_lines(&desk, &id, &json!([line])).await;
        match status {
            "pending" | "confirmed" | "in_progress" => drop(reply.expect_ok()),
            _ => drop(reply.expect_error(409, "BOOKING_INVALID_STATUS_TRANSITION")),
        }
    }
}

#[test_on_both_engines]
async fn a_service_that_is_no_longer_offered_may_stay() {
    let salon = small_salon().await;
    let (desk, asha) = (receptionist(&salon).await, salon.customer("Asha").await);
    let id = create_booking(&asha, &haircut_request()).await;
    update_rows(&salon, "service-cut", "update services set is_active = false, price_paise = 5 where id = $1").await;
    let lines =
        json!([{ "serviceId": "service-cut" }, { "serviceId": "service-cut" }, { "serviceId": "service-wash" }]);
    let changed = put_lines(&desk, &id, &lines).await.expect_ok();
    assert_eq!(changed["booking"]["totalAmountPaise"], 120_000 + 5 + 30_000);
    put_lines(&desk, &id, &json!([{ "serviceId": "service-wash" }])).await.expect_ok();
    assert_eq!(put_lines(&desk, &id, &lines).await.expect_invalid_fields(), ["lines.0.serviceId", "lines.1.serviceId"]);
}

#[test_on_both_engines]
async fn a_live_branch_finds_time_for_the_lines() {
    let salon = live_salon().await;
    let (desk, asha, tara) = (receptionist(&salon).await, salon.customer("Asha").await, salon.customer("Tara").await);
    let id = create_booking(&asha, &friday_haircut_at("11:00")).await;
    approve_booking(&desk, &id, STYLIST).await.expect_ok();
    let next = create_booking(&tara, &friday_haircut_at("12:30")).await;
    approve_booking(&desk, &next, STYLIST).await.expect_ok();
    let lines = |minutes: i64| json!([{ "serviceId": "service-cut", "durationMinutes": minutes }]);
    let refused = put_lines(&desk, &id, &lines(95)).await;
    assert_eq!(expect_slot_unavailable(&refused).len(), 3);
    put_lines(&desk, &id, &lines(90)).await.expect_ok();
    assert_eq!(occupied_time_of(&salon, &id).await, [format!("{STYLIST} 11:00-12:30")]);
    put_lines(&desk, &id, &lines(30)).await.expect_ok();
    assert_eq!(occupied_time_of(&salon, &id).await, [format!("{STYLIST} 11:00-11:30")]);
    post_booking_action(&desk, &id, "start").await.expect_ok();
    put_lines(&desk, &id, &lines(60)).await.expect_ok();
    assert_eq!(occupied_time_of(&salon, &id).await, [format!("{STYLIST} 11:00-12:00")]);
}

#[test_on_both_engines]
async fn new_services_release_the_time_of_several_people() {
    let salon = live_salon().await;
    insert_stylist(&salon, "staff-meena", "female").await;
    let (desk, asha) = (receptionist(&salon).await, salon.customer("Asha").await);
    let id = create_booking(&asha, &friday_haircut_at("11:00")).await;
    approve_booking(&desk, &id, STYLIST).await.expect_ok();
    let lines = json!([{ "serviceId": "service-cut" }, { "serviceId": "service-wash", "staffId": "staff-meena" }]);
    put_lines(&desk, &id, &lines).await.expect_ok();
    let everyone = ["staff-meena 11:45-12:15".to_owned(), format!("{STYLIST} 11:00-11:45")];
    assert_eq!(occupied_time_of(&salon, &id).await, everyone, "each for their own line");
    let changed = replace_booking_services(&desk, &id, &json!(["service-cut"])).await.expect_ok();
    assert_eq!(line_terms(&changed["booking"]), [terms("service-cut", None, 45, 120_000)]);
    assert_eq!(occupied_time_of(&salon, &id).await, [] as [String; 0]);
}
