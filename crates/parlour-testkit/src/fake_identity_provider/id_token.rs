//! The ID token of a sign-in, right or with the fault of the moment.

use std::sync::OnceLock;

use aws_lc_rs::digest::{SHA256, digest};
use aws_lc_rs::hmac;
use aws_lc_rs::rand::SystemRandom;
use aws_lc_rs::rsa::KeySize;
use aws_lc_rs::signature::{KeyPair, RSA_PKCS1_SHA256, RsaKeyPair};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde_json::{Value, json};

use super::state::{CLIENT_ID, Grant, ProviderFault, ProviderServer};

impl ProviderServer {
    pub(super) fn id_token(&self, grant: &Grant, access_token: &str) -> String {
        let (fault, now) = (self.fault(), (self.now)());
        let mut claims = json!({
            "iss": self.issuer, "aud": CLIENT_ID, "sub": grant.person.subject, "nonce": grant.nonce,
            "iat": now, "exp": now + 3600, "email": grant.person.email, "email_verified": true,
            "name": grant.person.name, "picture": "https://example.in/a.png",
            "at_hash": URL_SAFE_NO_PAD.encode(&digest(&SHA256, access_token.as_bytes()).as_ref()[..16]),
        });
        match fault {
            ProviderFault::WrongAudience => claims["aud"] = json!("another-client"),
            ProviderFault::TwoAudiences => claims["aud"] = json!([CLIENT_ID, "another-client"]),
            ProviderFault::TwoAudiencesOnePartyAuthorized => {
                claims["aud"] = json!([CLIENT_ID, "another-client"]);
                claims["azp"] = json!(CLIENT_ID);
            }
            ProviderFault::WrongNonce => claims["nonce"] = json!("another-nonce"),
            ProviderFault::NoNonce => claims["nonce"] = Value::Null,
            ProviderFault::Expired => claims["exp"] = json!(now - 60),
            ProviderFault::IssuedTwoHoursAgo => claims["iat"] = json!(now - 7200),
            ProviderFault::IssuedInAnHour => claims["iat"] = json!(now + 3600),
            ProviderFault::ValidInAnHour => claims["nbf"] = json!(now + 3600),
            ProviderFault::WrongIssuer => claims["iss"] = json!("https://evil.example"),
            ProviderFault::NoSubject => claims["sub"] = Value::Null,
            ProviderFault::LongSubject => claims["sub"] = json!("x".repeat(256)),
            ProviderFault::UnverifiedEmail => claims["email_verified"] = json!(false),
            ProviderFault::SignedInAnHourAgo => claims["auth_time"] = json!(now - 3600),
            ProviderFault::SignedInNow => claims["auth_time"] = json!(now),
            ProviderFault::EmailVerifiedInText => claims["email_verified"] = json!("true"),
            ProviderFault::WrongAccessTokenHash => claims["at_hash"] = json!("AAAAAAAAAAAAAAAAAAAAAA"),
            ProviderFault::EmailOnlyInUserinfo | ProviderFault::SomebodyElseInUserinfo => {
                claims["email"] = Value::Null;
                claims["email_verified"] = Value::Null;
            }
            _ => {}
        }
        self.signed(fault, &claims)
    }

    fn signed(&self, fault: ProviderFault, claims: &Value) -> String {
        let rotations = self.state().rotations;
        let mut header = json!({ "alg": "RS256", "typ": "JWT", "kid": self.kid() });
        match fault {
            ProviderFault::AlgorithmNone => header["alg"] = json!("none"),
            ProviderFault::PublicKeyAsSecret => header["alg"] = json!("HS256"),
            ProviderFault::UnknownKey => header["kid"] = json!("never-published"),
            ProviderFault::NoKeyNamed => header["kid"] = Value::Null,
            _ => {}
        }
        let part = |value: &Value| URL_SAFE_NO_PAD.encode(value.to_string());
        let message = format!("{}.{}", part(&header), part(claims));
        let signature = match fault {
            ProviderFault::AlgorithmNone => Vec::new(),
            ProviderFault::PublicKeyAsSecret => {
                let public = hmac::Key::new(hmac::HMAC_SHA256, signing_key(rotations).public_key().as_ref());
                hmac::sign(&public, message.as_bytes()).as_ref().to_vec()
            }
            ProviderFault::Forged => sign_rs256(signing_key(rotations + 1), &message),
            _ => sign_rs256(signing_key(rotations), &message),
        };
        format!("{message}.{}", URL_SAFE_NO_PAD.encode(signature))
    }
}

pub(super) fn make_signing_keys() {
    let _ = signing_key(0);
}

/// Two keys serve all providers of a test run, turn about: making one takes a while.
pub(super) fn signing_key(rotations: usize) -> &'static RsaKeyPair {
    static KEYS: OnceLock<[RsaKeyPair; 2]> = OnceLock::new();
    let keys = KEYS.get_or_init(|| [(); 2].map(|()| RsaKeyPair::generate(KeySize::Rsa2048).expect("a key")));
    &keys[rotations % 2]
}

fn sign_rs256(key: &RsaKeyPair, message: &str) -> Vec<u8> {
    let mut signature = vec![0; key.public_modulus_len()];
    key.sign(&RSA_PKCS1_SHA256, &SystemRandom::new(), message.as_bytes(), &mut signature).expect("a signature");
    signature
}
