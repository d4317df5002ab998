//! Signatures of requests: only clients that know the shared secret may use the service.

use aws_lc_rs::hmac;
use parlour_domain::text::to_hex;

/// The largest accepted difference between the clocks of client and service.
const MAX_CLOCK_DIFFERENCE_SECONDS: u64 = 5 * 60;

/// Hex of HMAC-SHA256 over `timestamp + "." + body`.
pub fn sign(secret: &str, timestamp: i64, body: &[u8]) -> String {
    let key = hmac::Key::new(hmac::HMAC_SHA256, secret.as_bytes());
    let mut context = hmac::Context::with_key(&key);
    context.update(format!("{timestamp}.").as_bytes());
    context.update(body);
    to_hex(context.sign().as_ref())
}

/// The signature headers of a request, read before the body.
pub(crate) struct RequestSignature {
    timestamp: i64,
    signature: Vec<u8>,
}

impl RequestSignature {
    /// None if a header is missing or malformed, or the timestamp is too old or too new.
    pub(crate) fn read(timestamp: Option<&str>, signature: Option<&str>, now: i64) -> Option<Self> {
        let text = timestamp?;
        let timestamp: i64 = text.parse().ok()?;
        // Only one spelling is accepted, because the signature covers the text.
        let is_canonical = timestamp.to_string() == text;
        let is_fresh = timestamp.abs_diff(now) <= MAX_CLOCK_DIFFERENCE_SECONDS;
        let signature = parse_hex_digest(signature?)?;
        (is_canonical && is_fresh).then_some(Self { timestamp, signature })
    }

    /// Compares in constant time.
    pub(crate) fn verifies(&self, key: &hmac::Key, body: &[u8]) -> bool {
        let signed = [format!("{}.", self.timestamp).as_bytes(), body].concat();
        hmac::verify(key, &signed, &self.signature).is_ok()
    }
}

fn parse_hex_digest(hex: &str) -> Option<Vec<u8>> {
    let digits: Vec<u8> = hex
        .chars()
        .map(|digit| digit.to_digit(16).and_then(|digit| u8::try_from(digit).ok()))
        .collect::<Option<_>>()?;
    (digits.len() == 64).then(|| digits.chunks_exact(2).map(|pair| pair[0] << 4 | pair[1]).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW: i64 = 1_767_225_600;

    fn verifies(timestamp: &str, signature: &str, body: &[u8]) -> bool {
        let key = hmac::Key::new(hmac::HMAC_SHA256, b"secret");
        RequestSignature::read(Some(timestamp), Some(signature), NOW).is_some_and(|claim| claim.verifies(&key, body))
    }

    /// As `printf '1767225600.{"a":1}' | openssl dgst -sha256 -hmac secret` says.
    #[test]
    fn a_signature_is_what_openssl_makes() {
        let expected = "96a067a1c95eb143fc00b9097bcfcbcd5456adda508c443ff219748e764dbed7";
        assert_eq!(sign("secret", NOW, br#"{"a":1}"#), expected);
        assert!(verifies("1767225600", expected, br#"{"a":1}"#));
        assert!(verifies("1767225600", &expected.to_uppercase(), br#"{"a":1}"#));
    }

    #[test]
    fn another_body_secret_or_time_is_not_signed() {
        let signature = sign("secret", NOW, b"{}");
        assert!(verifies("1767225600", &signature, b"{}"));
        assert!(!verifies("1767225600", &signature, b"{} "));
        assert!(!verifies("1767225601", &signature, b"{}"));
        assert!(!verifies("1767225600", &sign("other", NOW, b"{}"), b"{}"));
        for misspelt in ["+1767225600", "01767225600", " 1767225600", "1767225600.0", "", "now"] {
            assert!(!verifies(misspelt, &signature, b"{}"), "{misspelt}");
        }
        for misspelt in ["", "00", &signature[1..], &format!("{signature}0"), &"zz".repeat(32), &"é".repeat(32)] {
            assert!(!verifies("1767225600", misspelt, b"{}"), "{misspelt}");
        }
    }

    #[test]
    fn five_minutes_either_way_are_fresh() {
        for (off, is_fresh) in [(0, true), (-300, true), (300, true), (-301, false), (301, false)] {
            let timestamp = NOW + off;
            let signature = sign("secret", timestamp, b"{}");
            assert_eq!(verifies(&timestamp.to_string(), &signature, b"{}"), is_fresh, "{off}");
        }
        assert!(!verifies(&i64::MIN.to_string(), &sign("secret", i64::MIN, b"{}"), b"{}"));
    }
}
