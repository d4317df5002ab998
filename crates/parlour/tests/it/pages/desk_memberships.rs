//! Memberships: pages of the desk.

use parlour_domain::auth::app_kind::AppKind;
use parlour_domain::auth::role::Role;
use parlour_testkit::actions::counter::patch_branch_as_owner;
use parlour_testkit::actions::memberships::{
    create_membership, list_memberships, massage_session, membership_detail, membership_row_counts, record_session,
    ten_hour_sale,
};
use parlour_testkit::actions::people::{manager, receptionist};
use parlour_testkit::browser::{Browser, Page};
use parlour_testkit::checks::database::update_rows;
use parlour_testkit::checks::json::text_field;
use parlour_testkit::chromium::{ChromiumOptions, Visitor, screens_with_pages};
use parlour_testkit::fixtures::small_salon::{GOA, PUNE, THERAPIST};
use parlour_testkit::fixtures::spa_salon::insert_membership_tiers;
use parlour_testkit::{Engine, Person, TestSalon, run, test_on_both_engines};
use serde_json::{Value, json};

use super::desk_checkout::{read_code, scanned};
use super::visits::{link_target, listening_salon, onboarded_customer};

async fn spa() -> (TestSalon, Person, Person) {
    let salon = insert_membership_tiers(listening_salon().await).await;
    let desk = receptionist(&salon).await;
    let asha = onboarded_customer(&salon, "Asha").await;
    salon.leaves_due_jobs("nobody reads the invoices");
    (salon, desk, asha)
}

fn desk_browser(salon: &TestSalon, person: &Person) -> Browser {
    let mut browser = Browser::at(salon, AppKind::Admin);
    browser.sign_in_as(person);
    browser
}

#[track_caller]
fn assert_says(page: &Page, parts: &[&str]) {
    for part in parts {
        assert!(page.has_text(part), "{part} in {}", page.text());
    }
}

async fn invoice(desk: &Person, id: &Value) -> Value {
    desk.get(&format!("/api/billing/invoices/{}", id.as_str().unwrap())).await.expect_ok()
}

#[test_on_both_engines]
async fn a_membership_is_found_sold_used_and_shown() {
    let (salon, desk, asha) = spa().await;
    let mut browser = desk_browser(&salon, &desk);
    let page = browser.visit("/memberships").await;
    assert_says(&page, &["Memberships", "No memberships here."]);
    let page = browser.click_link(&page, "Sell").await;
    let page = browser.submit_and_follow(&page.form_with_button("Find").with("q", "nobody at all")).await;
    assert!(page.has_text("Nobody is called “nobody at all”."), "{}", page.text());
    let page = browser.submit_and_follow(&page.form_with_button("Find").with("q", "98450 12345")).await;
    let page = browser.click_link(&page, "Asha +91 98450 12345").await;
    let form = page.form_with("hours");
    assert_eq!(
        ["hours", "price", "validityDays", "startDate"].map(|name| form.value(name).unwrap()),
        ["10", "18000", "180", "2027-03-01"]
    );
    let page = browser.submit_and_follow(&form).await.expect_status(422);
    assert_says(&page, &["Paid by is required unless the price is 0"]);
    let form = page.form_with("hours").with("paymentMethod", "upi").with("reference", "UPI-77").with("price", "17,500");
    let page = browser.submit_and_follow(&form).await;
    assert_says(&page, &["The membership is sold and the invoice is written.", "10 h left", "GOLD", "₹17,500", "Asha"]);
    assert!(page.has_text("27 Aug 2027"), "{}", page.text());

    let sold = &list_memberships(&desk, "").await[0];
    assert_eq!((&sold["customerId"], &sold["totalHoursMinutes"]), (&json!(asha.id().as_str()), &json!(600)));
    assert_eq!(link_target(&page, "Open it"), format!("/invoices/{}", sold["invoiceId"].as_str().unwrap()));
    let paid = invoice(&desk, &sold["invoiceId"]).await;
    let paid = paid.get("invoice").unwrap_or(&paid);
    assert_eq!(paid["payments"], json!([{ "method": "upi", "amountPaise": 1_750_000, "reference": "UPI-77" }]));

    let session = page.form_with("service0").with("service0", "service-massage").with("staff0", THERAPIST);
    let page = browser.submit_and_follow(&session).await;
    assert_says(&page, &["The session is recorded.", "9 h left", "1 h of 10 h used", "massage with therapist, 1 h"]);
    let two = page.form_with("service0").with("service0", "service-massage").with("staff0", THERAPIST);
    let two = two.with("minutes0", "90").with("service1", "service-steam").with("staff1", THERAPIST);
    let page = browser.submit_and_follow(&two).await;
    assert_says(&page, &["7 h 10 min left", "steam with therapist, 20 min", "massage with therapist, 1 h 30 min"]);
    assert_eq!(page.attributes_of("progress", "value"), ["430"]);
    let page = browser.visit("/memberships").await;
    assert_says(&page, &[sold["membershipNumber"].as_str().unwrap(), "7 h 10 min of 10 h", "Active"]);
}

#[test_on_both_engines]
async fn where_the_terms_are_the_tiers_a_receptionist_sees_them_and_types_none() {
    let (salon, desk, asha) = spa().await;
    let boss = manager(&salon).await;
    patch_branch_as_owner(&salon, PUNE, &json!({ "deskMembershipTerms": "tier" })).await;
    let path = format!("/memberships/sell?customer={}&tier=silver", asha.id());
    let mut browser = desk_browser(&salon, &desk);
    let page = browser.visit(&path).await;
    assert_says(&page, &["10 h", "₹18,000", "180 days", "These are the terms of the tier."]);
    let form = page.form_with("price").with("paymentMethod", "cash");
    assert_eq!(page.attributes_of("input[name=price]", "type"), ["hidden"]);
    let page = browser.submit_and_follow(&form.clone().forge("price", "1")).await.expect_status(422);
    assert_says(&page, &["Here a receptionist sells a membership on the terms of its tier."]);
    assert_eq!(page.form_with("price").value("price").unwrap(), "18000", "the page shows the terms again");
    let page = browser.submit_and_follow(&form).await;
    assert_says(&page, &["The membership is sold", "A session takes the minutes of its services."]);
    let session = page.form_with("service0").with("service0", "service-massage").with("staff0", THERAPIST);
    assert!(!session.has("minutes0"), "there are no minutes to type");
    let short = session.clone().forge("minutes0", "5");
    let page = browser.submit_and_follow(&short).await.expect_status(422);
    assert_says(&page, &["Here a receptionist records at least the minutes that a service takes."]);
    let page = browser.submit_and_follow(&session).await;
    assert_says(&page, &["The session is recorded.", "9 h left"]);

    let mut browser = desk_browser(&salon, &boss);
    let id = text_field(&list_memberships(&desk, "").await[0], "id").to_owned();
    assert!(browser.visit(&format!("/memberships/{id}")).await.form_with("service0").has("minutes0"));
    let tara = onboarded_customer(&salon, "Tara").await;
    let path = format!("/memberships/sell?customer={}&tier=silver", tara.id());
    let agreed = browser.visit(&path).await.form_with("price").with("price", "17000").with("paymentMethod", "cash");
    assert_says(&browser.submit_and_follow(&agreed).await, &["The membership is sold", "₹17,000"]);
    // Back, and sent with somebody else: once more only from the page that says so.
    let binu = onboarded_customer(&salon, "Binu").await;
    let kept = agreed.forge("customerId", binu.id().as_str());
    let page = browser.submit_and_follow(&kept).await.expect_status(422);
    assert_says(&page, &["This form was sent already."]);
    assert_eq!(list_memberships(&desk, "").await.len(), 2);
    assert_says(&browser.submit_and_follow(&page.form_with("price")).await, &["The membership is sold"]);
}

#[test_on_both_engines]
async fn a_price_is_paid_in_parts_that_add_up() {
    let (salon, desk, asha) = spa().await;
    let mut browser = desk_browser(&salon, &desk);
    let path = format!("/memberships/sell?customer={}&tier=silver", asha.id());
    let form = browser.visit(&path).await.form_with("hours").with("hours", "2.5").with("price", "5000");
    let before = membership_row_counts(&salon).await;
    let wrong = form.clone().with("payCash", "2000").with("payUpi", "2000");
    let page = browser.submit_and_follow(&wrong).await.expect_status(422);
    assert_says(&page, &["The parts must add up to ₹5,000"]);
    for (field, typed) in [("hours", "soon"), ("price", "-1"), ("validityDays", "0"), ("startDate", "")] {
        let wrong = form.clone().with("paymentMethod", "cash").with(field, typed);
        let page = browser.submit_and_follow(&wrong).await.expect_status(422);
        assert!(page.field_error(field).is_some(), "{field} in {}", page.text());
    }
    assert_eq!(membership_row_counts(&salon).await, before);
    let form = page.form_with("hours").with("payCash", "1500").with("payUpi", "3500").with("reference", "UPI-9");
    let page = browser.submit_and_follow(&form).await.expect_status(422);
    let short = "A UPI reference has at least 6 characters. Leave it blank if there is none.";
    assert!(page.field_error("reference").is_some_and(|error| error.starts_with(short)), "{}", page.text());
    let form = form.with("reference", "UPI-99");
    let _ = browser.submit_and_follow(&form).await.expect_status(200);
    let sold = &list_memberships(&desk, "").await[0];
    assert_eq!((&sold["tierId"], &sold["totalHoursMinutes"]), (&json!("silver"), &json!(150)));
    let paid = invoice(&desk, &sold["invoiceId"]).await;
    let paid = paid.get("invoice").unwrap_or(&paid);
    let parts = json!([
        { "method": "cash", "amountPaise": 150_000, "reference": null },
        { "method": "upi", "amountPaise": 350_000, "reference": "UPI-99" },
    ]);
    assert_eq!(paid["payments"], parts);
}

/// What the code on the page asks for: account, amount and purpose.
fn scanned_amount(page: &Page) -> String {
    let uri = scanned(page);
    let (account, rest) = uri.split_once("&am=").expect("an amount");
    assert!(account.starts_with("upi://pay?pa=salon.pune@okbank&pn=") && rest.contains("&cu=INR&tn=M-"), "{uri}");
    rest.split('&').next().unwrap().to_owned()
}

#[test_on_both_engines]
async fn a_membership_is_paid_by_scanning_a_code() {
    let (salon, desk, asha) = spa().await;
    let mut browser = desk_browser(&salon, &desk);
    let path = format!("/memberships/sell?customer={}", asha.id());
    let page = browser.visit(&path).await;
    assert_says(&page, &["This branch has no UPI account yet, so there is no code to scan."]);
    update_rows(&salon, PUNE, "update branches set upi_id = 'salon.pune@okbank' where id = $1").await;
    let page = browser.visit(&path).await;
    assert_eq!(scanned_amount(&page), "18000.00");
    let another = browser.visit(&path).await;
    assert_ne!(scanned(&page), scanned(&another), "every sale has its own reference");

    let form = page.form_with("hours").with("price", "17,500.50").with("paymentMethod", "upi");
    let page = browser.submit(&form.press("Work out")).await.expect_status(200);
    assert_eq!(scanned_amount(&page), "17500.50");
    let form = page.form_with("hours");
    assert_eq!((form.value("price"), form.value("paymentMethod")), (Some("17,500.50"), Some("upi")));
    let page = browser.submit(&form.with("payCash", "7500.50").with("payUpi", "10000").press("Work out")).await;
    assert_eq!(scanned_amount(&page), "10000.00", "only its part");
    let page = browser.submit(&page.form_with("hours").with("payUpi", "").press("Work out")).await;
    assert!(page.attributes_of(".qr path", "d").is_empty(), "nothing is paid by UPI");
    assert_eq!(list_memberships(&desk, "").await.len(), 0);
    let again = browser.visit("/memberships/sell/quote").await;
    assert_eq!(again.path(), "/memberships/sell");
}

#[test_on_both_engines]
async fn a_session_says_what_is_left_after_it() {
    let (salon, desk, asha) = spa().await;
    let id = create_membership(&desk, &ten_hour_sale(&asha)).await;
    let mut browser = desk_browser(&salon, &desk);
    let page = browser.visit(&format!("/memberships/{id}")).await;
    let form = page.form_with("service0").with("service0", "service-massage").with("staff0", THERAPIST);
    let page = browser.submit(&form.press("Work out")).await.expect_status(200);
    assert_says(&page, &["9 h left after this session"]);
    let form = page.form_with("service0").with("minutes0", "90").with("service1", "service-steam");
    let page = browser.submit(&form.press("Work out")).await;
    assert_says(&page, &["8 h 10 min left after this session"]);
    let page = browser.submit(&page.form_with("service0").with("minutes0", "600").press("Work out")).await;
    assert_says(&page, &["20 min more than is left"]);
    let form = page.form_with("service0");
    assert_eq!((form.value("service1"), form.value("minutes0")), (Some("service-steam"), Some("600")));
    assert_eq!(membership_detail(&desk, &id).await["usedHoursMinutes"], 0, "nothing is recorded");
}

#[test_on_both_engines]
async fn who_has_a_membership_is_led_to_it() {
    let (salon, desk, asha) = spa().await;
    let mut browser = desk_browser(&salon, &desk);
    let path = format!("/memberships/sell?customer={}", asha.id());
    let form = browser.visit(&path).await.form_with("hours").with("paymentMethod", "cash");
    // Meanwhile another desk sells one.
    let id = create_membership(&desk, &ten_hour_sale(&asha)).await;
    let number = membership_detail(&desk, &id).await["membershipNumber"].as_str().unwrap().to_owned();
    let page = browser.submit_and_follow(&form).await.expect_status(409);
    assert_says(&page, &["already has an active membership", &format!("Asha has the active membership {number}")]);
    assert_eq!(link_target(&page, "Open it"), format!("/memberships/{id}"));
    let page = browser.visit(&path).await;
    assert!(page.has_text(&number) && page.forms().iter().all(|form| !form.has("hours")), "{}", page.text());
    let forged = form.forge("customerId", "nobody");
    let page = browser.submit_and_follow(&forged).await.expect_status(422);
    assert!(page.has_text("Customer"), "{}", page.text());
    assert_eq!(list_memberships(&desk, "").await.len(), 1);
}

#[test_on_both_engines]
async fn more_minutes_than_are_left_are_refused() {
    let (salon, desk, asha) = spa().await;
    let id = create_membership(&desk, &ten_hour_sale(&asha)).await;
    record_session(&desk, &id, &massage_session(570)).await.expect_created();
    let mut browser = desk_browser(&salon, &desk);
    let path = format!("/memberships/{id}");
    let page = browser.visit(&path).await;
    assert!(page.has_text("30 min can be used.") && page.attributes_of("progress.warn", "value") == ["30"]);
    let before = membership_row_counts(&salon).await;
    let form = page.form_with("service0").with("service0", "service-massage").with("staff0", THERAPIST);
    let page = browser.submit_and_follow(&form.clone().with("minutes0", "31")).await.expect_status(409);
    assert_says(&page, &["That is more than is left: 30 min."]);
    let again = page.form_with("service0");
    assert_eq!((again.value("service0"), again.value("minutes0")), (Some("service-massage"), Some("31")));
    let page = browser.submit_and_follow(&form.clone().with("bookingDate", "2027-03-02")).await.expect_status(422);
    assert!(page.field_error("bookingDate").unwrap().contains("must not be in the future"), "{}", page.text());
    let page = browser.submit_and_follow(&form.clone().without("staff0")).await.expect_status(422);
    assert!(page.field_error("staff0").is_some(), "{}", page.text());
    let early = form.clone().with("minutes0", "20").with("bookingDate", "2027-02-27");
    let page = browser.submit_and_follow(&early).await.expect_status(422);
    assert_says(&page, &["This membership had not begun on that day."]);
    let page = browser.submit_and_follow(&form.clone().forge("staff0", "somebody")).await.expect_status(422);
    assert!(page.field_error("staff0").is_some(), "{}", page.text());
    assert_eq!(membership_row_counts(&salon).await, before);
    let last = form.with("minutes0", "30");
    let _ = browser.submit_and_follow(&last).await.expect_status(200);
    let page = browser.submit_and_follow(&last).await;
    assert!(page.has_text("0 min left"), "twice is once: {}", page.text());
    // In Goa nobody does spa services.
    let page = browser.visit(&format!("{path}?at={GOA}")).await;
    assert!(page.has_text("Nobody at this branch does spa services."), "{}", page.text());
    browser.visit(&format!("{path}?at={PUNE}")).await;
}

#[test_on_both_engines]
async fn a_reversed_session_gives_its_minutes_back() {
    let (salon, desk, asha) = spa().await;
    let boss = manager(&salon).await;
    let id = create_membership(&desk, &ten_hour_sale(&asha)).await;
    let session = record_session(&desk, &id, &massage_session(90)).await.expect_created()["booking"]["id"].clone();
    let path = format!("/memberships/{id}");
    let page = desk_browser(&salon, &desk).visit(&path).await;
    assert!(!page.has_text("Reverse") && page.has_text("8 h 30 min left"), "{}", page.text());
    let mut browser = desk_browser(&salon, &boss);
    let form = browser.visit(&path).await.form_with_button("Reverse the session");
    let page = browser.submit_and_follow(&form.clone().with("reason", " ")).await.expect_status(422);
    assert_says(&page, &["Why is it reversed?"]);
    let mut stranger = desk_browser(&salon, &desk);
    let _ = stranger.submit(&form.clone().with("reason", "Mine")).await.expect_status(403);
    assert_eq!(membership_detail(&desk, &id).await["usedHoursMinutes"], 90);
    let page = browser.submit_and_follow(&form.clone().with("reason", "Wrong person")).await;
    assert_says(&page, &["The session is reversed", "10 h left", "No sessions yet."]);
    let booking = desk.get(&format!("/api/bookings/{}", session.as_str().unwrap())).await.expect_ok();
    assert_eq!(booking["booking"]["status"], "cancelled");
    // Somebody else's page still shows it.
    let second = form.with("reason", "Wrong person, again");
    let _ = browser.submit_and_follow(&second).await.expect_status(409);
    assert_eq!(membership_detail(&desk, &id).await["usedHoursMinutes"], 0);
}

#[test_on_both_engines]
async fn only_managers_cancel_a_membership() {
    let (salon, desk, asha) = spa().await;
    let boss = manager(&salon).await;
    let id = create_membership(&desk, &ten_hour_sale(&asha)).await;
    let path = format!("/memberships/{id}");
    assert!(!desk_browser(&salon, &desk).visit(&path).await.has_text("Cancel the membership"));
    let mut browser = desk_browser(&salon, &boss);
    let form = browser.visit(&path).await.form_with_button("Cancel it");
    let page = browser.submit_and_follow(&form.clone()).await.expect_status(422);
    assert_says(&page, &["Why is it cancelled?"]);
    let given = form.with("reason", "Moved away");
    let _ = desk_browser(&salon, &desk).submit(&given).await.expect_status(403);
    assert_eq!(membership_detail(&desk, &id).await["status"], "active");
    let page = browser.submit_and_follow(&given).await;
    assert_says(&page, &["The membership is cancelled.", "Cancelled", "Moved away"]);
    assert!(page.forms().iter().all(|form| !form.has("service0")), "nothing can be taken from it");
    assert_eq!(membership_detail(&desk, &id).await["status"], "cancelled");
    let late = given.with("reason", "Moved away, again");
    let _ = browser.submit_and_follow(&late).await.expect_status(409);
    salon.advance_seconds(60);
    let page = desk_browser(&salon, &desk).visit(&format!("/memberships/sell?customer={}", asha.id())).await;
    assert!(page.forms().iter().any(|form| form.has("hours")), "another can be sold");
}

#[test_on_both_engines]
async fn memberships_are_filtered_and_paged() {
    let (salon, desk, _) = spa().await;
    let boss = manager(&salon).await;
    for number in 0..52 {
        let customer = salon.customer(&format!("Customer{number:02}")).await;
        let mut sale = ten_hour_sale(&customer);
        sale["tierId"] = json!(if number % 2 == 0 { "gold" } else { "silver" });
        let id = create_membership(&desk, &sale).await;
        if number == 3 {
            boss.post(&format!("/api/memberships/{id}/cancel"), &json!({ "reason": "Moved" })).await.expect_ok();
        }
        salon.advance_seconds(1);
    }
    let mut browser = desk_browser(&salon, &desk);
    let page = browser.visit("/memberships").await;
    assert_eq!(page.texts_of("tbody tr").len(), 50);
    let page = browser.click_link(&page, "Older").await;
    assert_eq!(page.texts_of("tbody tr").len(), 2);
    assert!(page.has_text("Customer00") && page.has_text("Customer01"), "{}", page.text());
    let filter = page.form_with_button("Show").with("tier", "silver").with("status", "active");
    let page = browser.submit_and_follow(&filter).await;
    assert_eq!(page.texts_of("tbody tr").len(), 25);
    let page = browser.visit("/memberships?status=cancelled").await;
    assert_eq!(page.texts_of("tbody tr td a[href]")[1], "Customer03");
    let one = list_memberships(&desk, "").await[0]["customerId"].as_str().unwrap().to_owned();
    let page = browser.visit(&format!("/memberships?customer={one}")).await;
    assert_eq!(page.texts_of("tbody tr td a[href]")[1..], ["Customer51"]);
    assert!(browser.visit("/memberships?tier=gold&status=cancelled").await.has_text("No memberships here."));
}

#[test_on_both_engines]
async fn staff_do_not_see_memberships() {
    let (salon, desk, asha) = spa().await;
    let id = create_membership(&desk, &ten_hour_sale(&asha)).await;
    let stylist = salon.member("Sunil", Role::Staff).await;
    let mut browser = desk_browser(&salon, &stylist);
    for path in ["/memberships", "/memberships/sell", &format!("/memberships/{id}")] {
        let _ = browser.visit(path).await.expect_status(403);
    }
    let mut browser = desk_browser(&salon, &desk);
    let _ = browser.visit("/memberships/nothing").await.expect_status(404);
    let form = browser.visit(&format!("/memberships/{id}")).await.form_with("service0");
    let form = form.with("service0", "service-massage").with("staff0", THERAPIST);
    let _ = desk_browser(&salon, &stylist).submit(&form).await.expect_status(403);
}

/// Sells and uses a membership in a real browser.
async fn sale_story(options: ChromiumOptions) {
    let (salon, desk, asha) = spa().await;
    let visitor = Visitor::start(&salon, AppKind::Admin, options).await;
    visitor.sign_in_as(&desk).await;
    visitor.open("/memberships/sell").await;
    visitor.type_text("#f-customerId", "asha").await;
    visitor.press_button("Find").await;
    visitor.click("a.hit").await;
    visitor.click("ul.hits li + li a").await;
    visitor.wait_for_text("Which one?").await;
    visitor.tick("paymentMethod", "cash").await;
    visitor.press_button("Sell and write the invoice").await;
    visitor.wait_for_text("10 h left").await;
    visitor.choose("service0", "massage (1 h)").await;
    visitor.choose("staff0", "therapist").await;
    visitor.press_button("Record").await;
    visitor.wait_for_text("9 h left").await;
    let sold = &list_memberships(&desk, "").await[0];
    let found = (&sold["tierId"], &sold["usedHoursMinutes"], &sold["customerId"]);
    assert_eq!(found, (&json!("silver"), &json!(60), &json!(asha.id().as_str())));
}

#[test]
fn the_code_and_what_is_left_follow_what_is_typed() {
    run(Engine::Sqlite, async || {
        let (salon, desk, asha) = spa().await;
        update_rows(&salon, PUNE, "update branches set upi_id = 'salon.pune@okbank' where id = $1").await;
        let visitor = Visitor::start(&salon, AppKind::Admin, ChromiumOptions::desktop()).await;
        visitor.sign_in_as(&desk).await;
        visitor.open(&format!("/memberships/sell?customer={}", asha.id())).await;
        visitor.wait_for("[data-when=upi][hidden]").await;
        visitor.tick("paymentMethod", "upi").await;
        visitor.wait_for("[data-when=upi]:not([hidden]) .qr svg").await;
        visitor.fill("price", "15000").await;
        visitor
            .wait_until("the code follows", "return document.querySelector('.qr .display').textContent === '₹15,000'")
            .await;
        let path = visitor.attribute(".qr path", "d").await.unwrap();
        assert!(read_code(&path).contains("&am=15000.00&"), "{}", read_code(&path));
        visitor.check_page().await;
        visitor.press_button("Sell and write the invoice").await;
        visitor.wait_for_text("10 h left").await;
        let shown = |text: &str| format!("return document.querySelector('[data-out=left]').textContent === '{text}'");
        visitor.choose("service0", "massage (1 h)").await;
        visitor.wait_until("as long as it takes", &shown("9 h left after this session")).await;
        visitor.fill("minutes0", "75").await;
        visitor.wait_until("as long as typed", &shown("8 h 45 min left after this session")).await;
        visitor.fill("minutes0", "601").await;
        visitor.wait_until("too long", &shown("1 min more than is left")).await;
    });
}

#[test]
fn a_membership_is_sold_in_a_browser() {
    run(Engine::Sqlite, async || sale_story(ChromiumOptions::desktop()).await);
}

#[test]
fn a_membership_is_sold_without_scripts_on_a_phone() {
    run(Engine::Sqlite, async || sale_story(ChromiumOptions::phone().without_scripts()).await);
}

#[test]
fn pages_of_memberships_are_without_fault_on_all_screens() {
    run(Engine::Sqlite, async || {
        let (salon, desk, asha) = spa().await;
        let boss = manager(&salon).await;
        let binu = onboarded_customer(&salon, "Binu").await;
        let id = create_membership(&desk, &ten_hour_sale(&asha)).await;
        record_session(&desk, &id, &massage_session(90)).await.expect_created();
        record_session(&desk, &id, &massage_session(420)).await.expect_created();
        let screens = [
            ChromiumOptions::phone().width(320),
            ChromiumOptions::phone().dark(),
            ChromiumOptions::desktop(),
            ChromiumOptions::desktop().dark(),
        ];
        let paths = [
            "/memberships".to_owned(),
            "/memberships/sell?q=a".to_owned(),
            format!("/memberships/sell?customer={}", binu.id()),
            format!("/memberships/sell?customer={}", asha.id()),
            format!("/memberships/{id}"),
        ];
        for (options, paths) in screens_with_pages(&screens, &paths) {
            let visitor = Visitor::start(&salon, AppKind::Admin, options).await;
            visitor.sign_in_as(&boss).await;
            for path in paths {
                visitor.open(path).await;
            }
        }
    });
}
