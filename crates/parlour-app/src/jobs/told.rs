//! What a job is told: which record, or for which time.

use parlour_domain::ids::{BookingId, InvoiceId, MembershipId};
use parlour_domain::ist::{MINUTE_MS, Timestamp};
use parlour_domain::job::Job;
use serde_json::{Map, Value};

/// Earlier, there was no salon.
const FIRST_SLOT: Timestamp = Timestamp::from_millis(946_684_800_000);
/// Clocks differ.
const AHEAD_MS: i64 = 5 * MINUTE_MS;

/// Whatever cannot be read was not said: a job that is told nothing does nothing.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Told {
    pub booking_id: Option<BookingId>,
    pub invoice_id: Option<InvoiceId>,
    pub membership_id: Option<MembershipId>,
    /// When the visit was to end as it was when this was asked for; it may have been moved since.
    pub ends_at: Option<Timestamp>,
    /// When the customer had asked for the visit; they may have asked anew since.
    pub requested_at: Option<Timestamp>,
    /// The slot of a schedule, which may be long past.
    pub slot: Option<Timestamp>,
    /// The work that asks, where the same may be asked for again.
    pub work_id: Option<String>,
    /// Nobody is to hear of it.
    pub is_quiet: bool,
}

impl Told {
    /// A slot has come, or is none.
    pub fn read(body: &[u8], now: Timestamp) -> Self {
        let Ok(Value::Object(said)) = serde_json::from_slice(body) else { return Self::default() };
        Self {
            booking_id: text(&said, "bookingId").map(BookingId::new),
            invoice_id: text(&said, "invoiceId").map(InvoiceId::new),
            membership_id: text(&said, "membershipId").map(MembershipId::new),
            ends_at: text(&said, "endsAt").and_then(Timestamp::parse),
            requested_at: text(&said, "requestedAt").and_then(Timestamp::parse),
            slot: text(&said, "slot")
                .and_then(Timestamp::parse)
                .filter(|slot| (FIRST_SLOT..=now.plus_millis(AHEAD_MS)).contains(slot)),
            work_id: text(&said, "workId").map(str::to_owned),
            is_quiet: said.get("quiet") == Some(&Value::Bool(true)),
        }
    }

    /// Of somebody else's schedule, which cannot say for which slot it asks: the last that has come.
    #[must_use]
    pub fn by_schedule(self, job: Job, now: Timestamp) -> Self {
        let latest = || job.schedule().map(|schedule| schedule.latest(now.plus_millis(AHEAD_MS)));
        Self { slot: self.slot.or_else(latest), ..self }
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
            assert_eq!(read(body.as_bytes()), Told::default(), "{body}");
        }
        assert_eq!(read(b"\xff"), Told::default());
        let told = read(br#"{"bookingId": "b1", "slot": "2027-03-01T17:00:00.000Z", "more": [1]}"#);
        assert_eq!(told.booking_id, Some(BookingId::new("b1")));
        assert_eq!(told.slot, Timestamp::parse("2027-03-01T17:00:00Z"));
    }

    #[test]
    fn a_slot_that_nobody_could_have_missed_is_none() {
        for (slot, is_one) in [
            ("0000-01-01T00:00:00Z", false),
            ("1999-12-31T23:59:59Z", false),
            ("2000-01-01T00:00:00Z", true),
            ("2027-03-01T17:00:00Z", true),
            ("2027-03-01T17:05:00Z", true),
            ("2027-03-01T17:05:01Z", false),
            ("9999-12-31T23:59:59Z", false),
        ] {
            let told = read(format!(r#"{{"slot": "{slot}"}}"#).as_bytes());
            assert_eq!(told.slot.is_some(), is_one, "{slot}");
        }
    }

    #[test]
    fn the_slot_of_a_schedule_is_known_by_clocks_that_differ() {
        let slot = |now: &str| {
            let now = Timestamp::parse(now).unwrap();
            Told::default().by_schedule(Job::DailySalesReport, now).slot
        };
        let of_monday = Timestamp::parse("2027-03-01T22:30:00+05:30");
        for wall in ["2027-03-01T22:29:58+05:30", "2027-03-01T22:30:00+05:30", "2027-03-02T03:00:00+05:30"] {
            assert_eq!(slot(wall), of_monday, "{wall}");
        }
        assert_eq!(Told::default().by_schedule(Job::InvoicePdf, Timestamp::FAR_PAST), Told::default());
    }

    fn read(body: &[u8]) -> Told {
        Told::read(body, Timestamp::parse("2027-03-01T17:00:00Z").unwrap())
    }
}
