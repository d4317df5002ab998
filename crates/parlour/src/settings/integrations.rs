//! The settings of other services: sign-in, queue, realtime, push and invoicing.

use std::net::SocketAddr;

use parlour_integrations::realtime::RealtimeKey;
use url::Url;

use super::reader::SettingsReader;
use super::secret::Secret;
use super::values::{self, Expected};

/// The OpenID provider that authenticates users.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct IdentityProviderSettings {
    /// Exactly as written, because tokens must contain the same text.
    pub(crate) issuer: String,
    pub(crate) client_id: String,
    /// `None` for a public client (PKCE only).
    pub(crate) client_secret: Option<Secret>,
}

impl IdentityProviderSettings {
    /// Returns `None` if the built-in development provider is used.
    pub(super) fn read(reader: &mut SettingsReader) -> Option<Self> {
        let issuer = reader.optional("PARLOUR_OAUTH_ISSUER", parse_issuer);
        let client_id = reader.optional("PARLOUR_OAUTH_CLIENT_ID", values::parse_text);
        let client_secret = reader.optional("PARLOUR_OAUTH_CLIENT_SECRET", Secret::parse);
        reader.require_both("PARLOUR_OAUTH_ISSUER", "PARLOUR_OAUTH_CLIENT_ID");
        reader.require_other("PARLOUR_OAUTH_CLIENT_SECRET", "PARLOUR_OAUTH_ISSUER");
        Some(Self { issuer: issuer?, client_id: client_id?, client_secret })
    }
}

/// Accepts https URLs, and http URLs on this machine, whose traffic does not leave it.
fn parse_issuer(text: &str) -> Result<String, Expected> {
    let url = values::parse_web_url(text).ok().filter(values::is_https_or_on_this_machine);
    url.map(|_| text.to_owned()).ok_or("an issuer such as https://accounts.example.com")
}

/// The queue that delivers jobs, and how its requests are authenticated.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct QueueSettings {
    /// `None` means the built-in queue.
    pub(crate) external: Option<ExternalQueueSettings>,
    /// The current key, then the next one.
    pub(crate) signing_keys: Vec<Secret>,
    pub(crate) internal_job_token: Option<Secret>,
}

/// An external queue and the API token for it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ExternalQueueSettings {
    pub(crate) url: Url,
    pub(crate) token: Secret,
}

impl QueueSettings {
    pub(super) fn read(reader: &mut SettingsReader) -> Self {
        let url = reader.optional("PARLOUR_QUEUE_URL", values::parse_web_url);
        let token = reader.optional("PARLOUR_QUEUE_TOKEN", Secret::parse);
        reader.require_both("PARLOUR_QUEUE_URL", "PARLOUR_QUEUE_TOKEN");
        let keys = ["PARLOUR_QUEUE_CURRENT_SIGNING_KEY", "PARLOUR_QUEUE_NEXT_SIGNING_KEY"];
        let keys = keys.map(|name| reader.optional(name, Secret::parse));
        Self {
            external: url.zip(token).map(|(url, token)| ExternalQueueSettings { url, token }),
            signing_keys: keys.into_iter().flatten().collect(),
            internal_job_token: reader.optional("PARLOUR_INTERNAL_JOB_TOKEN", Secret::parse),
        }
    }
}

/// Parses an Ably API key, `app.key:secret`.
pub(super) fn parse_realtime_key(text: &str) -> Result<RealtimeKey, Expected> {
    let expected = "a key of the form app.key:secret";
    let (name, secret) = text.split_once(':').ok_or(expected)?;
    let (app, key) = name.split_once('.').ok_or(expected)?;
    let unprintable = |c: char| c.is_control() || c.is_whitespace();
    if app.is_empty() || key.is_empty() || secret.is_empty() || text.contains(unprintable) {
        return Err(expected);
    }
    Ok(RealtimeKey::new(name.to_owned(), secret))
}

/// The key and contact address of Web Push.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct WebPushSettings {
    /// 32 bytes in base64url without padding.
    pub(crate) private_key: Secret,
    /// `mailto:…` or `https://…`.
    pub(crate) subject: String,
}

impl WebPushSettings {
    pub(super) fn read(reader: &mut SettingsReader) -> Option<Self> {
        let private_key = reader.optional("PARLOUR_VAPID_PRIVATE_KEY", parse_vapid_key);
        let subject = reader.optional("PARLOUR_VAPID_SUBJECT", parse_vapid_subject);
        reader.require_both("PARLOUR_VAPID_PRIVATE_KEY", "PARLOUR_VAPID_SUBJECT");
        Some(Self { private_key: private_key?, subject: subject? })
    }
}

fn parse_vapid_key(text: &str) -> Result<Secret, Expected> {
    let key = text.trim_end_matches('=');
    match parlour_integrations::web_push::vapid_public_key(key) {
        Some(_) => Secret::parse(key),
        None => Err("a private key of P-256: 32 bytes in base64url (43 characters)"),
    }
}

fn parse_vapid_subject(text: &str) -> Result<String, Expected> {
    let is_valid = match text.strip_prefix("mailto:") {
        Some(address) => values::parse_email(address).is_ok(),
        None => text.starts_with("https://") && values::parse_web_url(text).is_ok(),
    };
    if is_valid { Ok(text.to_owned()) } else { Err("a contact such as mailto:desk@example.in or https://example.in") }
}

/// The service that renders invoices. For a value that is `None` the server uses a free loopback port, the URL of the
/// built-in service, or a random secret that is stored in the database.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct InvoicingSettings {
    pub(crate) address: Option<SocketAddr>,
    pub(crate) url: Option<Url>,
    pub(crate) secret: Option<Secret>,
}

impl InvoicingSettings {
    pub(super) fn read(reader: &mut SettingsReader) -> Self {
        Self {
            address: reader.optional("PARLOUR_INVOICING_ADDR", values::parse_socket_address),
            url: reader.optional("PARLOUR_INVOICING_URL", values::parse_web_url),
            secret: reader.optional("PARLOUR_INVOICING_SECRET", Secret::parse),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_issuer_is_kept_verbatim_and_needs_https_or_loopback() {
        for text in [
            "https://accounts.example.com",
            "https://accounts.example.com/",
            "https://accounts.example.com/realms/salon",
            "http://127.0.0.1:8080",
            "http://[::1]:8080/",
            "http://localhost:8080",
        ] {
            assert_eq!(parse_issuer(text), Ok(text.to_owned()));
        }
        for text in ["http://accounts.example.com", "accounts.example.com", "https://a.example/?x", "http://10.0.0.1"] {
            assert!(parse_issuer(text).is_err(), "{text}");
        }
    }

    #[test]
    fn a_realtime_key_has_a_name_and_a_secret() {
        let key = parse_realtime_key("appid.keyid:hunter2:x").unwrap();
        assert_eq!((key.name(), key.secret()), ("appid.keyid", "hunter2:x"));
        for text in ["appid.keyid", "appid:secret", ".k:s", "a.:s", "a.k:", "a.k:s s"] {
            assert!(parse_realtime_key(text).is_err(), "{text}");
        }
    }

    #[test]
    fn a_push_key_is_32_bytes() {
        let key = "q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94";
        assert_eq!(parse_vapid_key(key).unwrap().expose(), key);
        assert_eq!(parse_vapid_key(&format!("{key}=")).unwrap().expose(), key);
        let zeros = "A".repeat(43);
        for text in [&key[1..], &format!("{key}A"), &key.replace('_', "+"), "-----BEGIN", &zeros] {
            assert!(parse_vapid_key(text).is_err(), "{text}");
        }
    }

    #[test]
    fn a_push_subject_is_a_mailbox_or_a_page() {
        assert!(parse_vapid_subject("mailto:desk@example.in").is_ok());
        assert!(parse_vapid_subject("https://example.in/contact").is_ok());
        for text in ["desk@example.in", "mailto:desk", "http://example.in", "https://"] {
            assert!(parse_vapid_subject(text).is_err(), "{text}");
        }
    }
}
