//! RFC 8292: the signed header that names the sender, cached per push service.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use aws_lc_rs::agreement::{ECDH_P256, PrivateKey};
use aws_lc_rs::signature::{ECDSA_P256_SHA256_FIXED_SIGNING, EcdsaKeyPair};
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use jsonwebtoken::{Algorithm, EncodingKey, Header, encode};
use serde::Serialize;
use url::Url;

/// Push services accept up to 24 hours; half of that leaves room for clocks that differ.
const TOKEN_LIFETIME_SECONDS: i64 = 12 * 60 * 60;
const TOKEN_REUSE_SECONDS: i64 = 6 * 60 * 60;
/// Limits the cache: users choose the push services, so there may be many.
const MAX_SERVICES: usize = 256;

pub(super) struct Vapid {
    key: EncodingKey,
    public: String,
    subject: String,
    cached: Mutex<HashMap<String, CachedAuthorization>>,
}

struct CachedAuthorization {
    header: String,
    /// Unix seconds.
    until: i64,
}

#[derive(Serialize)]
struct Claims<'a> {
    aud: &'a str,
    exp: i64,
    sub: &'a str,
}

impl Vapid {
    /// From 32 bytes in base64url; `None` if they are no private key.
    pub(super) fn new(private: &str, subject: String) -> Option<Self> {
        let public = vapid_public_key(private)?;
        let pair = EcdsaKeyPair::from_private_key_and_public_key(
            &ECDSA_P256_SHA256_FIXED_SIGNING,
            &URL_SAFE_NO_PAD.decode(private).ok()?,
            &URL_SAFE_NO_PAD.decode(&public).ok()?,
        );
        let key = EncodingKey::from_ec_der(pair.ok()?.to_pkcs8v1().ok()?.as_ref());
        Some(Self { key, public, subject, cached: Mutex::default() })
    }

    /// The `Authorization` header for the service of an endpoint. `now` is real time in unix seconds.
    pub(super) fn authorization(&self, endpoint: &Url, now: i64) -> Result<String, jsonwebtoken::errors::Error> {
        let service = endpoint.origin().ascii_serialization();
        if let Some(cached) = self.cached_header(&service, now) {
            return Ok(cached);
        }
        let claims = Claims { aud: &service, exp: now + TOKEN_LIFETIME_SECONDS, sub: &self.subject };
        let token = encode(&Header::new(Algorithm::ES256), &claims, &self.key)?;
        let header = format!("vapid t={token}, k={}", self.public);
        let mut cached_header = self.cached.lock().unwrap_or_else(PoisonError::into_inner);
        if cached_header.len() >= MAX_SERVICES {
            // Signing again is cheap, so all entries are dropped.
            cached_header.clear();
        }
        cached_header.insert(service, CachedAuthorization { header: header.clone(), until: now + TOKEN_REUSE_SECONDS });
        Ok(header)
    }

    fn cached_header(&self, service: &str, now: i64) -> Option<String> {
        let cached_header = self.cached.lock().unwrap_or_else(PoisonError::into_inner);
        cached_header.get(service).filter(|cached| now < cached.until).map(|cached| cached.header.clone())
    }
}

debug_only! { Vapid { public } }

/// The public key in the form that browsers need: an uncompressed point of P-256 in base64url. `None` if the private
/// key is invalid.
pub fn vapid_public_key(private: &str) -> Option<String> {
    let scalar = URL_SAFE_NO_PAD.decode(private).ok()?;
    let key = PrivateKey::from_private_key(&ECDH_P256, &scalar).ok()?;
    Some(URL_SAFE_NO_PAD.encode(key.compute_public_key().ok()?))
}

#[cfg(test)]
mod tests {
    use aws_lc_rs::signature::{ECDSA_P256_SHA256_FIXED, UnparsedPublicKey};
    use serde_json::{Value, json};

    use super::*;

    const PRIVATE: &str = "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw";
    const NOW: i64 = 1_800_000_000;

    fn vapid() -> Vapid {
        Vapid::new(PRIVATE, "mailto:desk@example.in".to_owned()).unwrap()
    }

    fn at(vapid: &Vapid, endpoint: &str, now: i64) -> String {
        vapid.authorization(&endpoint.parse().unwrap(), now).unwrap()
    }

    fn claims(header: &str) -> Value {
        let token = header.strip_prefix("vapid t=").unwrap().split(',').next().unwrap();
        let claims = token.split('.').nth(1).unwrap();
        serde_json::from_slice(&URL_SAFE_NO_PAD.decode(claims).unwrap()).unwrap()
    }

    #[test]
    fn it_says_for_whom_until_when_and_whom_to_ask() {
        let header = at(&vapid(), "https://push.example.net/p/1?x=y", NOW);
        let (token, key) = header.strip_prefix("vapid t=").unwrap().split_once(", k=").unwrap();
        assert_eq!(Some(key.to_owned()), vapid_public_key(PRIVATE));
        let (said, signature) = token.rsplit_once('.').unwrap();
        let first = URL_SAFE_NO_PAD.decode(said.split('.').next().unwrap()).unwrap();
        let first: Value = serde_json::from_slice(&first).unwrap();
        assert_eq!(first, json!({ "typ": "JWT", "alg": "ES256" }));
        let claimed =
            json!({ "aud": "https://push.example.net", "exp": NOW + 43_200, "sub": "mailto:desk@example.in" });
        assert_eq!(claims(&header), claimed);
        let signature = URL_SAFE_NO_PAD.decode(signature).unwrap();
        assert_eq!(signature.len(), 64);
        let key = UnparsedPublicKey::new(&ECDSA_P256_SHA256_FIXED, URL_SAFE_NO_PAD.decode(key).unwrap());
        key.verify(said.as_bytes(), &signature).unwrap();
    }

    #[test]
    fn a_service_is_its_scheme_host_and_port() {
        for (endpoint, service) in [
            ("http://127.0.0.1:4000/push/1", "http://127.0.0.1:4000"),
            ("https://push.example.net:443/", "https://push.example.net"),
            ("https://PUSH.example.net:8443/a", "https://push.example.net:8443"),
        ] {
            assert_eq!(claims(&at(&vapid(), endpoint, NOW))["aud"], service);
        }
    }

    #[test]
    fn a_token_is_used_for_six_hours_and_by_one_service() {
        let vapid = vapid();
        let first = at(&vapid, "https://push.example.net/1", NOW);
        assert_eq!(at(&vapid, "https://push.example.net/2", NOW + 21_599), first);
        assert_ne!(at(&vapid, "https://other.example.net/1", NOW), first);
        let second = at(&vapid, "https://push.example.net/1", NOW + 21_600);
        assert_eq!(claims(&second)["exp"], NOW + 21_600 + 43_200);
    }

    #[test]
    fn strangers_cannot_fill_the_memory() {
        let vapid = vapid();
        for number in 0..=MAX_SERVICES * 2 {
            at(&vapid, &format!("https://{number}.example.net/"), NOW);
            assert!(vapid.cached.lock().unwrap().len() <= MAX_SERVICES);
        }
    }

    #[test]
    fn not_everything_is_a_private_key_and_none_is_shown() {
        for private in ["", "A", &"A".repeat(43), "no base64 at all"] {
            assert!(Vapid::new(private, String::new()).is_none(), "{private}");
        }
        assert!(!format!("{:?}", vapid()).contains(PRIVATE));
    }

    #[test]
    fn public_key_is_derived_from_private_key() {
        // RFC 8291, section 5: the application server's pair and the user agent's.
        for (private, public) in [
            (
                "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw",
                "BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8",
            ),
            (
                "q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94",
                "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
            ),
        ] {
            assert_eq!(vapid_public_key(private).as_deref(), Some(public));
        }
    }

    #[test]
    fn invalid_private_keys_have_no_public_key() {
        let order = "_____wAAAAD__________7zm-q2nF56E87nKwvxjJVE";
        for private in ["", "A", &"A".repeat(43), &"_".repeat(43), order, &"A".repeat(44), "no base64 at all"] {
            assert_eq!(vapid_public_key(private), None, "{private}");
        }
    }
}
