//! From an advertisement to the first visit, by somebody who has never been here.

use parlour_domain::auth::app_kind::AppKind;
use parlour_domain::auth::role::Role;
use parlour_testkit::browser::{Browser, Page};
use parlour_testkit::chromium::{ChromiumOptions, Visitor};
use parlour_testkit::{Engine, TestSalon, run, test_on_both_engines};
use serde_json::{Value, json};

const ADVERTISEMENT: &str = "/book?utm_source=instagram&utm_medium=cpc&utm_campaign=holi-2027";

async fn salon_with_advertisement() -> TestSalon {
    let salon = TestSalon::for_browsers().await;
    salon.leaves_due_jobs("the e-mails about the visit are not what this is about");
    salon
}

/// The line of the leads report about the advertisement: leads, and those that booked.
async fn campaign_in_report(salon: &TestSalon) -> Value {
    let manager = salon.member("Mira", Role::Manager).await;
    let report = manager.get("/api/reports/leads?from=2027-03-01&to=2027-03-01").await.expect_ok();
    let rows = report["report"]["sources"].as_array().expect("sources").clone();
    let mut found = rows.into_iter().filter(|row| row["utmCampaign"] == "holi-2027");
    let row = found.next().unwrap_or_else(|| panic!("the campaign is not in {report}"));
    assert!(found.next().is_none(), "one person came, by one way");
    row
}

#[track_caller]
fn assert_attributed(row: &Value) {
    assert_eq!((&row["utmSource"], &row["utmMedium"]), (&json!("instagram"), &json!("cpc")));
    assert_eq!((&row["leadCount"], &row["bookedCount"]), (&json!(1), &json!(1)), "{row}");
}

/// What the review says of the visit: day, time, services, sum.
fn chosen(page: &Page) -> Vec<String> {
    let chosen = page.texts_of("article.sumcard");
    assert_eq!(chosen.len(), 1, "{}", page.text());
    chosen
}

fn sorted_query(page: &Page) -> Vec<(String, String)> {
    let mut pairs: Vec<_> = page.url.query_pairs().into_owned().collect();
    pairs.sort();
    pairs
}

#[test_on_both_engines]
async fn an_advertisement_leads_to_a_first_visit_without_scripts() {
    let salon = salon_with_advertisement().await;
    let mut browser = Browser::at(&salon, AppKind::Customer);
    let page = browser.visit(ADVERTISEMENT).await;
    let form = page.form_with("s");
    let services: Vec<_> = form.options("s").into_iter().map(|(slug, _)| slug).take(2).collect();
    let form = form.with_all("s", &[&services[0], &services[1]]);
    let page = browser.submit_and_follow(&form.press("Choose a time")).await;
    assert_eq!((page.path(), page.status.as_u16()), ("/book/time", 200), "{}", page.text());
    let listed = page.attributes_of("link[rel=canonical]", "href");
    assert!(matches!(&listed[..], [first_step] if first_step.ends_with("/book")), "{listed:?}");
    let form = page.form_with("time");
    let (time, _) = form.options("time").into_iter().next().expect("a free time");
    let page = browser.submit_and_follow(&form.with("time", &time)).await;
    assert_eq!((page.path(), page.status.as_u16()), ("/book/review", 200), "{}", page.text());
    let (before, review) = (chosen(&page), sorted_query(&page));

    let provider = browser.click_link(&page, "Continue with Google").await;
    let new = provider.form_with("email").with("name", "Meera Iyer").with("email", "meera@example.in");
    let page = browser.submit_and_follow(&new).await;
    assert_eq!((page.path(), page.heading().as_str()), ("/onboarding", "Nice to meet you, Meera"));
    let form = page.form_with("phone").with("phone", "90000 00014").with("dateOfBirth", "1994-02-11");
    let page = browser.submit_and_follow(&form.with("gender", "female")).await;
    assert_eq!((page.path(), page.status.as_u16()), ("/book/review", 200), "{}", page.text());
    assert_eq!((chosen(&page), sorted_query(&page)), (before, review), "nothing was lost on the way");

    let page = browser.submit_and_follow(&page.form_with("note").with("note", "No perfume").press("Confirm")).await;
    assert!(page.path().starts_with("/visits/"), "{}", page.url);
    assert!(page.has_text("We have your request"), "{}", page.text());
    assert_attributed(&campaign_in_report(&salon).await);
}

/// Whoever thinks better of it at the provider finds the booking as it was.
#[test_on_both_engines]
async fn a_cancelled_sign_in_keeps_the_booking() {
    let salon = salon_with_advertisement().await;
    let mut browser = Browser::at(&salon, AppKind::Customer);
    let page = browser.visit(ADVERTISEMENT).await;
    let form = page.form_with("s");
    let (slug, _) = form.options("s").into_iter().next().expect("a service");
    let page = browser.submit_and_follow(&form.with("s", &slug).press("Choose a time")).await;
    let form = page.form_with("time");
    let (time, _) = form.options("time").into_iter().next().expect("a free time");
    let review = browser.submit_and_follow(&form.with("time", &time)).await;

    let provider = browser.click_link(&review, "Continue with Google").await;
    let page = browser.submit_and_follow(&provider.form_with("cancel").with("cancel", "yes")).await.expect_status(401);
    assert_eq!(page.heading(), "You are not signed in");
    assert!(page.has_text("Your booking is as you left it; sign in to send it."), "{}", page.text());
    let back = browser.click_link(&page, "Back to my booking").await.expect_status(200);
    assert_eq!((chosen(&back), sorted_query(&back)), (chosen(&review), sorted_query(&review)));
    // Trying again leads to the same booking.
    let provider = browser.click_link(&page, "Try again").await;
    let new = provider.form_with("email").with("name", "Meera Iyer").with("email", "meera@example.in");
    let page = browser.submit_and_follow(&new).await;
    assert_eq!(
        page.form_with("phone").value("returnTo"),
        Some(back.url.as_str().strip_prefix(salon.url(AppKind::Customer)).unwrap())
    );
}

/// The team's list of bookings is no step of one.
#[test_on_both_engines]
async fn a_cancelled_sign_in_of_the_team_names_no_booking() {
    let salon = TestSalon::for_browsers().await;
    let mut browser = Browser::at(&salon, AppKind::Admin);
    let page = browser.visit("/bookings").await.expect_status(200);
    assert_eq!(page.path(), "/sign-in");
    let provider = browser.click_link(&page, "Continue with Google").await;
    let page = browser.submit_and_follow(&provider.form_with("cancel").with("cancel", "yes")).await.expect_status(401);
    assert_eq!(page.heading(), "You are not signed in");
    assert!(page.has_text("The sign-in was cancelled."), "{}", page.text());
    assert!(!page.has_text("Your booking"), "{}", page.text());
}

/// Chooses a service and the first free time.
pub(super) async fn choose_first_time(visitor: &Visitor, slug: &str) {
    visitor.tick("s", slug).await;
    visitor.press_button("Choose a time").await;
    visitor.wait_for_path("/book/time").await;
    visitor.click("button.slot").await;
    visitor.wait_for_path("/book/review").await;
}

/// Signs in as somebody who is new to the provider.
pub(super) async fn sign_in_as_new(visitor: &Visitor, name: &str, email: &str) {
    // The provider's page is plain, so the transition between pages ends there.
    visitor.ignore_console(|message| message.contains("ViewTransition opt-in disabled"));
    visitor.click_link("Continue with Google").await;
    visitor.type_text("input[name=name]", name).await;
    visitor.type_text("input[name=email]", email).await;
    visitor.click("form.new button").await;
}

/// Says who comes, and is back at the review.
pub(super) async fn introduce_oneself(visitor: &Visitor) {
    visitor.wait_for_path("/onboarding").await;
    visitor.fill("phone", "9000000014").await;
    visitor.fill("dateOfBirth", "1994-02-11").await;
    visitor.tick("gender", "female").await;
    visitor.press_button("Save and go on to my visit").await;
    visitor.wait_for_path("/book/review").await;
}

#[test]
fn an_advertisement_leads_to_a_first_visit_on_a_phone() {
    run(Engine::Sqlite, async || {
        let salon = salon_with_advertisement().await;
        let visitor = Visitor::start(&salon, AppKind::Customer, ChromiumOptions::phone()).await;
        visitor.open(ADVERTISEMENT).await;
        let slug = visitor.attribute("input[name=s]", "value").await.expect("a service");
        choose_first_time(&visitor, &slug).await;
        let before = visitor.texts_of("article.sumcard").await;

        sign_in_as_new(&visitor, "Meera Iyer", "meera@example.in").await;
        visitor.wait_for_path("/onboarding").await;
        visitor.save_screenshot("first-visit-onboarding").await;
        introduce_oneself(&visitor).await;
        assert_eq!(visitor.texts_of("article.sumcard").await, before, "nothing was lost on the way");
        visitor.press_button("Confirm").await;
        visitor.wait_for_text("We have your request").await;
        assert!(visitor.path().await.starts_with("/visits/"));
        assert_attributed(&campaign_in_report(&salon).await);
    });
}
