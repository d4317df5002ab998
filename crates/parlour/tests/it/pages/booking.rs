//! Choosing a time, the review, the booking and moving a visit, as people without scripts see it.

use std::time::Duration;

use axum::http::Method;
use chrono::{Days, NaiveDate};
use parlour_db::{DbError, params};
use parlour_domain::auth::app_kind::AppKind;
use parlour_domain::auth::role::Role;
use parlour_domain::ist::parse_date;
use parlour_http::limits::Quotas;
use parlour_store::cache_topics::{self, CacheTopic};
use parlour_testkit::actions::bookings::{
    approve_booking, create_booking, haircut_request_at, list_own_bookings, shown_booking,
};
use parlour_testkit::actions::offers::insert_offer;
use parlour_testkit::browser::{Browser, Form, Page};
use parlour_testkit::checks::audit_log::change_of_record;
use parlour_testkit::checks::database::{count_rows, update_rows, write_transaction};
use parlour_testkit::chromium::{ChromiumOptions, Visitor};
use parlour_testkit::fixtures::live_salon::{
    FRIDAY, clear_service_buffers, insert_daily_shifts, insert_leave, insert_stylist, set_availability_mode,
};
use parlour_testkit::fixtures::small_salon::{PUNE, STYLIST, set_opening_hours, small_salon_with};
use parlour_testkit::{Engine, Person, Reply, SalonOptions, TestSalon, run, test_on_both_engines};
use serde_json::{Value, json};
use tokio::task::JoinSet;
use url::{Url, form_urlencoded};

/// A live salon that listens: the stylist works from 10:00 to 19:00.
pub(super) async fn live_salon() -> TestSalon {
    live_salon_with(Quotas::OFF).await
}

pub(super) async fn live_salon_with(quotas: Quotas) -> TestSalon {
    let salon = small_salon_with(SalonOptions { listens: true, quotas, ..SalonOptions::default() }).await;
    clear_service_buffers(&salon).await;
    set_availability_mode(&salon, PUNE, "live").await;
    insert_daily_shifts(&salon, STYLIST, "10:00", "19:00").await;
    salon
}

pub(super) fn browser_of(salon: &TestSalon, person: &Person) -> Browser {
    let mut browser = Browser::at(salon, AppKind::Customer);
    browser.sign_in_as(person);
    browser
}

pub(super) fn review_path(day: &str, time: &str) -> String {
    format!("/book/review?at={PUNE}&s=cut&day={day}&time={time}")
}

/// The texts of the days, such as `Fri 5 Mar 17 free`.
fn days(page: &Page) -> Vec<String> {
    page.texts_of("nav.days a")
}

fn slots(page: &Page) -> Vec<String> {
    page.attributes_of("button.slot", "value")
}

/// Submits a form that leads to another page.
pub(super) async fn expect_redirect(browser: &mut Browser, form: &Form) -> Url {
    browser.submit(form).await.expect_status(303).redirect_target().expect("a redirect has a target")
}

pub(super) async fn book(browser: &mut Browser, day: &str, time: &str) -> String {
    let page = browser.visit(&review_path(day, time)).await;
    let target = expect_redirect(browser, &page.form_with_button("Confirm").press("Confirm")).await;
    target.path().strip_prefix("/visits/").expect("the page of the visit").to_owned()
}

async fn change_and_publish(salon: &TestSalon, topic: CacheTopic, sql: &'static str) {
    write_transaction(&salon.app, move |tx| {
        tx.execute(sql, params![])?;
        cache_topics::mark_topic_changed(tx, topic)
    })
    .await;
}

#[test_on_both_engines]
async fn a_visitor_sees_times_and_prices_and_signs_in_last() {
    let salon = live_salon().await;
    let mut browser = Browser::at(&salon, AppKind::Customer);
    let page = browser.visit(&format!("/book/time?at={PUNE}&s=cut&s=wash")).await.expect_status(200);
    assert_eq!(page.heading(), "When suits you?");
    // Monday, 1 March, 10:00: what begins now has passed, and 75 minutes must end by 19:00.
    assert_eq!(days(&page)[0], "Mon 1 Mar 15 free");
    assert_eq!(days(&page)[1], "Tue 2 Mar 16 free");
    assert_eq!(days(&page).len(), 14);
    assert_eq!((slots(&page)[0].as_str(), slots(&page).len()), ("10:30", 15));
    assert!(page.has_text("₹1,500") && page.has_text("1 h 15 min, GST included"), "{}", page.text());

    let page = browser.click_link(&page, "Fri 5 Mar 16 free").await;
    let review = browser.submit_and_follow(&page.form_with("time").with("time", "16:30")).await.expect_status(200);
    assert_eq!(review.path(), "/book/review");
    for text in
        ["4:30 – 5:45 pm", "45 min, with anyone", "₹1,200", "Total, GST included ₹1,500", "What you chose stays"]
    {
        assert!(review.has_text(text), "{text}: {}", review.text());
    }
    // Nothing is lost on the way through the sign-in.
    let link = review.link_named("Continue with Google").url;
    assert_eq!(link.path(), "/api/auth/sign-in");
    let (_, target) = link.query_pairs().find(|(name, _)| name == "returnTo").unwrap();
    assert_eq!(target, review.url.as_str().strip_prefix(salon.url(AppKind::Customer)).unwrap());

    let asha = salon.customer("Asha").await;
    browser.sign_in_as(&asha);
    let review = browser.visit(&target).await.expect_status(200);
    assert!(review.has_text("All good, Asha?"), "{}", review.text());
    let form = review.form_with("note").with("note", "  No perfume  ").press("Confirm");
    let answer = browser.submit(&form).await.expect_status(303);
    assert_eq!(answer.redirect_target().unwrap().query(), Some("new=1"));
    let booked = list_own_bookings(&asha).await;
    assert_eq!(booked.len(), 1);
    assert_eq!(booked[0]["bookingDate"], FRIDAY);
    assert_eq!(booked[0]["startTime"], "16:30:00");
    assert_eq!(booked[0]["notes"], "No perfume");
    assert_eq!(booked[0]["status"], "pending");
    assert_eq!(booked[0]["services"].as_array().unwrap().len(), 2);
}

#[test_on_both_engines]
async fn an_open_branch_offers_every_half_hour_of_its_opening_hours() {
    let salon =
        small_salon_with(SalonOptions { listens: true, at: "2027-03-01 19:10", ..SalonOptions::default() }).await;
    set_opening_hours(&salon, "11:00", "20:30").await;
    let mut browser = Browser::at(&salon, AppKind::Customer);
    let page = browser.visit(&format!("/book/time?at={PUNE}&s=cut&with=female")).await.expect_status(200);
    assert_eq!(slots(&page), ["19:30"], "past times are left out, and what ends after closing");
    assert_eq!(days(&page)[1], "Tue 2 Mar 18 free");
    assert_eq!(page.texts_of("nav.who a"), ["Anyone", "S stylist"], "an open branch does not know who is free");
    assert!(page.has_text("We confirm your time, usually within 30 minutes."));
    // In half an hour there is nothing left today, and the next day is shown.
    salon.advance_seconds(30 * 60);
    let page = browser.visit(&format!("/book/time?at={PUNE}&s=cut")).await;
    assert_eq!(page.texts_of("nav.days [aria-current=date]"), ["Tue 2 Mar 18 free"]);
    let page = browser.visit(&format!("/book/time?at={PUNE}&s=cut&day=2027-03-01")).await;
    let too_late = "There is not enough time left before we close today. Nearest: Tue 2 Mar, 11:00 am";
    assert!(page.has_text(too_late), "{}", page.text());
    // The longest visit must end by closing: seven hours begin by 13:30.
    let long = ["colour", "cut", "wash"].map(|slug| format!("&s={slug}")).concat();
    update_rows(&salon, "service-", "update services set duration_minutes = 140 where id like $1 || '%'").await;
    change_and_publish(&salon, CacheTopic::Catalogue, "update services set display_order = display_order").await;
    let page = browser.visit(&format!("/book/time?at={PUNE}{long}&day=2027-03-02")).await;
    assert_eq!(slots(&page).last().map(String::as_str), Some("13:30"));
    update_rows(&salon, "service-", "update services set duration_minutes = 260 where id like $1 || '%'").await;
    change_and_publish(&salon, CacheTopic::Catalogue, "update services set display_order = display_order").await;
    let page = browser.visit(&format!("/book/time?at={PUNE}{long}&day=2027-03-02")).await;
    assert!(page.has_text("13 h in one go is longer than our day."), "{}", page.text());
}

#[test_on_both_engines]
async fn a_day_without_room_says_why_and_what_is_nearest() {
    let salon = live_salon().await;
    let desk = salon.member("Desk", Role::Receptionist).await;
    let body = json!({ "branchId": PUNE, "date": "2027-03-03", "name": "Holi" });
    let manager = salon.member("Mira", Role::Manager).await;
    assert_eq!(manager.post("/api/schedule/holidays", &body).await.status, 201);
    let hours = "11:00-21:00 11:00-21:00 11:00-21:00 closed 11:00-21:00 11:00-21:00 11:00-21:00";
    update_rows(&salon, hours, "update branches set hours = $1 where id = 'branch-pune'").await;
    change_and_publish(&salon, CacheTopic::Branches, "update branches set number = number").await;
    let block = json!({ "staffId": STYLIST, "date": FRIDAY, "startTime": "10:00", "endTime": "19:00" });
    assert_eq!(desk.post("/api/desk/blocks", &block).await.status, 201);

    let mut browser = Browser::at(&salon, AppKind::Customer);
    let path = |day: &str| format!("/book/time?at={PUNE}&s=cut&day={day}");
    let page = browser.visit(&path("2027-03-03")).await.expect_status(200);
    assert_eq!(days(&page)[2..5], ["Wed 3 Mar Closed", "Thu 4 Mar Closed", "Fri 5 Mar Full"]);
    assert!(page.has_text("We are closed on Wed 3 Mar: Holi. Nearest: Sat 6 Mar, 11:00 am"), "{}", page.text());
    let page = browser.visit(&path("2027-03-04")).await;
    assert!(page.has_text("We are closed on Thu 4 Mar. Nearest: Sat 6 Mar, 11:00 am"), "{}", page.text());
    let page = browser.visit(&path(FRIDAY)).await;
    assert!(page.has_text("Nobody is free on Fri 5 Mar. Nearest: Sat 6 Mar, 11:00 am"), "{}", page.text());
    let page = browser.click_link(&page, "Sat 6 Mar, 11:00 am").await;
    assert_eq!(slots(&page)[0], "11:00");

    // A visit that takes longer than the day is not a matter of other days.
    update_rows(&salon, "service-cut", "update services set duration_minutes = 601 where id = $1").await;
    change_and_publish(&salon, CacheTopic::Catalogue, "update services set is_active = is_active").await;
    let page = browser.visit(&path(FRIDAY)).await;
    assert_eq!(days(&page)[4], "Fri 5 Mar Too long");
    assert!(page.has_text("10 h 1 min in one go is longer than our day."), "{}", page.text());
    update_rows(&salon, "service-cut", "update services set duration_minutes = 45 where id = $1").await;
    change_and_publish(&salon, CacheTopic::Catalogue, "update services set is_active = is_active").await;

    // Where nobody is free for weeks, the first day with room is shown without being asked for.
    insert_leave(&salon, STYLIST, ["2027-03-01", "2027-03-31"], "approved").await;
    change_and_publish(&salon, CacheTopic::Rosters, "update staff set serves_salon = serves_salon").await;
    let page = browser.visit(&format!("/book/time?at={PUNE}&s=cut")).await;
    assert_eq!(page.texts_of("nav.days [aria-current=date]"), ["Fri 2 Apr 15 free"], "the first is a Thursday");
}

#[test_on_both_engines]
async fn the_days_go_on_for_two_years() {
    let salon = live_salon().await;
    let mut browser = Browser::at(&salon, AppKind::Customer);
    let page = browser.visit(&format!("/book/time?at={PUNE}&s=cut")).await;
    assert!(!page.has_text("Two weeks earlier"), "the past cannot be booked");
    let page = browser.click_link(&page, "Two weeks later").await;
    assert_eq!(days(&page)[0], "Mon 15 Mar 17 free");
    let page = browser.click_link(&page, "Two weeks earlier").await;
    assert_eq!(days(&page)[0], "Mon 1 Mar 16 free");
    let page = browser.visit(&format!("/book/time?at={PUNE}&s=cut&from=2029-02-26")).await;
    let last: NaiveDate = parse_date("2029-03-01").unwrap();
    assert!(days(&page).last().unwrap().starts_with("Thu 1 Mar"), "{:?}", days(&page));
    assert_eq!(page.texts_of("#days-heading"), ["February, March 2029"]);
    let review = browser.visit(&review_path("2029-02-27", "10:00")).await;
    assert!(review.has_text("Tuesday 27 February 2029"), "{}", review.text());
    assert!(!page.has_text("Two weeks later"));
    for unreadable in ["day=2029-03-02", "day=2020-01-01", "day=tomorrow", "from=9999-12-31"] {
        let page = browser.visit(&format!("/book/time?at={PUNE}&s=cut&{unreadable}")).await.expect_status(200);
        assert!(!days(&page).is_empty(), "{unreadable}");
    }
    let late = (last + Days::new(1)).to_string();
    let page = browser.visit(&review_path(&late, "10:00")).await;
    assert_eq!(page.path(), "/book/time");
    assert!(page.has_text("That time is not possible any more."));
}

#[test_on_both_engines]
async fn a_visitor_may_ask_for_a_woman_a_man_or_a_person() {
    let salon = live_salon().await;
    for (id, gender) in [("Meera", "female"), ("Rohan", "male"), ("Nobody-yet", "female")] {
        insert_stylist(&salon, id, gender).await;
    }
    insert_daily_shifts(&salon, "Meera", "12:00", "14:00").await;
    insert_daily_shifts(&salon, "Rohan", "17:00", "19:00").await;
    let mut browser = Browser::at(&salon, AppKind::Customer);
    let page = browser.visit(&format!("/book/time?at={PUNE}&s=cut&day={FRIDAY}")).await.expect_status(200);
    let who = page.texts_of("nav.who a");
    assert_eq!(who, ["Anyone first free", "A woman 1 here", "A man 1 here", "M Meera", "R Rohan", "S stylist"]);
    let women = browser.click_link(&page, "A woman 1 here").await;
    assert_eq!(slots(&women), ["12:00", "12:30", "13:00"]);
    let rohan = browser.click_link(&women, "Rohan").await;
    assert_eq!(slots(&rohan), ["17:00", "17:30", "18:00"]);
    assert_eq!(days(&rohan)[0], "Mon 1 Mar 3 free");
    let asha = salon.customer("Asha").await;
    browser.sign_in_as(&asha);
    let review = browser.submit_and_follow(&rohan.form_with("time").with("time", "17:00")).await;
    assert!(review.has_text("45 min, with Rohan"), "{}", review.text());
    expect_redirect(&mut browser, &review.form_with_button("Confirm").press("Confirm")).await;
    let held = "select count(*) from occupied_times where staff_id = $1";
    assert_eq!(count_rows(&salon, "Rohan", held).await, 1, "his time is kept for the request");
    let page = browser.visit(&format!("/book/time?at={PUNE}&s=cut&day={FRIDAY}&with=Rohan")).await;
    assert_eq!(slots(&page), ["18:00"]);
    // Somebody who does not work here cannot be asked for.
    let page = browser.visit(&format!("/book/time?at={PUNE}&s=cut&with=staff-stylist-branch-goa")).await;
    assert!(page.has_text("That person cannot be booked here any more."), "{}", page.text());
    assert_eq!(page.texts_of("nav.who [aria-current=true]"), ["Anyone first free"]);
}

#[test_on_both_engines]
async fn a_choice_that_is_not_possible_leads_back_with_a_sentence() {
    let salon = live_salon().await;
    let mut browser = Browser::at(&salon, AppKind::Customer);
    let many = (0..21).map(|number| format!("&s=small-{number:02}")).collect::<Vec<_>>().concat();
    for (query, target, sentence) in [
        (format!("at={PUNE}"), "/book", "Choose a service first."),
        (format!("at={PUNE}&s=unknown"), "/book", "not offered any more"),
        (format!("at={PUNE}&s=cut&s=massage"), "/book", "Spa visits are booked on their own."),
        (format!("at={PUNE}{many}"), "/book", "more than fits into one visit"),
        ("at=branch-shut&s=cut".to_owned(), "/book", "takes no bookings"),
        ("at=branch-goa&s=massage".to_owned(), "/book", "does not do that"),
    ] {
        let page = browser.visit(&format!("/book/time?{query}")).await.expect_status(200);
        assert_eq!(page.path(), target, "{query}");
        assert!(page.has_text(sentence), "{query}: {}", page.text());
    }
    for (query, sentence) in [
        ("day=2027-03-05".to_owned(), "Choose a time first."),
        ("day=2027-03-01&time=09:30".to_owned(), "That time is not possible"),
        ("day=2027-03-05&time=10:33".to_owned(), "That time is not possible"),
        ("day=2027-03-05&time=21:00".to_owned(), "That time is not possible"),
    ] {
        let page = browser.visit(&format!("/book/review?at={PUNE}&s=cut&{query}")).await;
        assert_eq!(page.path(), "/book/time", "{query}");
        assert!(page.has_text(sentence), "{query}: {}", page.text());
    }
    // What is not offered any more is named, and the rest can be booked.
    let page = browser.visit(&format!("/book/review?at={PUNE}&s=cut&s=perm&day={FRIDAY}&time=10:00")).await;
    assert_eq!(page.status, 409);
    assert!(page.has_text("perm is not offered at the moment."), "{}", page.text());
    let page = browser.click_link(&page, "Go on without it").await;
    assert!(page.has_text("₹1,200"), "{}", page.text());
}

#[test_on_both_engines]
async fn the_review_says_what_is_due_and_how_it_can_be_cancelled() {
    let salon = live_salon().await;
    let asha = salon.customer("Asha").await;
    let mut browser = browser_of(&salon, &asha);
    let page = browser.visit(&review_path(FRIDAY, "16:30")).await;
    assert!(page.has_text("Free to cancel any time before it"), "{}", page.text());
    for (window, said) in [
        (120_i64, "Free to cancel until 2:30 pm that day"),
        (2_880, "Free to cancel until Wed 3 Mar, 4:30 pm"),
        (20_000, "This visit is soon: to cancel it, please call us"),
    ] {
        write_transaction(&salon.app, move |tx| {
            tx.execute("update branches set cancel_window_minutes = $1 where id = 'branch-pune'", params![window])?;
            cache_topics::mark_topic_changed(tx, CacheTopic::Branches)
        })
        .await;
        let page = browser.visit(&review_path(FRIDAY, "16:30")).await;
        assert!(page.has_text(said), "{said}: {}", page.text());
    }
    // A note of 500 characters is accepted, also in another script; one more is not.
    let form = page.form_with("note");
    let page = browser.submit(&form.clone().with("note", &"न".repeat(501)).press("Confirm")).await.expect_status(422);
    assert!(page.field_error("note").unwrap().contains("500"), "{:?}", page.field_error("note"));
    assert_eq!(page.form_with("note").value("note").unwrap().chars().count(), 501, "what was typed stays");
    expect_redirect(&mut browser, &page.form_with("note").with("note", &"न".repeat(500)).press("Confirm")).await;
    assert_eq!(list_own_bookings(&asha).await.len(), 1);
}

#[test_on_both_engines]
async fn a_campaign_is_credited_with_the_first_booking_of_a_new_customer() {
    let salon = live_salon().await;
    let manager = salon.member("Mira", Role::Manager).await;
    let asha = salon.customer("Asha").await;
    let onboarding = json!({
        "phone": "9876543210", "dateOfBirth": "1990-01-01", "gender": "female", "marketingConsent": false,
    });
    assert_eq!(asha.post("/api/onboarding/complete", &onboarding).await.status, 200);
    // From the link of an advertisement through every step.
    let mut browser = browser_of(&salon, &asha);
    let campaign = "utm_source=instagram&utm_medium=paid&utm_campaign=Diwali+glow";
    let page = browser.visit(&format!("/book/time?at={PUNE}&s=cut&day={FRIDAY}&{campaign}")).await;
    let page = browser.click_link(&page, "Sat 6 Mar 17 free").await;
    let page = browser.submit_and_follow(&page.form_with("time").with("time", "12:00")).await;
    let form = page.form_with_button("Confirm");
    assert_eq!(form.value("utmCampaign"), Some("Diwali glow"));
    expect_redirect(&mut browser, &form.press("Confirm")).await;
    // The second visit of the same person is not won by the campaign again.
    let page = browser.visit(&format!("{}&{campaign}", review_path(FRIDAY, "10:00"))).await;
    expect_redirect(&mut browser, &page.form_with_button("Confirm").press("Confirm")).await;

    let report = manager.get("/api/reports/leads?from=2027-03-01&to=2027-03-01").await.expect_ok();
    let report = &report["report"];
    let campaigns = report["campaigns"].as_array().unwrap();
    assert_eq!(campaigns.len(), 1, "{report}");
    assert_eq!(campaigns[0]["utmCampaign"], "Diwali glow");
    assert_eq!((&campaigns[0]["leadCount"], &campaigns[0]["bookedCount"]), (&1.into(), &1.into()));
    assert_eq!(report["sources"][0]["utmSource"], "instagram");
    let converted =
        "select count(*) from leads l join bookings b on b.id = l.converted_booking_id where b.customer_id = $1";
    assert_eq!(count_rows(&salon, asha.id().as_str(), converted).await, 1);

    // A lead that is known is converted, and no second one captured. An unknown one stops nothing.
    let body = json!({ "name": "Ravi", "phone": "9876500000", "utmCampaign": "Diwali glow" });
    let lead = salon.visitor().post("/api/leads", &body).await.expect_created()["leadId"].as_str().unwrap().to_owned();
    let ravi = salon.customer("Ravi").await;
    let mut browser = browser_of(&salon, &ravi);
    for (lead, time) in [(lead.as_str(), "14:00"), ("no-such-lead", "15:00")] {
        let page = browser.visit(&format!("{}&leadId={lead}&{campaign}", review_path(FRIDAY, time))).await;
        expect_redirect(&mut browser, &page.form_with_button("Confirm").press("Confirm")).await;
    }
    assert_eq!(count_rows(&salon, "booked", "select count(*) from leads where status = $1").await, 2);
    assert_eq!(count_rows(&salon, "%", "select count(*) from leads where id like $1").await, 2);
}

#[test_on_both_engines]
async fn offers_that_would_apply_are_named() {
    let salon = live_salon().await;
    insert_offer(&salon, "Calm days", "percentage", 10, &["service-cut"]).await;
    let mut browser = Browser::at(&salon, AppKind::Customer);
    let page = browser.visit(&review_path(FRIDAY, "10:00")).await;
    assert!(page.has_text("Calm days may take ₹120 off. We check it with you at the counter."), "{}", page.text());
    let page = browser.visit(&review_path("2027-05-03", "10:00")).await;
    assert!(!page.has_text("Calm days"), "it has ended by then");
}

#[test_on_both_engines]
async fn the_offer_that_was_chosen_is_kept_to_the_booking() {
    let salon = live_salon().await;
    insert_offer(&salon, "summer", "percentage", 20, &["service-cut", "service-wash"]).await;
    insert_offer(&salon, "winter", "flat", 50_000, &["service-cut"]).await;
    let asha = salon.customer("Asha").await;
    let mut browser = browser_of(&salon, &asha);
    let page = browser.visit("/offers/summer").await;
    let page = browser.click_link(&page, "Book with this offer").await;
    let page = browser.submit_and_follow(&page.form_with("s").with("s", "cut").press("Choose a time")).await;
    let page = browser.click_link(&page, "Fri 5 Mar 17 free").await;
    let page = browser.submit_and_follow(&page.form_with("time").with("time", "12:00")).await;
    assert!(page.has_text("summer takes ₹240 off at the counter."), "{}", page.text());
    assert!(!page.has_text("winter"), "one offer is chosen, and it is another");
    let page = browser.submit_and_follow(&page.form_with_button("Confirm").press("Confirm")).await;
    assert!(page.has_text("With summer: the price comes down at the counter."), "{}", page.text());
    // `offerId` is the offer that was used.
    let booked = list_own_bookings(&asha).await[0].clone();
    assert_eq!(booked["offerId"], Value::Null);
    let (_, logged) = change_of_record(&salon, booked["id"].as_str().unwrap(), "booking.request").await;
    assert_eq!(logged["promisedOfferId"], "summer");

    // What does not hold on its day, or for its services, is not promised any more.
    let visit = format!("/visits/{}", booked["id"].as_str().unwrap());
    let ended = "summer has ended, or is not for this visit any more. The price stays as it is.";
    for (spoiled, restored) in [
        (
            "update offers set end_date = '2027-03-04' where id = $1",
            "update offers set end_date = '2027-04-30' where id = $1",
        ),
        ("update offers set is_active = false where id = $1", "update offers set is_active = true where id = $1"),
        (
            "update offer_services set service_id = 'service-colour' where offer_id = $1 and service_id = 'service-cut'",
            "update offer_services set service_id = 'service-cut' where offer_id = $1 and service_id = 'service-colour'",
        ),
    ] {
        update_rows(&salon, "summer", spoiled).await;
        let page = browser.visit(&visit).await;
        assert!(page.has_text(ended) && !page.has_text("With summer"), "{spoiled}: {}", page.text());
        update_rows(&salon, "summer", restored).await;
    }
    let page = browser.visit(&visit).await;
    assert!(page.has_text("With summer: the price comes down at the counter."), "{}", page.text());
    // Of ₹960, as the checkout counts.
    assert!(page.has_text("up to 9 gems"), "{}", page.text());

    // For other services, or on a day when it does not run, the offer is not promised.
    let page =
        browser.visit(&format!("{}&offer=summer", review_path(FRIDAY, "14:00").replace("s=cut", "s=colour"))).await;
    assert!(page.has_text("Your offer is not for these services on this day."), "{}", page.text());
    assert_eq!(
        page.link_named("Change the services").url.query_pairs().find(|(name, _)| name == "offer").unwrap().1,
        "summer"
    );
    expect_redirect(&mut browser, &page.form_with_button("Confirm").press("Confirm")).await;
    let page = browser.visit(&format!("{}&offer=summer", review_path("2027-05-03", "10:00"))).await;
    assert!(page.has_text("Your offer is not for these services on this day."), "{}", page.text());
    assert_eq!(count_rows(&salon, "summer", "select count(*) from bookings where promised_offer_id = $1").await, 1);
}

#[test_on_both_engines]
async fn an_offer_counts_once_a_day() {
    let salon = live_salon().await;
    insert_offer(&salon, "summer", "percentage", 20, &["service-cut"]).await;
    let (desk, asha) = (salon.member("Desk", Role::Receptionist).await, salon.customer("Asha").await);
    let mut browser = browser_of(&salon, &asha);
    let of_noon = browser.visit(&format!("{}&offer=summer", review_path(FRIDAY, "12:00"))).await;
    let of_three = browser.visit(&format!("{}&offer=summer", review_path(FRIDAY, "15:00"))).await;
    let first = browser.submit_and_follow(&of_noon.form_with_button("Confirm").press("Confirm")).await;
    let sums = ["Price, GST included ₹1,200", "summer −₹240", "To pay at the counter ₹960"];
    assert!(sums.iter().all(|text| first.has_text(text)), "{}", first.text());
    // A second tap shows the same visit.
    let again = browser.submit_and_follow(&of_noon.form_with_button("Confirm").press("Confirm")).await;
    assert_eq!(again.path(), first.path());

    // A page that was open already, and one that is opened now.
    salon.advance_seconds(1);
    let twice = "summer does not count twice: you have an offer for another visit on this day.";
    let page = browser.submit(&of_three.form_with_button("Confirm").press("Confirm")).await.expect_status(409);
    assert!(page.has_text("Your offer does not come off this visit any more.") && page.has_text(twice));
    let page = browser.visit(&format!("{}&offer=summer", review_path(FRIDAY, "15:00"))).await.expect_status(200);
    assert!(page.has_text(twice) && !page.has_text("−₹240"), "{}", page.text());
    let second = browser.submit_and_follow(&page.form_with_button("Confirm").press("Confirm")).await;
    assert!(second.has_text(twice) && !second.has_text("−₹240"), "{}", second.text());

    // The desk reads the same.
    let mut desk_browser = Browser::at(&salon, AppKind::Admin);
    desk_browser.sign_in_as(&desk);
    let kept = "Booked with summer: ₹240 off, ₹960 to pay.";
    let lost = "Booked with summer, which does not count twice: there is an offer for another visit on this day.";
    let requests = desk_browser.visit(&format!("/requests?at={PUNE}")).await;
    assert!(requests.has_text(kept) && requests.has_text(lost), "{}", requests.text());
    let id_of = |page: &Page| page.path().rsplit('/').next().expect("an id").to_owned();
    let (first_id, second_id) = (id_of(&first), id_of(&second));
    assert!(desk_browser.visit(&format!("/bookings/{first_id}")).await.has_text(kept));
    assert!(desk_browser.visit(&format!("/bookings/{second_id}")).await.has_text(lost));

    // Why the offer takes nothing off is part of what an open page is compared by.
    let version = |page: &Page| page.attributes_of("#visit", "data-v");
    let once = version(&second);
    update_rows(&salon, "summer", "update offers set is_active = false where id = $1").await;
    assert_ne!(version(&browser.visit(&format!("/visits/{second_id}")).await), once);
    update_rows(&salon, "summer", "update offers set is_active = true where id = $1").await;
    assert_eq!(version(&browser.visit(&format!("/visits/{second_id}")).await), once);

    // An earlier visit that has become another service takes nothing off any more, so the later one keeps its offer.
    let spoiled = "update booking_services set service_id = 'service-colour' where booking_id = $1";
    let restored = "update booking_services set service_id = 'service-cut' where booking_id = $1";
    update_rows(&salon, &first_id, spoiled).await;
    assert!(desk_browser.visit(&format!("/bookings/{second_id}")).await.has_text(kept));
    update_rows(&salon, &first_id, restored).await;
    assert!(desk_browser.visit(&format!("/bookings/{second_id}")).await.has_text(lost));

    // Without the first visit it is the only one of the day.
    asha.post_empty(&format!("/api/bookings/{first_id}/cancel")).await.expect_ok();
    let page = browser.visit(&format!("/visits/{second_id}")).await;
    assert!(sums.iter().all(|text| page.has_text(text)), "{}", page.text());
    assert!(desk_browser.visit(&format!("/bookings/{second_id}")).await.has_text(kept));
}

#[test_on_both_engines]
async fn a_visit_is_moved_twice_and_no_third_time() {
    let salon = live_salon().await;
    let desk = salon.member("Desk", Role::Receptionist).await;
    let asha = salon.customer("Asha").await;
    let id = create_booking(&asha, &haircut_request_at(FRIDAY, "10:00")).await;
    approve_booking(&desk, &id, STYLIST).await.expect_ok();
    let mut browser = browser_of(&salon, &asha);
    let path = format!("/visits/{id}/move");
    let page = browser.visit(&format!("{path}?day={FRIDAY}")).await.expect_status(200);
    assert!(
        page.has_text("You can move it twice; this is the first. We confirm the new time again."),
        "{}",
        page.text()
    );
    let times: Vec<String> = page.form_with("time").options("time").into_iter().map(|(value, _)| value).collect();
    assert_eq!(
        (times[0].as_str(), times.len()),
        ("10:30", 16),
        "what it occupies counts as free, and it is moved away"
    );
    let form = page.form_with("time");
    let moved = browser.submit(&form.clone().with("time", "10:30")).await.expect_status(303);
    assert_eq!(moved.redirect_target().unwrap().path(), format!("/visits/{id}"));
    let booking = shown_booking(&asha, &id).await;
    assert_eq!((&booking["startTime"], &booking["status"]), (&"10:30:00".into(), &"pending".into()));
    // A page that was left open says the same again: nothing happens.
    let again = form.with("time", "10:30").forge("key", "another-form");
    expect_redirect(&mut browser, &again).await;
    let page = browser.visit(&path).await;
    assert!(page.has_text("this is the second."), "{}", page.text());
    assert!(!page.has_text("We confirm the new time again."));

    // Somebody else was quicker.
    let ravi = salon.customer("Ravi").await;
    create_booking(&ravi, &haircut_request_at(FRIDAY, "14:00")).await;
    let page = browser.visit(&format!("{path}?day={FRIDAY}")).await;
    let refused = browser.submit(&page.form_with("time").forge("time", "14:00")).await.expect_status(409);
    assert!(refused.has_text("Somebody was quicker"), "{}", refused.text());
    let form = refused.form_with("nearest");
    let nearest: Vec<String> = form.options("nearest").into_iter().map(|(_, text)| text).collect();
    assert_eq!(nearest, ["Move to 1:15 pm", "Move to 2:45 pm", "Move to 1:00 pm"]);
    let refused = browser.submit(&refused.form_with("time").forge("time", "22:00")).await.expect_status(422);
    assert!(refused.has_text("That time is not possible any more."), "{}", refused.text());
    let unchosen = browser.submit(&refused.form_with("time").forge("time", "")).await.expect_status(422);
    assert!(unchosen.has_text("Choose a time first."));
    let page = browser.submit_and_follow(&form.press("Move to 2:45 pm")).await.expect_status(200);
    assert!(page.has_text("Your visit was moved."), "{}", page.text());
    assert_eq!(shown_booking(&asha, &id).await["startTime"], "14:45:00");

    let page = browser.visit(&path).await.expect_status(409);
    assert!(page.has_text("This visit was moved twice already."), "{}", page.text());
    assert!(page.forms().iter().all(|form| form.target().path() == "/language"), "there is nothing to submit");
    let stale = unchosen.form_with("time").forge("time", "17:00");
    let page = browser.submit(&stale).await.expect_status(409);
    assert!(page.has_text("This visit was moved twice already."), "{}", page.text());
    // Nobody else learns of the visit.
    assert_eq!(browser_of(&salon, &ravi).visit(&path).await.status, 404);
}

#[test_on_both_engines]
async fn a_visit_that_is_over_is_not_moved() {
    let salon = live_salon().await;
    let asha = salon.customer("Asha").await;
    let id = create_booking(&asha, &haircut_request_at(FRIDAY, "10:00")).await;
    let mut browser = browser_of(&salon, &asha);
    let open = browser.visit(&format!("/visits/{id}/move?day={FRIDAY}")).await;
    asha.post_empty(&format!("/api/bookings/{id}/cancel")).await.expect_ok();
    let page = browser.submit(&open.form_with("time").with("time", "12:00")).await.expect_status(409);
    assert!(page.has_text("This visit can no longer be moved."), "{}", page.text());
    let page = browser.visit(&format!("/visits/{id}/move")).await.expect_status(409);
    assert!(page.has_text("This visit can no longer be moved."), "{}", page.text());

    // One that should have begun is not over, but the desk is quicker.
    let id = create_booking(&asha, &haircut_request_at("2027-03-01", "12:00")).await;
    let open = browser.visit(&format!("/visits/{id}/move?day={FRIDAY}")).await;
    salon.advance_seconds(2 * 3600);
    salon.leaves_due_jobs("nobody answers the request");
    for page in [
        browser.submit(&open.form_with("time").with("time", "12:00")).await.expect_status(409),
        browser.visit(&format!("/visits/{id}/move")).await.expect_status(409),
    ] {
        assert!(page.has_text("This visit should have begun. Please call us"), "{}", page.text());
    }
    let page = browser.visit(&format!("/visits/{id}")).await;
    assert!(!page.has_text("Move"), "{}", page.text());
    assert_eq!(shown_booking(&asha, &id).await["startTime"], "12:00:00");
}

/// Everybody opens the page of one day, takes a time that it offers, and takes another where that is gone.
///
/// `tries` is how often somebody asks again whom the page tells that it is busy.
async fn everybody_books_at_once(customers: usize, stylists: usize, tries: usize) {
    let salon = live_salon().await;
    for number in 0..stylists {
        let id: &'static str = Box::leak(format!("stylist-{number:03}").into_boxed_str());
        insert_stylist(&salon, id, "female").await;
        insert_daily_shifts(&salon, id, "10:00", "19:00").await;
    }
    let mut people = Vec::with_capacity(customers);
    for number in 0..customers {
        people.push(salon.customer(&format!("guest{number}")).await.with_header("accept", "text/html"));
    }
    let mut all = JoinSet::new();
    for (number, person) in people.into_iter().enumerate() {
        all.spawn(async move { book_whatever_is_free(&Guest { person, tries }, number).await });
    }
    let booked = all.join_all().await.into_iter().filter(|is_booked| *is_booked).count();
    // Nine hours of everybody's day have twelve visits of 45 minutes; those that begin on the hour leave gaps.
    let room = (stylists + 1) * 12;
    assert!(booked >= customers.min(room / 2), "{booked} of {customers}, with room for {room}");
    let date = parse_date(FRIDAY).unwrap();
    let stored = salon.app.db.read(move |conn| -> Result<_, DbError> {
        conn.number("select count(*) from bookings where booking_date = $1", params![date])
    });
    let stored = usize::try_from(stored.await.unwrap()).unwrap();
    assert_eq!(stored, booked, "whoever was told so has a visit, and nobody else");
    let overlapping = "select count(*) from occupied_times one join occupied_times other
         on other.staff_id = one.staff_id and other.booking_id <> one.booking_id
         and other.first_slot_at <= one.last_slot_at and one.first_slot_at <= other.last_slot_at
         where one.staff_id like $1";
    assert_eq!(count_rows(&salon, "%", overlapping).await, 0, "nobody has two visits at once");
}

/// Somebody who needs no socket.
struct Guest {
    person: Person,
    tries: usize,
}

impl Guest {
    async fn answer_to(&self, method: Method, path: &str, body: &str) -> Page {
        for _ in 0..self.tries {
            let form = "application/x-www-form-urlencoded";
            let reply = self.person.send_as(form, method.clone(), path, body.to_owned()).await;
            if reply.status != 503 {
                return as_page(path, reply);
            }
            assert!(reply.header("retry-after").is_some(), "{}", reply.text());
            tokio::time::sleep(Duration::from_millis(500)).await;
        }
        panic!("{path}: busy for too long")
    }
}

fn as_page(path: &str, reply: Reply) -> Page {
    let url = format!("http://127.0.0.1{path}").parse().unwrap();
    let body = reply.text();
    Page::new(url, reply.status, reply.headers, body)
}

async fn book_whatever_is_free(guest: &Guest, number: usize) -> bool {
    let path = format!("/book/time?at={PUNE}&s=cut&day={FRIDAY}");
    let page = guest.answer_to(Method::GET, &path, "").await.expect_status(200);
    let free = slots(&page);
    let Some(wanted) = free.get(number % free.len().max(1)) else { return false };
    let path = review_path(FRIDAY, wanted);
    let mut page = guest.answer_to(Method::GET, &path, "").await.expect_status(200);
    for _ in 0..20 {
        let form = page.form_with_button("Confirm");
        let nearest = form.options("nearest");
        let form = match nearest.get(number % nearest.len().max(1)) {
            Some((time, _)) => form.with("nearest", time),
            None => form.press("Confirm"),
        };
        let body = form_urlencoded::Serializer::new(String::new()).extend_pairs(form.fields()).finish();
        let answer = guest.answer_to(Method::POST, "/book/review", &body).await;
        match answer.status.as_u16() {
            303 => return true,
            409 if answer.has_text("no other time for this visit that day") => return false,
            409 => page = answer,
            status => panic!("{status}: {}", answer.text()),
        }
    }
    false
}

#[test_on_both_engines]
async fn sixty_customers_book_one_day_at_once() {
    everybody_books_at_once(60, 3, 1).await;
}

#[test_on_both_engines]
#[ignore = "long: for `make soak`"]
async fn soak_a_thousand_customers_book_one_day_at_once() {
    // A thousand people are more than a small machine that is busy otherwise serves within the patience of its queue.
    everybody_books_at_once(1_000, 60, 40).await;
}

#[test]
fn a_phone_books_with_four_taps_and_moves_the_visit() {
    run(Engine::Sqlite, async || {
        let salon = live_salon().await;
        let asha = salon.customer("Asha").await;
        let visitor = Visitor::start(&salon, AppKind::Customer, ChromiumOptions::phone().with_motion()).await;
        visitor.sign_in_as(&asha).await;
        visitor.open(&format!("/book/time?at={PUNE}&s=cut")).await;
        visitor.save_screenshot("time").await;
        // Arrow keys go from day to day.
        visitor.execute("document.querySelector('.days [aria-current]').focus()", &[]).await;
        visitor.press("ArrowRight").await;
        visitor.press("Enter").await;
        let is_tuesday = "return document.querySelector('.days [aria-current] b').textContent === '2'";
        visitor.wait_until("Tuesday is chosen", is_tuesday).await;
        visitor.press_button("10:30 am").await;
        visitor.wait_for_path("/book/review").await;
        visitor.save_screenshot("review").await;
        visitor.press_button("Confirm").await;
        visitor.wait_for_text("request").await;
        let booked = list_own_bookings(&asha).await;
        let id = booked[0]["id"].as_str().unwrap().to_owned();
        visitor.open(&format!("/visits/{id}/move?day={FRIDAY}")).await;
        visitor.tick("time", "12:00").await;
        assert_eq!(visitor.texts_of("[data-out=when]").await, ["Fri 5 Mar, 12:00 pm"]);
        visitor.save_screenshot("move").await;
        visitor.press_button("Move visit").await;
        visitor.wait_for_path(&format!("/visits/{id}")).await;
        assert_eq!(shown_booking(&asha, &id).await["startTime"], "12:00:00");
    });
}
