//! What a job needs to know: which record it is about, or which slot of a schedule it works for.

use parlour_domain::ids::{BookingId, InvoiceId, MembershipId};
use parlour_domain::ist::{MINUTE_MS, Timestamp};
use parlour_domain::job::Job;
use serde::Serialize;
use serde_json::{Map, Value};

/// Earlier slots are mistakes.
const EARLIEST_SLOT: Timestamp = Timestamp::from_millis(946_684_800_000);
/// How far the clocks of two machines may differ.
const CLOCK_TOLERANCE_MS: i64 = 5 * MINUTE_MS;

/// The payload of every job, as it is stored in the queue and sent to the job routes. A job that needs a field that is
/// missing does nothing.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct JobPayload {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub booking_id: Option<BookingId>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub invoice_id: Option<InvoiceId>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub membership_id: Option<MembershipId>,
    /// A file that a browser has sent, or will fetch.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file_id: Option<String>,
    /// When the booking was to end when the job was queued. A job does nothing if the booking has moved since.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ends_at: Option<Timestamp>,
    /// When the customer requested the booking. A job does nothing if they have requested another time since.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub requested_at: Option<Timestamp>,
    /// The slot of a schedule, which may be long past.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub slot: Option<Timestamp>,
    /// The id of the queued job, where each run of the same job has to send another e-mail.
    #[serde(rename = "workId", skip_serializing_if = "Option::is_none")]
    pub job_id: Option<String>,
    /// Renders what is missing and notifies nobody.
    #[serde(rename = "quiet", skip_serializing_if = "std::ops::Not::not")]
    pub skips_notification: bool,
}

impl JobPayload {
    pub fn for_booking(booking: &BookingId) -> Self {
        Self { booking_id: Some(booking.clone()), ..Self::default() }
    }

    pub fn for_invoice(invoice: &InvoiceId) -> Self {
        Self { invoice_id: Some(invoice.clone()), ..Self::default() }
    }

    pub fn for_membership(membership: &MembershipId) -> Self {
        Self { membership_id: Some(membership.clone()), ..Self::default() }
    }

    pub fn for_file(file: &str) -> Self {
        Self { file_id: Some(file.to_owned()), ..Self::default() }
    }

    pub fn for_slot(slot: Timestamp) -> Self {
        Self { slot: Some(slot), ..Self::default() }
    }

    pub fn to_json(&self) -> String {
        // Texts and flags always serialise.
        serde_json::to_string(self).unwrap_or_default()
    }

    /// Reads the body of a job route: what cannot be read counts as missing.
    pub fn read(body: &[u8], now: Timestamp) -> Self {
        Self::parse(body, now).unwrap_or_default()
    }

    /// `None` if the text is no JSON object. Fields that cannot be read count as missing, and so does a slot that has
    /// not come yet.
    pub fn parse(text: &[u8], now: Timestamp) -> Option<Self> {
        let Ok(Value::Object(fields)) = serde_json::from_slice(text) else { return None };
        Some(Self {
            booking_id: id_text(&fields, "bookingId").map(BookingId::new),
            invoice_id: id_text(&fields, "invoiceId").map(InvoiceId::new),
            membership_id: id_text(&fields, "membershipId").map(MembershipId::new),
            file_id: id_text(&fields, "fileId").map(str::to_owned),
            ends_at: id_text(&fields, "endsAt").and_then(Timestamp::parse),
            requested_at: id_text(&fields, "requestedAt").and_then(Timestamp::parse),
            slot: id_text(&fields, "slot")
                .and_then(Timestamp::parse)
                .filter(|slot| (EARLIEST_SLOT..=now.plus_millis(CLOCK_TOLERANCE_MS)).contains(slot)),
            job_id: id_text(&fields, "workId").map(str::to_owned),
            skips_notification: fields.get("quiet") == Some(&Value::Bool(true)),
        })
    }

    /// The schedule of an external queue cannot name the slot: it is the latest that has come.
    #[must_use]
    pub fn with_latest_slot(self, job: Job, now: Timestamp) -> Self {
        let latest_slot = || job.schedule().map(|schedule| schedule.latest_slot(now.plus_millis(CLOCK_TOLERANCE_MS)));
        Self { slot: self.slot.or_else(latest_slot), ..self }
    }
}

/// A text that could be an id. The databases refuse NUL characters.
fn id_text<'a>(fields: &'a Map<String, Value>, name: &str) -> Option<&'a str> {
    fields.get(name)?.as_str().filter(|text| !text.is_empty() && text.len() <= 200 && !text.contains('\0'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unreadable_fields_are_ignored() {
        for body in ["", "{", "[]", "null", "\u{feff}{}", r#"{"bookingId": 7}"#, r#"{"bookingId": "\u0000"}"#] {
            assert_eq!(read(body.as_bytes()), JobPayload::default(), "{body}");
        }
        assert_eq!(read(b"\xff"), JobPayload::default());
        let payload = read(br#"{"bookingId": "b1", "slot": "2027-03-01T17:00:00.000Z", "more": [1]}"#);
        assert_eq!(payload.booking_id, Some(BookingId::new("b1")));
        assert_eq!(payload.slot, Timestamp::parse("2027-03-01T17:00:00Z"));
    }

    #[test]
    fn a_written_payload_is_read_back() {
        let payload = JobPayload {
            booking_id: Some(BookingId::new("b1")),
            invoice_id: Some(InvoiceId::new("i1")),
            membership_id: Some(MembershipId::new("m1")),
            file_id: Some("f1".to_owned()),
            ends_at: Timestamp::parse("2027-03-01T10:00:00Z"),
            requested_at: Timestamp::parse("2027-03-01T09:00:00Z"),
            slot: Timestamp::parse("2027-03-01T08:00:00Z"),
            job_id: Some("j1".to_owned()),
            skips_notification: true,
        };
        assert_eq!(read(payload.to_json().as_bytes()), payload);
        assert_eq!(JobPayload::default().to_json(), "{}");
        assert_eq!(JobPayload::parse(b"[]", Timestamp::FAR_PAST), None);
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
        assert_eq!(JobPayload::default().with_latest_slot(Job::InvoicePdf, Timestamp::FAR_PAST), JobPayload::default());
    }

    fn read(body: &[u8]) -> JobPayload {
        JobPayload::read(body, Timestamp::parse("2027-03-01T17:00:00Z").unwrap())
    }
}
