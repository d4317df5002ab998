//! The e-mails about a booking: confirmed, rescheduled, changed, cancelled, rejected, restored, another time, reminders.

use chrono::{NaiveDate, NaiveTime};
use parlour_domain::ids::BookingId;
use parlour_domain::ist::{Timestamp, spoken_time};

use super::message_template::{Button, MessageTemplate};
use super::rendering::{LabelledValue, format_date, format_duration, format_money, format_short_date, one_line};
use super::{EmailAttachment, EmailMessage, EmailRecipient, SalonContact};

#[derive(Debug, Clone)]
pub struct BookingSummary {
    pub id: BookingId,
    pub number: String,
    pub date: NaiveDate,
    pub start: NaiveTime,
    pub end: NaiveTime,
    pub services: Vec<BookedService>,
    pub total_paise: i64,
    /// The calendar file.
    pub calendar: Option<EmailAttachment>,
}

#[derive(Debug, Clone)]
pub struct BookedService {
    pub name: String,
    pub minutes: i64,
    pub price_paise: i64,
}

/// What an e-mail says about a booking.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum BookingNews {
    Confirmed,
    /// A customer's own change has to be confirmed again.
    Rescheduled {
        is_confirmed: bool,
    },
    Cancelled {
        reason: Option<String>,
    },
    Rejected {
        reason: Option<String>,
    },
    /// The services or their prices are others.
    Changed,
    /// A rejection or a cancellation was a mistake.
    Restored {
        is_confirmed: bool,
    },
    /// The desk offers another time.
    TimeOffered {
        date: NaiveDate,
        start: NaiveTime,
        staff_name: String,
        answer_by: Timestamp,
    },
    /// Reminder: it starts within a day.
    WithinDay,
    /// Reminder: it starts within an hour.
    WithinHour,
}

pub fn booking_email(
    news: &BookingNews,
    booking: &BookingSummary,
    salon: &SalonContact,
    reader: &EmailRecipient,
) -> EmailMessage {
    let mut message = booking_message(news, booking, salon);
    message.reader = Some(one_line(&reader.name));
    message.facts = time_facts(news, booking);
    message.facts.extend([
        LabelledValue::new("Where", format!("{}, {}", one_line(&salon.name), one_line(&salon.address))),
        LabelledValue::new("Booking", booking.number.as_str()),
    ]);
    if news.takes_place() {
        message.lines = booking.services.iter().map(service_line).collect();
        message.total = Some(LabelledValue::new("To pay at the salon", format_money(booking.total_paise)));
    } else {
        let names: Vec<_> = booking.services.iter().map(|service| one_line(&service.name)).collect();
        message.facts.push(LabelledValue::new("Services", names.join(", ")));
    }
    message.button = Some(if news.takes_place() {
        Button { label: news.button_label(), url: format!("{}/visits/{}", reader.home_url, booking.id) }
    } else {
        Button { label: "Find another time", url: format!("{}/book", reader.home_url) }
    });
    let mut email = message.render_email(salon, None);
    email.attachments.extend(booking.calendar.clone());
    email
}

/// When the visit is; of an offer, when it would be and with whom.
fn time_facts(news: &BookingNews, booking: &BookingSummary) -> Vec<LabelledValue> {
    if let BookingNews::TimeOffered { date, start, staff_name, .. } = news {
        return vec![
            LabelledValue::new("Offered day", format_date(*date)),
            LabelledValue::new("Offered time", spoken_time(*start)),
            LabelledValue::new("With", one_line(staff_name)),
        ];
    }
    vec![
        LabelledValue::new("Day", format_date(booking.date)),
        LabelledValue::new("Time", format!("{} to {}", spoken_time(booking.start), spoken_time(booking.end))),
    ]
}

fn service_line(service: &BookedService) -> LabelledValue {
    LabelledValue::new(
        format!("{} ({})", one_line(&service.name), format_duration(service.minutes)),
        format_money(service.price_paise),
    )
}

impl BookingNews {
    /// False where the booking will not happen.
    fn takes_place(&self) -> bool {
        !matches!(self, Self::Cancelled { .. } | Self::Rejected { .. })
    }

    /// What the customer does on the page of the booking.
    fn button_label(&self) -> &'static str {
        if matches!(self, Self::TimeOffered { .. }) { "Answer the offer" } else { "See your visit" }
    }
}

fn booking_message(news: &BookingNews, booking: &BookingSummary, salon: &SalonContact) -> MessageTemplate {
    let at = format!("{}, {}", format_short_date(booking.date), spoken_time(booking.start));
    let salon_name = one_line(&salon.name);
    let message = |subject: String, title: &str, opening: &str| MessageTemplate {
        subject,
        title: title.to_owned(),
        opening: vec![opening.to_owned()],
        ..MessageTemplate::default()
    };
    let in_time =
        || vec!["If you cannot come, please let us know early, so that someone else can have the time.".to_owned()];
    match news {
        BookingNews::Confirmed => MessageTemplate {
            closing: in_time(),
            ..message(
                format!("Confirmed: {at} at {salon_name}"),
                "Your booking is confirmed",
                "We look forward to seeing you.",
            )
        },
        BookingNews::Rescheduled { is_confirmed: true } => MessageTemplate {
            closing: in_time(),
            ..message(
                format!("New time: {at} at {salon_name}"),
                "Your booking has a new time",
                "Please note the new time below. The old time is no longer booked.",
            )
        },
        BookingNews::Rescheduled { is_confirmed: false } => message(
            format!("To be confirmed: {at} at {salon_name}"),
            "You have rescheduled your booking",
            "We will check the new time and write to you soon.",
        ),
        BookingNews::Cancelled { reason } => MessageTemplate {
            quoted: reason.as_deref().map(one_line),
            ..message(
                format!("Cancelled: {at} at {salon_name}"),
                "Your booking is cancelled",
                "This appointment will not take place.",
            )
        },
        BookingNews::Rejected { reason } => MessageTemplate {
            quoted: reason.as_deref().map(one_line),
            closing: vec!["Another day or time may be free. We would be glad to see you.".to_owned()],
            ..message(
                format!("Not possible: {at} at {salon_name}"),
                "We cannot accept your booking",
                "We are sorry: we cannot offer you this appointment.",
            )
        },
        BookingNews::Changed => MessageTemplate {
            closing: in_time(),
            ..message(
                format!("Changed: {at} at {salon_name}"),
                "Your booking has changed",
                "Please see the services and the total below. If something is not right, please call us.",
            )
        },
        BookingNews::Restored { is_confirmed: true } => MessageTemplate {
            closing: in_time(),
            ..message(
                format!("Takes place: {at} at {salon_name}"),
                "Your booking takes place after all",
                "We cancelled your booking by mistake, and we are sorry. It is confirmed again as it was.",
            )
        },
        BookingNews::Restored { is_confirmed: false } => message(
            format!("Open again: {at} at {salon_name}"),
            "Your booking request is open again",
            "We declined your request by mistake, and we are sorry. We will check it and write to you soon.",
        ),
        BookingNews::TimeOffered { answer_by, .. } => MessageTemplate {
            closing: vec![format!(
                "Please accept or decline it by {}, {}. After that the offer ends.",
                format_short_date(answer_by.ist_date()),
                spoken_time(answer_by.ist_time())
            )],
            ..message(
                format!("Another time at {salon_name}"),
                "We can offer you another time",
                &format!("You asked for {at}. Would the time below suit you as well?"),
            )
        },
        BookingNews::WithinDay => MessageTemplate {
            closing: in_time(),
            ..message(
                format!("Reminder: {at} at {salon_name}"),
                "Your appointment is coming up",
                "This is a reminder of your appointment.",
            )
        },
        BookingNews::WithinHour => message(
            format!("See you at {} at {salon_name}", spoken_time(booking.start)),
            "See you soon",
            "Your appointment starts within the hour.",
        ),
    }
}
