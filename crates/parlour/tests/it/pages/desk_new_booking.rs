//! New booking and walk-in: pages of the desk.

use parlour_domain::auth::app_kind::AppKind;
use parlour_domain::auth::role::Role;
use parlour_testkit::actions::availability::friday_haircut_for;
use parlour_testkit::actions::bookings::create_booking;
use parlour_testkit::actions::checkout::{cash_payment, complete_booking};
use parlour_testkit::actions::people::{manager, receptionist};
use parlour_testkit::browser::{Browser, Form, Page};
use parlour_testkit::checks::database::{count_rows, update_rows};
use parlour_testkit::chromium::{ChromiumOptions, Visitor, screens_with_pages};
use parlour_testkit::fixtures::live_salon::{
    clear_service_buffers, insert_daily_shifts, insert_stylist, set_availability_mode,
};
use parlour_testkit::fixtures::small_salon::{PUNE, STYLIST, small_salon_with};
use parlour_testkit::{Engine, Person, SalonOptions, TestSalon, run, test_on_both_engines};
use serde_json::{Value, json};

const BOOK: &str = "Book Enter";
const START: &str = "Start the walk-in Enter";
/// The question of who leaves a form that is half filled.
const NOT_BOOKED: &str = "This visit is not booked yet";

/// An open branch at ten on a Monday, with a customer.
async fn open_salon() -> (TestSalon, Person, String) {
    let salon = small_salon_with(SalonOptions { listens: true, ..SalonOptions::default() }).await;
    let desk = receptionist(&salon).await;
    let asha = add_customer(&desk, "Asha Rao", "9845012345").await;
    (salon, desk, asha)
}

async fn live_salon() -> (TestSalon, Person, String) {
    let (salon, desk, asha) = open_salon().await;
    clear_service_buffers(&salon).await;
    set_availability_mode(&salon, PUNE, "live").await;
    insert_daily_shifts(&salon, STYLIST, "10:00", "19:00").await;
    (salon, desk, asha)
}

async fn add_customer(desk: &Person, name: &str, phone: &str) -> String {
    let added = desk.post("/api/customers", &json!({ "name": name, "phone": phone })).await.expect_created();
    added["customer"]["id"].as_str().expect("an id").to_owned()
}

fn walk_in(customer: &str, time: &str, staff: &str) -> Value {
    json!({
        "branchId": PUNE, "serviceType": "salon", "bookingDate": "2027-03-01", "startTime": time,
        "serviceIds": ["service-cut"], "customerId": customer, "staffId": staff,
    })
}

fn browser_of(salon: &TestSalon, person: &Person) -> Browser {
    let mut browser = Browser::at(salon, AppKind::Admin);
    browser.sign_in_as(person);
    browser
}

fn form_of(page: &Page) -> Form {
    page.form_with("walkin")
}

/// The visit that a form has led to.
async fn booked(desk: &Person, page: &Page) -> Value {
    let target = page.redirect_target().unwrap_or_else(|| panic!("{} {}", page.status, page.text()));
    let id = target.path().strip_prefix("/bookings/").expect("a visit").to_owned();
    desk.get(&format!("/api/bookings/{id}")).await.expect_ok()["booking"].clone()
}

async fn count_bookings(salon: &TestSalon) -> i64 {
    count_rows(salon, PUNE, "select count(*) from bookings where branch_id = $1").await
}

#[test_on_both_engines]
async fn a_visit_is_booked_step_by_step_without_scripts() {
    let (salon, desk, asha) = open_salon().await;
    let mut browser = browser_of(&salon, &desk);
    let page = browser.visit("/bookings/new").await;
    assert_eq!(page.heading(), "New visit");
    let found = browser.submit(&form_of(&page).with("q", "12345").press("Find")).await.expect_status(200);
    assert!(found.has_text("Asha Rao") && found.has_text("0 visits"), "{}", found.text());
    let form = form_of(&found).with("customer", &asha).with_all("s", &["service-cut", "service-wash"]);
    let timed = browser.submit(&form.with("day", "2027-03-05").press("Show times")).await.expect_status(200);
    assert!(timed.has_text("₹1,500") && timed.has_text("1 h 15 min"), "{}", timed.text());
    let form = form_of(&timed);
    assert_eq!(form.value("customer"), Some(asha.as_str()), "what was chosen stays");
    assert!(form.options("time").len() > 10, "{:?}", form.options("time"));
    let form = form.with("time", "11:30").with("staff", STYLIST).with("guest", "Asha's mother").with("note", "Tea");
    let booking = booked(&desk, &browser.submit(&form.press(BOOK)).await).await;
    assert_eq!(booking["status"], "confirmed");
    assert_eq!((&booking["startTime"], &booking["bookingDate"]), (&json!("11:30:00"), &json!("2027-03-05")));
    assert_eq!((&booking["guestName"], &booking["notes"]), (&json!("Asha's mother"), &json!("Tea")));
    assert_eq!((&booking["customerId"], &booking["isWalkin"]), (&json!(asha), &json!(false)));
    assert_eq!(booking["services"].as_array().expect("services").len(), 2);
    salon.leaves_due_jobs("nobody reads the letter");
}

#[test_on_both_engines]
async fn from_the_board_the_form_stands_beside_it() {
    let (salon, desk, asha) = live_salon().await;
    let mut browser = browser_of(&salon, &desk);
    let board = browser.visit("/board?day=2027-03-05").await;
    let page = browser.click_link(&board, "New booking N").await;
    assert_eq!((page.path(), page.heading().as_str()), ("/bookings/new", "Friday 5 March"));
    assert_eq!(page.texts_of("aside.sheet h2")[0], "New visit");
    let typed = |page: &Page| page.attributes_of("form[data-unsaved]", "data-unsaved");
    assert_eq!(typed(&page), [""], "nothing is typed");
    assert!(!page.texts_of("ol.col").is_empty(), "the board is behind it: {}", page.text());
    // What is asked for without scripts leaves the board where it is, and so does a refusal.
    let found = browser.submit(&form_of(&page).with("q", "12345").press("Find")).await.expect_status(200);
    assert_eq!(found.heading(), "Friday 5 March");
    let form = form_of(&found).with("customer", &asha);
    let refused = browser.submit(&form.clone().press(BOOK)).await.expect_status(422);
    assert_eq!(refused.heading(), "Friday 5 March");
    assert!(refused.has_text("Correct this, then send it again"), "{}", refused.text());
    assert_eq!(form_of(&refused).value("customer"), Some(asha.as_str()), "what was chosen stays");
    assert_eq!(typed(&refused), ["typed"], "it would be lost");
    let timed = browser.submit(&form.with("s", "service-cut").press("Show times")).await.expect_status(200);
    assert_eq!(timed.texts_of(".chosen li"), ["cut 45 min₹1,200"], "what is chosen stays in view");
    assert_eq!(typed(&timed), ["typed"]);
    let form = form_of(&timed).with("time", "11:30").with("staff", STYLIST);
    let booking = booked(&desk, &browser.submit(&form.press(BOOK)).await).await;
    assert_eq!((&booking["bookingDate"], &booking["startTime"]), (&json!("2027-03-05"), &json!("11:30:00")));
    // The parts of the board are kept up to date at this address, too.
    let part = browser.visit("/bookings/new?over=board&at=branch-pune&day=2027-03-05&part=board").await;
    assert!(part.has_text("Asha Rao"), "{}", part.text());
    // On a page of its own it asks as well; a link that books the same again begins with nothing that could be lost.
    let own = browser.visit("/bookings/new").await;
    assert_eq!((typed(&own), own.texts_of("dialog.asks h2")), (vec![String::new()], vec![NOT_BOOKED.to_owned()]));
    let again = browser.visit(&format!("/bookings/new?customer={asha}&service=service-cut")).await;
    assert_eq!(typed(&again), [""]);
    let refused = browser.submit(&form_of(&own).press(BOOK)).await.expect_status(422);
    assert_eq!(typed(&refused), ["typed"]);
    for path in ["/customers/new".to_owned(), "/leads/new".to_owned(), format!("/customers/{asha}/edit")] {
        let page = browser.visit(&path).await.expect_status(200);
        let asks = (typed(&page), page.texts_of("dialog.asks h2"));
        assert_eq!(asks, (vec![String::new()], vec!["This is not saved".to_owned()]), "{path}");
    }
    salon.leaves_due_jobs("nobody reads the letter");
}

#[test]
fn a_half_filled_form_is_not_lost_by_mistake() {
    run(Engine::Sqlite, async || {
        let (salon, desk, asha) = live_salon().await;
        let id = create_booking(&desk, &walk_in(&asha, "12:00", STYLIST)).await;
        for (options, is_wide) in
            [(ChromiumOptions::desktop(), true), (ChromiumOptions::phone().width(320).dark(), false)]
        {
            let visitor = Visitor::start(&salon, AppKind::Admin, options).await;
            visitor.sign_in_as(&desk).await;
            if is_wide {
                visitor.open("/board").await;
                visitor.press("n").await;
            } else {
                visitor.open(&format!("/bookings/new?over=board&at={PUNE}&day=2027-03-01")).await;
            }
            visitor.wait_for("aside.sheet [data-filter]:not([hidden])").await;
            visitor.click("aside.sheet [data-part=act] button.main").await;
            visitor.wait_for("aside.sheet .errors").await;
            visitor.wait_for("aside.sheet [data-filter]:not([hidden])").await;
            visitor.click("aside.sheet a[data-close]").await;
            visitor.wait_for("dialog.asks[open]").await;
            visitor.click("dialog.asks [data-stay]").await;
            visitor.tick("s", "service-cut").await;
            assert_eq!(visitor.texts_of(".chosen li b").await, ["cut"]);
            visitor.check_page().await;
            if is_wide {
                visitor.click("li.at > a").await;
                visitor.wait_for("dialog.asks[open]").await;
                visitor.check_page().await;
                visitor.click("dialog.asks [data-stay]").await;
            }
            visitor.click("aside.sheet a[data-close]").await;
            visitor.wait_for("dialog.asks[open]").await;
            visitor.click("dialog.asks [data-leave]").await;
            visitor.wait_until("it is closed", "return !document.querySelector('form[data-booking]')").await;
            if !is_wide {
                expect_full_page_to_ask(&visitor).await;
            }
        }
        assert_eq!(count_bookings(&salon).await, 1, "{id}");
        salon.leaves_due_jobs("nobody reads the letter");
    });
}

/// On a page of its own, by a link and on the way back.
async fn expect_full_page_to_ask(visitor: &Visitor) {
    let is_held = "return !dispatchEvent(new Event('beforeunload', { cancelable: true }))";
    visitor.open(&format!("/bookings/new?at={PUNE}")).await;
    visitor.wait_for("[data-filter]:not([hidden])").await;
    assert_eq!(visitor.execute(is_held, &[]).await, json!(false), "nothing was typed");
    visitor.fill("note", "Window seat").await;
    visitor.wait_until("leaving asks", is_held).await;
    visitor.click(".bottom a[href^='/requests']").await;
    visitor.wait_for("dialog.asks[open]").await;
    visitor.check_page().await;
    visitor.click("dialog.asks [data-stay]").await;
    assert_eq!(visitor.path().await, "/bookings/new");
    visitor.click(".bottom a[href^='/requests']").await;
    visitor.wait_for("dialog.asks[open]").await;
    visitor.click("dialog.asks [data-leave]").await;
    visitor.wait_for_path("/requests").await;
}

#[test_on_both_engines]
async fn without_a_person_somebody_who_is_free_is_taken() {
    let (salon, desk, asha) = open_salon().await;
    let mut browser = browser_of(&salon, &desk);
    let page = browser
        .visit(&format!("/bookings/new?customer={asha}&service=service-cut&day=2027-03-05&time=14:00&at={PUNE}"))
        .await;
    let form = form_of(&page);
    assert_eq!((form.value("time"), form.value("staff")), (Some("14:00"), Some("")));
    let booking = booked(&desk, &browser.submit(&form.press(BOOK)).await).await;
    assert_eq!((&booking["status"], &booking["services"][0]["staffId"]), (&json!("confirmed"), &json!(STYLIST)));
    let page = browser.visit(&format!("/bookings/{}", booking["id"].as_str().unwrap())).await;
    assert!(page.has_text("The visit is booked. Asha Rao: Fri 5 Mar, 2:00 pm, with stylist."), "{}", page.text());
    // Where nobody is free, it is said before it becomes a request.
    let binu = add_customer(&desk, "Binu", "9845000001").await;
    let address = format!("/bookings/new?customer={binu}&service=service-cut&day=2027-03-05&time=14:00&at={PUNE}");
    let page = browser.visit(&address).await;
    let asked = browser.submit(&form_of(&page).press(BOOK)).await.expect_status(409);
    assert!(asked.has_text("Nobody is free then: the visit would wait as a request."), "{}", asked.text());
    let booking = booked(&desk, &browser.submit(&asked.form_with_button("Book anyway")).await).await;
    assert_eq!(booking["status"], "pending");
    salon.leaves_due_jobs("nobody reads the letter");
}

#[test_on_both_engines]
async fn a_walk_in_begins_at_once_with_whoever_is_free() {
    let (salon, desk, asha) = live_salon().await;
    salon.advance_seconds(7 * 60);
    let mut browser = browser_of(&salon, &desk);
    let page = browser.visit(&format!("/bookings/new?walkin=1&customer={asha}&service=service-cut")).await;
    assert!(page.has_text("Whoever is free") && page.has_text("Now"), "{}", page.text());
    let answer = browser.submit(&form_of(&page).press(START)).await;
    let booking = booked(&desk, &answer).await;
    assert_eq!((&booking["status"], &booking["isWalkin"]), (&json!("in_progress"), &json!(true)));
    assert_eq!(booking["startTime"], "10:05:00", "a live branch books in steps of five minutes");
    assert_eq!(booking["services"][0]["staffId"], STYLIST);
    // The only stylist is busy now.
    let page = browser.visit(&format!("/bookings/new?walkin=1&customer={asha}&service=service-wash")).await;
    let refused = browser.submit(&form_of(&page).press(START)).await.expect_status(422);
    assert!(refused.has_text("nobody is free now"), "{}", refused.text());
    let form = form_of(&refused);
    let later = form.options("time").iter().map(|(value, _)| value.clone()).nth(1).expect("a later time");
    let booking =
        booked(&desk, &browser.submit(&form.with("time", &later).with("staff", STYLIST).press(START)).await).await;
    assert_eq!((&booking["status"], &booking["isWalkin"]), (&json!("confirmed"), &json!(true)));
    assert_eq!(booking["startTime"], json!(format!("{later}:00")));
    salon.leaves_due_jobs("nobody reads the letter");
}

#[test_on_both_engines]
async fn an_open_branch_needs_no_roster_for_a_walk_in() {
    let (salon, desk, asha) = open_salon().await;
    let mut browser = browser_of(&salon, &desk);
    let page = browser.visit(&format!("/bookings/new?walkin=1&customer={asha}&service=service-cut")).await;
    let booking = booked(&desk, &browser.submit(&form_of(&page).press(START)).await).await;
    assert_eq!((&booking["status"], &booking["services"][0]["staffId"]), (&json!("in_progress"), &json!(STYLIST)));
}

#[test_on_both_engines]
async fn somebody_new_is_added_with_their_visit() {
    let (salon, desk, asha) = open_salon().await;
    let mut browser = browser_of(&salon, &desk);
    let page = browser.visit("/bookings/new?walkin=1&service=service-cut&staff=staff-stylist-branch-pune&q=Binu").await;
    assert!(page.has_text("Add “Binu” as a new customer"), "{}", page.text());
    let form = form_of(&page).with("customer", "new");
    assert_eq!(form.value("name"), Some("Binu"), "what was searched for");
    let wrong = browser.submit(&form.clone().with("phone", "12").press(START)).await.expect_status(422);
    assert!(wrong.field_error("phone").is_some_and(|text| text.contains("10-digit")), "{}", wrong.text());
    // The phone is Asha's.
    let same = browser.submit(&form_of(&wrong).with("phone", "98450 12345").press(START)).await.expect_status(409);
    assert!(same.has_text("Asha Rao has this phone.") && same.has_text("same phone"), "{}", same.text());
    assert_eq!((count_bookings(&salon).await, form_of(&same).value("name")), (0, Some("Binu")));
    let hers = booked(&desk, &browser.submit(&form_of(&same).with("customer", &asha).press(START)).await).await;
    assert_eq!(hers["customerName"], "Asha Rao");
    // The form has worked, and is sent again with somebody else.
    let sent = browser.submit(&form_of(&same).with("anyway", "1").press(START)).await.expect_status(422);
    assert!(sent.has_text("This form was sent already."), "{}", sent.text());
    let opened = sent.link_named("Open the visit that was booked").url;
    assert_eq!(opened.path(), format!("/bookings/{}", hers["id"].as_str().unwrap()));
    assert_eq!(count_bookings(&salon).await, 1);
    // The stylist has just begun with Asha.
    let asked = browser.submit(&form_of(&sent).with("anyway", "1").press(START)).await.expect_status(409);
    assert!(asked.has_text("stylist has the visit of Asha Rao, 10:00 – 10:45 am."), "{}", asked.text());
    assert!(!asked.has_text("That time has passed."), "it begins now");
    let other = booked(&desk, &browser.submit(&asked.form_with_button("Book anyway")).await).await;
    assert_eq!((&other["customerName"], &other["customerPhone"]), (&json!("Binu"), &json!("+919845012345")));
    salon.leaves_due_jobs("nobody reads the letter");
}

/// Without scripts nothing ticks the choice beside the name that somebody types.
#[test_on_both_engines]
async fn a_typed_name_and_phone_are_enough_for_somebody_new() {
    let (salon, desk, _) = open_salon().await;
    let mut browser = browser_of(&salon, &desk);
    let page = browser.visit("/bookings/new?walkin=1&service=service-cut&staff=staff-stylist-branch-pune").await;
    let nobody = browser.submit(&form_of(&page).with("name", "Chitra").press(START)).await.expect_status(422);
    assert!(nobody.has_text("Customer must be chosen"), "{}", nobody.text());
    let same = form_of(&page).with("name", "Chitra").with("phone", "98450 12345").press(START);
    let same = browser.submit(&same).await.expect_status(409);
    assert!(same.has_text("Asha Rao has this phone."), "{}", same.text());
    let typed = form_of(&page).with("name", "Chitra").with("phone", "98450 66666").press(START);
    let booking = booked(&desk, &browser.submit(&typed).await).await;
    assert_eq!((&booking["customerName"], &booking["customerPhone"]), (&json!("Chitra"), &json!("+919845066666")));
    assert_eq!(count_bookings(&salon).await, 1);
    salon.leaves_due_jobs("nobody reads the letter");
}

#[test_on_both_engines]
async fn a_second_tap_books_nothing_more() {
    let (salon, desk, _) = open_salon().await;
    let mut browser = browser_of(&salon, &desk);
    let page = browser.visit("/bookings/new?walkin=1&service=service-cut").await;
    let form = form_of(&page).with("customer", "new").with("name", "Binu").with("phone", "9845099999").press(START);
    let (first, second) = (browser.submit(&form).await, browser.submit(&form).await);
    assert_eq!(first.redirect_target(), second.redirect_target());
    assert!(first.redirect_target().is_some(), "{}", first.text());
    assert_eq!(count_bookings(&salon).await, 1);
}

#[test_on_both_engines]
async fn a_time_that_is_taken_meanwhile_shows_the_nearest_ones() {
    let (salon, desk, asha) = live_salon().await;
    let binu = salon.customer("Binu").await;
    let mut browser = browser_of(&salon, &desk);
    let page = browser
        .visit(&format!("/bookings/new?customer={asha}&service=service-cut&day=2027-03-05&time=11:00&staff={STYLIST}"))
        .await;
    let form = form_of(&page).with("note", "Window seat").press(BOOK);
    desk.post("/api/bookings", &friday_haircut_for(&binu, "11:00", Some(STYLIST))).await.expect_created();
    let refused = browser.submit(&form).await.expect_status(409);
    assert!(refused.has_text("This time is taken. Please choose another."), "{}", refused.text());
    let offered: Vec<String> = form_of(&refused).options("nearest").into_iter().map(|(value, _)| value).collect();
    assert!(!offered.is_empty(), "{}", refused.text());
    let booking = booked(&desk, &browser.submit(&form_of(&refused).with("nearest", &offered[0])).await).await;
    assert_eq!((&booking["status"], &booking["notes"]), (&json!("confirmed"), &json!("Window seat")));
    assert_eq!(booking["startTime"], json!(format!("{}:00", offered[0])));
    salon.leaves_due_jobs("nobody reads the letter");
}

#[test_on_both_engines]
async fn a_full_day_leads_to_the_next_ones_with_room() {
    let (salon, desk, asha) = live_salon().await;
    let block = json!({ "staffId": STYLIST, "date": "2027-03-05", "startTime": "10:00", "endTime": "21:00" });
    desk.post("/api/desk/blocks", &block).await.expect_created();
    let mut browser = browser_of(&salon, &desk);
    let page =
        browser.visit(&format!("/bookings/new?customer={asha}&service=service-cut&day=2027-03-05&note=Tea")).await;
    assert!(page.has_text("Nothing is free on this day."), "{}", page.text());
    let next = page.texts_of("a.btn.sm").into_iter().next().expect("a day with room");
    assert!(next.starts_with("Sat 6 Mar, "), "{next}");
    let page = browser.click_link(&page, &next).await;
    let form = form_of(&page);
    assert_eq!((form.value("day"), form.value("note")), (Some("2027-03-06"), Some("Tea")));
    assert!(!form.options("time").is_empty());
}

#[test]
fn another_day_with_room_keeps_what_is_typed_beside_the_board() {
    run(Engine::Sqlite, async || {
        let (salon, desk, _) = live_salon().await;
        let block = json!({ "staffId": STYLIST, "date": "2027-03-05", "startTime": "10:00", "endTime": "21:00" });
        desk.post("/api/desk/blocks", &block).await.expect_created();
        let visitor = Visitor::start(&salon, AppKind::Admin, ChromiumOptions::desktop()).await;
        visitor.sign_in_as(&desk).await;
        visitor.open(&format!("/bookings/new?over=board&at={PUNE}&day=2027-03-05")).await;
        visitor.wait_for("aside.sheet [data-filter]:not([hidden])").await;
        visitor.tick("s", "service-cut").await;
        visitor.wait_for("a[data-keeps]").await;
        visitor.fill("note", "Window seat").await;
        visitor.click("a[data-keeps]").await;
        visitor.wait_until("the next day", "return document.querySelector('#f-day')?.value === '2027-03-06'").await;
        assert_eq!(visitor.count("dialog.asks[open]").await, 0);
        let kept = "return document.querySelector('#f-note').value + document.querySelector('[name=s]:checked').value";
        assert_eq!(visitor.execute(kept, &[]).await, json!("Window seatservice-cut"));
        // It is not saved there either.
        visitor.wait_for("aside.sheet [data-filter]:not([hidden])").await;
        visitor.click("aside.sheet a[data-close]").await;
        visitor.wait_for("dialog.asks[open]").await;
    });
}

#[test_on_both_engines]
async fn an_open_branch_warns_of_a_conflict_and_books_it() {
    let (salon, desk, asha) = open_salon().await;
    insert_daily_shifts(&salon, STYLIST, "10:00", "19:00").await;
    let binu = salon.customer("Binu").await;
    desk.post("/api/bookings", &friday_haircut_for(&binu, "11:00", Some(STYLIST))).await.expect_created();
    let mut browser = browser_of(&salon, &desk);
    let path = format!("/bookings/new?customer={asha}&service=service-cut&day=2027-03-05&staff={STYLIST}");
    let page = browser.visit(&format!("{path}&time=15:00")).await;
    assert!(!page.has_text("all the same"), "{}", page.text());
    // Only the free times of who is chosen are shown, with the name.
    let shown = page.attributes_of("label.slot input", "value");
    assert!(shown.contains(&"12:00".to_owned()) && shown.last().is_some_and(|last| last == "18:00"), "{shown:?}");
    assert!(!shown.iter().any(|time| ["10:30", "11:00", "11:30"].contains(&time.as_str())), "{shown:?}");
    assert!(page.texts_of("label.slot").iter().all(|text| text.contains("stylist")), "{}", page.text());
    let page = browser.visit(&format!("{path}&time=11:00")).await;
    assert!(page.has_text("stylist is busy then. It can be booked all the same."), "{}", page.text());
    let asked = browser.submit(&form_of(&page).with("note", "Tea").press(BOOK)).await.expect_status(409);
    let question = "Book the visit of Asha Rao anyway? It would be: Fri 5 Mar, 11:00 am, with stylist.";
    for said in [question, "stylist has the visit of Binu, 11:00 – 11:45 am."] {
        assert!(asked.has_text(said), "{said} in {}", asked.text());
    }
    assert_eq!((form_of(&asked).value("note"), count_bookings(&salon).await), (Some("Tea"), 1));
    browser.check_page(&asked).await;
    let booking = booked(&desk, &browser.submit(&asked.form_with_button("Book anyway")).await).await;
    assert_eq!((&booking["status"], &booking["hasConflict"]), (&json!("confirmed"), &json!(true)));
    assert_eq!(booking["notes"], "Tea");
    salon.leaves_due_jobs("nobody reads the letter");
}

/// One question says all that speaks against it.
#[test_on_both_engines]
async fn a_past_time_and_another_visit_of_the_customer_are_asked_about_at_once() {
    let (salon, desk, asha) = open_salon().await;
    insert_stylist(&salon, "staff-zara", "female").await;
    create_booking(&desk, &walk_in(&asha, "09:30", "staff-zara")).await;
    let mut browser = browser_of(&salon, &desk);
    let address = format!("/bookings/new?at={PUNE}&customer={asha}&service=service-cut&day=2027-03-01");
    let page = browser.visit(&format!("{address}&staff={STYLIST}&other=09:15")).await;
    let asked = browser.submit(&form_of(&page).press(BOOK)).await.expect_status(409);
    for said in ["Asha Rao has another visit then, 9:30 – 10:15 am.", "That time has passed."] {
        assert!(asked.has_text(said), "{said} in {}", asked.text());
    }
    let booking = booked(&desk, &browser.submit(&asked.form_with_button("Book anyway")).await).await;
    assert_eq!(booking["startTime"], "09:15:00");
    // For a guest it is another visit, not the customer's own.
    let page = browser.visit(&format!("{address}&staff=staff-zara&other=12:00")).await;
    booked(&desk, &browser.submit(&form_of(&page).press(BOOK)).await).await;
    let page = browser.visit(&format!("{address}&staff={STYLIST}&other=12:00")).await;
    let form = form_of(&page).with("guest", "Tara").press(BOOK);
    let booking = booked(&desk, &browser.submit(&form).await).await;
    let page = browser.visit(&format!("/bookings/{}", booking["id"].as_str().unwrap())).await;
    assert!(page.has_text("Tara, guest of Asha Rao: Today, 12:00 pm, with stylist."), "{}", page.text());
    salon.leaves_due_jobs("nobody reads the letter");
}

#[test_on_both_engines]
async fn past_days_are_entered_by_managers() {
    let (salon, desk, asha) = open_salon().await;
    let mut browser = browser_of(&salon, &desk);
    let path = format!("/bookings/new?customer={asha}&service=service-cut&day=2027-02-26&time=11:00");
    let page = browser.visit(&path).await;
    assert!(page.has_text("This day is past"), "{}", page.text());
    assert_eq!(form_of(&page).value("other"), Some("11:00"));
    let refused = browser.submit(&form_of(&page).press(BOOK)).await.expect_status(422);
    let said = "Day must be today or later. A manager enters visits of past days.";
    assert!(refused.has_text(said), "{}", refused.text());
    browser.sign_in_as(&manager(&salon).await);
    let page = browser.visit(&path).await;
    let refused = browser.submit(&form_of(&page).press(BOOK)).await.expect_status(422);
    assert!(refused.has_text("Person is required for a day in the past"), "{}", refused.text());
    let done = browser.submit(&form_of(&refused).with("staff", STYLIST).press(BOOK)).await;
    let booking = booked(&desk, &done).await;
    assert_eq!((&booking["status"], &booking["bookingDate"]), (&json!("confirmed"), &json!("2027-02-26")));
}

#[test_on_both_engines]
async fn somebody_who_left_is_refused_and_the_rest_is_kept() {
    let (salon, desk, asha) = open_salon().await;
    insert_stylist(&salon, "staff-lata", "female").await;
    let mut browser = browser_of(&salon, &desk);
    let page = browser
        .visit(&format!("/bookings/new?customer={asha}&service=service-cut&day=2027-03-05&time=11:00&staff={STYLIST}"))
        .await;
    let form = form_of(&page).with("guest", "Her sister").press(BOOK);
    update_rows(&salon, STYLIST, "update staff set is_active = false where id = $1").await;
    let refused = browser.submit(&form).await.expect_status(422);
    assert!(refused.has_text("Person is not an active member of staff"), "{}", refused.text());
    let form = form_of(&refused);
    assert_eq!(
        (form.value("guest"), form.value("time"), form.value("customer")),
        (Some("Her sister"), Some("11:00"), Some(asha.as_str()))
    );
    assert_eq!((form.values("s"), count_bookings(&salon).await), (vec!["service-cut"], 0));
}

#[test_on_both_engines]
async fn an_empty_form_says_what_is_missing_and_staff_may_not_book() {
    let (salon, desk, asha) = open_salon().await;
    let mut browser = browser_of(&salon, &desk);
    let page = browser.visit("/bookings/new").await;
    let refused = browser.submit(&form_of(&page).press(BOOK)).await.expect_status(422);
    for said in ["Customer must be chosen", "Services must be chosen", "Start must be chosen"] {
        assert!(refused.has_text(said), "{said} in {}", refused.text());
    }
    let mixed =
        format!("/bookings/new?customer={asha}&service=service-cut&service=service-massage&day=2027-03-05&time=11:00");
    let page = browser.visit(&mixed).await;
    assert!(page.has_text("These services cannot be booked together"), "{}", page.text());
    let refused = browser.submit(&form_of(&page).press(BOOK)).await.expect_status(422);
    assert!(refused.has_text("Services cannot be booked together"), "{}", refused.text());
    browser.sign_in_as(&salon.member("Tara", Role::Staff).await);
    assert_eq!(browser.visit("/bookings/new").await.status, 403);
}

#[test_on_both_engines]
async fn a_lead_becomes_a_visit() {
    let (salon, desk, _) = open_salon().await;
    let body = json!({ "name": "Chitra", "phone": "9845077777", "serviceInterestedId": "service-cut" });
    let lead = desk.post("/api/leads", &body).await.expect_created();
    let id = lead["leadId"].as_str().expect("an id").to_owned();
    let mut browser = browser_of(&salon, &desk);
    let page = browser.visit(&format!("/bookings/new?lead={id}&day=2027-03-05&time=11:00")).await;
    assert!(page.has_text("From the lead of Chitra."), "{}", page.text());
    let form = form_of(&page).with("customer", "new");
    assert_eq!((form.value("name"), form.value("phone")), (Some("Chitra"), Some("+919845077777")));
    assert_eq!(form.values("s"), ["service-cut"]);
    let booking = booked(&desk, &browser.submit(&form.press(BOOK)).await).await;
    let lead = desk.get(&format!("/api/leads/{id}")).await.expect_ok();
    assert_eq!(lead["lead"]["convertedBookingId"], booking["id"]);
}

/// A person at the keyboard who counts what they press; a typed text counts once.
struct Keys<'a> {
    visitor: &'a Visitor,
    count: usize,
}

impl Keys<'_> {
    async fn press(&mut self, key: &str) {
        self.count += 1;
        self.visitor.press(key).await;
    }

    async fn type_text(&mut self, text: &str) {
        self.count += 1;
        self.visitor.type_keys(text).await;
    }
}

#[test]
fn a_known_walk_in_takes_at_most_eight_keys_from_the_board() {
    run(Engine::Sqlite, async || {
        let (salon, desk, asha) = live_salon().await;
        add_customer(&desk, "Asha Menon", "9845054321").await;
        let visitor = Visitor::start(&salon, AppKind::Admin, ChromiumOptions::desktop()).await;
        visitor.sign_in_as(&desk).await;
        visitor.open("/board").await;
        let mut keys = Keys { visitor: &visitor, count: 0 };
        keys.press("w").await;
        visitor.wait_for_path("/bookings/new").await;
        visitor.wait_for("[data-filter]:not([hidden])").await;
        keys.type_text("rao").await;
        keys.press("Enter").await;
        visitor.wait_until("the services", "return document.activeElement?.matches('[data-filter]')").await;
        keys.type_text("cut").await;
        keys.press("Enter").await;
        visitor.wait_for_text("₹1,200").await;
        keys.press("Enter").await;
        visitor.wait_until("the visit", "return /^\\/bookings\\/(?!new)/.test(location.pathname)").await;
        assert!(keys.count <= 8, "{} keys", keys.count);
        let found = desk.get("/api/bookings?status=in_progress").await.expect_ok();
        assert_eq!(found["bookings"].as_array().expect("bookings").len(), 1);
        assert_eq!(
            (&found["bookings"][0]["customerId"], &found["bookings"][0]["isWalkin"]),
            (&json!(asha), &json!(true))
        );
    });
}

#[test]
fn arrows_choose_the_customer_and_the_best_service_comes_first() {
    run(Engine::Sqlite, async || {
        let (salon, desk, asha) = live_salon().await;
        add_customer(&desk, "Asha Menon", "9845054321").await;
        for (service, rename) in [
            ("service-cut", "update services set name = 'Haircut with wash' where id = $1"),
            ("service-colour", "update services set name = 'Colour after whitewashing' where id = $1"),
            ("service-wash", "update services set name = 'Hair wash' where id = $1"),
        ] {
            update_rows(&salon, service, rename).await;
        }
        let visitor = Visitor::start(&salon, AppKind::Admin, ChromiumOptions::desktop()).await;
        visitor.sign_in_as(&desk).await;
        visitor.open("/bookings/new").await;
        visitor.wait_for("[data-filter]:not([hidden])").await;
        // Typed faster than the answer; down, and down again, and Enter.
        visitor.type_keys("asha").await;
        visitor.press("ArrowDown").await;
        visitor.wait_until("the first", "return document.activeElement?.matches('[name=customer]:checked')").await;
        let chosen = "return document.querySelector('[name=customer]:checked')?.value ?? ''";
        let first = visitor.execute(chosen, &[]).await;
        visitor.press("ArrowDown").await;
        let second = visitor.execute(chosen, &[]).await;
        assert_ne!(first, second);
        assert!([&first, &second].contains(&&json!(asha)), "{first} and {second}");
        visitor.press("Enter").await;
        visitor.wait_until("the services", "return document.activeElement?.matches('[data-filter]')").await;
        assert_eq!(visitor.execute(chosen, &[]).await, second, "nothing was sent");
        visitor.type_keys("wash").await;
        let shown = visitor.texts_of(".picks li:not([hidden]) b").await;
        assert_eq!(shown, ["Hair wash", "Haircut with wash", "Colour after whitewashing"]);
        visitor.press("Enter").await;
        let ticked = "return [...document.querySelectorAll('[name=s]:checked')].map(box => box.value).join()";
        assert_eq!(visitor.execute(ticked, &[]).await, "service-wash");
        assert_eq!(visitor.texts_of(".chosen li b").await, ["Hair wash"]);
        visitor.check_page().await;
    });
}

#[test_on_both_engines]
async fn whoever_looked_after_the_customer_last_heads_the_list() {
    let (salon, desk, asha) = live_salon().await;
    insert_stylist(&salon, "staff-zara", "female").await;
    insert_daily_shifts(&salon, "staff-zara", "10:00", "19:00").await;
    let id = create_booking(&desk, &walk_in(&asha, "10:30", "staff-zara")).await;
    complete_booking(&desk, &id, &cash_payment()).await.expect_ok();
    let mut browser = browser_of(&salon, &desk);
    let page = browser.visit("/bookings/new?service=service-cut").await;
    assert!(!page.has_text("last time"), "nobody is chosen yet: {}", page.text());
    let page = browser.visit(&format!("/bookings/new?service=service-cut&customer={asha}")).await;
    let people = page.texts_of(".ppl label");
    let by_name = people.iter().find(|text| !["Anyone", "A woman", "A man"].contains(&text.as_str())).unwrap();
    assert!(by_name.contains("zara") && by_name.contains("last time"), "{people:?}");
    // The same where a person is chosen for a visit.
    let next = create_booking(&desk, &walk_in(&asha, "12:00", STYLIST)).await;
    let page = browser.visit(&format!("/bookings/{next}")).await;
    let options = page.form_with_button("Assign").options("staffId");
    assert_eq!(options[0].0, "staff-zara");
    salon.leaves_due_jobs("nobody reads the invoice");
}

#[test]
fn the_form_follows_what_is_typed_on_all_screens() {
    run(Engine::Sqlite, async || {
        let (salon, desk, asha) = live_salon().await;
        let screens = [
            ChromiumOptions::phone().width(320),
            ChromiumOptions::phone().dark(),
            ChromiumOptions::desktop(),
            ChromiumOptions::desktop().dark(),
        ];
        for (options, _) in screens_with_pages(&screens, &["/bookings/new"]) {
            let visitor = Visitor::start(&salon, AppKind::Admin, options).await;
            visitor.sign_in_as(&desk).await;
            visitor.open("/bookings/new").await;
            visitor.wait_for("[data-filter]:not([hidden])").await;
            visitor.type_text("#f-customer", "12345").await;
            visitor.wait_for_text("Asha Rao").await;
            visitor.tick("customer", &asha).await;
            visitor.tick("s", "service-cut").await;
            visitor.wait_for("[data-part=times] input[name=time]").await;
            visitor.tick("walkin", "1").await;
            visitor.wait_for_text("Start the walk-in").await;
            visitor.wait_for_text("Whoever is free").await;
            visitor.check_page().await;
        }
    });
}

#[test]
fn a_known_phone_is_shown_while_somebody_new_is_added() {
    run(Engine::Sqlite, async || {
        let (salon, desk, _) = live_salon().await;
        let visitor = Visitor::start(&salon, AppKind::Admin, ChromiumOptions::desktop()).await;
        visitor.sign_in_as(&desk).await;
        visitor.open("/bookings/new?walkin=1&service=service-cut").await;
        visitor.wait_for("[data-filter]:not([hidden])").await;
        visitor.type_text("#f-customer", "Zoya").await;
        visitor.wait_for_text("Add “Zoya” as a new customer").await;
        visitor.tick("customer", "new").await;
        visitor.type_text("#f-phone", "9845012345").await;
        visitor.press("Tab").await;
        visitor.wait_for_text("same phone").await;
        visitor.execute("document.querySelector('#f-phone').value = ''", &[]).await;
        visitor.type_text("#f-phone", "9845088888").await;
        visitor.press("Enter").await;
        visitor.wait_until("the visit", "return /^\\/bookings\\/(?!new)/.test(location.pathname)").await;
        let found = desk.get("/api/bookings?status=in_progress").await.expect_ok();
        assert_eq!(found["bookings"][0]["customerName"], "Zoya");
    });
}
