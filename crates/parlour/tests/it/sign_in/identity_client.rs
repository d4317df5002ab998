//! The identity client against providers that are right, wrong, slow, certified, and our own.

use std::sync::Arc;
use std::time::{Duration, Instant};

use parlour_demo::dev_identity_provider::{self, DevIdentityProvider, DevUser, DevUserSource};
use parlour_integrations::clock::Clock;
use parlour_integrations::identity::{
    BadToken, Callback, Endpoint, EndpointFailure, Identity, IdentityError, IdentityProvider, ProviderRefusal,
    SignInSecrets,
};
use parlour_testkit::browser::{Browser, Page};
use parlour_testkit::certified_identity_provider::{CertifiedIdentityProvider, complete_login_forms};
use parlour_testkit::fake_identity_provider::{self, FakeIdentityProvider, FakeUser, ProviderFault};
use reqwest::Url;

const NOW: i64 = 1_800_000_000;
const CALLBACK_URL: &str = "http://127.0.0.1:9/api/auth/callback";

fn http() -> reqwest::Client {
    reqwest::Client::builder().redirect(reqwest::redirect::Policy::none()).no_proxy().build().expect("a client")
}

fn numbered_ceremony(number: u32) -> SignInSecrets {
    SignInSecrets {
        state: format!("state-{number}"),
        nonce: format!("nonce-{number}"),
        verifier: format!("verifier-{number}-with-at-least-forty-three-characters"),
    }
}

fn identity_client(issuer: &Url, secret: Option<&str>) -> IdentityProvider {
    IdentityProvider::new(
        issuer.clone(),
        fake_identity_provider::CLIENT_ID.to_owned(),
        secret.map(str::to_owned),
        http(),
    )
}

async fn fake_provider_with_client() -> (FakeIdentityProvider, IdentityProvider) {
    let idp = FakeIdentityProvider::start(|| NOW).await;
    let client = identity_client(idp.issuer(), Some(fake_identity_provider::CLIENT_SECRET));
    (idp, client)
}

/// What the browser brings back to `redirect_uri`, by name.
fn callback_parameter(page: &Page, name: &str) -> Option<String> {
    let url = page.redirect_target().expect("a redirect");
    url.query_pairs().find(|(key, _)| key == name).map(|(_, value)| value.into_owned())
}

async fn finish_sign_in(
    client: &IdentityProvider,
    back: &Page,
    redirect_uri: &str,
    sign_in_secrets: &SignInSecrets,
    now: i64,
) -> Result<Identity, IdentityError> {
    assert_eq!(callback_parameter(back, "state").as_deref(), Some(sign_in_secrets.state.as_str()));
    let (code, iss) = (callback_parameter(back, "code").expect("a code"), callback_parameter(back, "iss"));
    client.finish(Callback { code: &code, iss: iss.as_deref() }, redirect_uri, sign_in_secrets, now).await
}

async fn sign_in(client: &IdentityProvider) -> Result<Identity, IdentityError> {
    let sign_in_secrets = numbered_ceremony(1);
    let url = client.authorization_url(CALLBACK_URL, &sign_in_secrets).await?;
    let back = Browser::new().get(&url).await;
    finish_sign_in(client, &back, CALLBACK_URL, &sign_in_secrets, NOW).await
}

fn unreachable(endpoint: Endpoint, failure: EndpointFailure) -> IdentityError {
    IdentityError::Unreachable { endpoint, failure }
}

#[tokio::test]
async fn a_correct_provider_returns_the_identity() {
    let (idp, client) = fake_provider_with_client().await;
    let asha = Identity {
        issuer: idp.issuer().as_str().trim_end_matches('/').to_owned(),
        subject: "fake-asha".to_owned(),
        email: Some("asha@example.in".to_owned()),
        email_verified: true,
        name: Some("Asha Rao".to_owned()),
        picture: Some("https://example.in/a.png".to_owned()),
        signed_in_seconds_ago: None,
    };
    assert_eq!(sign_in(&client).await, Ok(asha));
    idp.set_next_user(FakeUser { subject: "7".into(), email: "tara@example.in".into(), name: "Tara".into() });
    assert_eq!(sign_in(&client).await.unwrap().subject, "7");
    assert_eq!((idp.requested("/.well-known/openid-configuration"), idp.requested("/jwks")), (1, 1));
    assert_eq!(idp.requested("/userinfo"), 0);
}

#[tokio::test]
async fn every_bad_token_has_its_own_error() {
    let (idp, client) = fake_provider_with_client().await;
    for (fault, reason) in [
        (ProviderFault::WrongAudience, BadToken::Audience),
        (ProviderFault::TwoAudiences, BadToken::AuthorizedParty),
        (ProviderFault::WrongNonce, BadToken::Nonce),
        (ProviderFault::NoNonce, BadToken::Nonce),
        (ProviderFault::Expired, BadToken::Expired),
        (ProviderFault::IssuedTwoHoursAgo, BadToken::TooOld),
        (ProviderFault::IssuedInAnHour, BadToken::IssuedAt),
        (ProviderFault::ValidInAnHour, BadToken::NotYetValid),
        (ProviderFault::WrongIssuer, BadToken::Issuer),
        (ProviderFault::NoSubject, BadToken::Subject),
        (ProviderFault::LongSubject, BadToken::Subject),
        (ProviderFault::WrongAccessTokenHash, BadToken::AccessTokenHash),
        (ProviderFault::AlgorithmNone, BadToken::Algorithm),
        (ProviderFault::PublicKeyAsSecret, BadToken::Algorithm),
        (ProviderFault::UnknownKey, BadToken::UnknownKey),
        (ProviderFault::Forged, BadToken::Signature),
        (ProviderFault::NoIdToken, BadToken::Missing),
        (ProviderFault::SomebodyElseInUserinfo, BadToken::OtherPerson),
    ] {
        idp.inject_fault(fault);
        assert_eq!(sign_in(&client).await, Err(IdentityError::BadToken(reason)), "{fault:?}");
    }
    idp.inject_fault(ProviderFault::None);
    assert!(sign_in(&client).await.is_ok(), "bad tokens leave nothing behind");
}

#[tokio::test]
async fn unusual_but_right_is_accepted() {
    let (idp, client) = fake_provider_with_client().await;
    for (fault, verified) in [
        (ProviderFault::TwoAudiencesOnePartyAuthorized, true),
        (ProviderFault::NoKeyNamed, true),
        (ProviderFault::EmailVerifiedInText, true),
        (ProviderFault::EmailOnlyInUserinfo, true),
        (ProviderFault::UnverifiedEmail, false),
    ] {
        idp.inject_fault(fault);
        let identity = sign_in(&client).await.unwrap();
        assert_eq!(identity.email.as_deref(), Some("asha@example.in"), "{fault:?}");
        assert_eq!(identity.email_verified, verified, "{fault:?}");
    }
    assert_eq!(idp.requested("/userinfo"), 1);
}

#[tokio::test]
async fn the_client_secret_is_sent_as_the_provider_requires() {
    for (fault, secret) in [
        (ProviderFault::None, Some(fake_identity_provider::CLIENT_SECRET)),
        (ProviderFault::SecretInForm, Some(fake_identity_provider::CLIENT_SECRET)),
        (ProviderFault::PublicClient, None),
    ] {
        let idp = FakeIdentityProvider::start(|| NOW).await;
        idp.inject_fault(fault);
        assert!(sign_in(&identity_client(idp.issuer(), secret)).await.is_ok(), "{fault:?}");
        let wrong = sign_in(&identity_client(idp.issuer(), Some("wrong"))).await;
        assert_eq!(wrong, Err(IdentityError::Refused(ProviderRefusal::Code("invalid_client".into()))), "{fault:?}");
    }
}

#[tokio::test]
async fn a_rotated_key_is_fetched_and_unknown_keys_are_rate_limited() {
    let (idp, client) = fake_provider_with_client().await;
    assert!(sign_in(&client).await.is_ok());
    idp.rotate_signing_key();
    assert!(sign_in(&client).await.is_ok());
    assert_eq!(idp.requested("/jwks"), 2);
    idp.inject_fault(ProviderFault::UnknownKey);
    for _ in 0..5 {
        assert_eq!(sign_in(&client).await, Err(BadToken::UnknownKey.into()));
    }
    assert_eq!(idp.requested("/jwks"), 2);
}

#[tokio::test]
async fn concurrent_sign_ins_share_the_fetches() {
    let (idp, client) = fake_provider_with_client().await;
    let together: Vec<_> = (0..20)
        .map(|_| {
            let client = client.clone();
            tokio::spawn(async move { sign_in(&client).await.is_ok() })
        })
        .collect();
    for one in together {
        assert!(one.await.unwrap());
    }
    assert_eq!((idp.requested("/.well-known/openid-configuration"), idp.requested("/jwks")), (1, 1));
}

#[tokio::test]
async fn a_failing_provider_is_unreachable_until_it_recovers() {
    for (fault, failure) in [
        (ProviderFault::RedirectingDiscovery, unreachable(Endpoint::Discovery, EndpointFailure::Redirected)),
        (ProviderFault::HugeDiscovery, unreachable(Endpoint::Discovery, EndpointFailure::TooLarge)),
        (ProviderFault::DiscoveryOfAnother, unreachable(Endpoint::Discovery, EndpointFailure::OtherIssuer)),
        (ProviderFault::FailingKeys, unreachable(Endpoint::Keys, EndpointFailure::Status(500))),
        (ProviderFault::FailingToken, unreachable(Endpoint::Token, EndpointFailure::Status(500))),
        (ProviderFault::RedirectingToken, unreachable(Endpoint::Token, EndpointFailure::Redirected)),
        (ProviderFault::HugeToken, unreachable(Endpoint::Token, EndpointFailure::TooLarge)),
        (ProviderFault::NoJsonFromToken, unreachable(Endpoint::Token, EndpointFailure::Unreadable)),
        (ProviderFault::RefusingToken, IdentityError::Refused(ProviderRefusal::Code("invalid_grant".into()))),
        (ProviderFault::OtherIssuerOnCallback, IdentityError::Refused(ProviderRefusal::OtherIssuer)),
        (ProviderFault::NoIssuerOnCallback, IdentityError::Refused(ProviderRefusal::OtherIssuer)),
    ] {
        let (idp, client) = fake_provider_with_client().await;
        idp.inject_fault(fault);
        assert_eq!(sign_in(&client).await, Err(failure), "{fault:?}");
        if fault == ProviderFault::OtherIssuerOnCallback {
            assert_eq!(idp.requested("/token"), 0, "a code of somebody else is not sent on");
        }
        assert_eq!(idp.requested("/elsewhere") + idp.requested("/token-elsewhere"), 0);
        idp.inject_fault(ProviderFault::None);
        assert!(sign_in(&client).await.is_ok(), "{fault:?}");
    }
}

#[tokio::test]
async fn a_followed_redirect_of_the_provider_is_detected() {
    let idp = FakeIdentityProvider::start(|| NOW).await;
    idp.inject_fault(ProviderFault::RedirectingDiscovery);
    let http = reqwest::Client::builder().no_proxy().build().unwrap();
    let client = IdentityProvider::new(idp.issuer().clone(), fake_identity_provider::CLIENT_ID.into(), None, http);
    let refused = client.authorization_url(CALLBACK_URL, &numbered_ceremony(1)).await.err();
    assert_eq!(refused, Some(unreachable(Endpoint::Discovery, EndpointFailure::Redirected)));
}

#[tokio::test]
async fn a_slow_provider_times_out_after_five_seconds() {
    let (slow_discovery, first) = fake_provider_with_client().await;
    let (slow_token, second) = fake_provider_with_client().await;
    slow_discovery.inject_fault(ProviderFault::SlowDiscovery);
    slow_token.inject_fault(ProviderFault::SlowToken);
    let start = Instant::now();
    let (one, another, token) = tokio::join!(sign_in(&first), sign_in(&first), sign_in(&second));
    assert_eq!(one, Err(unreachable(Endpoint::Discovery, EndpointFailure::TimedOut)));
    assert_eq!(another, one);
    assert_eq!(token, Err(unreachable(Endpoint::Token, EndpointFailure::TimedOut)));
    // One after the other would be ten seconds.
    assert!(start.elapsed() < Duration::from_secs(9));
}

#[tokio::test]
async fn an_unreachable_provider_is_reported_without_its_address() {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let issuer = Url::parse(&format!("http://{}", listener.local_addr().unwrap())).unwrap();
    drop(listener);
    let error =
        identity_client(&issuer, None).authorization_url(CALLBACK_URL, &numbered_ceremony(1)).await.unwrap_err();
    let text = error.to_string();
    assert!(text.starts_with("the identity provider's discovery document could not be reached: Connection refused"));
    assert!(!text.contains("127.0.0.1"), "{text}");
}

async fn certified_sign_in(client: &IdentityProvider, login: &str) -> Result<Identity, IdentityError> {
    let sign_in_secrets = numbered_ceremony(2);
    let url = client.authorization_url(CALLBACK_URL, &sign_in_secrets).await?;
    let mut browser = Browser::new();
    let page = browser.get(&url).await;
    let back = complete_login_forms(&mut browser, page, login, CALLBACK_URL).await;
    finish_sign_in(client, &back, CALLBACK_URL, &sign_in_secrets, Clock::real_unix_seconds()).await
}

#[tokio::test]
async fn sign_in_works_with_the_certified_provider() {
    let provider = CertifiedIdentityProvider::start(&[("REDIRECT_URIS", CALLBACK_URL)]);
    let client = identity_client(provider.issuer(), Some(fake_identity_provider::CLIENT_SECRET));
    let alice = certified_sign_in(&client, "alice").await.unwrap();
    assert_eq!(alice.subject, "alice");
    assert_eq!(alice.email.as_deref(), Some("alice@example.in"));
    assert_eq!(alice.name.as_deref(), Some("Alice Rao"));
    assert_eq!(alice.picture.as_deref(), Some("https://example.in/a.png"));
    assert!(alice.email_verified);
    assert!(!certified_sign_in(&client, "unverified-bob").await.unwrap().email_verified);

    provider.rotate_signing_key().await;
    assert!(certified_sign_in(&client, "alice").await.is_ok(), "the new key is fetched");

    let wrong = identity_client(provider.issuer(), Some("wrong"));
    let refused = certified_sign_in(&wrong, "alice").await;
    assert_eq!(refused, Err(IdentityError::Refused(ProviderRefusal::Code("invalid_client".into()))));
}

#[tokio::test]
async fn sign_in_works_with_every_variant_of_the_certified_provider() {
    for (settings, secret) in [
        (&[("ALG", "ES256"), ("AUTH_METHOD", "client_secret_post")], Some(fake_identity_provider::CLIENT_SECRET)),
        (&[("ALG", "PS256"), ("AUTH_METHOD", "none")], None),
        (&[("ALG", "EdDSA"), ("CLAIMS", "userinfo")], Some(fake_identity_provider::CLIENT_SECRET)),
    ] {
        let provider = CertifiedIdentityProvider::start(&[&settings[..], &[("REDIRECT_URIS", CALLBACK_URL)]].concat());
        let client = identity_client(provider.issuer(), secret);
        let alice = certified_sign_in(&client, "alice").await.unwrap();
        assert_eq!((alice.email.as_deref(), alice.email_verified), (Some("alice@example.in"), true), "{settings:?}");
        assert_eq!(alice.name.as_deref(), Some("Alice Rao"), "{settings:?}");
    }
}

/// The development provider on a port of its own, nested as the apps nest it.
async fn start_development_provider() -> (Url, String) {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("ready");
    let app = format!("http://{}", listener.local_addr().expect("ready"));
    let issuer = Url::parse(&format!("{app}/dev/oidc")).expect("ready");
    let callback = format!("{app}/api/auth/callback");
    let people: DevUserSource = Arc::new(|| {
        Box::pin(async {
            vec![DevUser { name: "Asha Rao".into(), email: "asha@salon.invalid".into(), role: "owner".into() }]
        })
    });
    let random = |bytes: &mut [u8]| parlour_app::rng::SharedRng::system().fill(bytes);
    let provider = DevIdentityProvider::new(&issuer, callback.clone(), people, random, Clock::real_unix_seconds);
    let router = axum::Router::new().nest("/dev/oidc", provider.router());
    tokio::spawn(async move { axum::serve(listener, router).await.expect("ready") });
    (issuer, callback)
}

#[tokio::test]
async fn sign_in_works_with_the_development_provider() {
    let (issuer, callback) = start_development_provider().await;
    let client = IdentityProvider::new(issuer.clone(), dev_identity_provider::CLIENT_ID.into(), None, http());
    let (sign_in_secrets, mut browser) = (numbered_ceremony(3), Browser::new());
    let url = client.authorization_url(&callback, &sign_in_secrets).await.unwrap();
    let page = browser.get(&url).await;

    let back = browser.submit(&page.form_with("person").with("person", "asha@salon.invalid")).await;
    let asha = finish_sign_in(&client, &back, &callback, &sign_in_secrets, Clock::real_unix_seconds()).await.unwrap();
    assert_eq!((asha.issuer.as_str(), asha.name.as_deref()), (issuer.as_str(), Some("Asha Rao")));
    assert!(asha.email_verified && asha.subject.starts_with("dev-"));
    let again = finish_sign_in(&client, &back, &callback, &sign_in_secrets, Clock::real_unix_seconds()).await;
    assert_eq!(again, Err(IdentityError::Refused(ProviderRefusal::Code("invalid_grant".into()))));

    let form = page.form_with("email").with("email", "new@example.in").with("name", "New").without("email_verified");
    let back = browser.submit(&form).await;
    let new = finish_sign_in(&client, &back, &callback, &sign_in_secrets, Clock::real_unix_seconds()).await.unwrap();
    assert_eq!((new.email.as_deref(), new.email_verified), (Some("new@example.in"), false));

    let back = browser.submit(&page.form_with("cancel").with("cancel", "yes")).await;
    assert_eq!(callback_parameter(&back, "error").as_deref(), Some("access_denied"));
}
