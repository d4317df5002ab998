//! "With a woman": what somebody asks for is kept from the choice of the time until the visit, and the desk reads it.

use parlour_domain::auth::app_kind::AppKind;
use parlour_testkit::actions::availability::friday_haircut_for;
use parlour_testkit::actions::bookings::{
    approve_booking, create_booking, haircut_request_at, list_own_bookings, patch_booking, stored_booking,
};
use parlour_testkit::actions::checkout::{cash_payment, complete_booking};
use parlour_testkit::actions::people::receptionist;
use parlour_testkit::browser::{Browser, Page};
use parlour_testkit::fixtures::live_salon::FRIDAY;
use parlour_testkit::fixtures::small_salon::{PUNE, STYLIST};
use parlour_testkit::{Person, TestSalon, test_on_both_engines};
use serde_json::{Value, json};

use super::desk_visit::{MEERA, act, desk_browser, live_friday, open_friday};
use super::visits::{browser_of, link_target, onboarded_customer};

/// Asks for a haircut on Friday.
async fn ask(customer: &Person, time: &str, field: &str, value: &str) -> String {
    let mut body = haircut_request_at(FRIDAY, time);
    body[field] = value.into();
    create_booking(customer, &body).await
}

#[track_caller]
fn expect_texts(page: &Page, texts: &[&str]) {
    for text in texts {
        assert!(page.has_text(text), "{text} in {}", page.text());
    }
}

async fn answer_of(desk: &Person, id: &str) -> (Value, Value) {
    let booking = stored_booking(desk, id).await;
    (booking["status"].clone(), booking["services"][0]["staffId"].clone())
}

#[test_on_both_engines]
async fn with_a_woman_is_kept_from_the_choice_to_the_next_visit() {
    for salon in [open_friday().await, live_friday().await] {
        let (desk, asha) = (receptionist(&salon).await, onboarded_customer(&salon, "Asha").await);
        let mut browser = browser_of(&salon, &asha);
        let page = browser.visit(&format!("/book/time?at={PUNE}&s=cut&day=2027-03-06")).await.expect_status(200);
        let page = browser.click_link(&page, "A woman 1 here").await;
        let review = browser.submit_and_follow(&page.form_with("time").with("time", "12:00")).await;
        expect_texts(&review, &["45 min, with a woman"]);
        let visit = browser.submit_and_follow(&review.form_with("note").press("Confirm")).await;
        expect_texts(&visit, &["A woman, as you asked"]);
        let booking = list_own_bookings(&asha).await.remove(0);
        assert_eq!(booking["wishedStaffGender"], "female");
        let id = booking["id"].as_str().unwrap();

        let page = browser.visit(&format!("/visits/{id}/move")).await;
        expect_texts(&page, &["cut, 45 min, with a woman"]);
        let form = page.form_with("time").with("time", "12:30");
        assert_eq!(browser.submit_and_follow(&form).await.path(), format!("/visits/{id}"));
        assert_eq!(list_own_bookings(&asha).await[0]["wishedStaffGender"], "female");

        approve_booking(&desk, id, MEERA).await.expect_ok();
        let visit = browser.visit(&format!("/visits/{id}")).await;
        expect_texts(&visit, &["staff-meera"]);
        assert!(!visit.has_text("You asked for"), "{}", visit.text());
        complete_booking(&desk, id, &cash_payment()).await.expect_ok();
        let again = format!("/book/time?at={PUNE}&s=cut&with=female");
        assert_eq!(link_target(&browser.visit(&format!("/visits/{id}")).await, "Book again"), again);
        let home = browser.visit("/").await;
        assert!(home.links().iter().any(|link| link.url.as_str().ends_with(&again)), "{}", home.text());
        expect_texts(&browser.visit(&again).await, &["A woman 1 here"]);
    }
}

#[test_on_both_engines]
async fn who_got_somebody_else_reads_so() {
    let salon = open_friday().await;
    let (desk, asha) = (receptionist(&salon).await, onboarded_customer(&salon, "Asha").await);
    let mut browser = browser_of(&salon, &asha);
    let person = ask(&asha, "12:00", "wishedStaffId", MEERA).await;
    let woman = ask(&asha, "14:00", "wishedStaffGender", "female").await;
    let man = ask(&asha, "16:00", "wishedStaffGender", "male").await;
    for (id, wish) in
        [(&person, "staff-meera, if free"), (&woman, "A woman, as you asked"), (&man, "A man, as you asked")]
    {
        expect_texts(&browser.visit(&format!("/visits/{id}")).await, &[wish]);
        let body = json!({ "action": "approve", "staffId": STYLIST, "againstWish": true });
        patch_booking(&desk, id, &body).await.expect_ok();
    }
    for (id, told) in [
        (&person, "stylist. You asked for staff-meera."),
        (&woman, "stylist. You asked for a woman."),
        (&man, "stylist. You asked for a man."),
    ] {
        expect_texts(&browser.visit(&format!("/visits/{id}")).await, &[told]);
    }
    // A person who has left is not asked for again.
    complete_booking(&desk, &person, &cash_payment()).await.expect_ok();
    let again = link_target(&browser.visit(&format!("/visits/{person}")).await, "Book again");
    assert_eq!(again, format!("/book/time?at={PUNE}&s=cut&with={MEERA}"));
    let owner = salon.member("Olga", parlour_domain::auth::role::Role::Owner).await;
    owner.patch(&format!("/api/staff/{MEERA}"), &json!({ "isActive": false })).await.expect_ok();
    let page = browser.visit(&again).await;
    assert!(page.path().starts_with("/book/time") || page.status == 303, "{}", page.status);
}

async fn desk_of(salon: &TestSalon) -> (Person, Browser) {
    let desk = receptionist(salon).await;
    let browser = desk_browser(salon, &desk);
    (desk, browser)
}

#[test_on_both_engines]
async fn the_desk_reads_whom_somebody_asked_for_and_proposes_them() {
    for salon in [open_friday().await, live_friday().await] {
        let (desk, mut browser) = desk_of(&salon).await;
        let (asha, tara) = (salon.customer("Asha").await, salon.customer("Tara").await);
        let woman = ask(&asha, "12:00", "wishedStaffGender", "female").await;
        let page = browser.visit("/requests?at=branch-pune").await;
        expect_texts(&page, &["Asked for a woman", "Approve with staff-meera"]);
        let board = browser.visit(&format!("/board?at=branch-pune&day={FRIDAY}")).await;
        expect_texts(&board, &["Today, 12:00 pm, asked for a woman"]);
        let sheet = browser.visit(&format!("/bookings/{woman}")).await;
        expect_texts(&sheet, &["Asked for a woman"]);
        assert_eq!(act(&sheet, "Approve").value("staffId"), Some(MEERA));
        assert_eq!(link_target(&sheet, "Move"), format!("/board?at=branch-pune&day={FRIDAY}&place={woman}"));
        let person = ask(&tara, "15:00", "wishedStaffId", STYLIST).await;
        let sheet = browser.visit(&format!("/bookings/{person}")).await;
        expect_texts(&sheet, &["Asked for stylist", "stylist, free, asked for"]);
        assert_eq!(act(&sheet, "Approve").value("staffId"), Some(STYLIST));
        // Another person is taken without a question, and the sheet goes on to say who was asked for.
        let sheet = browser.submit_and_follow(&act(&sheet, "Approve").with("staffId", MEERA)).await;
        expect_texts(&sheet, &["The visit is confirmed", "Asked for stylist"]);
        assert_eq!(answer_of(&desk, &person).await, (json!("confirmed"), json!(MEERA)));
    }
}

#[test_on_both_engines]
async fn somebody_of_another_gender_is_taken_after_one_more_question() {
    let salon = open_friday().await;
    let (desk, mut browser) = desk_of(&salon).await;
    let asha = salon.customer("Asha").await;
    let id = ask(&asha, "12:00", "wishedStaffGender", "female").await;
    let page = browser.visit(&format!("/bookings/{id}?back=%2Frequests%3Fat%3Dbranch-pune")).await;
    let asked = browser.submit(&act(&page, "Approve").with("staffId", STYLIST)).await;
    assert_eq!(asked.status, 422);
    expect_texts(&asked, &["The customer asked for a woman."]);
    expect_texts(&asked, &["Take stylist for the visit of Asha anyway? It would be: today, 12:00 pm."]);
    assert_eq!(asked.link_named("Leave it").url.path(), "/requests");
    assert_eq!(answer_of(&desk, &id).await.0, "pending");
    browser.check_page(&asked).await;
    let page = browser.submit_and_follow(&asked.form_with_button("Take this person anyway")).await;
    assert_eq!(page.path(), "/requests");
    assert_eq!(answer_of(&desk, &id).await, (json!("confirmed"), json!(STYLIST)));

    // Assigning and moving ask as well, and keep what was typed.
    for (button, fields) in [
        ("Assign", vec![("staffId", STYLIST)]),
        ("Move the visit", vec![("startTime", "15:00"), ("staffId", STYLIST), ("tellCustomer", "true")]),
    ] {
        let page = browser.visit(&format!("/bookings/{id}")).await;
        let form = fields.into_iter().fold(act(&page, button), |form, (name, value)| form.with(name, value));
        let asked = browser.submit(&form).await;
        assert_eq!(asked.status, 422, "{button}");
        let page = browser.submit_and_follow(&asked.form_with_button("Take this person anyway")).await;
        assert_eq!(page.path(), format!("/bookings/{id}"), "{button}");
    }
    assert_eq!(stored_booking(&desk, &id).await["startTime"], "15:00:00");
}

#[test_on_both_engines]
async fn an_offered_time_and_other_services_ask_once_more_too() {
    let salon = open_friday().await;
    let (desk, mut browser) = desk_of(&salon).await;
    let asha = salon.customer("Asha").await;
    let id = ask(&asha, "12:00", "wishedStaffGender", "female").await;
    let path = format!("/bookings/{id}");
    let page = browser.visit(&path).await;
    let offer = act(&page, "Offer this time").with("startTime", "15:00").with("staffId", STYLIST);
    let asked = browser.submit(&offer).await.expect_status(422);
    expect_texts(&asked, &["The customer asked for a woman."]);
    let all_the_same = asked.form_with_button("Take this person anyway");
    // What is no answer is asked about again.
    let asked = browser.submit(&all_the_same.with("againstWish", "TRUE")).await.expect_status(422);
    expect_texts(&asked, &["The customer asked for a woman."]);
    assert_eq!(stored_booking(&desk, &id).await["offeredTime"], Value::Null);
    let page = browser.submit_and_follow(&asked.form_with_button("Take this person anyway")).await;
    assert_eq!(page.path(), path);
    assert_eq!(stored_booking(&desk, &id).await["offeredTime"]["staffId"], STYLIST);

    let services = act(&page, "Save the services").with_all("service", &["service-cut", "service-wash"]);
    let asked = browser.submit(&services.with("staff", STYLIST)).await.expect_status(422);
    expect_texts(&asked, &["The customer asked for a woman."]);
    let page = browser.submit_and_follow(&asked.form_with_button("Take this person anyway")).await;
    assert_eq!(page.path(), path);
    let lines = stored_booking(&desk, &id).await["services"].clone();
    assert_eq!((&lines[0]["staffId"], &lines[1]["serviceId"]), (&json!(STYLIST), &json!("service-wash")));
    // Whoever has it already is not asked about.
    let page = browser.submit_and_follow(&act(&page, "Save the services").with("staff", STYLIST)).await;
    assert_eq!(page.path(), path);
}

#[test_on_both_engines]
async fn the_board_asks_once_more_too() {
    let salon = open_friday().await;
    let (desk, mut browser) = desk_of(&salon).await;
    let (asha, tara) = (salon.customer("Asha").await, salon.customer("Tara").await);
    create_booking(&desk, &friday_haircut_for(&tara, "16:00", Some(MEERA))).await;
    let id = ask(&asha, "12:00", "wishedStaffGender", "female").await;
    let board = format!("/board?at=branch-pune&day={FRIDAY}");
    let page = browser.visit(&format!("{board}&place={id}")).await;
    let form = page.form_with("bookingDate").with("startTime", "14:00").with("staffId", STYLIST);
    let asked = browser.submit(&form.clone().forge("againstWish", "TRUE")).await.expect_status(422);
    expect_texts(&asked, &["The customer asked for a woman."]);
    let asked = browser.submit(&form).await;
    assert_eq!(asked.status, 422);
    expect_texts(&asked, &["The customer asked for a woman."]);
    let page = browser.submit_and_follow(&asked.form_with_button("Take this person anyway")).await;
    assert_eq!(page.path(), "/board");
    let booking = stored_booking(&desk, &id).await;
    assert_eq!((&booking["startTime"], &booking["status"]), (&json!("14:00:00"), &json!("pending")));
    assert_eq!(booking["services"][0]["staffId"], STYLIST);
    // Where nothing is to be asked, what is no answer does no harm.
    let other = ask(&tara, "11:00", "wishedStaffGender", "female").await;
    let page = browser.visit(&board).await;
    let form = page.form_with_button("Approve with staff-meera").forge("againstWish", "TRUE");
    assert_eq!(browser.submit_and_follow(&form.press("Approve with staff-meera")).await.path(), "/board");
    assert_eq!(answer_of(&desk, &other).await, (json!("confirmed"), json!(MEERA)));
}

#[test_on_both_engines]
async fn the_board_says_who_gets_a_request_and_why_not_who_was_asked_for() {
    let salon = open_friday().await;
    let (desk, mut browser) = desk_of(&salon).await;
    let (asha, tara) = (salon.customer("Asha").await, salon.customer("Tara").await);
    create_booking(&desk, &friday_haircut_for(&tara, "12:00", Some(MEERA))).await;
    ask(&asha, "12:00", "wishedStaffId", MEERA).await;
    let page = browser.visit(&format!("/board?at=branch-pune&day={FRIDAY}")).await;
    let card = page.texts_of("article.ask").join(" ");
    for part in ["asked for staff-meera", "staff-meera: busy till 12:45 pm", "Approve with stylist"] {
        assert!(card.contains(part), "{part} in {card}");
    }
}

#[test_on_both_engines]
async fn the_answer_holds_for_the_nearest_times_of_the_board() {
    let salon = live_friday().await;
    let (desk, mut browser) = desk_of(&salon).await;
    let (asha, tara) = (salon.customer("Asha").await, salon.customer("Tara").await);
    create_booking(&desk, &friday_haircut_for(&tara, "16:00", Some(STYLIST))).await;
    let id = ask(&asha, "12:00", "wishedStaffGender", "female").await;
    let page = browser.visit(&format!("/board?at=branch-pune&day={FRIDAY}&place={id}")).await;
    let form = page.form_with("bookingDate").with("startTime", "16:15").with("staffId", STYLIST);
    let asked = browser.submit(&form).await.expect_status(422);
    let taken = asked.form_with_button("Take this person anyway");
    let taken = browser.submit(&taken).await.expect_status(409);
    let nearest = taken.texts_of("button[name=nearest]");
    let form = taken.form_with("bookingDate").press(&nearest[0]);
    let page = browser.submit_and_follow(&form).await.expect_status(200);
    expect_texts(&page, &["The visit was moved."]);
    assert_eq!(answer_of(&desk, &id).await, (json!("pending"), json!(STYLIST)));
}

#[test_on_both_engines]
async fn where_only_others_are_free_nobody_is_proposed_against_the_wish() {
    let salon = open_friday().await;
    let (desk, mut browser) = desk_of(&salon).await;
    let (asha, tara) = (salon.customer("Asha").await, salon.customer("Tara").await);
    let id = ask(&asha, "12:00", "wishedStaffGender", "female").await;
    create_booking(&desk, &friday_haircut_for(&tara, "12:15", Some(MEERA))).await;
    let page = browser.visit("/requests?at=branch-pune").await;
    expect_texts(&page, &["Nobody whom they asked for is free then", "Offer 11:30 am, staff-meera", "stylist free"]);
    assert!(!page.has_text("Approve with stylist"), "{}", page.text());
    let board = browser.visit(&format!("/board?at=branch-pune&day={FRIDAY}")).await;
    assert!(!board.has_text("Approve Asha with stylist"), "{}", board.text());
    assert_eq!(answer_of(&desk, &id).await.0, "pending");
}

#[test_on_both_engines]
async fn the_desk_books_with_a_woman() {
    let salon = open_friday().await;
    let (desk, mut browser) = desk_of(&salon).await;
    let asha = salon.customer("Asha").await;
    let address = format!("/bookings/new?at=branch-pune&customer={}&s=service-cut&day={FRIDAY}", asha.id());
    let page = browser.visit(&address).await.expect_status(200);
    let form = page.form_with("staff").with("staff", "female").with("other", "13:00").press("Book Enter");
    let page = browser.submit_and_follow(&form).await;
    expect_texts(&page, &["Asked for a woman"]);
    let booked = list_own_bookings(&asha).await.remove(0);
    assert_eq!((&booked["wishedStaffGender"], &booked["status"]), (&json!("female"), &json!("confirmed")));
    assert_eq!(answer_of(&desk, booked["id"].as_str().unwrap()).await.1, json!(MEERA));
    // No woman does massages: what was chosen stays shown, and nobody else is taken silently.
    let massage = address.replace("service-cut", "service-massage");
    let page = browser.visit(&format!("{massage}&staff=female&other=13:00")).await;
    assert_eq!(page.form_with("staff").value("staff"), Some("female"), "{}", page.text());
    let offered = browser.visit(&format!("{massage}&other=13:00")).await.form_with("staff").options("staff");
    assert!(offered.iter().all(|(value, _)| value != "female"), "{offered:?}");
    // Of those who walk in, too.
    let page = browser.visit(&format!("{address}&walkin=1&staff=female")).await;
    browser.submit_and_follow(&page.form_with("staff").press("Start the walk-in Enter")).await;
    let booked = list_own_bookings(&asha).await;
    let walk_in = booked.iter().find(|booking| booking["isWalkin"] == true).expect("a walk-in");
    assert_eq!(answer_of(&desk, walk_in["id"].as_str().unwrap()).await, (json!("in_progress"), json!(MEERA)));
    let mut customer = Browser::at(&salon, AppKind::Customer);
    customer.sign_in_as(&asha);
    assert!(!customer.visit("/visits").await.has_text("You asked for"));
}
