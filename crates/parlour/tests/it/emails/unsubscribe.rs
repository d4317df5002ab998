//! The way out of marketing letters.

use axum::http::Method;
use parlour_domain::auth::app_kind::AppKind;
use parlour_domain::auth::role::Role;
use parlour_domain::notification::email_kind::EmailKind;
use parlour_testkit::actions::emails::compose_email;
use parlour_testkit::actions::people::{own_profile, set_marketing_consent};
use parlour_testkit::checks::database::count_rows;
use parlour_testkit::fixtures::small_salon::small_salon;
use parlour_testkit::process::Installation;
use parlour_testkit::{Person, Reply, TestSalon, test_on_both_engines};
use serde_json::json;

use crate::parlour_binary::PARLOUR_BINARY;

const ONE_CLICK: &str = "List-Unsubscribe=One-Click";

/// The path in a letter to somebody who wants news.
async fn unsubscribe_path(salon: &TestSalon, person: &Person) -> String {
    set_marketing_consent(person, true).await;
    let birthday = compose_email(salon, EmailKind::BirthdayOffer, person.id(), "", "2027").await.unwrap();
    let url = birthday.unsubscribe_url.unwrap();
    url.strip_prefix("https://customer.parlour.test").unwrap().to_owned()
}

/// Lines in the history of what somebody said yes and no to.
async fn consent_count(salon: &TestSalon, person: &Person) -> i64 {
    let sql = "select count(*) from consents where purpose = 'marketing' and user_id = $1";
    count_rows(salon, person.id().as_str(), sql).await
}

/// Lines in the log about their profile.
async fn profile_change_count(salon: &TestSalon, person: &Person) -> i64 {
    let sql = "select count(*) from audit_log where action = 'profile.change' and concerns_user_id = $1";
    count_rows(salon, person.id().as_str(), sql).await
}

/// As a browser asks.
fn visitor_with_browser(salon: &TestSalon) -> Person {
    salon.visitor().with_header("accept", "text/html,application/xhtml+xml")
}

#[track_caller]
fn expect_page(reply: &Reply, status: u16, words: &str) {
    assert_eq!(reply.status, status, "{}", reply.text());
    assert_eq!(reply.header("content-type"), Some("text/html; charset=utf-8"));
    assert_eq!(reply.header("x-robots-tag"), Some("noindex"));
    assert_eq!(reply.header("cache-control"), Some("no-store"));
    assert!(reply.text().contains(words), "{}", reply.text());
}

#[test_on_both_engines]
async fn only_the_button_on_the_page_unsubscribes() {
    let salon = small_salon().await;
    let asha = salon.customer("Asha").await;
    let path = unsubscribe_path(&salon, &asha).await;
    let (consented, changed) = (consent_count(&salon, &asha).await, profile_change_count(&salon, &asha).await);

    // Programs that look at mail open every link, with either method.
    let page = visitor_with_browser(&salon).get(&path).await;
    expect_page(&page, 200, "<form method=\"post\"><button type=\"submit\"");
    visitor_with_browser(&salon).send(Method::HEAD, &path, "").await;
    assert_eq!(own_profile(&asha).await["marketingConsent"], true);

    salon.advance_seconds(60);
    for _ in 0..2 {
        expect_page(&visitor_with_browser(&salon).send(Method::POST, &path, "").await, 200, "We will not write to you");
    }
    let after = own_profile(&asha).await;
    assert_eq!(after["marketingConsent"], false);
    assert_eq!(after["marketingConsentAt"], json!(null));
    assert_eq!(after["appointmentRemindersEnabled"], true, "and nothing else");
    assert_eq!(consent_count(&salon, &asha).await, consented + 1, "a line in the history, and one only");
    assert_eq!(profile_change_count(&salon, &asha).await, changed + 1);
    let refused = compose_email(&salon, EmailKind::BirthdayOffer, asha.id(), "", "2027").await;
    assert_eq!(refused, None);

    set_marketing_consent(&asha, true).await;
    assert_eq!(own_profile(&asha).await["marketingConsent"], true, "whoever changes their mind may");
    visitor_with_browser(&salon).send(Method::POST, &path, "").await;
    assert_eq!(own_profile(&asha).await["marketingConsent"], false, "and the old letter still works");
}

#[test_on_both_engines]
async fn one_click_unsubscribe_works() {
    let salon = small_salon().await;
    let (asha, kiran) = (salon.customer("Asha").await, salon.customer("Kiran").await);
    let path = unsubscribe_path(&salon, &asha).await;
    unsubscribe_path(&salon, &kiran).await;
    let program = salon.visitor().with_header("content-type", "application/x-www-form-urlencoded");
    let answer = program.send(Method::POST, &path, ONE_CLICK).await;
    assert_eq!(answer.status, 200, "{}", answer.text());
    assert!(answer.header("set-cookie").is_none());
    assert_eq!(own_profile(&asha).await["marketingConsent"], false);
    assert_eq!(own_profile(&kiran).await["marketingConsent"], true, "everybody for themselves");
}

#[test_on_both_engines]
async fn one_click_unsubscribe_works_cross_site() {
    let salon = small_salon().await;
    let (asha, kiran) = (salon.customer("Asha").await, salon.customer("Kiran").await);
    let path = unsubscribe_path(&salon, &asha).await;
    // Kiran reads Asha's letter, signed in here: the address counts, the cookie does not.
    set_marketing_consent(&kiran, true).await;
    let elsewhere =
        kiran.clone().with_header("origin", "https://mail.example").with_header("sec-fetch-site", "cross-site");
    assert_eq!(elsewhere.send(Method::POST, &path, ONE_CLICK).await.status, 200);
    assert_eq!(own_profile(&asha).await["marketingConsent"], false);
    assert_eq!(own_profile(&kiran).await["marketingConsent"], true);
    let refused = elsewhere.patch("/api/profile", &json!({ "marketingConsent": false })).await;
    refused.expect_error(403, "FORBIDDEN");
}

#[test_on_both_engines]
async fn a_forged_unsubscribe_url_is_not_found() {
    let salon = small_salon().await;
    let (asha, kiran) = (salon.customer("Asha").await, salon.customer("Kiran").await);
    for path in ["/unsubscribe/x.y", "/unsubscribe/x"] {
        expect_page(&visitor_with_browser(&salon).get(path).await, 404, "leads nowhere");
    }
    let (hers, his) = (unsubscribe_path(&salon, &asha).await, unsubscribe_path(&salon, &kiran).await);
    let (name, _) = hers.rsplit_once('.').unwrap();
    let (_, signature) = his.rsplit_once('.').unwrap();
    for path in [&format!("{name}.{signature}"), &hers[..hers.len() - 1], &format!("{hers}x"), "/unsubscribe/."] {
        expect_page(&visitor_with_browser(&salon).get(path).await, 404, "leads nowhere");
        expect_page(&visitor_with_browser(&salon).send(Method::POST, path, ONE_CLICK).await, 404, "leads nowhere");
        salon.visitor().post_empty(path).await.expect_error(404, "NOT_FOUND");
    }
    salon.visitor().get("/unsubscribe/%00").await.expect_error(404, "NOT_FOUND");
    assert_eq!(own_profile(&asha).await["marketingConsent"], true);
    // The desk's app has no such address.
    salon.admin_visitor().post_empty(&hers).await.expect_error(404, "NOT_FOUND");
}

#[test_on_both_engines]
async fn unsubscribe_urls_of_merged_and_erased_users_still_work() {
    let salon = small_salon().await;
    let (asha, kiran) = (salon.customer("Asha").await, salon.customer("Kiran").await);
    let (hers, his) = (unsubscribe_path(&salon, &asha).await, unsubscribe_path(&salon, &kiran).await);
    let manager = salon.member("Meera", Role::Manager).await;
    let into = json!({ "intoId": kiran.id() });
    manager.post(&format!("/api/customers/{}/merge", asha.id()), &into).await.expect_ok();
    assert_eq!(own_profile(&kiran).await["marketingConsent"], true);
    assert_eq!(salon.visitor().post_empty(&hers).await.status, 200);
    assert_eq!(own_profile(&kiran).await["marketingConsent"], false, "they are one person now");

    set_marketing_consent(&kiran, true).await;
    let confirmed = json!({ "confirm": "kiran@test.invalid" });
    kiran.post("/api/profile/erase", &confirmed).await.expect_ok();
    let changed = profile_change_count(&salon, &kiran).await;
    assert_eq!(salon.visitor().post_empty(&his).await.status, 200, "it says no more than before");
    assert_eq!(profile_change_count(&salon, &kiran).await, changed);
}

#[tokio::test]
async fn the_unsubscribe_url_is_not_logged() {
    let salon = Installation::new(PARLOUR_BINARY).with("PARLOUR_LOG", "trace").without_rate_limits();
    let mut process = salon.serve(&[]);
    for method in [Method::GET, Method::HEAD, Method::POST, Method::PUT] {
        let path = "/unsubscribe/c2VjcmV0.aGlkZGVu";
        process.send_request(AppKind::Customer, method, path, |request| request.body(ONE_CLICK)).await.unwrap();
    }
    process.terminate();
    assert!(process.wait().success());
    let said = process.log_lines().join("\n") + &process.stdout();
    assert!(said.contains("/unsubscribe/{token}"), "the route was to be named");
    assert!(!said.contains("c2VjcmV0") && !said.contains("aGlkZGVu"), "{said}");
}
