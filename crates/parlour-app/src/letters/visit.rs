//! Letters about a visit: that it is on, has moved, is off, or is near.

use chrono::{NaiveDate, NaiveTime};

use super::note::{Button, Note};
use super::page::{Fact, clock, day, duration, money, one_line, short_day};
use super::{Enclosed, Letter, Reader, Salon};

#[derive(Debug, Clone)]
pub struct Visit {
    pub number: String,
    pub date: NaiveDate,
    pub start: NaiveTime,
    pub end: NaiveTime,
    pub services: Vec<VisitService>,
    pub total_paise: i64,
    /// For the reader's own calendar.
    pub calendar: Option<Enclosed>,
}

#[derive(Debug, Clone)]
pub struct VisitService {
    pub name: String,
    pub minutes: i64,
    pub price_paise: i64,
}

/// What there is to say of a visit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum VisitNews {
    Confirmed,
    /// Moved, and to be confirmed anew where the customer did it.
    Moved {
        is_confirmed: bool,
    },
    Cancelled {
        reason: Option<String>,
    },
    Rejected {
        reason: Option<String>,
    },
    /// Within the next day.
    Near,
    /// Within the hour.
    VeryNear,
}

pub fn visit(news: &VisitNews, visit: &Visit, salon: &Salon, reader: &Reader) -> Letter {
    let mut note = worded(news, visit, salon);
    note.reader = Some(one_line(&reader.name));
    note.facts = vec![
        Fact::new("Day", day(visit.date)),
        Fact::new("Time", format!("{} to {}", clock(visit.start), clock(visit.end))),
        Fact::new("Where", format!("{}, {}", one_line(&salon.name), one_line(&salon.address))),
        Fact::new("Booking", visit.number.as_str()),
    ];
    if news.is_on() {
        note.lines = visit.services.iter().map(line).collect();
        note.total = Some(Fact::new("To pay at the salon", money(visit.total_paise)));
    } else {
        let names: Vec<_> = visit.services.iter().map(|service| one_line(&service.name)).collect();
        note.facts.push(Fact::new("Services", names.join(", ")));
    }
    note.button = Some(Button {
        label: if news.is_on() { "See your visits" } else { "Find another time" },
        url: format!("{}/", reader.home_url),
    });
    let mut letter = note.letter(salon, None);
    letter.attachments.extend(visit.calendar.clone());
    letter
}

fn line(service: &VisitService) -> Fact {
    Fact::new(
        format!("{} ({})", one_line(&service.name), duration(service.minutes)),
        money(service.price_paise),
    )
}

impl VisitNews {
    /// Whether anybody is going to come.
    fn is_on(&self) -> bool {
        !matches!(self, Self::Cancelled { .. } | Self::Rejected { .. })
    }
}

fn worded(news: &VisitNews, visit: &Visit, salon: &Salon) -> Note {
    let at = format!("{}, {}", short_day(visit.date), clock(visit.start));
    let place = one_line(&salon.name);
    let note = |subject: String, title: &str, opening: &str| Note {
        subject,
        title: title.to_owned(),
        opening: vec![opening.to_owned()],
        ..Note::default()
    };
    let in_time =
        || vec!["If you cannot come, please tell us in time, so that somebody else can.".to_owned()];
    match news {
        VisitNews::Confirmed => Note {
            closing: in_time(),
            ..note(
                format!("Confirmed: {at} at {place}"),
                "Your visit is confirmed",
                "We look forward to seeing you.",
            )
        },
        VisitNews::Moved { is_confirmed: true } => Note {
            closing: in_time(),
            ..note(
                format!("New time: {at} at {place}"),
                "Your visit has a new time",
                "Please come at the time below, and not at the one from before.",
            )
        },
        VisitNews::Moved { is_confirmed: false } => note(
            format!("To be confirmed: {at} at {place}"),
            "You have moved your visit",
            "We will look at the new time and write to you again soon.",
        ),
        VisitNews::Cancelled { reason } => Note {
            quoted: reason.as_deref().map(one_line),
            ..note(
                format!("Cancelled: {at} at {place}"),
                "Your visit is cancelled",
                "This visit will not take place.",
            )
        },
        VisitNews::Rejected { reason } => Note {
            quoted: reason.as_deref().map(one_line),
            closing: vec!["Another day or time may work: we would be glad to see you.".to_owned()],
            ..note(
                format!("Not possible: {at} at {place}"),
                "We cannot take your booking",
                "We are sorry, but this visit is not possible as you asked for it.",
            )
        },
        VisitNews::Near => Note {
            closing: in_time(),
            ..note(
                format!("Reminder: {at} at {place}"),
                "Your visit is near",
                "This is to remind you of your visit.",
            )
        },
        VisitNews::VeryNear => note(
            format!("See you at {} at {place}", clock(visit.start)),
            "See you soon",
            "Your visit begins within the hour.",
        ),
    }
}
