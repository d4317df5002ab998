//! Whoever has their birthday, and agreed to hear of offers, gets one.

use chrono::{Datelike, NaiveDate};
use parlour_domain::ids::UserId;
use parlour_domain::ist::Timestamp;
use parlour_domain::letter::LetterKind;
use parlour_domain::notice::NotificationType;
use parlour_store::{DbError, Tx, recipients};

use super::steps::{Step, after, in_steps, tell_person};
use super::{BATCH, JobError};
use crate::backstage::Backstage;
use crate::occasion::Occasion;
use crate::telling::{SentAs, Telling};

pub(super) async fn run(backstage: &Backstage, at: Timestamp) -> Result<u64, JobError> {
    let today = at.ist_date();
    let mut told = 0;
    for birthday in birthdays_on(today) {
        told += in_steps(backstage, String::new(), move |tx, occasion, from| {
            let people = recipients::with_birthday(tx, &birthday, from, BATCH)?;
            let next = after(&people, UserId::to_string);
            let mut processed = 0;
            for person in &people {
                processed += u64::from(congratulate(tx, occasion, person, today.year())?);
            }
            Ok(Step { processed, next })
        })
        .await?;
    }
    Ok(told)
}

fn congratulate(tx: &mut Tx<'_>, occasion: &Occasion, person: &UserId, year: i32) -> Result<bool, DbError> {
    let telling = Telling {
        user_id: person,
        booking_id: None,
        kind: NotificationType::BirthdayOffer,
        title: "Happy birthday!",
        body: "Your birthday offer is waiting: ask for it on your next visit.",
        subject: "",
        period: &year.to_string(),
        sent_as: SentAs::Letter(LetterKind::BirthdayOffer),
    };
    tell_person(tx, occasion, &telling)
}

/// As profiles keep them. Whoever was born on 29 February celebrates a day early where there is none.
fn birthdays_on(date: NaiveDate) -> Vec<String> {
    let mut birthdays = vec![date.format("%m-%d").to_string()];
    if (date.month(), date.day()) == (2, 28) && !date.leap_year() {
        birthdays.push("02-29".to_owned());
    }
    birthdays
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everyone_has_a_birthday_every_year_and_only_one() {
        let on = |year, month, day| birthdays_on(NaiveDate::from_ymd_opt(year, month, day).unwrap());
        assert_eq!(on(2027, 2, 27), ["02-27"]);
        assert_eq!(on(2027, 2, 28), ["02-28", "02-29"]);
        assert_eq!(on(2027, 3, 1), ["03-01"]);
        assert_eq!(on(2028, 2, 28), ["02-28"]);
        assert_eq!(on(2028, 2, 29), ["02-29"]);
        assert_eq!(on(2100, 2, 28), ["02-28", "02-29"], "no leap year");
    }
}
