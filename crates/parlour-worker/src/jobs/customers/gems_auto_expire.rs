//! Expires gems that are a year old.

use parlour_app::gems::{ExpiredGems, expire_due};
use parlour_app::notifications::notify::{NewNotification, NotificationDelivery};
use parlour_app::request_context::RequestContext;
use parlour_domain::notification::message::NotificationMessage;
use parlour_domain::notification::subject::NotificationSubject;
use parlour_store::gems::gems_accounts;
use parlour_store::notifications::recipients;
use parlour_store::{DbError, Tx};

use crate::jobs::batches::{BatchResult, notify_unless_erased, run_in_batches};
use crate::jobs::{BATCH_SIZE, JobError};
use crate::worker_context::WorkerContext;

pub(in crate::jobs) async fn run(worker: &WorkerContext) -> Result<u64, JobError> {
    run_in_batches(worker, (), |tx, context, ()| {
        lock_owners(tx, context)?;
        let Some(expired) = expire_due(tx, context, BATCH_SIZE)? else {
            return Ok(BatchResult { processed: 0, next: None });
        };
        for expired_gems in &expired {
            notify_owner(tx, context, expired_gems)?;
        }
        Ok(BatchResult { processed: u64::try_from(expired.len()).unwrap_or(u64::MAX), next: Some(()) })
    })
    .await
}

/// Locks the owners before their accounts and in the order of their ids, as merging customers does. Another order could
/// deadlock.
fn lock_owners(tx: &mut Tx<'_>, context: &RequestContext) -> Result<(), DbError> {
    let mut owners = gems_accounts::list_owners_of_due_lots(tx, context.now, BATCH_SIZE)?;
    owners.sort();
    owners.dedup();
    owners.iter().try_for_each(|owner| recipients::lock_recipient(tx, owner).map(drop))
}

fn notify_owner(tx: &mut Tx<'_>, context: &RequestContext, expired_gems: &ExpiredGems) -> Result<(), DbError> {
    let notification = NewNotification {
        user_id: &expired_gems.user_id,
        booking_id: None,
        message: &NotificationMessage::GemsExpired { gems: expired_gems.gems },
        subject: NotificationSubject::Recipient,
        period: &context.now.ist_date().to_string(),
        delivery: NotificationDelivery::Push,
    };
    notify_unless_erased(tx, context, &notification)?;
    Ok(())
}
