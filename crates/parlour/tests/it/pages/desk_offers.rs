//! Offers at the desk, without scripts.

use parlour_domain::auth::app_kind::AppKind;
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

async fn newest_offer(manager: &Person) -> Value {
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
    let form = form.with("serviceIds", "service-haircut");
    let page = browser.submit_and_follow(&form.clone().press("Work out the example")).await.expect_status(200);
    assert_says(&page, &["haircut", "₹1,200", "₹960", "₹240 off"]);
    assert!(boss.get("/api/offers").await.expect_ok()["offers"].as_array().unwrap().is_empty(), "nothing is saved");
    let page = browser.submit_and_follow(&page.form_with("offerType").press("Save the offer")).await;
    assert_says(&page, &["The offer was added.", "1 runs now", "20%", "Glow"]);
    let added = newest_offer(&boss).await;
    let figures = ["offerType", "discountPercentage", "isActive", "serviceIds"];
    assert_eq!(
        figures.map(|name| added[name].clone()),
        [json!("percentage"), json!(20), json!(true), json!(["service-haircut"])]
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
async fn who_saves_an_offer_second_is_told_what_differs() {
    let salon = listening_salon().await;
    let boss = manager(&salon).await;
    let offer = json!({
        "name": "Combo", "offerType": "combo_price", "comboPricePaise": 150_000, "startDate": "2027-03-01",
        "endDate": "2027-03-31", "serviceIds": ["service-haircut", "service-massage"],
    });
    let made = boss.post("/api/offers", &offer).await.expect_created();
    let id = made["offer"]["id"].as_str().unwrap().to_owned();
    let mut browser = desk_browser(&salon, &boss);
    let form = browser.visit(&format!("/offers/{id}")).await.form_with("offerType");
    salon.advance_seconds(60);
    boss.patch(&format!("/api/offers/{id}"), &json!({ "name": "Duo" })).await.expect_ok();
    let page = browser.submit_and_follow(&form.with("terms", "Weekdays").press("Save the offer")).await;
    let page = page.expect_status(409);
    assert_says(&page, &["Somebody else has saved this meanwhile.", "Duo"]);
    let form = page.form_with("offerType").with("name", "Duo");
    assert_says(&browser.submit_and_follow(&form.press("Save the offer")).await, &["The offer was saved."]);
    let saved = newest_offer(&boss).await;
    assert_eq!((&saved["name"], &saved["terms"]), (&json!("Duo"), &json!("Weekdays")));
}
