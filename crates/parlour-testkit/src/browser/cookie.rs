//! The cookies of a browser.

use reqwest::Url;

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Cookie {
    pub(super) name: String,
    pub(super) value: String,
    pub(super) domain: String,
    /// Whether hosts below the domain get it too.
    pub(super) below: bool,
    pub(super) path: String,
    pub(super) secure: bool,
}

impl Cookie {
    pub(super) fn parse(url: &Url, header: &str) -> Option<(Self, bool)> {
        let mut parts = header.split(';').map(str::trim);
        let (name, value) = parts.next()?.split_once('=')?;
        let host = url.host_str()?;
        let directory = url.path().rsplit_once('/').map_or("", |(directory, _)| directory);
        let mut cookie = Self {
            name: name.to_owned(),
            value: value.to_owned(),
            domain: host.to_owned(),
            below: false,
            path: if directory.is_empty() { "/" } else { directory }.to_owned(),
            secure: false,
        };
        let mut removed = false;
        for part in parts {
            let (attribute, value) = part.split_once('=').unwrap_or((part, ""));
            match attribute.to_ascii_lowercase().as_str() {
                "domain" => {
                    value.trim_start_matches('.').clone_into(&mut cookie.domain);
                    cookie.below = true;
                }
                "path" if value.starts_with('/') => value.clone_into(&mut cookie.path),
                "secure" => cookie.secure = true,
                "max-age" => removed = value.parse::<i64>().is_ok_and(|seconds| seconds <= 0),
                // Servers that remove a cookie by date all use the first day of 1970.
                "expires" if value.contains(" 1970 ") => removed = true,
                _ => {}
            }
        }
        let allowed = (cookie.secure || !(name.starts_with("__Host-") || name.starts_with("__Secure-")))
            && (!name.starts_with("__Host-") || (!cookie.below && cookie.path == "/"))
            && (!cookie.secure || is_secure(url))
            && is_within(host, &cookie.domain);
        allowed.then_some((cookie, removed))
    }

    pub(super) fn is_sent_to(&self, url: &Url) -> bool {
        let host = url.host_str().unwrap_or_default();
        let path = url.path();
        let below_path = path
            .strip_prefix(&self.path)
            .is_some_and(|rest| rest.is_empty() || rest.starts_with('/') || self.path.ends_with('/'));
        let host_fits = host == self.domain || (self.below && is_within(host, &self.domain));
        host_fits && below_path && (!self.secure || is_secure(url))
    }
}

fn is_within(host: &str, domain: &str) -> bool {
    host == domain || host.strip_suffix(domain).is_some_and(|rest| rest.ends_with('.'))
}

fn is_secure(url: &Url) -> bool {
    let host = url.host_str().unwrap_or_default();
    url.scheme() == "https" || matches!(host, "127.0.0.1" | "localhost" | "[::1]") || is_within(host, "localhost")
}
