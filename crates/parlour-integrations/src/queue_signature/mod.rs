//! The signature of the external queue: a JWT for one URL and one body.
//!
//! Written by hand: the JWT library orders the header fields differently from the provider and uses its own clock.

use aws_lc_rs::digest::{SHA256, digest};
use aws_lc_rs::hmac;
use base64::Engine as _;
use base64::engine::general_purpose::{URL_SAFE, URL_SAFE_NO_PAD};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use subtle::ConstantTimeEq;

/// The HTTP header with the signature.
pub const HEADER: &str = "upstash-signature";

const ISSUER: &str = "Upstash";
const JOSE_HEADER: &[u8] = br#"{"alg":"HS256","typ":"JWT"}"#;
const LIFETIME_SECONDS: i64 = 300;
/// How far the two clocks may differ.
const LEEWAY_SECONDS: i64 = 5;

/// In the provider's order.
#[derive(Serialize)]
struct SignedClaims<'a> {
    iss: &'a str,
    sub: &'a str,
    exp: i64,
    nbf: i64,
    iat: i64,
    jti: &'a str,
    body: String,
}

#[derive(Deserialize)]
struct Header {
    alg: String,
    crit: Option<Value>,
}

#[derive(Deserialize)]
struct Claims {
    iss: String,
    sub: String,
    exp: i64,
    nbf: i64,
    body: String,
}

/// Why a signature is refused. No text contains a token or a key.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum SignatureRefusal {
    #[error("the signature cannot be read")]
    Malformed,
    #[error("the signature's algorithm is not HS256")]
    Algorithm,
    #[error("none of our keys made the signature")]
    Signature,
    #[error("the signature has another issuer")]
    Issuer,
    #[error("the signature is for another address")]
    Subject,
    #[error("the signature has expired")]
    Expired,
    #[error("the signature is not valid yet")]
    NotYetValid,
    #[error("the signature is for another body")]
    Body,
}

/// Signs one delivery of `body` to `url`, as the provider does; the fake queue of the tests needs it. `now_seconds` is
/// real time.
pub fn sign(key: &str, url: &str, body: &[u8], jti: &str, now_seconds: i64) -> String {
    let claims = SignedClaims {
        iss: ISSUER,
        sub: url,
        exp: now_seconds.saturating_add(LIFETIME_SECONDS),
        nbf: now_seconds,
        iat: now_seconds,
        jti,
        body: URL_SAFE.encode(digest(&SHA256, body)),
    };
    // Text and numbers always serialise.
    let claims = serde_json::to_vec(&claims).unwrap_or_default();
    let message = format!("{}.{}", URL_SAFE_NO_PAD.encode(JOSE_HEADER), URL_SAFE_NO_PAD.encode(claims));
    let signature = hmac::sign(&hmac_key(key), message.as_bytes());
    format!("{message}.{}", URL_SAFE_NO_PAD.encode(signature))
}

/// Checks that one of the keys signed this delivery recently.
pub fn verify(keys: &[&str], token: &str, url: &str, body: &[u8], now_seconds: i64) -> Result<(), SignatureRefusal> {
    let claims = signed_claims(keys, token)?;
    if claims.iss != ISSUER {
        return Err(SignatureRefusal::Issuer);
    }
    if claims.sub != url {
        return Err(SignatureRefusal::Subject);
    }
    if claims.exp <= now_seconds.saturating_sub(LEEWAY_SECONDS) {
        return Err(SignatureRefusal::Expired);
    }
    if claims.nbf > now_seconds.saturating_add(LEEWAY_SECONDS) {
        return Err(SignatureRefusal::NotYetValid);
    }
    let hash = URL_SAFE_NO_PAD.encode(digest(&SHA256, body));
    if !bool::from(claims.body.trim_end_matches('=').as_bytes().ct_eq(hash.as_bytes())) {
        return Err(SignatureRefusal::Body);
    }
    Ok(())
}

/// Verifies the signature before it reads the claims.
fn signed_claims(keys: &[&str], token: &str) -> Result<Claims, SignatureRefusal> {
    let malformed = SignatureRefusal::Malformed;
    let decode = |part: &str| URL_SAFE_NO_PAD.decode(part).map_err(|_| malformed);
    let (message, signature) = token.rsplit_once('.').ok_or(malformed)?;
    let (header, claims) = message.split_once('.').ok_or(malformed)?;
    let header: Header = serde_json::from_slice(&decode(header)?).map_err(|_| malformed)?;
    if header.alg != "HS256" {
        return Err(SignatureRefusal::Algorithm);
    }
    // Critical extensions are not supported.
    if header.crit.is_some() {
        return Err(malformed);
    }
    let signature = decode(signature)?;
    // Anyone can sign with the empty key.
    let mut usable = keys.iter().filter(|key| !key.is_empty());
    if !usable.any(|key| hmac::verify(&hmac_key(key), message.as_bytes(), &signature).is_ok()) {
        return Err(SignatureRefusal::Signature);
    }
    serde_json::from_slice(&decode(claims)?).map_err(|_| malformed)
}

fn hmac_key(key: &str) -> hmac::Key {
    hmac::Key::new(hmac::HMAC_SHA256, key.as_bytes())
}

#[cfg(test)]
mod tests;
