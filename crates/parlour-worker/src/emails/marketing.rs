//! The e-mails that need consent: the birthday offer and the review request.

use chrono::NaiveDate;
use parlour_domain::offer::{OfferDiscount, OfferType};

use super::message_template::{Button, MessageTemplate};
use super::rendering::{LabelledValue, format_date, format_money, one_line};
use super::{EmailMessage, EmailRecipient, SalonContact};

/// How many offers an e-mail lists.
const MAX_OFFERS: usize = 4;

/// An offer that is valid today.
#[derive(Debug, Clone)]
pub struct CurrentOffer {
    pub name: String,
    pub discount: OfferDiscount,
    /// The last day.
    pub until: NaiveDate,
}

pub fn birthday_offer_email(offers: &[CurrentOffer], salon: &SalonContact, reader: &EmailRecipient) -> EmailMessage {
    let name = one_line(&reader.name);
    let invitation = if offers.is_empty() {
        "Come by and let us spoil you a little."
    } else {
        "Come by and let us spoil you a little. These offers are open to you:"
    };
    let message = MessageTemplate {
        subject: format!("Happy birthday, {name}!"),
        title: format!("Happy birthday, {name}!"),
        opening: vec![format!("All of us at {} wish you a wonderful day. {invitation}", one_line(&salon.name))],
        lines: offers.iter().take(MAX_OFFERS).map(offer_line).collect(),
        button: Some(Button { label: "Book a visit", url: format!("{}/book", reader.home_url) }),
        ..MessageTemplate::default()
    };
    message.marketing_email(salon, reader)
}

fn offer_line(offer: &CurrentOffer) -> LabelledValue {
    let OfferDiscount { offer_type, percentage, amount_paise, combo_price_paise } = offer.discount;
    let discount = match offer_type {
        OfferType::Percentage => percentage.map(|percentage| format!("{percentage} % off")),
        OfferType::Flat => amount_paise.map(|paise| format!("{} off", format_money(paise))),
        OfferType::ComboPrice => combo_price_paise.map(|paise| format!("for {}", format_money(paise))),
    };
    LabelledValue::new(
        format!("{} (until {})", one_line(&offer.name), offer.until.format("%-d %B")),
        discount.unwrap_or_default(),
    )
}

/// Asks a customer for a review. `visited_on` is the date of the booking.
pub fn review_request_email(
    services: &[String],
    visited_on: NaiveDate,
    salon: &SalonContact,
    reader: &EmailRecipient,
) -> EmailMessage {
    let names: Vec<_> = services.iter().map(|name| one_line(name)).collect();
    let message = MessageTemplate {
        subject: format!("How was your visit to {}?", one_line(&salon.name)),
        title: "How was your visit?".to_owned(),
        reader: Some(one_line(&reader.name)),
        opening: vec!["Thank you for coming. We would like to know how you liked it.".to_owned()],
        facts: vec![
            LabelledValue::new("Your visit", format_date(visited_on)),
            LabelledValue::new("Services", names.join(", ")),
        ],
        closing: vec!["Just reply to this e-mail: a few words are enough, and we read every reply.".to_owned()],
        button: Some(Button { label: "Book your next visit", url: format!("{}/book", reader.home_url) }),
        ..MessageTemplate::default()
    };
    message.marketing_email(salon, reader)
}
