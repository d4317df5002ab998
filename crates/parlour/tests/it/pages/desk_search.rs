//! Search, and the keys.

use parlour_domain::auth::app_kind::AppKind;
use parlour_domain::auth::role::Role;
use parlour_testkit::actions::bookings::{create_booking, get_booking, haircut_request};
use parlour_testkit::actions::checkout::cash_payment;
use parlour_testkit::actions::invoices::bill_booking;
use parlour_testkit::actions::people::receptionist;
use parlour_testkit::browser::{Browser, Page};
use parlour_testkit::chromium::{ChromiumOptions, Visitor, screens_with_pages};
use parlour_testkit::{Engine, Person, TestSalon, run, test_on_both_engines};
use serde_json::json;

use super::visits::{link_target, listening_salon, onboarded_customer};

fn desk_browser(salon: &TestSalon, person: &Person) -> Browser {
    let mut browser = Browser::at(salon, AppKind::Admin);
    browser.sign_in_as(person);
    browser
}

async fn add_lead(desk: &Person, name: &str, phone: &str) -> String {
    let lead = json!({ "name": name, "phone": phone, "source": "manual" });
    let added = desk.post("/api/leads", &lead).await.expect_created();
    added["leadId"].as_str().unwrap().to_owned()
}

fn targets(page: &Page) -> Vec<String> {
    page.attributes_of(".results a.hit", "href")
}

#[test_on_both_engines]
async fn a_name_finds_customers_bookings_invoices_and_leads() {
    let salon = listening_salon().await;
    let desk = receptionist(&salon).await;
    let nandini = onboarded_customer(&salon, "Nandini").await;
    let invoice = bill_booking(&salon, &desk, &nandini, &haircut_request(), &cash_payment()).await;
    let booking = create_booking(&nandini, &haircut_request()).await;
    let lead = add_lead(&desk, "Anand Swamy", "9811122233").await;
    salon.customer("Binu").await;

    let mut browser = desk_browser(&salon, &desk);
    let empty = browser.visit("/search").await;
    assert_eq!((empty.heading().as_str(), targets(&empty).len()), ("Search", 0));
    let page = browser.submit(&empty.form_with_button("Search").with("q", "nand")).await;
    assert_eq!(page.texts_of(".results h2"), ["Customers", "Bookings", "Invoices", "Leads", "Do"]);
    let found = targets(&page);
    for path in [
        format!("/customers/{}", nandini.id()),
        format!("/bookings/{booking}"),
        format!("/invoices/{invoice}"),
        format!("/leads/{lead}"),
        format!("/bookings/new?customer={}", nandini.id()),
    ] {
        assert!(found.contains(&path), "{path} in {found:?}");
    }
    assert!(!page.has_text("Binu"), "{}", page.text());
    let marks = page.texts_of(".results mark");
    assert!(marks.contains(&"Nand".to_owned()) && marks.contains(&"nand".to_owned()), "{marks:?}");
    assert!(page.has_text("98450 12345") && page.has_text("₹1,200"), "{}", page.text());
    let hits = page.texts_of(".results a.hit");
    let names_an_icon = |hit: &String| ["calendar", "receipt", "funnel"].iter().any(|icon| hit.starts_with(icon));
    assert!(!hits.iter().any(names_an_icon), "{hits:?}");
    assert_eq!(link_target(&page, "New booking for “Nandini”"), format!("/bookings/new?customer={}", nandini.id()));

    let part = browser.visit("/search?q=nand&part=results").await;
    assert!(part.body.trim_start().starts_with("<div class=\"results\""), "{}", part.body);
    assert_eq!(targets(&part), found);
    salon.leaves_due_jobs("nobody reads the invoice");
}

#[test_on_both_engines]
async fn numbers_phones_and_pages_are_found_and_nothing_leads_on() {
    let salon = listening_salon().await;
    let desk = receptionist(&salon).await;
    let asha = onboarded_customer(&salon, "Asha").await;
    let booking = create_booking(&asha, &haircut_request()).await;
    let number =
        get_booking(&asha, &booking).await.expect_ok()["booking"]["bookingNumber"].as_str().unwrap().to_owned();
    let mut browser = desk_browser(&salon, &desk);
    let end = &number[number.len() - 5..];
    assert!(targets(&browser.visit(&format!("/search?q={end}")).await).contains(&format!("/bookings/{booking}")));
    let by_phone = browser.visit("/search?q=98450+12").await;
    assert!(targets(&by_phone).contains(&format!("/customers/{}", asha.id())));
    assert_eq!(by_phone.texts_of(".results mark").first().map(String::as_str), Some("98450 12"));

    let pages = browser.visit("/search?q=till").await;
    assert!(targets(&pages).contains(&"/day-close".to_owned()), "{:?}", targets(&pages));
    let short = browser.visit("/search?q=b").await;
    assert!(short.has_text("Type at least two letters or digits."));
    assert_eq!(targets(&short).first().map(String::as_str), Some("/board"));
    let nothing = browser.visit("/search?q=Zoya%20%26%20Co").await;
    assert!(nothing.has_text("Nothing found for “Zoya & Co”."), "{}", nothing.text());
    let expected = ["/bookings/new?q=Zoya+%26+Co", "/customers/new?name=Zoya+%26+Co", "/leads/new?name=Zoya+%26+Co"];
    assert_eq!(targets(&nothing), expected);
    let phone = browser.visit("/search?q=%2B91+98111+22233").await;
    assert_eq!(targets(&phone)[1], "/customers/new?phone=%2B91+98111+22233");
    salon.leaves_due_jobs("nobody answers");
}

#[test]
fn search_is_used_with_the_keyboard_alone_from_another_page() {
    run(Engine::Sqlite, async || {
        let salon = listening_salon().await;
        let desk = receptionist(&salon).await;
        let asha = onboarded_customer(&salon, "Asha").await;
        onboarded_customer(&salon, "Ashok").await;
        create_booking(&asha, &haircut_request()).await;
        let visitor = Visitor::start(&salon, AppKind::Admin, ChromiumOptions::desktop()).await;
        visitor.sign_in_as(&desk).await;
        visitor.open("/my").await;
        visitor.press_with("Control", "k").await;
        visitor.wait_for("dialog.pal[open]").await;
        visitor.type_keys("ash").await;
        visitor.wait_for("dialog.pal [role=option][aria-selected=true]").await;
        let chosen = "dialog.pal [aria-selected=true]";
        let first = visitor.texts_of(chosen).await;
        visitor.press("ArrowDown").await;
        assert_ne!(visitor.texts_of(chosen).await, first, "the arrow chooses the next one");
        visitor.press("ArrowUp").await;
        visitor.type_keys("a").await;
        visitor
            .wait_until(
                "one customer",
                "return document.querySelectorAll('dialog.pal a[href^=\"/customers/\"]').length === 1",
            )
            .await;
        visitor.press("Enter").await;
        visitor.wait_for_path(&format!("/customers/{}", asha.id())).await;

        visitor.open("/my").await;
        visitor.press("/").await;
        visitor.wait_for("dialog.pal[open]").await;
        visitor.press("Escape").await;
        visitor.wait_until_gone("dialog.pal[open]").await;
        salon.leaves_due_jobs("nobody answers");
    });
}

#[test]
fn single_keys_open_the_help_and_a_new_booking_unless_they_are_off() {
    run(Engine::Sqlite, async || {
        let salon = listening_salon().await;
        let desk = receptionist(&salon).await;
        let visitor = Visitor::start(&salon, AppKind::Admin, ChromiumOptions::desktop()).await;
        visitor.sign_in_as(&desk).await;
        visitor.open("/my").await;
        visitor.press("?").await;
        visitor.wait_for("dialog.keys[open]").await;
        assert!(visitor.has_text("New booking").await);
        visitor.press("Escape").await;
        visitor.wait_until_gone("dialog.keys[open]").await;
        visitor.press("n").await;
        visitor.wait_for_path("/bookings/new").await;

        visitor.open("/me").await;
        visitor.click("main [data-keys]").await;
        visitor.open("/my").await;
        visitor.press("?").await;
        visitor.press("n").await;
        assert_eq!((visitor.count("dialog[open]").await, visitor.path().await), (0, "/my".to_owned()), "keys are off");
        visitor.press_with("Control", "k").await;
        visitor.wait_for("dialog.pal[open]").await;
    });
}

/// The summary of what is wrong has the focus, so the next letter is a key.
#[test]
fn no_single_key_leads_away_from_a_refused_form() {
    run(Engine::Sqlite, async || {
        let salon = listening_salon().await;
        let desk = receptionist(&salon).await;
        let visitor = Visitor::start(&salon, AppKind::Admin, ChromiumOptions::desktop()).await;
        visitor.sign_in_as(&desk).await;
        visitor.open("/customers/new").await;
        visitor.fill("name", "Binita Kulkarni").await;
        visitor.fill("phone", "12345").await;
        visitor.click("main form button.main").await;
        visitor.wait_until("the focus", "return document.activeElement?.matches('.errors')").await;
        visitor.press("?").await;
        visitor.wait_for("dialog.keys[open]").await;
        visitor.press("Escape").await;
        visitor.wait_until_gone("dialog.keys[open]").await;
        visitor.execute("addEventListener('click', () => { window.isLeft = true; })", &[]).await;
        visitor.press("n").await;
        visitor.press("t").await;
        assert_eq!(visitor.execute("return !!window.isLeft", &[]).await, json!(false));
        assert_eq!(visitor.path().await, "/customers/new");
        let name = "return document.querySelector('main [name=name]').value";
        assert_eq!(visitor.execute(name, &[]).await, "Binita Kulkarni");
        // A list that is empty for a wrong day has nothing to lose.
        visitor.open("/bookings?from=2027-03-02&to=2027-03-01").await;
        visitor.press("t").await;
        visitor.wait_for_path("/board").await;
    });
}

#[test]
fn search_is_without_fault_on_all_screens() {
    run(Engine::Sqlite, async || {
        let salon = listening_salon().await;
        let desk = receptionist(&salon).await;
        let asha = onboarded_customer(&salon, "Nandini").await;
        create_booking(&asha, &haircut_request()).await;
        add_lead(&desk, "Anand Swamy", "9811122233").await;
        let screens = [
            ChromiumOptions::phone().width(320),
            ChromiumOptions::phone(),
            ChromiumOptions::phone().dark(),
            ChromiumOptions::desktop().width(820),
            ChromiumOptions::desktop().dark(),
        ];
        for (options, _) in screens_with_pages(&screens, &["/search"]) {
            let visitor = Visitor::start(&salon, AppKind::Admin, options).await;
            visitor.sign_in_as(&desk).await;
            visitor.open("/search?q=nand").await;
            visitor.click("a.seek").await;
            visitor.type_keys("nand").await;
            visitor.wait_for("dialog.pal [role=option]").await;
        }
        salon.leaves_due_jobs("nobody answers");
    });
}

#[test_on_both_engines]
async fn staff_are_told_that_pages_of_the_desk_are_not_for_them() {
    let salon = listening_salon().await;
    let sita = salon.member("Sita", Role::Staff).await;
    let mut browser = desk_browser(&salon, &sita);
    for path in ["/search?q=asha", "/customers", "/board", "/day-close"] {
        let page = browser.visit(path).await;
        assert_eq!((page.status.as_u16(), page.texts_of("h1").len()), (403, 1), "{path}");
        assert!(!page.has_text("asha"), "{}", page.text());
    }
    let page = browser.visit("/my").await;
    assert!(page.links().iter().all(|link| link.url.path() != "/customers"), "nothing leads there");
    assert_eq!(page.texts_of("dialog").len(), 0, "nor a search");
}
