//! Letters to those who want to hear more from us than they must: a birthday, and how it was.

use chrono::NaiveDate;
use parlour_domain::offer::{OfferDiscount, OfferType};

use super::message_template::{Button, MessageTemplate};
use super::rendering::{LabelledValue, format_date, format_money, one_line};
use super::{EmailMessage, EmailRecipient, SalonContact};

/// More than these nobody reads.
const MAX_OFFERS: usize = 4;

/// An offer that counts today.
#[derive(Debug, Clone)]
pub struct CurrentOffer {
    pub name: String,
    pub discount: OfferDiscount,
    /// The last day.
    pub until: NaiveDate,
}

pub fn birthday_offer_email(
    offers: &[CurrentOffer],
    salon: &SalonContact,
    reader: &EmailRecipient,
) -> EmailMessage {
    let name = one_line(&reader.name);
    let treat = if offers.is_empty() {
        "Come by and let us spoil you a little."
    } else {
        "Come by and let us spoil you a little. This is what we have for you now."
    };
    let note = MessageTemplate {
        subject: format!("Happy birthday, {name}!"),
        title: format!("Happy birthday, {name}!"),
        opening: vec![format!("All of us at {} wish you a wonderful day. {treat}", one_line(&salon.name))],
        lines: offers.iter().take(MAX_OFFERS).map(offer_line).collect(),
        button: Some(Button { label: "Book a visit", url: format!("{}/", reader.home_url) }),
        ..MessageTemplate::default()
    };
    note.marketing_email(salon, reader)
}

fn offer_line(offer: &CurrentOffer) -> LabelledValue {
    let OfferDiscount { offer_type, percentage, amount_paise, combo_price_paise } = offer.discount;
    let worth = match offer_type {
        OfferType::Percentage => percentage.map(|percentage| format!("{percentage} % off")),
        OfferType::Flat => amount_paise.map(|paise| format!("{} off", format_money(paise))),
        OfferType::ComboPrice => combo_price_paise.map(|paise| format!("for {}", format_money(paise))),
    };
    LabelledValue::new(
        format!("{} (until {})", one_line(&offer.name), offer.until.format("%-d %B")),
        worth.unwrap_or_default(),
    )
}

/// `visited_on` was the day.
pub fn review_request_email(
    services: &[String],
    visited_on: NaiveDate,
    salon: &SalonContact,
    reader: &EmailRecipient,
) -> EmailMessage {
    let names: Vec<_> = services.iter().map(|name| one_line(name)).collect();
    let note = MessageTemplate {
        subject: format!("How was your visit to {}?", one_line(&salon.name)),
        title: "How was your visit?".to_owned(),
        reader: Some(one_line(&reader.name)),
        opening: vec![
            "Thank you for coming. We would like to know whether everything was as you wished.".to_owned(),
        ],
        facts: vec![
            LabelledValue::new("Your visit", format_date(visited_on)),
            LabelledValue::new("Services", names.join(", ")),
        ],
        closing: vec![
            "Just answer this letter: a word is enough, and somebody of us reads every one.".to_owned(),
        ],
        button: Some(Button { label: "Book your next visit", url: format!("{}/", reader.home_url) }),
        ..MessageTemplate::default()
    };
    note.marketing_email(salon, reader)
}
