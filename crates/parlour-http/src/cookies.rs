//! Reading and writing cookies.

use http::header::{COOKIE, HeaderMap, HeaderValue};

/// Where a customer goes after onboarding, as base64url: set at the first sign-in, which leads to onboarding.
pub const AFTER_ONBOARDING_COOKIE: &str = "__Host-parlour-after";

/// The value of the first cookie of that name. Other cookies in the same header may hold any bytes.
pub fn read<'h>(headers: &'h HeaderMap, name: &str) -> Option<&'h str> {
    headers
        .get_all(COOKIE)
        .iter()
        .flat_map(|line| line.as_bytes().split(|byte| *byte == b';'))
        .find_map(|pair| pair.trim_ascii().strip_prefix(name.as_bytes())?.strip_prefix(b"="))
        .and_then(|value| str::from_utf8(value).ok())
}

/// `value` must consist of cookie characters, as tokens and base64url do.
pub fn set(name: &str, value: &str, seconds: i64) -> HeaderValue {
    let text = format!("{name}={value}; Path=/; Max-Age={seconds}; HttpOnly; Secure; SameSite=Lax");
    HeaderValue::from_str(&text).unwrap_or_else(|_| HeaderValue::from_static(""))
}

pub fn clear(name: &str) -> HeaderValue {
    set(name, "", 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cookie_is_found_by_its_whole_name() {
        let mut headers = HeaderMap::new();
        headers.append(COOKIE, HeaderValue::from_static("__Host-parlour-admin=b; other=x"));
        headers.append(COOKIE, HeaderValue::from_static("__Host-parlour=a"));
        assert_eq!(read(&headers, "__Host-parlour"), Some("a"));
        assert_eq!(read(&headers, "__Host-parlour-admin"), Some("b"));
        assert_eq!(read(&headers, "__Host"), None);
    }

    #[test]
    fn a_cookie_is_read_beside_others_that_are_not_text() {
        let mut headers = HeaderMap::new();
        let line = b"x=\xff\xfe; __Host-parlour=a; \xc3=1; broken=\xe0\xa4; after=b";
        headers.append(COOKIE, HeaderValue::from_bytes(line).unwrap());
        assert_eq!(read(&headers, "__Host-parlour"), Some("a"));
        assert_eq!(read(&headers, "after"), Some("b"));
        assert_eq!(read(&headers, "broken"), None);
    }
}
