//! Values that work but are never printed.

use std::fmt;

use url::Url;

use super::values::Expected;

/// A password, key or token.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Secret(String);

impl Secret {
    pub(super) fn parse(text: &str) -> Result<Self, Expected> {
        super::values::text(text).map(Self)
    }

    /// The value itself, for the one place that uses it.
    pub(crate) fn expose(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("[secret]")
    }
}

impl fmt::Display for Secret {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("[secret]")
    }
}

/// Where a server is reached, with its password: printed as scheme, host and database name.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct ConnectionUrl(String);

impl ConnectionUrl {
    /// A URL of one of these schemes. What follows the host is the driver's to judge.
    pub(super) fn parse(text: &str, schemes: &[&str], expected: Expected) -> Result<Self, Expected> {
        let (scheme, rest) = text.split_once("://").ok_or(expected)?;
        let unprintable = |c: char| c.is_control() || c.is_whitespace();
        if !schemes.contains(&scheme) || rest.is_empty() || text.contains(unprintable) {
            return Err(expected);
        }
        Ok(Self(text.to_owned()))
    }

    pub(crate) fn expose(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for ConnectionUrl {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (scheme, rest) = self.0.split_once("://").unwrap_or_default();
        let (authority, tail) = rest.split_at(rest.find(['/', '?', '#']).unwrap_or(rest.len()));
        // A password with an unescaped `/` or `?` reaches past the authority: then show nothing.
        if tail.contains('@') {
            return write!(out, "{scheme}://[secret]");
        }
        let host = authority.rsplit('@').next().unwrap_or_default();
        let path = tail.split(['?', '#']).next().unwrap_or_default();
        write!(out, "{scheme}://{host}{path}")
    }
}

impl fmt::Display for ConnectionUrl {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self, out)
    }
}

/// A web address whose path is the key to it, such as an incoming webhook: printed as its host.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct SecretUrl(Url);

impl SecretUrl {
    pub(super) fn parse(text: &str) -> Result<Self, Expected> {
        let expected = "a web address such as https://example.com/path";
        let url = Url::parse(text).map_err(|_| expected)?;
        let plain = matches!(url.scheme(), "http" | "https") && url.fragment().is_none();
        if plain { Ok(Self(url)) } else { Err(expected) }
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

impl fmt::Display for SecretUrl {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self, out)
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
        assert_eq!(format!("{secret} {secret:?} {secret:#?}"), "[secret] [secret] [secret]");
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
            assert_eq!(url.to_string(), shown);
            assert_eq!(url.expose(), text);
        }
    }

    #[test]
    fn a_connection_has_a_known_scheme_and_something_behind_it() {
        for text in ["mysql://db/salon", "postgres://", "postgres:db", "db", "postgres://a b/c"] {
            assert!(ConnectionUrl::parse(text, &["postgres"], "a database").is_err(), "{text}");
        }
    }

    #[test]
    fn a_webhook_shows_only_its_host() {
        let url = SecretUrl::parse("https://user:hunter2@chat.example:8443/hooks/hunter2?k=hunter2");
        let url = url.unwrap();
        assert_eq!(format!("{url:?} {url}"), ["https://chat.example:8443/[secret]"; 2].join(" "));
        assert_eq!(url.expose().path(), "/hooks/hunter2");
        for text in ["ftp://chat.example/", "chat.example", "mailto:a@b.in", "https://x/#part"] {
            assert!(SecretUrl::parse(text).is_err(), "{text}");
        }
    }
}
