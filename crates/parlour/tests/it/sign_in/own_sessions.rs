//! Everybody sees their own sessions on both apps, and can end each.

use axum::body::Body;
use axum::http::Method;
use parlour_db::params;
use parlour_domain::auth::app_kind::AppKind;
use parlour_domain::auth::role::Role;
use parlour_testkit::checks::json::{expect_only_field, sorted_keys};
use parlour_testkit::{Person, Reply, TestSalon, test_on_both_engines};
use serde_json::{Value, json};

const SESSIONS_PATH: &str = "/api/auth/sessions";

async fn own_sessions(person: &Person) -> Vec<Value> {
    let data = person.get(SESSIONS_PATH).await.expect_ok();
    expect_only_field(&data, "sessions").as_array().unwrap().clone()
}

async fn current_session(person: &Person) -> Value {
    own_sessions(person).await.into_iter().find(|session| session["current"] == true).unwrap()
}

async fn end_session(person: &Person, id: &Value) -> Reply {
    person.send(Method::DELETE, &format!("{SESSIONS_PATH}/{}", id.as_str().unwrap()), Body::empty()).await
}

#[test_on_both_engines]
async fn sessions_of_both_apps_are_listed() {
    let salon = TestSalon::open_at("2027-03-01 10:00").await;
    let phone = salon.person("Asha", Role::Staff, AppKind::Customer).await;
    salon.advance_seconds(60);
    let desk = salon.person("Asha", Role::Staff, AppKind::Admin).await;
    salon.customer("Tara").await;
    for (person, app) in [(&phone, "customer"), (&desk, "admin")] {
        let sessions = own_sessions(person).await;
        assert_eq!(sessions.len(), 2, "{sessions:?}");
        assert_eq!(sorted_keys(&sessions[0]), ["app", "createdAt", "current", "id", "lastUsedAt", "userAgent"]);
        let apps: Vec<_> = sessions.iter().map(|session| session["app"].as_str().unwrap()).collect();
        assert_eq!(apps, ["admin", "customer"], "the last used first");
        let current = current_session(person).await;
        assert_eq!((&current["app"], &current["userAgent"]), (&json!(app), &Value::Null));
    }
    let first = current_session(&phone).await;
    assert_eq!(first["createdAt"], "2027-03-01T04:30:00.000Z");
    for visitor in [salon.visitor(), salon.admin_visitor()] {
        visitor.get(SESSIONS_PATH).await.expect_error(401, "UNAUTHENTICATED");
        end_session(&visitor, &first["id"]).await.expect_error(401, "UNAUTHENTICATED");
    }
    // An expired session is none.
    salon.advance_seconds(7 * 24 * 60 * 60);
    let back = salon.person("Asha", Role::Staff, AppKind::Customer).await;
    assert_eq!(own_sessions(&back).await.len(), 1);
}

#[test_on_both_engines]
async fn the_last_use_is_exact_to_five_minutes() {
    let salon = TestSalon::open_at("2027-03-01 10:00").await;
    let asha = salon.customer("Asha").await;
    let last_used = async || current_session(&asha).await["lastUsedAt"].clone();
    assert_eq!(last_used().await, "2027-03-01T04:30:00.000Z");
    salon.advance_seconds(5 * 60 - 1);
    asha.get("/api/auth/session").await.expect_ok();
    assert_eq!(last_used().await, "2027-03-01T04:30:00.000Z", "not written at every use");
    salon.advance_seconds(1);
    asha.get("/api/auth/session").await.expect_ok();
    assert_eq!(last_used().await, "2027-03-01T04:35:00.000Z");
    let rows =
        salon.app.db.read(|conn| conn.all::<(bool,)>("select expires_at > extended_at from sessions", params![]));
    assert_eq!(rows.await.unwrap(), [(true,)]);
}

#[test_on_both_engines]
async fn a_session_is_ended_from_another_app() {
    let salon = TestSalon::open().await;
    let phone = salon.person("Asha", Role::Staff, AppKind::Customer).await;
    let desk = salon.person("Asha", Role::Staff, AppKind::Admin).await;
    let tara = salon.customer("Tara").await;
    let (of_phone, of_desk) = (current_session(&phone).await, current_session(&desk).await);
    end_session(&tara, &of_phone["id"]).await.expect_error(404, "NOT_FOUND");
    end_session(&phone, &json!("nothing")).await.expect_error(404, "NOT_FOUND");
    assert_eq!(end_session(&desk, &of_phone["id"]).await.expect_ok(), json!({ "ok": true }));
    phone.get("/api/auth/session").await.expect_error(401, "UNAUTHENTICATED");
    end_session(&desk, &of_phone["id"]).await.expect_error(404, "NOT_FOUND");

    // Ending the session in use signs out.
    let out = end_session(&desk, &of_desk["id"]).await;
    out.expect_ok();
    assert!(out.header("set-cookie").is_some_and(|cookie| cookie.contains("Max-Age=0")));
    desk.get("/api/auth/session").await.expect_error(401, "UNAUTHENTICATED");
    tara.get("/api/auth/session").await.expect_ok();
}

#[test_on_both_engines]
async fn another_site_cannot_end_a_session() {
    let salon = TestSalon::open().await;
    let asha = salon.customer("Asha").await;
    let id = current_session(&asha).await["id"].clone();
    let forged = asha.clone().with_header("sec-fetch-site", "cross-site");
    end_session(&forged, &id).await.expect_error(403, "FORBIDDEN");
    asha.get("/api/auth/session").await.expect_ok();
}
