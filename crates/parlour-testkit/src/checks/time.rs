//! Timestamps from text.

use parlour_domain::ist::Timestamp;

pub fn parse_timestamp(text: &str) -> Timestamp {
    Timestamp::parse(text).unwrap()
}
