//! Cookies, read and written.

use http::header::{COOKIE, HeaderMap, HeaderValue};

/// The value of the first cookie of that name.
pub(crate) fn read<'h>(headers: &'h HeaderMap, name: &str) -> Option<&'h str> {
    headers
        .get_all(COOKIE)
        .iter()
        .filter_map(|line| line.to_str().ok())
        .flat_map(|line| line.split(';'))
        .find_map(|pair| pair.trim().strip_prefix(name)?.strip_prefix('='))
}

/// `value` must be of cookie characters; tokens and base64url are.
pub(crate) fn set(name: &str, value: &str, seconds: i64) -> HeaderValue {
    let text = format!("{name}={value}; Path=/; Max-Age={seconds}; HttpOnly; Secure; SameSite=Lax");
    HeaderValue::from_str(&text).unwrap_or_else(|_| HeaderValue::from_static(""))
}

pub(crate) fn clear(name: &str) -> HeaderValue {
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
}
