//! Values that must not be printed.

use std::fmt;

use parlour_app::secrets::SecretKey;
use url::Url;

use super::values::Expected;

/// A password, key or token.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Secret(String);

impl Secret {
    pub(super) fn parse(text: &str) -> Result<Self, Expected> {
        super::values::parse_text(text).map(Self)
    }

    /// Returns the secret itself. Call this only where the value is used.
    pub(crate) fn expose(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("[secret]")
    }
}

/// Parses `PARLOUR_SECRET_KEY`.
pub(super) fn parse_secret_key(text: &str) -> Result<Secret, Expected> {
    match SecretKey::parse(text) {
        Some(_) => Ok(Secret(text.to_owned())),
        None => Err("32 bytes in base64 (44 characters), such as `openssl rand -base64 32` prints"),
    }
}

/// The URL of a server, which may contain a password. It is printed as scheme, host and database name.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct ConnectionUrl(String);

impl ConnectionUrl {
    /// Accepts a URL with one of these schemes. The driver checks what follows the host.
    pub(super) fn parse(text: &str, schemes: &[&str], expected: Expected) -> Result<Self, Expected> {
        let (scheme, rest) = text.split_once("://").ok_or(expected)?;
        let unprintable = |c: char| c.is_control() || c.is_whitespace();
        if !schemes.contains(&scheme) || rest.is_empty() || text.contains(unprintable) {
            return Err(expected);
        }
        Ok(Self(text.to_owned()))
    }

    pub(super) fn parse_redis(text: &str) -> Result<Self, Expected> {
        Self::parse(text, &["redis", "rediss"], "a Redis server such as redis://:password@host:6379/0")
    }

    pub(crate) fn expose(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for ConnectionUrl {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (scheme, rest) = self.0.split_once("://").unwrap_or_default();
        let (authority, tail) = rest.split_at(rest.find(['/', '?', '#']).unwrap_or(rest.len()));
        // A password with an unescaped `/` or `?` extends beyond the authority, so nothing is shown.
        if tail.contains('@') {
            return write!(out, "{scheme}://[secret]");
        }
        let host = authority.rsplit('@').next().unwrap_or_default();
        let path = tail.split(['?', '#']).next().unwrap_or_default();
        write!(out, "{scheme}://{host}{path}")
    }
}

/// A web address whose path is a secret, such as an incoming webhook. Only its host is printed.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct SecretUrl(Url);

impl SecretUrl {
    pub(super) fn parse(text: &str) -> Result<Self, Expected> {
        let expected = "a web address such as https://example.com/path";
        let url = Url::parse(text).map_err(|_| expected)?;
        let is_plain = matches!(url.scheme(), "http" | "https") && url.fragment().is_none();
        if is_plain { Ok(Self(url)) } else { Err(expected) }
    }

    pub(crate) fn expose(&self) -> &Url {
        &self.0
    }

    pub(super) fn is_https(&self) -> bool {
        self.0.scheme() == "https"
    }
}

impl fmt::Debug for SecretUrl {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}/[secret]", self.0.origin().ascii_serialization())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn postgres(text: &str) -> ConnectionUrl {
        ConnectionUrl::parse(text, &["postgres"], "a database").unwrap()
    }

    #[test]
    fn a_secret_is_used_but_not_printed() {
        let secret = Secret::parse("hunter2").unwrap();
        assert_eq!(secret.expose(), "hunter2");
        assert_eq!(format!("{secret:?} {secret:#?}"), "[secret] [secret]");
    }

    #[test]
    fn a_connection_shows_scheme_host_and_database_name() {
        for (text, shown) in [
            ("postgres://app:hunter2@db:5433/salon?sslmode=require", "postgres://db:5433/salon"),
            ("postgres://app:hunter2@db", "postgres://db"),
            ("postgres://app:hunt@er2@db/salon", "postgres://db/salon"),
            ("postgres://app:hunter2@db1:5432,db2:5432/salon", "postgres://db1:5432,db2:5432/salon"),
            ("postgres:///salon?host=/run/pg&password=hunter2", "postgres:///salon"),
            ("postgres://app:hunt/er2@db/salon", "postgres://[secret]"),
            ("postgres://app:12/hunter2@db/salon", "postgres://[secret]"),
            ("postgres://app:hunt?er2@db/salon", "postgres://[secret]"),
        ] {
            let url = postgres(text);
            assert_eq!(format!("{url:?}"), shown);
            assert_eq!(url.expose(), text);
        }
    }

    #[test]
    fn a_connection_url_has_a_known_scheme_and_a_host() {
        for text in ["mysql://db/salon", "postgres://", "postgres:db", "db", "postgres://a b/c"] {
            assert!(ConnectionUrl::parse(text, &["postgres"], "a database").is_err(), "{text}");
        }
    }

    #[test]
    fn a_webhook_shows_only_its_host() {
        let url = SecretUrl::parse("https://user:hunter2@chat.example:8443/hooks/hunter2?k=hunter2").unwrap();
        assert_eq!(format!("{url:?}"), "https://chat.example:8443/[secret]");
        assert_eq!(url.expose().path(), "/hooks/hunter2");
        for text in ["ftp://chat.example/", "chat.example", "mailto:a@b.in", "https://x/#part"] {
            assert!(SecretUrl::parse(text).is_err(), "{text}");
        }
    }
}
