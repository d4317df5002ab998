//! The identity client against providers that are right, wrong, slow, certified, and our own.

use std::sync::Arc;
use std::time::{Duration, Instant};

use parlour_api::dev_provider::{self, DevPerson, DevProvider, People};
use parlour_app::clock::Clock;
use parlour_app::outside::identity::{
    BadToken, Callback, Ceremony, Endpoint, Identity, IdentityError, IdentityProvider, Refusal, Trouble,
};
use parlour_testkit::browser::{Browser, Page};
use parlour_testkit::certified_idp::{CertifiedIdp, through_the_forms};
use parlour_testkit::fake_idp::{self, FakeIdp, FakePerson, Trick};
use reqwest::Url;

const NOW: i64 = 1_800_000_000;
const CALLBACK: &str = "http://127.0.0.1:9/api/auth/callback";

fn http() -> reqwest::Client {
    reqwest::Client::builder()
        .redirect(reqwest::redirect::Policy::none())
        .no_proxy()
        .build()
        .expect("a client")
}

fn ceremony(number: u32) -> Ceremony {
    Ceremony {
        state: format!("state-{number}"),
        nonce: format!("nonce-{number}"),
        verifier: format!("verifier-{number}-with-at-least-forty-three-characters"),
    }
}

fn client_of(issuer: &Url, secret: Option<&str>) -> IdentityProvider {
    IdentityProvider::new(issuer.clone(), fake_idp::CLIENT_ID.to_owned(), secret.map(str::to_owned), http())
}

async fn fake() -> (FakeIdp, IdentityProvider) {
    let idp = FakeIdp::start(|| NOW).await;
    let client = client_of(idp.issuer(), Some(fake_idp::CLIENT_SECRET));
    (idp, client)
}

/// What the browser brings back to `redirect_uri`, by name.
fn brought_back(page: &Page, name: &str) -> Option<String> {
    let url = page.leads_to().expect("a redirect");
    url.query_pairs().find(|(key, _)| key == name).map(|(_, value)| value.into_owned())
}

async fn finish(
    client: &IdentityProvider,
    back: &Page,
    redirect_uri: &str,
    ceremony: &Ceremony,
    now: i64,
) -> Result<Identity, IdentityError> {
    assert_eq!(brought_back(back, "state").as_deref(), Some(ceremony.state.as_str()));
    let (code, iss) = (brought_back(back, "code").expect("a code"), brought_back(back, "iss"));
    client.finish(Callback { code: &code, iss: iss.as_deref() }, redirect_uri, ceremony, now).await
}

async fn sign_in(client: &IdentityProvider) -> Result<Identity, IdentityError> {
    let ceremony = ceremony(1);
    let url = client.authorization_url(CALLBACK, &ceremony).await?;
    let back = Browser::new().get(&url).await;
    finish(client, &back, CALLBACK, &ceremony, NOW).await
}

fn unreachable(endpoint: Endpoint, trouble: Trouble) -> IdentityError {
    IdentityError::Unreachable { endpoint, trouble }
}

#[tokio::test]
async fn a_good_provider_says_who_it_is() {
    let (idp, client) = fake().await;
    let asha = Identity {
        issuer: idp.issuer().as_str().trim_end_matches('/').to_owned(),
        subject: "fake-asha".to_owned(),
        email: Some("asha@example.in".to_owned()),
        email_verified: true,
        name: Some("Asha Rao".to_owned()),
        picture: Some("https://example.in/a.png".to_owned()),
    };
    assert_eq!(sign_in(&client).await, Ok(asha));
    idp.next_is(FakePerson { subject: "7".into(), email: "tara@example.in".into(), name: "Tara".into() });
    assert_eq!(sign_in(&client).await.unwrap().subject, "7");
    assert_eq!((idp.asked("/.well-known/openid-configuration"), idp.asked("/jwks")), (1, 1));
    assert_eq!(idp.asked("/userinfo"), 0);
}

#[tokio::test]
async fn every_bad_token_is_refused_by_its_name() {
    let (idp, client) = fake().await;
    for (trick, reason) in [
        (Trick::WrongAudience, BadToken::Audience),
        (Trick::TwoAudiences, BadToken::AuthorizedParty),
        (Trick::WrongNonce, BadToken::Nonce),
        (Trick::NoNonce, BadToken::Nonce),
        (Trick::Expired, BadToken::Expired),
        (Trick::IssuedTwoHoursAgo, BadToken::TooOld),
        (Trick::IssuedInAnHour, BadToken::IssuedAt),
        (Trick::ValidInAnHour, BadToken::NotYetValid),
        (Trick::WrongIssuer, BadToken::Issuer),
        (Trick::NoSubject, BadToken::Subject),
        (Trick::LongSubject, BadToken::Subject),
        (Trick::WrongAccessTokenHash, BadToken::AccessTokenHash),
        (Trick::AlgorithmNone, BadToken::Algorithm),
        (Trick::PublicKeyAsSecret, BadToken::Algorithm),
        (Trick::UnknownKey, BadToken::UnknownKey),
        (Trick::Forged, BadToken::Signature),
        (Trick::NoIdToken, BadToken::Missing),
        (Trick::SomebodyElseInUserinfo, BadToken::OtherPerson),
    ] {
        idp.plays(trick);
        assert_eq!(sign_in(&client).await, Err(IdentityError::BadToken(reason)), "{trick:?}");
    }
    idp.plays(Trick::None);
    assert!(sign_in(&client).await.is_ok(), "bad tokens leave nothing behind");
}

#[tokio::test]
async fn unusual_but_right_is_accepted() {
    let (idp, client) = fake().await;
    for (trick, verified) in [
        (Trick::TwoAudiencesOnePartyAuthorized, true),
        (Trick::NoKeyNamed, true),
        (Trick::EmailVerifiedInText, true),
        (Trick::EmailOnlyInUserinfo, true),
        (Trick::UnverifiedEmail, false),
    ] {
        idp.plays(trick);
        let identity = sign_in(&client).await.unwrap();
        assert_eq!(identity.email.as_deref(), Some("asha@example.in"), "{trick:?}");
        assert_eq!(identity.email_verified, verified, "{trick:?}");
    }
    assert_eq!(idp.asked("/userinfo"), 1);
}

#[tokio::test]
async fn the_secret_travels_as_the_provider_wants_it() {
    for (trick, secret) in [
        (Trick::None, Some(fake_idp::CLIENT_SECRET)),
        (Trick::SecretInForm, Some(fake_idp::CLIENT_SECRET)),
        (Trick::PublicClient, None),
    ] {
        let idp = FakeIdp::start(|| NOW).await;
        idp.plays(trick);
        assert!(sign_in(&client_of(idp.issuer(), secret)).await.is_ok(), "{trick:?}");
        let wrong = sign_in(&client_of(idp.issuer(), Some("wrong"))).await;
        assert_eq!(wrong, Err(IdentityError::Refused(Refusal::Code("invalid_client".into()))), "{trick:?}");
    }
}

#[tokio::test]
async fn a_changed_key_is_fetched_and_a_flood_of_unknown_ones_is_not() {
    let (idp, client) = fake().await;
    assert!(sign_in(&client).await.is_ok());
    idp.changes_its_key();
    assert!(sign_in(&client).await.is_ok());
    assert_eq!(idp.asked("/jwks"), 2);
    idp.plays(Trick::UnknownKey);
    for _ in 0..5 {
        assert_eq!(sign_in(&client).await, Err(BadToken::UnknownKey.into()));
    }
    assert_eq!(idp.asked("/jwks"), 2);
}

#[tokio::test]
async fn those_who_come_together_share_the_fetches() {
    let (idp, client) = fake().await;
    let together: Vec<_> = (0..20)
        .map(|_| {
            let client = client.clone();
            tokio::spawn(async move { sign_in(&client).await.is_ok() })
        })
        .collect();
    for one in together {
        assert!(one.await.unwrap());
    }
    assert_eq!((idp.asked("/.well-known/openid-configuration"), idp.asked("/jwks")), (1, 1));
}

#[tokio::test]
async fn a_provider_in_trouble_is_unreachable_and_comes_back() {
    for (trick, trouble) in [
        (Trick::RedirectingDiscovery, unreachable(Endpoint::Discovery, Trouble::Redirected)),
        (Trick::HugeDiscovery, unreachable(Endpoint::Discovery, Trouble::TooLarge)),
        (Trick::DiscoveryOfAnother, unreachable(Endpoint::Discovery, Trouble::OtherIssuer)),
        (Trick::FailingKeys, unreachable(Endpoint::Keys, Trouble::Status(500))),
        (Trick::FailingToken, unreachable(Endpoint::Token, Trouble::Status(500))),
        (Trick::RedirectingToken, unreachable(Endpoint::Token, Trouble::Redirected)),
        (Trick::HugeToken, unreachable(Endpoint::Token, Trouble::TooLarge)),
        (Trick::NoJsonFromToken, unreachable(Endpoint::Token, Trouble::Unreadable)),
        (Trick::RefusingToken, IdentityError::Refused(Refusal::Code("invalid_grant".into()))),
        (Trick::OtherIssuerOnCallback, IdentityError::Refused(Refusal::OtherIssuer)),
        (Trick::NoIssuerOnCallback, IdentityError::Refused(Refusal::OtherIssuer)),
    ] {
        let (idp, client) = fake().await;
        idp.plays(trick);
        assert_eq!(sign_in(&client).await, Err(trouble), "{trick:?}");
        if trick == Trick::OtherIssuerOnCallback {
            assert_eq!(idp.asked("/token"), 0, "a code of somebody else is not sent on");
        }
        assert_eq!(idp.asked("/elsewhere") + idp.asked("/token-elsewhere"), 0);
        idp.plays(Trick::None);
        assert!(sign_in(&client).await.is_ok(), "{trick:?}");
    }
}

#[tokio::test]
async fn a_client_that_follows_redirects_is_caught() {
    let idp = FakeIdp::start(|| NOW).await;
    idp.plays(Trick::RedirectingDiscovery);
    let http = reqwest::Client::builder().no_proxy().build().unwrap();
    let client = IdentityProvider::new(idp.issuer().clone(), fake_idp::CLIENT_ID.into(), None, http);
    let refused = client.authorization_url(CALLBACK, &ceremony(1)).await.err();
    assert_eq!(refused, Some(unreachable(Endpoint::Discovery, Trouble::Redirected)));
}

#[tokio::test]
async fn nobody_waits_longer_than_five_seconds_for_a_slow_provider() {
    let (slow_discovery, first) = fake().await;
    let (slow_token, second) = fake().await;
    slow_discovery.plays(Trick::SlowDiscovery);
    slow_token.plays(Trick::SlowToken);
    let start = Instant::now();
    let (one, another, token) = tokio::join!(sign_in(&first), sign_in(&first), sign_in(&second));
    assert_eq!(one, Err(unreachable(Endpoint::Discovery, Trouble::TimedOut)));
    assert_eq!(another, one);
    assert_eq!(token, Err(unreachable(Endpoint::Token, Trouble::TimedOut)));
    assert!(start.elapsed() < Duration::from_secs(7));
}

#[tokio::test]
async fn a_provider_that_is_not_there_is_named_without_its_address() {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let issuer = Url::parse(&format!("http://{}", listener.local_addr().unwrap())).unwrap();
    drop(listener);
    let error = client_of(&issuer, None).authorization_url(CALLBACK, &ceremony(1)).await.unwrap_err();
    let text = error.to_string();
    assert!(
        text.starts_with(
            "the identity provider's discovery document could not be reached: Connection refused"
        )
    );
    assert!(!text.contains("127.0.0.1"), "{text}");
}

async fn certified_sign_in(client: &IdentityProvider, login: &str) -> Result<Identity, IdentityError> {
    let ceremony = ceremony(2);
    let url = client.authorization_url(CALLBACK, &ceremony).await?;
    let mut browser = Browser::new();
    let page = browser.get(&url).await;
    let back = through_the_forms(&mut browser, page, login, CALLBACK).await;
    finish(client, &back, CALLBACK, &ceremony, Clock::protocol_seconds()).await
}

#[tokio::test]
async fn the_certified_provider_is_understood() {
    let provider = CertifiedIdp::start(&[("REDIRECT_URIS", CALLBACK)]);
    let client = client_of(provider.issuer(), Some(fake_idp::CLIENT_SECRET));
    let alice = certified_sign_in(&client, "alice").await.unwrap();
    assert_eq!(alice.subject, "alice");
    assert_eq!(alice.email.as_deref(), Some("alice@example.in"));
    assert_eq!(alice.name.as_deref(), Some("Alice Rao"));
    assert_eq!(alice.picture.as_deref(), Some("https://example.in/a.png"));
    assert!(alice.email_verified);
    assert!(!certified_sign_in(&client, "unverified-bob").await.unwrap().email_verified);

    provider.changes_its_key().await;
    assert!(certified_sign_in(&client, "alice").await.is_ok(), "the new key is fetched");

    let wrong = client_of(provider.issuer(), Some("wrong"));
    let refused = certified_sign_in(&wrong, "alice").await;
    assert_eq!(refused, Err(IdentityError::Refused(Refusal::Code("invalid_client".into()))));
}

#[tokio::test]
async fn the_certified_provider_is_understood_in_every_variant() {
    for (settings, secret) in [
        (&[("ALG", "ES256"), ("AUTH_METHOD", "client_secret_post")], Some(fake_idp::CLIENT_SECRET)),
        (&[("ALG", "PS256"), ("AUTH_METHOD", "none")], None),
        (&[("ALG", "EdDSA"), ("CLAIMS", "userinfo")], Some(fake_idp::CLIENT_SECRET)),
    ] {
        let provider = CertifiedIdp::start(&[&settings[..], &[("REDIRECT_URIS", CALLBACK)]].concat());
        let client = client_of(provider.issuer(), secret);
        let alice = certified_sign_in(&client, "alice").await.unwrap();
        assert_eq!(
            (alice.email.as_deref(), alice.email_verified),
            (Some("alice@example.in"), true),
            "{settings:?}"
        );
        assert_eq!(alice.name.as_deref(), Some("Alice Rao"), "{settings:?}");
    }
}

/// The development provider on a port of its own, nested as the apps nest it.
async fn development() -> (Url, String) {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("ready");
    let app = format!("http://{}", listener.local_addr().expect("ready"));
    let issuer = Url::parse(&format!("{app}/dev/oidc")).expect("ready");
    let callback = format!("{app}/api/auth/callback");
    let people: People = Arc::new(|| {
        Box::pin(async {
            vec![DevPerson {
                name: "Asha Rao".into(),
                email: "asha@salon.invalid".into(),
                role: "owner".into(),
            }]
        })
    });
    let random = |bytes: &mut [u8]| parlour_app::chance::Chance::system().fill(bytes);
    let provider = DevProvider::new(&issuer, callback.clone(), people, random, Clock::protocol_seconds);
    let router = axum::Router::new().nest("/dev/oidc", provider.router());
    tokio::spawn(async move { axum::serve(listener, router).await.expect("ready") });
    (issuer, callback)
}

#[tokio::test]
async fn our_own_development_provider_is_understood() {
    let (issuer, callback) = development().await;
    let client = IdentityProvider::new(issuer.clone(), dev_provider::CLIENT_ID.into(), None, http());
    let (ceremony, mut browser) = (ceremony(3), Browser::new());
    let url = client.authorization_url(&callback, &ceremony).await.unwrap();
    let page = browser.get(&url).await;

    let back = browser.submit(&page.form_with("person").with("person", "asha@salon.invalid")).await;
    let asha = finish(&client, &back, &callback, &ceremony, Clock::protocol_seconds()).await.unwrap();
    assert_eq!((asha.issuer.as_str(), asha.name.as_deref()), (issuer.as_str(), Some("Asha Rao")));
    assert!(asha.email_verified && asha.subject.starts_with("dev-"));
    let again = finish(&client, &back, &callback, &ceremony, Clock::protocol_seconds()).await;
    assert_eq!(again, Err(IdentityError::Refused(Refusal::Code("invalid_grant".into()))));

    let form =
        page.form_with("email").with("email", "new@example.in").with("name", "New").without("email_verified");
    let back = browser.submit(&form).await;
    let new = finish(&client, &back, &callback, &ceremony, Clock::protocol_seconds()).await.unwrap();
    assert_eq!((new.email.as_deref(), new.email_verified), (Some("new@example.in"), false));

    let back = browser.submit(&page.form_with("cancel").with("cancel", "yes")).await;
    assert_eq!(brought_back(&back, "error").as_deref(), Some("access_denied"));
}
