use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use http::{HeaderName, HeaderValue};
use parlour_integrations::queue_signature::sign;

use super::*;

const CURRENT: &str = "sig_current";
const NEXT: &str = "sig_next";
const TOKEN: &str = "a token for jobs";
const ADMIN: &str = "https://admin.example.in";
const PATH: &str = "/api/jobs/noshow-check";
const BODY: &[u8] = br#"{"bookingId":"bk_1"}"#;
const NOW: i64 = 1_767_225_600;

/// What is configured.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Configured {
    Keys,
    KeysAndToken,
    Token,
    Nothing,
}

const ALL: [Configured; 4] = [Configured::Keys, Configured::KeysAndToken, Configured::Token, Configured::Nothing];

fn authenticator(configured: Configured, is_production: bool) -> JobAuthenticator {
    let with_keys = matches!(configured, Configured::Keys | Configured::KeysAndToken);
    let with_token = matches!(configured, Configured::Token | Configured::KeysAndToken);
    JobAuthenticator {
        signing_keys: if with_keys { vec![CURRENT.to_owned(), NEXT.to_owned()] } else { Vec::new() },
        internal_token: with_token.then(|| TOKEN.to_owned()),
        admin_url: ADMIN.to_owned(),
        unsigned: if is_production { UnsignedRequests::Refused } else { UnsignedRequests::FromAnywhere },
    }
}

fn request<'r>(headers: &'r HeaderMap, body: Option<&'r [u8]>) -> JobRequest<'r> {
    JobRequest { headers, path: PATH, body, is_from_this_machine: false }
}

fn headers(all: &[(&'static str, &[u8])]) -> HeaderMap {
    let pair = |(name, value): &(&'static str, &[u8])| {
        (HeaderName::from_static(name), HeaderValue::from_bytes(value).unwrap())
    };
    all.iter().map(pair).collect()
}

fn signature(key: &str) -> String {
    sign(key, &format!("{ADMIN}{PATH}"), BODY, "jwt_1", NOW)
}

fn signed(key: &str) -> HeaderMap {
    headers(&[(queue_signature::HEADER, signature(key).as_bytes())])
}

fn headers_with_token(token: &str) -> HeaderMap {
    headers(&[(TOKEN_HEADER, token.as_bytes())])
}

/// In which of the four, outside production and in it, the request comes through.
#[track_caller]
fn assert_admitted_with(headers: &HeaderMap, outside_production: &[Configured], in_production: &[Configured]) {
    for (is_production, expected) in [(false, outside_production), (true, in_production)] {
        let is_authorized = |configured: &Configured| {
            authenticator(*configured, is_production).is_authorized(&request(headers, Some(BODY)), NOW)
        };
        let admitted: Vec<_> = ALL.into_iter().filter(is_authorized).collect();
        assert_eq!(admitted, expected, "in production: {is_production}");
    }
}

const NOTHING: &[Configured] = &[Configured::Nothing];
const KEYS: &[Configured] = &[Configured::Keys, Configured::KeysAndToken];
const KEYS_OR_NOTHING: &[Configured] = &[Configured::Keys, Configured::KeysAndToken, Configured::Nothing];
const TOKEN_ALONE: &[Configured] = &[Configured::Token];
const TOKEN_OR_NOTHING: &[Configured] = &[Configured::Token, Configured::Nothing];

#[test]
fn the_settings_alone_say_which_proof_is_asked_for() {
    assert_admitted_with(&HeaderMap::new(), NOTHING, &[]);
    assert_admitted_with(&signed(CURRENT), KEYS_OR_NOTHING, KEYS);
    assert_admitted_with(&signed(NEXT), KEYS_OR_NOTHING, KEYS);
    assert_admitted_with(&signed("forged"), NOTHING, &[]);
    // Where there are keys the token is no way around them.
    assert_admitted_with(&headers_with_token(TOKEN), TOKEN_OR_NOTHING, TOKEN_ALONE);
}

#[test]
fn production_without_keys_and_token_admits_nobody() {
    let authenticator = authenticator(Configured::Nothing, true);
    for headers in [HeaderMap::new(), signed(CURRENT), signed(""), headers_with_token(TOKEN), headers_with_token("")] {
        assert!(!authenticator.is_authorized(&request(&headers, Some(BODY)), NOW));
    }
}

#[test]
fn development_runs_unsigned_jobs_for_this_machine_alone() {
    let local = JobAuthenticator { unsigned: UnsignedRequests::FromThisMachine, ..JobAuthenticator::default() };
    let headers = HeaderMap::new();
    for is_from_this_machine in [true, false] {
        let request = JobRequest { is_from_this_machine, ..request(&headers, Some(BODY)) };
        assert_eq!(local.is_authorized(&request, NOW), is_from_this_machine);
    }
}

#[test]
fn a_token_is_the_whole_token_and_stands_there_once() {
    for wrong in ["", "A token for jobs", "a token for job", "a token for jobs.", " "] {
        assert_admitted_with(&headers_with_token(wrong), NOTHING, &[]);
    }
    for twice in [[TOKEN, TOKEN], [TOKEN, "x"], ["x", TOKEN]] {
        let headers = headers(&twice.map(|token| (TOKEN_HEADER, token.as_bytes())));
        assert_admitted_with(&headers, NOTHING, &[]);
    }
    assert_admitted_with(&headers(&[(TOKEN_HEADER, "टोकन".as_bytes())]), NOTHING, &[]);
    let unset = JobAuthenticator { internal_token: Some(String::new()), ..authenticator(Configured::Token, false) };
    assert!(!unset.is_authorized(&request(&headers_with_token(""), Some(BODY)), NOW));
    assert!(!unset.is_authorized(&request(&HeaderMap::new(), Some(BODY)), NOW));
}

#[test]
fn a_bad_signature_does_not_spoil_a_good_token() {
    let both = headers(&[(queue_signature::HEADER, b"rubbish"), (TOKEN_HEADER, TOKEN.as_bytes())]);
    assert_admitted_with(&both, TOKEN_OR_NOTHING, TOKEN_ALONE);
}

#[test]
fn a_signature_stands_there_once_and_is_readable() {
    let good = signature(CURRENT);
    for two in [[good.as_str(), good.as_str()], [&good, "x"], ["x", &good]] {
        assert_admitted_with(&headers(&two.map(|one| (queue_signature::HEADER, one.as_bytes()))), NOTHING, &[]);
    }
    let bearer = format!("Bearer {good}");
    let rubbish: [&[u8]; 6] = [b"", b"rubbish", b"a.b.c", b"\xff\xfe", "हस्ताक्षर".as_bytes(), bearer.as_bytes()];
    for value in rubbish {
        assert_admitted_with(&headers(&[(queue_signature::HEADER, value)]), NOTHING, &[]);
    }
    // The provider's name for it, and no other.
    assert_admitted_with(&headers(&[("authorization", good.as_bytes())]), NOTHING, &[]);
}

/// Where keys are set, a signature by either of them is all that counts.
#[track_caller]
fn assert_signature(expected: bool, made: impl Fn(&str) -> String, path: &str, body: &[u8]) {
    for key in [CURRENT, NEXT] {
        let headers = headers(&[(queue_signature::HEADER, made(key).as_bytes())]);
        let is_authorized = authenticator(Configured::Keys, true)
            .is_authorized(&JobRequest { path, ..request(&headers, Some(body)) }, NOW);
        assert_eq!(is_authorized, expected, "{key}");
    }
}

#[test]
fn a_signature_is_of_this_request_and_of_now() {
    let url = format!("{ADMIN}{PATH}");
    let at = |seconds: i64| move |key: &str| sign(key, &format!("{ADMIN}{PATH}"), BODY, "jwt_1", NOW + seconds);
    assert_signature(true, at(0), PATH, BODY);
    assert_signature(true, at(5), PATH, BODY);
    assert_signature(true, at(-304), PATH, BODY);
    assert_signature(false, at(6), PATH, BODY);
    assert_signature(false, at(-305), PATH, BODY);
    assert_signature(false, at(0), PATH, b"{}");
    assert_signature(false, at(0), PATH, b"");
    assert_signature(false, at(0), "/api/jobs/invoice-pdf", BODY);
    assert_signature(false, at(0), &format!("{PATH}/"), BODY);
    for foreign in [
        "https://evil.example/api/jobs/noshow-check".to_owned(),
        format!("{url}?x"),
        format!("{ADMIN}:443{PATH}"),
        PATH.to_owned(),
    ] {
        assert_signature(false, |key| sign(key, &foreign, BODY, "jwt_1", NOW), PATH, BODY);
    }
}

/// A body that could not be read has no valid signature, not even that of an empty body. Without keys none is needed.
#[test]
fn a_body_that_cannot_be_read_is_not_an_empty_one() {
    let nothing = |key: &str| sign(key, &format!("{ADMIN}{PATH}"), b"", "jwt_1", NOW);
    for key in [CURRENT, NEXT] {
        let signed = headers(&[(queue_signature::HEADER, nothing(key).as_bytes())]);
        for (is_production, expected) in [(false, NOTHING), (true, &[])] {
            let is_authorized = |configured: &Configured| {
                authenticator(*configured, is_production).is_authorized(&request(&signed, None), NOW)
            };
            assert_eq!(ALL.into_iter().filter(is_authorized).collect::<Vec<_>>(), expected, "{key}");
        }
    }
    assert!(authenticator(Configured::Token, true).is_authorized(&request(&headers_with_token(TOKEN), None), NOW));
}

#[test]
fn the_host_of_a_request_says_nothing() {
    let elsewhere = sign(CURRENT, "https://evil.example/api/jobs/noshow-check", BODY, "jwt_1", NOW);
    for host in ["host", "x-forwarded-host", "forwarded"] {
        let spoofed = headers(&[(host, b"evil.example"), (queue_signature::HEADER, elsewhere.as_bytes())]);
        assert!(!authenticator(Configured::Keys, true).is_authorized(&request(&spoofed, Some(BODY)), NOW), "{host}");
        let behind_a_proxy =
            headers(&[(host, b"10.0.0.7:3001"), (queue_signature::HEADER, signature(CURRENT).as_bytes())]);
        assert!(
            authenticator(Configured::Keys, true).is_authorized(&request(&behind_a_proxy, Some(BODY)), NOW),
            "{host}"
        );
    }
}

#[test]
fn a_token_of_another_algorithm_or_issuer_is_refused() {
    use aws_lc_rs::hmac::{self, HMAC_SHA256, HMAC_SHA512};
    let made = |key: &str, header: &str, issuer: &str, algorithm: hmac::Algorithm| {
        let right = signature(key);
        let claims = URL_SAFE_NO_PAD.decode(right.split('.').nth(1).unwrap()).unwrap();
        let claims = String::from_utf8(claims).unwrap().replace("Upstash", issuer);
        let message = format!("{}.{}", URL_SAFE_NO_PAD.encode(header), URL_SAFE_NO_PAD.encode(claims));
        let signature = hmac::sign(&hmac::Key::new(algorithm, key.as_bytes()), message.as_bytes());
        format!("{message}.{}", URL_SAFE_NO_PAD.encode(signature))
    };
    let hs256 = r#"{"alg":"HS256","typ":"JWT"}"#;
    // A correctly made signature passes, so those below are refused for the value that differs.
    assert_signature(true, |key| made(key, hs256, "Upstash", HMAC_SHA256), PATH, BODY);
    assert_signature(false, |key| made(key, hs256, "upstash", HMAC_SHA256), PATH, BODY);
    assert_signature(false, |key| made(key, hs256, "UPSTASH", HMAC_SHA256), PATH, BODY);
    assert_signature(false, |key| made(key, r#"{"alg":"HS512"}"#, "Upstash", HMAC_SHA512), PATH, BODY);
    assert_signature(false, |key| made(key, r#"{"alg":"RS256"}"#, "Upstash", HMAC_SHA256), PATH, BODY);
    assert_signature(false, |key| made(key, r#"{"alg":"none"}"#, "Upstash", HMAC_SHA256), PATH, BODY);
    let unsigned = |key: &str| {
        let none = made(key, r#"{"alg":"none"}"#, "Upstash", HMAC_SHA256);
        none.rsplit_once('.').unwrap().0.to_owned() + "."
    };
    assert_signature(false, unsigned, PATH, BODY);
}

#[test]
fn nothing_secret_is_shown() {
    let shown = format!("{:?}", authenticator(Configured::KeysAndToken, true));
    assert_eq!(shown, r#"JobGate { admin_url: "https://admin.example.in", unsigned: Refused, .. }"#);
}
