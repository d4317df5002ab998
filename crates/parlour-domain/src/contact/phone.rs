//! Indian mobile numbers.

use serde::Serialize;
use utoipa::ToSchema;

/// An Indian mobile number, as stored: `+91` and ten digits.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, ToSchema)]
#[serde(transparent)]
pub struct Phone(String);

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("must be a 10-digit Indian mobile number, optionally with +91 or 0 in front")]
pub struct NotAPhone;

impl Phone {
    /// Parses a number that was pasted into a form.
    pub fn parse_pasted(text: &str) -> Result<Self, NotAPhone> {
        Self::parse(visible_phone(text).trim())
    }

    /// Ten digits that begin with 6 to 9, with `+91` or `0` before them or not. People type spaces
    /// and hyphens; they are dropped. Digits of other scripts are not digits here.
    pub fn parse(typed: &str) -> Result<Self, NotAPhone> {
        let dense: String = typed.trim().chars().filter(|&c| c != ' ' && c != '-').collect();
        let digits = dense.strip_prefix("+91").or_else(|| dense.strip_prefix('0')).unwrap_or(dense.as_str());
        let is_mobile = digits.len() == 10
            && digits.bytes().all(|byte| byte.is_ascii_digit())
            && matches!(digits.as_bytes().first(), Some(b'6'..=b'9'));
        if is_mobile { Ok(Self(format!("+91{digits}"))) } else { Err(NotAPhone) }
    }

    /// A number that has been parsed before and stored.
    pub fn from_stored(text: String) -> Self {
        Self(text)
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// A phone number as it is seen. Copied from a contact or a chat it has marks of direction around it, and spaces and
/// hyphens inside that keep it on one line.
pub fn visible_phone(pasted: &str) -> String {
    let seen = |character: char| match character {
        '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{2069}' | '\u{feff}' => None,
        '\u{2010}'..='\u{2015}' => Some('-'),
        character if character.is_whitespace() => Some(' '),
        character => Some(character),
    };
    pasted.chars().filter_map(seen).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_way_to_type_a_mobile_is_stored_alike() {
        for typed in ["9876543210", "09876543210", "+919876543210", "+91 98765 43210", "98765-43210", " 9876543210 "] {
            assert_eq!(Phone::parse(typed).unwrap().as_str(), "+919876543210", "{typed}");
        }
    }

    #[test]
    fn what_is_not_a_mobile_is_refused() {
        for typed in [
            "",
            "5876543210",
            "987654321",
            "98765432101",
            "919876543210",
            "+9109876543210",
            "+19876543210",
            "९८७६५४३२१०",
            "98765432a0",
            "+91+919876543210",
            "009876543210",
            "9876543210\0",
        ] {
            assert_eq!(Phone::parse(typed), Err(NotAPhone), "{typed}");
        }
    }

    #[test]
    fn a_pasted_number_is_read_as_it_is_seen() {
        for pasted in
            ["\u{202a}+91 98765 43210\u{202c}", "\u{200b}9876543210", "+91\u{a0}98765\u{a0}43210", "98765\u{2011}43210"]
        {
            let phone = Phone::parse_pasted(pasted).map(|phone| phone.as_str().to_owned());
            assert_eq!(phone.as_deref(), Ok("+919876543210"), "{pasted:?}");
        }
    }
}
