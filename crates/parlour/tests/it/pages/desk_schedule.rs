//! The schedule at the desk, without scripts.

use axum::http::Method;
use chrono::{Datelike, Days};
use parlour_db::params;
use parlour_domain::auth::app_kind::AppKind;
use parlour_domain::auth::role::Role;
use parlour_domain::ist::parse_date;
use parlour_testkit::actions::bookings::{
    approve_booking, create_booking, get_booking, haircut_request_at, haircut_request_with, patch_booking,
};
use parlour_testkit::actions::people::{manager, receptionist, staff_member_in_pune};
use parlour_testkit::browser::{Browser, Page};
use parlour_testkit::checks::database::write_transaction;
use parlour_testkit::fixtures::small_salon::{PUNE, STYLIST};
use parlour_testkit::{Person, TestSalon, test_on_both_engines};
use serde_json::{Value, json};

use super::desk_reports::minutes;
use super::visits::listening_salon;

pub(super) const KIRAN: &str = "staff-kiran";

fn desk_browser(salon: &TestSalon, person: &Person) -> Browser {
    let mut browser = Browser::at(salon, AppKind::Admin);
    browser.sign_in_as(person);
    browser
}

#[track_caller]
fn assert_says(page: &Page, parts: &[&str]) {
    for part in parts {
        assert!(page.has_text(part), "{part} in {}", page.text());
    }
}

#[track_caller]
fn assert_refused(page: &Page, field: &str, sentence: &str) {
    let said = page.field_error(field).unwrap_or_default();
    assert!(said.contains(sentence), "{field}: {said} in {}", page.text());
}

pub(super) async fn shifts_of(manager: &Person, staff: &str) -> Value {
    manager.get(&format!("/api/schedule/{staff}")).await.expect_ok()["shifts"].clone()
}

async fn staff_of(desk: &Person, booking: &str) -> Vec<Value> {
    let booking = get_booking(desk, booking).await.expect_ok()["booking"].clone();
    booking["services"].as_array().unwrap().iter().map(|line| line["staffId"].clone()).collect()
}

pub(super) async fn ask_for_leave(person: &Person) -> String {
    let body = json!({ "startDate": "2027-03-04", "endDate": "2027-03-06", "reason": "A wedding" });
    let leave = person.post("/api/me/leave", &body).await.expect_created()["leave"].clone();
    leave["id"].as_str().unwrap().to_owned()
}

async fn ask_for_twenty_late_days(salon: &TestSalon) {
    write_transaction(&salon.app, |tx| {
        (1..=20_i64).try_for_each(|day| {
            tx.execute(
                "insert into staff_leave (id, staff_id, start_date, end_date, status, created_at, updated_at)
                 values ($1, $2, $3, $3, 'pending', '2027-03-01T04:30:00.000Z', '2027-03-01T04:30:00.000Z')",
                params![format!("late-{day:02}"), STYLIST, parse_date(&format!("2028-01-{day:02}"))],
            )
            .map(drop)
        })
    })
    .await;
}

fn monday() -> Value {
    json!([{
        "weekday": 1, "startTime": "10:00", "endTime": "19:00",
        "breaks": [{ "startTime": "13:00", "endTime": "13:45" }],
    }])
}

#[test_on_both_engines]
async fn working_hours_are_saved_and_copied() {
    let salon = listening_salon().await;
    let boss = manager(&salon).await;
    staff_member_in_pune(&salon, "Kiran", Role::Staff).await;
    let mut browser = desk_browser(&salon, &boss);
    let page = browser.visit("/schedule").await.expect_status(200);
    browser.check_page(&page).await;
    assert_says(&page, &["stylist", "kiran", "Off", "Nobody waits for an answer."]);
    let soon = browser.visit("/schedule?at=branch-soon").await.expect_status(200);
    browser.check_page(&soon).await;
    assert_eq!(soon.texts_of("nav.filters a"), ["PUN", "GOA", "SOON"], "also before it opens, not once it is closed");
    assert_eq!(soon.texts_of("nav.filters a[aria-current=page]"), ["SOON"]);
    assert!(!soon.has_text("Block time"), "nobody can be booked there: {}", soon.text());
    let page = browser.visit(&format!("/schedule/{STYLIST}")).await.expect_status(200);
    browser.check_page(&page).await;
    let form = page.form_with("works0").with("works0", "true");
    let wrong = form.clone().with("from0-0", "19:00").with("to0-0", "10:00").with("breakFrom0-0-0", "13:00");
    let page = browser.submit_and_follow(&wrong).await.expect_status(422);
    assert_refused(&page, "to0-0", "Monday, until must be after the start");
    assert_refused(&page, "breakTo0-0-0", "Monday, break until is required");
    let page = browser.submit_and_follow(&form.clone().with("from0-0", "").with("to0-0", "")).await;
    assert_refused(&page, "from0-0", "Monday, from is required");
    let form = form.with("from0-0", "10:00").with("to0-0", "19:00").with("breakFrom0-0-0", "13:00");
    let page = browser.submit_and_follow(&form.clone().with("breakTo0-0-0", "19:30")).await.expect_status(422);
    assert_refused(&page, "breakTo0-0-0", "Monday, break until must lie within the shift");
    let twice = form.clone().with("breakTo0-0-0", "13:45").with("from0-1", "18:00").with("to0-1", "20:00");
    let page = browser.submit_and_follow(&twice).await.expect_status(422);
    assert_refused(&page, "from0-1", "Monday, from lies in another shift of the day");
    assert_eq!(shifts_of(&boss, STYLIST).await, json!([]));

    let page = browser.submit_and_follow(&form.with("breakTo0-0-0", "13:45").with("copyTo", KIRAN)).await;
    assert_says(&page, &["The working hours were saved.", "10 am – 7 pm", "8 h 15 min"]);
    for staff in [STYLIST, KIRAN] {
        assert_eq!(shifts_of(&boss, staff).await, monday(), "{staff}");
    }
    // Without its tick a day is free, whatever its times are.
    let form = browser.visit(&format!("/schedule/{KIRAN}")).await.form_with("works0").without("works0");
    assert_says(&browser.submit_and_follow(&form).await, &["The working hours were saved."]);
    assert_eq!(shifts_of(&boss, KIRAN).await, json!([]));
    assert_eq!(browser.visit("/schedule/nobody").await.status, 404);
    let desk = receptionist(&salon).await;
    assert_eq!(desk_browser(&salon, &desk).visit("/schedule").await.status, 403);
}

#[test_on_both_engines]
async fn who_saves_working_hours_second_is_told_what_they_are() {
    let salon = listening_salon().await;
    let boss = manager(&salon).await;
    let mut browser = desk_browser(&salon, &boss);
    let form = browser.visit(&format!("/schedule/{STYLIST}")).await.form_with("works0");
    let body = json!({ "shifts": monday() }).to_string();
    boss.send(Method::PUT, &format!("/api/schedule/{STYLIST}"), body).await.expect_ok();
    let typed = form.with("works1", "true").with("from1-0", "11:00").with("to1-0", "20:00");
    let page = browser.submit_and_follow(&typed).await.expect_status(409);
    let told = "This was changed meanwhile: Monday (now “10 am – 7 pm, breaks 1 pm – 1:45 pm”).";
    assert_says(&page, &[told]);
    assert_eq!(shifts_of(&boss, STYLIST).await, monday());
    let form = page.form_with("works0");
    assert_eq!(form.value("from1-0"), Some("11:00"), "nothing typed is lost");
    assert_says(&browser.submit_and_follow(&form).await, &["The working hours were saved."]);
    assert_eq!(shifts_of(&boss, STYLIST).await[0]["weekday"], 2);
}

#[test_on_both_engines]
async fn leave_is_given_with_the_visits_moved() {
    let salon = listening_salon().await;
    let (boss, desk) = (manager(&salon).await, receptionist(&salon).await);
    let kiran = staff_member_in_pune(&salon, "Kiran", Role::Staff).await;
    let asha = salon.customer("Asha").await;
    let plain = create_booking(&asha, &haircut_request_at("2027-03-06", "11:00")).await;
    approve_booking(&desk, &plain, KIRAN).await.expect_ok();
    let tara = salon.customer("Tara").await;
    let wished = create_booking(&tara, &haircut_request_with("wishedStaffGender", "female")).await;
    let approval = json!({ "action": "approve", "staffId": KIRAN, "againstWish": true });
    patch_booking(&desk, &wished, &approval).await.expect_ok();
    let shared = create_booking(&asha, &haircut_request_at("2027-03-05", "16:00")).await;
    approve_booking(&desk, &shared, KIRAN).await.expect_ok();
    let line = |service: &str, staff: &str| json!({ "serviceId": service, "staffId": staff });
    let lines = json!({ "lines": [line("service-cut", KIRAN), line("service-wash", STYLIST)] }).to_string();
    desk.send(Method::PUT, &format!("/api/bookings/{shared}/lines"), lines).await.expect_ok();
    let leave = ask_for_leave(&kiran).await;

    let mut browser = desk_browser(&salon, &boss);
    let page = browser.visit("/schedule").await;
    browser.check_page(&page).await;
    assert_says(&page, &["kiran", "A wedding", "3 visits are booked with them then.", "Leave asked"]);
    let page = browser.visit(&format!("/schedule/leave/{leave}")).await.expect_status(200);
    browser.check_page(&page).await;
    assert_says(&page, &["Asha", "Tara", "Asked for a woman", "Give leave, move 1"]);
    assert_says(&page, &["wash with stylist", "Whoever takes it takes them all."]);
    let form = page.form_with_button("Decline");
    let [to_plain, to_wished, to_shared] = [&plain, &wished, &shared].map(|id| format!("to-{id}"));
    let chosen = [&to_plain, &to_wished, &to_shared].map(|field| form.value(field));
    assert_eq!(chosen, [Some(STYLIST), Some(""), Some("")], "nobody else loses a service by one click");
    let form = form.with(&to_wished, STYLIST).with(&to_shared, STYLIST);
    let page = browser.submit_and_follow(&form.clone().with("action", "approve")).await.expect_status(422);
    assert_refused(&page, &to_wished, "The customer asked for a woman.");
    assert_eq!(staff_of(&desk, &plain).await, [KIRAN], "nothing is moved");
    let form = form.with(&format!("anyway-{wished}"), "true").with("action", "approve");
    assert_says(&browser.submit_and_follow(&form).await, &["The leave is given.", "Nobody waits for an answer."]);
    for booking in [&plain, &wished] {
        assert_eq!(staff_of(&desk, booking).await, [STYLIST]);
    }
    // It was answered already.
    let page = browser.submit_and_follow(&form.forge("key", "another").with("action", "reject")).await;
    assert_says(&page.expect_status(409), &["This request for leave is decided already."]);
    salon.leaves_due_jobs("nobody reads the e-mails");
}

#[test_on_both_engines]
async fn leave_without_visits_is_answered_in_the_list() {
    let salon = listening_salon().await;
    let boss = manager(&salon).await;
    let kiran = staff_member_in_pune(&salon, "Kiran", Role::Staff).await;
    ask_for_leave(&kiran).await;
    ask_for_twenty_late_days(&salon).await;
    let mut browser = desk_browser(&salon, &boss);
    let later = browser.visit("/schedule?page=99").await;
    assert_eq!(later.texts_of("#leave h3"), ["stylist"], "the last page, the last request");
    assert_says(&later, &["Leave that begins sooner"]);
    let page = browser.visit("/schedule").await;
    let listed = page.texts_of("#leave h3");
    assert_eq!((listed.len(), listed[0].to_lowercase().as_str()), (20, "kiran"), "the first days first");
    assert_says(&page, &["No visit is booked with them then.", "Leave that begins later"]);
    let page = browser.submit_and_follow(&page.form_with_button("Decline").press("Decline")).await;
    assert_says(&page, &["The request for leave is declined."]);
    let listed = boss.get("/api/schedule/leave?status=rejected").await.expect_ok();
    assert_eq!(listed["leave"].as_array().unwrap().len(), 1);
    salon.leaves_due_jobs("nobody reads the e-mails");
}

#[test_on_both_engines]
async fn a_holiday_is_added_and_removed() {
    let salon = listening_salon().await;
    let boss = manager(&salon).await;
    let asha = salon.customer("Asha").await;
    create_booking(&asha, &haircut_request_at("2027-03-06", "11:00")).await;
    let mut browser = desk_browser(&salon, &boss);
    let page = browser.visit("/schedule/holidays").await.expect_status(200);
    browser.check_page(&page).await;
    let branches = page.form_with("date").options("branchId");
    assert_eq!(branches.len(), 3, "also the branch that opens soon: {branches:?}");
    let form = page.form_with("date").with("branchId", PUNE).with("name", "Shivaratri");
    let page = browser.submit_and_follow(&form.clone().with("date", "2027-02-28")).await.expect_status(422);
    assert_refused(&page, "date", "Day must be today or later");
    let form = form.with("date", "2027-03-06");
    let page = browser.submit_and_follow(&form).await;
    assert_says(&page, &["The holiday was added.", "Shivaratri", "1 visit to move"]);
    let again = page.form_with("date").with("branchId", PUNE).with("date", "2027-03-06");
    let page = browser.submit_and_follow(&again).await.expect_status(422);
    assert_refused(&page, "date", "The branch has a holiday that day already.");
    let page = browser.visit("/schedule").await;
    assert_says(&page, &["Shivaratri", "Closed", "1 visit still stands on that day."]);
    let page = browser.visit("/schedule/holidays").await;
    let remove = page.forms().into_iter().find(|form| form.target().path().ends_with("/remove")).expect("a form");
    let page = browser.submit_and_follow(&remove).await;
    assert_says(&page, &["The holiday was removed.", "No holiday is entered."]);
    let listed = boss.get("/api/schedule/holidays").await.expect_ok();
    assert_eq!(listed["holidays"], json!([]));

    write_transaction(&salon.app, |tx| {
        (0..51_i64).try_for_each(|number| {
            let date = parse_date("2028-01-01").map(|first| first + Days::new(number.unsigned_abs()));
            tx.execute(
                "insert into branch_holidays (id, branch_id, holiday_date, name, created_at)
                 values ($1, 'branch-goa', $2, 'Works', '2027-03-01T04:30:00.000Z')",
                params![format!("works-{number}"), date],
            )
            .map(drop)
        })
    })
    .await;
    let page = browser.visit("/schedule/holidays").await;
    assert_eq!(page.texts_of("ul.card li").len(), 50);
    let page = browser.click_link(&page, "Later holidays").await;
    assert_eq!(page.texts_of("ul.card li").len(), 1);
    assert_says(&page, &["Earlier holidays"]);
    salon.leaves_due_jobs("nobody reads the e-mails");
}

#[test_on_both_engines]
async fn the_sums_of_a_week_are_those_of_the_utilisation_report() {
    let salon = TestSalon::for_browsers().await;
    let boss = manager(&salon).await;
    let today = salon.now().ist_date();
    let monday = today - Days::new(u64::from(today.weekday().num_days_from_monday()));
    let branches = salon.member("Olga", Role::Owner).await.get("/api/branches?pageSize=100").await.expect_ok();
    let mut browser = desk_browser(&salon, &boss);
    let branches = branches["branches"].as_array().unwrap();
    for branch in branches.iter().filter(|branch| branch["status"] == "operational") {
        let id = branch["id"].as_str().unwrap();
        for from in [monday, monday - Days::new(7)] {
            let period = format!("from={from}&to={}&branchId={id}", from + Days::new(6));
            let report = boss.get(&format!("/api/reports/utilisation?{period}")).await.expect_ok()["report"].clone();
            let staff = report["staff"].as_array().unwrap();
            let of = |field: &str| staff.iter().map(|row| minutes(row[field].as_i64().unwrap())).collect::<Vec<_>>();
            let page = browser.visit(&format!("/schedule?at={id}&from={from}")).await.expect_status(200);
            assert_eq!(page.texts_of("td.sumc b"), of("rosteredMinutes"), "{period}");
            let booked: Vec<_> = of("bookedMinutes").iter().map(|words| format!("{words} booked")).collect();
            assert_eq!(page.texts_of("td.sumc small"), booked, "{period}");
        }
    }
    salon.leaves_due_jobs("only the figures count here");
}
