//! The e-mails about a membership: when it is sold and when it has ended.

use chrono::NaiveDate;
use parlour_domain::billing::invoice_document::DocumentPayment;

use super::invoice::{MoneyFlow, payment_fact};
use super::message_template::{Button, MessageTemplate};
use super::rendering::{LabelledValue, format_money, one_line};
use super::{EmailMessage, EmailRecipient, SalonContact};

#[derive(Debug, Clone)]
pub struct MembershipSummary {
    pub number: String,
    pub tier: String,
    pub total_minutes: i64,
    pub used_minutes: i64,
    pub paid_paise: i64,
    /// How it was paid.
    pub payments: Vec<DocumentPayment>,
    pub starts_on: NaiveDate,
    /// The last day.
    pub ends_on: NaiveDate,
}

pub fn membership_created_email(
    membership: &MembershipSummary,
    today: NaiveDate,
    salon: &SalonContact,
    reader: &EmailRecipient,
) -> EmailMessage {
    let (texts, text) = (reader.texts, reader.texts.membership_email());
    let tier = one_line(&membership.tier);
    let opening = if membership.starts_on > today {
        text.begins(&texts.format_long_date(membership.starts_on))
    } else {
        text.has_begun().to_owned()
    };
    let shared = texts.email();
    let mut facts = vec![
        LabelledValue::new(shared.membership(), membership.number.as_str()),
        LabelledValue::new(shared.hours(), texts.format_minutes(membership.total_minutes)),
        LabelledValue::new(shared.valid_from(), texts.format_long_date(membership.starts_on)),
        LabelledValue::new(shared.valid_until(), texts.format_long_date(membership.ends_on)),
        LabelledValue::new(text.paid(), format_money(membership.paid_paise)),
    ];
    facts.extend(membership.payments.iter().map(|payment| payment_fact(MoneyFlow::Paid, payment, texts.bill_email())));
    let message = MessageTemplate {
        subject: text.created_subject(&tier, &membership.number),
        title: text.created_title(&tier),
        reader: Some(one_line(&reader.name)),
        opening: vec![opening],
        facts,
        closing: vec![text.created_closing().to_owned()],
        button: Some(Button { label: text.see_membership(), url: format!("{}/rewards", reader.home_url) }),
        ..MessageTemplate::default()
    };
    message.render_email(salon, texts, None)
}

pub fn membership_expired_email(
    membership: &MembershipSummary,
    salon: &SalonContact,
    reader: &EmailRecipient,
) -> EmailMessage {
    let (texts, text) = (reader.texts, reader.texts.membership_email());
    let title = text.ended_title(&one_line(&membership.tier));
    let (used, total) = (texts.format_minutes(membership.used_minutes), texts.format_minutes(membership.total_minutes));
    let mut facts = vec![
        LabelledValue::new(texts.email().membership(), membership.number.as_str()),
        LabelledValue::new(text.ended_on(), texts.format_long_date(membership.ends_on)),
        LabelledValue::new(text.hours_used(), texts.email().part_of(&used, &total)),
    ];
    if let Some(phone) = &salon.phone {
        facts.push(LabelledValue::new(text.call_us(), one_line(phone)));
    }
    let message = MessageTemplate {
        subject: title.clone(),
        title,
        reader: Some(one_line(&reader.name)),
        opening: vec![text.ended_opening().to_owned()],
        facts,
        closing: vec![text.ended_closing().to_owned()],
        button: Some(Button { label: texts.email().book_visit(), url: format!("{}/book", reader.home_url) }),
        ..MessageTemplate::default()
    };
    message.render_email(salon, texts, None)
}
