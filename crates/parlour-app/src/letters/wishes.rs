//! Letters to those who want to hear more from us than they must: a birthday, and how it was.

use chrono::NaiveDate;
use parlour_domain::offer::Discount;
use parlour_domain::offer::OfferType;

use super::note::{Button, Note};
use super::page::{Fact, day, money, one_line};
use super::{Letter, Reader, Salon};

/// More than these nobody reads.
const MOST_OFFERS: usize = 4;

/// An offer that counts today.
#[derive(Debug, Clone)]
pub struct Running {
    pub name: String,
    pub discount: Discount,
    /// The last day.
    pub until: NaiveDate,
}

pub fn birthday_offer(offers: &[Running], salon: &Salon, reader: &Reader) -> Letter {
    let name = one_line(&reader.name);
    let treat = if offers.is_empty() {
        "Come by and let us spoil you a little."
    } else {
        "Come by and let us spoil you a little. This is what we have for you now."
    };
    let note = Note {
        subject: format!("Happy birthday, {name}!"),
        title: format!("Happy birthday, {name}!"),
        opening: vec![format!("All of us at {} wish you a wonderful day. {treat}", one_line(&salon.name))],
        lines: offers.iter().take(MOST_OFFERS).map(line).collect(),
        button: Some(Button { label: "Book a visit", url: format!("{}/", reader.home_url) }),
        ..Note::default()
    };
    note.marketing_letter(salon, reader)
}

fn line(offer: &Running) -> Fact {
    let Discount { offer_type, percentage, amount_paise, combo_price_paise } = offer.discount;
    let worth = match offer_type {
        OfferType::Percentage => percentage.map(|percentage| format!("{percentage} % off")),
        OfferType::Flat => amount_paise.map(|paise| format!("{} off", money(paise))),
        OfferType::ComboPrice => combo_price_paise.map(|paise| format!("for {}", money(paise))),
    };
    Fact::new(
        format!("{} (until {})", one_line(&offer.name), offer.until.format("%-d %B")),
        worth.unwrap_or_default(),
    )
}

/// `visited_on` was the day.
pub fn review_request(services: &[String], visited_on: NaiveDate, salon: &Salon, reader: &Reader) -> Letter {
    let names: Vec<_> = services.iter().map(|name| one_line(name)).collect();
    let note = Note {
        subject: format!("How was your visit to {}?", one_line(&salon.name)),
        title: "How was your visit?".to_owned(),
        reader: Some(one_line(&reader.name)),
        opening: vec![
            "Thank you for coming. We would like to know whether everything was as you wished.".to_owned(),
        ],
        facts: vec![Fact::new("Your visit", day(visited_on)), Fact::new("Services", names.join(", "))],
        closing: vec![
            "Just answer this letter: a word is enough, and somebody of us reads every one.".to_owned(),
        ],
        button: Some(Button { label: "Book your next visit", url: format!("{}/", reader.home_url) }),
        ..Note::default()
    };
    note.marketing_letter(salon, reader)
}
