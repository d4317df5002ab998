//! Tells customers how many of their gems expire in a week.

use chrono::{Days, NaiveDate};
use parlour_app::notifications::notify::{NewNotification, NotificationDelivery};
use parlour_app::request_context::RequestContext;
use parlour_db::cursor::BatchCursor;
use parlour_domain::ids::UserId;
use parlour_domain::ist::Timestamp;
use parlour_domain::notification::message::NotificationMessage;
use parlour_domain::notification::subject::NotificationSubject;
use parlour_store::jobs::expiring_records;
use parlour_store::{DbError, Tx};

use crate::jobs::batches::{BatchResult, next_cursor, notify_unless_erased, run_in_batches};
use crate::jobs::{BATCH_SIZE, JobError};
use crate::worker_context::WorkerContext;

const NOTICE_DAYS: u64 = 7;

/// The gems that expire on one day.
#[derive(Debug, Clone, Copy)]
struct ExpiryWindow {
    notified_on: NaiveDate,
    from: Timestamp,
    until: Timestamp,
}

pub(in crate::jobs) async fn run(worker: &WorkerContext, at: Timestamp) -> Result<u64, JobError> {
    let day = at.ist_date() + Days::new(NOTICE_DAYS);
    // A late run does not announce gems that have expired already.
    let from = Timestamp::ist_midnight(day).max(worker.app.clock.now().plus_millis(1));
    let window = ExpiryWindow { notified_on: at.ist_date(), from, until: Timestamp::ist_midnight(day + Days::new(1)) };
    run_in_batches(worker, (from, String::new()), move |tx, context, (expires_at, id)| {
        let lots = expiring_records::list_gems_lots_expiring_before(
            tx,
            window.until,
            BatchCursor { at: *expires_at, id },
            BATCH_SIZE,
        )?;
        let next = next_cursor(&lots, |last| (last.expires_at, last.id.clone()));
        // The notification sums all lots of an owner, also those of later batches.
        let mut owners: Vec<UserId> = lots.into_iter().map(|lot| lot.user_id).collect();
        owners.sort();
        owners.dedup();
        let mut processed = 0;
        for owner in &owners {
            processed += u64::from(notify_owner(tx, context, owner, window)?);
        }
        Ok(BatchResult { processed, next })
    })
    .await
}

fn notify_owner(
    tx: &mut Tx<'_>,
    context: &RequestContext,
    owner: &UserId,
    window: ExpiryWindow,
) -> Result<bool, DbError> {
    let gems = expiring_records::sum_gems_expiring_between(tx, owner, window.from, window.until)?;
    let notification = NewNotification {
        user_id: owner,
        booking_id: None,
        message: &NotificationMessage::GemsExpireSoon { gems, expire_on: window.from.ist_date() },
        subject: NotificationSubject::Recipient,
        period: &window.notified_on.to_string(),
        delivery: NotificationDelivery::Push,
    };
    notify_unless_erased(tx, context, &notification)
}
