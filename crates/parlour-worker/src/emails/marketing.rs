//! The e-mails that need consent: the birthday offer and the review request.

use chrono::NaiveDate;
use parlour_domain::offer::{OfferDiscount, OfferType};
use parlour_texts::Texts;

use super::message_template::{Button, MessageTemplate};
use super::rendering::{LabelledValue, format_money, one_line};
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
    let (texts, text) = (reader.texts, reader.texts.marketing_email());
    let (title, salon_name) = (text.birthday_title(&one_line(&reader.name)), one_line(&salon.name));
    let opening = if offers.is_empty() {
        text.birthday_opening(&salon_name)
    } else {
        text.birthday_opening_with_offers(&salon_name)
    };
    let message = MessageTemplate {
        subject: title.clone(),
        title,
        opening: vec![opening],
        lines: offers.iter().take(MAX_OFFERS).map(|offer| offer_line(offer, texts)).collect(),
        button: Some(Button { label: texts.email().book_visit(), url: format!("{}/book", reader.home_url) }),
        ..MessageTemplate::default()
    };
    message.marketing_email(salon, reader)
}

fn offer_line(offer: &CurrentOffer, texts: Texts) -> LabelledValue {
    let text = texts.marketing_email();
    let OfferDiscount { offer_type, percentage, amount_paise, combo_price_paise } = offer.discount;
    let discount = match offer_type {
        OfferType::Percentage => percentage.map(|percentage| text.per_cent_off(&percentage.to_string())),
        OfferType::Flat => amount_paise.map(|paise| text.amount_off(&format_money(paise))),
        OfferType::ComboPrice => combo_price_paise.map(|paise| text.for_amount(&format_money(paise))),
    };
    LabelledValue::new(
        text.offer(&one_line(&offer.name), &texts.format_day_and_month(offer.until)),
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
    let (texts, text) = (reader.texts, reader.texts.marketing_email());
    let names: Vec<_> = services.iter().map(|name| one_line(name)).collect();
    let message = MessageTemplate {
        subject: text.review_subject(&one_line(&salon.name)),
        title: text.review_title().to_owned(),
        reader: Some(one_line(&reader.name)),
        opening: vec![text.review_opening().to_owned()],
        facts: vec![
            LabelledValue::new(text.your_visit(), texts.format_long_date(visited_on)),
            LabelledValue::new(texts.email().services(), names.join(", ")),
        ],
        closing: vec![text.review_closing().to_owned()],
        button: Some(Button { label: text.next_visit(), url: format!("{}/book", reader.home_url) }),
        ..MessageTemplate::default()
    };
    message.marketing_email(salon, reader)
}
