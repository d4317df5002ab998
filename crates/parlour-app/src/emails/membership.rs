//! Letters about a membership: that it begins, and that it is over.

use chrono::NaiveDate;

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
    pub starts_on: NaiveDate,
    /// The last day.
    pub ends_on: NaiveDate,
}

pub fn membership_created_email(
    term: &MembershipSummary,
    today: NaiveDate,
    salon: &SalonContact,
    reader: &EmailRecipient,
) -> EmailMessage {
    let tier = one_line(&term.tier);
    let opening = if term.starts_on > today {
        format!(
            "Your membership is ready and begins on {}. Here is what it holds.",
            format_date(term.starts_on)
        )
    } else {
        "Your membership has begun. Here is what it holds.".to_owned()
    };
    let note = MessageTemplate {
        subject: format!("Your {tier} membership {}", term.number),
        title: format!("Welcome to {tier}"),
        reader: Some(one_line(&reader.name)),
        opening: vec![opening],
        facts: vec![
            LabelledValue::new("Membership", term.number.as_str()),
            LabelledValue::new("Hours", format_duration(term.total_minutes)),
            LabelledValue::new("Paid", format_money(term.paid_paise)),
            LabelledValue::new("Valid from", format_date(term.starts_on)),
            LabelledValue::new("Valid until", format_date(term.ends_on)),
        ],
        closing: vec!["Tell us the number when you come: every visit is taken from your hours.".to_owned()],
        button: Some(Button { label: "See your membership", url: format!("{}/", reader.home_url) }),
        ..MessageTemplate::default()
    };
    note.render_email(salon, None)
}

pub fn membership_expired_email(
    term: &MembershipSummary,
    salon: &SalonContact,
    reader: &EmailRecipient,
) -> EmailMessage {
    let tier = one_line(&term.tier);
    let mut facts = vec![
        LabelledValue::new("Membership", term.number.as_str()),
        LabelledValue::new("Ended on", format_date(term.ends_on)),
        LabelledValue::new(
            "Hours used",
            format!("{} of {}", format_duration(term.used_minutes), format_duration(term.total_minutes)),
        ),
    ];
    if let Some(phone) = &salon.phone {
        facts.push(LabelledValue::new("Call us", one_line(phone)));
    }
    let note = MessageTemplate {
        subject: format!("Your {tier} membership has ended"),
        title: format!("Your {tier} membership has ended"),
        reader: Some(one_line(&reader.name)),
        opening: vec!["Thank you for the time that you have spent with us.".to_owned()],
        facts,
        closing: vec!["Would you like to go on? We renew it at the desk, whenever you come.".to_owned()],
        button: Some(Button { label: "Book a visit", url: format!("{}/", reader.home_url) }),
        ..MessageTemplate::default()
    };
    note.render_email(salon, None)
}
