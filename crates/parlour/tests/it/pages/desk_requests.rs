//! The requests that wait for an answer of the desk.

use parlour_domain::auth::app_kind::AppKind;
use parlour_domain::auth::role::Role;
use parlour_testkit::actions::availability::friday_haircut_for;
use parlour_testkit::actions::bookings::{
    approve_booking, create_booking, haircut_request_at, haircut_request_with, patch_booking, shown_booking,
    stored_booking,
};
use parlour_testkit::actions::people::receptionist;
use parlour_testkit::actions::visits::accept_time;
use parlour_testkit::browser::Page;
use parlour_testkit::checks::json::text_field;
use parlour_testkit::chromium::{ChromiumOptions, Visitor, screens_with_pages};
use parlour_testkit::fixtures::live_salon::FRIDAY;
use parlour_testkit::fixtures::small_salon::{GOA, STYLIST};
use parlour_testkit::{Engine, Person, TestSalon, run, test_on_both_engines};
use serde_json::{Value, json};

use super::desk_visit::{MEERA, act, desk_browser, live_friday, open_friday};
use super::visits::{browser_of, link_target, onboarded_customer};

const REQUESTS: &str = "/requests?at=branch-pune";

/// Somebody asks for a haircut of 45 minutes on Friday.
async fn ask(salon: &TestSalon, name: &str, time: &str) -> String {
    let customer = salon.customer(name).await;
    create_booking(&customer, &haircut_request_at(FRIDAY, time)).await
}

fn names(page: &Page) -> Vec<String> {
    page.texts_of("article h2")
}

/// The form of a request that posts to this act.
#[track_caller]
fn form_of(page: &Page, id: &str, button: &str) -> parlour_testkit::browser::Form {
    let key = |act: &str| format!("{act}-{id}");
    let found = page.forms().into_iter().find(|form| {
        let is_its = ["approve", "offer", "reject", "first"]
            .iter()
            .any(|act| form.value("key").is_some_and(|value| value.ends_with(&key(act))));
        is_its && (form.has_button(button) || form.has_button(&format!("{button} A")))
    });
    found.unwrap_or_else(|| panic!("no {button} for {id}: {}", page.text()))
}

async fn answer_of(desk: &Person, id: &str) -> (Value, Value) {
    let booking = stored_booking(desk, id).await;
    (booking["status"].clone(), booking["services"][0]["staffId"].clone())
}

#[test_on_both_engines]
async fn requests_of_today_come_first_by_their_start_with_their_age() {
    let salon = open_friday().await;
    let desk = receptionist(&salon).await;
    let mut browser = desk_browser(&salon, &desk);
    let page = browser.visit(REQUESTS).await.expect_status(200);
    assert!(page.has_text("All answered.") && page.has_text("No request is waiting"), "{}", page.text());

    let first = ask(&salon, "Asha", "12:00").await;
    salon.advance_seconds(34 * 60);
    ask(&salon, "Binu", "11:00").await;
    let elsewhere = haircut_request_with("branchId", GOA);
    create_booking(&salon.customer("Chitra").await, &elsewhere).await;
    // Of tomorrow, although it was asked for before.
    let last = create_booking(&salon.customer("Deepa").await, &haircut_request_at("2027-03-06", "10:00")).await;
    let page = browser.visit(REQUESTS).await;
    assert_eq!(names(&page), ["Binu", "Asha", "Deepa"]);
    let queue = browser.visit(&format!("/board?at=branch-pune&day={FRIDAY}")).await.texts_of("#q-requests article b");
    assert_eq!(queue, ["Binu", "Asha"], "in the same order beside the board");
    for part in [
        "3 requests are waiting, today's first",
        "Asked 34 min ago. Today, so please answer soon. Not declined by itself before it begins.",
        "Asked just now.",
        "First visit",
        "Today, 12:00 – 12:45 pm",
        "₹1,200",
        "staff-meera free",
    ] {
        assert!(page.has_text(part), "{part} in {}", page.text());
    }
    let label = &page.attributes_of("svg[role=img]", "aria-label")[0];
    assert!(label.contains("11:00 am: staff-meera free; stylist free"), "{label}");
    assert_eq!(
        link_target(&page, "Today, 12:00 – 12:45 pm"),
        format!("/bookings/{first}?back=%2Frequests%3Fat%3Dbranch-pune%23r-{last}")
    );
    assert_eq!(names(&browser.visit("/requests?at=branch-goa").await), ["Chitra"]);
    let staff = salon.member("Kavya", Role::Staff).await;
    assert_eq!(desk_browser(&salon, &staff).visit(REQUESTS).await.status, 403);
}

#[test_on_both_engines]
async fn a_request_is_approved_in_one_click_with_who_is_free() {
    let salon = live_friday().await;
    let (desk, tara) = (receptionist(&salon).await, salon.customer("Tara").await);
    create_booking(&desk, &friday_haircut_for(&tara, "12:30", Some(MEERA))).await;
    let id = ask(&salon, "Asha", "12:00").await;
    let mut browser = desk_browser(&salon, &desk);
    let page = browser.visit(REQUESTS).await;
    assert!(page.has_text("staff-meera busy till 1:15 pm"), "{}", page.text());
    assert_eq!(page.texts_of("a.chip").len(), 1, "who is taken cannot be chosen");
    let page = browser.submit_and_follow(&form_of(&page, &id, "Approve with stylist")).await;
    assert_eq!(page.path(), "/requests");
    assert!(page.has_text("The visit is confirmed, and the customer is told."), "{}", page.text());
    assert!(page.has_text("All answered."));
    assert_eq!(answer_of(&desk, &id).await, (json!("confirmed"), json!(STYLIST)));
}

#[test_on_both_engines]
async fn whom_the_customer_asked_for_is_proposed() {
    for salon in [open_friday().await, live_friday().await] {
        let desk = receptionist(&salon).await;
        let asha = onboarded_customer(&salon, "Asha").await;
        let wish = |time: &str| {
            let mut body = haircut_request_at(FRIDAY, time);
            body["staffId"] = STYLIST.into();
            body
        };
        let id = create_booking(&asha, &wish("12:00")).await;
        let page = browser_of(&salon, &asha).visit(&format!("/visits/{id}")).await;
        assert!(page.has_text("stylist, if free"), "{}", page.text());
        let mut browser = desk_browser(&salon, &desk);
        let board = browser.visit(&format!("/board?at=branch-pune&day={FRIDAY}")).await;
        assert!(board.has_text("Today, 12:00 pm, asked for stylist"), "{}", board.text());
        let sheet = browser.visit(&format!("/bookings/{id}")).await;
        assert!(sheet.has_text("stylist, free, asked for"), "{}", sheet.text());
        let page = browser.visit(REQUESTS).await;
        assert!(page.has_text("stylist free, asked for"), "{}", page.text());
        browser.submit_and_follow(&form_of(&page, &id, "Approve with stylist")).await;
        assert_eq!(answer_of(&desk, &id).await, (json!("confirmed"), json!(STYLIST)));

        // Who is busy then is not proposed, only named. A live branch does not take such a request.
        let second = salon.customer("Binu").await.post("/api/bookings", &wish("12:15")).await;
        if second.status == 201 {
            let id = text_field(&second.expect_created(), "id").to_owned();
            let page = browser.visit(REQUESTS).await;
            assert!(page.has_text("stylist busy till 12:45 pm, asked for"), "{}", page.text());
            form_of(&page, &id, "Approve with staff-meera");
        } else {
            second.expect_error(409, "BOOKING_SLOT_UNAVAILABLE");
        }
    }
}

#[test_on_both_engines]
async fn another_person_is_chosen_without_scripts() {
    let salon = open_friday().await;
    let desk = receptionist(&salon).await;
    let (other, id) = (ask(&salon, "Binu", "15:00").await, ask(&salon, "Asha", "12:00").await);
    let mut browser = desk_browser(&salon, &desk);
    let page = browser.visit(REQUESTS).await;
    form_of(&page, &id, "Approve with staff-meera");
    let choose = page.attributes_of(&format!("article#r-{id} a.chip"), "href");
    assert_eq!(choose.len(), 2);
    let page = browser.visit(&choose[1]).await;
    form_of(&page, &other, "Approve with staff-meera");
    browser.submit_and_follow(&form_of(&page, &id, "Approve with stylist")).await;
    assert_eq!(answer_of(&desk, &id).await, (json!("confirmed"), json!(STYLIST)));
    assert_eq!(answer_of(&desk, &other).await.0, json!("pending"));
}

#[test_on_both_engines]
async fn where_nobody_is_free_the_nearest_time_is_offered_in_one_click() {
    let salon = open_friday().await;
    let (desk, tara) = (receptionist(&salon).await, salon.customer("Tara").await);
    let id = ask(&salon, "Asha", "12:00").await;
    for staff in [STYLIST, MEERA] {
        create_booking(&desk, &friday_haircut_for(&tara, "12:15", Some(staff))).await;
    }
    let mut browser = desk_browser(&salon, &desk);
    let page = browser.visit(REQUESTS).await;
    for part in ["Nobody is free then", "Nearest: 11:00 am, 11:30 am, 1:00 pm", "staff-meera busy till 1 pm"] {
        assert!(page.has_text(part), "{part} in {}", page.text());
    }
    assert!(!page.has_text("Approve with") && page.has_text("Choose a person to approve it all the same."));
    let offer = "Offer 11:30 am, staff-meera";
    browser.submit_and_follow(&form_of(&page, &id, offer).press(offer)).await;
    let offered = stored_booking(&desk, &id).await["offeredTime"].clone();
    assert_eq!((&offered["startTime"], &offered["staffId"]), (&json!("11:30:00"), &json!(MEERA)));
}

#[test_on_both_engines]
async fn another_time_is_offered_in_two_clicks_and_the_customer_takes_it() {
    let salon = live_friday().await;
    let (desk, asha) = (receptionist(&salon).await, salon.customer("Asha").await);
    let id = create_booking(&asha, &haircut_request_at(FRIDAY, "12:00")).await;
    let mut browser = desk_browser(&salon, &desk);
    let page = browser.visit(REQUESTS).await;
    let form = page.forms().into_iter().find(|form| form.value("key").is_some_and(|key| key.contains("-offer-")));
    let form = form.expect("free times");
    let times: Vec<String> = form.options("slot").into_iter().map(|(value, _)| value).collect();
    assert!(!times.iter().any(|time| time.starts_with("12:00") || time.starts_with("10:00")), "{times:?}");
    let slot = times.iter().find(|time| time.starts_with("14:30")).expect("half past two").clone();
    let page = browser.submit_and_follow(&form.with("slot", &slot)).await;
    assert!(page.has_text("The other time is offered to the customer."), "{}", page.text());
    assert!(page.has_text("Offered Today, 2:30 pm with") && page.has_text("Other time offered"), "{}", page.text());
    accept_time(&asha, &id).await.expect_ok();
    let booking = stored_booking(&desk, &id).await;
    assert_eq!((&booking["status"], &booking["startTime"]), (&json!("confirmed"), &json!("14:30:00")));
    assert!(browser.visit(REQUESTS).await.has_text("All answered."));
}

#[test_on_both_engines]
async fn a_request_is_declined_with_a_reason_that_the_customer_reads() {
    let salon = open_friday().await;
    let (desk, asha) = (receptionist(&salon).await, salon.customer("Asha").await);
    let id = create_booking(&asha, &haircut_request_at(FRIDAY, "12:00")).await;
    let mut browser = desk_browser(&salon, &desk);
    let page = browser.visit(REQUESTS).await;
    let reason = "We are sorry, we are closed then.";
    let page = browser.submit_and_follow(&form_of(&page, &id, reason).press(reason)).await;
    assert!(page.has_text("The request is declined, and the customer is told why."), "{}", page.text());
    let shown = shown_booking(&asha, &id).await;
    assert_eq!((&shown["status"], &shown["rejectionReason"]), (&json!("rejected"), &json!(reason)));
}

#[test_on_both_engines]
async fn the_second_of_two_receptionists_reads_that_it_is_answered() {
    let salon = open_friday().await;
    let (ravi, divya) = (receptionist(&salon).await, salon.member("Divya", Role::Receptionist).await);
    let id = ask(&salon, "Asha", "12:00").await;
    let (mut first, mut second) = (desk_browser(&salon, &ravi), desk_browser(&salon, &divya));
    let (of_first, of_second) = (first.visit(REQUESTS).await, second.visit(REQUESTS).await);
    let approve = "Approve with staff-meera";
    first.submit_and_follow(&form_of(&of_first, &id, approve)).await;
    let page = second.submit(&form_of(&of_second, &id, approve)).await;
    assert_eq!((page.status.as_u16(), page.path()), (409, format!("/bookings/{id}/approve").as_str()));
    assert!(page.has_text("Somebody was faster: this visit is confirmed now."), "{}", page.text());
    assert_eq!(act(&page, "Arrived").value("back"), Some(REQUESTS), "and back to the requests");
    assert_eq!(answer_of(&ravi, &id).await.0, json!("confirmed"));
}

#[test_on_both_engines]
async fn what_was_declined_today_can_be_booked_again() {
    let salon = open_friday().await;
    let desk = receptionist(&salon).await;
    let mut browser = desk_browser(&salon, &desk);
    let page = browser.visit(REQUESTS).await;
    let page = browser.click_link(&page, "Declined today").await;
    assert!(page.has_text("Nothing was declined today."), "{}", page.text());
    let (first, second) = (ask(&salon, "Asha", "12:00").await, ask(&salon, "Binu", "15:00").await);
    let reject = async |id: &str, reason: &str| {
        let body = json!({ "action": "reject", "rejectionReason": reason });
        patch_booking(&desk, id, &body).await.expect_ok();
        salon.advance_seconds(60);
    };
    reject(&first, "We are closed then.").await;
    reject(&second, "Nobody is free.").await;

    let page = browser.visit("/requests/declined?at=branch-pune").await.expect_status(200);
    assert_eq!(page.texts_of("ul.rows li b a"), ["Binu", "Asha"], "the latest first");
    for text in ["Today, 12:00 – 12:45 pm, cut", "We are closed then.", "Declined at 9:30 am"] {
        assert!(page.has_text(text), "{text} in {}", page.text());
    }
    let asha = stored_booking(&desk, &first).await["customerId"].as_str().unwrap().to_owned();
    assert_eq!(
        link_target(&page, "Book again for Asha"),
        format!("/bookings/new?at=branch-pune&customer={asha}&service=service-cut")
    );
    assert!(link_target(&page, "Asha").starts_with(&format!("/bookings/{first}?back=")));
    assert!(browser.visit(&format!("/requests/declined?at={GOA}")).await.has_text("Nothing was declined today."));
    salon.advance_seconds(24 * 3_600);
    assert!(browser.visit("/requests/declined?at=branch-pune").await.has_text("Nothing was declined today."));
}

#[test_on_both_engines]
async fn many_requests_have_pages() {
    let salon = open_friday().await;
    let desk = receptionist(&salon).await;
    // Asked for the other way round.
    let mut ids = Vec::new();
    for number in (0..12).rev() {
        let time = format!("{}:{:02}", 11 + number / 6, number % 6 * 10);
        ids.insert(0, ask(&salon, &format!("Customer{number:02}"), &time).await);
    }
    let mut browser = desk_browser(&salon, &desk);
    let page = browser.visit(REQUESTS).await;
    assert_eq!((names(&page).len(), names(&page)[0].as_str()), (10, "Customer00"));
    let page = browser.click_link(&page, "Later requests").await;
    assert_eq!(names(&page), ["Customer10", "Customer11"]);
    let page = browser.click_link(&page, "First requests again").await;
    assert_eq!(page.texts_of("article").len(), 10);
    // Whoever has answered one goes on with the next.
    let answer = browser.submit(&form_of(&page, &ids[4], "Approve with staff-meera")).await;
    let target = answer.redirect_target().expect("back to the requests");
    assert_eq!((target.path(), target.fragment()), ("/requests", Some(format!("r-{}", ids[5]).as_str())));
}

#[test]
fn requests_are_answered_by_keys_and_are_without_fault_on_all_screens() {
    run(Engine::Sqlite, || async {
        let salon = live_friday().await;
        let desk = receptionist(&salon).await;
        let asha = onboarded_customer(&salon, "Asha").await;
        let contact = json!({ "pinnedNote": "Allergic to ammonia" });
        desk.patch(&format!("/api/customers/{}/contact", asha.id()), &contact).await.expect_ok();
        create_booking(&desk, &friday_haircut_for(&asha, "16:00", Some(MEERA))).await;
        create_booking(&desk, &friday_haircut_for(&asha, "11:00", Some(STYLIST))).await;
        let first = create_booking(&asha, &haircut_request_at(FRIDAY, "12:00")).await;
        salon.advance_seconds(60);
        let second = ask(&salon, "Binu", "14:00").await;
        let screens =
            [ChromiumOptions::phone().width(320), ChromiumOptions::desktop().dark(), ChromiumOptions::desktop()];
        for (options, paths) in screens_with_pages(&screens, &[REQUESTS, "/requests/declined"]) {
            let visitor = Visitor::start(&salon, AppKind::Admin, options).await;
            visitor.sign_in_as(&desk).await;
            for path in paths {
                visitor.open(path).await;
                visitor.execute("for (const act of document.querySelectorAll('.act')) act.open = true", &[]).await;
                visitor.check_page().await;
            }
        }
        let visitor = Visitor::start(&salon, AppKind::Admin, ChromiumOptions::desktop()).await;
        visitor.sign_in_as(&desk).await;
        visitor.open(REQUESTS).await;
        // A new one appears, and one that somebody else has answered goes.
        let third = ask(&salon, "Chitra", "17:00").await;
        visitor.wait_for(&format!("#r-{third}")).await;
        approve_booking(&desk, &second, STYLIST).await.expect_ok();
        visitor.wait_until_gone(&format!("#r-{second}")).await;
        visitor.wait_for_text("2 requests are waiting").await;
        // Next, next, the second person, approve.
        visitor.press("j").await;
        visitor.press("j").await;
        visitor.press("2").await;
        visitor.wait_for(&format!("#r-{third} .chip[aria-current]:nth-of-type(2)")).await;
        visitor.press("a").await;
        visitor.wait_until_gone(&format!("#r-{third}")).await;
        visitor.wait_for_text("The visit is confirmed").await;
        assert_eq!(answer_of(&desk, &third).await.0, json!("confirmed"));
        // The first one: decline by key, the first reason.
        visitor.press("r").await;
        visitor.press("Enter").await;
        visitor.wait_for_text("All answered.").await;
        assert_eq!(answer_of(&desk, &first).await.0, json!("rejected"));
    });
}
