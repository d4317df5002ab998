//! The tabs of Settings: tiers and tags, without scripts.

use parlour_domain::auth::app_kind::AppKind;
use parlour_domain::auth::role::Role;
use parlour_testkit::actions::people::{manager, receptionist};
use parlour_testkit::browser::{Browser, Page};
use parlour_testkit::fixtures::spa_salon::insert_membership_tiers;
use parlour_testkit::{Person, TestSalon, test_on_both_engines};
use serde_json::{Value, json};

use super::visits::{link_target, listening_salon};

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

async fn find_tier(manager: &Person, name: &str) -> Value {
    let listed = manager.get("/api/membership-tiers?all=1").await.expect_ok();
    let tiers = listed["tiers"].as_array().unwrap();
    tiers.iter().find(|tier| tier["name"] == name).unwrap_or_else(|| panic!("no tier {name}")).clone()
}

#[test_on_both_engines]
async fn settings_opens_on_the_first_tab_of_the_role() {
    let salon = listening_salon().await;
    let boss = manager(&salon).await;
    let mut browser = desk_browser(&salon, &boss);
    let page = browser.visit("/tiers").await.expect_status(200);
    assert_eq!(page.texts_of("nav.side a[aria-current=page]"), ["Settings"]);
    assert_eq!(page.texts_of("nav.tabs a[aria-current=page]"), ["Tiers"]);
    let first = page.attributes_of("nav.tabs a", "href").remove(0);
    assert_eq!(link_target(&page, "Settings"), first);
    assert!(browser.visit(&first).await.status == 200);
    let owner = salon.member("Olga", Role::Owner).await;
    let tabs_of_owner = desk_browser(&salon, &owner).visit("/tiers").await.texts_of("nav.tabs a");
    assert!(page.texts_of("nav.tabs a").iter().all(|tab| tabs_of_owner.contains(tab)), "{tabs_of_owner:?}");
    let desk = receptionist(&salon).await;
    let mut browser = desk_browser(&salon, &desk);
    for path in ["/tiers", "/tags"] {
        assert_eq!(browser.visit(path).await.status, 403, "{path}");
    }
    assert!(!browser.visit("/customers").await.has_text("Back office"));
    assert!(desk_browser(&salon, &boss).visit("/search?q=tiers").await.has_text("Tiers"));
    assert!(!browser.visit("/search?q=tiers").await.texts_of(".results a.hit").contains(&"Tiers".to_owned()));
}

#[test_on_both_engines]
async fn a_tier_is_added_changed_and_taken_off_sale() {
    let salon = insert_membership_tiers(listening_salon().await).await;
    let boss = manager(&salon).await;
    let mut browser = desk_browser(&salon, &boss);
    let page = browser.visit("/tiers/new").await;
    browser.check_page(&page).await;
    let form = page.form_with("validityDays").with("name", "Gold").with("hours", "many").with("price", "20000");
    let page = browser.submit_and_follow(&form).await.expect_status(422);
    assert_eq!(page.field_error("hours").as_deref(), Some("Hours must be a number such as 10 or 2.5"));
    assert_eq!(page.field_error("validityDays").as_deref(), Some("Validity is required"));
    let form = page.form_with("validityDays").with("hours", "12.5").with("validityDays", "90");
    let page = browser.submit_and_follow(&form).await;
    assert_says(&page, &["The tier was added.", "Gold", "12 h 30 min", "₹20,000", "90 days"]);
    let added = find_tier(&boss, "Gold").await;
    assert_eq!((&added["defaultHoursMinutes"], &added["defaultPricePaise"]), (&json!(750), &json!(2_000_000)));

    let path = format!("/tiers/{}", added["id"].as_str().unwrap());
    let page = browser.visit(&path).await;
    browser.check_page(&page).await;
    let (first, second) = (page.form_with("validityDays"), page.form_with("validityDays"));
    salon.advance_seconds(60);
    let page = browser.submit_and_follow(&first.without("isActive")).await;
    assert_says(&page, &["The tier was saved.", "Off"]);
    let page = browser.submit_and_follow(&second.with("price", "21000")).await.expect_status(409);
    assert_says(&page, &["Somebody else has saved this meanwhile.", "20000"]);
    let page = browser.submit_and_follow(&page.form_with("validityDays").without("isActive")).await;
    assert_says(&page, &["The tier was saved.", "₹21,000"]);
    assert_eq!(find_tier(&boss, "Gold").await["isActive"], false);
}

#[test_on_both_engines]
async fn a_tag_is_made_and_changed_and_names_are_used_once() {
    let salon = listening_salon().await;
    let boss = manager(&salon).await;
    let mut browser = desk_browser(&salon, &boss);
    let page = browser.visit("/tags/new").await;
    browser.check_page(&page).await;
    let form = page.form_with("color").with("name", "Bride").with("description", "Wedding this year");
    let page = browser.submit_and_follow(&form.clone()).await;
    assert_says(&page, &["The tag was created.", "Bride", "Wedding this year"]);
    let again = browser.visit("/tags/new").await.form_with("color").with("name", "bride");
    let page = browser.submit_and_follow(&again).await.expect_status(422);
    assert_eq!(page.field_error("name").as_deref(), Some("There is a tag of this name already"));

    let tags = boss.get("/api/tags").await.expect_ok();
    let bride = tags["tags"].as_array().unwrap().iter().find(|tag| tag["name"] == "Bride").unwrap();
    let path = format!("/tags/{}", bride["id"].as_str().unwrap());
    let page = browser.visit(&path).await;
    browser.check_page(&page).await;
    let (first, second) = (page.form_with("color"), page.form_with("color"));
    let page = browser.submit_and_follow(&first.with("color", "#1f6b46")).await;
    assert_says(&page, &["The tag was saved."]);
    let page = browser.submit_and_follow(&second.with("name", "Brides")).await.expect_status(409);
    assert_says(&page, &["Somebody else has saved this meanwhile.", "#1f6b46"]);
}
