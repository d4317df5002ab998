//! The first start in the browser: an owner finds the steps, the team waits for a branch.

use parlour_domain::auth::app_kind::AppKind;
use parlour_domain::auth::role::Role;
use parlour_testkit::browser::{Browser, Page};
use parlour_testkit::fixtures::small_salon::small_salon_with;
use parlour_testkit::{Person, SalonOptions, TestSalon, test_on_both_engines};
use serde_json::json;

fn browser_of(salon: &TestSalon, person: &Person) -> Browser {
    let mut browser = Browser::at(salon, AppKind::Admin);
    browser.sign_in_as(person);
    browser
}

fn listening() -> SalonOptions {
    SalonOptions { listens: true, ..SalonOptions::default() }
}

/// The steps with their states.
fn shown_steps(page: &Page) -> Vec<String> {
    let states = page.texts_of("ol.rows .tag");
    page.texts_of("ol.rows h2").into_iter().zip(states).map(|(step, state)| format!("{step}: {state}")).collect()
}

#[test_on_both_engines]
async fn without_a_branch_an_owner_sets_up_and_others_wait() {
    let salon = TestSalon::with(listening()).await;
    let owner = salon.member("Olga", Role::Owner).await;
    assert_eq!(owner.get("/").await.status, 303);
    let mut browser = browser_of(&salon, &owner);
    let page = browser.visit("/").await.expect_status(200);
    assert_eq!((page.path(), page.heading().as_str()), ("/setup", "Set up your salon"));
    assert_eq!(
        shown_steps(&page),
        ["Salon: To do", "Hours: To do", "Services: To do", "Team: To do", "Payments: To do"]
    );
    browser.check_page(&page).await;
    for role in [Role::Staff, Role::Receptionist, Role::Manager] {
        let person = salon.member(role.as_str(), role).await;
        let mut browser = browser_of(&salon, &person);
        let page = browser.visit("/").await.expect_status(200);
        assert_eq!((page.path(), page.heading().as_str()), ("/", "Please wait a little"), "{role}");
        browser.check_page(&page).await;
        assert_eq!(browser.visit("/setup").await.status, 403, "{role}");
    }
    // Somebody who does not belong to the team is told so, as ever.
    let asha = salon.person("Asha", Role::Customer, AppKind::Admin).await;
    assert!(!browser_of(&salon, &asha).visit("/").await.has_text("Please wait a little"));

    let branch = json!({ "code": "PUN", "name": "Aangan", "address": "MG Road, Pune", "opensAt": "09:00" });
    owner.post("/api/branches", &branch).await.expect_created();
    owner.post("/api/setup/skip", &json!({ "step": "payments" })).await.expect_ok();
    let page = browser.visit("/").await.expect_status(200);
    assert_eq!(page.path(), "/setup", "until it is finished");
    assert_eq!(
        shown_steps(&page),
        ["Salon: Done", "Hours: Done", "Services: To do", "Team: To do", "Payments: For later"]
    );
    let desk = salon.member(Role::Receptionist.as_str(), Role::Receptionist).await;
    let page = browser_of(&salon, &desk).visit("/").await.expect_status(200);
    assert_eq!(page.texts_of("nav.side a[aria-current=page]"), ["Board"]);
}

#[test_on_both_engines]
async fn a_salon_that_takes_bookings_has_no_first_start() {
    let salon = small_salon_with(listening()).await;
    for (role, path, place) in
        [(Role::Receptionist, "/", "Board"), (Role::Owner, "/today", "Today"), (Role::Developer, "/today", "Today")]
    {
        let person = salon.member(role.as_str(), role).await;
        let page = browser_of(&salon, &person).visit("/").await.expect_status(200);
        assert_eq!((page.path(), page.texts_of("nav.side a[aria-current=page]")), (path, vec![place.to_owned()]));
    }
    let owner = salon.member("Olga", Role::Owner).await;
    let page = browser_of(&salon, &owner).visit("/setup").await.expect_status(200);
    assert!(page.has_text("Your salon takes bookings."), "{}", page.text());
}
