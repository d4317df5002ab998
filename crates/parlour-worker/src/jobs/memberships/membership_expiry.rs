//! Tells members that their membership will end.

use chrono::Days;
use parlour_app::notifications::notify::{NewNotification, NotificationDelivery};
use parlour_app::request_context::RequestContext;
use parlour_db::cursor::BatchCursor;
use parlour_domain::ist::Timestamp;
use parlour_domain::notification::message::{EndingMembership, NotificationMessage};
use parlour_domain::notification::subject::NotificationSubject;
use parlour_store::jobs::expiring_records::{self, ActiveMembership};
use parlour_store::{DbError, Tx};

use crate::jobs::batches::{BatchResult, next_cursor, notify_unless_erased, run_in_batches};
use crate::jobs::{BATCH_SIZE, JobError};
use crate::worker_context::WorkerContext;

type MakeMessage = fn(EndingMembership) -> NotificationMessage;

/// How many days before the end, and what the notification says.
const NOTICE_DAYS: [(u64, MakeMessage); 3] = [
    (30, NotificationMessage::MembershipEndsIn30Days),
    (7, NotificationMessage::MembershipEndsIn7Days),
    (1, NotificationMessage::MembershipEndsTomorrow),
];

pub(in crate::jobs) async fn run(worker: &WorkerContext, at: Timestamp) -> Result<u64, JobError> {
    let mut notified = 0;
    for (days, message) in NOTICE_DAYS {
        let day = at.ist_date() + Days::new(days);
        let (from, until) = (Timestamp::ist_midnight(day), Timestamp::ist_midnight(day + Days::new(1)));
        // A late run does not announce memberships that have ended already.
        let from = from.max(worker.app.clock.now().plus_millis(1));
        notified += run_in_batches(worker, (from, String::new()), move |tx, context, (expires_at, id)| {
            let mut ending = expiring_records::list_memberships_expiring_before(
                tx,
                until,
                BatchCursor { at: *expires_at, id },
                BATCH_SIZE,
            )?;
            let next = next_cursor(&ending, |last| (last.expires_at, last.id.to_string()));
            // All jobs lock customers in the same order, so that they cannot deadlock.
            ending.sort_by(|one, other| one.customer_id.cmp(&other.customer_id));
            let mut processed = 0;
            for membership in &ending {
                processed += u64::from(notify_owner(tx, context, membership, message)?);
            }
            Ok(BatchResult { processed, next })
        })
        .await?;
    }
    Ok(notified)
}

fn notify_owner(
    tx: &mut Tx<'_>,
    context: &RequestContext,
    membership: &ActiveMembership,
    message: fn(EndingMembership) -> NotificationMessage,
) -> Result<bool, DbError> {
    let ending = EndingMembership {
        number: membership.membership_number.clone(),
        tier: membership.tier_name.clone(),
        minutes_left: membership.minutes_left,
        last_day: membership.expires_at.plus_millis(-1).ist_date(),
    };
    let notification = NewNotification {
        user_id: &membership.customer_id,
        booking_id: None,
        message: &message(ending),
        subject: NotificationSubject::Membership(&membership.id),
        period: "",
        delivery: NotificationDelivery::Push,
    };
    notify_unless_erased(tx, context, &notification)
}
