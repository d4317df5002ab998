//! Sessions: one per sign-in and app, seven days, and what ends them.

use parlour_app::sign_in::{RoleRefusal, change_role_by_email};
use parlour_db::{Db, params};
use parlour_domain::auth::app_kind::AppKind;
use parlour_domain::auth::role::Role;
use parlour_domain::email_address::EmailAddress;
use parlour_testkit::{Person, Reply, TestSalon, test_on_both_engines};
use serde_json::json;

const MINUTE_SECONDS: i64 = 60;
const DAY_SECONDS: i64 = 24 * 60 * MINUTE_SECONDS;
const SESSION_PATH: &str = "/api/auth/session";

fn with_cookie(person: Person, app_kind: AppKind, token: &str) -> Person {
    person.with_header("cookie", &format!("{}={token}", app_kind.session_cookie()))
}

/// The cookie that an answer sets anew, with the life it gives it.
fn reissued_cookie(reply: &Reply) -> Option<String> {
    let mut set = reply.headers.get_all("set-cookie").iter();
    let cookie = set.next()?.to_str().expect("text").to_owned();
    assert!(set.next().is_none(), "one cookie at most");
    Some(cookie)
}

async fn set_role(db: &Db, salon: &TestSalon, name: &str, role: Role) -> Result<Role, RoleRefusal> {
    let email = EmailAddress::parse(&format!("{name}@test.invalid")).expect("an e-mail");
    let context = salon.context();
    db.write(move |tx| change_role_by_email(tx, &context, &email, role).map(|user| user.role)).await
}

#[test_on_both_engines]
async fn the_session_shows_exactly_the_signed_in_user() {
    let salon = TestSalon::open_at("2027-03-01 10:00").await;
    let asha = salon.customer("Asha").await;
    let reply = asha.get(SESSION_PATH).await;
    assert_eq!(
        reply.json(),
        json!({
            "success": true,
            "data": {
                "user": {
                    "id": asha.id().as_str(), "name": "Asha", "email": "asha@test.invalid", "image": null,
                    "role": "customer", "onboarded": false,
                },
                "expiresAt": "2027-03-08T04:30:00.000Z",
            },
        })
    );
    assert_eq!(reply.header("cache-control"), Some("no-store"));
    assert_eq!(reissued_cookie(&reply), None);
    let ravi = salon.member("Ravi", Role::Receptionist).await;
    assert_eq!(ravi.get(SESSION_PATH).await.expect_ok()["user"]["role"], "receptionist");
}

#[test_on_both_engines]
async fn without_a_valid_session_nobody_is_signed_in() {
    let salon = TestSalon::open().await;
    let asha = salon.customer("Asha").await;
    let ravi = salon.member("Ravi", Role::Owner).await;
    for (app_kind, someone) in [(AppKind::Customer, salon.visitor()), (AppKind::Admin, salon.admin_visitor())] {
        someone.get(SESSION_PATH).await.expect_error(401, "UNAUTHENTICATED");
        someone.post_empty("/api/auth/sign-out").await.expect_error(401, "UNAUTHENTICATED");
        for token in ["", "garbage", "é", &"x".repeat(4_000), "\"quoted\"", "' or 1=1 --"] {
            let reply = with_cookie(someone.clone(), app_kind, token).get(SESSION_PATH).await;
            reply.expect_error(401, "UNAUTHENTICATED");
        }
        let bearer = someone.with_header("authorization", &format!("Bearer {}", asha.token()));
        bearer.get(SESSION_PATH).await.expect_error(401, "UNAUTHENTICATED");
    }
    // A session belongs to one app, whichever name its token is given.
    for &name in AppKind::ALL {
        let abroad = with_cookie(salon.admin_visitor(), name, asha.token());
        abroad.get(SESSION_PATH).await.expect_error(401, "UNAUTHENTICATED");
        let abroad = with_cookie(salon.visitor(), name, ravi.token());
        abroad.get(SESSION_PATH).await.expect_error(401, "UNAUTHENTICATED");
    }
    asha.get(SESSION_PATH).await.expect_ok();
    ravi.get(SESSION_PATH).await.expect_ok();
}

#[test_on_both_engines]
async fn a_session_ends_after_seven_idle_days() {
    let salon = TestSalon::open().await;
    let (asha, tara) = (salon.customer("Asha").await, salon.customer("Tara").await);
    salon.advance_seconds(7 * DAY_SECONDS - 1);
    asha.get(SESSION_PATH).await.expect_ok();
    salon.advance_seconds(1);
    tara.get(SESSION_PATH).await.expect_error(401, "UNAUTHENTICATED");
    asha.get(SESSION_PATH).await.expect_ok();
    salon.advance_seconds(7 * DAY_SECONDS - 2);
    asha.get(SESSION_PATH).await.expect_ok();
    salon.advance_seconds(7 * DAY_SECONDS);
    asha.get(SESSION_PATH).await.expect_error(401, "UNAUTHENTICATED");
}

#[test_on_both_engines]
async fn a_session_in_use_is_extended_at_most_once_a_day() {
    let salon = TestSalon::open_at("2027-03-01 10:00").await;
    let asha = salon.customer("Asha").await;
    salon.advance_seconds(DAY_SECONDS - 1);
    let early = asha.get(SESSION_PATH).await;
    assert_eq!(early.expect_ok()["expiresAt"], "2027-03-08T04:30:00.000Z");
    assert_eq!(reissued_cookie(&early), None);

    salon.advance_seconds(1);
    let due = asha.get(SESSION_PATH).await;
    assert_eq!(due.expect_ok()["expiresAt"], "2027-03-09T04:30:00.000Z");
    let cookie = format!("__Host-parlour={}; Path=/; Max-Age=604800; HttpOnly; Secure; SameSite=Lax", asha.token());
    assert_eq!(reissued_cookie(&due), Some(cookie));

    salon.advance_seconds(DAY_SECONDS - 1);
    let again = asha.get(SESSION_PATH).await;
    assert_eq!((&again.expect_ok()["expiresAt"], reissued_cookie(&again)), (&"2027-03-09T04:30:00.000Z".into(), None));

    for _ in 0..30 {
        salon.advance_seconds(DAY_SECONDS);
        assert!(reissued_cookie(&asha.get(SESSION_PATH).await).is_some());
    }
    let rows = salon.app.db.read(|conn| conn.all::<(i64,)>("select count(*) from sessions", params![]));
    assert_eq!(rows.await.expect("a count"), [(1,)], "extended, not multiplied");
}

#[test_on_both_engines]
async fn no_session_lives_longer_than_ninety_days() {
    let salon = TestSalon::open_at("2027-03-01 10:00").await;
    let asha = salon.customer("Asha").await;
    for _ in 0..88 {
        salon.advance_seconds(DAY_SECONDS);
        asha.get(SESSION_PATH).await.expect_ok();
    }
    // 83 days after the start the end is reached, which no use moves.
    salon.advance_seconds(DAY_SECONDS);
    let last = asha.get(SESSION_PATH).await;
    assert_eq!(last.expect_ok()["expiresAt"], "2027-05-30T04:30:00.000Z");
    let cookie = reissued_cookie(&last).expect("the cookie lives as long as the session");
    assert!(cookie.contains("; Max-Age=86400;"), "{cookie}");
    salon.advance_seconds(DAY_SECONDS - 1);
    let last = asha.get(SESSION_PATH).await;
    assert_eq!(
        (last.expect_ok()["expiresAt"].clone(), reissued_cookie(&last)),
        ("2027-05-30T04:30:00.000Z".into(), None)
    );
    salon.advance_seconds(1);
    asha.get(SESSION_PATH).await.expect_error(401, "UNAUTHENTICATED");
    asha.post_empty("/api/auth/sign-out").await.expect_error(401, "UNAUTHENTICATED");
}

#[test_on_both_engines]
async fn a_session_that_was_extended_too_far_ends_all_the_same() {
    let salon = TestSalon::open_at("2027-03-01 10:00").await;
    let asha = salon.customer("Asha").await;
    // As before there was a latest end.
    let sql = "update sessions set expires_at = $2 where user_id = $1";
    let (id, far) = (asha.id().clone(), salon.now().plus_days(95));
    let extended = salon.app.db.write(move |tx| tx.execute(sql, params![id, far]));
    assert_eq!(extended.await.expect("written"), 1);
    salon.advance_seconds(90 * DAY_SECONDS - 1);
    asha.get(SESSION_PATH).await.expect_ok();
    salon.advance_seconds(1);
    asha.get(SESSION_PATH).await.expect_error(401, "UNAUTHENTICATED");
    let again = salon.customer("Asha").await;
    let sessions = again.get("/api/auth/sessions").await.expect_ok();
    assert_eq!(sessions["sessions"].as_array().map(Vec::len), Some(1), "{sessions}");
}

#[test_on_both_engines]
async fn the_cookie_is_extended_even_on_an_error_response() {
    let salon = TestSalon::open().await;
    let ravi = salon.member("Ravi", Role::Staff).await;
    salon.advance_seconds(DAY_SECONDS);
    let refused = ravi.get("/api/metrics").await;
    refused.expect_error(403, "FORBIDDEN");
    assert!(reissued_cookie(&refused).is_some_and(|cookie| cookie.contains(ravi.token())));
}

#[test_on_both_engines]
async fn of_concurrent_requests_one_extends_the_session() {
    let salon = TestSalon::open().await;
    let asha = salon.customer("Asha").await;
    salon.advance_seconds(DAY_SECONDS);
    let together: Vec<_> = (0..12)
        .map(|_| {
            let asha = asha.clone();
            tokio::spawn(async move { asha.get(SESSION_PATH).await })
        })
        .collect();
    let mut extended = 0;
    for one in together {
        let reply = one.await.expect("no panic");
        reply.expect_ok();
        extended += usize::from(reissued_cookie(&reply).is_some());
    }
    assert_eq!(extended, 1);
}

#[test_on_both_engines]
async fn signing_out_ends_only_this_session() {
    let salon = TestSalon::open().await;
    let (phone, laptop) = (salon.customer("Asha").await, salon.customer("Asha").await);
    let reply = phone.post_empty("/api/auth/sign-out").await;
    reply.expect_ok();
    let cleared = "__Host-parlour=; Path=/; Max-Age=0; HttpOnly; Secure; SameSite=Lax";
    assert_eq!(reissued_cookie(&reply).as_deref(), Some(cleared));
    phone.get(SESSION_PATH).await.expect_error(401, "UNAUTHENTICATED");
    phone.post_empty("/api/auth/sign-out").await.expect_error(401, "UNAUTHENTICATED");
    laptop.get(SESSION_PATH).await.expect_ok();
}

#[test_on_both_engines]
async fn signing_out_when_an_extension_is_due_leaves_no_cookie() {
    let salon = TestSalon::open().await;
    let asha = salon.customer("Asha").await;
    salon.advance_seconds(DAY_SECONDS);
    let reply = asha.post_empty("/api/auth/sign-out").await;
    reply.expect_ok();
    let last = reply.headers.get_all("set-cookie").iter().next_back().expect("a cookie");
    assert!(last.to_str().is_ok_and(|cookie| cookie.contains("Max-Age=0")), "the last word is the end: {last:?}");
}

#[test_on_both_engines]
async fn signing_out_everywhere_ends_every_session_on_both_apps() {
    let salon = TestSalon::open().await;
    let (phone, laptop) = (salon.customer("Asha").await, salon.customer("Asha").await);
    let desk = salon.person("Asha", Role::Customer, AppKind::Admin).await;
    let other = salon.customer("Tara").await;
    desk.post_empty("/api/auth/sign-out-everywhere").await.expect_ok();
    for ended in [&phone, &laptop, &desk] {
        ended.get(SESSION_PATH).await.expect_error(401, "UNAUTHENTICATED");
    }
    other.get(SESSION_PATH).await.expect_ok();
    salon.customer("Asha").await.get(SESSION_PATH).await.expect_ok();
}

#[test_on_both_engines]
async fn another_site_cannot_sign_anyone_out() {
    let salon = TestSalon::open().await;
    let asha = salon.customer("Asha").await;
    for forged in [
        asha.clone().with_header("sec-fetch-site", "cross-site"),
        asha.clone().with_header("sec-fetch-site", "same-site"),
        asha.clone().with_header("origin", "https://evil.example"),
        asha.clone().with_header("origin", "null"),
    ] {
        forged.post_empty("/api/auth/sign-out").await.expect_error(403, "FORBIDDEN");
        forged.post_empty("/api/auth/sign-out-everywhere").await.expect_error(403, "FORBIDDEN");
    }
    asha.get(SESSION_PATH).await.expect_ok();
    let own = asha.with_header("origin", salon.url(AppKind::Customer));
    own.post_empty("/api/auth/sign-out").await.expect_ok();
}

#[test_on_both_engines]
async fn a_role_change_takes_effect_on_the_next_request() {
    let salon = TestSalon::open().await;
    let ravi = salon.member("ravi", Role::Receptionist).await;
    ravi.get("/api/metrics").await.expect_error(403, "FORBIDDEN");
    set_role(&salon.app.db, &salon, "ravi", Role::Developer).await.expect("changed");
    assert_eq!(ravi.get("/api/metrics").await.status, 200);
    assert_eq!(ravi.get(SESSION_PATH).await.expect_ok()["user"]["role"], "developer");

    let elsewhere = salon.open_in_second_process().await;
    set_role(&elsewhere.db, &salon, "RAVI", Role::Customer).await.expect("changed by another process");
    ravi.get("/api/metrics").await.expect_error(403, "FORBIDDEN");
    assert_eq!(ravi.get(SESSION_PATH).await.expect_ok()["user"]["role"], "customer");
}

#[test_on_both_engines]
async fn the_last_owner_keeps_the_role() {
    let salon = TestSalon::open().await;
    salon.member("asha", Role::Owner).await;
    salon.member("ravi", Role::Owner).await;
    let db = &salon.app.db;
    assert!(matches!(set_role(db, &salon, "nobody", Role::Staff).await, Err(RoleRefusal::Unknown(_))));
    let (one, other) =
        tokio::join!(set_role(db, &salon, "asha", Role::Manager), set_role(db, &salon, "ravi", Role::Manager),);
    assert_eq!(usize::from(one.is_ok()) + usize::from(other.is_ok()), 1, "{one:?} {other:?}");
    let refused = one.err().or(other.err());
    assert!(matches!(refused, Some(RoleRefusal::LastOwner)), "{refused:?}");
}
