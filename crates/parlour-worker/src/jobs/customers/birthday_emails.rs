//! Sends a birthday offer to customers who agreed to marketing.

use chrono::{Datelike, NaiveDate};
use parlour_app::notifications::notify::{NewNotification, NotificationDelivery};
use parlour_app::request_context::RequestContext;
use parlour_domain::ids::UserId;
use parlour_domain::ist::Timestamp;
use parlour_domain::notification::email_kind::EmailKind;
use parlour_domain::notification::message::NotificationMessage;
use parlour_domain::notification::subject::NotificationSubject;
use parlour_store::notifications::recipients;
use parlour_store::{DbError, Tx};

use crate::jobs::batches::{BatchResult, next_cursor, notify_unless_erased, run_in_batches};
use crate::jobs::{BATCH_SIZE, JobError};
use crate::worker_context::WorkerContext;

pub(in crate::jobs) async fn run(worker: &WorkerContext, at: Timestamp) -> Result<u64, JobError> {
    let today = at.ist_date();
    let mut notified = 0;
    for birthday in birthdays_on(today) {
        notified += run_in_batches(worker, String::new(), move |tx, context, from| {
            let users = recipients::list_users_with_birthday(tx, &birthday, from, BATCH_SIZE)?;
            let next = next_cursor(&users, UserId::to_string);
            let mut processed = 0;
            for user in &users {
                processed += u64::from(send_birthday_offer(tx, context, user, today.year())?);
            }
            Ok(BatchResult { processed, next })
        })
        .await?;
    }
    Ok(notified)
}

fn send_birthday_offer(tx: &mut Tx<'_>, context: &RequestContext, user: &UserId, year: i32) -> Result<bool, DbError> {
    let notification = NewNotification {
        user_id: user,
        booking_id: None,
        message: &NotificationMessage::BirthdayOffer,
        subject: NotificationSubject::Recipient,
        period: &year.to_string(),
        delivery: NotificationDelivery::Email(EmailKind::BirthdayOffer),
    };
    notify_unless_erased(tx, context, &notification)
}

/// The birthdays of a date, as profiles store them. 29 February counts on the 28th in other years.
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
    fn every_birthday_comes_once_a_year() {
        let on = |year, month, day| birthdays_on(NaiveDate::from_ymd_opt(year, month, day).unwrap());
        assert_eq!(on(2027, 2, 27), ["02-27"]);
        assert_eq!(on(2027, 2, 28), ["02-28", "02-29"]);
        assert_eq!(on(2027, 3, 1), ["03-01"]);
        assert_eq!(on(2028, 2, 28), ["02-28"]);
        assert_eq!(on(2028, 2, 29), ["02-29"]);
        assert_eq!(on(2100, 2, 28), ["02-28", "02-29"], "no leap year");
    }
}
