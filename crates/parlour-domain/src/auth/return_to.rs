//! Where a browser goes after signing in.

/// `typed` if it is a path on the same app, else `/`. `//host` and `/\host` are other sites to a
/// browser, and control characters are dropped by it before it decides, so none are let through. Neither are the segments
/// `.` and `..`, which it resolves: `/.//host` becomes `//host`.
pub fn local_path_or_root(typed: Option<&str>) -> &str {
    typed.filter(|path| is_local_path(path)).unwrap_or("/")
}

fn is_local_path(path: &str) -> bool {
    let mut bytes = path.bytes();
    bytes.next() == Some(b'/')
        && !matches!(bytes.next(), Some(b'/' | b'\\'))
        && path.len() <= 2_000
        && path.chars().all(|c| c.is_ascii_graphic() && c != '\\')
        && !has_dot_segment(path)
}

/// A browser also takes `%2e` for a dot.
fn has_dot_segment(path: &str) -> bool {
    let segments = path.split(['?', '#']).next().unwrap_or_default().split('/');
    segments
        .map(|segment| segment.to_ascii_lowercase().replace("%2e", "."))
        .any(|segment| segment == "." || segment == "..")
}

#[cfg(test)]
mod tests {
    use super::local_path_or_root;

    #[test]
    fn only_paths_on_the_same_app_are_followed() {
        for good in ["/", "/bookings", "/bookings?id=1#top", "/a//b", "/%E0%A4%86", "/a.b/...?back=/../x"] {
            assert_eq!(local_path_or_root(Some(good)), good);
        }
        for bad in [
            "",
            "bookings",
            "//evil.example",
            "/\\evil.example",
            "https://evil.example",
            "/\t/evil.example",
            "/a\r\nSet-Cookie: x",
            "/आ",
            "javascript:alert(1)",
            "/a\\b",
            "/.//evil.example",
            "/%2E//evil.example",
            "/a/.%2e/..//evil.example",
            "/..",
        ] {
            assert_eq!(local_path_or_root(Some(bad)), "/", "{bad:?}");
        }
        assert_eq!(local_path_or_root(None), "/");
    }
}
