//! The e-mails about a membership: when it is sold and when it has ended.

use chrono::NaiveDate;
use parlour_domain::billing::invoice_document::DocumentPayment;

use super::invoice::payment_fact;
use super::message_template::{Button, MessageTemplate};
use super::rendering::{LabelledValue, format_date, format_duration, format_money, one_line};
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
    let tier = one_line(&membership.tier);
    let opening = if membership.starts_on > today {
        format!("Your membership is ready and begins on {}. Here are the details.", format_date(membership.starts_on))
    } else {
        "Your membership has begun. Here are the details.".to_owned()
    };
    let mut facts = vec![
        LabelledValue::new("Membership", membership.number.as_str()),
        LabelledValue::new("Hours", format_duration(membership.total_minutes)),
        LabelledValue::new("Valid from", format_date(membership.starts_on)),
        LabelledValue::new("Valid until", format_date(membership.ends_on)),
        LabelledValue::new("Paid", format_money(membership.paid_paise)),
    ];
    facts.extend(membership.payments.iter().map(|payment| payment_fact("Paid by", payment)));
    let message = MessageTemplate {
        subject: format!("Your {tier} membership {}", membership.number),
        title: format!("Welcome to {tier}"),
        reader: Some(one_line(&reader.name)),
        opening: vec![opening],
        facts,
        closing: vec!["Please tell us the number when you come: we deduct each visit from your hours.".to_owned()],
        button: Some(Button { label: "See your membership", url: format!("{}/rewards", reader.home_url) }),
        ..MessageTemplate::default()
    };
    message.render_email(salon, None)
}

pub fn membership_expired_email(
    membership: &MembershipSummary,
    salon: &SalonContact,
    reader: &EmailRecipient,
) -> EmailMessage {
    let tier = one_line(&membership.tier);
    let mut facts = vec![
        LabelledValue::new("Membership", membership.number.as_str()),
        LabelledValue::new("Ended on", format_date(membership.ends_on)),
        LabelledValue::new(
            "Hours used",
            format!("{} of {}", format_duration(membership.used_minutes), format_duration(membership.total_minutes)),
        ),
    ];
    if let Some(phone) = &salon.phone {
        facts.push(LabelledValue::new("Call us", one_line(phone)));
    }
    let message = MessageTemplate {
        subject: format!("Your {tier} membership has ended"),
        title: format!("Your {tier} membership has ended"),
        reader: Some(one_line(&reader.name)),
        opening: vec!["Thank you for being a member.".to_owned()],
        facts,
        closing: vec!["Would you like to continue? We can renew it at the desk on your next visit.".to_owned()],
        button: Some(Button { label: "Book a visit", url: format!("{}/book", reader.home_url) }),
        ..MessageTemplate::default()
    };
    message.render_email(salon, None)
}
