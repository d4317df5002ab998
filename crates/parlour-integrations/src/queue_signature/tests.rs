use aws_lc_rs::signature::KeyPair as _;
use proptest::prelude::*;
use serde_json::json;

use super::*;

const CURRENT: &str = "sig_7kYjw48mhY7kAjqNGcy6cr29RJ6r";
const NEXT: &str = "sig_5ZB6DVzB1wjE8S6rZ7eenA8Pdnhs";
const URL: &str = "https://admin.example.in/api/jobs/noshow-check";
const BODY: &[u8] = br#"{"bookingId":"bk_1"}"#;
const AT: i64 = 1_767_225_600;
/// Accepted by the provider's own library.
const TOKEN: &str = concat!(
    "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.",
    "eyJpc3MiOiJVcHN0YXNoIiwic3ViIjoiaHR0cHM6Ly9hZG1pbi5leGFtcGxlLmluL2FwaS9qb2JzL25vc2hvdy1jaGVjayIs",
    "ImV4cCI6MTc2NzIyNTkwMCwibmJmIjoxNzY3MjI1NjAwLCJpYXQiOjE3NjcyMjU2MDAsImp0aSI6Imp3dF90ZXN0Iiwi",
    "Ym9keSI6InJCR1VKbmtuU2w1a1kzeDk2V0tFc3hTV1lKdGs2MTBjQTZ5TVdFSHlfQlk9In0.",
    "q12OpfLc5M-v73DazHVytBDz3L-bPmhVhndgFwz8vFc",
);
const BODY_HASH: &str = "rBGUJnknSl5kY3x96WKEsxSWYJtk610cA6yMWEHy_BY=";
const EMPTY_HASH: &str = "47DEQpj8HBSa-_TImW-5JCeuQeRkm5NMpJWZG3hSuFU=";

fn verified(token: &str) -> Result<(), SignatureRefusal> {
    verify(&[CURRENT, NEXT], token, URL, BODY, AT)
}

fn claims() -> Value {
    json!({ "iss": "Upstash", "sub": URL, "exp": AT + 300, "nbf": AT, "iat": AT, "jti": "j", "body": BODY_HASH })
}

fn with(name: &str, value: Value) -> Value {
    let mut claims = claims();
    claims[name] = value;
    claims
}

fn unsigned(header: &Value, claims: &str) -> String {
    format!("{}.{}", URL_SAFE_NO_PAD.encode(header.to_string()), URL_SAFE_NO_PAD.encode(claims))
}

fn signed_as(header: &Value, claims: &str, algorithm: hmac::Algorithm, key: &[u8]) -> String {
    let message = unsigned(header, claims);
    let signature = hmac::sign(&hmac::Key::new(algorithm, key), message.as_bytes());
    format!("{message}.{}", URL_SAFE_NO_PAD.encode(signature))
}

/// With the right key and algorithm, so that only the claims can be wrong.
fn token_of(claims: &str) -> String {
    signed_as(&json!({ "alg": "HS256", "typ": "JWT" }), claims, hmac::HMAC_SHA256, CURRENT.as_bytes())
}

#[test]
fn a_signature_is_the_providers_own_to_the_byte() {
    assert_eq!(sign(CURRENT, URL, BODY, "jwt_test", AT), TOKEN);
    assert_eq!(verified(TOKEN), Ok(()));
}

#[test]
fn no_body_has_a_hash_too() {
    let token = sign(CURRENT, URL, b"", "jwt_test", AT);
    let claims = URL_SAFE_NO_PAD.decode(token.split('.').nth(1).unwrap()).unwrap();
    assert_eq!(serde_json::from_slice::<Value>(&claims).unwrap()["body"], EMPTY_HASH);
    assert_eq!(verify(&[CURRENT], &token, URL, b"", AT), Ok(()));
}

#[test]
fn either_key_will_do_and_no_other() {
    let token = sign(NEXT, URL, BODY, "j", AT);
    assert_eq!(verified(&token), Ok(()));
    assert_eq!(verify(&[CURRENT], &token, URL, BODY, AT), Err(SignatureRefusal::Signature));
    assert_eq!(verify(&[], &token, URL, BODY, AT), Err(SignatureRefusal::Signature));
    for key in ["sig_another", "", &CURRENT[1..], &CURRENT.to_lowercase()] {
        assert_eq!(verified(&sign(key, URL, BODY, "j", AT)), Err(SignatureRefusal::Signature), "{key:?}");
    }
}

#[test]
fn an_empty_key_opens_nothing() {
    let token = sign("", URL, BODY, "j", AT);
    assert_eq!(verify(&["", CURRENT], &token, URL, BODY, AT), Err(SignatureRefusal::Signature));
    assert_eq!(verify(&["", CURRENT], TOKEN, URL, BODY, AT), Ok(()));
}

#[test]
fn five_seconds_of_difference_are_forgiven_on_both_sides() {
    for (now, expected) in [
        (AT - 6, Err(SignatureRefusal::NotYetValid)),
        (AT - 5, Ok(())),
        (AT + 304, Ok(())),
        (AT + 305, Err(SignatureRefusal::Expired)),
        (i64::MIN, Err(SignatureRefusal::NotYetValid)),
        (i64::MAX, Err(SignatureRefusal::Expired)),
    ] {
        assert_eq!(verify(&[CURRENT], TOKEN, URL, BODY, now), expected, "{now}");
    }
}

#[test]
fn a_signature_is_for_one_address_to_the_letter() {
    for url in [
        "https://admin.example.in/api/jobs/noshow-check/",
        "https://admin.example.in/api/jobs/invoice-pdf",
        "http://admin.example.in/api/jobs/noshow-check",
        "https://ADMIN.example.in/api/jobs/noshow-check",
        "https://admin.example.in:443/api/jobs/noshow-check",
        "/api/jobs/noshow-check",
        "",
    ] {
        assert_eq!(verify(&[CURRENT], TOKEN, url, BODY, AT), Err(SignatureRefusal::Subject), "{url}");
    }
}

#[test]
fn a_signature_is_for_one_body_to_the_byte() {
    for body in [&b""[..], br#"{"bookingId":"bk_2"}"#, br#"{"bookingId":"bk_1"} "#, b"\xff"] {
        assert_eq!(verify(&[CURRENT], TOKEN, URL, body, AT), Err(SignatureRefusal::Body));
    }
    let unpadded = with("body", json!(BODY_HASH.trim_end_matches('=')));
    assert_eq!(verified(&token_of(&unpadded.to_string())), Ok(()));
    for hash in ["", "=", EMPTY_HASH, &BODY_HASH.replace('_', "/"), &BODY_HASH[1..], &BODY_HASH.to_lowercase()] {
        let token = token_of(&with("body", json!(hash)).to_string());
        assert_eq!(verified(&token), Err(SignatureRefusal::Body), "{hash}");
    }
}

#[test]
fn the_issuer_is_spelt_so_and_not_otherwise() {
    for issuer in ["upstash", "UPSTASH", "Upstash ", "", "QStash"] {
        let token = token_of(&with("iss", json!(issuer)).to_string());
        assert_eq!(verified(&token), Err(SignatureRefusal::Issuer), "{issuer:?}");
    }
}

#[test]
fn claims_that_are_missing_doubled_or_of_another_type_are_not_read() {
    for name in ["iss", "sub", "exp", "nbf", "body"] {
        let mut without = claims();
        without.as_object_mut().unwrap().remove(name);
        let twice = claims().to_string().replacen('{', &format!("{{\"{name}\":{},", claims()[name]), 1);
        let odd = [json!(null), json!([URL]), json!({}), json!(1.5), json!(true)];
        let odd = odd.into_iter().map(|value| with(name, value).to_string());
        for claims in odd.chain([without.to_string(), twice]) {
            assert_eq!(verified(&token_of(&claims)), Err(SignatureRefusal::Malformed), "{claims}");
        }
    }
    for claims in ["", "null", "[]", "{", "\u{0}", "1"] {
        assert_eq!(verified(&token_of(claims)), Err(SignatureRefusal::Malformed), "{claims:?}");
    }
}

#[test]
fn times_at_the_end_of_numbers_are_judged_all_the_same() {
    let never = token_of(&with("exp", json!(i64::MAX)).to_string());
    assert_eq!(verified(&never), Ok(()));
    let long_ago = token_of(&with("exp", json!(i64::MIN)).to_string());
    assert_eq!(verified(&long_ago), Err(SignatureRefusal::Expired));
    let one_day = token_of(&with("nbf", json!(i64::MAX)).to_string());
    assert_eq!(verified(&one_day), Err(SignatureRefusal::NotYetValid));
    let too_large = token_of(&claims().to_string().replace("1767225900", "99999999999999999999"));
    assert_eq!(verified(&too_large), Err(SignatureRefusal::Malformed));
}

#[test]
fn only_hs256_is_tried_whatever_a_token_says() {
    let claims = claims().to_string();
    let named = |algorithm: &str| json!({ "alg": algorithm, "typ": "JWT" });
    for algorithm in ["none", "None", "", "hs256", "HS384", "HS512", "RS256", "ES256", "EdDSA", "HS256 "] {
        let right_key = signed_as(&named(algorithm), &claims, hmac::HMAC_SHA256, CURRENT.as_bytes());
        let no_signature = format!("{}.", unsigned(&named(algorithm), &claims));
        for token in [right_key, no_signature] {
            assert_eq!(verified(&token), Err(SignatureRefusal::Algorithm), "{algorithm}");
        }
    }
    // The provider's own library takes this one.
    let hs512 = signed_as(&named("HS512"), &claims, hmac::HMAC_SHA512, CURRENT.as_bytes());
    assert_eq!(verified(&hs512), Err(SignatureRefusal::Algorithm));
    // Says one thing, is another.
    let disguised = signed_as(&named("HS256"), &claims, hmac::HMAC_SHA512, CURRENT.as_bytes());
    assert_eq!(verified(&disguised), Err(SignatureRefusal::Signature));
    for header in [json!({}), json!({ "alg": null }), json!({ "alg": ["HS256"] }), json!("HS256")] {
        let token = signed_as(&header, &claims, hmac::HMAC_SHA256, CURRENT.as_bytes());
        assert_eq!(verified(&token), Err(SignatureRefusal::Malformed), "{header}");
    }
    let critical = json!({ "alg": "HS256", "crit": ["exp"] });
    let critical = signed_as(&critical, &claims, hmac::HMAC_SHA256, CURRENT.as_bytes());
    assert_eq!(verified(&critical), Err(SignatureRefusal::Malformed));
}

/// A public key is known to everybody, and must not serve as the secret of a token that says RS256, or HS256.
#[test]
fn a_token_of_another_kind_of_key_is_refused() {
    let rsa = aws_lc_rs::signature::RsaKeyPair::generate(aws_lc_rs::rsa::KeySize::Rsa2048).unwrap();
    let header = json!({ "alg": "RS256" });
    let message = unsigned(&header, &claims().to_string());
    let mut signature = vec![0; rsa.public_modulus_len()];
    let random = aws_lc_rs::rand::SystemRandom::new();
    rsa.sign(&aws_lc_rs::signature::RSA_PKCS1_SHA256, &random, message.as_bytes(), &mut signature).unwrap();
    let token = format!("{message}.{}", URL_SAFE_NO_PAD.encode(signature));
    assert_eq!(verified(&token), Err(SignatureRefusal::Algorithm));
    let public = rsa.public_key().as_ref();
    let confused = signed_as(&json!({ "alg": "HS256" }), &claims().to_string(), hmac::HMAC_SHA256, public);
    assert_eq!(verified(&confused), Err(SignatureRefusal::Signature));
}

#[test]
fn what_is_not_a_token_is_malformed() {
    let four = format!("{TOKEN}.AAAA");
    let padded = format!("{TOKEN}=");
    let spaced = format!("{TOKEN} ");
    for token in
        ["", ".", "..", "...", "a.b.c", "YWJj.YWJj.YWJj", "e30.e30.e30", "नमस्ते", "\u{0}.\u{0}.\u{0}", &padded, &spaced]
    {
        assert_eq!(verified(token), Err(SignatureRefusal::Malformed), "{token}");
    }
    assert!(verified(&four).is_err());
    let (message, _) = TOKEN.rsplit_once('.').unwrap();
    for cut in [format!("{message}."), format!("{message}.AAAA")] {
        assert_eq!(verified(&cut), Err(SignatureRefusal::Signature));
    }
    assert_eq!(verified(message), Err(SignatureRefusal::Malformed));
}

#[test]
fn nobody_changes_a_token_and_keeps_its_signature() {
    let mut parts: Vec<&str> = TOKEN.split('.').collect();
    let another = URL_SAFE_NO_PAD.encode(with("exp", json!(AT + 301)).to_string());
    parts[1] = &another;
    assert_eq!(verified(&parts.join(".")), Err(SignatureRefusal::Signature));
}

proptest! {
    #[test]
    fn whatever_comes_is_judged_without_a_panic(
        token in ".*", url in ".*", body in any::<Vec<u8>>(), now in any::<i64>(), keys in any::<[String; 2]>(),
    ) {
        let keys = keys.each_ref().map(String::as_str);
        prop_assert!(verify(&keys, &token, &url, &body, now).is_err());
    }

    #[test]
    fn whatever_is_in_a_signed_token_is_judged_without_a_panic(
        header in ".*", claims in ".*", signature in any::<Vec<u8>>(), now in any::<i64>(),
    ) {
        let parts = [header.as_bytes(), claims.as_bytes(), &signature].map(|part| URL_SAFE_NO_PAD.encode(part));
        prop_assert!(verify(&[CURRENT], &parts.join("."), URL, BODY, now).is_err());
        prop_assert!(verify(&[CURRENT], &token_of(&claims), URL, BODY, now).is_err());
    }

    #[test]
    fn what_is_signed_is_accepted_and_nothing_beside_it(
        key in ".+", url in ".*", body in any::<Vec<u8>>(), jti in ".*", now in any::<i64>(), flipped in any::<u16>(),
    ) {
        let token = sign(&key, &url, &body, &jti, now);
        prop_assert_eq!(verify(&[&key], &token, &url, &body, now), Ok(()));
        let mut bytes = token.clone().into_bytes();
        let at = usize::from(flipped) % bytes.len();
        bytes[at] ^= 1;
        let changed = String::from_utf8(bytes).unwrap();
        prop_assert!(verify(&[&key], &changed, &url, &body, now).is_err());
        let longer = [&body[..], b" "].concat();
        prop_assert_eq!(verify(&[&key], &token, &url, &longer, now), Err(SignatureRefusal::Body));
    }
}
