//! The stored form of what a notification says: JSON.

use super::message::NotificationMessage;

pub fn to_json(message: &NotificationMessage) -> String {
    // Texts, numbers and dates are always JSON.
    serde_json::to_string(message).unwrap_or_default()
}

/// `None` if a newer version of Parlour has written it.
pub fn from_json(stored: &str) -> Option<NotificationMessage> {
    serde_json::from_str(stored).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ist::Timestamp;
    use crate::notification::message::{BookingFacts, EndingMembership};
    use chrono::{NaiveDate, NaiveTime};

    fn date() -> NaiveDate {
        NaiveDate::from_ymd_opt(2027, 3, 5).unwrap()
    }

    fn start() -> NaiveTime {
        NaiveTime::from_hms_opt(10, 30, 0).unwrap()
    }

    fn haircut() -> BookingFacts {
        BookingFacts { number: "B-1".to_owned(), date: date(), start: start(), services: vec!["Cut".to_owned()] }
    }

    /// What is stored must stay readable: a change here loses the texts of stored notifications.
    #[test]
    fn stored_messages_keep_their_form() {
        let tomorrow =
            EndingMembership { number: "M-1".to_owned(), tier: "Gold".to_owned(), minutes_left: 90, last_day: date() };
        let answer_by = Timestamp::from_millis(1_800_000_000_000);
        let table = [
            (
                NotificationMessage::BookingConfirmed(haircut()),
                r#"{"kind":"booking_confirmed","number":"B-1","date":"2027-03-05","start":"10:30:00","services":["Cut"]}"#,
            ),
            (
                NotificationMessage::BookingRejected { booking: haircut(), reason: Some("Full".to_owned()) },
                r#"{"kind":"booking_rejected","number":"B-1","date":"2027-03-05","start":"10:30:00","services":["Cut"],"reason":"Full"}"#,
            ),
            (
                NotificationMessage::TimeOffered { number: "B-1".to_owned(), date: date(), start: start(), answer_by },
                r#"{"kind":"time_offered","number":"B-1","date":"2027-03-05","start":"10:30:00","answerBy":"2027-01-15T08:00:00.000Z"}"#,
            ),
            (
                NotificationMessage::MembershipEndsTomorrow(tomorrow),
                r#"{"kind":"membership_ends_tomorrow","number":"M-1","tier":"Gold","minutesLeft":90,"lastDay":"2027-03-05"}"#,
            ),
            (NotificationMessage::GemsExpired { gems: 7 }, r#"{"kind":"gems_expired","gems":7}"#),
            (NotificationMessage::BirthdayOffer, r#"{"kind":"birthday_offer"}"#),
            (
                NotificationMessage::LeadWaiting { captured_at: answer_by, service: None, last_contact: Some(date()) },
                r#"{"kind":"lead_waiting","capturedAt":"2027-01-15T08:00:00.000Z","service":null,"lastContact":"2027-03-05"}"#,
            ),
            (
                NotificationMessage::LeaveRequested { name: "Kiran".to_owned(), first_day: date(), last_day: date() },
                r#"{"kind":"leave_requested","name":"Kiran","firstDay":"2027-03-05","lastDay":"2027-03-05"}"#,
            ),
        ];
        for (message, stored) in table {
            assert_eq!(to_json(&message), stored);
            assert_eq!(from_json(stored), Some(message));
        }
        assert_eq!(from_json(r#"{"kind":"of_tomorrow"}"#), None);
    }
}
