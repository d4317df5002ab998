//! What a job is told: which record, or for which time.

use parlour_domain::ids::{BookingId, InvoiceId, MembershipId};
use parlour_domain::ist::Timestamp;
use serde_json::{Map, Value};

/// Whatever cannot be read was not said: a job that is told nothing does nothing.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Told {
    pub booking_id: Option<BookingId>,
    pub invoice_id: Option<InvoiceId>,
    pub membership_id: Option<MembershipId>,
    /// The slot of a schedule, which may be long past.
    pub slot: Option<Timestamp>,
    /// The work that asks, where the same may be asked for again.
    pub work_id: Option<String>,
    /// Nobody is to hear of it.
    pub is_quiet: bool,
}

impl Told {
    pub fn read(body: &[u8]) -> Self {
        let Ok(Value::Object(said)) = serde_json::from_slice(body) else { return Self::default() };
        Self {
            booking_id: text(&said, "bookingId").map(BookingId::new),
            invoice_id: text(&said, "invoiceId").map(InvoiceId::new),
            membership_id: text(&said, "membershipId").map(MembershipId::new),
            slot: text(&said, "slot").and_then(Timestamp::parse),
            work_id: text(&said, "workId").map(str::to_owned),
            is_quiet: said.get("quiet") == Some(&Value::Bool(true)),
        }
    }
}

/// A text that could be an id: the engines take no NUL.
fn text<'a>(said: &'a Map<String, Value>, name: &str) -> Option<&'a str> {
    said.get(name)?.as_str().filter(|text| !text.is_empty() && text.len() <= 200 && !text.contains('\0'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cannot_be_read_was_not_said() {
        for body in ["", "{", "[]", "null", "\u{feff}{}", r#"{"bookingId": 7}"#, r#"{"bookingId": "\u0000"}"#]
        {
            assert_eq!(Told::read(body.as_bytes()), Told::default(), "{body}");
        }
        assert_eq!(Told::read(b"\xff"), Told::default());
        let told = Told::read(br#"{"bookingId": "b1", "slot": "2027-03-01T17:00:00.000Z", "more": [1]}"#);
        assert_eq!(told.booking_id, Some(BookingId::new("b1")));
        assert_eq!(told.slot, Timestamp::parse("2027-03-01T17:00:00Z"));
    }
}
