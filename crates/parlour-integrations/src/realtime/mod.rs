//! The realtime provider, Ably: token requests for browsers, and publishing.

mod publisher;

use std::collections::BTreeMap;

use aws_lc_rs::hmac;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use parlour_domain::auth::role::Role;
use parlour_domain::ids::UserId;
use serde::Serialize;
use utoipa::ToSchema;

pub use publisher::{PROVIDER_URL, RealtimeMessage, RealtimePublisher};

/// How long a token is valid, in milliseconds.
const TOKEN_LIFETIME_MS: i64 = 3_600_000;

/// Our API key.
#[derive(Clone, PartialEq, Eq)]
pub struct RealtimeKey {
    name: String,
    secret: String,
}

debug_only! { RealtimeKey { name } }

/// A signed token request, which the browser sends to the provider. Fields and order are those of the provider's
/// library.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TokenRequest {
    #[schema(example = "appid.keyid")]
    key_name: String,
    /// The caller's user id.
    client_id: String,
    /// Milliseconds.
    #[schema(example = 3_600_000)]
    ttl: i64,
    /// Milliseconds since 1970.
    timestamp: i64,
    #[schema(min_length = 16)]
    nonce: String,
    /// The allowed operations per channel, as JSON in a string.
    #[schema(example = r#"{"customer:usr_1:*":["subscribe"]}"#)]
    capability: String,
    mac: String,
}

impl RealtimeKey {
    /// `name` is `app.key`; `secret` follows the colon.
    pub fn new(name: String, secret: &str) -> Self {
        Self { name, secret: secret.to_owned() }
    }

    pub fn name(&self) -> &str {
        &self.name
    }

    pub fn secret(&self) -> &str {
        &self.secret
    }

    /// Allows a user to subscribe to their own events and, from receptionist on, to those of the salon. The time is real
    /// time, and the provider accepts a nonce once.
    pub fn token_request(&self, user: &UserId, role: Role, timestamp: i64, nonce: String) -> TokenRequest {
        let capability = capability(user, role);
        let mac = self.sign([
            &self.name,
            &TOKEN_LIFETIME_MS.to_string(),
            &capability,
            user.as_str(),
            &timestamp.to_string(),
            &nonce,
        ]);
        TokenRequest {
            key_name: self.name.clone(),
            client_id: user.as_str().to_owned(),
            ttl: TOKEN_LIFETIME_MS,
            timestamp,
            nonce,
            capability,
            mac,
        }
    }

    /// Key name, ttl, capability, client, timestamp and nonce, each followed by a line break.
    fn sign(&self, fields: [&str; 6]) -> String {
        let text: String = fields.iter().flat_map(|field| [*field, "\n"]).collect();
        let key = hmac::Key::new(hmac::HMAC_SHA256, self.secret.as_bytes());
        STANDARD.encode(hmac::sign(&key, text.as_bytes()))
    }
}

/// Sorted and without spaces, because it is signed.
fn capability(user: &UserId, role: Role) -> String {
    let mut granted = BTreeMap::from([(format!("customer:{user}:*"), ["subscribe"])]);
    if role >= Role::Receptionist {
        granted.insert("admin:*".to_owned(), ["subscribe"]);
    }
    // A map of texts always serialises.
    serde_json::to_string(&granted).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    const AT: i64 = 1_767_225_600_000;
    const NONCE: &str = "0123456789abcdef0123";

    fn key() -> RealtimeKey {
        RealtimeKey::new("appid.keyid".to_owned(), "secretvalue")
    }

    /// Both vectors come from ably-js 2.28.0.
    #[test]
    fn a_token_request_is_the_providers_own_to_the_byte() {
        let request = key().token_request(&UserId::new("usr_1"), Role::Receptionist, AT, NONCE.to_owned());
        let expected = concat!(
            r#"{"keyName":"appid.keyid","clientId":"usr_1","ttl":3600000,"timestamp":1767225600000,"#,
            r#""nonce":"0123456789abcdef0123","#,
            r#""capability":"{\"admin:*\":[\"subscribe\"],\"customer:usr_1:*\":[\"subscribe\"]}","#,
            r#""mac":"neqY8PveBBHauTx1QygwGeF21UvLCCOw3Nv8mAIG0GQ="}"#,
        );
        assert_eq!(serde_json::to_string(&request).unwrap(), expected);
    }

    #[test]
    fn what_is_left_out_is_signed_as_nothing() {
        let capability = capability(&UserId::new("usr_1"), Role::Customer);
        assert_eq!(capability, r#"{"customer:usr_1:*":["subscribe"]}"#);
        let mac = key().sign(["appid.keyid", "", &capability, "usr_1", &AT.to_string(), NONCE]);
        assert_eq!(mac, "pbT0hmz8Rvqh0WQ8D6HiARjQuhGMegEGK1UKH0Zi4FY=");
    }

    #[test]
    fn the_desk_and_those_above_hear_the_salon() {
        let hears = |role| capability(&UserId::new("usr_1"), role).contains("admin:*");
        let listeners: Vec<_> = Role::ALL.iter().copied().filter(|role| hears(*role)).collect();
        assert_eq!(listeners, [Role::Receptionist, Role::Manager, Role::Owner, Role::Developer]);
    }

    #[test]
    fn the_secret_is_not_shown() {
        assert_eq!(format!("{:?}", key()), r#"RealtimeKey { name: "appid.keyid", .. }"#);
    }
}
