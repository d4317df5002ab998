//! Amounts as people type them.

use parlour_domain::billing::money::{MAX_PAISE, parse_rupees};
use parlour_http::error::FieldError;
use parlour_http::request::{Int, RuleSchema, TextRule, ValueRule};

/// An amount that somebody types in rupees, in paise.
#[derive(Debug)]
pub struct Rupees;

impl TextRule for Rupees {
    type Value = i64;

    fn parse(text: &str) -> Result<i64, FieldError> {
        parse_rupees(text).filter(|paise| *paise <= MAX_PAISE).ok_or(FieldError::NotRupees)
    }

    fn schema() -> RuleSchema {
        <Int<0, MAX_PAISE> as ValueRule>::schema()
    }
}

/// An amount of more than nothing that somebody types in rupees, in paise.
#[derive(Debug)]
pub struct RupeesAboveZero;

impl TextRule for RupeesAboveZero {
    type Value = i64;

    fn parse(text: &str) -> Result<i64, FieldError> {
        Rupees::parse(text).and_then(|paise| if paise > 0 { Ok(paise) } else { Err(FieldError::NotAboveZero) })
    }

    fn schema() -> RuleSchema {
        <Int<1, MAX_PAISE> as ValueRule>::schema()
    }
}
