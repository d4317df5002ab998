//! Reminds customers of bookings that start within a day or an hour.

use parlour_app::notifications::notify::{NewNotification, NotificationDelivery};
use parlour_app::request_context::RequestContext;
use parlour_domain::ist::{DAY_MS, HOUR_MS, Timestamp};
use parlour_domain::job::Job;
use parlour_domain::notification::email_kind::EmailKind;
use parlour_domain::notification::message::{AppointmentFacts, NotificationMessage};
use parlour_domain::notification::subject::NotificationSubject;
use parlour_store::bookings::upcoming::{self, UpcomingBooking, UpcomingBookingCursor};
use parlour_store::{DbError, Tx};

use crate::jobs::batches::{BatchResult, next_cursor, notify_unless_erased, run_in_batches};
use crate::jobs::{BATCH_SIZE, JobError};
use crate::worker_context::WorkerContext;

/// A late slot at night does nothing; the first slot of the morning sends the reminders. A run by hand always sends.
pub(in crate::jobs) async fn run(worker: &WorkerContext, slot: Option<Timestamp>) -> Result<u64, JobError> {
    let now = worker.app.clock.now();
    let is_day = Job::AppointmentReminders.schedule().is_none_or(|schedule| schedule.is_within_hours(now));
    if slot.is_some() && !is_day {
        return Ok(0);
    }
    run_in_batches(worker, UpcomingBookingCursor::start_of(now.ist_date()), move |tx, context, from| {
        let mut bookings = upcoming::list_starting_between(tx, now, now.plus_millis(DAY_MS), from, BATCH_SIZE)?;
        let next = next_cursor(&bookings, UpcomingBookingCursor::of);
        // All jobs lock customers in the same order, so that they cannot deadlock.
        bookings.sort_by(|one, other| one.customer_id.cmp(&other.customer_id));
        let mut processed = 0;
        for booking in &bookings {
            processed += u64::from(send_reminder(tx, context, booking, now)?);
        }
        Ok(BatchResult { processed, next })
    })
    .await
}

fn send_reminder(
    tx: &mut Tx<'_>,
    context: &RequestContext,
    booking: &UpcomingBooking,
    now: Timestamp,
) -> Result<bool, DbError> {
    let Some((message, email)) = due_reminder(booking.starts_at(), now) else { return Ok(false) };
    let appointment = AppointmentFacts {
        number: booking.booking_number.clone(),
        date: booking.booking_date,
        start: booking.start_time,
        branch: booking.branch_name.clone(),
    };
    let notification = NewNotification {
        user_id: &booking.customer_id,
        booking_id: Some(&booking.id),
        message: &message(appointment),
        subject: NotificationSubject::Booking(&booking.id),
        period: &booking.starts_at().to_string(),
        delivery: NotificationDelivery::PushAndEmail(email),
    };
    notify_unless_erased(tx, context, &notification)
}

type Reminder = (fn(AppointmentFacts) -> NotificationMessage, EmailKind);

/// The reminder that is due.
fn due_reminder(starts_at: Timestamp, now: Timestamp) -> Option<Reminder> {
    let left = starts_at.millis_since(now);
    if left <= 0 || left > DAY_MS {
        return None;
    }
    Some(if left <= HOUR_MS {
        (NotificationMessage::AppointmentWithinHour, EmailKind::Reminder1h)
    } else {
        (NotificationMessage::AppointmentWithinDay, EmailKind::Reminder24h)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reminders_are_due_a_day_and_an_hour_before() {
        let now = Timestamp::from_millis(1_800_000_000_000);
        let due = |millis| due_reminder(now.plus_millis(millis), now).map(|(_, email)| email.as_str());
        for (millis, kind) in [
            (-1, None),
            (0, None),
            (1, Some("reminder-1h")),
            (HOUR_MS, Some("reminder-1h")),
            (HOUR_MS + 1, Some("reminder-24h")),
            (DAY_MS, Some("reminder-24h")),
            (DAY_MS + 1, None),
        ] {
            assert_eq!(due(millis), kind, "{millis}");
        }
    }
}
