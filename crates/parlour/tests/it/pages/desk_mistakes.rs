//! What a receptionist does by mistake: she is asked before, or takes it back.

use parlour_domain::auth::app_kind::AppKind;
use parlour_testkit::actions::availability::friday_haircut_for;
use parlour_testkit::actions::bookings::{create_booking, haircut_request_at, shown_booking, stored_booking};
use parlour_testkit::actions::people::receptionist;
use parlour_testkit::actions::visits::place_booking;
use parlour_testkit::browser::{Form, Page};
use parlour_testkit::checks::database::{count_rows, update_rows};
use parlour_testkit::chromium::{ChromiumOptions, Visitor};
use parlour_testkit::fixtures::live_salon::{
    FRIDAY, insert_daily_shifts, insert_friday_break, insert_stylist, set_friday_shifts, set_ten_minute_buffer,
};
use parlour_testkit::fixtures::small_salon::{GOA, PUNE, STYLIST};
use parlour_testkit::{Engine, Person, TestSalon, run, test_on_both_engines};
use serde_json::{Value, json};

use super::desk_board::number_of;
use super::desk_visit::{MEERA, act, desk_browser, live_friday, open_friday};
use super::visits::{browser_of, onboarded_customer};

const BOARD: &str = "/board?at=branch-pune&day=2027-03-05";

async fn book(desk: &Person, salon: &TestSalon, name: &str, time: &str, staff: &str) -> String {
    create_booking(desk, &friday_haircut_for(&salon.customer(name).await, time, Some(staff))).await
}

/// An open branch with a roster: the stylist works from 10 to 7 with a break at one, Meera from 10 to 7.
async fn rostered_friday() -> TestSalon {
    let salon = open_friday().await;
    insert_daily_shifts(&salon, STYLIST, "10:00", "19:00").await;
    insert_daily_shifts(&salon, MEERA, "10:00", "19:00").await;
    insert_friday_break(&salon, "10:00", "13:00", "13:45").await;
    salon
}

/// Start and person of a visit.
async fn place_of(desk: &Person, id: &str) -> (Value, Value) {
    let booking = stored_booking(desk, id).await;
    (booking["startTime"].clone(), booking["services"][0]["staffId"].clone())
}

async fn status_of(desk: &Person, id: &str) -> Value {
    shown_booking(desk, id).await["status"].clone()
}

async fn moves_told(salon: &TestSalon, customer: &str) -> i64 {
    let sql = "select count(*) from notifications where user_id = $1 and type = 'booking_rescheduled'";
    count_rows(salon, customer, sql).await
}

#[track_caller]
fn expect_texts(page: &Page, texts: &[&str]) {
    for text in texts {
        assert!(page.has_text(text), "{text} in {}", page.text());
    }
}

#[test_on_both_engines]
async fn a_move_onto_a_break_or_another_visit_asks_first() {
    let salon = rostered_friday().await;
    let desk = receptionist(&salon).await;
    let asha = salon.customer("Asha").await;
    let id = create_booking(&desk, &friday_haircut_for(&asha, "11:00", Some(STYLIST))).await;
    book(&desk, &salon, "Tara", "15:00", MEERA).await;
    let mut browser = desk_browser(&salon, &desk);

    // On the visit: onto the break, and past it.
    let page = browser.visit(&format!("/bookings/{id}")).await;
    let page = browser.submit(&act(&page, "Move the visit").with("startTime", "12:30")).await.expect_status(409);
    expect_texts(&page, &["stylist has a break then.", "Move anyway"]);
    assert_eq!(place_of(&desk, &id).await, (json!("11:00:00"), json!(STYLIST)));
    assert_eq!(moves_told(&salon, asha.id().as_str()).await, 0, "nobody was told");
    let page = browser.submit_and_follow(&act(&page, "Move anyway")).await.expect_status(200);
    expect_texts(&page, &["The visit was moved."]);
    assert_eq!(place_of(&desk, &id).await.0, json!("12:30:00"));

    // On the board: onto another visit, and after work.
    let page = browser.visit(&format!("{BOARD}&place={id}")).await;
    let form = page.form_with("bookingDate").with("startTime", "15:15").with("staffId", MEERA).without("tellCustomer");
    let page = browser.submit(&form).await.expect_status(409);
    let question = "Move the visit of Asha anyway? It would be: today, 3:15 pm, with staff-meera.";
    expect_texts(&page, &["staff-meera has the visit of Tara, 3:00 – 3:45 pm.", question]);
    let kept = act(&page, "Move");
    assert_eq!((kept.value("startTime"), kept.value("staffId")), (Some("15:15"), Some(MEERA)));
    let page = browser.submit(&kept.with("startTime", "18:30")).await.expect_status(409);
    expect_texts(&page, &["staff-meera is not at work then."]);
    let page = browser.submit_and_follow(&act(&page, "Move anyway")).await.expect_status(200);
    expect_texts(&page, &["The visit was moved."]);
    assert_eq!(place_of(&desk, &id).await, (json!("18:30:00"), json!(MEERA)));
    assert_eq!(moves_told(&salon, asha.id().as_str()).await, 1, "of the first move only");

    // Where everybody is free nobody is asked.
    let page = browser.visit(&format!("/bookings/{id}")).await;
    browser.submit_and_follow(&act(&page, "Move the visit").with("startTime", "16:00")).await;
    assert_eq!(place_of(&desk, &id).await.0, json!("16:00:00"));
}

#[test_on_both_engines]
async fn a_move_is_taken_back_on_the_visit_until_midnight() {
    let salon = open_friday().await;
    let desk = receptionist(&salon).await;
    let id = book(&desk, &salon, "Asha", "11:00", STYLIST).await;
    let mut browser = desk_browser(&salon, &desk);
    let path = format!("/bookings/{id}");
    let page = browser.visit(&path).await;
    salon.advance_seconds(60);
    browser.submit_and_follow(&act(&page, "Move the visit").with("startTime", "16:00").with("staffId", MEERA)).await;
    let back = "Move back to 11:00 am with stylist";
    let page = browser.visit(&path).await;
    salon.advance_seconds(60);
    let page = browser.submit_and_follow(&act(&page, back)).await.expect_status(200);
    assert_eq!(place_of(&desk, &id).await, (json!("11:00:00"), json!(STYLIST)));
    assert!(page.forms().iter().all(|form| !form.has_button("Move back to 4:00 pm with staff-meera")));
}

#[test_on_both_engines]
async fn a_move_to_somebody_who_does_other_services_asks_first() {
    let salon = rostered_friday().await;
    let desk = receptionist(&salon).await;
    update_rows(&salon, MEERA, "update staff set serves_salon = false, serves_spa = true where id = $1").await;
    let id = book(&desk, &salon, "Asha", "11:00", STYLIST).await;
    let mut browser = desk_browser(&salon, &desk);
    let page = browser.visit(&format!("{BOARD}&place={id}")).await;
    let form = page.form_with("bookingDate").with("startTime", "15:00").with("staffId", MEERA);
    let page = browser.submit(&form).await.expect_status(409);
    expect_texts(&page, &["staff-meera does other services, not those of this visit."]);
    assert_eq!(place_of(&desk, &id).await, (json!("11:00:00"), json!(STYLIST)));
    browser.submit_and_follow(&act(&page, "Move anyway")).await;
    assert_eq!(place_of(&desk, &id).await, (json!("15:00:00"), json!(MEERA)));
    // Once she has it, another time is no question.
    let page = browser.visit(&format!("{BOARD}&place={id}")).await;
    browser.submit_and_follow(&page.form_with("bookingDate").with("startTime", "16:00")).await;
    assert_eq!(place_of(&desk, &id).await, (json!("16:00:00"), json!(MEERA)));
}

#[test_on_both_engines]
async fn a_no_show_before_its_time_asks_first() {
    let salon = open_friday().await;
    let desk = receptionist(&salon).await;
    let (on_board, on_sheet) =
        (book(&desk, &salon, "Asha", "11:00", STYLIST).await, book(&desk, &salon, "Binu", "12:00", STYLIST).await);
    let mut browser = desk_browser(&salon, &desk);
    let page = browser.visit(&format!("/bookings/{on_sheet}")).await;
    let page = browser.submit(&act(&page, "Mark as no-show")).await.expect_status(409);
    expect_texts(&page, &["The visit of Binu begins: today, 12:00 pm. Nobody can have missed it yet."]);
    assert_eq!(status_of(&desk, &on_sheet).await, "confirmed");
    let page = browser.submit_and_follow(&act(&page, "Mark as no-show anyway")).await;
    assert_eq!(status_of(&desk, &on_sheet).await, "no_show");
    expect_texts(&page, &["No-shows 1"]);

    let page = browser.visit(BOARD).await;
    let form = page.forms().into_iter().find(|form| form.has_button("No-show")).expect("quick acts");
    // As the script fills it in.
    let mut url = form.target();
    url.set_path(&format!("/board/{on_board}/no-show"));
    let key = form.value("key").unwrap().to_owned();
    let body = format!("key={key}");
    let reply = desk.submit(&format!("{}?at={PUNE}&day={FRIDAY}", url.path()), body).await;
    assert_eq!(reply.status, 409);
    assert!(String::from_utf8_lossy(&reply.bytes).contains("Nobody can have missed it yet."));
    assert_eq!(status_of(&desk, &on_board).await, "confirmed");

    salon.advance_seconds(2 * 3_600);
    let key = format!("{key}-later");
    let reply = desk.submit(&format!("{}?at={PUNE}&day={FRIDAY}", url.path()), format!("key={key}")).await;
    assert_eq!(reply.status, 303);
    assert_eq!(status_of(&desk, &on_board).await, "no_show");
}

#[test_on_both_engines]
async fn a_visit_of_another_day_arrives_and_begins_after_a_question() {
    let salon = open_friday().await;
    let desk = receptionist(&salon).await;
    let asha = salon.customer("Asha").await;
    let mut tomorrow = friday_haircut_for(&asha, "11:30", Some(STYLIST));
    tomorrow["bookingDate"] = json!("2027-03-06");
    let id = create_booking(&desk, &tomorrow).await;
    let mut browser = desk_browser(&salon, &desk);
    let page = browser.visit(&format!("/bookings/{id}")).await;
    let asked = browser.submit(&act(&page, "Arrived")).await.expect_status(409);
    expect_texts(&asked, &["Mark the visit of Asha as arrived anyway?", "This visit is: tomorrow, 11:30 am."]);
    assert!(shown_booking(&desk, &id).await["arrivedAt"].is_null());
    assert_eq!(asked.link_named("Leave it").url.path(), format!("/bookings/{id}"));
    let page = browser.submit_and_follow(&act(&asked, "Mark as arrived anyway")).await;
    expect_texts(&page, &["Marked as arrived."]);
    let asked = browser.submit(&act(&page, "Start now")).await.expect_status(409);
    expect_texts(&asked, &["Start the visit of Asha anyway?"]);
    assert_eq!(status_of(&desk, &id).await, "confirmed");
    browser.submit_and_follow(&act(&asked, "Start anyway")).await;
    assert_eq!(status_of(&desk, &id).await, "in_progress");

    // On the board of that day, too.
    tomorrow["startTime"] = json!("13:00");
    let late = create_booking(&desk, &tomorrow).await;
    let forms = browser.visit(BOARD).await.forms();
    let key = forms.iter().find_map(|form| form.value("key")).expect("a key");
    let path = format!("/board/{late}/arrive?at={PUNE}&day=2027-03-06");
    let reply = desk.submit(&path, format!("key={key}-late")).await;
    assert_eq!(reply.status, 409);
    assert!(String::from_utf8_lossy(&reply.bytes).contains("Mark as arrived anyway"));
    assert!(shown_booking(&desk, &late).await["arrivedAt"].is_null());
}

/// Two receptionists look at the same visit.
#[test_on_both_engines]
async fn an_outdated_move_or_gift_says_so_and_keeps_what_was_typed() {
    let salon = open_friday().await;
    let desk = receptionist(&salon).await;
    let id = book(&desk, &salon, "Asha", "11:00", STYLIST).await;
    let mut browser = desk_browser(&salon, &desk);
    let page = browser.visit(&format!("/bookings/{id}")).await;
    let board = browser.visit(&format!("{BOARD}&place={id}")).await;
    salon.advance_seconds(60);
    let elsewhere = json!({ "bookingDate": FRIDAY, "startTime": "17:00", "tellCustomer": false });
    place_booking(&desk, &id, &elsewhere).await.expect_ok();
    let meanwhile = "Somebody changed this visit meanwhile.";

    let move_form = act(&page, "Move the visit").with("startTime", "14:00").without("tellCustomer");
    let late = browser.submit(&move_form).await.expect_status(409);
    expect_texts(&late, &[meanwhile]);
    assert_eq!(act(&late, "Move the visit").value("startTime"), Some("14:00"), "what was typed stays");
    let given = browser.submit(&act(&page, "Assign").with("staffId", MEERA)).await.expect_status(409);
    expect_texts(&given, &[meanwhile]);
    let form = board.form_with("bookingDate").with("startTime", "13:00").without("tellCustomer");
    let on_board = browser.submit(&form).await.expect_status(409);
    expect_texts(&on_board, &[meanwhile]);
    assert_eq!(on_board.form_with("bookingDate").value("startTime"), Some("13:00"));
    assert_eq!(place_of(&desk, &id).await, (json!("17:00:00"), json!(STYLIST)));
    // Whoever has read it may go on.
    let _ = browser.submit_and_follow(&act(&late, "Move the visit")).await.expect_status(200);
    assert_eq!(place_of(&desk, &id).await.0, json!("14:00:00"));
}

#[test_on_both_engines]
async fn a_request_says_that_its_customer_has_another_visit_then() {
    let salon = open_friday().await;
    let desk = receptionist(&salon).await;
    let asha = salon.customer("Asha").await;
    create_booking(&desk, &friday_haircut_for(&asha, "16:00", Some(STYLIST))).await;
    let other = create_booking(&salon.customer("Binu").await, &haircut_request_at(FRIDAY, "16:15")).await;
    let id = create_booking(&asha, &haircut_request_at(FRIDAY, "16:15")).await;
    let page = desk_browser(&salon, &desk).visit("/requests?at=branch-pune").await;
    let notes = |id: &str| page.texts_of(&format!("article#r-{id} p.note"));
    assert_eq!(notes(&id), ["Asha has another visit then, 4:00 – 4:45 pm."]);
    assert!(notes(&other).is_empty());
}

/// The form of the message that takes back what it tells of.
fn undo(page: &Page) -> Option<Form> {
    page.forms().into_iter().find(|form| form.has_button("Undo"))
}

#[test_on_both_engines]
async fn a_person_who_has_another_visit_gets_this_one_after_a_question() {
    let salon = open_friday().await;
    let desk = receptionist(&salon).await;
    book(&desk, &salon, "Tara", "15:00", MEERA).await;
    let request = create_booking(&salon.customer("Asha").await, &haircut_request_at(FRIDAY, "15:15")).await;
    let other = book(&desk, &salon, "Binu", "14:30", STYLIST).await;
    let mut browser = desk_browser(&salon, &desk);
    let has_visit = "staff-meera has the visit of Tara, 3:00 – 3:45 pm.";

    let page = browser.visit(&format!("/bookings/{request}")).await;
    let page = browser.submit(&act(&page, "Approve").with("staffId", MEERA)).await.expect_status(409);
    let question = "Approve the visit of Asha anyway? It would be: today, 3:15 pm, with staff-meera.";
    expect_texts(&page, &[has_visit, question]);
    assert_eq!(status_of(&desk, &request).await, "pending");
    browser.check_page(&page).await;
    let page = browser.submit_and_follow(&act(&page, "Approve anyway")).await.expect_status(200);
    expect_texts(&page, &["The visit is confirmed, and the customer is told. Asha: Today, 3:15 pm, with staff-meera."]);
    assert!(undo(&page).is_none(), "what was promised is not unsaid by a click");

    // Giving it to somebody else asks as well, and is taken back by giving it back.
    let page = browser.visit(&format!("/bookings/{other}")).await;
    let page = browser.submit(&act(&page, "Assign").with("staffId", MEERA)).await.expect_status(409);
    expect_texts(&page, &[has_visit, "Give the visit of Binu, today, 2:30 pm, to staff-meera anyway?"]);
    assert_eq!(place_of(&desk, &other).await.1, json!(STYLIST));
    let page = browser.submit_and_follow(&act(&page, "Give it anyway")).await.expect_status(200);
    expect_texts(&page, &["Binu: Today, 2:30 pm, with staff-meera.", "From stylist to staff-meera."]);
    salon.advance_seconds(1);
    let page = browser.submit_and_follow(&undo(&page).expect("an undo")).await.expect_status(200);
    expect_texts(&page, &["Taken back. Binu: Today, 2:30 pm, with stylist.", "Given to somebody by", "Given back by"]);
    assert_eq!(place_of(&desk, &other).await.1, json!(STYLIST));

    // On the board, too.
    let late = create_booking(&salon.customer("Chitra").await, &haircut_request_at(FRIDAY, "15:30")).await;
    let forms = browser.visit(BOARD).await.forms();
    let key = forms.iter().find_map(|form| form.value("key")).expect("a key");
    let path = format!("/board/{late}/approve?at={PUNE}&day={FRIDAY}");
    let reply = desk.submit(&path, format!("key={key}-late&staffId={MEERA}")).await;
    assert_eq!(reply.status, 409);
    assert!(String::from_utf8_lossy(&reply.bytes).contains("Approve anyway"));
    assert_eq!(status_of(&desk, &late).await, "pending");
}

#[test_on_both_engines]
async fn a_move_says_from_where_to_where_and_is_taken_back() {
    let salon = open_friday().await;
    let desk = receptionist(&salon).await;
    let asha = salon.customer("Asha").await;
    let id = create_booking(&desk, &friday_haircut_for(&asha, "11:00", Some(STYLIST))).await;
    let mut browser = desk_browser(&salon, &desk);
    let path = format!("/bookings/{id}");
    salon.advance_seconds(60);
    let form = act(&browser.visit(&path).await, "Move the visit").with("startTime", "16:00").with("staffId", MEERA);
    let page = browser.submit_and_follow(&form).await.expect_status(200);
    let message = "The visit was moved. The customer is told. Asha: Today, 4:00 pm, with staff-meera.";
    let history = "From Today, 11:00 am to Today, 4:00 pm. From stylist to staff-meera.";
    expect_texts(&page, &[message, history]);
    salon.advance_seconds(60);
    let page = browser.submit_and_follow(&undo(&page).expect("an undo")).await.expect_status(200);
    expect_texts(&page, &["The visit was moved.", "Moved back by", "From Today, 4:00 pm to Today, 11:00 am."]);
    assert_eq!(place_of(&desk, &id).await, (json!("11:00:00"), json!(STYLIST)));
    assert_eq!(moves_told(&salon, asha.id().as_str()).await, 2, "who was told is told");

    // On the board, quietly; but not what somebody else has done since.
    salon.advance_seconds(60);
    let page = browser.visit(&format!("{BOARD}&place={id}")).await;
    let form = page.form_with("bookingDate").with("startTime", "12:00").without("tellCustomer");
    let page = browser.submit_and_follow(&form).await.expect_status(200);
    let late = undo(&page).expect("an undo");
    assert!(late.value("tellCustomer").is_none());
    salon.advance_seconds(60);
    let elsewhere = json!({ "bookingDate": FRIDAY, "startTime": "17:00", "tellCustomer": false });
    place_booking(&desk, &id, &elsewhere).await.expect_ok();
    let page = browser.submit(&late).await.expect_status(409);
    expect_texts(&page, &["Somebody changed this visit meanwhile."]);
    assert_eq!(place_of(&desk, &id).await.0, json!("17:00:00"));

    // Nor is that offered by the message of a move that was moved on before it is shown.
    let form = act(&browser.visit(&path).await, "Move the visit").with("startTime", "16:00").without("tellCustomer");
    let _ = browser.submit(&form).await.expect_status(303);
    salon.advance_seconds(1);
    place_booking(&desk, &id, &elsewhere).await.expect_ok();
    let page = browser.visit(&path).await;
    expect_texts(&page, &["The visit was moved."]);
    assert!(undo(&page).is_none(), "somebody else moved it");

    // A time that has passed is called that.
    let form = act(&browser.visit(&path).await, "Move the visit").with("startTime", "09:15").without("tellCustomer");
    let page = browser.submit(&form).await.expect_status(409);
    expect_texts(&page, &["That time has passed.", "Move the visit of Asha anyway?"]);
    let _ = browser.submit_and_follow(&act(&page, "Move anyway")).await.expect_status(200);
    assert_eq!(place_of(&desk, &id).await.0, json!("09:15:00"));
    assert_eq!(moves_told(&salon, asha.id().as_str()).await, 2);
    // Who comes late is given to somebody else without a question about the time, which stays.
    let page = browser.visit(&format!("{BOARD}&place={id}")).await;
    let form = page.form_with("bookingDate").with("staffId", MEERA).without("tellCustomer");
    let _ = browser.submit_and_follow(&form).await.expect_status(200);
    assert_eq!(place_of(&desk, &id).await, (json!("09:15:00"), json!(MEERA)));
}

#[test_on_both_engines]
async fn busy_counts_more_than_a_break_and_tidying_up_is_no_work() {
    let salon = rostered_friday().await;
    set_ten_minute_buffer(&salon, "service-cut").await;
    let desk = receptionist(&salon).await;
    book(&desk, &salon, "Tara", "13:00", STYLIST).await;
    let at_break = create_booking(&salon.customer("Asha").await, &haircut_request_at(FRIDAY, "13:15")).await;
    let at_end = create_booking(&salon.customer("Binu").await, &haircut_request_at(FRIDAY, "18:15")).await;
    let mut browser = desk_browser(&salon, &desk);
    let page = browser.visit("/requests?at=branch-pune").await;
    let chips = |id: &str| page.texts_of(&format!("article#r-{id} a.chip")).join("; ");
    assert!(chips(&at_break).contains("stylist busy till 1:45 pm"), "{}", chips(&at_break));
    assert!(chips(&at_end).contains("stylist free"), "{}", chips(&at_end));
    // A new visit says the same.
    let chitra = salon.customer("Chitra").await;
    let address = format!("/bookings/new?at=branch-pune&customer={}&s=service-cut&day={FRIDAY}", chitra.id());
    let address = format!("{address}&staff={STYLIST}");
    expect_texts(&browser.visit(&format!("{address}&other=13:15")).await, &["stylist is busy then."]);
    let page = browser.visit(&format!("{address}&other=18:15")).await;
    assert!(!page.has_text("stylist is not at work then."), "{}", page.text());
    // So do the other times of the day: the visit ends with her work.
    set_friday_shifts(&salon, MEERA, &[("10:00", "18:45")]).await;
    let page = browser.visit("/requests?at=branch-pune").await;
    let times = page.texts_of(&format!("article#r-{at_end} button.slot"));
    assert!(times.iter().any(|time| time.contains("6:00 pm") && time.contains(MEERA)), "{times:?}");
}

#[test_on_both_engines]
async fn the_message_of_an_act_takes_it_back() {
    let salon = open_friday().await;
    let desk = receptionist(&salon).await;
    let id = book(&desk, &salon, "Asha", "10:30", STYLIST).await;
    let request = create_booking(&salon.customer("Binu").await, &haircut_request_at(FRIDAY, "15:00")).await;
    let mut browser = desk_browser(&salon, &desk);

    // Beside the board, where it returns to.
    let sheet = browser.visit(&format!("{BOARD}&visit={id}")).await;
    let page = browser.submit_and_follow(&act(&sheet, "Arrived")).await;
    expect_texts(&page, &["Marked as arrived."]);
    let page = browser.submit_and_follow(&undo(&page).expect("an undo")).await;
    expect_texts(&page, &["Taken back."]);
    assert!(page.path() == "/board" && undo(&page).is_none(), "{}", page.text());
    assert!(shown_booking(&desk, &id).await["arrivedAt"].is_null());
    assert!(undo(&browser.visit(BOARD).await).is_none(), "the message is shown once");

    // On the visit, act by act.
    let path = format!("/bookings/{id}");
    let page = browser.visit(&path).await;
    let page = browser.submit_and_follow(&act(&page, "Cancel the visit").with("reason", "By phone.")).await;
    let page = browser.submit_and_follow(&undo(&page).expect("an undo")).await;
    assert_eq!((page.path(), status_of(&desk, &id).await), (path.as_str(), json!("confirmed")));
    salon.advance_seconds(2 * 3_600);
    let page = browser.submit_and_follow(&act(&page, "Mark as no-show")).await;
    browser.submit_and_follow(&undo(&page).expect("an undo")).await;
    assert_eq!(status_of(&desk, &id).await, "confirmed");

    // On the list of requests.
    let page = browser.visit("/requests?at=branch-pune").await;
    let reason = "We are sorry, we are closed then.";
    let page = browser.submit_and_follow(&act(&page, reason).press(reason)).await;
    let page = browser.submit_and_follow(&undo(&page).expect("an undo")).await;
    assert_eq!((page.path(), status_of(&desk, &request).await), ("/requests", json!("pending")));

    // It takes back nothing else that was done meanwhile, and the visit still has its own.
    let page = browser.visit(&path).await;
    let page = browser.submit_and_follow(&act(&page, "Arrived")).await;
    let late = undo(&page).expect("an undo");
    let page = browser.submit_and_follow(&act(&page, "Start now")).await;
    let refused = browser.submit(&late).await.expect_status(409);
    expect_texts(&refused, &["Somebody changed this visit meanwhile."]);
    assert_eq!(status_of(&desk, &id).await, "in_progress");
    browser.submit_and_follow(&act(&page, "Undo the start")).await;
    assert_eq!(status_of(&desk, &id).await, "confirmed");
}

#[test_on_both_engines]
async fn free_times_are_chosen() {
    let salon = live_friday().await;
    let desk = receptionist(&salon).await;
    let id = book(&desk, &salon, "Asha", "11:00", STYLIST).await;
    book(&desk, &salon, "Tara", "12:00", STYLIST).await;
    for staff in [STYLIST, MEERA] {
        book(&desk, &salon, &format!("At-{staff}"), "16:00", staff).await;
    }
    let mut browser = desk_browser(&salon, &desk);
    let slots = |page: &Page| -> Vec<String> {
        act(page, "Move the visit").options("slot").into_iter().map(|(value, _)| value).collect()
    };
    let page = browser.visit(&format!("/bookings/{id}")).await;
    let times = slots(&page);
    assert!(times.contains(&"13:00".to_owned()) && times.contains(&"12:00 staff-meera".to_owned()), "{times:?}");
    assert!(!times.iter().any(|time| time.starts_with("16:00") || time.starts_with("11:00")), "{times:?}");

    // Another day, without scripts.
    let day = page.forms().into_iter().find(|form| form.has_button("Show times")).expect("the day");
    let page = browser.submit_and_follow(&day.with("day", "2027-03-06")).await.expect_status(200);
    expect_texts(&page, &["Free: Tomorrow"]);
    let times = slots(&page);
    assert!(times.contains(&"16:00".to_owned()) && times.contains(&"11:00".to_owned()), "{times:?}");
    // A typed time is one of that day, too.
    let typed = act(&page, "Move the visit").with("startTime", "15:15").without("tellCustomer");
    let typed = browser.submit_and_follow(&typed).await.expect_status(200);
    expect_texts(&typed, &["The visit was moved.", "Tomorrow, 3:15 – 4:00 pm"]);
    let page = browser.visit(&format!("/bookings/{id}")).await;
    let page = browser.submit_and_follow(&act(&page, "Move the visit").with("slot", "16:00")).await.expect_status(200);
    expect_texts(&page, &["The visit was moved.", "Tomorrow, 4:00 – 4:45 pm"]);
    assert_eq!(place_of(&desk, &id).await, (json!("16:00:00"), json!(STYLIST)));

    // On the board, with whoever is free then.
    let page = browser.visit(&format!("{BOARD}&place={id}")).await;
    let form = page.form_with("slot").with("slot", "12:00 staff-meera").without("tellCustomer");
    let page = browser.submit_and_follow(&form).await.expect_status(200);
    assert_eq!(page.heading(), "Friday 5 March");
    assert_eq!(place_of(&desk, &id).await, (json!("12:00:00"), json!(MEERA)));

    // A request is answered with another day from its card.
    let request = create_booking(&salon.customer("Binu").await, &haircut_request_at(FRIDAY, "14:00")).await;
    let page = browser.visit("/requests?at=branch-pune").await;
    let page = browser.click_link(&page, "Another day or person").await;
    assert_eq!(page.attributes_of("details#offer", "open").len(), 1);
    let day = page.forms().into_iter().rfind(|form| form.has_button("Show times")).expect("the day of the offer");
    let page = browser.submit_and_follow(&day.with("day", "2027-03-08")).await;
    let form = act(&page, "Offer this time");
    let nothing = browser.submit(&form).await.expect_status(422);
    expect_texts(&nothing, &["Choose a time first."]);
    let slot = form.options("slot")[2].0.clone();
    browser.submit_and_follow(&form.with("slot", &slot)).await;
    let offered = stored_booking(&desk, &request).await["offeredTime"].clone();
    assert_eq!(offered["bookingDate"], "2027-03-08");
    assert!(slot.starts_with(&offered["startTime"].as_str().unwrap()[..5]), "{slot}: {offered}");
    salon.leaves_due_jobs("what the customer is told is not what this is about");
}

#[test_on_both_engines]
async fn a_new_visit_says_who_is_on_break() {
    let salon = rostered_friday().await;
    let (desk, asha) = (receptionist(&salon).await, salon.customer("Asha").await);
    let mut browser = desk_browser(&salon, &desk);
    let of_asha = format!("/bookings/new?at=branch-pune&customer={}&s=service-cut", asha.id());
    let address = format!("{of_asha}&day={FRIDAY}&staff={STYLIST}");
    for (time, warning) in [("13:00", "stylist is on break then."), ("19:00", "stylist is not at work then.")] {
        expect_texts(&browser.visit(&format!("{address}&other={time}")).await, &[warning]);
    }
}

#[test_on_both_engines]
async fn approve_names_nobody_who_is_not_free() {
    let salon = rostered_friday().await;
    let desk = receptionist(&salon).await;
    let at_break = create_booking(&salon.customer("Asha").await, &haircut_request_at(FRIDAY, "13:00")).await;
    book(&desk, &salon, "Tara", "13:15", MEERA).await;
    let evening = create_booking(&salon.customer("Binu").await, &haircut_request_at(FRIDAY, "19:00")).await;
    let mut browser = desk_browser(&salon, &desk);
    let page = browser.visit("/requests?at=branch-pune").await;
    assert_eq!(page.texts_of("article h2"), ["Asha", "Binu"], "by their start");
    expect_texts(&page, &["stylist on break", "staff-meera busy till 2 pm", "stylist not at work"]);
    assert!(!page.has_text("Approve with"), "{}", page.text());
    let board = browser.visit(BOARD).await;
    assert_eq!(board.attributes_of("li.at", "data-with"), Vec::<String>::new());
    assert!(board.forms().iter().all(|form| !form.has_button("Give to stylist")));

    // Whom the desk chooses all the same.
    let choose = page.attributes_of(&format!("article#r-{at_break} a.chip"), "href");
    let page = browser.visit(&choose[1]).await;
    assert!(!page.has_text("Approve with"), "{}", page.text());
    browser.submit_and_follow(&act(&page, "Approve anyway")).await;
    assert_eq!(place_of(&desk, &at_break).await.1, json!(STYLIST));

    // On the visit nobody is chosen first.
    let page = browser.visit(&format!("/bookings/{evening}")).await;
    let form = act(&page, "Approve");
    assert_eq!((form.value("staffId"), form.options("staffId")[0].1.as_str()), (Some(""), "Choose a person"));
    assert_eq!(browser.submit(&form).await.status, 422);
    assert_eq!(status_of(&desk, &evening).await, "pending");
}

#[test_on_both_engines]
async fn a_refused_time_is_answered_with_times_that_differ() {
    let salon = live_friday().await;
    let desk = receptionist(&salon).await;
    let id = book(&desk, &salon, "Asha", "11:00", STYLIST).await;
    book(&desk, &salon, "Tara", "15:00", MEERA).await;
    let mut browser = desk_browser(&salon, &desk);
    let page = browser.visit(&format!("/bookings/{id}")).await;
    let form = act(&page, "Move the visit").with("startTime", "15:15").with("staffId", MEERA);
    let page = browser.submit(&form).await.expect_status(409);
    let nearest = page.forms().into_iter().find(|form| form.has("startTime") && !form.has_button("Move the visit"));
    let times: Vec<String> = nearest.unwrap().options("startTime").into_iter().map(|(value, _)| value).collect();
    assert_eq!(times, ["15:45", "16:00", "14:15"]);
}

#[test_on_both_engines]
async fn every_page_of_the_desk_names_its_branch() {
    let salon = open_friday().await;
    let desk = receptionist(&salon).await;
    let asha = salon.customer("Asha").await;
    let id = create_booking(&desk, &friday_haircut_for(&asha, "12:00", Some(STYLIST))).await;
    let mut browser = desk_browser(&salon, &desk);
    let pages = [
        "/board",
        "/requests",
        "/bookings",
        "/customers",
        "/leads",
        "/memberships",
        "/invoices",
        "/day-close",
        "/my",
        "/bookings/new",
        "/board/blocks",
        "/requests/declined",
        "/search?q=asha",
    ];
    for (branch, name) in [(GOA, "GOA"), (PUNE, "PUN")] {
        browser.visit(&format!("/board?at={branch}")).await;
        for path in pages {
            let page = browser.visit(path).await.expect_status(200);
            assert_eq!(page.texts_of("header .here"), [format!("Branch {name}")], "{path}");
        }
        // A visit is at its own branch, wherever somebody works.
        for path in [format!("/bookings/{id}"), format!("/bookings/{id}/checkout")] {
            assert_eq!(browser.visit(&path).await.texts_of("header .here"), ["Branch PUN"], "{path}");
        }
        let keys = |page: &Page| page.attributes_of("details.where a[data-key]", "data-key");
        assert_eq!(keys(&browser.visit("/board").await), ["1", "2"]);
        assert!(keys(&browser.visit("/bookings/new").await).is_empty(), "numbers are typed there");
    }
    let mut browser = browser_of(&salon, &asha);
    let page = browser.visit(&format!("/book/time?at={PUNE}&s=cut")).await.expect_status(200);
    assert_eq!(page.texts_of("p.place"), ["PUN"]);
}

#[test_on_both_engines]
async fn a_phone_opens_on_everyone() {
    let salon = open_friday().await;
    let desk = receptionist(&salon).await;
    book(&desk, &salon, "Asha", "12:00", STYLIST).await;
    let phone = desk.clone().with_header("user-agent", "Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Mobile");
    let html =
        async |person: &Person, path: &str| String::from_utf8(person.get(path).await.bytes.clone()).expect("a page");
    assert!(html(&phone, BOARD).await.contains("class=\"agenda\""));
    assert!(html(&phone, &format!("{BOARD}&view=columns")).await.contains("<ol class=\"col"));
    assert!(html(&desk, BOARD).await.contains("<ol class=\"col"));
}

async fn visitor_of(salon: &TestSalon, desk: &Person, options: ChromiumOptions) -> Visitor {
    let visitor = Visitor::start(salon, AppKind::Admin, options).await;
    visitor.sign_in_as(desk).await;
    visitor
}

#[test]
fn keys_lose_nothing_and_a_move_takes_one_enter() {
    run(Engine::Sqlite, async || {
        let salon = live_friday().await;
        let (desk, asha) = (receptionist(&salon).await, onboarded_customer(&salon, "Asha").await);
        let id = create_booking(&desk, &friday_haircut_for(&asha, "12:00", Some(STYLIST))).await;
        let visitor = visitor_of(&salon, &desk, ChromiumOptions::desktop()).await;
        // A note that is half typed stays, whatever is pressed beside it.
        visitor.open(&format!("/bookings/{id}")).await;
        visitor.execute("document.querySelector('#note-content').closest('details').open = true", &[]).await;
        visitor.type_text("#note-content", "Likes the win").await;
        visitor.execute("document.activeElement.blur(); document.body.dataset.same = '1'", &[]).await;
        for key in ["1", "2", "n", "w", "t", "a"] {
            visitor.press(key).await;
        }
        visitor.execute("return new Promise(done => setTimeout(done, 300))", &[]).await;
        let kept = "return document.body.dataset.same + document.querySelector('#note-content').value";
        assert_eq!(visitor.execute(kept, &[]).await, "1Likes the win");
        assert_eq!(status_of(&desk, &id).await, "confirmed");
        assert!(shown_booking(&desk, &id).await["arrivedAt"].is_null());
        visitor.execute("document.querySelector('#note-content').value = ''", &[]).await;
        visitor.press("a").await;
        visitor.wait_for_text("Marked as arrived.").await;
        visitor.wait_for(".flash form button").await;
        visitor.check_page().await;

        // By keys to another time, and one Enter.
        visitor.open(BOARD).await;
        visitor.wait_until("a board that listens", "return !!customElements.get('day-board')").await;
        let link = format!(".board a[href$='visit={}']", number_of(&desk, &id).await);
        visitor.execute("document.querySelector(arguments[0]).focus()", &[json!(link)]).await;
        for key in ["m", "Enter"] {
            visitor.press(key).await;
        }
        visitor.wait_until_gone("form[data-place]:not([hidden])").await;
        assert_eq!(place_of(&desk, &id).await.0, json!("12:00:00"), "it was not moved");
        for key in ["m", "ArrowDown", "ArrowDown", "ArrowDown", "Enter"] {
            visitor.press(key).await;
        }
        visitor.wait_for_text("The visit was moved.").await;
        assert_eq!(place_of(&desk, &id).await.0, json!("12:15:00"));
    });
}

#[test]
fn a_key_never_means_another_request() {
    run(Engine::Sqlite, async || {
        let salon = rostered_friday().await;
        let desk = receptionist(&salon).await;
        let evening = create_booking(&salon.customer("Asha").await, &haircut_request_at(FRIDAY, "19:00")).await;
        let tomorrow = create_booking(&salon.customer("Binu").await, &haircut_request_at("2027-03-06", "12:00")).await;
        let visitor = visitor_of(&salon, &desk, ChromiumOptions::desktop()).await;
        visitor.open("/requests").await;
        // Nobody is free for the first, neither before nor after somebody has gone to it.
        for key in ["a", "j", "a"] {
            visitor.press(key).await;
            visitor.execute("return new Promise(done => setTimeout(done, 300))", &[]).await;
        }
        assert_eq!(status_of(&desk, &evening).await, "pending");
        assert_eq!(status_of(&desk, &tomorrow).await, "pending");
        visitor.press("j").await;
        visitor.press("a").await;
        visitor.wait_for_text("The visit is confirmed").await;
        assert_eq!(status_of(&desk, &tomorrow).await, "confirmed");
    });
}

/// Text twice as large in a usual window: neither the page nor a part of it that clips is wider than its place.
async fn expect_large_text_to_fit(visitor: &Visitor, id: &str) {
    let window = json!({ "width": 1280, "height": 800, "deviceScaleFactor": 1, "mobile": false });
    visitor.cdp("Emulation.setDeviceMetricsOverride", &window).await;
    let too_wide = "document.documentElement.style.fontSize = '200%';
        const parts = [document.scrollingElement, ...document.querySelectorAll('.phead, .side, .queue, .sheet, .sheet .in, main')];
        return parts.filter(part => part.scrollWidth > part.clientWidth + 1).map(part => part.localName + '.' + part.className);";
    let own = [
        BOARD.to_owned(),
        format!("{BOARD}&visit={id}"),
        format!("/bookings/{id}"),
        format!("/bookings/{id}/checkout"),
        format!("/bookings/new?over=board&at={PUNE}&day={FRIDAY}"),
    ];
    let lists = ["/requests", "/bookings/new", "/customers", "/customers/new", "/leads", "/day-close", "/memberships"];
    let others = ["/invoices", "/search?q=asha", "/my"];
    for path in own.into_iter().chain(lists.into_iter().chain(others).map(str::to_owned)) {
        visitor.open_unchecked(&path).await;
        assert_eq!(visitor.execute(too_wide, &[]).await, json!([]), "{path}");
        if path.contains("&visit=") {
            // Head and foot leave room for what is between them.
            let height = visitor.execute("return document.querySelector('aside.sheet .in').clientHeight", &[]).await;
            assert!(height.as_i64().is_some_and(|pixels| pixels >= 400), "{height}");
        }
    }
}

#[test]
fn narrow_boards_show_everyone_and_large_text_fits() {
    run(Engine::Sqlite, async || {
        let salon = live_friday().await;
        let desk = receptionist(&salon).await;
        let id = book(&desk, &salon, "Asha", "12:00", STYLIST).await;
        for name in ["Ananya", "Deepa", "Farida", "Gita", "Imran", "Kabir", "Lata", "Meenakshi"] {
            insert_stylist(&salon, name, "female").await;
        }
        let visitor = visitor_of(&salon, &desk, ChromiumOptions::desktop().width(820)).await;
        visitor.open(BOARD).await;
        let wide = "const board = document.querySelector('.board'), page = document.scrollingElement;
            return [board.scrollWidth - board.clientWidth, page.scrollWidth - page.clientWidth,
                document.querySelector('.phead').scrollWidth - document.querySelector('.phead').clientWidth];";
        assert_eq!(visitor.execute(wide, &[]).await, json!([0, 0, 0]));
        let cut = "const tallies = document.querySelector('.tallies');
            return [tallies.scrollWidth > tallies.clientWidth, tallies.scrollHeight > tallies.clientHeight + 1];";
        assert_eq!(visitor.execute(cut, &[]).await, json!([false, false]));
        expect_large_text_to_fit(&visitor, &id).await;
        let visitor = visitor_of(&salon, &desk, ChromiumOptions::phone()).await;
        visitor.open(BOARD).await;
        visitor.wait_for(".agenda li").await;
        assert!(visitor.url().await.ends_with("&view=list"), "{}", visitor.url().await);
        visitor.check_page().await;
        visitor.click_link("stylist").await;
        visitor.wait_for("ol.col").await;
    });
}
