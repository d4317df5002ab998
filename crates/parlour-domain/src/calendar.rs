//! Visits as calendars read them (RFC 5545).
//!
//! Written here and not by a crate: those at hand ask the clock and chance for what they are not given, and let a
//! carriage return in a name end a line.

use std::fmt::Write as _;

use chrono::NaiveTime;

use crate::booking::BookingStatus;
use crate::ist::Timestamp;
use crate::words::words;

/// How far a feed reaches: what was is soon of no interest, and few book further ahead.
pub const DAYS_BACK: u64 = 90;
pub const DAYS_AHEAD: u64 = 400;
/// More visits than anybody has in that time.
pub const MOST_VISITS: i64 = 5_000;

const LONGEST_LINE: usize = 75;

words! {
    /// Whose visits a feed shows: those that somebody works on, or those that somebody comes for.
    FeedKind {
        Staff = "staff",
        Customer = "customer",
    }
}

/// One visit on a calendar.
#[derive(Debug, Clone)]
pub struct Event {
    /// The same for one booking, whatever becomes of it.
    pub uid: String,
    pub starts_at: Timestamp,
    pub ends_at: Timestamp,
    /// When it was last changed.
    pub changed_at: Timestamp,
    /// How often it was moved.
    pub sequence: i64,
    pub status: EventStatus,
    pub summary: String,
    pub location: String,
    pub description: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EventStatus {
    Tentative,
    Confirmed,
    Cancelled,
}

impl EventStatus {
    /// Who did not come had the time all the same.
    pub fn of(status: BookingStatus) -> Self {
        match status {
            BookingStatus::Pending => Self::Tentative,
            BookingStatus::Confirmed
            | BookingStatus::InProgress
            | BookingStatus::Completed
            | BookingStatus::NoShow => Self::Confirmed,
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

/// From when to when somebody is needed in a visit whose services follow one another, each so many minutes long.
/// Nothing where they do none of them.
pub fn own_part(start: NaiveTime, services: &[(i64, bool)]) -> Option<(NaiveTime, NaiveTime)> {
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

/// What a calendar that comes by mail is for (RFC 5546).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Method {
    Publish,
    Cancel,
}

impl Method {
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Publish => "PUBLISH",
            Self::Cancel => "CANCEL",
        }
    }
}

/// Who sends a visit: calendars take a change only from whoever sent it before.
#[derive(Debug, Clone, Copy)]
pub struct Organizer<'a> {
    pub name: &'a str,
    /// An e-mail address.
    pub address: &'a str,
}

/// One visit, to be sent.
pub fn write_message(method: Method, organizer: Organizer<'_>, event: &Event) -> String {
    let mut out = String::with_capacity(1_024);
    put_head(&mut out);
    put_line(&mut out, &format!("METHOD:{}", method.as_str()));
    put_zone(&mut out);
    put_event(&mut out, event, Some(organizer));
    put_line(&mut out, "END:VCALENDAR");
    out
}

/// A whole calendar. One that is asked for again and again says how often that makes sense.
pub fn write(name: &str, is_feed: bool, events: &[Event]) -> String {
    let mut out = String::with_capacity(512 + events.len() * 512);
    put_head(&mut out);
    if is_feed {
        for property in ["NAME", "X-WR-CALNAME"] {
            put_text(&mut out, property, name);
        }
        put_line(&mut out, "REFRESH-INTERVAL;VALUE=DURATION:PT1H");
        put_line(&mut out, "X-PUBLISHED-TTL:PT1H");
    }
    put_zone(&mut out);
    for event in events {
        put_event(&mut out, event, None);
    }
    put_line(&mut out, "END:VCALENDAR");
    out
}

fn put_head(out: &mut String) {
    for line in ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Parlour//Parlour//EN", "CALSCALE:GREGORIAN"] {
        put_line(out, line);
    }
}

/// India has one zone and no daylight saving. It also keeps a calendar without visits valid.
fn put_zone(out: &mut String) {
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
        put_line(out, line);
    }
}

fn put_event(out: &mut String, event: &Event, organizer: Option<Organizer<'_>>) {
    let instant = |at: Timestamp| at.utc().format("%Y%m%dT%H%M%SZ");
    let on_the_wall = |at: Timestamp| at.ist_date().and_time(at.ist_time()).format("%Y%m%dT%H%M%S");
    put_line(out, "BEGIN:VEVENT");
    put_text(out, "UID", &event.uid);
    put_line(out, &format!("DTSTAMP:{}", instant(event.changed_at)));
    put_line(out, &format!("LAST-MODIFIED:{}", instant(event.changed_at)));
    put_line(out, &format!("DTSTART;TZID=Asia/Kolkata:{}", on_the_wall(event.starts_at)));
    put_line(out, &format!("DTEND;TZID=Asia/Kolkata:{}", on_the_wall(event.ends_at)));
    put_line(out, &format!("SEQUENCE:{}", event.sequence));
    put_line(out, &format!("STATUS:{}", event.status.as_str()));
    if event.status == EventStatus::Cancelled {
        // Nobody is kept busy by it.
        put_line(out, "TRANSP:TRANSPARENT");
    }
    if let Some(Organizer { name, address }) = organizer {
        // A quoted name ends at the next quote, whatever stands before it.
        let plain = |letter: &char| !letter.is_control() && *letter != '"';
        let name: String = name.chars().filter(plain).collect();
        put_line(out, &format!("ORGANIZER;CN=\"{name}\":mailto:{address}"));
    }
    put_text(out, "SUMMARY", &event.summary);
    put_text(out, "LOCATION", &event.location);
    put_text(out, "DESCRIPTION", &event.description);
    put_line(out, "END:VEVENT");
}

/// A property whose value people typed: what would end it is escaped, what cannot be shown is left out.
fn put_text(out: &mut String, property: &str, text: &str) {
    let mut line = String::with_capacity(property.len() + text.len() + 8);
    // Writing to memory does not fail.
    let _ = write!(line, "{property}:");
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        match letter {
            '\\' | ';' | ',' => line.extend(['\\', letter]),
            '\r' | '\n' => {
                if letter == '\r' && letters.peek() == Some(&'\n') {
                    letters.next();
                }
                line.push_str("\\n");
            }
            _ if letter.is_control() => {}
            _ => line.push(letter),
        }
    }
    put_line(out, &line);
}

/// Folded after 75 bytes, never inside a letter.
fn put_line(out: &mut String, line: &str) {
    let mut room = LONGEST_LINE;
    for letter in line.chars() {
        if letter.len_utf8() > room {
            out.push_str("\r\n ");
            // The space counts.
            room = LONGEST_LINE - 1;
        }
        room -= letter.len_utf8();
        out.push(letter);
    }
    out.push_str("\r\n");
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::ist::parse_time;

    fn event(summary: &str) -> Event {
        Event {
            uid: "booking-1@parlour".to_owned(),
            starts_at: Timestamp::parse("2027-03-05T11:00:00+05:30").unwrap(),
            ends_at: Timestamp::parse("2027-03-05T11:45:00+05:30").unwrap(),
            changed_at: Timestamp::parse("2027-03-01T10:00:00+05:30").unwrap(),
            sequence: 1,
            status: EventStatus::Confirmed,
            summary: summary.to_owned(),
            location: "MG Road".to_owned(),
            description: String::new(),
        }
    }

    #[test]
    fn a_visit_is_written_as_the_standard_says() {
        let written = write("Visits", false, &[event("Cut, colour; wash\r\nand\\or more")]);
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
    fn a_visit_that_is_sent_says_what_for_and_by_whom() {
        let organizer = Organizer { name: "The \"Parlour\"; MG Road\r\n", address: "desk@example.in" };
        let sent = write_message(Method::Cancel, organizer, &event("Cut"));
        let lines: Vec<&str> = sent.split("\r\n").collect();
        assert_eq!(lines.iter().filter(|line| **line == "METHOD:CANCEL").count(), 1);
        assert!(lines.contains(&"ORGANIZER;CN=\"The Parlour; MG Road\":mailto:desk@example.in"), "{sent}");
        assert_eq!(Method::Publish.as_str(), "PUBLISH");
    }

    #[test]
    fn whoever_does_a_part_is_needed_for_that_part() {
        let time = |typed| parse_time(typed).unwrap();
        let visit = [(30, false), (45, true), (60, false), (15, true), (20, false)];
        assert_eq!(own_part(time("11:00"), &visit), Some((time("11:30"), time("13:30"))));
        assert_eq!(own_part(time("11:00"), &visit[..1]), None);
        assert_eq!(own_part(time("11:00"), &[(60, true)]), Some((time("11:00"), time("12:00"))));
    }

    proptest! {
        /// No text ends a line, or lets one grow too long; and what can be shown comes back.
        #[test]
        fn no_text_breaks_out(text in "\\PC{0,80}[\r\n;,\\\\\u{0}-\u{1f}आ老🪒]{0,80}\\PC{0,80}") {
            let written = write(&text, true, &[event(&text)]);
            prop_assert!(!written.replace("\r\n", "").contains(['\r', '\n']));
            prop_assert!(written.split("\r\n").all(|line| line.len() <= LONGEST_LINE));
            let unfolded = written.replace("\r\n ", "");
            let summary = unfolded.split("\r\n").find_map(|line| line.strip_prefix("SUMMARY:")).unwrap();
            let mut read = String::new();
            let mut letters = summary.chars();
            while let Some(letter) = letters.next() {
                match letter {
                    '\\' => match letters.next() {
                        Some('n') => read.push('\n'),
                        Some(escaped) => read.push(escaped),
                        None => prop_assert!(false, "a backslash escapes nothing"),
                    },
                    _ => read.push(letter),
                }
            }
            let shown = text.replace("\r\n", "\n").replace('\r', "\n");
            let shown: String = shown.chars().filter(|c| *c == '\n' || !c.is_control()).collect();
            prop_assert_eq!(read, shown);
        }
    }
}
