//! The `Prefer` header (RFC 7240), of which one preference is known: `handling=strict`.

use http::header::{HeaderMap, HeaderName};

const PREFER: HeaderName = HeaderName::from_static("prefer");

/// Whether unknown body fields should be refused. Of a preference that is given twice, the first counts.
pub(crate) fn wants_strict_handling(headers: &HeaderMap) -> bool {
    let lines = headers.get_all(PREFER).iter().filter_map(|line| line.to_str().ok());
    let mut preferences = lines.flat_map(|line| line.split(',')).filter_map(|preference| {
        // Parameters of the preference follow a semicolon.
        let (name, value) = preference.split(';').next()?.split_once('=')?;
        name.trim().eq_ignore_ascii_case("handling").then(|| value.trim().trim_matches('"').trim())
    });
    preferences.next().is_some_and(|value| value.eq_ignore_ascii_case("strict"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_strict(lines: &[&str]) -> bool {
        let mut headers = HeaderMap::new();
        for line in lines {
            headers.append(PREFER, line.parse().unwrap());
        }
        wants_strict_handling(&headers)
    }

    #[test]
    fn strict_handling_is_recognised_in_every_form() {
        for lines in [
            &["handling=strict"][..],
            &["Handling = \"strict\""],
            &["respond-async, wait=10, handling=strict"],
            &["return=minimal; foo=\"bar\"", "handling=strict; reason=test"],
            &["handling=strict, handling=lenient"],
        ] {
            assert!(is_strict(lines), "{lines:?}");
        }
        for lines in
            [&[][..], &["strict"], &["handling=lenient"], &["handling=lenient", "handling=strict"], &["handling"]]
        {
            assert!(!is_strict(lines), "{lines:?}");
        }
    }
}
