//! An open branch sells no time past closing on its pages, and says on which days nobody is in.

use parlour_domain::auth::app_kind::AppKind;
use parlour_domain::auth::role::Role;
use parlour_testkit::actions::bookings::{
    approve_booking, create_booking, haircut_request_at, list_own_bookings, shown_booking, stored_booking,
};
use parlour_testkit::actions::counter::patch_branch_as_owner;
use parlour_testkit::actions::people::receptionist;
use parlour_testkit::browser::{Browser, Page};
use parlour_testkit::fixtures::live_salon::{FRIDAY, set_availability_mode};
use parlour_testkit::fixtures::small_salon::{PUNE, STYLIST, set_opening_hours};
use parlour_testkit::test_on_both_engines;
use serde_json::json;

use super::desk_visit::{MEERA, act, desk_browser, open_friday};
use super::visits::{browser_of, onboarded_customer};

fn slots(page: &Page) -> Vec<String> {
    page.attributes_of("button.slot", "value")
}

fn days(page: &Page) -> Vec<String> {
    page.texts_of("nav.days a")
}

#[track_caller]
fn expect_texts(page: &Page, texts: &[&str]) {
    for text in texts {
        assert!(page.has_text(text), "{text} in {}", page.text());
    }
}

#[test_on_both_engines]
async fn a_visit_that_ends_after_closing_is_not_sold() {
    let salon = open_friday().await;
    set_opening_hours(&salon, "10:00", "12:00").await;
    let asha = onboarded_customer(&salon, "Asha").await;
    let mut browser = browser_of(&salon, &asha);
    let page = browser.visit(&format!("/book/time?at={PUNE}&s=cut&day=2027-03-06")).await.expect_status(200);
    assert_eq!(slots(&page), ["10:00", "10:30", "11:00"]);
    assert_eq!(days(&page)[1], "Sat 6 Mar 3 free");
    // Nor by an address that somebody types.
    let review = |time: &str| format!("/book/review?at={PUNE}&s=cut&day=2027-03-06&time={time}");
    let page = browser.visit(&review("11:30")).await;
    assert_eq!(page.path(), "/book/time");
    expect_texts(&page, &["That time is not possible any more."]);
    assert_eq!(browser.visit(&review("11:15")).await.path(), "/book/review");

    // The API takes what it always took; the visit is not moved to such a time.
    let id = create_booking(&asha, &haircut_request_at(FRIDAY, "11:30")).await;
    let page = browser.visit(&format!("/visits/{id}/move?day=2027-03-06")).await;
    assert_eq!(page.attributes_of("label.slot input", "value"), ["10:00", "10:30", "11:00"]);
    let form = page.form_with("time").with("time", "11:00").forge("time", "11:30");
    let page = browser.submit(&form).await;
    assert_eq!(page.status, 422);
    expect_texts(&page, &["That time is not possible any more. Please choose another."]);
    assert_eq!(shown_booking(&asha, &id).await["bookingDate"], FRIDAY);

    // At a live branch the roster decides.
    set_availability_mode(&salon, PUNE, "live").await;
    let manager = salon.member("Mira", Role::Manager).await;
    let week: Vec<_> =
        (1..=7).map(|weekday| json!({ "weekday": weekday, "startTime": "10:00", "endTime": "14:00" })).collect();
    let shifts = json!({ "shifts": week }).to_string();
    manager.send(axum::http::Method::PUT, &format!("/api/schedule/{STYLIST}"), shifts).await.expect_ok();
    let page = browser.visit(&format!("/book/time?at={PUNE}&s=cut&day=2027-03-06")).await;
    assert_eq!(slots(&page), ["10:00", "10:30", "11:00", "11:30"]);
}

#[test_on_both_engines]
async fn a_day_without_anyone_of_the_type_says_so() {
    let salon = open_friday().await;
    let manager = salon.member("Mira", Role::Manager).await;
    let put_week = async |staff: &str, weekdays: &[i64]| {
        let shift = |weekday: &i64| json!({ "weekday": weekday, "startTime": "10:00", "endTime": "19:00" });
        let shifts: Vec<_> = weekdays.iter().map(shift).collect();
        let body = json!({ "shifts": shifts }).to_string();
        manager.send(axum::http::Method::PUT, &format!("/api/schedule/{staff}"), body).await.expect_ok();
    };
    let mut browser = Browser::at(&salon, AppKind::Customer);
    let of_saturday = |with: &str| format!("/book/time?at={PUNE}&s=cut&day=2027-03-06{with}");
    put_week(MEERA, &[1, 2, 3, 4, 5]).await;
    let page = browser.visit(&of_saturday("")).await;
    assert_eq!(days(&page)[1], "Sat 6 Mar 21 free", "the stylist has no roster, and may be in on any day");
    let page = browser.visit(&of_saturday("&with=female")).await;
    assert_eq!(days(&page)[1], "Sat 6 Mar Nobody in");
    expect_texts(&page, &["No woman who does this works on Sat 6 Mar. Nearest: Mon 8 Mar, 10:00 am"]);
    let page = browser.visit(&of_saturday(&format!("&with={MEERA}"))).await;
    expect_texts(&page, &["staff-meera does not work on Sat 6 Mar."]);
    // Who is asked for is in until seven; somebody else may be in until we close.
    let of_monday = |with: &str| format!("/book/time?at={PUNE}&s=cut&day=2027-03-08{with}");
    for with in ["&with=female".to_owned(), format!("&with={MEERA}")] {
        let page = browser.visit(&of_monday(&with)).await;
        assert_eq!(days(&page)[3], "Mon 8 Mar 17 free", "{with}");
        assert_eq!(slots(&page).last().map(String::as_str), Some("18:00"), "{with}");
    }
    assert_eq!(slots(&browser.visit(&of_monday("")).await).last().map(String::as_str), Some("20:00"));

    put_week(STYLIST, &[1, 2, 3]).await;
    let page = browser.visit(&of_saturday("")).await;
    assert_eq!(days(&page)[..3], ["Fri 5 Mar 21 free", "Sat 6 Mar Nobody in", "Sun 7 Mar Nobody in"]);
    expect_texts(&page, &["Nobody who does this works on Sat 6 Mar. Nearest: Mon 8 Mar, 10:00 am"]);
    browser.check_page(&page).await;
    // A visit with a wish is not moved there either.
    let asha = onboarded_customer(&salon, "Asha").await;
    browser.sign_in_as(&asha);
    let mut body = haircut_request_at("2027-03-08", "12:00");
    body["wishedStaffId"] = STYLIST.into();
    let id = create_booking(&asha, &body).await;
    let page = browser.visit(&format!("/visits/{id}/move?day=2027-03-11")).await;
    expect_texts(&page, &["stylist does not work on Thu 11 Mar."]);
    // The move begins on the visit's own day, or on the next with a time.
    let page = browser.visit(&format!("/visits/{id}/move")).await;
    assert_eq!(page.form_with("time").value("day"), Some("2027-03-08"));
    let times = page.attributes_of("label.slot input", "value");
    assert_eq!((times.len(), times.last().map(String::as_str)), (16, Some("18:00")));
}

#[test_on_both_engines]
async fn the_desk_is_warned_and_may_go_on() {
    let salon = open_friday().await;
    set_opening_hours(&salon, "10:00", "12:00").await;
    let (desk, asha) = (receptionist(&salon).await, salon.customer("Asha").await);
    let mut browser = desk_browser(&salon, &desk);
    let warning = "It ends at 12:15 pm, after we close at 12:00 pm.";
    let address = format!("/bookings/new?at=branch-pune&customer={}&s=service-cut&day={FRIDAY}", asha.id());
    let page = browser.visit(&address).await.expect_status(200);
    let starts: Vec<String> = page.form_with("staff").options("time").into_iter().map(|(value, _)| value).collect();
    assert_eq!(starts, ["10:00", "10:30", "11:00"]);
    assert!(!page.has_text("after we close"), "{}", page.text());
    let page = browser.visit(&format!("{address}&other=11:30&staff={MEERA}")).await;
    expect_texts(&page, &[warning, "It can be booked all the same."]);
    let asked = browser.submit(&page.form_with("staff").press("Book Enter")).await.expect_status(409);
    expect_texts(&asked, &[warning, "Book the visit of Asha anyway? It would be: today, 11:30 am, with staff-meera."]);
    assert!(list_own_bookings(&asha).await.is_empty(), "nothing is booked before the answer");
    let page = browser.submit_and_follow(&asked.form_with_button("Book anyway")).await;
    expect_texts(&page, &[warning, "The visit is booked. Asha: Today, 11:30 am, with staff-meera."]);
    let booked = list_own_bookings(&asha).await.remove(0);
    assert_eq!((&booked["startTime"], &booked["status"]), (&json!("11:30:00"), &json!("confirmed")));

    // A full day counts only what ends by closing.
    let page = browser.visit(&format!("{address}&day=2027-03-07")).await;
    assert!(!page.has_text("4 free"), "{}", page.text());

    let tara = salon.customer("Tara").await;
    let id = create_booking(&tara, &haircut_request_at(FRIDAY, "11:30")).await;
    expect_texts(&browser.visit("/requests?at=branch-pune").await, &[warning]);
    expect_texts(&browser.visit(&format!("/bookings/{id}")).await, &[warning]);
    approve_booking(&desk, &id, STYLIST).await.expect_ok();
    let page = browser.visit(&format!("/bookings/{id}")).await;
    let form = act(&page, "Move the visit").with("startTime", "11:00");
    let page = browser.submit_and_follow(&form).await;
    assert!(!page.has_text("after we close"), "{}", page.text());
    assert_eq!(stored_booking(&desk, &id).await["startTime"], "11:00:00");
    // Past closing it is moved after one more question.
    let asked = browser.submit(&act(&page, "Move the visit").with("startTime", "11:30")).await;
    expect_texts(&asked, &[warning]);
    assert_eq!(stored_booking(&desk, &id).await["startTime"], "11:00:00");
    browser.submit_and_follow(&asked.form_with_button("Move anyway")).await;
    assert_eq!(stored_booking(&desk, &id).await["startTime"], "11:30:00");
}

#[test_on_both_engines]
async fn the_desk_is_told_of_a_weekday_without_opening_hours() {
    let salon = open_friday().await;
    let open = json!({ "opensAt": "10:00", "closesAt": "21:00" });
    patch_branch_as_owner(&salon, PUNE, &json!({ "hours": [open, open, open, open, open, null, open] })).await;
    let (desk, asha) = (receptionist(&salon).await, salon.customer("Asha").await);
    let mut browser = desk_browser(&salon, &desk);
    let told = "We are closed on that day of the week.";
    let address = format!("/bookings/new?at={PUNE}&customer={}&s=service-cut&other=11:30&staff={MEERA}", asha.id());
    let page = browser.visit(&format!("{address}&day={FRIDAY}")).await.expect_status(200);
    assert!(!page.has_text(told), "{}", page.text());
    let page = browser.visit(&format!("{address}&day=2027-03-06")).await.expect_status(200);
    expect_texts(&page, &[told, "It can be booked all the same."]);

    // A visit is moved there after one more question.
    let id = create_booking(&asha, &haircut_request_at(FRIDAY, "11:30")).await;
    approve_booking(&desk, &id, STYLIST).await.expect_ok();
    let page = browser.visit(&format!("/bookings/{id}")).await;
    assert!(!page.has_text(told), "{}", page.text());
    let asked =
        browser.submit(&act(&page, "Move the visit").with("bookingDate", "2027-03-06")).await.expect_status(409);
    expect_texts(&asked, &[told]);
    assert_eq!(stored_booking(&desk, &id).await["bookingDate"], FRIDAY);
    let page = browser.submit_and_follow(&asked.form_with_button("Move anyway")).await;
    expect_texts(&page, &[told]);
    assert_eq!(stored_booking(&desk, &id).await["bookingDate"], "2027-03-06");
}
