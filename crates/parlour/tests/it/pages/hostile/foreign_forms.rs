//! Forms that a page of another site makes a browser send.

use axum::http::Method;
use parlour_db::params;
use parlour_domain::auth::app_kind::AppKind;
use parlour_domain::auth::role::Role;
use parlour_testkit::actions::people::receptionist;
use parlour_testkit::chromium::{ChromiumOptions, Visitor};
use parlour_testkit::fixtures::small_salon::small_salon;
use parlour_testkit::{Engine, Person, TestSalon, run, test_on_both_engines};

use super::super::visits::listening_salon;

async fn count(salon: &TestSalon, sql: &'static str) -> i64 {
    salon.app.db.read(move |conn| conn.one::<(i64,)>(sql, params![])).await.unwrap().unwrap().0
}

/// What browsers say of a form on another site, on the other app, or in a frame without an origin.
fn foreign_headers(salon: &TestSalon, app_kind: AppKind) -> Vec<(&'static str, String)> {
    let other = match app_kind {
        AppKind::Customer => AppKind::Admin,
        AppKind::Admin => AppKind::Customer,
    };
    let own = salon.url(app_kind);
    vec![
        ("origin", "https://evil.example".to_owned()),
        ("origin", "null".to_owned()),
        ("origin", salon.url(other).to_owned()),
        ("origin", format!("{own}.evil.example")),
        ("origin", own.replace("https://", "http://")),
        ("sec-fetch-site", "cross-site".to_owned()),
        ("sec-fetch-site", "same-site".to_owned()),
        ("sec-fetch-site", "Same-Origin".to_owned()),
    ]
}

/// Every form of a page is refused if another site sends it, whether the cookie comes along or not: without it, an answer
/// could still remove the cookie, or write a lead that nobody asked for.
#[test_on_both_engines]
async fn forms_of_other_sites_are_refused_with_and_without_a_session() {
    let salon = small_salon().await;
    let (asha, desk) = (salon.customer("Asha").await, receptionist(&salon).await);
    let people = [(salon.visitor(), &asha), (salon.admin_visitor(), &desk)];
    for (visitor, member) in people {
        let (app_kind, sessions) = (member.app_kind, "select count(*) from sessions");
        let before = (count(&salon, sessions).await, count(&salon, "select count(*) from leads").await);
        let paths: &[&str] = match app_kind {
            AppKind::Customer => &[
                "/sign-out",
                "/sign-out-everywhere",
                "/call-me",
                "/language",
                "/me",
                "/me/erase",
                "/book/review",
                "/onboarding",
            ],
            AppKind::Admin => {
                &["/sign-out", "/sign-out-everywhere", "/language", "/leads/new", "/customers/new", "/me"]
            }
        };
        for (name, value) in foreign_headers(&salon, app_kind) {
            for person in [&visitor, member] {
                let person: Person = person.clone().with_header("accept", "text/html").with_header(name, &value);
                for path in paths {
                    let reply = person.submit(path, "name=Evil&phone=9876543210&language=hi").await;
                    assert_eq!(reply.status, 403, "{path} with {name}: {value}");
                    assert_eq!(reply.header("set-cookie"), None, "{path} with {name}: {value}");
                    assert_eq!(reply.header("clear-site-data"), None, "{path} with {name}: {value}");
                }
            }
        }
        assert_eq!((count(&salon, sessions).await, count(&salon, "select count(*) from leads").await), before);
    }
    // Forms of our own, and of programs that are no browsers.
    let own = salon.url(AppKind::Customer).to_owned();
    for (name, value) in [("origin", own.as_str()), ("sec-fetch-site", "same-origin"), ("accept", "text/html")] {
        let asked = salon.visitor().with_header(name, value).submit("/call-me", "name=Asha&phone=9876543210").await;
        assert_eq!(asked.status, 303, "{name}: {value}");
    }
    salon.leaves_due_jobs("nobody reads the e-mails");
}

/// A form is what our forms send: a page of another site can send text as `text/plain` without asking first, and what
/// is read from another type is not what somebody typed.
#[test_on_both_engines]
async fn only_the_type_of_forms_is_read_as_a_form() {
    let salon = small_salon().await;
    let visitor = salon.visitor().with_header("accept", "text/html");
    for kind in ["text/plain", "multipart/form-data; boundary=x", "application/json", "", "x", "text/plain; a=b"] {
        let reply = visitor.send_as(kind, Method::POST, "/call-me", "name=Evil&phone=9876543210").await;
        assert_eq!(reply.status, 400, "{kind}");
    }
    assert_eq!(count(&salon, "select count(*) from leads").await, 0);
    for kind in ["application/x-www-form-urlencoded", "Application/X-WWW-Form-Urlencoded; charset=UTF-8"] {
        let reply = visitor.send_as(kind, Method::POST, "/call-me", "name=Asha&phone=9876543210").await;
        assert_eq!(reply.status, 303, "{kind}");
    }
    salon.leaves_due_jobs("nobody reads the e-mails");
}

/// Another account would not help there.
#[test_on_both_engines]
async fn the_page_of_a_refused_foreign_form_offers_nobody_to_sign_out() {
    let salon = small_salon().await;
    let stranger = salon.admin_visitor().with_header("accept", "text/html");
    let stranger = stranger.with_header("origin", "https://evil.example");
    let reply = stranger.submit("/leads/new", "name=Evil&phone=9876543210").await;
    assert_eq!(reply.status, 403);
    let page = reply.text();
    assert!(page.contains("<h1>") && !page.contains("/sign-out"), "{page}");
}

/// In a real browser: somebody is signed in, and a page of another site sends the form that signs out.
#[test]
fn another_site_cannot_sign_somebody_out() {
    run(Engine::Sqlite, async || {
        let salon = listening_salon().await;
        let asha = salon.customer("Asha").await;
        let visitor = Visitor::start(&salon, AppKind::Customer, ChromiumOptions::phone()).await;
        visitor.sign_in_as(&asha).await;
        visitor.open("/me").await;
        visitor.ignore_console(|message| message.contains("403 (Forbidden)"));
        let target = format!("{}/sign-out", salon.url(AppKind::Customer));
        // A page with another origin, which has none of our policies.
        let page = format!("<form method=post action={target}><button>Win a prize</button></form>");
        visitor.go(&format!("data:text/html,{}", page.replace(' ', "%20"))).await;
        visitor.execute("setTimeout(() => document.querySelector('form').submit())", &[]).await;
        visitor.wait_until("the answer is shown", "return location.protocol === 'http:'").await;
        visitor.open("/me").await;
        assert!(visitor.has_text("Asha").await, "still signed in: {}", visitor.text().await);
    });
}

/// Links change nothing, and nobody is signed out by one.
#[test_on_both_engines]
async fn links_change_nothing() {
    let salon = small_salon().await;
    let asha = salon.customer("Asha").await.with_header("accept", "text/html");
    let owner = salon.member("Ravi", Role::Owner).await.with_header("accept", "text/html");
    for person in [&asha, &owner] {
        for path in ["/sign-out", "/sign-out-everywhere"] {
            let reply = person.get(path).await;
            assert_eq!((reply.status.as_u16(), reply.header("location")), (303, Some("/me")), "{path}");
            assert_eq!(reply.header("set-cookie"), None);
        }
        person.get("/api/auth/session").await.expect_ok();
    }
}
