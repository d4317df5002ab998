//! The two types of services, salon and spa, and the rules for the fields of a service.

use crate::string_enum::string_enum;

/// A booking ends on the day on which it begins.
pub const MAX_SERVICE_MINUTES: i64 = 24 * 60;
/// More than any list has lines.
pub const MAX_DISPLAY_ORDER: i64 = 1_000_000;
/// The SAC of a service for which none is entered.
pub const DEFAULT_SAC: &str = "999721";

string_enum! {
    ServiceType {
        Salon = "salon",
        Spa = "spa",
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("must be a services accounting code: six digits that begin with 99")]
pub struct NotASac;

/// The code under which tax returns list a service.
pub fn parse_sac(typed: &str) -> Result<String, NotASac> {
    let fits = typed.len() == 6 && typed.starts_with("99") && typed.bytes().all(|byte| byte.is_ascii_digit());
    if fits { Ok(typed.to_owned()) } else { Err(NotASac) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sac_is_six_digits_from_99_on() {
        assert_eq!(parse_sac(DEFAULT_SAC).as_deref(), Ok(DEFAULT_SAC));
        for typed in ["", "9997", "330510", "99972a", "9997210", " 999721", "९९९७२१"] {
            assert_eq!(parse_sac(typed), Err(NotASac), "{typed:?}");
        }
    }
}
