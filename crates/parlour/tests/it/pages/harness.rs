//! The checks of pages find what is wrong, and the browsers do what people do.

use axum::Router;
use axum::extract::{Path, Query};
use axum::http::{StatusCode, header};
use axum::response::{Html, IntoResponse, Response};
use axum::routing::get;
use parlour_domain::auth::app_kind::AppKind;
use parlour_testkit::browser::Browser;
use parlour_testkit::chromium::{Chromium, ChromiumOptions, Visitor};
use parlour_testkit::page_checks::PageCheck;
use parlour_testkit::{Engine, TestSalon, run, test_on_both_engines};
use serde_json::json;

const PAGE: &str = "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\"><title>Salon</title>\
    <meta name=\"viewport\" content=\"width=device-width\"><link rel=\"icon\" href=\"data:,\">\
    <style>body { margin: 0; color: #000; background: #fff } :is(:focus-visible, input:focus-within) { outline: 2px solid } .pale { color: #ddd } .wide { width: 2000px } .moving { animation: in 0.6s }\
    @keyframes in { from { opacity: 0; width: 2000px } }\
    @media (prefers-color-scheme: dark) { body { background: #000; color: #fff } a { color: #fff } }</style>\
    </head><body><main><h1>Salon</h1>CONTENT</main></body></html>";

const FORM: &str = "<form method=\"get\" action=\"/echo\"><label>Name <input name=\"name\" value=\"old\"></label>\
    <label>Day <input type=\"date\" name=\"day\"></label><label>Notes <textarea name=\"notes\"></textarea></label>\
    <label>Branch <select name=\"branch\"><option value=\"b1\">Aundh</option><option value=\"b2\">Baner</option></select></label>\
    <label><input type=\"checkbox\" name=\"services\" value=\"s1\"> Haircut</label>\
    <label><input type=\"checkbox\" name=\"services\" value=\"s2\" checked> Facial</label>\
    <label><input type=\"radio\" name=\"who\" value=\"any\" checked> Anyone</label>\
    <label><input type=\"radio\" name=\"who\" value=\"p1\"> Asha</label>\
    <button name=\"act\" value=\"book\">Book now</button></form><p><a href=\"/good\">All good</a></p>";

async fn planted_page(Path(name): Path<String>) -> Response {
    let content = match name.as_str() {
        "pale" => "<p class=\"pale\">Hard to read</p>",
        "invalid" => "<p id=\"twice\">a</p><p id=\"twice\">b</p>",
        "logs" => "<script>console.error('the board broke')</script>",
        "wide" => "<div class=\"wide\">2000</div>",
        "moving" => "<div class=\"moving\">soon there</div>",
        "styled" => {
            "<p id=\"policy\">x</p><script>document.getElementById('policy').setAttribute('style', 'color: red')</script>"
        }
        "missing" => "<p>Nothing here</p>",
        "form" => FORM,
        "scripted" => "<p>Plain</p><script>document.querySelector('p').textContent = 'Enhanced'</script>",
        _ => "<p>Fine</p>",
    };
    let page = Html(PAGE.replace("CONTENT", content));
    match name.as_str() {
        "styled" => {
            let policy = "style-src 'sha256-AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA='";
            ([(header::CONTENT_SECURITY_POLICY, policy)], page).into_response()
        }
        "missing" => (StatusCode::NOT_FOUND, page).into_response(),
        _ => page.into_response(),
    }
}

async fn echo(Query(fields): Query<Vec<(String, String)>>) -> Html<String> {
    let items: Vec<_> = fields.iter().map(|(name, value)| format!("<li>{name}={value};</li>")).collect();
    Html(PAGE.replace("CONTENT", &format!("<ul>{}</ul>", items.concat())))
}

/// Serves the pages above; ends with the test's runtime.
async fn serve_planted_pages() -> String {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let home = format!("http://{}", listener.local_addr().unwrap());
    let router = Router::new().route("/echo", get(echo)).route("/{name}", get(planted_page));
    tokio::spawn(async { axum::serve(listener, router).await });
    home
}

#[test]
fn every_planted_fault_is_found_and_nothing_else() {
    run(Engine::Sqlite, async || {
        let home = serve_planted_pages().await;
        let browser = Chromium::start(ChromiumOptions::phone()).await;
        let cases = [
            ("good", None),
            ("pale", Some((PageCheck::Accessibility, "color-contrast"))),
            ("invalid", Some((PageCheck::Html, "no-dup-id"))),
            ("logs", Some((PageCheck::Log, "the board broke"))),
            ("wide", Some((PageCheck::Overflow, "/wide is 2000 px wide in a window of 390 px: div.wide up to"))),
            ("moving", None),
            ("styled", Some((PageCheck::Log, "Content Security Policy"))),
            ("missing", None),
        ];
        for (name, expected) in cases {
            browser.go(&format!("{home}/{name}")).await;
            let faults = browser.page_faults().await;
            match expected {
                None => assert!(faults.is_empty(), "{name}: {faults:?}"),
                Some((check, text)) => {
                    assert!(
                        faults.iter().any(|fault| fault.check == check && fault.text.contains(text)),
                        "{name}: {faults:?}"
                    );
                    // A policy stops more than one style of that page.
                    let others = faults.iter().filter(|fault| fault.check != check);
                    assert!(name == "styled" || others.count() == 0, "{name}: {faults:?}");
                }
            }
        }
        browser.ignore_console(|message| message.contains("the board broke"));
        browser.go(&format!("{home}/logs")).await;
        browser.check_page().await;
    });
}

#[test]
#[should_panic(expected = "no-dup-id")]
fn the_browser_without_scripts_refuses_invalid_pages() {
    run(Engine::Sqlite, async || {
        let home = serve_planted_pages().await;
        let mut browser = Browser::new();
        let page = browser.open(&format!("{home}/invalid")).await;
        browser.check_page(&page).await;
    });
}

#[test]
fn forms_are_filled_in_with_a_mouse_and_without_scripts() {
    run(Engine::Sqlite, async || {
        let home = serve_planted_pages().await;
        let browser = Chromium::start(ChromiumOptions::desktop().without_scripts().dark()).await;
        browser.go(&format!("{home}/form")).await;
        browser.fill("name", "Meera").await;
        browser.fill("day", "2027-03-05").await;
        browser.fill("notes", "No perfume").await;
        browser.choose("branch", "Baner").await;
        browser.tick("services", "Haircut").await;
        browser.untick("services", "s2").await;
        browser.choose("who", "Asha").await;
        browser.check_page().await;
        browser.press_button("Book now").await;
        browser.wait_for_path("/echo").await;
        let expected = "name=Meera; day=2027-03-05; notes=No perfume; branch=b2; services=s1; who=p1; act=book;";
        assert!(browser.has_text(expected).await, "{}", browser.text().await);

        browser.go(&format!("{home}/scripted")).await;
        assert!(browser.has_text("Plain").await, "scripts must not run");
        browser.check_page().await;
        assert!(browser.has_text("Plain").await, "nor after the checks");

        // The client without scripts reads and sends the same.
        let mut plain = Browser::new();
        let page = plain.open(&format!("{home}/form")).await;
        let form = page.form_with("name").with("name", "Meera").with("day", "2027-03-05").with("notes", "No perfume");
        let form = form.with("branch", "b2").with("services", "s1").with("who", "p1").press("Book now");
        let page = plain.submit_and_follow(&form).await;
        assert!(page.has_text(expected), "{}", page.text());
    });
}

#[test]
fn forms_are_filled_in_with_the_keyboard() {
    run(Engine::Sqlite, async || {
        let home = serve_planted_pages().await;
        let browser = Chromium::start(ChromiumOptions::desktop().language("hi")).await;
        browser.go(&format!("{home}/form")).await;
        browser.tab_to("name").await;
        browser.press_with("Control", "a").await;
        browser.type_keys("Meera").await;
        browser.tab_to("branch").await;
        browser.press("ArrowDown").await;
        browser.tab_to("Haircut").await;
        browser.press("Space").await;
        browser.tab_to("Book now").await;
        assert_eq!(browser.focused().await, "Book now");
        browser.press("Enter").await;
        browser.wait_for_path("/echo").await;
        let text = browser.text().await;
        assert!(text.contains("name=Meera; day=; notes=; branch=b2; services=s1; services=s2; who=any;"), "{text}");

        assert_eq!(browser.execute("return navigator.languages[0]", &[]).await, json!("hi"));
        browser.back().await;
        browser.wait_for_path("/form").await;
        browser.click_link("good").await;
        browser.wait_for_text("Fine").await;
        let first = browser.window().await;
        browser.new_window().await;
        assert_eq!(browser.windows().await.len(), 2);
        browser.close_window().await;
        assert_eq!(browser.window().await, first);
    });
}

#[test_on_both_engines]
async fn a_visitor_is_somebody_at_an_app() {
    let salon = TestSalon::for_browsers().await;
    let (asha, owner) =
        (salon.customer("Asha").await, salon.member("Ravi", parlour_domain::auth::role::Role::Owner).await);
    let visitor = Visitor::start(&salon, AppKind::Customer, ChromiumOptions::phone()).await;
    visitor.sign_in_as(&asha).await;
    visitor.sign_in_as(&owner).await;
    visitor.open_unchecked("/docs/").await;
    assert_ne!(visitor.title().await, "");
    visitor.open("/api/auth/session").await;
    assert!(visitor.has_text("asha@test.invalid").await, "{}", visitor.text().await);
    visitor.open_on(AppKind::Admin, "/api/auth/session").await;
    assert!(visitor.has_text("\"role\":\"owner\"").await, "{}", visitor.text().await);

    let mut browser = Browser::at(&salon, AppKind::Customer);
    browser.sign_in_as(&asha);
    let session = browser.visit("/api/auth/session").await;
    assert!(session.body.contains("asha@test.invalid"), "{}", session.body);
}
