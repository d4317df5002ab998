//! The branches at the desk, without scripts.

use parlour_domain::auth::app_kind::AppKind;
use parlour_domain::auth::role::Role;
use parlour_testkit::actions::people::manager;
use parlour_testkit::browser::{Browser, Page};
use parlour_testkit::fixtures::small_salon::PUNE;
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

async fn find_branch(owner: &Person, id: &str) -> Value {
    let listed = owner.get("/api/branches?pageSize=100").await.expect_ok();
    let branches = listed["branches"].as_array().unwrap();
    branches.iter().find(|branch| branch["id"] == id).unwrap_or_else(|| panic!("no branch {id}")).clone()
}

#[test_on_both_engines]
async fn a_branch_is_changed_and_every_wrong_field_is_named() {
    let salon = listening_salon().await;
    let owner = salon.member("Olga", Role::Owner).await;
    let mut browser = desk_browser(&salon, &owner);
    let page = browser.visit("/branches").await.expect_status(200);
    browser.check_page(&page).await;
    let path = format!("/branches/{PUNE}");
    let page = browser.visit(&path).await.expect_status(200);
    browser.check_page(&page).await;
    let form = page.form_with("holdMinutes");
    let wrong = form.clone().with("phone", "12").with("upiId", "nobody").with("gstin", "x").with("brandColour", "plum");
    let wrong = wrong.with("closes0", "00:30").with("cancelWindowMinutes", "-5");
    let page = browser.submit_and_follow(&wrong).await.expect_status(422);
    for field in ["phone", "upiId", "gstin", "brandColour", "closes0", "cancelWindowMinutes"] {
        assert!(page.field_error(field).is_some(), "{field} in {}", page.text());
    }
    assert_says(&page, &["Monday must close after it opens"]);

    let form = form.with("upiId", "salon@okbank").with("cancelWindowMinutes", "90").with("opens0", "09:30");
    let form = form.without("open6").with("brandColour", "#245a92").with("deskDiscountPercent", "10");
    let page = browser.submit_and_follow(&form).await.expect_status(200);
    assert_says(&page, &["The branch was saved.", "Scan this code", "₹1", "with white"]);
    let saved = find_branch(&owner, PUNE).await;
    assert_eq!(
        ["upiId", "cancelWindowMinutes", "deskDiscountPercent", "brandColour"].map(|name| saved[name].clone()),
        [json!("salon@okbank"), json!(90), json!(10), json!("#245A92")]
    );
    assert_eq!((&saved["hours"][0]["opensAt"], &saved["hours"][6]), (&json!("09:30"), &Value::Null));
    let boss = manager(&salon).await;
    assert_eq!(desk_browser(&salon, &boss).visit("/branches").await.status, 403);
}

#[test_on_both_engines]
async fn who_saves_a_branch_second_is_told_what_differs() {
    let salon = listening_salon().await;
    let owner = salon.member("Olga", Role::Owner).await;
    let mut browser = desk_browser(&salon, &owner);
    let form = browser.visit(&format!("/branches/{PUNE}")).await.form_with("holdMinutes");
    salon.advance_seconds(60);
    owner.patch(&format!("/api/branches/{PUNE}"), &json!({ "holdMinutes": 45 })).await.expect_ok();
    let page = browser.submit_and_follow(&form.with("deskDiscountPercent", "5")).await.expect_status(409);
    assert_says(&page, &["Somebody else has saved this meanwhile.", "The time to hold", "45"]);
    let page = browser.submit_and_follow(&page.form_with("holdMinutes").with("holdMinutes", "45")).await;
    assert_says(&page, &["The branch was saved."]);
    let saved = find_branch(&owner, PUNE).await;
    assert_eq!((&saved["holdMinutes"], &saved["deskDiscountPercent"]), (&json!(45), &json!(5)));
}

#[test_on_both_engines]
async fn a_branch_is_opened_and_its_code_is_its_own() {
    let salon = listening_salon().await;
    let owner = salon.member("Olga", Role::Owner).await;
    let code = find_branch(&owner, PUNE).await["code"].as_str().unwrap().to_owned();
    let mut browser = desk_browser(&salon, &owner);
    let page = browser.visit("/branches/new").await;
    browser.check_page(&page).await;
    let form = page.form_with("holdMinutes").with("name", "Baner").with("address", "Baner Road, Pune");
    let page = browser.submit_and_follow(&form.clone().with("code", &code)).await.expect_status(422);
    assert_eq!(page.field_error("code").map(|text| text.contains("Another branch has this code")), Some(true));
    let page = browser.submit_and_follow(&form.with("code", "bnr")).await;
    assert_says(&page, &["The branch was added.", "Baner"]);
    let id = page.path().rsplit('/').next().unwrap().to_owned();
    let opened = find_branch(&owner, &id).await;
    assert_eq!((&opened["code"], &opened["isPrimary"]), (&json!("BNR"), &json!(false)));
    let check = owner.get(&format!("/api/branches/{id}/live-check")).await.expect_ok();
    assert_eq!(check["check"]["conflicts"], json!([]));
    assert_says(&page, &["Nothing stands in the way of going live"]);
}
