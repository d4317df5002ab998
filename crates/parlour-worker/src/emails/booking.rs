//! The e-mails about a booking: confirmed, rescheduled, changed, cancelled, rejected, restored, another time, reminders.

use chrono::{NaiveDate, NaiveTime};
use parlour_domain::ids::BookingId;
use parlour_domain::ist::Timestamp;
use parlour_texts::{BookingEmailTexts, Texts};

use super::message_template::{Button, MessageTemplate};
use super::rendering::{LabelledValue, format_money, one_line};
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
    let (texts, text) = (reader.texts, reader.texts.booking_email());
    let mut message = booking_message(news, booking, salon, texts);
    message.reader = Some(one_line(&reader.name));
    message.facts = time_facts(news, booking, texts);
    message.facts.extend([
        LabelledValue::new(text.place(), format!("{}, {}", one_line(salon.name_of_place()), one_line(&salon.address))),
        LabelledValue::new(text.booking(), booking.number.as_str()),
    ]);
    if news.takes_place() {
        message.lines = booking.services.iter().map(|service| service_line(service, texts)).collect();
        message.total = Some(LabelledValue::new(text.to_pay(), format_money(booking.total_paise)));
    } else {
        let names: Vec<_> = booking.services.iter().map(|service| one_line(&service.name)).collect();
        message.facts.push(LabelledValue::new(texts.email().services(), names.join(", ")));
    }
    message.button = Some(if news.takes_place() {
        Button { label: news.button_label(text), url: format!("{}/visits/{}", reader.home_url, booking.id) }
    } else {
        Button { label: text.find_time(), url: format!("{}/book", reader.home_url) }
    });
    let mut email = message.render_email(salon, texts, None);
    email.attachments.extend(booking.calendar.clone());
    email
}

/// When the visit is; of an offer, when it would be and with whom.
fn time_facts(news: &BookingNews, booking: &BookingSummary, texts: Texts) -> Vec<LabelledValue> {
    let text = texts.booking_email();
    if let BookingNews::TimeOffered { date, start, staff_name, .. } = news {
        return vec![
            LabelledValue::new(text.offered_day(), texts.format_long_date(*date)),
            LabelledValue::new(text.offered_time(), texts.format_time(*start)),
            LabelledValue::new(text.with(), one_line(staff_name)),
        ];
    }
    let (start, end) = (texts.format_time(booking.start), texts.format_time(booking.end));
    vec![
        LabelledValue::new(text.day(), texts.format_long_date(booking.date)),
        LabelledValue::new(text.time(), text.from_to(&start, &end)),
    ]
}

fn service_line(service: &BookedService, texts: Texts) -> LabelledValue {
    let duration = texts.format_minutes(service.minutes);
    LabelledValue::new(
        texts.booking_email().service(&one_line(&service.name), &duration),
        format_money(service.price_paise),
    )
}

impl BookingNews {
    /// False where the booking will not happen.
    fn takes_place(&self) -> bool {
        !matches!(self, Self::Cancelled { .. } | Self::Rejected { .. })
    }

    /// What the customer does on the page of the booking.
    fn button_label(&self, text: BookingEmailTexts) -> &'static str {
        if matches!(self, Self::TimeOffered { .. }) { text.answer_offer() } else { text.see_visit() }
    }
}

fn booking_message(
    news: &BookingNews,
    booking: &BookingSummary,
    salon: &SalonContact,
    texts: Texts,
) -> MessageTemplate {
    let (text, salon) = (texts.booking_email(), one_line(&salon.name));
    let day = texts.format_weekday_and_day(booking.date);
    let at = texts.formats().day_and_time(&day, &texts.format_time(booking.start));
    let message = |subject: String, title: &str, opening: &str| MessageTemplate {
        subject,
        title: title.to_owned(),
        opening: vec![opening.to_owned()],
        ..MessageTemplate::default()
    };
    let with_closing = |closing: &str, message| MessageTemplate { closing: vec![closing.to_owned()], ..message };
    match news {
        BookingNews::Confirmed => {
            let subject = text.confirmed_subject(&at, &salon);
            with_closing(text.in_time(), message(subject, text.confirmed_title(), text.confirmed_opening()))
        }
        BookingNews::Rescheduled { is_confirmed: true } => {
            let subject = text.new_time_subject(&at, &salon);
            with_closing(text.in_time(), message(subject, text.new_time_title(), text.new_time_opening()))
        }
        BookingNews::Rescheduled { is_confirmed: false } => {
            message(text.to_confirm_subject(&at, &salon), text.to_confirm_title(), text.to_confirm_opening())
        }
        BookingNews::Cancelled { reason } => MessageTemplate {
            quoted: reason.as_deref().map(one_line),
            ..message(text.cancelled_subject(&at, &salon), text.cancelled_title(), text.cancelled_opening())
        },
        BookingNews::Rejected { reason } => MessageTemplate {
            quoted: reason.as_deref().map(one_line),
            closing: vec![text.rejected_closing().to_owned()],
            ..message(text.rejected_subject(&at, &salon), text.rejected_title(), text.rejected_opening())
        },
        BookingNews::Changed => {
            let subject = text.changed_subject(&at, &salon);
            with_closing(text.in_time(), message(subject, text.changed_title(), text.changed_opening()))
        }
        BookingNews::Restored { is_confirmed: true } => {
            let subject = text.restored_subject(&at, &salon);
            with_closing(text.in_time(), message(subject, text.restored_title(), text.restored_opening()))
        }
        BookingNews::Restored { is_confirmed: false } => {
            message(text.reopened_subject(&at, &salon), text.reopened_title(), text.reopened_opening())
        }
        BookingNews::TimeOffered { answer_by, .. } => {
            let day = texts.format_weekday_and_day(answer_by.ist_date());
            let closing = text.offer_closing(&day, &texts.format_time(answer_by.ist_time()));
            with_closing(&closing, message(text.offer_subject(&salon), text.offer_title(), &text.offer_opening(&at)))
        }
        BookingNews::WithinDay => {
            let subject = text.reminder_subject(&at, &salon);
            with_closing(text.in_time(), message(subject, text.reminder_title(), text.reminder_opening()))
        }
        BookingNews::WithinHour => {
            let subject = text.soon_subject(&texts.format_time(booking.start), &salon);
            message(subject, text.soon_title(), text.soon_opening())
        }
    }
}
