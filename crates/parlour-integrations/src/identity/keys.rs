//! The provider's public keys.

use std::time::Duration;

use jsonwebtoken::jwk::{AlgorithmParameters, EllipticCurve, Jwk, KeyAlgorithm, KeyOperations, PublicKeyUse};
use jsonwebtoken::{Algorithm, DecodingKey};
use serde::Deserialize;
use serde_json::Value;

const MIN_CACHE_TIME: Duration = Duration::from_mins(1);
const MAX_CACHE_TIME: Duration = Duration::from_hours(24);
const DEFAULT_CACHE_TIME: Duration = Duration::from_mins(10);

pub(super) struct KeySet(Vec<PublicKey>);

struct PublicKey {
    kid: Option<String>,
    kind: KeyKind,
    /// The only algorithm that the provider allows for the key.
    reserved_for: Option<KeyAlgorithm>,
    public: DecodingKey,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum KeyKind {
    Rsa,
    P256,
    Ed25519,
}

impl KeySet {
    /// Skips keys of other types or purposes: a provider may add some at any time.
    pub(super) fn parse(body: &[u8]) -> Option<Self> {
        #[derive(Deserialize)]
        struct Document {
            keys: Vec<Value>,
        }
        let document: Document = serde_json::from_slice(body).ok()?;
        Some(Self(document.keys.into_iter().filter_map(PublicKey::parse).collect()))
    }

    /// The key that a token names. A token without a key id is accepted only if there is exactly one key.
    pub(super) fn find(&self, algorithm: Algorithm, kid: Option<&str>) -> Option<&DecodingKey> {
        let mut fitting = self.0.iter().filter(|key| key.fits(algorithm));
        if let Some(kid) = kid {
            return fitting.find(|key| key.kid.as_deref() == Some(kid)).map(|key| &key.public);
        }
        match (fitting.next(), fitting.next()) {
            (Some(only), None) => Some(&only.public),
            _ => None,
        }
    }
}

impl PublicKey {
    fn parse(value: Value) -> Option<Self> {
        let jwk: Jwk = serde_json::from_value(value).ok()?;
        let kind = match &jwk.algorithm {
            AlgorithmParameters::RSA(_) => KeyKind::Rsa,
            AlgorithmParameters::EllipticCurve(key) if key.curve == EllipticCurve::P256 => KeyKind::P256,
            AlgorithmParameters::OctetKeyPair(key) if key.curve == EllipticCurve::Ed25519 => KeyKind::Ed25519,
            _ => return None,
        };
        let signs = jwk.common.public_key_use.as_ref().is_none_or(|purpose| *purpose == PublicKeyUse::Signature)
            && jwk.common.key_operations.as_ref().is_none_or(|allowed| allowed.contains(&KeyOperations::Verify));
        let public = DecodingKey::from_jwk(&jwk).ok().filter(|_| signs)?;
        Some(Self { kid: jwk.common.key_id, kind, reserved_for: jwk.common.key_algorithm, public })
    }

    fn fits(&self, algorithm: Algorithm) -> bool {
        let kind = match algorithm {
            Algorithm::RS256 | Algorithm::PS256 => KeyKind::Rsa,
            Algorithm::ES256 => KeyKind::P256,
            Algorithm::EdDSA => KeyKind::Ed25519,
            _ => return false,
        };
        self.kind == kind && self.reserved_for.is_none_or(|reserved| reserved == KeyAlgorithm::from(algorithm))
    }
}

/// How long keys may be cached: as the provider says, within limits.
pub(super) fn cache_time(cache_control: Option<&str>) -> Duration {
    let Some(cache_control) = cache_control else { return DEFAULT_CACHE_TIME };
    let mut asked = DEFAULT_CACHE_TIME;
    for directive in cache_control.split(',') {
        let (name, value) = directive.split_once('=').unwrap_or((directive, ""));
        match name.trim().to_ascii_lowercase().as_str() {
            "no-store" | "no-cache" => return MIN_CACHE_TIME,
            "max-age" => {
                if let Ok(seconds) = value.trim().trim_matches('"').parse() {
                    asked = Duration::from_secs(seconds);
                }
            }
            _ => {}
        }
    }
    asked.clamp(MIN_CACHE_TIME, MAX_CACHE_TIME)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    const X: &str = "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";

    fn keys(keys: &Value) -> KeySet {
        KeySet::parse(json!({ "keys": keys }).to_string().as_bytes()).unwrap()
    }

    #[test]
    fn a_key_is_found_by_its_id_and_only_for_its_kind() {
        let keys = keys(&json!([
            { "kty": "RSA", "kid": "a", "n": "AQAB", "e": "AQAB", "use": "sig" },
            { "kty": "EC", "crv": "P-256", "kid": "b", "x": X, "y": X },
            { "kty": "OKP", "crv": "Ed25519", "kid": "c", "x": X },
        ]));
        assert!(keys.find(Algorithm::RS256, Some("a")).is_some());
        assert!(keys.find(Algorithm::PS256, Some("a")).is_some());
        assert!(keys.find(Algorithm::ES256, Some("b")).is_some());
        assert!(keys.find(Algorithm::EdDSA, Some("c")).is_some());
        for (algorithm, kid) in [
            (Algorithm::ES256, "a"),
            (Algorithm::HS256, "a"),
            (Algorithm::RS512, "a"),
            (Algorithm::RS256, "b"),
            (Algorithm::ES256, "c"),
            (Algorithm::RS256, "z"),
        ] {
            assert!(keys.find(algorithm, Some(kid)).is_none(), "{algorithm:?} {kid}");
        }
    }

    #[test]
    fn a_key_is_used_only_as_the_provider_says() {
        let keys = keys(&json!([
            { "kty": "RSA", "kid": "ps", "n": "AQAB", "e": "AQAB", "alg": "PS256" },
            { "kty": "RSA", "kid": "oaep", "n": "AQAB", "e": "AQAB", "alg": "RSA-OAEP" },
            { "kty": "RSA", "kid": "enc", "n": "AQAB", "e": "AQAB", "use": "enc" },
            { "kty": "RSA", "kid": "ops", "n": "AQAB", "e": "AQAB", "key_ops": ["encrypt"] },
            { "kty": "oct", "kid": "shared", "k": "c2VjcmV0" },
            { "kty": "EC", "crv": "secp256k1", "kid": "k1", "x": X, "y": X },
            { "kty": "quantum", "kid": "q" },
            "nonsense",
        ]));
        assert!(keys.find(Algorithm::PS256, Some("ps")).is_some());
        assert!(keys.find(Algorithm::RS256, Some("ps")).is_none());
        assert_eq!(keys.0.iter().filter_map(|key| key.kid.as_deref()).collect::<Vec<_>>(), ["ps", "oaep"]);
        assert!(keys.find(Algorithm::RS256, Some("oaep")).is_none());
    }

    #[test]
    fn without_an_id_the_only_fitting_key_is_taken() {
        let rsa = |kid: &str| json!({ "kty": "RSA", "kid": kid, "n": "AQAB", "e": "AQAB" });
        let ec = json!({ "kty": "EC", "crv": "P-256", "x": X, "y": X });
        assert!(keys(&json!([rsa("a"), ec])).find(Algorithm::RS256, None).is_some());
        assert!(keys(&json!([rsa("a"), rsa("b")])).find(Algorithm::RS256, None).is_none());
        assert!(keys(&json!([])).find(Algorithm::RS256, None).is_none());
    }

    #[test]
    fn keys_are_kept_between_a_minute_and_a_day() {
        for (said, seconds) in [
            (None, 600),
            (Some("public"), 600),
            (Some("public, max-age=19845, must-revalidate"), 19_845),
            (Some("Max-Age=\"3600\""), 3_600),
            (Some("max-age=5"), 60),
            (Some("max-age=99999999"), 86_400),
            (Some("max-age=99999999999999999999999"), 600),
            (Some("max-age=-1"), 600),
            (Some("max-age=600, no-store"), 60),
        ] {
            assert_eq!(cache_time(said), Duration::from_secs(seconds), "{said:?}");
        }
    }
}
