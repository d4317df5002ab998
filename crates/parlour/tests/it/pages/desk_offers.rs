//! Offers at the desk, without scripts.

use parlour_domain::auth::app_kind::AppKind;
use parlour_testkit::actions::bookings::haircut_request;
use parlour_testkit::actions::invoices::{bill_booking, create_credit_note};
use parlour_testkit::actions::offers::insert_offer;
use parlour_testkit::actions::people::{manager, receptionist};
use parlour_testkit::browser::{Browser, Page};
use parlour_testkit::{Person, TestSalon, test_on_both_engines};
use serde_json::{Value, json};

use super::visits::listening_salon;

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

pub(super) async fn newest_offer(manager: &Person) -> Value {
    manager.get("/api/offers").await.expect_ok()["offers"][0].clone()
}

#[test_on_both_engines]
async fn an_offer_is_tried_saved_changed_and_switched_off() {
    let salon = listening_salon().await;
    let boss = manager(&salon).await;
    let mut browser = desk_browser(&salon, &boss);
    let page = browser.visit("/offers/new").await.expect_status(200);
    browser.check_page(&page).await;
    let form = page.form_with("offerType");
    let wrong = form.clone().with("name", "Glow").with("endDate", "2027-02-01");
    let page = browser.submit_and_follow(&wrong).await.expect_status(422);
    assert_says(&page, &["For these services is required", "Takes off, in percent is required"]);
    assert_eq!(page.field_error("endDate").as_deref(), Some("The last day must not be before the first"));
    assert_eq!(page.form_with("offerType").value("name"), Some("Glow"), "what was typed stays");

    let form = form.with("name", "Glow").with("endDate", "2027-03-31").with("discountPercentage", "20");
    let form = form.with("serviceIds", "service-cut");
    let page = browser.submit_and_follow(&form.clone().press("Work out the example")).await.expect_status(200);
    assert_says(&page, &["cut", "₹1,200", "₹960", "₹240 off"]);
    assert!(boss.get("/api/offers").await.expect_ok()["offers"].as_array().unwrap().is_empty(), "nothing is saved");
    let page = browser.submit_and_follow(&page.form_with("offerType").press("Save the offer")).await;
    assert_says(&page, &["The offer was added.", "1 runs now", "20%", "Glow"]);
    let added = newest_offer(&boss).await;
    let figures = ["offerType", "discountPercentage", "isActive", "serviceIds"];
    assert_eq!(
        figures.map(|name| added[name].clone()),
        [json!("percentage"), json!(20), json!(true), json!(["service-cut"])]
    );

    let path = format!("/offers/{}", added["id"].as_str().unwrap());
    let page = browser.visit(&path).await;
    browser.check_page(&page).await;
    let form = page.form_with("offerType").with("offerType", "flat").with("discountAmount", "200");
    let page = browser.submit_and_follow(&form.press("Save the offer")).await;
    assert_says(&page, &["The offer was saved.", "₹200"]);
    let form = browser.visit(&path).await.form_with("offerType").with("name", "Shine");
    let page = browser.submit_and_follow(&form.press("Switch off")).await;
    assert_says(&page, &["The offer is switched off.", "None runs now", "Shine"]);
    assert!(!browser.visit("/offers?show=running").await.has_text("Shine"));
    let form = browser.visit(&path).await.form_with("offerType");
    assert_says(&browser.submit_and_follow(&form.press("Switch on")).await, &["The offer is switched on."]);
    assert_eq!(newest_offer(&boss).await["isActive"], true);
    let desk = receptionist(&salon).await;
    assert_eq!(desk_browser(&salon, &desk).visit("/offers").await.status, 403);
}

#[test_on_both_engines]
async fn offers_of_years_have_pages() {
    let salon = listening_salon().await;
    let boss = manager(&salon).await;
    let offer = |name: &str, (first, last): (&str, &str)| {
        json!({
            "name": name, "offerType": "percentage", "discountPercentage": 10, "startDate": first, "endDate": last,
            "serviceIds": ["service-cut"],
        })
    };
    boss.post("/api/offers", &offer("Glow", ("2027-02-01", "2027-03-31"))).await.expect_created();
    for number in 1..=31 {
        let over = offer(&format!("Winter {number}"), ("2027-01-01", "2027-01-31"));
        salon.advance_seconds(1);
        boss.post("/api/offers", &over).await.expect_created();
    }
    let mut browser = desk_browser(&salon, &boss);
    let page = browser.visit("/offers").await;
    browser.check_page(&page).await;
    assert!(page.body.len() < 40_000, "{} bytes", page.body.len());
    assert_says(&page, &["1 runs now", "All 32", "Running 1", "Past 31"]);
    let names = page.texts_of(".promo b");
    assert_eq!((names.len(), names[0].as_str(), names[1].as_str()), (30, "Glow", "Winter 31"));
    let page = browser.click_link(&page, "Further").await;
    assert_eq!(page.texts_of(".promo b"), ["Winter 2", "Winter 1"]);
    // An old one is opened and changed beside the page on which it stands.
    let page = browser.visit("/offers?show=past&page=2").await;
    let path = page.attributes_of(".promo", "href").remove(0);
    let page = browser.visit(&path).await;
    assert_eq!(page.texts_of(".promo b"), ["Winter 1"]);
    let form = page.form_with("offerType").with("name", "Old");
    let page = browser.submit_and_follow(&form.press("Save the offer")).await;
    assert_eq!(page.texts_of(".promo b"), ["Old"]);
    assert_eq!(browser.click_link(&page, "Before").await.texts_of(".promo b").len(), 30);
}

#[test_on_both_engines]
async fn an_offer_says_how_often_it_was_used_and_what_it_took_off() {
    let salon = listening_salon().await;
    let (boss, desk) = (manager(&salon).await, receptionist(&salon).await);
    let (asha, zoya) = (salon.customer("Asha").await, salon.customer("Zoya").await);
    insert_offer(&salon, "tenth", "percentage", 10, &["service-cut"]).await;
    insert_offer(&salon, "fifth", "percentage", 20, &["service-cut"]).await;
    let tenth = json!({ "paymentMethod": "cash", "offerId": "tenth" });
    let invoice = bill_booking(&salon, &desk, &asha, &haircut_request(), &tenth).await;
    bill_booking(&salon, &desk, &zoya, &haircut_request(), &tenth).await;
    let mut browser = desk_browser(&salon, &boss);
    let page = browser.visit("/offers").await;
    browser.check_page(&page).await;
    assert_says(&page, &["2 run now, ₹240 off this month", "used 2 times, −₹240", "not used yet"]);

    create_credit_note(&boss, &invoice).await;
    let page = browser.visit("/offers").await;
    assert_says(&page, &["2 run now, ₹120 off this month", "used once, −₹120"]);
    salon.run_due_jobs().await;
}

#[test_on_both_engines]
async fn of_two_changes_to_an_offer_the_second_is_told_of_the_same_field_only() {
    let salon = listening_salon().await;
    let boss = manager(&salon).await;
    let offer = json!({
        "name": "Combo", "offerType": "combo_price", "comboPricePaise": 150_000, "startDate": "2027-03-01",
        "endDate": "2027-03-31", "serviceIds": ["service-cut", "service-steam"],
    });
    let made = boss.post("/api/offers", &offer).await.expect_created();
    let id = made["offer"]["id"].as_str().unwrap().to_owned();
    let mut browser = desk_browser(&salon, &boss);
    let path = format!("/offers/{id}");
    let page = browser.visit(&path).await;
    let [terms, name, services] = [(); 3].map(|()| page.form_with("offerType"));
    let patch = json!({ "name": "Duo", "serviceIds": ["service-steam"] });
    boss.patch(&format!("/api/offers/{id}"), &patch).await.expect_ok();
    let page = browser.submit_and_follow(&terms.with("terms", "Weekdays").press("Save the offer")).await;
    assert_says(&page, &["The offer was saved."]);
    let saved = newest_offer(&boss).await;
    assert_eq!((&saved["name"], &saved["terms"]), (&json!("Duo"), &json!("Weekdays")));
    assert_eq!(saved["serviceIds"], json!(["service-steam"]), "what nobody ticked stays as others made it");

    let page = browser.submit_and_follow(&name.with("name", "Trio").press("Save the offer")).await.expect_status(409);
    assert_says(&page, &["This was changed meanwhile: Name (now “Duo”)."]);
    let form = page.form_with("offerType");
    assert_eq!((form.value("name"), form.value("terms")), (Some("Trio"), Some("Weekdays")));
    let page = browser.submit_and_follow(&form.press("Save the offer")).await;
    assert_says(&page, &["The offer was saved.", "Trio"]);

    let chosen = services.with("serviceIds", "service-cut");
    let page = browser.submit_and_follow(&chosen.press("Save the offer")).await.expect_status(409);
    assert_says(&page, &["This was changed meanwhile: For these services."]);
}
