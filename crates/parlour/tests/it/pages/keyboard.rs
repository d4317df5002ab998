//! What people do most, in a real browser without a mouse: Tab, arrows, Enter and typing.

use parlour_domain::auth::app_kind::AppKind;
use parlour_testkit::actions::bookings::{create_booking, haircut_request_at, list_own_bookings, shown_booking};
use parlour_testkit::actions::memberships::list_memberships;
use parlour_testkit::actions::people::receptionist;
use parlour_testkit::chromium::{Chromium, ChromiumOptions};
use parlour_testkit::fixtures::live_salon::FRIDAY;
use parlour_testkit::fixtures::small_salon::{PUNE, STYLIST};
use parlour_testkit::fixtures::spa_salon::insert_membership_tiers;
use parlour_testkit::{Person, TestSalon, test_on_both_engines};
use serde_json::json;

use super::back_office::{expect_changes, salon_with_asked_leave};
use super::desk_schedule::KIRAN;
use super::desk_visit::{MEERA, live_friday};
use super::visits::onboarded_customer;

/// Somebody who has only a keyboard. What they pass by Tab shows that it has the focus.
struct Keyboard {
    browser: Chromium,
    home: String,
}

impl Keyboard {
    async fn start(salon: &TestSalon, app_kind: AppKind, person: &Person) -> Self {
        let browser = Chromium::start(ChromiumOptions::desktop()).await;
        browser.sign_in_as(person).await;
        Self { browser, home: salon.url(app_kind).to_owned() }
    }

    async fn open(&self, path: &str) {
        self.browser.go(&format!("{}{path}", self.home)).await;
    }

    /// Goes to a link, a button or a box by Tab, and presses a key there.
    async fn press_on(&self, wanted: &str, key: &str) {
        self.browser.tab_to(wanted).await;
        self.browser.press(key).await;
    }

    /// Goes to a field or a list by Tab, and types.
    async fn type_into(&self, wanted: &str, text: &str) {
        self.browser.tab_to(wanted).await;
        self.browser.type_keys(text).await;
    }

    /// Waits for the page that an act leads to.
    async fn reads(&self, text: &str) {
        self.browser.wait_for_text(text).await;
        self.browser.wait_until_loaded().await;
    }

    async fn end(self) {
        let errors = self.browser.console_errors().await;
        assert!(errors.is_empty(), "{errors:?}");
    }
}

async fn book(keys: &Keyboard, asha: &Person) -> String {
    keys.open(&format!("/book?at={PUNE}")).await;
    keys.press_on("cut", "Space").await;
    keys.press_on("Choose a time", "Enter").await;
    keys.browser.wait_for_path("/book/time").await;
    keys.press_on("time", "Enter").await;
    keys.browser.wait_for_path("/book/review").await;
    keys.press_on("Confirm", "Enter").await;
    keys.reads("We have your request").await;
    let booked = list_own_bookings(asha).await;
    assert_eq!((booked.len(), &booked[0]["status"]), (1, &json!("pending")));
    booked[0]["id"].as_str().unwrap().to_owned()
}

async fn move_visit(keys: &Keyboard, asha: &Person, id: &str) {
    keys.press_on("Move", "Enter").await;
    keys.browser.wait_for_path(&format!("/visits/{id}/move")).await;
    keys.browser.tab_to("time").await;
    keys.browser.arrow_to("15:00").await;
    keys.press_on("Move visit", "Enter").await;
    keys.browser.wait_for_path(&format!("/visits/{id}")).await;
    assert_eq!(shown_booking(asha, id).await["startTime"], "15:00:00");
}

async fn cancel(keys: &Keyboard, asha: &Person, id: &str) {
    keys.press_on("Cancel", "Enter").await;
    keys.browser.wait_for_path(&format!("/visits/{id}/cancel")).await;
    keys.browser.tab_to("reason").await;
    keys.browser.arrow_to("time").await;
    keys.press_on("Withdraw the request", "Enter").await;
    keys.browser.wait_for_path(&format!("/visits/{id}")).await;
    assert_eq!(shown_booking(asha, id).await["status"], "cancelled");
}

#[test_on_both_engines]
async fn a_customer_books_moves_and_cancels_by_keys() {
    let salon = live_friday().await;
    let asha = onboarded_customer(&salon, "Asha").await;
    let keys = Keyboard::start(&salon, AppKind::Customer, &asha).await;
    let id = book(&keys, &asha).await;
    move_visit(&keys, &asha, &id).await;
    cancel(&keys, &asha, &id).await;
    keys.end().await;
}

async fn approve(keys: &Keyboard, desk: &Person, id: &str) {
    keys.open("/requests").await;
    keys.press_on("Approve with staff-meera", "Enter").await;
    keys.reads("The visit is confirmed").await;
    let booking = shown_booking(desk, id).await;
    assert_eq!((&booking["status"], &booking["services"][0]["staffId"]), (&json!("confirmed"), &json!(MEERA)));
}

async fn book_at_desk(keys: &Keyboard, desk: &Person, asha: &Person) -> String {
    keys.open("/board").await;
    keys.press_on("New booking", "Enter").await;
    keys.browser.wait_for("[data-filter]:not([hidden])").await;
    keys.browser.assert_focus_visible().await;
    keys.browser.type_keys("asha").await;
    keys.browser.press("Enter").await;
    keys.browser.wait_until("the services", "return document.activeElement?.matches('[data-filter]')").await;
    keys.browser.assert_focus_visible().await;
    keys.browser.type_keys("cut").await;
    keys.browser.press("Enter").await;
    keys.browser.wait_for("input[name=time]").await;
    keys.press_on("time", "Space").await;
    keys.press_on("Book", "Enter").await;
    keys.browser.wait_until("the visit", "return /^\\/bookings\\/(?!new)/.test(location.pathname)").await;
    let path = keys.browser.path().await;
    let id = path.strip_prefix("/bookings/").unwrap().to_owned();
    assert_eq!(shown_booking(desk, &id).await["customerId"], asha.id().as_str());
    id
}

async fn start_visit(keys: &Keyboard, desk: &Person, id: &str) {
    keys.open(&format!("/bookings/{id}")).await;
    keys.press_on("Arrived", "Enter").await;
    keys.reads("Marked as arrived.").await;
    keys.press_on("Start now", "Enter").await;
    keys.reads("In progress").await;
    assert_eq!(shown_booking(desk, id).await["status"], "in_progress");
}

async fn check_out(keys: &Keyboard, desk: &Person, id: &str) {
    keys.press_on("Checkout", "Enter").await;
    keys.browser.wait_for_path(&format!("/bookings/{id}/checkout")).await;
    keys.browser.tab_to("method").await;
    keys.browser.arrow_to("card").await;
    keys.press_on("Take ₹1,200 and make the receipt", "Enter").await;
    keys.browser.wait_for_path(&format!("/bookings/{id}/receipt")).await;
    keys.reads("Paid by Card").await;
    assert_eq!(shown_booking(desk, id).await["status"], "completed");
}

#[test_on_both_engines]
async fn the_desk_approves_books_starts_and_checks_out_by_keys() {
    let salon = live_friday().await;
    let (desk, asha) = (receptionist(&salon).await, onboarded_customer(&salon, "Asha").await);
    let request = create_booking(&asha, &haircut_request_at(FRIDAY, "12:00")).await;
    let keys = Keyboard::start(&salon, AppKind::Admin, &desk).await;
    approve(&keys, &desk, &request).await;
    let id = book_at_desk(&keys, &desk, &asha).await;
    start_visit(&keys, &desk, &id).await;
    check_out(&keys, &desk, &id).await;
    keys.end().await;
}

async fn sell_membership(keys: &Keyboard, desk: &Person, asha: &Person) {
    keys.open("/memberships").await;
    keys.press_on("Sell", "Enter").await;
    keys.browser.wait_for("#f-customerId").await;
    keys.type_into("f-customerId", "asha").await;
    keys.browser.press("Enter").await;
    keys.browser.wait_for("a.hit").await;
    keys.press_on("Asha +91 98450 12345", "Enter").await;
    keys.browser.wait_for("#f-hours").await;
    keys.press_on("paymentMethod", "Space").await;
    keys.press_on("Sell and write the invoice", "Enter").await;
    keys.reads("10 h left").await;
    assert_eq!(list_memberships(desk, "").await[0]["customerId"], asha.id().as_str());
}

async fn record_session(keys: &Keyboard, desk: &Person) {
    keys.type_into("service0", "massage").await;
    keys.type_into("staff0", "therapist").await;
    keys.type_into("minutes0", "45").await;
    keys.press_on("Record", "Enter").await;
    // The form says beforehand what would be left.
    keys.reads("The session is recorded.").await;
    keys.reads("9 h 15 min left").await;
    assert_eq!(list_memberships(desk, "").await[0]["usedHoursMinutes"], 45);
}

/// From new by called to booked.
async fn lead_through(keys: &Keyboard, desk: &Person) {
    keys.open("/leads").await;
    keys.press_on("Add", "Enter").await;
    keys.browser.wait_for_path("/leads/new").await;
    keys.type_into("name", "Chitra").await;
    keys.type_into("phone", "9845077777").await;
    keys.browser.press("Enter").await;
    keys.reads("The lead was added.").await;
    let id = keys.browser.path().await.strip_prefix("/leads/").unwrap().to_owned();
    keys.press_on("I have called", "Enter").await;
    keys.reads("The lead was moved.").await;
    let lead = async || desk.get(&format!("/api/leads/{id}")).await.expect_ok()["lead"].clone();
    assert_eq!(lead().await["status"], "contacted");
    keys.press_on("Book", "Enter").await;
    keys.reads("From the lead of Chitra.").await;
    keys.browser.assert_focus_visible().await;
    keys.press_on("new", "Space").await;
    keys.press_on("service-cut", "Space").await;
    keys.browser.wait_for("input[name=time]").await;
    keys.press_on("time", "Space").await;
    keys.press_on("Book", "Enter").await;
    keys.browser.wait_until("the visit", "return /^\\/bookings\\/(?!new)/.test(location.pathname)").await;
    assert_eq!(lead().await["status"], "booked");
}

#[test_on_both_engines]
async fn memberships_are_sold_and_used_and_leads_followed_by_keys() {
    let salon = insert_membership_tiers(live_friday().await).await;
    let (desk, asha) = (receptionist(&salon).await, onboarded_customer(&salon, "Asha").await);
    let keys = Keyboard::start(&salon, AppKind::Admin, &desk).await;
    sell_membership(&keys, &desk, &asha).await;
    record_session(&keys, &desk).await;
    lead_through(&keys, &desk).await;
    keys.end().await;
}

async fn change_price(keys: &Keyboard) {
    keys.open("/services").await;
    // The whole row is the link.
    let row = keys.browser.texts_of("a[href^='/services/service-cut?']").await;
    keys.press_on(&row[0], "Enter").await;
    keys.browser.wait_for_path("/services/service-cut").await;
    keys.browser.tab_to("price").await;
    keys.browser.press_with("Control", "a").await;
    keys.browser.type_keys("1350").await;
    keys.press_on("Save the service", "Enter").await;
    keys.reads("The service was saved.").await;
}

/// The day is open from ten to nine; arrows change the hour in every way to write times.
async fn copy_week(keys: &Keyboard) {
    keys.open(&format!("/schedule/{STYLIST}")).await;
    keys.press_on("works0", "Space").await;
    keys.press_on("to0-0", "ArrowDown").await;
    keys.browser.press("ArrowDown").await;
    keys.press_on(KIRAN, "Space").await;
    keys.press_on("Save the working hours", "Enter").await;
    keys.reads("The working hours were saved.").await;
}

async fn make_offer(keys: &Keyboard) {
    keys.open("/offers/new").await;
    keys.type_into("name", "Glow").await;
    keys.type_into("discountPercentage", "20").await;
    keys.press_on("service-cut", "Space").await;
    // Day and month are the same, so their order does not matter.
    keys.type_into("endDate", "04042027").await;
    keys.press_on("Save the offer", "Enter").await;
    keys.reads("The offer was added.").await;
}

async fn invite(keys: &Keyboard) {
    keys.open("/users/new").await;
    keys.type_into("name", "Harini").await;
    keys.type_into("email", "harini@example.in").await;
    keys.browser.tab_to("role").await;
    keys.browser.arrow_to("manager").await;
    keys.press_on("Send the invitation", "Enter").await;
    keys.reads("The person is invited. No e-mail is set up here: please tell them yourself.").await;
}

#[test_on_both_engines]
async fn an_owner_runs_the_salon_by_keys() {
    let (salon, owner) = salon_with_asked_leave().await;
    let keys = Keyboard::start(&salon, AppKind::Admin, &owner).await;
    change_price(&keys).await;
    keys.open("/schedule").await;
    keys.press_on("Give leave", "Enter").await;
    keys.reads("The leave is given.").await;
    copy_week(&keys).await;
    make_offer(&keys).await;
    invite(&keys).await;
    keys.open(&format!("/branches/{PUNE}")).await;
    keys.press_on("opens0", "ArrowDown").await;
    keys.press_on("Save the branch", "Enter").await;
    keys.reads("The branch was saved.").await;
    expect_changes(&owner).await;
    keys.end().await;
}
