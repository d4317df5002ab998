//! Which sites may embed pages, and the other headers that keep sites apart.

use axum::http::Method;
use parlour_domain::auth::app_kind::AppKind;
use parlour_domain::auth::role::Role;
use parlour_testkit::actions::invoices::bill_haircut;
use parlour_testkit::actions::people::receptionist;
use parlour_testkit::fixtures::small_salon::{small_salon, small_salon_with};
use parlour_testkit::process::Installation;
use parlour_testkit::{Engine, Reply, SalonOptions, TestSalon, test_on_both_engines};

use crate::parlour_binary::PARLOUR_BINARY;

const SITES: [&str; 2] = ["https://www.salon.example", "https://landing.example:8443"];

fn policy(reply: &Reply) -> &str {
    reply.header("content-security-policy").expect("a policy")
}

/// Every kind of answer of an app: pages, parts, errors, files, redirects, JSON.
async fn answers(salon: &TestSalon, app_kind: AppKind) -> Vec<(&'static str, Reply)> {
    let (visitor, member) = match app_kind {
        AppKind::Customer => (salon.visitor(), salon.customer("Asha").await),
        AppKind::Admin => (salon.admin_visitor(), salon.member("Ravi", Role::Owner).await),
    };
    let paths = [
        "/",
        "/book",
        "/me",
        "/me?part=x",
        "/visits",
        "/notifications",
        "/bookings",
        "/bookings.csv",
        "/sign-in",
        "/nothing",
        "/offline",
        "/sw.js",
        "/manifest.webmanifest",
        "/assets/x/css/customer.css",
        "/assets/x/nothing.css",
        "/docs/",
        "/api/health",
        "/api/nothing",
        "/media/nothing.png",
        "/files/nothing",
        "/calendar/nothing.ics",
        "/live",
        "/sign-out",
        "/unsubscribe/nothing",
        "/api/auth/callback",
    ];
    let mut replies = Vec::new();
    for path in paths {
        for person in [&visitor, &member] {
            for accepted in ["text/html", "application/json"] {
                replies.push((path, person.clone().with_header("accept", accepted).get(path).await));
            }
            let browser = person.clone().with_header("accept", "text/html");
            replies.push((path, browser.send(Method::DELETE, path, "").await));
            replies.push((path, browser.with_header("origin", "https://evil.example").submit(path, "").await));
        }
    }
    replies
}

/// No document: a first visit is spared what browsers ignore.
fn is_asset(path: &str, reply: &Reply) -> bool {
    path.starts_with("/assets/") && reply.status == 200
}

fn rule_for_old_browsers(path: &str, reply: &Reply) -> Option<&'static str> {
    (!is_asset(path, reply)).then_some("DENY")
}

#[test_on_both_engines]
async fn nothing_can_be_embedded_unless_a_site_is_named() {
    let salon = small_salon().await;
    for app_kind in [AppKind::Customer, AppKind::Admin] {
        for (path, reply) in answers(&salon, app_kind).await {
            let told = format!("{} {path}: {} {:?}", app_kind.as_str(), reply.status, reply.headers);
            assert!(policy(&reply).contains("frame-ancestors 'none'"), "{told}");
            assert_eq!(reply.header("x-content-type-options"), Some("nosniff"), "{told}");
            let readers = if path.starts_with("/media/") { "cross-origin" } else { "same-origin" };
            assert_eq!(reply.header("cross-origin-resource-policy"), Some(readers), "{told}");
            assert_eq!(reply.header("x-frame-options"), rule_for_old_browsers(path, &reply), "{told}");
            let [opener, permissions] =
                ["cross-origin-opener-policy", "permissions-policy"].map(|name| reply.header(name));
            if is_asset(path, &reply) {
                assert_eq!((opener, permissions), (None, None), "{told}");
                continue;
            }
            assert_eq!(opener, Some("same-origin"), "{told}");
            assert!(permissions.is_some_and(|policy| policy.contains("camera=()")), "{told}");
            let is_page =
                reply.header("content-type").is_some_and(|kind| kind.starts_with("text/html")) && path != "/docs/";
            assert!(!(is_page && policy(&reply).contains("unsafe")), "{told}");
        }
    }
    salon.leaves_due_jobs("nobody reads the e-mails");
}

/// An invoice is shown by the browser's own viewer, which counts as a frame of the same origin.
#[test_on_both_engines]
async fn pdfs_are_shown_in_no_frame_of_others() {
    let salon = small_salon().await;
    let (desk, asha) = (receptionist(&salon).await, salon.customer("Asha").await);
    let invoice = bill_haircut(&salon, &desk, &asha).await;
    let reply = desk.get(&format!("/invoices/{invoice}/pdf")).await;
    assert_eq!(reply.header("x-frame-options"), Some("DENY"), "{:?}", reply.headers);
    salon.leaves_due_jobs("nobody reads the invoice");
}

#[test_on_both_engines]
async fn named_sites_may_embed_the_customer_s_pages_only() {
    let frame_origins = SITES.map(str::to_owned).to_vec();
    let salon = small_salon_with(SalonOptions { frame_origins, ..SalonOptions::default() }).await;
    for (path, reply) in answers(&salon, AppKind::Customer).await {
        let told = format!("{path}: {} {:?}", reply.status, reply.headers);
        let kind = reply.header("content-type").unwrap_or_default();
        let is_api_browser = path == "/docs/" && reply.status == 200;
        if kind.starts_with("text/html") && !is_api_browser {
            let expected = format!("frame-ancestors {}", SITES.join(" "));
            assert!(
                policy(&reply).ends_with(&expected) && !policy(&reply).contains("frame-ancestors 'none'"),
                "{told}"
            );
            assert_eq!(reply.header("x-frame-options"), None, "{told}");
            assert!(policy(&reply).contains("default-src 'none'; script-src 'self';"), "{told}");
        } else {
            assert!(policy(&reply).contains("frame-ancestors 'none'"), "{told}");
            assert_eq!(reply.header("x-frame-options"), rule_for_old_browsers(path, &reply), "{told}");
        }
    }
    for (path, reply) in answers(&salon, AppKind::Admin).await {
        assert!(policy(&reply).contains("frame-ancestors 'none'"), "{path}: {}", policy(&reply));
        assert_eq!(reply.header("x-frame-options"), rule_for_old_browsers(path, &reply), "{path}");
    }
    // In a frame of another site the browser sends no session: the embedded pages are those of a visitor. The sign-in
    // leaves the frame, because the session could not begin in it.
    let sign_in = salon.visitor().with_header("accept", "text/html").get("/sign-in").await;
    assert!(sign_in.text().contains("target=\"_top\""), "{}", sign_in.text());
    salon.leaves_due_jobs("nobody reads the e-mails");
}

#[tokio::test]
async fn the_setting_names_the_sites() {
    let salon = Installation::on(Engine::Sqlite, PARLOUR_BINARY)
        .with("PARLOUR_FRAME_ORIGINS", "https://www.salon.example/, http://127.0.0.1:8000");
    let process = salon.serve(&[]);
    for (app_kind, expected) in [
        (AppKind::Customer, "frame-ancestors https://www.salon.example http://127.0.0.1:8000"),
        (AppKind::Admin, "frame-ancestors 'none'"),
    ] {
        let page = reqwest::get(process.url(app_kind, "/sign-in")).await.unwrap();
        let policy = page.headers()["content-security-policy"].to_str().unwrap().to_owned();
        assert!(policy.ends_with(expected), "{policy}");
    }
    let refused = Installation::on(Engine::Sqlite, PARLOUR_BINARY).with("PARLOUR_FRAME_ORIGINS", "*").run(&["serve"]);
    assert!(refused.expect_error_line().contains("PARLOUR_FRAME_ORIGINS"));
}
