//! A real browser signs in.

use parlour_domain::auth::app_kind::AppKind;
use parlour_testkit::chromium::{Chromium, ChromiumOptions};
use parlour_testkit::{SalonOptions, TestSalon, test_on_both_engines};
use serde_json::{Value, json};

/// What the page's own scripts would learn of who is signed in.
async fn session(browser: &Chromium, home: &str) -> Value {
    browser.go(&format!("{home}/api/auth/session")).await;
    serde_json::from_str(&browser.text().await).expect("JSON")
}

#[test_on_both_engines]
async fn a_real_browser_signs_in_as_the_owner_and_as_a_new_customer() {
    let salon = TestSalon::with(SalonOptions { listens: true, has_demo_data: true, ..SalonOptions::default() }).await;
    let browser = Chromium::start(ChromiumOptions::desktop()).await;
    let (customer, admin) = (salon.url(AppKind::Customer), salon.url(AppKind::Admin));

    browser.go(&format!("{admin}/api/auth/sign-in?returnTo=/docs/")).await;
    browser.save_screenshot("development-provider").await;
    browser.click("button[name=person][value='owner@demo.invalid']").await;
    browser.wait_for_url(&format!("{admin}/docs/")).await;
    let signed_in = session(&browser, admin).await;
    assert_eq!(signed_in["data"]["user"]["role"], "owner", "{signed_in}");

    browser.go(customer).await;
    browser.click("header a[href^='/sign-in']").await;
    browser.click("a[href^='/api/auth/sign-in']").await;
    browser.type_text("input[name=name]", "Meera Iyer").await;
    browser.type_text("input[name=email]", "meera@example.in").await;
    browser.click("form.new button").await;
    browser.wait_for_url(&format!("{customer}/onboarding")).await;
    let signed_in = session(&browser, customer).await;
    assert_eq!(signed_in["data"]["user"]["email"], "meera@example.in", "{signed_in}");
    assert_eq!(signed_in["data"]["user"]["onboarded"], false);

    // Each app keeps its own cookie, though both are on one host; neither is for scripts to read.
    assert_eq!(session(&browser, admin).await["data"]["user"]["role"], "owner");
    let cookies = browser.cookies().await;
    for name in ["__Host-parlour", "__Host-parlour-admin"] {
        let cookie = cookies.iter().find(|cookie| cookie["name"] == name).expect("a session cookie");
        assert_eq!((&cookie["httpOnly"], &cookie["secure"]), (&json!(true), &json!(true)));
        assert_eq!((&cookie["sameSite"], &cookie["path"]), (&json!("Lax"), &json!("/")));
    }
    assert_eq!(cookies.len(), 2, "nothing else is left: {cookies:?}");
}
