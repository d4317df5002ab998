//! Letters about a visit: that it is on, has moved, is off, or is near.

use chrono::{NaiveDate, NaiveTime};

use super::message_template::{Button, MessageTemplate};
use super::rendering::{
    LabelledValue, format_date, format_duration, format_money, format_short_date, format_time, one_line,
};
use super::{EmailAttachment, EmailMessage, EmailRecipient, SalonContact};

#[derive(Debug, Clone)]
pub struct BookingSummary {
    pub number: String,
    pub date: NaiveDate,
    pub start: NaiveTime,
    pub end: NaiveTime,
    pub services: Vec<BookedService>,
    pub total_paise: i64,
    /// For the reader's own calendar.
    pub calendar: Option<EmailAttachment>,
}

#[derive(Debug, Clone)]
pub struct BookedService {
    pub name: String,
    pub minutes: i64,
    pub price_paise: i64,
}

/// What there is to say of a visit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum BookingNews {
    Confirmed,
    /// Rescheduled, and to be confirmed anew where the customer did it.
    Rescheduled {
        is_confirmed: bool,
    },
    Cancelled {
        reason: Option<String>,
    },
    Rejected {
        reason: Option<String>,
    },
    /// Within the next day.
    WithinDay,
    /// Within the hour.
    WithinHour,
}

pub fn booking_email(
    news: &BookingNews,
    visit: &BookingSummary,
    salon: &SalonContact,
    reader: &EmailRecipient,
) -> EmailMessage {
    let mut note = booking_message(news, visit, salon);
    note.reader = Some(one_line(&reader.name));
    note.facts = vec![
        LabelledValue::new("Day", format_date(visit.date)),
        LabelledValue::new("Time", format!("{} to {}", format_time(visit.start), format_time(visit.end))),
        LabelledValue::new("Where", format!("{}, {}", one_line(&salon.name), one_line(&salon.address))),
        LabelledValue::new("Booking", visit.number.as_str()),
    ];
    if news.takes_place() {
        note.lines = visit.services.iter().map(service_line).collect();
        note.total = Some(LabelledValue::new("To pay at the salon", format_money(visit.total_paise)));
    } else {
        let names: Vec<_> = visit.services.iter().map(|service| one_line(&service.name)).collect();
        note.facts.push(LabelledValue::new("Services", names.join(", ")));
    }
    note.button = Some(Button {
        label: if news.takes_place() { "See your visits" } else { "Find another time" },
        url: format!("{}/", reader.home_url),
    });
    let mut email = note.render_email(salon, None);
    email.attachments.extend(visit.calendar.clone());
    email
}

fn service_line(service: &BookedService) -> LabelledValue {
    LabelledValue::new(
        format!("{} ({})", one_line(&service.name), format_duration(service.minutes)),
        format_money(service.price_paise),
    )
}

impl BookingNews {
    /// Whether anybody is going to come.
    fn takes_place(&self) -> bool {
        !matches!(self, Self::Cancelled { .. } | Self::Rejected { .. })
    }
}

fn booking_message(news: &BookingNews, visit: &BookingSummary, salon: &SalonContact) -> MessageTemplate {
    let at = format!("{}, {}", format_short_date(visit.date), format_time(visit.start));
    let place = one_line(&salon.name);
    let note = |subject: String, title: &str, opening: &str| MessageTemplate {
        subject,
        title: title.to_owned(),
        opening: vec![opening.to_owned()],
        ..MessageTemplate::default()
    };
    let in_time =
        || vec!["If you cannot come, please tell us in time, so that somebody else can.".to_owned()];
    match news {
        BookingNews::Confirmed => MessageTemplate {
            closing: in_time(),
            ..note(
                format!("Confirmed: {at} at {place}"),
                "Your visit is confirmed",
                "We look forward to seeing you.",
            )
        },
        BookingNews::Rescheduled { is_confirmed: true } => MessageTemplate {
            closing: in_time(),
            ..note(
                format!("New time: {at} at {place}"),
                "Your visit has a new time",
                "Please come at the time below, and not at the one from before.",
            )
        },
        BookingNews::Rescheduled { is_confirmed: false } => note(
            format!("To be confirmed: {at} at {place}"),
            "You have moved your visit",
            "We will look at the new time and write to you again soon.",
        ),
        BookingNews::Cancelled { reason } => MessageTemplate {
            quoted: reason.as_deref().map(one_line),
            ..note(
                format!("Cancelled: {at} at {place}"),
                "Your visit is cancelled",
                "This visit will not take place.",
            )
        },
        BookingNews::Rejected { reason } => MessageTemplate {
            quoted: reason.as_deref().map(one_line),
            closing: vec!["Another day or time may work: we would be glad to see you.".to_owned()],
            ..note(
                format!("Not possible: {at} at {place}"),
                "We cannot take your booking",
                "We are sorry, but this visit is not possible as you asked for it.",
            )
        },
        BookingNews::WithinDay => MessageTemplate {
            closing: in_time(),
            ..note(
                format!("Reminder: {at} at {place}"),
                "Your visit is near",
                "This is to remind you of your visit.",
            )
        },
        BookingNews::WithinHour => note(
            format!("See you at {} at {place}", format_time(visit.start)),
            "See you soon",
            "Your visit begins within the hour.",
        ),
    }
}
