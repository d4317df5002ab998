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

pub(super) async fn find_branch(owner: &Person, id: &str) -> Value {
    let listed = owner.get("/api/branches?pageSize=100").await.expect_ok();
    let branches = listed["branches"].as_array().unwrap();
    branches.iter().find(|branch| branch["id"] == id).unwrap_or_else(|| panic!("no branch {id}")).clone()
}

/// The fields that the bar with the button names.
fn changes_named_on(page: &Page) -> Vec<String> {
    let fields = |selector: &str| page.attributes_of(selector, "data-fields");
    let unchanged = fields("div[data-changes] li[hidden]");
    fields("div[data-changes] li").into_iter().filter(|names| !unchanged.contains(names)).collect()
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
    assert_eq!(saved["opensAt"], "09:30", "what has no weekday has the hours of the first one");
    let typed = page.form_with("holdMinutes").with("upiId", "other@okbank").with("brandColour", "#8a2f5c");
    let refused = browser.submit_and_follow(&typed.with("phone", "12")).await.expect_status(422);
    assert_says(&refused, &["other@okbank", "#8A2F5C: 7.9 : 1 with white"]);
    assert_eq!(changes_named_on(&refused), ["phone", "upiId", "brandColour"]);
    assert!(refused.has_text("Not saved yet") && !page.has_text("Not saved yet"), "{}", refused.text());
    assert!(!refused.has_text("salon@okbank"), "what is typed is tried, not what is saved: {}", refused.text());
    let form = ["0", "1", "2", "3", "4", "5"]
        .iter()
        .fold(page.form_with("holdMinutes"), |form, day| form.without(&format!("open{day}")));
    let page = browser.submit_and_follow(&form).await.expect_status(422);
    assert_eq!(changes_named_on(&page).len(), 6, "one for each weekday");
    assert_eq!(page.field_error("open0").as_deref(), Some("The branch must be open on at least one day"));
    assert_eq!(page.attributes_of("input[id=f-open0]", "type"), ["checkbox"], "the summary leads to the field itself");
    let boss = manager(&salon).await;
    assert_eq!(desk_browser(&salon, &boss).visit("/branches").await.status, 403);
}

#[test_on_both_engines]
async fn of_two_changes_to_a_branch_the_second_is_told_of_the_same_field_only() {
    let salon = listening_salon().await;
    let owner = salon.member("Olga", Role::Owner).await;
    let mut browser = desk_browser(&salon, &owner);
    let page = browser.visit(&format!("/branches/{PUNE}")).await;
    let (other, same) = (page.form_with("holdMinutes"), page.form_with("holdMinutes"));
    let change = json!({ "holdMinutes": 45, "gstRegistered": false, "status": "coming_soon" });
    owner.patch(&format!("/api/branches/{PUNE}"), &change).await.expect_ok();
    let page = browser.submit_and_follow(&other.with("deskDiscountPercent", "5")).await;
    assert_says(&page, &["The branch was saved."]);
    let saved = find_branch(&owner, PUNE).await;
    assert_eq!(
        ["holdMinutes", "deskDiscountPercent", "gstRegistered", "status"].map(|name| saved[name].clone()),
        [json!(45), json!(5), json!(false), json!("coming_soon")]
    );
    let setup = owner.get("/api/setup").await.expect_ok();
    assert_eq!(
        (&saved["hours"], &setup["setup"]["steps"]["hours"]),
        (&Value::Null, &json!("todo")),
        "nobody touched the hours"
    );

    let same = same.with("holdMinutes", "60").with("status", "closed").with("phone", "9845012345");
    let page = browser.submit_and_follow(&same).await.expect_status(409);
    assert_says(&page, &["This was changed meanwhile:", "The time to hold (now “45”)", "State (now “Coming soon”)"]);
    let form = page.form_with("holdMinutes");
    assert_eq!((form.value("holdMinutes"), form.value("phone")), (Some("60"), Some("9845012345")));
    assert_eq!(form.value("deskDiscountPercent"), Some("5"), "what nobody touched is as it is now");
    let form = form.with("status", "operational");
    assert_says(&browser.submit_and_follow(&form).await, &["The branch was saved."]);
    let saved = find_branch(&owner, PUNE).await;
    assert_eq!((&saved["holdMinutes"], &saved["status"]), (&json!(60), &json!("operational")));
}

#[test_on_both_engines]
async fn a_branch_is_opened_and_its_code_is_its_own() {
    let salon = listening_salon().await;
    let owner = salon.member("Olga", Role::Owner).await;
    let code = find_branch(&owner, PUNE).await["code"].as_str().unwrap().to_owned();
    let mut browser = desk_browser(&salon, &owner);
    let page = browser.visit("/branches/new").await;
    browser.check_page(&page).await;
    let sections = page.attributes_of(".setcard h2", "id").into_iter().map(|id| format!("#{id}"));
    assert_eq!(page.attributes_of(".setnav a", "href"), sections.collect::<Vec<_>>(), "each section can be jumped to");
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
