//! Checks the algorithm, key and signature of an ID token.

use aws_lc_rs::digest::{SHA256, SHA512, digest};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use jsonwebtoken::errors::ErrorKind;
use jsonwebtoken::{Algorithm, DecodingKey, Validation};
use serde::Deserialize;
use serde_json::Value;
use subtle::ConstantTimeEq;

use super::claims::Claims;
use super::error::BadToken;

pub(super) struct IdToken<'a> {
    token: &'a str,
    pub(super) algorithm: Algorithm,
    pub(super) kid: Option<String>,
}

#[derive(Deserialize)]
struct Header {
    alg: String,
    kid: Option<String>,
    crit: Option<Value>,
}

impl<'a> IdToken<'a> {
    pub(super) fn parse(token: &'a str) -> Result<Self, BadToken> {
        let (header, _) = token.split_once('.').ok_or(BadToken::Malformed)?;
        let header = URL_SAFE_NO_PAD.decode(header).map_err(|_| BadToken::Malformed)?;
        let header: Header = serde_json::from_slice(&header).map_err(|_| BadToken::Malformed)?;
        // Critical extensions are not supported.
        if header.crit.is_some() {
            return Err(BadToken::Malformed);
        }
        let algorithm = match header.alg.as_str() {
            "RS256" => Algorithm::RS256,
            "ES256" => Algorithm::ES256,
            "PS256" => Algorithm::PS256,
            "EdDSA" => Algorithm::EdDSA,
            _ => return Err(BadToken::Algorithm),
        };
        Ok(Self { token, algorithm, kid: header.kid })
    }

    /// Verifies the signature and returns the claims. The library checks nothing else: it would use its own clock, and
    /// [`Claims::check`] names each reason.
    pub(super) fn claims(&self, key: &DecodingKey) -> Result<Claims, BadToken> {
        let mut only_signature = Validation::new(self.algorithm);
        only_signature.required_spec_claims.clear();
        only_signature.validate_exp = false;
        only_signature.validate_nbf = false;
        only_signature.validate_aud = false;
        jsonwebtoken::decode(self.token, key, &only_signature).map(|token| token.claims).map_err(|error| {
            match error.kind() {
                ErrorKind::InvalidToken | ErrorKind::Base64(_) | ErrorKind::Json(_) | ErrorKind::Utf8(_) => {
                    BadToken::Malformed
                }
                _ => BadToken::Signature,
            }
        })
    }

    /// Whether the access token matches the hash in this token.
    pub(super) fn matches_access_token(&self, access_token: &str, at_hash: &str) -> bool {
        let algorithm = match self.algorithm {
            Algorithm::EdDSA => &SHA512,
            _ => &SHA256,
        };
        let hash = digest(algorithm, access_token.as_bytes());
        let expected = URL_SAFE_NO_PAD.encode(&hash.as_ref()[..hash.as_ref().len() / 2]);
        at_hash.trim_end_matches('=').as_bytes().ct_eq(expected.as_bytes()).into()
    }
}

#[cfg(test)]
mod tests {
    use aws_lc_rs::rand::SystemRandom;
    use aws_lc_rs::signature::{
        ECDSA_P256_SHA256_FIXED_SIGNING, EcdsaKeyPair, Ed25519KeyPair, KeyPair, RSA_PKCS1_SHA256, RSA_PSS_SHA256,
        RsaEncoding, RsaKeyPair,
    };
    use serde_json::json;

    use super::super::keys::KeySet;
    use super::*;

    fn unsigned(header: &Value) -> String {
        let claims = URL_SAFE_NO_PAD.encode(json!({ "sub": "1108", "at_hash": "x" }).to_string());
        format!("{}.{claims}", URL_SAFE_NO_PAD.encode(header.to_string()))
    }

    fn signed(header: &Value, sign: impl Fn(&[u8]) -> Vec<u8>) -> String {
        let message = unsigned(header);
        let signature = URL_SAFE_NO_PAD.encode(sign(message.as_bytes()));
        format!("{message}.{signature}")
    }

    fn keys(jwk: &Value) -> KeySet {
        KeySet::parse(json!({ "keys": [jwk] }).to_string().as_bytes()).unwrap()
    }

    fn open(token: &str, keys: &KeySet) -> Result<Claims, BadToken> {
        let token = IdToken::parse(token)?;
        token.claims(keys.find(token.algorithm, token.kid.as_deref()).ok_or(BadToken::UnknownKey)?)
    }

    #[test]
    fn the_four_algorithms_are_verified() {
        let rsa = RsaKeyPair::generate(aws_lc_rs::rsa::KeySize::Rsa2048).unwrap();
        let rsa_sign = |encoding: &'static dyn RsaEncoding, message: &[u8]| {
            let mut signature = vec![0; rsa.public_modulus_len()];
            rsa.sign(encoding, &SystemRandom::new(), message, &mut signature).unwrap();
            signature
        };
        let modulus = URL_SAFE_NO_PAD.encode(rsa.public_key().modulus().big_endian_without_leading_zero());
        let rsa_keys = keys(&json!({ "kty": "RSA", "kid": "k", "n": modulus, "e": "AQAB" }));
        let ec = EcdsaKeyPair::generate(&ECDSA_P256_SHA256_FIXED_SIGNING).unwrap();
        let (x, y) = ec.public_key().as_ref()[1..].split_at(32);
        let point = (URL_SAFE_NO_PAD.encode(x), URL_SAFE_NO_PAD.encode(y));
        let ec_keys = keys(&json!({ "kty": "EC", "crv": "P-256", "kid": "k", "x": point.0, "y": point.1 }));
        let ed = Ed25519KeyPair::generate().unwrap();
        let ed_x = URL_SAFE_NO_PAD.encode(ed.public_key().as_ref());
        let ed_keys = keys(&json!({ "kty": "OKP", "crv": "Ed25519", "kid": "k", "x": ed_x }));

        let header = |alg: &str| json!({ "alg": alg, "kid": "k" });
        let ec_sign = |message: &[u8]| ec.sign(&SystemRandom::new(), message).unwrap().as_ref().to_vec();
        let tokens = [
            (signed(&header("RS256"), |message| rsa_sign(&RSA_PKCS1_SHA256, message)), &rsa_keys),
            (signed(&header("PS256"), |message| rsa_sign(&RSA_PSS_SHA256, message)), &rsa_keys),
            (signed(&header("ES256"), ec_sign), &ec_keys),
            (signed(&header("EdDSA"), |message| ed.sign(message).as_ref().to_vec()), &ed_keys),
        ];
        for (token, keys) in tokens {
            assert!(open(&token, keys).is_ok());
            let (message, signature) = token.rsplit_once('.').unwrap();
            let (header, _) = message.split_once('.').unwrap();
            let other = URL_SAFE_NO_PAD.encode("{\"sub\":\"1109\"}");
            assert_eq!(open(&format!("{header}.{other}.{signature}"), keys).err(), Some(BadToken::Signature));
            assert_eq!(open(&format!("{message}."), keys).err(), Some(BadToken::Signature));
        }
        let mixed = signed(&header("PS256"), |message| rsa_sign(&RSA_PKCS1_SHA256, message));
        assert_eq!(open(&mixed, &rsa_keys).err(), Some(BadToken::Signature));
    }

    #[test]
    fn other_algorithms_are_not_even_tried() {
        for alg in ["none", "None", "", "HS256", "HS512", "RS1", "RS384", "ES384", "ES256K", "rs256"] {
            let token = format!("{}.", unsigned(&json!({ "alg": alg, "kid": "k" })));
            assert_eq!(IdToken::parse(&token).err(), Some(BadToken::Algorithm), "{alg}");
        }
    }

    #[test]
    fn what_is_not_a_token_is_malformed() {
        for token in ["", ".", "..", "abc", "YWJj.YWJj.YWJj", "e30.e30.e30", "\u{0}.\u{0}.\u{0}"] {
            assert_eq!(IdToken::parse(token).err(), Some(BadToken::Malformed), "{token}");
        }
        let critical = format!("{}.", unsigned(&json!({ "alg": "RS256", "crit": ["exp"] })));
        assert_eq!(IdToken::parse(&critical).err(), Some(BadToken::Malformed));
    }

    #[test]
    fn an_access_token_is_recognised_by_half_its_hash() {
        // The example of OIDC Core, section A.4.
        let token = format!("{}.", unsigned(&json!({ "alg": "RS256" })));
        let token = IdToken::parse(&token).unwrap();
        assert!(token.matches_access_token("jHkWEdUXMU1BwAsC4vtUsZwnNvTIxEl0z9K3vx5KF0Y", "77QmUPtjPfzWtF2AnpK9RQ"));
        assert!(!token.matches_access_token("jHkWEdUXMU1BwAsC4vtUsZwnNvTIxEl0z9K3vx5KF0Z", "77QmUPtjPfzWtF2AnpK9RQ"));
    }
}
