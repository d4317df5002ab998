//! When one can come: the slots of a branch that knows who is free.

use parlour_db::params;
use parlour_domain::ist::parse_time;
use parlour_store::cache_topics::{self, CacheTopic};
use parlour_testkit::actions::availability::{
    available_times_on, available_times_on_friday, friday_haircut_at, get_availability,
};
use parlour_testkit::actions::bookings::create_booking;
use parlour_testkit::checks::database::{update_rows, write_transaction};
use parlour_testkit::fixtures::live_salon::{
    FRIDAY, insert_daily_shifts, insert_friday_break, insert_holiday, insert_leave, insert_stylist, live_salon,
    live_salon_at, set_availability_mode, set_friday_shifts, set_ten_minute_buffer, switch_availability_mode,
};
use parlour_testkit::fixtures::small_salon::{STYLIST, STYLIST_IN_GOA, THERAPIST, THERAPIST_IN_GOA, small_salon};
use parlour_testkit::{TestSalon, test_on_both_engines};
use serde_json::json;

const NO_TIMES: [&str; 0] = [];

#[test_on_both_engines]
async fn a_slot_is_available_while_staff_work() {
    let salon = live_salon().await;
    set_friday_shifts(&salon, STYLIST, &[("11:00", "15:00"), ("18:15", "19:15")]).await;
    insert_friday_break(&salon, "11:00", "11:35", "11:40").await;
    insert_friday_break(&salon, "11:00", "13:00", "14:00").await;
    let data = get_availability(&salon, &format!("date={FRIDAY}")).await.expect_ok();
    let slots = data["slots"].as_array().unwrap();
    assert_eq!(slots.len(), 22, "the half hours of the opening hours, available or not");
    assert_eq!(slots[0], json!({ "startTime": "10:00", "endTime": "10:30", "available": false }));
    assert_eq!(slots[2], json!({ "startTime": "11:00", "endTime": "11:30", "available": true }));
    assert_eq!(available_times_on_friday(&salon, "").await, ["11:00", "12:00", "12:30", "14:00", "14:30", "18:30"]);
    let thursday = available_times_on(&salon, "2027-03-04", "").await;
    assert_eq!((thursday.len(), thursday[0].as_str()), (18, "10:00"), "other hours on other days");
}

#[test_on_both_engines]
async fn a_live_day_follows_the_opening_hours() {
    let salon = live_salon().await;
    write_transaction(&salon.app, |tx| {
        tx.execute(
            "update branches set opens_at = $1, closes_at = $2 where id = 'branch-pune'",
            params![parse_time("08:45"), parse_time("10:50")],
        )?;
        cache_topics::mark_topic_changed(tx, CacheTopic::Branches)
    })
    .await;
    set_friday_shifts(&salon, STYLIST, &[("08:00", "12:00")]).await;
    assert_eq!(available_times_on_friday(&salon, "").await, ["08:45", "09:15", "09:45", "10:15"]);
}

#[test_on_both_engines]
async fn a_slot_must_fit_all_requested_services() {
    let salon = live_salon().await;
    set_friday_shifts(&salon, STYLIST, &[("10:00", "13:00")]).await;
    create_booking(&salon.customer("Asha").await, &friday_haircut_at("11:15")).await;
    assert_eq!(
        available_times_on_friday(&salon, "").await,
        ["10:00", "10:30", "12:00", "12:30"],
        "taken from 11:15 to 12:00"
    );
    // 45 minutes, then 30 more, then ten to tidy up after each.
    assert_eq!(available_times_on_friday(&salon, "serviceIds=service-cut").await, ["10:00", "10:30", "12:00"]);
    assert_eq!(available_times_on_friday(&salon, "serviceIds=service-cut,service-wash").await, ["10:00"]);
    set_ten_minute_buffer(&salon, "service-wash").await;
    assert_eq!(available_times_on_friday(&salon, "serviceIds=service-wash,service-cut").await, NO_TIMES);
    assert_eq!(available_times_on_friday(&salon, "serviceIds=service-cut").await, ["10:00", "10:30", "12:00"]);
    set_ten_minute_buffer(&salon, "service-cut").await;
    assert_eq!(available_times_on_friday(&salon, "serviceIds=service-cut").await, ["10:00", "12:00"]);
    assert_eq!(
        available_times_on_friday(&salon, "serviceIds=service-cut,service-cut").await,
        ["10:00", "12:00"],
        "named twice"
    );
}

#[test_on_both_engines]
async fn no_slots_on_leave_or_holidays() {
    let salon = live_salon().await;
    assert_eq!(available_times_on_friday(&salon, "").await.len(), 18);
    insert_leave(&salon, STYLIST, ["2027-03-04", "2027-03-06"], "pending").await;
    insert_leave(&salon, STYLIST, ["2027-03-01", "2027-03-09"], "rejected").await;
    assert_eq!(available_times_on_friday(&salon, "").await.len(), 18, "nothing is decided, or not so");
    insert_leave(&salon, STYLIST, ["2027-03-05", "2027-03-06"], "approved").await;
    let of = async |date: &str| available_times_on(&salon, date, "").await.len();
    let days = [of("2027-03-04").await, of(FRIDAY).await, of("2027-03-06").await, of("2027-03-07").await];
    assert_eq!(days, [18, 0, 0, 18]);
    insert_holiday(&salon, "branch-pune", "2027-03-07").await;
    insert_holiday(&salon, "branch-goa", "2027-03-08").await;
    assert_eq!([of("2027-03-07").await, of("2027-03-08").await], [0, 18], "another branch's is its own");
}

#[test_on_both_engines]
async fn slots_can_be_filtered_by_staff_gender_or_service_type() {
    let salon = live_salon().await;
    insert_stylist(&salon, "staff-kavya", "female").await;
    set_friday_shifts(&salon, STYLIST, &[("10:00", "11:00")]).await;
    set_friday_shifts(&salon, "staff-kavya", &[("11:00", "12:00")]).await;
    set_friday_shifts(&salon, THERAPIST, &[("12:00", "13:00")]).await;
    assert_eq!(available_times_on_friday(&salon, "").await, ["10:00", "10:30", "11:00", "11:30", "12:00", "12:30"]);
    for (asked, expected) in [
        ("staffId=staff-kavya", vec!["11:00", "11:30"]),
        ("staffGender=female", vec!["11:00", "11:30"]),
        ("staffGender=undisclosed", vec!["10:00", "10:30", "12:00", "12:30"]),
        ("staffGender=male", vec![]),
        ("serviceType=spa", vec!["12:00", "12:30"]),
        ("serviceIds=service-massage", vec!["12:00"]),
        ("serviceType=salon&staffGender=undisclosed", vec!["10:00", "10:30"]),
        ("serviceIds=service-cut&staffId=staff-kavya", vec!["11:00"]),
        ("serviceIds=service-massage&staffId=staff-kavya", vec![]),
        ("staffId=staff-kavya&staffGender=male", vec![]),
    ] {
        assert_eq!(available_times_on_friday(&salon, asked).await, expected, "{asked}");
    }
    update_rows(&salon, "staff-kavya", "update staff set is_active = false where id = $1").await;
    assert_eq!(
        available_times_on_friday(&salon, "serviceType=salon").await,
        ["10:00", "10:30"],
        "nor whoever has left"
    );
}

#[test_on_both_engines]
async fn all_invalid_parameters_are_reported_together() {
    let salon = live_salon().await;
    let many: Vec<String> = (0..21).map(|number| format!("service-small-{number:02}")).collect();
    for (asked, wrong) in [
        ("staffId=nobody".to_owned(), vec!["staffId"]),
        ("staffId=".to_owned(), vec!["staffId"]),
        (format!("staffId={STYLIST_IN_GOA}"), vec!["staffId"]),
        (format!("staffId={THERAPIST_IN_GOA}"), vec!["staffId"]),
        ("staffGender=woman".to_owned(), vec!["staffGender"]),
        ("serviceType=nails".to_owned(), vec!["serviceType"]),
        ("serviceIds=".to_owned(), vec!["serviceIds.0"]),
        ("serviceIds=service-cut,,service-wash".to_owned(), vec!["serviceIds.1"]),
        ("serviceIds=nothing,service-cut".to_owned(), vec!["serviceIds.0"]),
        ("serviceIds=service-cut,service-perm".to_owned(), vec!["serviceIds.1"]),
        ("serviceIds=service-henna".to_owned(), vec!["serviceIds.0"]),
        ("serviceIds=service-cut,service-massage".to_owned(), vec!["serviceIds.1"]),
        ("serviceType=spa&serviceIds=service-cut".to_owned(), vec!["serviceIds.0"]),
        (format!("serviceIds={}", many.join(",")), vec!["serviceIds"]),
        ("serviceIds=service-cut%00".to_owned(), vec!["serviceIds"]),
        (
            "staffGender=woman&serviceIds=nothing,&staffId=nobody".to_owned(),
            vec!["serviceIds.0", "serviceIds.1", "staffGender", "staffId"],
        ),
    ] {
        let reply = get_availability(&salon, &format!("date={FRIDAY}&{asked}")).await;
        assert_eq!(reply.expect_invalid_fields(), wrong, "{asked}");
    }
    assert_eq!(get_availability(&salon, "date=2027-02-28&staffId=nobody").await.expect_invalid_fields(), ["date"]);
}

#[test_on_both_engines]
async fn a_branch_in_open_mode_ignores_staff_filters() {
    let salon = small_salon().await;
    let plain = get_availability(&salon, &format!("date={FRIDAY}")).await.expect_ok();
    assert_eq!(available_times_on_friday(&salon, "").await.len(), 22);
    for asked in ["staffId=nobody", "staffGender=woman", "serviceIds=nothing,,", "serviceType=nails"] {
        assert_eq!(get_availability(&salon, &format!("date={FRIDAY}&{asked}")).await.expect_ok(), plain, "{asked}");
    }
    let nowhere = format!("/api/availability?date={FRIDAY}&branchId=nowhere&staffId=nobody");
    assert_eq!(salon.visitor().get(&nowhere).await.expect_ok(), plain);
}

#[test_on_both_engines]
async fn past_slots_are_not_available() {
    let salon = live_salon_at("2027-03-05 17:29").await;
    assert_eq!(available_times_on_friday(&salon, "").await, ["17:30", "18:00", "18:30"]);
    salon.advance_seconds(60);
    assert_eq!(available_times_on_friday(&salon, "").await, ["18:00", "18:30"]);
    salon.advance_seconds(2 * 3600);
    assert_eq!(available_times_on_friday(&salon, "").await, NO_TIMES);
    assert_eq!(available_times_on(&salon, "2027-03-06", "").await.len(), 18);
}

#[test_on_both_engines]
async fn a_day_ends_at_midnight_in_india() {
    let salon = live_salon().await;
    write_transaction(&salon.app, |tx| {
        tx.execute(
            "update branches set opens_at = $1, closes_at = $2 where id = 'branch-pune'",
            params![parse_time("00:00"), parse_time("23:59")],
        )?;
        cache_topics::mark_topic_changed(tx, CacheTopic::Branches)
    })
    .await;
    set_friday_shifts(&salon, STYLIST, &[("00:00", "01:00"), ("22:30", "23:59")]).await;
    assert_eq!(available_times_on_friday(&salon, "").await, ["00:00", "00:30", "22:30", "23:00"]);
    let asha = salon.customer("Asha").await;
    create_booking(&asha, &friday_haircut_at("00:00")).await;
    create_booking(&asha, &friday_haircut_at("22:45")).await;
    assert_eq!(
        available_times_on_friday(&salon, "").await,
        NO_TIMES,
        "half an hour is left neither before 01:00 nor before 23:59"
    );
    assert_eq!(available_times_on(&salon, "2027-03-06", "").await.len(), 18, "the next day has nothing of it");
    assert_eq!(available_times_on(&salon, "2027-03-04", "").await.len(), 18, "nor has the one before");
}

#[test_on_both_engines]
async fn a_switched_availability_mode_is_visible_immediately() {
    let salon = small_salon().await;
    assert_eq!(available_times_on_friday(&salon, "").await.len(), 22);
    switch_availability_mode(&salon, "branch-pune", "live").await;
    assert_eq!(available_times_on_friday(&salon, "").await, NO_TIMES, "nobody has hours yet");
    insert_daily_shifts(&salon, STYLIST, "10:00", "11:00").await;
    assert_eq!(available_times_on_friday(&salon, "").await, ["10:00", "10:30"]);
    switch_availability_mode(&salon, "branch-pune", "open").await;
    assert_eq!(available_times_on_friday(&salon, "").await.len(), 22);
}

#[test_on_both_engines]
async fn a_live_branch_that_is_closed_has_no_slots() {
    let salon = live_salon().await;
    set_availability_mode(&salon, "branch-shut", "live").await;
    insert_daily_shifts(&salon, "staff-stylist-branch-shut", "10:00", "19:00").await;
    let question = format!("/api/availability?date={FRIDAY}&branchId=branch-shut");
    let data = salon.visitor().get(&question).await.expect_ok();
    let slots = data["slots"].as_array().unwrap();
    assert_eq!(slots.len(), 22);
    assert!(slots.iter().all(|slot| slot["available"] == false));
}

#[test_on_both_engines]
async fn an_unchanged_day_answers_not_modified() {
    let salon = live_salon().await;
    let first = get_availability(&salon, &format!("date={FRIDAY}")).await;
    let tag = first.header("etag").expect("a tag").to_owned();
    assert_eq!(first.header("cache-control"), Some("no-cache"));
    let visitor = salon.visitor().with_header("if-none-match", &tag);
    let question = format!("/api/availability?branchId=branch-pune&date={FRIDAY}");
    assert_eq!(visitor.get(&question).await.status, 304);
    create_booking(&salon.customer("Asha").await, &friday_haircut_at("11:15")).await;
    assert_eq!(visitor.get(&question).await.status, 200);
}

#[test_on_both_engines]
async fn the_demo_salon_s_live_branch_has_available_slots() {
    let salon = TestSalon::demo().await;
    let branches = salon.visitor().get("/api/branches").await.expect_ok();
    let live = branches["branches"][1]["id"].as_str().unwrap().to_owned();
    let mut numbers = Vec::new();
    for date in ["2027-03-02", "2027-03-03", "2027-03-04"] {
        let question = format!("/api/availability?date={date}&branchId={live}");
        let data = salon.visitor().get(&question).await.expect_ok();
        let slots = data["slots"].as_array().unwrap();
        assert_eq!(slots.len(), 22);
        numbers.push(slots.iter().filter(|slot| slot["available"] == true).count());
    }
    assert!(numbers.iter().all(|number| *number >= 10), "{numbers:?}");
}
