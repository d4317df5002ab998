//! The pages of the customer's visits.

use parlour_domain::auth::app_kind::AppKind;
use parlour_domain::auth::role::Role;
use parlour_testkit::actions::bookings::{
    approve_booking, cancel_booking, create_booking, haircut_request, haircut_request_at, haircut_request_with,
    late_cancellation_count, patch_booking, reschedule_booking, set_booking_status, shown_booking,
};
use parlour_testkit::actions::checkout::{cash_payment, complete_booking, create_confirmed_booking};
use parlour_testkit::actions::offers::insert_offer;
use parlour_testkit::actions::people::receptionist;
use parlour_testkit::actions::visits::{accept_time, offer_time};
use parlour_testkit::browser::{Browser, Page};
use parlour_testkit::checks::database::update_rows;
use parlour_testkit::chromium::{ChromiumOptions, Visitor, screens_with_pages};
use parlour_testkit::fixtures::small_salon::{PUNE, STYLIST, set_cancel_window, small_salon_with};
use parlour_testkit::{Engine, Person, SalonOptions, TestSalon, run, test_on_both_engines};
use serde_json::json;

pub(super) async fn listening_salon() -> TestSalon {
    let salon = small_salon_with(SalonOptions { listens: true, ..SalonOptions::default() }).await;
    update_rows(&salon, PUNE, "update branches set phone = '+912012345678' where id = $1").await;
    salon
}

pub(super) fn browser_of(salon: &TestSalon, person: &Person) -> Browser {
    let mut browser = Browser::at(salon, AppKind::Customer);
    browser.sign_in_as(person);
    browser
}

/// Where a link leads: the path with its query, or the whole address of something else.
pub(super) fn link_target(page: &Page, text: &str) -> String {
    let url = page.link_named(text).url;
    let query = url.query().map(|query| format!("?{query}")).unwrap_or_default();
    if url.host() == page.url.host() { format!("{}{query}", url.path()) } else { url.to_string() }
}

/// Somebody whose profile is complete.
pub(super) async fn onboarded_customer(salon: &TestSalon, name: &str) -> Person {
    let person = salon.customer(name).await;
    let profile =
        json!({ "phone": "9845012345", "dateOfBirth": "1990-05-01", "gender": "female", "marketingConsent": false });
    person.post("/api/onboarding/complete", &profile).await.expect_ok();
    person
}

fn expect_heading(page: &Page, status: u16, heading: &str) {
    assert_eq!((page.status.as_u16(), page.heading().as_str()), (status, heading), "{}", page.text());
}

#[test_on_both_engines]
async fn the_list_begins_with_the_way_to_the_first_visit() {
    let salon = listening_salon().await;
    let asha = salon.customer("Asha").await;
    let page = browser_of(&salon, &asha).visit("/visits").await;
    expect_heading(&page, 200, "No visits yet");
    assert_eq!(link_target(&page, "Book a visit"), "/book");
    assert_eq!(link_target(&page, "Or call +91 20123 45678"), "tel:+912012345678");
}

#[test_on_both_engines]
async fn coming_visits_stand_before_past_ones_by_month() {
    let salon = listening_salon().await;
    let (desk, asha) = (receptionist(&salon).await, salon.customer("Asha").await);
    let later = create_booking(&asha, &haircut_request_at("2027-04-09", "12:00")).await;
    let next = create_booking(&asha, &haircut_request()).await;
    approve_booking(&desk, &next, STYLIST).await.expect_ok();
    let mut past = Vec::new();
    for day in ["2027-03-02", "2027-03-03", "2027-05-04"] {
        let id = create_booking(&asha, &haircut_request_at(day, "10:00")).await;
        cancel_booking(&asha, &id).await.expect_ok();
        past.push(id);
    }
    let others = create_booking(&salon.customer("Binu").await, &haircut_request()).await;

    let mut browser = browser_of(&salon, &asha);
    let page = browser.visit("/visits").await;
    assert_eq!(page.texts_of("h2"), ["Coming up", "Past visits"]);
    assert_eq!(page.texts_of("h3.month"), ["May 2027", "March 2027"]);
    let linked: Vec<String> = page.attributes_of("a.go", "href");
    let expected: Vec<String> =
        [&next, &later, &past[2], &past[1], &past[0]].iter().map(|id| format!("/visits/{id}")).collect();
    assert_eq!(linked, expected);
    assert!(!page.body.contains(&others), "somebody else's visit");
    let text = page.text();
    for part in
        ["Fri 5 Mar, 11:00 – 11:45 am", "with stylist, PUN", "₹1,200", "Confirmed", "Not confirmed", "Cancelled"]
    {
        assert!(text.contains(part), "{part} in {text}");
    }
    let again = page.attributes_of("a.btn.tint", "href");
    assert_eq!(again, vec!["/book/time?at=branch-pune&s=cut"; 3]);
    let page = browser.visit(&format!("/visits/{next}")).await;
    expect_heading(&page, 200, "See you on Friday");
}

/// A visit that nobody started or completed is not the next one.
#[test_on_both_engines]
async fn the_next_visit_stands_first() {
    let salon = listening_salon().await;
    let (desk, asha) = (receptionist(&salon).await, salon.customer("Asha").await);
    let mut made = Vec::new();
    for day in ["2027-03-02", "2027-03-03", "2027-03-04"] {
        let id = create_booking(&asha, &haircut_request_at(day, "11:00")).await;
        approve_booking(&desk, &id, STYLIST).await.expect_ok();
        made.push(id);
    }
    // Two days later at 10:00: the visit of the second day begins in an hour.
    salon.advance_seconds(2 * 86_400);
    let page = browser_of(&salon, &asha).visit("/visits").await;
    let expected: Vec<String> = [&made[1], &made[2], &made[0]].iter().map(|id| format!("/visits/{id}")).collect();
    assert_eq!(page.attributes_of("a.go", "href"), expected);
    salon.leaves_due_jobs("e-mails and checks are not what this story is about");
}

#[test_on_both_engines]
async fn older_visits_are_one_link_away() {
    let salon = listening_salon().await;
    let asha = salon.customer("Asha").await;
    for day in 2..=24 {
        let id = create_booking(&asha, &haircut_request_at(&format!("2027-03-{day:02}"), "10:00")).await;
        cancel_booking(&asha, &id).await.expect_ok();
    }
    let mut browser = browser_of(&salon, &asha);
    let first = browser.visit("/visits").await;
    assert!(first.has_text("Nothing is planned"));
    let second = browser.click_link(&first, "Older visits").await;
    let days = |page: &Page| page.texts_of("li.visit .datearch b");
    let seen: Vec<String> = [days(&first), days(&second)].concat();
    assert_eq!(seen, (2..=24).rev().map(|day: u32| day.to_string()).collect::<Vec<_>>());
    assert_eq!(second.texts_of("h2"), ["Past visits"]);
    let back = browser.click_link(&second, "Newest visits").await;
    assert_eq!(days(&back), days(&first));
    let unreadable = browser.visit("/visits?older=nonsense").await;
    assert_eq!(days(&unreadable), days(&first));
    assert!(browser.visit("/visits?older=2027-03-01+a").await.has_text("There are no older visits."));
}

#[test_on_both_engines]
async fn a_visit_shows_where_it_stands() {
    let salon = listening_salon().await;
    let (desk, asha) = (receptionist(&salon).await, salon.customer("Asha").await);
    let id = create_booking(&asha, &haircut_request_with("notes", "No perfume, please")).await;
    let number = shown_booking(&asha, &id).await["bookingNumber"].as_str().unwrap().to_owned();
    let path = format!("/visits/{id}");
    let mut browser = browser_of(&salon, &asha);

    let page = browser.visit(&format!("{path}?new=1")).await;
    expect_heading(&page, 200, "We have your request");
    let text = page.text();
    for part in
        [&number, "Not confirmed", "No perfume, please", "Whoever is free", "MG Road", "₹1,200", "within 30 minutes"]
    {
        assert!(text.contains(part), "{part} in {text}");
    }
    assert_eq!(page.texts_of("ol.line h3"), ["Asked", "We check who is free", "Confirmed", "Your visit"]);
    for (name, target) in [
        ("Calendar", format!("/api/bookings/{id}/calendar.ics")),
        ("Move", format!("{path}/move")),
        ("Cancel", format!("{path}/cancel")),
        ("Call", "tel:+912012345678".to_owned()),
    ] {
        assert_eq!(link_target(&page, name), target);
    }
    assert!(link_target(&page, "Share").starts_with("https://wa.me/?text="), "a message to share");
    assert_eq!(page.attributes_of("#visit", "data-live"), [format!("customer:{}", asha.id())]);

    reschedule_booking(&asha, &id, "2027-03-06", "12:00").await.expect_ok();
    approve_booking(&desk, &id, STYLIST).await.expect_ok();
    let page = browser.visit(&path).await;
    expect_heading(&page, 200, "See you on Saturday");
    assert_eq!(page.texts_of("ol.line h3"), ["Asked", "Moved, 1 of 2", "Confirmed", "Your visit"]);
    assert!(page.has_text("Now Sat 6 Mar, 12:00 pm") && page.has_text("up to 12 gems"), "{}", page.text());

    let part = browser.visit(&format!("{path}?part=visit")).await;
    assert!(part.body.trim_start().starts_with("<div class=\"cols\" id=\"visit\""), "{}", part.body);
    assert!(part.has_text("See you on Saturday") && !part.body.contains("<html"), "only that part");

    reschedule_booking(&asha, &id, "2027-03-07", "12:00").await.expect_ok();
    let page = browser.visit(&path).await;
    assert!(page.has_text("Moved, 2 of 2") && page.has_text("You have moved this visit twice"), "{}", page.text());
    assert!(!page.links().iter().any(|link| link.text == "Move"), "it cannot be moved a third time");
}

#[test_on_both_engines]
async fn what_has_ended_can_be_booked_again() {
    let salon = listening_salon().await;
    let (desk, asha) = (receptionist(&salon).await, salon.customer("Asha").await);
    insert_offer(&salon, "calm", "percentage", 10, &["service-cut"]).await;
    let mut browser = browser_of(&salon, &asha);
    let id = create_confirmed_booking(&salon, &asha, &haircut_request()).await;
    complete_booking(&desk, &id, &cash_payment()).await.expect_ok();
    let page = browser.visit(&format!("/visits/{id}")).await;
    expect_heading(&page, 200, "Thank you for coming");
    assert!(page.has_text("You earned 12 gems") && page.has_text("Paid, GST included"), "{}", page.text());
    assert_eq!(link_target(&page, "Book again"), "/book/time?at=branch-pune&s=cut");
    assert!(link_target(&page, "Invoice").starts_with("/invoices/"), "the invoice");
    // With the offer that was promised, while it runs.
    update_rows(&salon, &id, "update bookings set promised_offer_id = 'calm' where id = $1").await;
    let page = browser.visit(&format!("/visits/{id}")).await;
    assert_eq!(link_target(&page, "Book again"), "/book/time?at=branch-pune&s=cut&offer=calm");
    let home = browser.visit("/").await;
    assert!(home.links().iter().any(|link| link.url.as_str().ends_with("&s=cut&offer=calm")), "{}", home.text());

    let id = create_booking(&asha, &haircut_request()).await;
    let rejected = json!({ "action": "reject", "rejectionReason": "The stylist is ill" });
    patch_booking(&desk, &id, &rejected).await.expect_ok();
    let page = browser.visit(&format!("/visits/{id}")).await;
    expect_heading(&page, 200, "We could not take this visit");
    assert!(page.has_text("“The stylist is ill”"), "{}", page.text());

    for (status, heading) in [("no_show", "We missed you"), ("in_progress", "You are with us")] {
        let id = create_confirmed_booking(&salon, &asha, &haircut_request()).await;
        set_booking_status(&salon, &id, status).await;
        expect_heading(&browser.visit(&format!("/visits/{id}")).await, 200, heading);
    }
    salon.leaves_due_jobs("nobody reads the invoice");
}

#[test_on_both_engines]
async fn others_do_not_see_a_visit() {
    let salon = listening_salon().await;
    let (asha, binu) = (salon.customer("Asha").await, salon.customer("Binu").await);
    let id = create_booking(&asha, &haircut_request()).await;
    let mut browser = browser_of(&salon, &binu);
    for path in [format!("/visits/{id}"), format!("/visits/{id}/cancel"), "/visits/none".to_owned()] {
        let page = browser.visit(&path).await;
        expect_heading(&page, 404, "This page is not here");
        assert!(!page.has_text("Sign in"), "they are signed in: {}", page.text());
    }
    browser.sign_out();
    assert_eq!(browser.visit("/nothing-here").await.link_named("Sign in").url.path(), "/sign-in");
    let page = browser.visit(&format!("/visits/{id}")).await;
    assert_eq!((page.path(), page.url.query()), ("/sign-in", Some(format!("returnTo=%2Fvisits%2F{id}").as_str())));
}

#[test_on_both_engines]
async fn an_address_with_control_characters_is_not_found() {
    let salon = listening_salon().await;
    let (owner, asha) = (salon.member("Ravi", Role::Owner).await, salon.customer("Asha").await);
    let mut browser = browser_of(&salon, &asha);
    let mut at_desk = Browser::at(&salon, AppKind::Admin);
    at_desk.sign_in_as(&owner);
    for id in ["%07", "a%0Ab", "%7F", "%00"] {
        for act in ["accept-time", "decline-time", "cancel", "move"] {
            assert_eq!(browser.visit(&format!("/visits/{id}/{act}")).await.status, 404);
        }
        for path in ["bookings/ID/arrive", "bookings/ID/checkout/quote", "board/ID/checkout", "invoices/ID/payments"] {
            assert_eq!(at_desk.visit(&format!("/{}", path.replace("ID", id))).await.status, 404);
        }
        for act in ["tags", "notes", "gems"] {
            assert_eq!(at_desk.visit(&format!("/customers/{id}/{act}")).await.status, 404);
        }
    }
}

#[test_on_both_engines]
async fn an_offered_time_is_accepted_with_one_button() {
    let salon = listening_salon().await;
    let (desk, asha) = (receptionist(&salon).await, salon.customer("Asha").await);
    let id = create_booking(&asha, &haircut_request()).await;
    offer_time(&desk, &id, ("2027-03-06", "15:00"), STYLIST).await.expect_ok();
    let mut browser = browser_of(&salon, &asha);
    assert!(browser.visit("/visits").await.has_text("New time offered"));
    let page = browser.visit(&format!("/visits/{id}")).await;
    expect_heading(&page, 200, "Could you come on Sat 6 Mar at 3:00 pm?");
    let text = page.text();
    for part in [
        "We cannot take you on Fri 5 Mar at 11:00 am, sorry.",
        "Fri 5 Mar, 11:00 am",
        "Sat 6 Mar, 3:00 pm",
        "till 3:45 pm, with stylist, PUN",
        "until tomorrow, 10:00 am",
    ] {
        assert!(text.contains(part), "{part} in {text}");
    }
    assert_eq!(link_target(&page, "Pick another time"), format!("/visits/{id}/move"));
    let form = page.form_with_button("Yes, Sat 6 Mar, 3:00 pm is fine");
    let answered = browser.submit_and_follow(&form).await;
    expect_heading(&answered, 200, "See you on Saturday");
    assert!(answered.has_text("The new time is yours."), "{}", answered.text());
    // A second tap gets the same answer; another form is too late.
    assert_eq!(browser.submit(&form).await.status, 303);
    let late = browser.submit(&form.forge("key", "another")).await;
    expect_heading(&late, 409, "See you on Saturday");
    assert!(late.has_text("This offer has ended or was answered already."), "{}", late.text());
    assert_eq!(browser.visit(&format!("/visits/{id}/accept-time")).await.path(), format!("/visits/{id}"));
}

#[test_on_both_engines]
async fn an_offer_names_the_day_only_where_it_is_another() {
    let salon = listening_salon().await;
    let (desk, asha) = (receptionist(&salon).await, salon.customer("Asha").await);
    let mut browser = browser_of(&salon, &asha);
    for (offered, title, button) in [
        (("2027-03-05", "15:00"), "Could you come at 3:00 pm?", "Yes, 3:00 pm is fine"),
        (("2027-03-01", "12:00"), "Could you come today at 12:00 pm?", "Yes, today, 12:00 pm is fine"),
        (("2027-03-02", "11:00"), "Could you come tomorrow at 11:00 am?", "Yes, tomorrow, 11:00 am is fine"),
    ] {
        let id = create_booking(&asha, &haircut_request()).await;
        offer_time(&desk, &id, offered, STYLIST).await.expect_ok();
        let page = browser.visit(&format!("/visits/{id}")).await;
        expect_heading(&page, 200, title);
        assert_eq!(page.has_text("We cannot take you at 11:00 am, sorry."), offered.0 == "2027-03-05");
        page.form_with_button(button);
        cancel_booking(&asha, &id).await.expect_ok();
    }
}

#[test_on_both_engines]
async fn declining_keeps_the_request_and_withdrawing_cancels_it() {
    let salon = listening_salon().await;
    let (desk, asha) = (receptionist(&salon).await, salon.customer("Asha").await);
    let id = create_booking(&asha, &haircut_request()).await;
    let mut browser = browser_of(&salon, &asha);
    let path = format!("/visits/{id}");
    offer_time(&desk, &id, ("2027-03-06", "15:00"), STYLIST).await.expect_ok();
    let form = browser.visit(&path).await.form_with_button("No, look for another time for me");
    let page = browser.submit_and_follow(&form).await;
    expect_heading(&page, 200, "We have your request");
    assert!(page.has_text("We keep your request, and look for another time."), "{}", page.text());
    assert_eq!(shown_booking(&asha, &id).await["status"], "pending");

    offer_time(&desk, &id, ("2027-03-06", "16:00"), STYLIST).await.expect_ok();
    let page = browser.visit(&path).await;
    let page = browser.click_link(&page, "Withdraw my request").await;
    expect_heading(&page, 200, "Withdraw your request?");
    let page = browser.submit_and_follow(&page.form_with("text").press("Withdraw the request")).await;
    expect_heading(&page, 200, "This visit is cancelled");
    assert!(page.has_text("Your visit was cancelled."), "{}", page.text());
    accept_time(&asha, &id).await.expect_error(409, "BOOKING_INVALID_STATUS_TRANSITION");
}

#[test_on_both_engines]
async fn a_visit_is_cancelled_with_or_without_a_reason() {
    let salon = listening_salon().await;
    let asha = salon.customer("Asha").await;
    let mut browser = browser_of(&salon, &asha);
    for (chosen, typed, expected) in [
        (None, "", json!(null)),
        (Some("ill"), "", json!("I am not well")),
        (Some("ill"), "Fever", json!("I am not well: Fever")),
        (Some("other"), "A wedding\nin Goa", json!("A wedding\nin Goa")),
        (None, "बारिश", json!("बारिश")),
    ] {
        let id = create_booking(&asha, &haircut_request()).await;
        let mut form = browser.visit(&format!("/visits/{id}/cancel")).await.form_with("text").with("text", typed);
        if let Some(chosen) = chosen {
            form = form.with("reason", chosen);
        }
        let page = browser.submit_and_follow(&form).await;
        assert_eq!(page.path(), format!("/visits/{id}"));
        assert_eq!(shown_booking(&asha, &id).await["cancellationReason"], expected);
    }
    assert_eq!(late_cancellation_count(&asha).await, json!(0));
}

#[test_on_both_engines]
async fn what_is_wrong_with_the_form_stands_beside_its_field() {
    let salon = listening_salon().await;
    let asha = salon.customer("Asha").await;
    let id = create_booking(&asha, &haircut_request()).await;
    let mut browser = browser_of(&salon, &asha);
    let long = "a".repeat(501);
    let page = browser.visit(&format!("/visits/{id}/cancel")).await;
    let page = browser.submit(&page.form_with("text").with("reason", "time").with("text", &long)).await;
    expect_heading(&page, 422, "Withdraw your request?");
    let error = page.field_error("text").unwrap();
    assert!(error.starts_with("Your text must be at most 500 characters"), "{error}");
    assert!(page.has_text("Please correct this"), "{}", page.text());
    let form = page.form_with("text");
    assert_eq!((form.value("text"), form.value("reason")), (Some(long.as_str()), Some("time")));
    let page = browser.submit(&form.with("text", &long[1..]).forge("reason", "weather")).await;
    assert_eq!(page.texts_of("#e-reason"), ["The reason must be one of the choices"]);
    assert_eq!(page.status, 422);
    assert_eq!(shown_booking(&asha, &id).await["status"], "pending");
}

#[test_on_both_engines]
async fn the_page_says_beforehand_what_a_late_cancellation_means() {
    let salon = listening_salon().await;
    let asha = salon.customer("Asha").await;
    let mut browser = browser_of(&salon, &asha);
    let id = create_booking(&asha, &haircut_request_at("2027-03-01", "13:00")).await;
    let path = format!("/visits/{id}/cancel");
    let early = browser.visit(&path).await;
    assert!(early.has_text("We count this as a late cancellation."), "{}", early.text());
    set_cancel_window(&salon, Some(240)).await;
    let page = browser.visit(&path).await;
    expect_heading(&page, 200, "Please call us");
    assert_eq!(link_target(&page, "Call +91 20123 45678"), "tel:+912012345678");
    assert!(page.forms().iter().all(|form| !form.has("text")), "nothing to send");
    let refused = browser.submit(&early.form_with("text")).await;
    expect_heading(&refused, 409, "Please call us");
    assert!(browser.visit(&format!("/visits/{id}")).await.has_text("It is too late to cancel here."));
    set_cancel_window(&salon, Some(60)).await;
    assert!(browser.visit(&format!("/visits/{id}")).await.has_text("You can cancel here until today, 12:00 pm."));
    let page = browser.submit_and_follow(&early.form_with("text").forge("key", "again")).await;
    assert!(page.has_text("Cancelled, late"), "{}", page.text());
    assert_eq!(late_cancellation_count(&asha).await, json!(1));
    expect_heading(&browser.visit(&path).await, 200, "Nothing to cancel");
    let over = browser.submit(&early.form_with("text").forge("key", "third")).await;
    expect_heading(&over, 409, "Nothing to cancel");
}

#[test]
fn a_request_turns_to_confirmed_before_the_eyes() {
    run(Engine::Sqlite, async || {
        let salon = listening_salon().await;
        let (desk, asha) = (receptionist(&salon).await, onboarded_customer(&salon, "Asha").await);
        let id = create_booking(&asha, &haircut_request()).await;
        let visitor = Visitor::start(&salon, AppKind::Customer, ChromiumOptions::phone().with_motion()).await;
        visitor.sign_in_as(&asha).await;
        visitor.open(&format!("/visits/{id}?new=1")).await;
        assert!(visitor.has_text("We have your request").await);
        approve_booking(&desk, &id, STYLIST).await.expect_ok();
        visitor.wait_for_text("See you on Friday").await;
        visitor.click_link("Cancel").await;
        visitor.tick("reason", "time").await;
        visitor.press_button("Cancel the visit").await;
        visitor.wait_for_text("This visit is cancelled").await;
    });
}

#[test]
fn pages_of_visits_are_without_fault_on_all_screens() {
    run(Engine::Sqlite, async || {
        let salon = listening_salon().await;
        let (desk, asha) = (receptionist(&salon).await, onboarded_customer(&salon, "Asha").await);
        let offered = create_booking(&asha, &haircut_request()).await;
        offer_time(&desk, &offered, ("2027-03-06", "15:00"), STYLIST).await.expect_ok();
        let done = create_confirmed_booking(&salon, &asha, &haircut_request_at("2027-03-06", "12:00")).await;
        complete_booking(&desk, &done, &cash_payment()).await.expect_ok();
        let near = create_booking(&asha, &haircut_request_at("2027-03-01", "12:00")).await;
        let paths = [
            "/visits".to_owned(),
            format!("/visits/{offered}"),
            format!("/visits/{done}"),
            format!("/visits/{near}?new=1"),
            format!("/visits/{near}/cancel"),
            format!("/visits/{done}/cancel"),
        ];
        let screens =
            [ChromiumOptions::phone().width(320), ChromiumOptions::phone().dark(), ChromiumOptions::desktop()];
        for (options, paths) in screens_with_pages(&screens, &paths) {
            let visitor = Visitor::start(&salon, AppKind::Customer, options).await;
            visitor.sign_in_as(&asha).await;
            for path in paths {
                visitor.open(path).await;
            }
        }
        salon.leaves_due_jobs("nobody reads the invoice");
    });
}
