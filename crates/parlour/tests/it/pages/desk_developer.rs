//! The tabs of Settings for developers, without scripts: the log and the integrations.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use parlour_domain::auth::app_kind::AppKind;
use parlour_domain::auth::role::Role;
use parlour_domain::integration::Integration;
use parlour_testkit::actions::people::developer;
use parlour_testkit::browser::{Browser, Page};
use parlour_testkit::chromium::{ChromiumOptions, Visitor, screens_with_pages};
use parlour_testkit::fixtures::small_salon::{PUNE, small_salon_with};
use parlour_testkit::{Engine, Person, SalonOptions, TestSalon, run, test_on_both_engines};
use parlour_worker::integrations::IntegrationProbes;
use serde_json::{Value, json};

use super::visits::listening_salon;
use crate::integrations::status_api::insert_job;

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

async fn set_price(manager: &Person, paise: i64) {
    manager.patch("/api/services/service-cut", &json!({ "pricePaise": paise })).await.expect_ok();
}

async fn add_holiday(manager: &Person, branch: &str, date: &str) {
    let holiday = json!({ "branchId": branch, "date": date, "name": "Holi" });
    manager.post("/api/schedule/holidays", &holiday).await.expect_created();
}

#[test_on_both_engines]
async fn the_log_says_in_words_who_changed_what() {
    let salon = listening_salon().await;
    let (meera, dev) = (salon.member("Meera", Role::Manager).await, developer(&salon).await);
    set_price(&meera, 90_000).await;
    salon.advance_seconds(60);
    set_price(&meera, 95_000).await;
    add_holiday(&meera, "branch-soon", "2027-03-22").await;
    let mut browser = desk_browser(&salon, &dev);

    let page = browser.visit("/logs?recordType=service").await.expect_status(200);
    browser.check_page(&page).await;
    assert_eq!(page.texts_of("nav.tabs a[aria-current=page]"), ["Log"]);
    assert_says(&page, &["Meera changed", "Price", "₹900", "₹950"]);
    assert_eq!(page.texts_of(".entry").len(), 2);
    assert_eq!(page.texts_of(".diff del").first().map(String::as_str), Some("₹900"), "the newest first");
    assert_eq!(page.texts_of(".diff ins").first().map(String::as_str), Some("₹950"));
    for raw in ["pricePaise", "95000", "{\"", "updatedAt", "service.change"] {
        assert!(!page.has_text(raw), "{raw} in {}", page.text());
    }
    let today = dev.get("/api/logs?recordType=service&from=2027-03-01&to=2027-03-01").await;
    assert_eq!(today.json()["meta"]["totalCount"], 2);
    assert_says(&page, &["2 entries. Nothing here can be changed."]);

    // Whose, and of what kind.
    let page = browser.visit("/logs").await;
    let form = page.form_with("actorId").with("actorId", meera.id().as_str()).with("recordType", "holiday");
    let page = browser.submit_and_follow(&form).await.expect_status(200);
    assert_says(&page, &["1 entry.", "Meera added", "holiday Holi", "Mon 22 Mar"]);
    assert_says(&page, &["SOON"]); // A branch that is not open yet has its name too.
    assert_eq!(page.form_with("actorId").value("recordType"), Some("holiday"));
    // Of what was done to holidays, only what is asked for.
    let actions = page.form_with("actorId").options("action");
    assert!(actions.iter().any(|(action, said)| action == "holiday.remove" && said == "Somebody removed holiday"));
    assert!(!actions.iter().any(|(action, _)| action == "service.change"), "{actions:?}");
    let of_removed = browser.submit_and_follow(&page.form_with("actorId").with("action", "holiday.remove")).await;
    assert_eq!(of_removed.texts_of(".entry").len(), 0, "{}", of_removed.text());
    // Everything about one record.
    let links = page.attributes_of(".entry a", "href");
    let of_record = links.iter().find(|link| link.starts_with("/logs?")).expect("a link to the record's entries");
    let page = browser.visit(of_record).await;
    assert_eq!(page.texts_of(".entry").len(), 1, "{}", page.text());
    assert_says(&page, &["Only entries of one record", "Show everything"]);

    salon.advance_seconds(24 * 3_600);
    assert_says(&browser.visit("/logs?recordType=service").await, &["Nothing was changed in these days."]);
    let page = browser.visit("/logs?recordType=service&from=2027-03-01&to=2027-03-01").await;
    assert_eq!(page.texts_of(".entry").len(), 2);
    assert_says(&page, &["Mon 1 Mar"]);
    let page = browser.visit("/logs?from=2027-02-30&to=").await.expect_status(422);
    assert_eq!((page.texts_of(".errors").len(), page.texts_of(".entry").len()), (1, 0));
    salon.leaves_due_jobs("nobody is told");
}

#[test_on_both_engines]
async fn a_long_log_has_pages() {
    let salon = listening_salon().await;
    let (meera, dev) = (salon.member("Meera", Role::Manager).await, developer(&salon).await);
    for day in 1..=31 {
        add_holiday(&meera, PUNE, &format!("2027-05-{day:02}")).await;
        salon.advance_seconds(1);
    }
    let mut browser = desk_browser(&salon, &dev);
    let page = browser.visit("/logs?from=&to=&recordType=holiday").await;
    browser.check_page(&page).await;
    assert_eq!(page.texts_of(".entry").len(), 30);
    assert_says(&page, &["31 entries."]);
    let page = browser.click_link(&page, "Older").await;
    assert_eq!(page.texts_of(".entry").len(), 1);
    let page = browser.click_link(&page, "Newer").await;
    assert_eq!(page.texts_of(".entry").len(), 30);
}

#[test_on_both_engines]
async fn the_log_and_the_integrations_are_for_developers() {
    let salon = listening_salon().await;
    let owner = salon.member("Olga", Role::Owner).await;
    let mut browser = desk_browser(&salon, &owner);
    for path in ["/logs", "/integrations"] {
        assert_eq!(browser.visit(path).await.status, 403, "{path}");
    }
    let tabs = browser.visit("/tags").await.texts_of("nav.tabs a");
    assert!(!tabs.iter().any(|tab| tab == "Log" || tab == "Integrations"), "{tabs:?}");
}

/// The integration as the API shows it.
async fn shown_integration(dev: &Person, name: &str) -> Value {
    let all = dev.get("/api/integrations").await.expect_ok()["integrations"].clone();
    all.as_array().unwrap().iter().find(|one| one["name"] == name).unwrap().clone()
}

#[test_on_both_engines]
async fn a_service_is_tested_from_its_card() {
    let works = Arc::new(AtomicBool::new(false));
    let looked_at = Arc::clone(&works);
    let integrations = IntegrationProbes::default().with(Integration::Mail, move || {
        let works = looked_at.load(Ordering::Relaxed);
        if works { Ok("mail.example.in:465 accepts connections".to_owned()) } else { Err("nobody listens".to_owned()) }
    });
    let salon = small_salon_with(SalonOptions { listens: true, integrations, ..SalonOptions::default() }).await;
    let dev = developer(&salon).await;
    let mut browser = desk_browser(&salon, &dev);
    let page = browser.visit("/integrations").await.expect_status(200);
    browser.check_page(&page).await;
    assert_says(&page, &["Version", "Not used yet", "Not set up", "The setting PARLOUR_VAPID_PRIVATE_KEY sets it up."]);
    assert_eq!(page.texts_of("article[id=database] .tag"), ["Works"], "this page was read from it");
    assert!(page.forms().iter().all(|form| !form.has_button("Test now: Push messages")), "it is not set up");

    let page = browser.submit_and_follow(&page.form_with_button("Test now: E-mail")).await;
    browser.check_page(&page).await;
    assert_says(&page, &["The test failed. Its card says why.", "Needs you", "nobody listens"]);
    assert_eq!(shown_integration(&dev, "mail").await["lastError"], "nobody listens");
    works.store(true, Ordering::Relaxed);
    salon.advance_seconds(60);
    let page = browser.submit_and_follow(&page.form_with_button("Test now: E-mail")).await;
    assert_says(&page, &["The test worked.", "Works"]);
    assert!(!page.has_text("Needs you") && !page.has_text("“nobody listens”"), "{}", page.text());
    assert!(shown_integration(&dev, "mail").await["lastSuccessAt"].is_string());

    let html = dev.clone().with_header("accept", "text/html");
    let refused = html.submit("/integrations/push/test", "").await;
    assert_eq!(refused.status, 409);
    assert!(refused.text().contains("PARLOUR_VAPID_PRIVATE_KEY"));
    assert_eq!(html.submit("/integrations/fax/test", "").await.status, 404);
}

#[test_on_both_engines]
async fn work_that_was_given_up_is_tried_again() {
    let salon = listening_salon().await;
    let dev = developer(&salon).await;
    insert_job(&salon, "w1", "k1", true).await;
    let mut browser = desk_browser(&salon, &dev);
    let (page, other) = (browser.visit("/integrations").await, browser.visit("/integrations").await);
    browser.check_page(&page).await;
    assert_says(&page, &["Work that was given up", "Invoice as PDF", "4 times", "it rained", "Needs you"]);
    assert!(page.attributes_of(".tbl a", "href").contains(&"/bookings/b1".to_owned()));
    let button = "Try again: Invoice as PDF";
    let page = browser.submit_and_follow(&page.form_with_button(button)).await;
    assert_says(&page, &["It is tried again now."]);
    assert!(!page.has_text("Work that was given up"), "{}", page.text());
    assert_eq!(shown_integration(&dev, "queue").await["parkedCount"], 0);
    // Somebody else has the page open from before.
    let late = browser.submit_and_follow(&other.form_with_button(button)).await.expect_status(409);
    assert_says(&late, &["This work is not given up any more."]);
    assert_eq!(
        dev.clone().with_header("accept", "text/html").submit("/integrations/queue/nope/retry", "").await.status,
        404
    );
    salon.run_due_jobs().await;
}

#[test]
fn developer_pages_are_without_fault_on_all_screens() {
    run(Engine::Sqlite, async || {
        let salon = listening_salon().await;
        let (meera, dev) = (salon.member("Meera", Role::Manager).await, developer(&salon).await);
        set_price(&meera, 90_000).await;
        add_holiday(&meera, "branch-pune", "2027-03-22").await;
        insert_job(&salon, "w1", "k1", true).await;
        let screens = [
            ChromiumOptions::phone().width(320),
            ChromiumOptions::desktop(),
            ChromiumOptions::phone(),
            ChromiumOptions::phone().dark(),
            ChromiumOptions::desktop().width(820),
        ];
        for (options, paths) in screens_with_pages(&screens, &["/logs?from=&to=", "/integrations"]) {
            let visitor = Visitor::start(&salon, AppKind::Admin, options).await;
            visitor.sign_in_as(&dev).await;
            for path in paths {
                visitor.open(path).await;
            }
        }
        salon.leaves_due_jobs("nobody is told");
    });
}
