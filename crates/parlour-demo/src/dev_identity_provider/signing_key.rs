//! The P-256 key of the provider. It exists only in memory.

use aws_lc_rs::error::Unspecified;
use aws_lc_rs::rand::SystemRandom;
use aws_lc_rs::signature::{ECDSA_P256_SHA256_FIXED_SIGNING, EcdsaKeyPair, KeyPair};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde_json::{Value, json};

pub(super) struct SigningKey {
    kid: String,
    pair: EcdsaKeyPair,
}

impl SigningKey {
    pub(super) fn generate(kid: String) -> Result<Self, Unspecified> {
        let pair = EcdsaKeyPair::generate(&ECDSA_P256_SHA256_FIXED_SIGNING)?;
        Ok(Self { kid, pair })
    }

    pub(super) fn public_jwk(&self) -> Value {
        // An uncompressed point: the byte 4, then x and y.
        let (x, y) = self.pair.public_key().as_ref()[1..].split_at(32);
        json!({
            "kty": "EC", "crv": "P-256", "use": "sig", "alg": "ES256", "kid": self.kid,
            "x": URL_SAFE_NO_PAD.encode(x), "y": URL_SAFE_NO_PAD.encode(y),
        })
    }

    /// Returns the claims as a signed token.
    pub(super) fn sign(&self, claims: &Value) -> Result<String, Unspecified> {
        let header = json!({ "alg": "ES256", "typ": "JWT", "kid": self.kid });
        let part = |value: &Value| URL_SAFE_NO_PAD.encode(value.to_string());
        let message = format!("{}.{}", part(&header), part(claims));
        let signature = self.pair.sign(&SystemRandom::new(), message.as_bytes())?;
        Ok(format!("{message}.{}", URL_SAFE_NO_PAD.encode(signature)))
    }
}
