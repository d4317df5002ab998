//! The provider's own library and we, each about what the other signs.

use parlour_integrations::queue_signature::{SignatureRefusal, sign, verify};
use parlour_testkit::fake_queue::{CURRENT_KEY, NEXT_KEY};
use serde_json::{Value, json};

use super::{ADMIN_URL, JOB_BODY, JOB_URL, run_provider_library};

/// What the library is made to believe.
const NOW: i64 = 1_767_225_600;

#[tokio::test]
async fn our_signatures_are_accepted_by_the_provider_s_library() {
    let delivery = |signature: String, body: &str, url: &str| json!({ "keys": [CURRENT_KEY, NEXT_KEY], "signature": signature, "body": body, "url": url });
    let signed_at = |seconds: i64| sign(CURRENT_KEY, JOB_URL, JOB_BODY.as_bytes(), "jwt_1", NOW + seconds);
    let right = |key: &str, body: &str| delivery(sign(key, JOB_URL, body.as_bytes(), "jwt_1", NOW), body, JOB_URL);
    let cases = [
        (right(CURRENT_KEY, JOB_BODY), true),
        (right(NEXT_KEY, JOB_BODY), true),
        (right(CURRENT_KEY, ""), true),
        (right(NEXT_KEY, "नमस्ते \u{1f486}"), true),
        (right("sig_another", JOB_BODY), false),
        (delivery(signed_at(0), "{}", JOB_URL), false),
        (delivery(signed_at(0), JOB_BODY, ADMIN_URL), false),
        (delivery(signed_at(-299), JOB_BODY, JOB_URL), true),
        (delivery(signed_at(-301), JOB_BODY, JOB_URL), false),
        (delivery(signed_at(1), JOB_BODY, JOB_URL), false),
    ];
    let deliveries = cases.each_ref().map(|(delivery, _)| delivery);
    let verified = run_provider_library(json!({ "now": NOW, "verify": deliveries })).await;
    for ((delivery, is_taken), said) in cases.iter().zip(verified["verify"].as_array().unwrap()) {
        assert_eq!(said["is"] == true, *is_taken, "{delivery}: {said}");
    }
}

/// The same tokens before both judges. They differ where we mean to: clocks may differ by five seconds, and one
/// algorithm is enough.
#[tokio::test]
async fn we_accept_and_refuse_the_same_signatures_as_the_provider() {
    let with = |name: &str, value: Value| {
        let mut made = json!({ "key": CURRENT_KEY, "sub": JOB_URL, "iat": NOW, "body": JOB_BODY });
        made[name] = value;
        made
    };
    let cases = [
        (with("key", json!(CURRENT_KEY)), true, Ok(())),
        (with("key", json!(NEXT_KEY)), true, Ok(())),
        (with("pad", json!(false)), true, Ok(())),
        (with("nbf", json!(NOW + 5)), false, Ok(())),
        (with("nbf", json!(NOW + 6)), false, Err(SignatureRefusal::NotYetValid)),
        (with("exp", json!(NOW + 1)), true, Ok(())),
        (with("exp", json!(NOW - 4)), false, Ok(())),
        (with("exp", json!(NOW - 5)), false, Err(SignatureRefusal::Expired)),
        (with("iat", json!(NOW - 305)), false, Err(SignatureRefusal::Expired)),
        (with("alg", json!("HS512")), true, Err(SignatureRefusal::Algorithm)),
        (with("alg", json!("none")), false, Err(SignatureRefusal::Algorithm)),
        (with("key", json!("x")), false, Err(SignatureRefusal::Signature)),
        (with("iss", json!("upstash")), false, Err(SignatureRefusal::Issuer)),
        (with("sub", json!(format!("{JOB_URL}/"))), false, Err(SignatureRefusal::Subject)),
        (with("body", json!("{}")), false, Err(SignatureRefusal::Body)),
    ];
    let tokens = run_provider_library(json!({ "sign": cases.each_ref().map(|case| &case.0) })).await;
    let tokens: Vec<&str> = tokens["sign"].as_array().unwrap().iter().map(|one| one.as_str().unwrap()).collect();
    assert_eq!(tokens[0], sign(CURRENT_KEY, JOB_URL, JOB_BODY.as_bytes(), "jwt_test", NOW), "to the byte");
    let deliveries: Vec<Value> = tokens
        .iter()
        .map(|token| json!({ "keys": [CURRENT_KEY, NEXT_KEY], "signature": token, "body": JOB_BODY, "url": JOB_URL }))
        .collect();
    let theirs = run_provider_library(json!({ "now": NOW, "verify": deliveries })).await;
    for (index, (made, is_taken_there, is_taken_here)) in cases.into_iter().enumerate() {
        let there = &theirs["verify"][index];
        assert_eq!(there["is"] == true, is_taken_there, "{made}: {there}");
        let here = verify(&[CURRENT_KEY, NEXT_KEY], tokens[index], JOB_URL, JOB_BODY.as_bytes(), NOW);
        assert_eq!(here, is_taken_here, "{made}");
    }
}
