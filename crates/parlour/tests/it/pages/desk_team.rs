//! The team at the desk, without scripts.

use parlour_domain::auth::app_kind::AppKind;
use parlour_domain::auth::role::Role;
use parlour_testkit::actions::people::{manager, receptionist};
use parlour_testkit::browser::{Browser, Page};
use parlour_testkit::fixtures::small_salon::{PUNE, STYLIST};
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

async fn find_profile(manager: &Person, name: &str) -> Value {
    let listed = manager.get("/api/staff?pageSize=100").await.expect_ok();
    let staff = listed["staff"].as_array().unwrap();
    staff.iter().find(|profile| profile["displayName"] == name).unwrap_or_else(|| panic!("no {name}")).clone()
}

#[test_on_both_engines]
async fn somebody_of_the_team_becomes_bookable_and_stops() {
    let salon = listening_salon().await;
    let boss = manager(&salon).await;
    let harini = salon.member("Harini", Role::Staff).await;
    let mut browser = desk_browser(&salon, &boss);
    let page = browser.visit("/team").await.expect_status(200);
    browser.check_page(&page).await;
    assert_says(&page, &["stylist", "Salon"]);
    let page = browser.visit("/team/new").await;
    browser.check_page(&page).await;
    let form = page.form_with("displayName");
    let page = browser.submit_and_follow(&form.clone()).await.expect_status(422);
    assert_says(&page, &["Person is required", "Name is required", "Works in is required"]);
    let form = form.with("userId", harini.id().as_str()).with("displayName", "Harini").with("branchId", PUNE);
    let page = browser.submit_and_follow(&form.with_all("serviceTypes", &["salon", "spa"])).await;
    assert_says(&page, &["The person can be booked from now on.", "Harini"]);
    let added = find_profile(&boss, "Harini").await;
    assert_eq!(
        ["branchId", "gender", "serviceTypes", "isActive"].map(|name| added[name].clone()),
        [json!(PUNE), json!("undisclosed"), json!(["salon", "spa"]), json!(true)]
    );
    let users = browser.visit("/team/new").await.form_with("displayName").options("userId");
    assert!(!users.iter().any(|(id, _)| id == harini.id().as_str()), "{users:?}");

    let path = format!("/team/{}", added["id"].as_str().unwrap());
    let page = browser.visit(&path).await;
    browser.check_page(&page).await;
    assert!(link_target(&page, "Calendar of today").starts_with(&format!("/board?at={PUNE}&day=")));
    let form = page.form_with("displayName").without("isActive").with("serviceTypes", "spa");
    assert_says(&browser.submit_and_follow(&form).await, &["The person was saved.", "No longer booked"]);
    let saved = find_profile(&boss, "Harini").await;
    assert_eq!((&saved["isActive"], &saved["serviceTypes"]), (&json!(false), &json!(["spa"])));
    let desk = receptionist(&salon).await;
    assert_eq!(desk_browser(&salon, &desk).visit("/team").await.status, 403);
}

#[test_on_both_engines]
async fn of_two_changes_to_a_person_the_second_is_told_of_the_same_field_only() {
    let salon = listening_salon().await;
    let boss = manager(&salon).await;
    let mut browser = desk_browser(&salon, &boss);
    let page = browser.visit(&format!("/team/{STYLIST}")).await;
    let (gender, both) = (page.form_with("displayName"), page.form_with("displayName"));
    boss.patch(&format!("/api/staff/{STYLIST}"), &json!({ "displayName": "Meera" })).await.expect_ok();
    let page = browser.submit_and_follow(&gender.with("gender", "other")).await;
    assert_says(&page, &["The person was saved.", "Meera"]);

    let both = both.with("displayName", "Mira").with("gender", "male");
    let page = browser.submit_and_follow(&both).await.expect_status(409);
    assert_says(&page, &["This was changed meanwhile:", "(now “Meera”)", "(now “Other”)"]);
    let form = page.form_with("displayName");
    assert_eq!(
        (form.value("displayName"), form.value("gender")),
        (Some("Mira"), Some("male")),
        "nothing typed is lost"
    );
    let page = browser.submit_and_follow(&form).await;
    assert_says(&page, &["The person was saved.", "Mira"]);
}
