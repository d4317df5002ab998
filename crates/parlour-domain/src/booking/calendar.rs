//! Bookings and blocks as calendar events (RFC 5545).
//!
//! The available crates are not used: they read the clock and random numbers themselves, and they do not escape a
//! carriage return in a name.

use std::fmt::Write as _;

use chrono::NaiveTime;

use crate::booking::BookingStatus;
use crate::ist::Timestamp;
use crate::string_enum::string_enum;

/// How many days before and after today a calendar feed covers.
pub const FEED_DAYS_BACK: u64 = 90;
pub const FEED_DAYS_AHEAD: u64 = 400;
/// More bookings than a person has in that time.
pub const MAX_FEED_BOOKINGS: i64 = 5_000;

const MAX_LINE_BYTES: usize = 75;

string_enum! {
    /// Which bookings a feed shows: those that a staff member works on, or those of a customer.
    FeedKind {
        Staff = "staff",
        Customer = "customer",
    }
}

/// One booking or block in a calendar.
#[derive(Debug, Clone)]
pub struct CalendarEvent {
    /// Identifies the event. It stays the same when the booking changes.
    pub uid: String,
    pub starts_at: Timestamp,
    pub ends_at: Timestamp,
    /// When it was last changed.
    pub changed_at: Timestamp,
    /// How often the booking was rescheduled.
    pub sequence: i64,
    pub status: CalendarEventStatus,
    pub summary: String,
    pub location: String,
    pub description: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CalendarEventStatus {
    Tentative,
    Confirmed,
    Cancelled,
}

impl CalendarEventStatus {
    /// A no-show is a confirmed event: the time was reserved for the customer.
    pub fn of(status: BookingStatus) -> Self {
        match status {
            BookingStatus::Pending => Self::Tentative,
            BookingStatus::Confirmed | BookingStatus::InProgress | BookingStatus::Completed | BookingStatus::NoShow => {
                Self::Confirmed
            }
            BookingStatus::Cancelled | BookingStatus::Rejected => Self::Cancelled,
        }
    }

    fn as_str(self) -> &'static str {
        match self {
            Self::Tentative => "TENTATIVE",
            Self::Confirmed => "CONFIRMED",
            Self::Cancelled => "CANCELLED",
        }
    }
}

/// From the start of the first to the end of the last service that the staff member does. A service is given by its
/// minutes and whether it is theirs. `None` if none is.
pub fn time_range_of_own_services(start: NaiveTime, services: &[(i64, bool)]) -> Option<(NaiveTime, NaiveTime)> {
    let after = |minutes| start.overflowing_add_signed(chrono::TimeDelta::minutes(minutes)).0;
    let mut done_minutes = 0;
    let mut part: Option<(NaiveTime, NaiveTime)> = None;
    for (minutes, is_own) in services {
        let from = after(done_minutes);
        done_minutes += minutes;
        if *is_own {
            part = Some((part.map_or(from, |(first, _)| first), after(done_minutes)));
        }
    }
    part
}

/// The purpose of a calendar message that is sent by e-mail (RFC 5546).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CalendarMethod {
    Publish,
    Cancel,
}

impl CalendarMethod {
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Publish => "PUBLISH",
            Self::Cancel => "CANCEL",
        }
    }
}

/// The organizer of an event. Calendar programs accept a change only from the organizer of the first message.
#[derive(Debug, Clone, Copy)]
pub struct CalendarOrganizer<'a> {
    pub name: &'a str,
    /// An e-mail address.
    pub address: &'a str,
}

/// Writes a calendar message about one booking.
pub fn write_event_message(method: CalendarMethod, organizer: CalendarOrganizer<'_>, event: &CalendarEvent) -> String {
    let mut out = String::with_capacity(1_024);
    push_header(&mut out);
    push_folded_line(&mut out, &format!("METHOD:{}", method.as_str()));
    push_time_zone(&mut out);
    push_event(&mut out, event, Some(organizer));
    push_folded_line(&mut out, "END:VCALENDAR");
    out
}

/// Writes a calendar. A feed also contains how often programs should refresh it.
pub fn write_calendar(name: &str, is_feed: bool, events: &[CalendarEvent]) -> String {
    let mut out = String::with_capacity(512 + events.len() * 512);
    push_header(&mut out);
    if is_feed {
        for property in ["NAME", "X-WR-CALNAME"] {
            push_text_property(&mut out, property, name);
        }
        push_folded_line(&mut out, "REFRESH-INTERVAL;VALUE=DURATION:PT1H");
        push_folded_line(&mut out, "X-PUBLISHED-TTL:PT1H");
    }
    push_time_zone(&mut out);
    for event in events {
        push_event(&mut out, event, None);
    }
    push_folded_line(&mut out, "END:VCALENDAR");
    out
}

fn push_header(out: &mut String) {
    for line in ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Parlour//Parlour//EN", "CALSCALE:GREGORIAN"] {
        push_folded_line(out, line);
    }
}

/// India has one zone and no daylight saving. It also keeps a calendar without visits valid.
fn push_time_zone(out: &mut String) {
    for line in [
        "BEGIN:VTIMEZONE",
        "TZID:Asia/Kolkata",
        "BEGIN:STANDARD",
        "DTSTART:19700101T000000",
        "TZOFFSETFROM:+0530",
        "TZOFFSETTO:+0530",
        "TZNAME:IST",
        "END:STANDARD",
        "END:VTIMEZONE",
    ] {
        push_folded_line(out, line);
    }
}

fn push_event(out: &mut String, event: &CalendarEvent, organizer: Option<CalendarOrganizer<'_>>) {
    let instant = |at: Timestamp| at.utc().format("%Y%m%dT%H%M%SZ");
    let in_ist = |at: Timestamp| at.ist_date().and_time(at.ist_time()).format("%Y%m%dT%H%M%S");
    push_folded_line(out, "BEGIN:VEVENT");
    push_text_property(out, "UID", &event.uid);
    push_folded_line(out, &format!("DTSTAMP:{}", instant(event.changed_at)));
    push_folded_line(out, &format!("LAST-MODIFIED:{}", instant(event.changed_at)));
    push_folded_line(out, &format!("DTSTART;TZID=Asia/Kolkata:{}", in_ist(event.starts_at)));
    push_folded_line(out, &format!("DTEND;TZID=Asia/Kolkata:{}", in_ist(event.ends_at)));
    push_folded_line(out, &format!("SEQUENCE:{}", event.sequence));
    push_folded_line(out, &format!("STATUS:{}", event.status.as_str()));
    if event.status == CalendarEventStatus::Cancelled {
        // The event does not block the time in the calendar.
        push_folded_line(out, "TRANSP:TRANSPARENT");
    }
    if let Some(CalendarOrganizer { name, address }) = organizer {
        // A quoted name ends at the next quote, which cannot be escaped.
        let plain = |character: &char| !character.is_control() && *character != '"';
        let name: String = name.chars().filter(plain).collect();
        push_folded_line(out, &format!("ORGANIZER;CN=\"{name}\":mailto:{address}"));
    }
    push_text_property(out, "SUMMARY", &event.summary);
    push_text_property(out, "LOCATION", &event.location);
    push_text_property(out, "DESCRIPTION", &event.description);
    push_folded_line(out, "END:VEVENT");
}

/// Writes a property with typed text. Special characters are escaped; control characters are left out.
fn push_text_property(out: &mut String, property: &str, text: &str) {
    let mut line = String::with_capacity(property.len() + text.len() + 8);
    // Writing to memory does not fail.
    let _ = write!(line, "{property}:");
    let mut characters = text.chars().peekable();
    while let Some(character) = characters.next() {
        match character {
            '\\' | ';' | ',' => line.extend(['\\', character]),
            '\r' | '\n' => {
                if character == '\r' && characters.peek() == Some(&'\n') {
                    characters.next();
                }
                line.push_str("\\n");
            }
            _ if character.is_control() => {}
            _ => line.push(character),
        }
    }
    push_folded_line(out, &line);
}

/// Folded after 75 bytes, never inside a character.
fn push_folded_line(out: &mut String, line: &str) {
    let mut bytes_left = MAX_LINE_BYTES;
    for character in line.chars() {
        if character.len_utf8() > bytes_left {
            out.push_str("\r\n ");
            // The space counts.
            bytes_left = MAX_LINE_BYTES - 1;
        }
        bytes_left -= character.len_utf8();
        out.push(character);
    }
    out.push_str("\r\n");
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::ist::parse_time;

    fn event(summary: &str) -> CalendarEvent {
        CalendarEvent {
            uid: "booking-1@parlour".to_owned(),
            starts_at: Timestamp::parse("2027-03-05T11:00:00+05:30").unwrap(),
            ends_at: Timestamp::parse("2027-03-05T11:45:00+05:30").unwrap(),
            changed_at: Timestamp::parse("2027-03-01T10:00:00+05:30").unwrap(),
            sequence: 1,
            status: CalendarEventStatus::Confirmed,
            summary: summary.to_owned(),
            location: "MG Road".to_owned(),
            description: String::new(),
        }
    }

    #[test]
    fn event_is_written_as_rfc_5545_requires() {
        let written = write_calendar("Visits", false, &[event("Cut, colour; wash\r\nand\\or more")]);
        let expected = [
            "BEGIN:VCALENDAR",
            "VERSION:2.0",
            "PRODID:-//Parlour//Parlour//EN",
            "CALSCALE:GREGORIAN",
            "BEGIN:VTIMEZONE",
            "TZID:Asia/Kolkata",
            "BEGIN:STANDARD",
            "DTSTART:19700101T000000",
            "TZOFFSETFROM:+0530",
            "TZOFFSETTO:+0530",
            "TZNAME:IST",
            "END:STANDARD",
            "END:VTIMEZONE",
            "BEGIN:VEVENT",
            "UID:booking-1@parlour",
            "DTSTAMP:20270301T043000Z",
            "LAST-MODIFIED:20270301T043000Z",
            "DTSTART;TZID=Asia/Kolkata:20270305T110000",
            "DTEND;TZID=Asia/Kolkata:20270305T114500",
            "SEQUENCE:1",
            "STATUS:CONFIRMED",
            r"SUMMARY:Cut\, colour\; wash\nand\\or more",
            "LOCATION:MG Road",
            "DESCRIPTION:",
            "END:VEVENT",
            "END:VCALENDAR",
            "",
        ];
        assert_eq!(written, expected.join("\r\n"));
    }

    #[test]
    fn event_message_has_method_and_organizer() {
        let organizer = CalendarOrganizer { name: "The \"Parlour\"; MG Road\r\n", address: "desk@example.in" };
        let sent = write_event_message(CalendarMethod::Cancel, organizer, &event("Cut"));
        let lines: Vec<&str> = sent.split("\r\n").collect();
        assert_eq!(lines.iter().filter(|line| **line == "METHOD:CANCEL").count(), 1);
        assert!(lines.contains(&"ORGANIZER;CN=\"The Parlour; MG Road\":mailto:desk@example.in"), "{sent}");
        assert_eq!(CalendarMethod::Publish.as_str(), "PUBLISH");
    }

    #[test]
    fn time_range_covers_only_own_services() {
        let time = |typed| parse_time(typed).unwrap();
        let visit = [(30, false), (45, true), (60, false), (15, true), (20, false)];
        assert_eq!(time_range_of_own_services(time("11:00"), &visit), Some((time("11:30"), time("13:30"))));
        assert_eq!(time_range_of_own_services(time("11:00"), &visit[..1]), None);
        assert_eq!(time_range_of_own_services(time("11:00"), &[(60, true)]), Some((time("11:00"), time("12:00"))));
    }

    proptest! {
        /// No text ends a line, or lets one grow too long; and what can be shown comes back.
        #[test]
        fn text_cannot_inject_properties(text in "\\PC{0,80}[\r\n;,\\\\\u{0}-\u{1f}आ老🪒]{0,80}\\PC{0,80}") {
            let written = write_calendar(&text, true, &[event(&text)]);
            prop_assert!(!written.replace("\r\n", "").contains(['\r', '\n']));
            prop_assert!(written.split("\r\n").all(|line| line.len() <= MAX_LINE_BYTES));
            let unfolded = written.replace("\r\n ", "");
            let summary = unfolded.split("\r\n").find_map(|line| line.strip_prefix("SUMMARY:")).unwrap();
            let mut read = String::new();
            let mut characters = summary.chars();
            while let Some(character) = characters.next() {
                match character {
                    '\\' => match characters.next() {
                        Some('n') => read.push('\n'),
                        Some(escaped) => read.push(escaped),
                        None => prop_assert!(false, "a backslash escapes nothing"),
                    },
                    _ => read.push(character),
                }
            }
            let shown = text.replace("\r\n", "\n").replace('\r', "\n");
            let shown: String = shown.chars().filter(|c| *c == '\n' || !c.is_control()).collect();
            prop_assert_eq!(read, shown);
        }
    }
}
