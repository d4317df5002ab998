//! The limit of requests per client.

use std::fmt;

const MAX_REQUESTS: u32 = 1_000_000;
const MAX_WINDOW_SECONDS: u32 = 86_400;

/// At most `count` requests in any `window_seconds`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Quota {
    pub count: u32,
    pub window_seconds: u32,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("is not a limit: write `5/60s` (1 to 1000000 requests in 1 to 86400 seconds) or `off`")]
pub struct NotAQuota;

impl Quota {
    /// `5/60s` is a quota and `off` is none.
    pub fn parse(typed: &str) -> Result<Option<Self>, NotAQuota> {
        if typed == "off" {
            return Ok(None);
        }
        let (count, window) = typed.split_once('/').ok_or(NotAQuota)?;
        let count = parse_number(count, MAX_REQUESTS)?;
        let window_seconds = parse_number(window.strip_suffix('s').ok_or(NotAQuota)?, MAX_WINDOW_SECONDS)?;
        Ok(Some(Self { count, window_seconds }))
    }

    pub fn window_ms(self) -> i64 {
        i64::from(self.window_seconds) * 1000
    }
}

impl fmt::Display for Quota {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}/{}s", self.count, self.window_seconds)
    }
}

/// Digits only, because the standard parser also takes a plus sign.
fn parse_number(digits: &str, most: u32) -> Result<u32, NotAQuota> {
    if !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(NotAQuota);
    }
    digits.parse().ok().filter(|number| (1..=most).contains(number)).ok_or(NotAQuota)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn five_in_a_minute_is_read_and_written_the_same_way() {
        let quota = Quota::parse("5/60s").unwrap().unwrap();
        assert_eq!(quota, Quota { count: 5, window_seconds: 60 });
        assert_eq!(quota.window_ms(), 60_000);
        assert_eq!(quota.to_string(), "5/60s");
    }

    #[test]
    fn off_is_no_quota() {
        assert_eq!(Quota::parse("off"), Ok(None));
    }

    #[test]
    fn the_bounds_are_part_of_the_range() {
        for typed in ["1/1s", "1000000/86400s"] {
            assert_eq!(Quota::parse(typed).unwrap().unwrap().to_string(), typed);
        }
        for typed in ["0/60s", "1000001/60s", "5/0s", "5/86401s", "99999999999/60s"] {
            assert_eq!(Quota::parse(typed), Err(NotAQuota), "{typed}");
        }
    }

    #[test]
    fn any_other_form_is_refused() {
        for typed in [
            "", "5", "5/60", "5/m", "1/m", "5/1m", "/60s", "5/s", "+5/60s", "-5/60s", " 5/60s", "5/60s ", "5/60ss",
            "OFF", "5//60s",
        ] {
            assert_eq!(Quota::parse(typed), Err(NotAQuota), "{typed:?}");
        }
    }
}
