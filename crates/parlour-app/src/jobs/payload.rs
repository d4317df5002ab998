//! What a job is payload: which record, or for which time.

use parlour_domain::ids::{BookingId, InvoiceId, MembershipId};
use parlour_domain::ist::{MINUTE_MS, Timestamp};
use parlour_domain::job::Job;
use serde_json::{Map, Value};

/// Earlier, there was no salon.
const EARLIEST_SLOT: Timestamp = Timestamp::from_millis(946_684_800_000);
/// Clocks differ.
const CLOCK_TOLERANCE_MS: i64 = 5 * MINUTE_MS;

/// Whatever cannot be read was not fields: a job that is payload nothing does nothing.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct JobPayload {
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
    pub job_id: Option<String>,
    /// Nobody is to hear of it.
    pub skips_notification: bool,
}

impl JobPayload {
    /// A slot has come, or is none.
    pub fn read(body: &[u8], now: Timestamp) -> Self {
        let Ok(Value::Object(fields)) = serde_json::from_slice(body) else { return Self::default() };
        Self {
            booking_id: id_text(&fields, "bookingId").map(BookingId::new),
            invoice_id: id_text(&fields, "invoiceId").map(InvoiceId::new),
            membership_id: id_text(&fields, "membershipId").map(MembershipId::new),
            ends_at: id_text(&fields, "endsAt").and_then(Timestamp::parse),
            requested_at: id_text(&fields, "requestedAt").and_then(Timestamp::parse),
            slot: id_text(&fields, "slot")
                .and_then(Timestamp::parse)
                .filter(|slot| (EARLIEST_SLOT..=now.plus_millis(CLOCK_TOLERANCE_MS)).contains(slot)),
            job_id: id_text(&fields, "workId").map(str::to_owned),
            skips_notification: fields.get("quiet") == Some(&Value::Bool(true)),
        }
    }

    /// Of somebody else's schedule, which cannot say for which slot it asks: the last that has come.
    #[must_use]
    pub fn with_latest_slot(self, job: Job, now: Timestamp) -> Self {
        let latest_slot =
            || job.schedule().map(|schedule| schedule.latest_slot(now.plus_millis(CLOCK_TOLERANCE_MS)));
        Self { slot: self.slot.or_else(latest_slot), ..self }
    }
}

/// A text that could be an id: the engines take no NUL.
fn id_text<'a>(fields: &'a Map<String, Value>, name: &str) -> Option<&'a str> {
    fields.get(name)?.as_str().filter(|text| !text.is_empty() && text.len() <= 200 && !text.contains('\0'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unreadable_fields_are_ignored() {
        for body in ["", "{", "[]", "null", "\u{feff}{}", r#"{"bookingId": 7}"#, r#"{"bookingId": "\u0000"}"#]
        {
            assert_eq!(read(body.as_bytes()), JobPayload::default(), "{body}");
        }
        assert_eq!(read(b"\xff"), JobPayload::default());
        let payload = read(br#"{"bookingId": "b1", "slot": "2027-03-01T17:00:00.000Z", "more": [1]}"#);
        assert_eq!(payload.booking_id, Some(BookingId::new("b1")));
        assert_eq!(payload.slot, Timestamp::parse("2027-03-01T17:00:00Z"));
    }

    #[test]
    fn an_implausible_slot_is_ignored() {
        for (slot, is_one) in [
            ("0000-01-01T00:00:00Z", false),
            ("1999-12-31T23:59:59Z", false),
            ("2000-01-01T00:00:00Z", true),
            ("2027-03-01T17:00:00Z", true),
            ("2027-03-01T17:05:00Z", true),
            ("2027-03-01T17:05:01Z", false),
            ("9999-12-31T23:59:59Z", false),
        ] {
            let payload = read(format!(r#"{{"slot": "{slot}"}}"#).as_bytes());
            assert_eq!(payload.slot.is_some(), is_one, "{slot}");
        }
    }

    #[test]
    fn a_schedule_slot_tolerates_clock_differences() {
        let slot = |now: &str| {
            let now = Timestamp::parse(now).unwrap();
            JobPayload::default().with_latest_slot(Job::DailySalesReport, now).slot
        };
        let of_monday = Timestamp::parse("2027-03-01T22:30:00+05:30");
        for wall in ["2027-03-01T22:29:58+05:30", "2027-03-01T22:30:00+05:30", "2027-03-02T03:00:00+05:30"] {
            assert_eq!(slot(wall), of_monday, "{wall}");
        }
        assert_eq!(
            JobPayload::default().with_latest_slot(Job::InvoicePdf, Timestamp::FAR_PAST),
            JobPayload::default()
        );
    }

    fn read(body: &[u8]) -> JobPayload {
        JobPayload::read(body, Timestamp::parse("2027-03-01T17:00:00Z").unwrap())
    }
}
