//! The pages that belong to the person who is signed in at the desk: day, leave, notifications, account.

use axum::http::Method;
use parlour_domain::auth::app_kind::AppKind;
use parlour_domain::auth::role::Role;
use parlour_testkit::actions::bookings::{
    approve_booking, assign_staff, create_booking, haircut_request, haircut_request_at, haircut_request_with,
    post_booking_action,
};
use parlour_testkit::actions::people::{manager, receptionist, staff_member_in_pune};
use parlour_testkit::actions::visits::put_lines;
use parlour_testkit::browser::{Browser, Page};
use parlour_testkit::checks::database::count_rows;
use parlour_testkit::chromium::{ChromiumOptions, Visitor, screens_with_pages};
use parlour_testkit::fixtures::small_salon::{PUNE, STYLIST, small_salon_with};
use parlour_testkit::{Engine, Person, SalonOptions, TestSalon, run, test_on_both_engines};
use serde_json::json;

use super::visits::{listening_salon, onboarded_customer};

/// The day of the stories, a Monday.
const TODAY: &str = "2027-03-01";

fn desk_browser(salon: &TestSalon, person: &Person) -> Browser {
    let mut browser = Browser::at(salon, AppKind::Admin);
    browser.sign_in_as(person);
    browser
}

/// Kavya works from Tuesday to Saturday at the same hours as on Monday, and has a break.
async fn stylist(salon: &TestSalon) -> Person {
    let kavya = staff_member_in_pune(salon, "Kavya", Role::Staff).await;
    let boss = manager(salon).await;
    let day = |weekday: i64| {
        json!({ "weekday": weekday, "startTime": "10:00", "endTime": "19:00",
            "breaks": [{ "startTime": "13:30", "endTime": "14:15" }] })
    };
    let week = json!({ "shifts": (1..=6).map(day).collect::<Vec<_>>() });
    boss.send(Method::PUT, "/api/schedule/staff-kavya", week.to_string()).await.expect_ok();
    kavya
}

async fn confirmed_visit(customer: &Person, desk: &Person, date: &str, time: &str) -> String {
    let id = create_booking(customer, &haircut_request_at(date, time)).await;
    approve_booking(desk, &id, "staff-kavya").await.expect_ok();
    id
}

fn expect_heading(page: &Page, status: u16, heading: &str) {
    assert_eq!((page.status.as_u16(), page.heading().as_str()), (status, heading), "{}", page.text());
}

fn expect_texts(page: &Page, texts: &[&str]) {
    for text in texts {
        assert!(page.has_text(text), "{text} in {}", page.text());
    }
}

#[test_on_both_engines]
async fn my_day_shows_the_next_visit_large_and_the_rest_in_order() {
    let salon = listening_salon().await;
    let desk = receptionist(&salon).await;
    let kavya = stylist(&salon).await;
    let (asha, binu) = (onboarded_customer(&salon, "Asha").await, salon.customer("Binu").await);
    let mut browser = desk_browser(&salon, &kavya);
    expect_heading(&browser.visit("/my").await, 200, "Nothing booked today, Kavya");

    let first = confirmed_visit(&asha, &desk, TODAY, "11:00").await;
    confirmed_visit(&binu, &desk, TODAY, "15:00").await;
    let lines = json!([
        { "serviceId": "service-cut", "staffId": "staff-kavya" }, { "serviceId": "service-wash", "staffId": STYLIST },
    ]);
    put_lines(&desk, &first, &lines).await.expect_ok();
    let path = format!("/api/customers/{}/contact", asha.id());
    desk.patch(&path, &json!({ "pinnedNote": "Allergic to ammonia" })).await.expect_ok();
    let block = json!({ "staffId": "staff-kavya", "date": TODAY, "startTime": "17:00", "endTime": "18:00",
        "reason": "Dentist" });
    desk.post("/api/desk/blocks", &block).await.expect_created();

    let page = browser.visit("/my").await;
    expect_heading(&page, 200, "Two more today, Kavya");
    expect_texts(&page, &["Monday 1 March, 10 am – 7 pm", "Next, at 11:00 am", "Important: Allergic to ammonia"]);
    expect_texts(&page, &["cut, till 11:45 am", "With colleagues: wash"]);
    assert_eq!(page.texts_of(".nextup h2"), ["Asha"]);
    assert_eq!(page.texts_of(".agenda time"), ["1:302:15", "3:003:45", "5:006:00"]);
    expect_texts(&page, &["Break", "Binu", "Dentist"]);
    assert!(!page.has_text("98450 12345") && !page.has_text("₹"), "staff see no numbers and no sums: {}", page.text());
    assert!(page.links().iter().all(|link| !link.url.path().starts_with("/bookings")), "nor pages of the desk");
    assert_eq!(page.texts_of(".wk small"), ["2", "0", "0", "0", "0", "0", "off"]);

    salon.advance_seconds(3_600);
    post_booking_action(&desk, &first, "start").await.expect_ok();
    let page = browser.visit("/my").await;
    expect_texts(&page, &["In the chair since 11:00 am", "In progress"]);
    salon.leaves_due_jobs("nobody is reminded");
}

/// The status of a visit and whether it is ready to pay, as the desk sees it.
async fn status_at_desk(desk: &Person, id: &str) -> (String, bool) {
    let booking = desk.get(&format!("/api/bookings/{id}")).await.expect_ok()["booking"].clone();
    (booking["status"].as_str().unwrap().to_owned(), booking["finishedAt"].is_string())
}

#[test_on_both_engines]
async fn a_stylist_begins_and_ends_a_visit_and_takes_the_end_back() {
    let salon = listening_salon().await;
    let desk = receptionist(&salon).await;
    let kavya = stylist(&salon).await;
    let id = confirmed_visit(&onboarded_customer(&salon, "Asha").await, &desk, TODAY, "11:00").await;
    confirmed_visit(&salon.customer("Binu").await, &desk, TODAY, "15:00").await;
    confirmed_visit(&salon.customer("Chitra").await, &desk, "2027-03-03", "11:00").await;
    let mut browser = desk_browser(&salon, &kavya);

    let page = browser.visit("/my").await;
    browser.check_page(&page).await;
    assert!(page.forms().iter().all(|form| !form.has_button("Start with Binu")), "who comes later has not come yet");
    let start = page.form_with_button("Start with Asha");
    let page = browser.submit_and_follow(&start).await.expect_status(200);
    expect_texts(&page, &["The visit has begun.", "In progress"]);
    assert_eq!(status_at_desk(&desk, &id).await, ("in_progress".to_owned(), false));
    // The same tap again does nothing more.
    let again = browser.submit_and_follow(&start).await.expect_status(200);
    assert_eq!(again.texts_of(".nextup h2"), ["Asha"]);

    let stale = browser.visit("/my").await;
    let page = browser.submit_and_follow(&page.form_with_button("Done with Asha")).await;
    expect_texts(&page, &["Done. The desk sees that it can be paid.", "Ready to pay"]);
    assert_eq!(page.texts_of(".nextup h2"), ["Binu"]);
    assert_eq!(status_at_desk(&desk, &id).await, ("in_progress".to_owned(), true));
    browser.check_page(&page).await;
    let page = browser.submit_and_follow(&page.form_with_button("Not done yet with Asha")).await;
    expect_texts(&page, &["The visit goes on."]);
    assert_eq!(page.texts_of(".nextup h2"), ["Asha"]);
    assert_eq!(status_at_desk(&desk, &id).await, ("in_progress".to_owned(), false));

    // The desk takes the start back meanwhile: the page says why nothing was done, and what there is now.
    desk.post_empty(&format!("/api/bookings/{id}/undo")).await.expect_ok();
    let page = browser.submit_and_follow(&stale.form_with_button("Done with Asha")).await.expect_status(409);
    assert_eq!(page.texts_of(".errors").len(), 1, "{}", page.text());
    assert!(page.form_with_button("Start with Asha").is_sent_by_post());

    let other = staff_member_in_pune(&salon, "Omkar", Role::Staff).await;
    let refused = desk_browser(&salon, &other).submit(&page.form_with_button("Start with Asha")).await;
    assert_eq!(refused.status, 404, "somebody else's");
    let wednesday = browser.visit("/my?day=2027-03-03").await;
    assert!(wednesday.has_text("Chitra") && wednesday.forms().iter().all(|form| !form.has_button("Start with Chitra")));
    salon.leaves_due_jobs("nobody is reminded");
}

#[test_on_both_engines]
async fn the_week_leads_to_other_days_with_leave_and_holidays() {
    let salon = listening_salon().await;
    let (desk, boss) = (receptionist(&salon).await, manager(&salon).await);
    let kavya = stylist(&salon).await;
    confirmed_visit(&salon.customer("Asha").await, &desk, "2027-03-03", "11:00").await;
    let holiday = json!({ "branchId": PUNE, "date": "2027-03-04", "name": "Holi" });
    boss.post("/api/schedule/holidays", &holiday).await.expect_created();
    let leave = json!({ "startDate": "2027-03-05", "endDate": "2027-03-06" });
    let asked = kavya.post("/api/me/leave", &leave).await.expect_created();
    let id = asked["leave"]["id"].as_str().unwrap();

    let mut browser = desk_browser(&salon, &kavya);
    let page = browser.visit("/my").await;
    assert!(page.has_text("Your leave from 5 to 6 March is not decided yet."), "{}", page.text());
    boss.patch(&format!("/api/schedule/leave/{id}"), &json!({ "action": "approve" })).await.expect_ok();
    let page = browser.visit("/my").await;
    assert!(page.has_text("Your leave from 5 to 6 March is approved."), "{}", page.text());
    assert_eq!(page.texts_of(".wk small"), ["0", "0", "1", "off", "off", "off", "off"]);
    let told = page.texts_of(".wk .vh");
    assert_eq!(told[2..4], ["Wednesday 3 March, 1 visit", "Thursday 4 March, Day off"]);
    let days = page.attributes_of(".wk a", "href");
    let wednesday = browser.visit(&days[2]).await;
    expect_heading(&wednesday, 200, "1 visit");
    assert_eq!(wednesday.texts_of(".agenda b").first().map(String::as_str), Some("Asha"));
    assert_eq!(wednesday.texts_of(".nextup").len(), 0, "only today has a next one");
    let holi = browser.visit(&days[3]).await;
    expect_texts(&holi, &["Thursday 4 March, Closed: Holi", "Nothing booked yet"]);
    expect_texts(&browser.visit("/my?day=2027-03-05").await, &["Friday 5 March, On leave"]);
    expect_texts(&browser.visit("/my?day=2027-03-07").await, &["Sunday 7 March, Day off"]);
    let later = browser.click_link(&page, "Week after").await;
    assert!(later.has_text("Monday 8 March"), "{}", later.text());
    assert!(browser.click_link(&later, "Today").await.has_text("Monday 1 March"));
    expect_heading(&browser.visit("/my?day=nonsense").await, 200, "Nothing booked today, Kavya");
    salon.leaves_due_jobs("nobody is reminded");
}

#[test_on_both_engines]
async fn somebody_who_is_not_on_the_roster_is_told_so() {
    let salon = listening_salon().await;
    let desk = receptionist(&salon).await;
    let mut browser = desk_browser(&salon, &desk);
    let page = browser.visit("/my").await;
    expect_heading(&page, 200, "You are off today, Ravi");
    assert!(page.has_text("You are not on the roster"), "{}", page.text());
    let page = browser.visit("/my/leave").await;
    let form = page.form_with("startDate").with("startDate", "2027-03-08").with("endDate", "2027-03-08");
    let refused = browser.submit(&form).await;
    assert_eq!(refused.status, 409, "{}", refused.text());
    assert_eq!(refused.form_with("startDate").value("startDate"), Some("2027-03-08"), "what was typed stays");
}

#[test_on_both_engines]
async fn leave_is_asked_for_and_withdrawn_until_it_is_decided() {
    let salon = listening_salon().await;
    let (kavya, boss) = (stylist(&salon).await, manager(&salon).await);
    let mut browser = desk_browser(&salon, &kavya);
    let page = browser.visit("/my/leave").await;
    expect_heading(&page, 200, "My leave");
    assert!(page.has_text("You have not asked for leave yet."));
    let form = || page.form_with("startDate");

    let wrong = form().with("startDate", "2027-02-01").with("endDate", "").with("reason", "Wedding");
    let refused = browser.submit(&wrong).await;
    assert_eq!(refused.status, 422);
    let errors = [refused.field_error("startDate"), refused.field_error("endDate")];
    assert!(errors.iter().all(Option::is_some), "{errors:?}");
    assert_eq!(refused.form_with("reason").value("reason"), Some("Wedding"));
    assert_eq!(count_rows(&salon, "staff-kavya", "select count(*) from staff_leave where staff_id = $1").await, 0);

    let good = form().with("startDate", "2027-03-24").with("endDate", "2027-03-26").with("reason", "Wedding");
    let asked = browser.submit_and_follow(&good).await;
    expect_texts(&asked, &["Your leave is asked for.", "Wed 24 Mar – Fri 26 Mar", "3 days · Wedding", "Waiting"]);
    browser.submit(&good).await;
    assert_eq!(kavya.get("/api/me/leave").await.expect_ok()["leave"].as_array().unwrap().len(), 1, "once");
    let overlapping = asked.form_with("startDate").with("startDate", "2027-03-26").with("endDate", "2027-03-28");
    let taken = browser.submit(&overlapping).await;
    assert_eq!(taken.status, 409, "{}", taken.text());

    let button = "Withdraw the leave from 24 to 26 March";
    let withdrawn = browser.submit_and_follow(&asked.form_with_button(button)).await;
    expect_texts(&withdrawn, &["Your request was withdrawn.", "You have not asked for leave yet."]);
    assert_eq!(kavya.get("/api/me/leave").await.expect_ok()["leave"], json!([]));

    let next = withdrawn.form_with("startDate").with("startDate", "2027-03-24").with("endDate", "2027-03-24");
    let asked = browser.submit_and_follow(&next).await;
    let leave = kavya.get("/api/me/leave").await.expect_ok()["leave"][0]["id"].as_str().unwrap().to_owned();
    boss.patch(&format!("/api/schedule/leave/{leave}"), &json!({ "action": "reject" })).await.expect_ok();
    let withdraw = asked.form_with_button("Withdraw the leave on 24 March");
    let late = browser.submit(&withdraw).await;
    assert_eq!(late.status, 409);
    expect_texts(&late, &["Declined", "1 day"]);
    assert!(late.forms().iter().all(|form| !form.has_button("Withdraw the leave on 24 March")), "decided");

    let other = staff_member_in_pune(&salon, "Omkar", Role::Staff).await;
    let other = desk_browser(&salon, &other).submit(&withdraw).await;
    assert_eq!(other.status, 404, "somebody else's");
}

#[test_on_both_engines]
async fn notifications_are_read_one_by_one_or_all_and_lead_to_their_booking() {
    let salon = listening_salon().await;
    let (desk, asha) = (receptionist(&salon).await, salon.customer("Asha").await);
    let mut browser = desk_browser(&salon, &desk);
    assert!(browser.visit("/notifications").await.has_text("Nothing new."));
    let mut ids = Vec::new();
    for _ in 0..3 {
        ids.push(create_booking(&asha, &haircut_request()).await);
        salon.advance_seconds(1);
    }
    let page = browser.visit("/notifications").await;
    let before = page.texts_of("li.new h3").len();
    assert_eq!((before, page.texts_of(".bellbtn.new").len()), (3, 1), "{}", page.text());
    assert_eq!(page.attributes_of(".bellbtn", "aria-label"), ["Notifications, 3 unread"]);
    let part = browser.visit("/notifications?part=feed").await;
    assert!(part.body.trim_start().starts_with("<section id=\"feed\""), "{}", part.body);

    let opened = page.attributes_of("li.new a.go", "href")[0].clone();
    assert_eq!(desk.get(&opened).await.status, 303);
    let unread = || async { desk.get("/api/notifications").await.expect_ok()["unreadCount"].clone() };
    assert_eq!(unread().await, 2);
    let target = browser.get(&page.url.join(&opened).unwrap()).await.redirect_target().unwrap();
    assert_eq!(target.path(), format!("/bookings/{}", ids[2]));
    let page = browser.visit("/notifications").await;
    let title = page.texts_of("li.new h3")[0].trim_start_matches("New: ").to_owned();
    let page = browser.submit_and_follow(&page.form_with_button(&format!("Mark as read: {title}"))).await;
    assert_eq!((unread().await, page.texts_of("li.new h3").len()), (json!(1), 1));
    let page = browser.submit_and_follow(&page.form_with_button("Mark all as read")).await;
    assert!(page.has_text("Everything is marked as read."), "{}", page.text());
    assert_eq!((unread().await, page.texts_of("li.new h3").len()), (json!(0), 0));
    let mira = salon.member("Mira", Role::Manager).await;
    assert_eq!(mira.get(&opened).await.status, 404, "somebody else's");
    salon.leaves_due_jobs("nobody answers");
}

#[test_on_both_engines]
async fn the_account_shares_a_calendar_and_signs_devices_out() {
    let salon = listening_salon().await;
    let kavya = stylist(&salon).await;
    let elsewhere = salon.member("Kavya", Role::Staff).await;
    let mut browser = desk_browser(&salon, &kavya);
    let page = browser.visit("/me").await;
    expect_heading(&page, 200, "Kavya");
    expect_texts(&page, &["Team", "This device"]);
    let page = browser.submit_and_follow(&page.form_with_button("Get an address")).await;
    let address = page.attributes_of("#calendar-address", "value")[0].clone();
    assert!(address.rsplit_once('.').is_some_and(|(_, kind)| kind == "ics"), "{address}");
    let path = address.rsplit_once("/calendar/").unwrap().1;
    let calendar = salon.admin_visitor().get(&format!("/calendar/{path}")).await;
    assert_eq!(calendar.status, 200);
    let page = browser.visit("/me").await;
    assert_eq!(page.attributes_of("#calendar-address", "value").len(), 0, "shown once");
    let page = browser.submit_and_follow(&page.form_with_button("Switch off")).await;
    assert_eq!(salon.admin_visitor().get(&format!("/calendar/{path}")).await.status, 404);

    let page = browser.submit_and_follow(&page.form_with("session")).await;
    assert!(page.has_text("This device"), "{}", page.text());
    assert_eq!(elsewhere.get("/api/me/leave").await.status, 401, "signed out");
    let page = browser.submit_and_follow(&page.form_with_button("Sign out here")).await;
    assert!(page.has_text("Continue with Google"), "{}", page.text());
    assert_eq!(kavya.get("/api/me/leave").await.status, 401);
}

#[test_on_both_engines]
async fn signing_out_everywhere_ends_every_session() {
    let salon = listening_salon().await;
    let (desk, elsewhere) = (receptionist(&salon).await, receptionist(&salon).await);
    let mut browser = desk_browser(&salon, &desk);
    let page = browser.visit("/me").await;
    let page = browser.submit_and_follow(&page.form_with_button("Sign out everywhere")).await;
    assert!(page.has_text("Continue with Google"), "{}", page.text());
    for session in [&desk, &elsewhere] {
        assert_eq!(session.get("/api/me/leave").await.status, 401);
    }
}

#[test_on_both_engines]
async fn the_desk_can_be_installed() {
    let salon = listening_salon().await;
    let visitor = salon.admin_visitor();
    let manifest = visitor.get("/manifest.webmanifest").await;
    assert_eq!(manifest.status, 200);
    let manifest = String::from_utf8(manifest.bytes).unwrap();
    assert!(manifest.contains("Desk\""), "{manifest}");
    assert_eq!(visitor.get("/sw.js").await.status, 200);
    let offline = Browser::at(&salon, AppKind::Admin).visit("/offline").await;
    expect_heading(&offline, 200, "No connection");
}

/// Somebody whose day is full, as in the mock-up.
async fn full_day(salon: &TestSalon) -> Person {
    let (desk, boss) = (receptionist(salon).await, manager(salon).await);
    let kavya = stylist(salon).await;
    let geeta = onboarded_customer(salon, "Geeta").await;
    let started = confirmed_visit(&geeta, &desk, TODAY, "12:30").await;
    for (name, time) in [("Ritu", "14:15"), ("Chitra", "16:30"), ("Lata", "18:15")] {
        confirmed_visit(&salon.customer(name).await, &desk, TODAY, time).await;
    }
    let contact = json!({ "pinnedNote": "Fine hair, no heat above 180°. Wears it over the left shoulder." });
    desk.patch(&format!("/api/customers/{}/contact", geeta.id()), &contact).await.expect_ok();
    let leave = json!({ "startDate": "2027-03-24", "endDate": "2027-03-26", "reason": "Wedding" });
    let asked = kavya.post("/api/me/leave", &leave).await.expect_created();
    let path = format!("/api/schedule/leave/{}", asked["leave"]["id"].as_str().unwrap());
    boss.patch(&path, &json!({ "action": "approve" })).await.expect_ok();
    let leave = json!({ "startDate": "2027-04-24", "endDate": "2027-04-24" });
    kavya.post("/api/me/leave", &leave).await.expect_created();
    salon.advance_seconds(9_600);
    post_booking_action(&desk, &started, "start").await.expect_ok();
    kavya
}

#[test]
fn own_pages_are_without_fault_on_all_screens() {
    run(Engine::Sqlite, async || {
        let salon = listening_salon().await;
        let kavya = full_day(&salon).await;
        let desk = receptionist(&salon).await;
        let asha = salon.customer("Asha").await;
        create_booking(&asha, &haircut_request_with("notes", "Please be on time")).await;
        let screens = [
            ChromiumOptions::phone(),
            ChromiumOptions::phone().dark(),
            ChromiumOptions::phone().width(320),
            ChromiumOptions::desktop().width(820),
            ChromiumOptions::desktop(),
        ];
        let pages =
            [&kavya, &desk].map(|person| ["/my", "/my/leave", "/notifications", "/me"].map(|path| (person, path)));
        for (options, pages) in screens_with_pages(&screens, &pages.concat()) {
            let visitor = Visitor::start(&salon, AppKind::Admin, options).await;
            for (person, path) in pages {
                visitor.sign_in_as(person).await;
                visitor.open(path).await;
            }
        }
        salon.leaves_due_jobs("nobody is reminded");
    });
}

#[test]
fn the_bell_of_a_customer_rings_without_a_reload_when_the_desk_approves() {
    run(Engine::Sqlite, async || {
        let salon = listening_salon().await;
        let (desk, asha) = (receptionist(&salon).await, onboarded_customer(&salon, "Asha").await);
        let id = create_booking(&asha, &haircut_request()).await;
        let visitor = Visitor::start(&salon, AppKind::Customer, ChromiumOptions::desktop()).await;
        visitor.sign_in_as(&asha).await;
        visitor.open("/rewards").await;
        visitor.execute("window.isSamePage = true", &[]).await;
        let before = visitor.attribute(".bellbtn", "data-v").await.unwrap();
        approve_booking(&desk, &id, STYLIST).await.expect_ok();
        let changed = format!("return document.querySelector('.bellbtn').dataset.v !== '{before}'");
        visitor.wait_until("the bell changes", &changed).await;
        visitor.wait_for(".bellbtn.new").await;
        let same = visitor.execute("return window.isSamePage === true", &[]).await;
        assert_eq!(same, true, "without a reload");
        let label = visitor.attribute(".bellbtn", "aria-label").await.unwrap();
        assert!(label.ends_with("unread"), "{label}");
        salon.leaves_due_jobs("nobody is reminded");
    });
}

#[test]
fn my_day_follows_what_the_desk_does() {
    run(Engine::Sqlite, async || {
        let salon = listening_salon().await;
        let desk = receptionist(&salon).await;
        let kavya = stylist(&salon).await;
        let visitor = Visitor::start(&salon, AppKind::Admin, ChromiumOptions::phone()).await;
        visitor.sign_in_as(&kavya).await;
        visitor.open("/my").await;
        visitor.execute("window.isSamePage = true", &[]).await;
        assert!(visitor.has_text("Nothing booked today, Kavya").await);
        let id = confirmed_visit(&salon.customer("Asha").await, &desk, TODAY, "11:00").await;
        visitor.wait_for(".nextup").await;
        assert_eq!(visitor.texts_of(".nextup h2").await, ["Asha"]);
        let block = json!({ "staffId": "staff-kavya", "date": TODAY, "startTime": "17:00", "endTime": "18:00",
            "reason": "Dentist" });
        desk.post("/api/desk/blocks", &block).await.expect_created();
        visitor.wait_for_text("Dentist").await;
        // Somebody else does it: it is gone.
        assign_staff(&desk, &id, STYLIST).await.expect_ok();
        visitor.wait_until_gone(".nextup").await;
        assert_eq!(visitor.execute("return window.isSamePage === true", &[]).await, true, "without a reload");
        salon.leaves_due_jobs("nobody is reminded");
    });
}

#[test]
fn the_panel_of_the_bell_leads_to_what_happened() {
    run(Engine::Sqlite, async || {
        let salon = listening_salon().await;
        let (desk, asha) = (receptionist(&salon).await, salon.customer("Asha").await);
        let id = create_booking(&asha, &haircut_request()).await;
        let visitor = Visitor::start(&salon, AppKind::Admin, ChromiumOptions::desktop()).await;
        visitor.sign_in_as(&desk).await;
        visitor.open("/my").await;
        visitor.click(".bellbtn").await;
        visitor.wait_for(".bell[open] .feed li.new").await;
        assert_eq!(visitor.count(".bell .feed li").await, 1);
        // What is open is not taken away; it says that there is more. It is newer, so it comes first.
        salon.app.clock.advance_millis(1_000);
        create_booking(&salon.customer("Binu").await, &haircut_request()).await;
        visitor.wait_for("[data-stale]:not([hidden])").await;
        assert_eq!((visitor.count(".bell[open]").await, visitor.count(".bell .feed li").await), (1, 1));
        visitor.press("Escape").await;
        visitor.wait_until_gone(".bell[open]").await;
        // Nobody uses it any more: it is brought up to date, the newest first.
        visitor.wait_until_gone("[data-stale]:not([hidden])").await;
        visitor.click(".bellbtn").await;
        visitor.click(".bell[open] .feed li:nth-child(2) a.go").await;
        visitor.wait_for_path(&format!("/bookings/{id}")).await;
        visitor.open("/notifications").await;
        assert_eq!(visitor.count("main li.new").await, 1, "the other one is still new");
        salon.leaves_due_jobs("nobody answers");
    });
}

#[test]
fn messages_on_this_device_are_switched_on_and_off() {
    run(Engine::Sqlite, async || {
        let key = "BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8";
        let options = SalonOptions { listens: true, push_key: Some(key.to_owned()), ..SalonOptions::default() };
        let salon = small_salon_with(options).await;
        let desk = receptionist(&salon).await;
        let visitor = Visitor::start(&salon, AppKind::Admin, ChromiumOptions::desktop()).await;
        visitor.sign_in_as(&desk).await;
        // This browser never shows notifications.
        let allowed = "Object.defineProperty(Notification, 'permission', { value: 'granted' })";
        visitor.cdp("Page.addScriptToEvaluateOnNewDocument", &json!({ "source": allowed })).await;
        visitor.open("/me").await;
        visitor.wait_for("[data-push]:not([hidden]) [data-when=off]:not([hidden])").await;
        // There is no service of a browser's maker here that hands messages on.
        let service = "
            let held = null;
            Notification.requestPermission = async () => 'granted';
            PushManager.prototype.getSubscription = async () => held;
            PushManager.prototype.subscribe = async () => {
                const endpoint = 'https://push.example.com/desk', keys = { p256dh: 'p', auth: 'a' };
                return held = { endpoint, toJSON: () => ({ endpoint, keys }), unsubscribe: async () => { held = null; } };
            };";
        visitor.execute(service, &[]).await;
        let active = "select count(*) from push_subscriptions where user_id = $1 and is_active";
        visitor.click("[data-push] input").await;
        visitor.wait_for("[data-push] [data-when=on]:not([hidden])").await;
        assert_eq!(count_rows(&salon, desk.id().as_str(), active).await, 1);
        visitor.click("[data-push] input").await;
        visitor.wait_for("[data-push] [data-when=off]:not([hidden])").await;
        assert_eq!(count_rows(&salon, desk.id().as_str(), active).await, 0);
    });
}

#[test]
fn the_bell_of_the_desk_rings_when_somebody_asks_for_a_visit() {
    run(Engine::Sqlite, async || {
        let salon = listening_salon().await;
        let (desk, asha) = (receptionist(&salon).await, salon.customer("Asha").await);
        let visitor = Visitor::start(&salon, AppKind::Admin, ChromiumOptions::desktop()).await;
        visitor.sign_in_as(&desk).await;
        visitor.open("/my").await;
        assert_eq!((visitor.count(".bellbtn.new").await, visitor.count(".side .count").await), (0, 0));
        visitor.execute("window.isSamePage = true", &[]).await;
        create_booking(&asha, &haircut_request()).await;
        visitor.wait_for(".bellbtn.new").await;
        visitor.wait_for(".side .count").await;
        assert_eq!(visitor.texts_of(".side .count").await, ["1 waiting"]);
        assert_eq!(visitor.execute("return window.isSamePage === true", &[]).await, true, "without a reload");
        salon.leaves_due_jobs("nobody answers");
    });
}
