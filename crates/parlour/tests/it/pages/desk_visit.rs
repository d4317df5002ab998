//! The sheet of a visit: everything about it, and everything that the desk does to it.

use parlour_domain::auth::app_kind::AppKind;
use parlour_domain::auth::role::Role;
use parlour_testkit::actions::availability::{friday_haircut_at, friday_haircut_for};
use parlour_testkit::actions::bookings::{
    approve_booking, cancel_booking, create_booking, haircut_request, haircut_request_at, haircut_request_with,
    post_booking_action, shown_booking, stored_booking,
};
use parlour_testkit::actions::checkout::{cash_payment, complete_booking};
use parlour_testkit::actions::memberships::{create_membership, ten_hour_sale};
use parlour_testkit::actions::people::receptionist;
use parlour_testkit::actions::visits::{accept_time, line_terms, titles_about};
use parlour_testkit::browser::{Browser, Form, Page};
use parlour_testkit::chromium::{ChromiumOptions, Visitor};
use parlour_testkit::fixtures::live_salon::{
    FRIDAY, clear_service_buffers, insert_daily_shifts, insert_stylist, set_availability_mode,
};
use parlour_testkit::fixtures::small_salon::{PUNE, STYLIST, small_salon_with};
use parlour_testkit::fixtures::spa_salon::insert_membership_tiers;
use parlour_testkit::{Engine, Person, SalonOptions, TestSalon, run, test_on_both_engines};
use serde_json::{Value, json};

use super::visits::{link_target, onboarded_customer};

pub(super) const MEERA: &str = "staff-meera";

/// Friday at half past nine; the branch is open, which takes every booking.
pub(super) async fn open_friday() -> TestSalon {
    let salon =
        small_salon_with(SalonOptions { at: "2027-03-05 09:30", listens: true, ..SalonOptions::default() }).await;
    clear_service_buffers(&salon).await;
    insert_stylist(&salon, MEERA, "female").await;
    salon.leaves_due_jobs("these stories are about the desk");
    salon
}

/// The same at a live branch, where the stylist and Meera work from 10 to 7.
pub(super) async fn live_friday() -> TestSalon {
    let salon = open_friday().await;
    set_availability_mode(&salon, PUNE, "live").await;
    insert_daily_shifts(&salon, STYLIST, "10:00", "19:00").await;
    insert_daily_shifts(&salon, MEERA, "10:00", "19:00").await;
    salon
}

pub(super) fn desk_browser(salon: &TestSalon, person: &Person) -> Browser {
    let mut browser = Browser::at(salon, AppKind::Admin);
    browser.sign_in_as(person);
    browser
}

fn path_of(id: &str) -> String {
    format!("/bookings/{id}")
}

/// The form with this button, which may also name its key.
#[track_caller]
pub(super) fn act(page: &Page, button: &str) -> Form {
    let keyed = ["A", "S", "R"].map(|key| format!("{button} {key}"));
    let found = page.forms().into_iter().find(|form| keyed.iter().any(|text| form.has_button(text)));
    found.unwrap_or_else(|| page.form_with_button(button))
}

#[track_caller]
fn expect_texts(page: &Page, texts: &[&str]) {
    for text in texts {
        assert!(page.has_text(text), "{text} in {}", page.text());
    }
}

async fn status_of(desk: &Person, id: &str) -> Value {
    shown_booking(desk, id).await["status"].clone()
}

#[test_on_both_engines]
async fn a_visit_goes_from_request_to_invoice_by_its_main_button() {
    let salon = open_friday().await;
    let (desk, asha) = (receptionist(&salon).await, onboarded_customer(&salon, "Asha").await);
    let id = create_booking(&asha, &haircut_request_at(FRIDAY, "12:00")).await;
    let mut browser = desk_browser(&salon, &desk);
    let page = browser.visit(&path_of(&id)).await.expect_status(200);
    assert_eq!(page.heading(), "Visit of Asha");
    expect_texts(
        &page,
        &["Today, 12:00 – 12:45 pm", "To be answered", "cut", "Nobody yet, 45 min", "₹1,200", "Asked online"],
    );

    let form = act(&page, "Approve").with("staffId", MEERA);
    let page = browser.submit_and_follow(&form).await;
    assert_eq!(page.path(), path_of(&id));
    expect_texts(&page, &["The visit is confirmed", "Confirmed by Ravi", "staff-meera, 45 min"]);
    let booking = stored_booking(&desk, &id).await;
    assert_eq!((&booking["status"], &booking["services"][0]["staffId"]), (&json!("confirmed"), &json!(MEERA)));

    let page = browser.submit_and_follow(&act(&page, "Arrived")).await;
    expect_texts(&page, &["Marked as arrived.", "Arrived 9:30 am", "Arrived by Ravi"]);
    assert!(!shown_booking(&desk, &id).await["arrivedAt"].is_null());
    let page = browser.submit_and_follow(&act(&page, "Start now")).await;
    expect_texts(&page, &["In progress", "Started by Ravi"]);
    let checkout = browser.submit_and_follow(&checkout_form(&page)).await;
    assert_eq!(checkout.path(), format!("{}/checkout", path_of(&id)));

    complete_booking(&desk, &id, &cash_payment()).await.expect_ok();
    let page = browser.visit(&path_of(&id)).await;
    assert!(link_target(&page, "Invoice").starts_with("/invoices/"), "{}", page.text());
    expect_texts(&page, &["Done and billed by Ravi"]);
    assert!(page.forms().iter().all(|form| !form.has("staffId")), "nothing is changed any more");
}

#[test_on_both_engines]
async fn each_act_of_today_can_be_taken_back() {
    let salon = open_friday().await;
    let (desk, asha) = (receptionist(&salon).await, salon.customer("Asha").await);
    let id = create_booking(&desk, &friday_haircut_for(&asha, "12:00", Some(STYLIST))).await;
    let mut browser = desk_browser(&salon, &desk);
    let page = browser.visit(&path_of(&id)).await;
    assert!(page.forms().iter().all(|form| !form.has_button("Undo the arrival")), "nothing was done yet");
    let page = browser.submit_and_follow(&act(&page, "Arrived")).await;
    let page = browser.submit_and_follow(&act(&page, "Start now")).await;
    let page = browser.submit_and_follow(&act(&page, "Undo the start")).await;
    expect_texts(&page, &["Taken back.", "Arrived 9:30 am"]);
    let page = browser.submit_and_follow(&act(&page, "Undo the arrival")).await;
    assert_eq!(status_of(&desk, &id).await, "confirmed");
    let page = browser.submit(&act(&page, "Mark as no-show")).await;
    let page = browser.submit_and_follow(&act(&page, "Mark as no-show anyway")).await;
    assert_eq!(status_of(&desk, &id).await, "no_show");
    let page = browser.submit_and_follow(&act(&page, "Undo the no-show")).await;
    expect_texts(&page, &["Confirmed", "Did not come by Ravi", "Taken back by Ravi"]);
    let form = act(&page, "Cancel the visit").with("reason", "Cancelled by phone.");
    let page = browser.submit_and_follow(&form).await;
    expect_texts(&page, &["Cancelled: Cancelled by phone.", "Book again"]);
    browser.submit_and_follow(&act(&page, "Undo the cancellation")).await;
    assert_eq!(status_of(&desk, &id).await, "confirmed");

    // The same form again has nothing to take back.
    let page = browser.submit(&act(&page, "Undo the cancellation").forge("key", "another")).await;
    assert_eq!(page.status, 409);
    expect_texts(&page, &["There is nothing of today to take back on this visit."]);
}

#[test_on_both_engines]
async fn the_sheet_knows_the_customer_and_warns_first() {
    let salon = insert_membership_tiers(open_friday().await).await;
    let (desk, asha) = (receptionist(&salon).await, onboarded_customer(&salon, "Asha").await);
    create_membership(&desk, &ten_hour_sale(&asha)).await;
    let contact = json!({ "pinnedNote": "Allergic to ammonia" });
    desk.patch(&format!("/api/customers/{}/contact", asha.id()), &contact).await.expect_ok();
    let mut body = friday_haircut_for(&asha, "12:00", Some(STYLIST));
    (body["notes"], body["guestName"]) = ("Short, please".into(), "Tara".into());
    let id = create_booking(&desk, &body).await;
    let mut browser = desk_browser(&salon, &desk);
    let page = browser.visit(&path_of(&id)).await;
    let main = page.texts_of("main").concat();
    assert!(main.starts_with("Important: Allergic to ammonia"), "{main}");
    expect_texts(&page, &["Short, please", "For Tara", "Hours left 10 h", "No-shows 0", "+91 98450 12345"]);
    assert_eq!(link_target(&page, "Asha"), format!("/customers/{}", asha.id()));
    assert_eq!(link_target(&page, "Call"), "tel:+919845012345");
    let chat = link_target(&page, "WhatsApp");
    assert!(chat.starts_with("https://wa.me/919845012345?text=Hello%20Asha"), "{chat}");

    let form = act(&page, "Save the note").with("content", "Likes the window seat");
    let page = browser.submit_and_follow(&form).await;
    expect_texts(&page, &["The note was saved.", "Likes the window seat", "Ravi, Today, 9:30 am"]);
    let notes = desk.get(&format!("/api/customers/{}/notes", asha.id())).await.expect_ok();
    assert_eq!(notes["notes"][0]["bookingId"], json!(id));
    let page = browser.submit(&act(&page, "Save the note").with("content", "")).await;
    assert_eq!((page.status.as_u16(), page.field_error("content").is_some()), (422, true), "{}", page.text());
}

#[test_on_both_engines]
async fn of_two_answers_to_a_request_the_second_learns_that_it_is_too_late() {
    let salon = open_friday().await;
    let (ravi, divya) = (receptionist(&salon).await, salon.member("Divya", Role::Receptionist).await);
    let id = create_booking(&salon.customer("Asha").await, &haircut_request_at(FRIDAY, "12:00")).await;
    let (mut first, mut second) = (desk_browser(&salon, &ravi), desk_browser(&salon, &divya));
    let (of_first, of_second) = (first.visit(&path_of(&id)).await, second.visit(&path_of(&id)).await);
    first.submit_and_follow(&act(&of_first, "Approve").with("staffId", MEERA)).await;
    let page = second.submit(&act(&of_second, "Approve").with("staffId", STYLIST)).await;
    assert_eq!(page.status, 409);
    expect_texts(&page, &["Somebody was faster: this visit is confirmed now.", "staff-meera, 45 min"]);
    let reject = act(&of_second, "Decline the request").with("rejectionReason", "We are closed then.");
    assert_eq!(second.submit(&reject).await.status, 409);
    let booking = stored_booking(&ravi, &id).await;
    assert_eq!((&booking["status"], &booking["services"][0]["staffId"]), (&json!("confirmed"), &json!(MEERA)));
}

#[test_on_both_engines]
async fn a_taken_time_is_refused_with_the_nearest_and_one_click_offers_them() {
    let salon = live_friday().await;
    let (desk, asha) = (receptionist(&salon).await, salon.customer("Asha").await);
    let id = create_booking(&asha, &friday_haircut_at("12:00")).await;
    let mut browser = desk_browser(&salon, &desk);
    let page = browser.visit(&path_of(&id)).await;
    // Meanwhile both are booked, one of them instead of the request.
    let tara = salon.customer("Tara").await;
    let other = stored_booking(&desk, &id).await["services"][0]["staffId"].clone();
    assert!(other.is_null(), "nobody was asked for");
    let busy = act(&page, "Approve").options("staffId").into_iter().map(|(id, _)| id);
    let mut taken = None;
    for staff in busy {
        let reply = desk.post("/api/bookings", &friday_haircut_for(&tara, "12:00", Some(&staff))).await;
        if reply.status == 201 {
            taken = Some(staff);
            break;
        }
    }
    let taken = taken.expect("one of them is not held for the request");
    let page = browser.submit(&act(&page, "Approve").with("staffId", &taken)).await;
    assert_eq!(page.status, 409);
    expect_texts(&page, &["This time is taken. Please choose another.", "Offer instead"]);
    let form = page.form_with("startTime");
    let (time, text) = form.options("startTime")[0].clone();
    let page = browser.submit_and_follow(&form.with("startTime", &time)).await;
    expect_texts(
        &page,
        &[
            "The other time is offered to the customer.",
            "Other time offered",
            &format!("Offered instead: Today, {text}"),
        ],
    );
    let offered = stored_booking(&desk, &id).await["offeredTime"].clone();
    assert_eq!((&offered["startTime"], &offered["staffId"]), (&json!(format!("{time}:00")), &json!(taken)));
    accept_time(&asha, &id).await.expect_ok();
    assert_eq!(status_of(&desk, &id).await, "confirmed");
}

#[test_on_both_engines]
async fn services_people_and_minutes_are_changed_line_by_line() {
    let salon = open_friday().await;
    let (desk, asha) = (receptionist(&salon).await, salon.customer("Asha").await);
    let id = create_booking(&desk, &friday_haircut_for(&asha, "12:00", Some(STYLIST))).await;
    let mut browser = desk_browser(&salon, &desk);
    let page = browser.visit(&path_of(&id)).await;
    let form = act(&page, "Save the services");
    let rows = |first: &'static str, second: &'static str| vec![first, second, "", "", "", ""];
    assert_eq!((form.values("service"), form.values("minutes")), (rows("service-cut", ""), rows("45", "")));

    let wrong = form.clone().with_all("service", &["service-cut", "service-wash"]).with_all("minutes", &["3", "20"]);
    let page = browser.submit(&wrong).await;
    assert_eq!(page.status, 422);
    expect_texts(&page, &["Minutes of service 1 must be a whole number from 5 to 480"]);
    let form = act(&page, "Save the services");
    assert_eq!(
        (form.values("service"), form.values("minutes")),
        (vec!["service-cut", "service-wash"], vec!["3", "20"])
    );

    let form = form.with_all("minutes", &["50", "20"]).with_all("staff", &[MEERA, STYLIST]).without("tellCustomer");
    let page = browser.submit_and_follow(&form).await;
    expect_texts(
        &page,
        &["The services were changed.", "staff-meera, 50 min", "stylist, 20 min", "Total, 1 h 10 min", "₹1,500"],
    );
    let terms = line_terms(&stored_booking(&desk, &id).await);
    let expected = [("service-cut", MEERA, 50, 120_000), ("service-wash", STYLIST, 20, 30_000)];
    assert_eq!(
        terms,
        expected.map(|(service, staff, minutes, price)| (json!(service), json!(staff), json!(minutes), json!(price)))
    );
    assert!(!titles_about(&salon, &asha, &id).await.iter().any(|title| title.contains("changed")), "nobody was told");

    let page = browser.submit(&act(&page, "Save the services").without("service")).await;
    assert_eq!(page.status, 422);
    expect_texts(&page, &["must have at least one service"]);
}

/// The form of the services, sent by the button of the checkout.
#[track_caller]
fn checkout_form(page: &Page) -> Form {
    page.form_with_button("Checkout C").press("Checkout C")
}

#[test_on_both_engines]
async fn services_that_were_not_saved_are_saved_before_the_checkout() {
    let salon = open_friday().await;
    let (desk, asha) = (receptionist(&salon).await, salon.customer("Asha").await);
    let id = create_booking(&desk, &friday_haircut_for(&asha, "12:00", Some(STYLIST))).await;
    post_booking_action(&desk, &id, "start").await.expect_ok();
    let mut browser = desk_browser(&salon, &desk);
    let page = browser.visit(&path_of(&id)).await;
    salon.advance_seconds(1);
    let before = stored_booking(&desk, &id).await;
    let checkout = browser.submit_and_follow(&checkout_form(&page)).await.expect_status(200);
    assert_eq!(checkout.path(), format!("{}/checkout", path_of(&id)));
    assert_eq!(stored_booking(&desk, &id).await, before, "there was nothing to save");

    // Back to the services, which stand open. Several are added at once.
    let page = browser.click_link(&checkout, "Change what was done").await;
    assert_eq!(page.texts_of("details.act[open] summary")[0], "Change services");
    let added = ["service-cut", "service-wash", "service-colour"];
    let form = checkout_form(&page).with_all("service", &added).with_all("minutes", &["45", "25", "90"]);
    let checkout = browser.submit_and_follow(&form.press("Checkout C")).await.expect_status(200);
    assert_eq!(checkout.path(), format!("{}/checkout", path_of(&id)));
    expect_texts(
        &checkout,
        &["The services were changed.", "stylist, 45 min", "wash", "25 min", "colour", "1 h 30 min"],
    );

    // What cannot be saved is not billed either, and stays.
    let page = browser.visit(&path_of(&id)).await;
    let wrong = checkout_form(&page).with_all("minutes", &["3", "25", "90"]).press("Checkout C");
    let page = browser.submit(&wrong).await.expect_status(422);
    expect_texts(&page, &["Minutes of service 1 must be a whole number from 5 to 480"]);
    assert_eq!(act(&page, "Save the services").values("minutes")[0], "3");
    salon.leaves_due_jobs("what the customer is told is not what this is about");
}

#[test]
fn whoever_leaves_changed_services_is_asked_first() {
    run(Engine::Sqlite, async || {
        let salon = open_friday().await;
        let (desk, asha) = (receptionist(&salon).await, salon.customer("Asha").await);
        let id = create_booking(&desk, &friday_haircut_for(&asha, "12:00", Some(STYLIST))).await;
        let visitor = Visitor::start(&salon, AppKind::Admin, ChromiumOptions::desktop()).await;
        visitor.sign_in_as(&desk).await;
        let add = "const list = document.querySelector('#lines-service-2'); list.value = 'service-wash';
                   list.dispatchEvent(new Event('change', { bubbles: true }))";
        let is_held = "return !dispatchEvent(new Event('beforeunload', { cancelable: true }))";
        visitor.open(&format!("{}?act=lines", path_of(&id))).await;
        assert_eq!(visitor.execute(is_held, &[]).await, json!(false), "nothing was changed");
        visitor.execute(add, &[]).await;
        assert_eq!(visitor.execute(is_held, &[]).await, json!(true));
        visitor.click(".phead a[href^='/board']").await;
        visitor.wait_for("dialog.asks[open]").await;
        visitor.check_page().await;
        visitor.press_button("Go on editing").await;
        assert_eq!(
            visitor.execute("return document.querySelector('#lines-service-2').value", &[]).await,
            "service-wash"
        );
        // Another form of the page would lose them, too.
        visitor.click("form[action$='/arrive'] button").await;
        visitor.wait_for("dialog.asks[open]").await;
        visitor.press_button("Go on editing").await;
        visitor.click(".phead a[href^='/board']").await;
        visitor.press_button("Leave without saving").await;
        visitor.wait_for_path("/board").await;
        assert_eq!(line_terms(&stored_booking(&desk, &id).await).len(), 1);

        visitor.open(&format!("/board?at={PUNE}&day={FRIDAY}&visit={id}")).await;
        visitor.press_button("Change services").await;
        visitor.execute(add, &[]).await;
        visitor.click("a[data-close]").await;
        visitor.wait_for("dialog.asks[open]").await;
        visitor.click("dialog.asks [data-save]").await;
        visitor.wait_for_text("The services were changed.").await;
        assert_eq!(line_terms(&stored_booking(&desk, &id).await).len(), 2);
        salon.leaves_due_jobs("what the customer is told is not what this is about");
    });
}

#[test_on_both_engines]
async fn an_old_page_does_not_take_away_what_somebody_else_did() {
    let salon = open_friday().await;
    let (desk, asha) = (receptionist(&salon).await, salon.customer("Asha").await);
    let mira = salon.member("Mira", Role::Manager).await;
    let id = create_booking(&desk, &friday_haircut_for(&asha, "12:00", Some(STYLIST))).await;
    let (mut browser, mut other) = (desk_browser(&salon, &desk), desk_browser(&salon, &mira));
    let page = browser.visit(&path_of(&id)).await;
    salon.advance_seconds(1);
    let services = &["service-cut", "service-wash"];
    let added = act(&other.visit(&path_of(&id)).await, "Save the services").with_all("service", services);
    other.submit_and_follow(&added).await;
    let late = browser.submit(&act(&page, "Save the services").with_all("minutes", &["50", ""])).await;
    assert_eq!(late.status, 409);
    expect_texts(&late, &["Somebody changed this visit meanwhile. Please look at it again."]);
    let form = act(&late, "Save the services");
    assert_eq!(form.values("service")[..2], services[..], "what is there now is shown");
    assert_eq!(stored_booking(&desk, &id).await["services"].as_array().unwrap().len(), 2);
    assert_eq!(browser.submit_and_follow(&form.with_all("minutes", &["50", "20", ""])).await.status, 200);

    // The button names what it takes back, and takes back nothing else.
    let page = browser.visit(&path_of(&id)).await;
    let page = browser.submit_and_follow(&act(&page, "Arrived")).await;
    salon.advance_seconds(1);
    let seen = other.visit(&path_of(&id)).await;
    other.submit_and_follow(&act(&seen, "Start now")).await;
    let late = browser.submit(&act(&page, "Undo the arrival")).await;
    assert_eq!((late.status.as_u16(), status_of(&desk, &id).await), (409, json!("in_progress")));
    browser.submit_and_follow(&act(&late, "Undo the start")).await;
    assert_eq!(status_of(&desk, &id).await, "confirmed");

    let form = act(&browser.visit(&path_of(&id)).await, "Save the services");
    let many = (0..21).fold(form, |form, _| form.forge("service", "service-wash"));
    let page = browser.submit(&many).await.expect_status(422);
    expect_texts(&page, &["can be at most 20"]);
    salon.leaves_due_jobs("what the customer is told is not what this is about");
}

#[test_on_both_engines]
async fn who_signs_in_again_comes_back_to_the_page_of_the_form() {
    let salon = open_friday().await;
    let (desk, asha) = (receptionist(&salon).await, salon.customer("Asha").await);
    let id = create_booking(&desk, &friday_haircut_for(&asha, "12:00", Some(STYLIST))).await;
    let mut browser = desk_browser(&salon, &desk);
    let address = format!("{}?back=%2Frequests%3Fat%3Dbranch-pune", path_of(&id));
    let page = browser.visit(&address).await;
    browser.sign_out();
    let page = browser.submit(&act(&page, "Arrived")).await;
    let target = page.redirect_target().expect("to the sign-in");
    let (_, back) = target.query_pairs().find(|(name, _)| name == "returnTo").unwrap();
    assert_eq!((target.path(), &*back), ("/sign-in", &*address));
}

#[test_on_both_engines]
async fn a_visit_is_moved_to_another_time_and_person_or_says_why_not() {
    let salon = live_friday().await;
    let (desk, asha) = (receptionist(&salon).await, salon.customer("Asha").await);
    let id = create_booking(&desk, &friday_haircut_for(&asha, "12:00", Some(STYLIST))).await;
    create_booking(&desk, &friday_haircut_for(&salon.customer("Tara").await, "15:00", Some(MEERA))).await;
    let mut browser = desk_browser(&salon, &desk);
    let page = browser.visit(&path_of(&id)).await;
    assert_eq!(link_target(&page, "Move"), format!("/board?at={PUNE}&day={FRIDAY}&place={id}"));
    // Nobody is told of a move that is none, however often it is sent.
    let nothing = browser.submit(&act(&page, "Move the visit")).await.expect_status(422);
    expect_texts(&nothing, &["Choose a time first."]);
    let refused = browser.submit(&act(&nothing, "Move the visit")).await;
    assert_eq!(refused.status, 422);
    assert_eq!(titles_about(&salon, &asha, &id).await.len(), 1, "only of the booking itself");
    let form = act(&page, "Move the visit").with("startTime", "08:00").with("bookingDate", "2027-03-04");
    let page = browser.submit(&form).await;
    assert_eq!((page.status.as_u16(), page.field_error("bookingDate").is_some()), (422, true), "{}", page.text());

    let form = act(&page, "Move the visit").with("bookingDate", FRIDAY).with("startTime", "15:15");
    let page = browser.submit(&form.with("staffId", MEERA).without("tellCustomer")).await;
    assert_eq!(page.status, 409);
    expect_texts(&page, &["This time is taken.", "Free instead"]);
    let kept = act(&page, "Move the visit");
    assert_eq!(
        (kept.value("startTime"), kept.value("staffId"), kept.value("tellCustomer")),
        (Some("15:15"), Some(MEERA), None)
    );
    assert_eq!(browser.submit(&kept).await.status, 409, "a typed time may be tried again");
    let nearest = page.forms().into_iter().find(|form| form.has("startTime") && !form.has_button("Move the visit"));
    let nearest = nearest.expect("the nearest times");
    let (time, _) = nearest.options("startTime")[0].clone();
    let page = browser.submit_and_follow(&nearest.with("startTime", &time)).await;
    expect_texts(&page, &["The visit was moved.", "Moved by Ravi"]);
    let booking = stored_booking(&desk, &id).await;
    assert_eq!(
        (&booking["startTime"], &booking["services"][0]["staffId"]),
        (&json!(format!("{time}:00")), &json!(MEERA))
    );
    assert_eq!(titles_about(&salon, &asha, &id).await.len(), 1, "only of the booking itself");

    let page = browser.submit_and_follow(&act(&page, "Assign").with("staffId", STYLIST)).await;
    expect_texts(&page, &["The visit was given to somebody else.", "stylist, 45 min"]);
}

#[test_on_both_engines]
async fn a_conflict_is_named_and_leads_to_the_other_visit() {
    let salon = open_friday().await;
    let (desk, asha) = (receptionist(&salon).await, salon.customer("Asha").await);
    let id = create_booking(&desk, &friday_haircut_for(&asha, "12:00", Some(STYLIST))).await;
    let other = create_booking(&desk, &friday_haircut_for(&salon.customer("Tara").await, "12:30", Some(STYLIST))).await;
    let mut browser = desk_browser(&salon, &desk);
    let page = browser.visit(&path_of(&id)).await;
    let sentence = "stylist is also with Tara, 12:30 – 1:15 pm.";
    expect_texts(&page, &[sentence]);
    let page = browser.click_link(&page, sentence).await;
    assert_eq!(page.path(), path_of(&other));
    expect_texts(&page, &["stylist is also with Asha, 12:00 – 12:45 pm."]);
}

#[test_on_both_engines]
async fn a_request_is_declined_with_words_that_the_customer_reads() {
    let salon = open_friday().await;
    let (desk, asha) = (receptionist(&salon).await, salon.customer("Asha").await);
    let id = create_booking(&asha, &haircut_request()).await;
    let mut browser = desk_browser(&salon, &desk);
    let page = browser.visit(&path_of(&id)).await;
    let page = browser.submit(&act(&page, "Decline the request").with("rejectionReason", " ")).await;
    assert_eq!((page.status.as_u16(), page.field_error("rejectionReason").is_some()), (422, true), "{}", page.text());
    let form = act(&page, "Decline the request").with("rejectionReason", "We are closed then.");
    let page = browser.submit_and_follow(&form).await;
    expect_texts(&page, &["the customer is told why", "Declined: We are closed then.", "Declined by Ravi"]);
    assert_eq!(shown_booking(&asha, &id).await["rejectionReason"], "We are closed then.");
    browser.submit_and_follow(&act(&page, "Undo declining")).await;
    assert_eq!(status_of(&desk, &id).await, "pending");
    cancel_booking(&asha, &id).await.expect_ok();
    let page = browser.visit(&path_of(&id)).await;
    expect_texts(&page, &["Cancelled by the customer", "Book again"]);
    assert!(page.forms().iter().all(|form| !form.has_button("Undo the cancellation")), "their own act");
}

#[test_on_both_engines]
async fn forms_return_to_where_they_were_and_never_elsewhere() {
    let salon = open_friday().await;
    let (desk, asha) = (receptionist(&salon).await, onboarded_customer(&salon, "Asha").await);
    let id = create_booking(&desk, &friday_haircut_for(&asha, "12:00", Some(STYLIST))).await;
    let mut browser = desk_browser(&salon, &desk);
    let board = format!("/board?at={PUNE}&day={FRIDAY}&visit={id}");
    let page = browser.visit(&board).await.expect_status(200);
    assert_eq!(
        page.attributes_of("aside[data-part=sheet] a[data-close]", "href"),
        [format!("/board?at={PUNE}&day={FRIDAY}")]
    );
    let number = stored_booking(&desk, &id).await["bookingNumber"].as_str().unwrap().to_owned();
    assert_eq!(page.attributes_of("a[data-move]", "data-move"), [number]);
    let sheet = browser.visit(&format!("{board}&part=sheet")).await;
    let answer = browser.submit(&act(&sheet, "Arrived")).await.expect_status(303);
    let target = answer.redirect_target().expect("a target");
    assert_eq!(format!("{}?{}", target.path(), target.query().unwrap_or_default()), board);
    let page = browser.visit(&format!("{}?back=%2Frequests", path_of(&id))).await;
    assert_eq!(act(&page, "Start now").value("back"), Some("/requests"));
    for back in ["//evil.example", "https://evil.example/", ""] {
        let page = browser.visit(&path_of(&id)).await;
        let form = act(&page, "Save the note").with("content", "x").forge("back", back);
        let answer = browser.submit(&form).await.expect_status(303);
        assert_eq!(answer.redirect_target().expect("a target").path(), path_of(&id), "{back}");
    }
}

#[test_on_both_engines]
async fn only_the_desk_sees_visits() {
    let salon = open_friday().await;
    let id = create_booking(&salon.customer("Asha").await, &haircut_request_with("notes", "secret")).await;
    let staff = salon.member("Kavya", Role::Staff).await;
    let page = desk_browser(&salon, &staff).visit(&path_of(&id)).await;
    assert_eq!((page.status.as_u16(), page.has_text("secret")), (403, false));
    let desk = receptionist(&salon).await;
    assert_eq!(desk_browser(&salon, &desk).visit("/bookings/nobody").await.status, 404);
    let page = Browser::at(&salon, AppKind::Admin).visit(&path_of(&id)).await;
    assert!(page.path() == "/sign-in" || page.status == 401, "{} {}", page.status, page.path());
}

#[test]
fn the_sheet_is_sound_in_every_size_and_works_by_key() {
    run(Engine::Sqlite, || async {
        let salon = live_friday().await;
        let (desk, asha) = (receptionist(&salon).await, onboarded_customer(&salon, "Asha").await);
        let contact = json!({ "pinnedNote": "Allergic to ammonia" });
        desk.patch(&format!("/api/customers/{}/contact", asha.id()), &contact).await.expect_ok();
        let id = create_booking(&desk, &friday_haircut_for(&asha, "12:00", Some(STYLIST))).await;
        let request = create_booking(&asha, &haircut_request_at(FRIDAY, "14:00")).await;
        approve_booking(&desk, &create_booking(&asha, &friday_haircut_at("16:00")).await, MEERA).await.expect_ok();
        let sizes = [
            ("phone", ChromiumOptions::phone().width(320)),
            ("dark", ChromiumOptions::desktop().dark()),
            ("desktop", ChromiumOptions::desktop()),
        ];
        for (name, options) in sizes {
            let visitor = Visitor::start(&salon, AppKind::Admin, options).await;
            visitor.sign_in_as(&desk).await;
            visitor.open(&path_of(&request)).await;
            visitor.open(&path_of(&id)).await;
            for summary in visitor.texts_of("details.act > summary").await {
                visitor
                    .execute("for (const act of document.querySelectorAll('details.act')) act.open = true", &[])
                    .await;
                assert!(!summary.is_empty());
            }
            visitor.check_page().await;
            visitor.open(&format!("/board?at={PUNE}&day={FRIDAY}&visit={id}")).await;
            if name == "desktop" {
                // Another day of free times is that of a typed time, too.
                visitor.open(&path_of(&request)).await;
                let choose_day = "
                    const day = document.querySelector('#move-day');
                    day.value = '2027-03-06';
                    day.dispatchEvent(new Event('change', { bubbles: true }));";
                visitor.execute(choose_day, &[]).await;
                visitor.execute("document.querySelector('details#move').open = true", &[]).await;
                visitor.wait_for("[data-part=times-move] [name=slotDate][value='2027-03-06']").await;
                let days = "
                    const { bookingDate, shown } = document.querySelector('#move [name=shown]').form.elements;
                    return [bookingDate.value, shown.value.split(' ')[0]];";
                assert_eq!(visitor.execute(days, &[]).await, json!(["2027-03-06", "2027-03-06"]));
                visitor.open(&path_of(&id)).await;
                visitor.press("a").await;
                visitor.wait_for_text("Marked as arrived.").await;
                visitor.press("s").await;
                visitor.wait_for_text("In progress").await;
            }
        }
        assert_eq!(status_of(&desk, &id).await, "in_progress");
    });
}
