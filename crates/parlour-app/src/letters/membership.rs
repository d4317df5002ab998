//! Letters about a membership: that it begins, and that it is over.

use chrono::NaiveDate;

use super::note::{Button, Note};
use super::page::{Fact, day, duration, money, one_line};
use super::{Letter, Reader, Salon};

#[derive(Debug, Clone)]
pub struct Term {
    pub number: String,
    pub tier: String,
    pub total_minutes: i64,
    pub used_minutes: i64,
    pub paid_paise: i64,
    pub starts_on: NaiveDate,
    /// The last day.
    pub ends_on: NaiveDate,
}

pub fn membership_created(term: &Term, today: NaiveDate, salon: &Salon, reader: &Reader) -> Letter {
    let tier = one_line(&term.tier);
    let opening = if term.starts_on > today {
        format!("Your membership is ready and begins on {}. Here is what it holds.", day(term.starts_on))
    } else {
        "Your membership has begun. Here is what it holds.".to_owned()
    };
    let note = Note {
        subject: format!("Your {tier} membership {}", term.number),
        title: format!("Welcome to {tier}"),
        reader: Some(one_line(&reader.name)),
        opening: vec![opening],
        facts: vec![
            Fact::new("Membership", term.number.as_str()),
            Fact::new("Hours", duration(term.total_minutes)),
            Fact::new("Paid", money(term.paid_paise)),
            Fact::new("Valid from", day(term.starts_on)),
            Fact::new("Valid until", day(term.ends_on)),
        ],
        closing: vec!["Tell us the number when you come: every visit is taken from your hours.".to_owned()],
        button: Some(Button { label: "See your membership", url: format!("{}/", reader.home_url) }),
        ..Note::default()
    };
    note.letter(salon, None)
}

pub fn membership_expired(term: &Term, salon: &Salon, reader: &Reader) -> Letter {
    let tier = one_line(&term.tier);
    let mut facts = vec![
        Fact::new("Membership", term.number.as_str()),
        Fact::new("Ended on", day(term.ends_on)),
        Fact::new(
            "Hours used",
            format!("{} of {}", duration(term.used_minutes), duration(term.total_minutes)),
        ),
    ];
    if let Some(phone) = &salon.phone {
        facts.push(Fact::new("Call us", one_line(phone)));
    }
    let note = Note {
        subject: format!("Your {tier} membership has ended"),
        title: format!("Your {tier} membership has ended"),
        reader: Some(one_line(&reader.name)),
        opening: vec!["Thank you for the time that you have spent with us.".to_owned()],
        facts,
        closing: vec!["Would you like to go on? We renew it at the desk, whenever you come.".to_owned()],
        button: Some(Button { label: "Book a visit", url: format!("{}/", reader.home_url) }),
        ..Note::default()
    };
    note.letter(salon, None)
}
