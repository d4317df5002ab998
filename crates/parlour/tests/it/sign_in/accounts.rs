//! Whose account a sign-in opens, which session it replaces, and what nobody can forge.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use parlour_db::params;
use parlour_domain::auth::app_kind::AppKind;
use parlour_domain::auth::role::Role;
use parlour_testkit::browser::{Browser, Page};
use parlour_testkit::certified_identity_provider::{CertifiedIdentityProvider, complete_login_forms};
use parlour_testkit::checks::audit_log::refusals;
use parlour_testkit::checks::database::{count_rows, find_text};
use parlour_testkit::fake_identity_provider::{self, ProviderFault};
use parlour_testkit::process::http_client;
use parlour_testkit::{SalonOptions, TestSalon, test_on_both_engines};
use reqwest::StatusCode;
use reqwest::header::COOKIE;
use serde_json::{Value, json};

use super::flow::{
    BOTH_APPS, app_url, assert_landed_on, assert_refused, begin_sign_in, fake_person, pending_cookie,
    salon_with_development_provider, salon_with_provider, session_count, session_of, set_cookie_of, sign_in_as_known,
    sign_in_as_new, sign_in_url, sign_in_with_certified, sign_in_with_fake, signed_in_user, start_fake_provider,
    user_records,
};

#[test_on_both_engines]
async fn a_recycled_email_opens_nobody_s_account() {
    let idp = start_fake_provider().await;
    let salon = salon_with_provider(&idp).await;
    idp.set_next_user(fake_person("7", "meera@example.in"));
    let mut first = Browser::new();
    sign_in_with_fake(&mut first, &salon, AppKind::Customer).await;
    let meera = signed_in_user(&mut first, &salon, AppKind::Customer).await["id"].clone();

    // The address was given to somebody else, whatever the case of its letters.
    idp.set_next_user(fake_person("8", "MEERA@example.in"));
    for app_kind in BOTH_APPS {
        let mut second = Browser::new();
        let page = sign_in_with_fake(&mut second, &salon, app_kind).await;
        assert_refused(&page, 401, "the address is another person's");
        let refusal: Value = serde_json::from_str(&page.body).expect("JSON");
        assert_eq!(refusal["error"]["code"], "UNAUTHENTICATED");
        assert!(session_of(&mut second, &salon, app_kind).await.is_none());

        let mut person = Browser::at(&salon, app_kind);
        let page = begin_sign_in(&mut person, &salon, app_kind, None).await;
        let page = person.get(&page.redirect_target().expect("a redirect to the callback")).await.expect_status(401);
        assert!(page.has_text("Your e-mail address belongs to another person's account here"), "{}", page.text());
    }
    assert_eq!((session_count(&salon).await, user_records(&salon).await), (1, 1));
    assert_eq!(count_rows(&salon, "8", "select count(*) from identities where subject = $1").await, 0);
    assert_eq!(signed_in_user(&mut first, &salon, AppKind::Customer).await["id"], meera);
    let traces = refusals(&salon, 2).await;
    for (trace, app_kind) in traces.iter().zip(["admin", "customer"]) {
        assert_eq!((trace.action.as_str(), trace.origin.as_str()), ("refusal.recycled_email", app_kind));
        assert_eq!((Some(trace.record_id.as_str()), &trace.actor_id, &trace.address), (meera.as_str(), &None, &None));
    }

    // The person whom the provider knows by that subject goes on as before.
    idp.set_next_user(fake_person("7", "meera@example.in"));
    assert_landed_on(&sign_in_with_fake(&mut Browser::new(), &salon, AppKind::Customer).await, "/wanted");
}

#[test_on_both_engines]
async fn an_email_links_a_user_of_another_provider_once() {
    let idp = start_fake_provider().await;
    let salon = salon_with_provider(&idp).await;
    let ravi = salon.member("ravi", Role::Manager).await;
    let id = ravi.id().clone();
    let elsewhere = salon.app.db.write(move |tx| {
        tx.execute(
            "insert into identities (issuer, subject, user_id, created_at) values ('https://old.example', '1', $1, $2)",
            params![id, parlour_domain::ist::Timestamp::from_millis(1_800_000_000_000)],
        )
    });
    assert_eq!(elsewhere.await.expect("written"), 1);
    idp.set_next_user(fake_person("one", "ravi@test.invalid"));
    let mut browser = Browser::new();
    assert_landed_on(&sign_in_with_fake(&mut browser, &salon, AppKind::Admin).await, "/wanted");
    assert_eq!(signed_in_user(&mut browser, &salon, AppKind::Admin).await["id"], ravi.id().as_str());
    idp.set_next_user(fake_person("two", "ravi@test.invalid"));
    assert_refused(&sign_in_with_fake(&mut Browser::new(), &salon, AppKind::Admin).await, 401, "a second subject");
}

#[test_on_both_engines]
async fn a_sign_in_replaces_the_session_of_its_own_app_only() {
    let salon = salon_with_development_provider().await;
    let (meera, tara) = ("meera@example.in", "tara@example.in");
    let mut browser = Browser::new();
    sign_in_as_new(&mut browser, &salon, AppKind::Customer, meera, "/").await;
    sign_in_as_known(&mut browser, &salon, AppKind::Admin, meera, "/").await;
    let mut elsewhere = Browser::new();
    sign_in_as_known(&mut elsewhere, &salon, AppKind::Customer, meera, "/").await;
    assert_eq!(session_count(&salon).await, 3);

    // Another person takes the phone: the session that was there ends, whosever it was.
    let url = app_url(&salon, AppKind::Customer, "/api/auth/session");
    let kept = browser.cookie(&url, "__Host-parlour").expect("a session").to_owned();
    sign_in_as_new(&mut browser, &salon, AppKind::Customer, tara, "/").await;
    assert_eq!(signed_in_user(&mut browser, &salon, AppKind::Customer).await["email"], tara);
    let old = http_client()
        .get(url.clone())
        .header(COOKIE, format!("__Host-parlour={kept}"))
        .send()
        .await
        .expect("an answer");
    assert_eq!(old.status(), 401);
    assert_eq!(signed_in_user(&mut browser, &salon, AppKind::Admin).await["email"], meera);
    assert_eq!(signed_in_user(&mut elsewhere, &salon, AppKind::Customer).await["email"], meera);
    assert_eq!(session_count(&salon).await, 3);
    let ended = "select count(*) from audit_log a join users u on u.id = a.concerns_user_id
                 where a.action = 'session.end' and u.email = $1";
    assert_eq!((count_rows(&salon, meera, ended).await, count_rows(&salon, tara, ended).await), (1, 0));

    // A sign-in that fails ends nothing.
    let page = begin_sign_in(&mut browser, &salon, AppKind::Customer, None).await;
    let back = browser.submit(&page.form_with("cancel").with("cancel", "yes")).await;
    assert_refused(&browser.get(&back.redirect_target().expect("a redirect")).await, 401, "cancelled");
    assert_eq!(signed_in_user(&mut browser, &salon, AppKind::Customer).await["email"], tara);
}

/// What erasing answers to a page's form, sent by hand, and to a program.
async fn erase_both_ways(browser: &Browser, salon: &TestSalon) -> (StatusCode, StatusCode) {
    let url = |path: &str| app_url(salon, AppKind::Customer, path);
    let cookie = format!("__Host-parlour={}", browser.cookie(&url("/"), "__Host-parlour").expect("a session"));
    let form = [("confirm", "asha@example.in")];
    let by_page =
        http_client().post(url("/me/erase")).header(COOKIE, &cookie).form(&form).send().await.expect("an answer");
    let body = json!({ "confirm": "asha@example.in" });
    let by_api = http_client().post(url("/api/profile/erase")).header(COOKIE, &cookie).json(&body).send().await;
    (by_page.status(), by_api.expect("an answer").status())
}

#[test_on_both_engines]
async fn a_provider_that_does_not_ask_anew_gives_no_fresh_sign_in() {
    let idp = start_fake_provider().await;
    let salon = salon_with_provider(&idp).await;
    let mut browser = Browser::new();
    idp.inject_fault(ProviderFault::SignedInAnHourAgo);
    // Without a branch the first page is not shown.
    for path in ["/api/auth/sign-in?returnTo=/privacy", "/api/auth/sign-in?fresh=1&returnTo=/privacy"] {
        let page = browser.open(app_url(&salon, AppKind::Customer, path).as_str()).await;
        assert_eq!(page.status, 200, "{path}");
        assert_eq!(erase_both_ways(&browser, &salon).await, (StatusCode::CONFLICT, StatusCode::FORBIDDEN), "{path}");
    }
    // Using the session does not make it fresh.
    salon.advance_seconds(24 * 60 * 60);
    assert!(session_of(&mut browser, &salon, AppKind::Customer).await.is_some());
    assert_eq!(erase_both_ways(&browser, &salon).await, (StatusCode::CONFLICT, StatusCode::FORBIDDEN));
    assert_eq!(count_rows(&salon, "asha@example.in", "select count(*) from users where email = $1").await, 1);

    idp.inject_fault(ProviderFault::SignedInNow);
    browser.open(app_url(&salon, AppKind::Customer, "/api/auth/sign-in?fresh=1").as_str()).await;
    assert_eq!(erase_both_ways(&browser, &salon).await.0, StatusCode::SEE_OTHER);
    assert_eq!(count_rows(&salon, "asha@example.in", "select count(*) from users where email = $1").await, 0);
}

#[test_on_both_engines]
async fn a_certified_provider_asks_anew_before_an_erasure() {
    let idp = CertifiedIdentityProvider::start(&[]);
    let client = (fake_identity_provider::CLIENT_ID.to_owned(), Some(fake_identity_provider::CLIENT_SECRET.to_owned()));
    let identity = Some((idp.issuer().clone(), client.0, client.1));
    let salon = TestSalon::with(SalonOptions { listens: true, identity, ..SalonOptions::default() }).await;
    idp.allow_redirects_to(&BOTH_APPS.map(|app_kind| format!("{}/api/auth/callback", salon.url(app_kind)))).await;
    let app_kind = AppKind::Customer;
    let mut alice = Browser::new();
    assert_landed_on(&sign_in_with_certified(&salon, &mut alice, app_kind, "alice").await, "/onboarding");
    salon.advance_seconds(601);
    let form = async |browser: &mut Browser| {
        let page = browser.open(app_url(&salon, app_kind, "/me/erase").as_str()).await;
        page.forms().into_iter().find(|form| form.has("confirm"))
    };
    assert!(form(&mut alice).await.is_none(), "the sign-in is too old");

    // The provider knows her and asks nothing; a fresh sign-in asks for the password.
    let page = alice.get(&sign_in_url(&salon, app_kind, None)).await;
    let callback = format!("{}/api/auth/callback", salon.url(app_kind));
    let known = alice.follow(page, |url| url.as_str().starts_with(&callback)).await;
    assert!(known.redirect_target().is_some(), "{}", known.body);
    let page = alice.get(&app_url(&salon, app_kind, "/api/auth/sign-in?fresh=1&returnTo=/me/erase")).await;
    let asked = alice.follow(page, |url| url.as_str().starts_with(&callback)).await;
    assert_eq!(asked.form_with("prompt").value("prompt"), Some("login"), "{}", asked.body);
    let back = complete_login_forms(&mut alice, asked, "alice", &callback).await;
    let page = alice.get(&back.redirect_target().expect("a redirect to the callback")).await;
    assert_landed_on(&page, "/me/erase");
    let form = form(&mut alice).await.expect("a fresh sign-in");
    assert_landed_on(&alice.submit(&form.with("confirm", "alice@example.in")).await, "/");
    assert!(session_of(&mut alice, &salon, app_kind).await.is_none());
}

/// The cookie as it was before it was signed.
fn unsigned_cookie(state: &str) -> String {
    let pending = json!({
        "state": state, "nonce": "n", "verifier": "v".repeat(43), "return_to": "/", "expires_at": 4_000_000_000_i64,
    });
    URL_SAFE_NO_PAD.encode(pending.to_string())
}

#[test_on_both_engines]
async fn forged_callbacks_cause_no_request_to_the_provider() {
    let idp = start_fake_provider().await;
    let salon = salon_with_provider(&idp).await;
    let start = async |app_kind: AppKind| -> (String, String, Page) {
        let page = Browser::new().get(&sign_in_url(&salon, app_kind, None)).await;
        let name = pending_cookie(&page);
        (name.clone(), set_cookie_of(&page, &name).0, page)
    };
    let client = http_client();
    for app_kind in BOTH_APPS {
        let (name, genuine, page) = start(app_kind).await;
        let state = page.redirect_target().expect("to the provider");
        let state = state.query_pairs().find(|(name, _)| name == "state").expect("a state").1.into_owned();
        let other_kind = if app_kind == AppKind::Customer { AppKind::Admin } else { AppKind::Customer };
        let (_, other_app, _) = start(other_kind).await;
        let (content, signature) = genuine.split_once('.').expect("content and signature");
        let forged = [
            (unsigned_cookie("s"), "s"),
            (format!("{}.{signature}", unsigned_cookie("s")), "s"),
            (format!("{}.", unsigned_cookie("s")), "s"),
            (content.to_owned(), state.as_str()),
            (format!("{content}."), state.as_str()),
            (format!("{content}.{}", URL_SAFE_NO_PAD.encode([7; 32])), state.as_str()),
            (other_app, state.as_str()),
            (String::new(), ""),
            // Made here, for another sign-in.
            (genuine.clone(), "s"),
            (genuine.clone(), ""),
        ];
        for (cookie, state) in forged.iter().cycle().take(300) {
            let mut callback = app_url(&salon, app_kind, "/api/auth/callback");
            callback.query_pairs_mut().append_pair("code", "c").append_pair("state", state);
            callback.query_pairs_mut().append_pair("iss", idp.issuer().as_str().trim_end_matches('/'));
            let answer = client.get(callback).header(COOKIE, format!("{name}={cookie}")).send().await;
            assert_eq!(answer.expect("an answer").status(), 400, "{cookie} {state}");
        }
    }
    assert_eq!(idp.requested("/token"), 0, "nobody asked the provider");
    assert_eq!((session_count(&salon).await, user_records(&salon).await), (0, 0));
    let traces = refusals(&salon, 2).await;
    for (trace, app_kind) in traces.iter().zip(["admin", "customer"]) {
        assert_eq!((trace.action.as_str(), trace.origin.as_str()), ("refusal.sign_in_cookie", app_kind));
        assert_eq!((trace.record_id.as_str(), &trace.actor_id, &trace.address), ("anonymous", &None, &None));
    }
    assert_landed_on(&sign_in_with_fake(&mut Browser::new(), &salon, AppKind::Customer).await, "/onboarding");
    assert_eq!(idp.requested("/token"), 1);
}

#[test_on_both_engines]
async fn a_second_process_finishes_the_sign_in_of_the_first() {
    let salon = salon_with_development_provider().await;
    let first = salon.app.clone();
    let second = salon.open_in_second_process().await;
    let pending = parlour_app::sign_in::PendingSignIn {
        state: "s".to_owned(),
        nonce: "n".to_owned(),
        verifier: "v".to_owned(),
        return_to: "/".to_owned(),
        expires_at: 10,
    };
    let (one, other) =
        (parlour_app::sign_in::PendingSignIns::default(), parlour_app::sign_in::PendingSignIns::default());
    let signed = one.signer(&first).await.expect("a signer").sign(AppKind::Customer, &pending).expect("JSON");
    let read = other.signer(&second).await.expect("a signer").verify(AppKind::Customer, &signed, 9);
    assert_eq!(read, Ok(pending));
}

#[test_on_both_engines]
async fn a_refused_token_leaves_a_trace_without_the_person() {
    let idp = start_fake_provider().await;
    let salon = salon_with_provider(&idp).await;
    let developer = salon.member("dev", Role::Developer).await;
    let faults = [
        (ProviderFault::Forged, "signature is wrong"),
        (ProviderFault::WrongIssuer, "another issuer"),
        (ProviderFault::WrongAudience, "another audience"),
        (ProviderFault::WrongNonce, "nonce"),
        (ProviderFault::Expired, "expired"),
        (ProviderFault::RefusingToken, "invalid_grant"),
    ];
    for (number, (fault, reason)) in faults.into_iter().enumerate() {
        idp.inject_fault(fault);
        let page = sign_in_with_fake(&mut Browser::new(), &salon, AppKind::Customer).await;
        assert_refused(&page, 401, &format!("{fault:?}"));
        let traces = refusals(&salon, number + 1).await;
        let newest = traces.iter().max_by_key(|trace| trace.created_at).expect("an entry");
        assert_eq!((newest.action.as_str(), newest.record_id.as_str()), ("refusal.sign_in_token", "anonymous"));
        assert_eq!((&newest.actor_id, &newest.concerns, &newest.address), (&None, &None, &None));
        let after = &newest.after;
        assert!(after["reason"].as_str().is_some_and(|said| said.contains(reason)), "{fault:?}: {after}");
        assert_eq!((&after["route"], &after["status"]), (&json!("GET /api/auth/callback"), &json!(401)));
        assert_eq!(newest.request_id.as_deref(), page.headers["x-request-id"].to_str().ok());
        salon.advance_seconds(60);
    }
    let metrics = developer.get("/api/metrics").await.text();
    assert!(metrics.contains("parlour_refusals_total{reason=\"sign_in_token\"} 6\n"), "{metrics}");
    assert_eq!(find_text(&salon, &["asha@example.in", "Asha Rao", "fake-asha"]).await, Vec::<String>::new());

    // Somebody who changes their mind is no attack.
    idp.inject_fault(ProviderFault::AccessDenied);
    assert_refused(&sign_in_with_fake(&mut Browser::new(), &salon, AppKind::Customer).await, 401, "cancelled");
    assert_eq!(refusals(&salon, 6).await.len(), 6);
}
