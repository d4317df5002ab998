//! Reminds staff of leads that they have not contacted for two days.

use parlour_app::notifications::notify::{NewNotification, NotificationDelivery};
use parlour_app::request_context::RequestContext;
use parlour_db::cursor::BatchCursor;
use parlour_domain::ist::{HOUR_MS, Timestamp};
use parlour_domain::notification::message::NotificationMessage;
use parlour_domain::notification::subject::NotificationSubject;
use parlour_store::notifications::recipients::{self, LeadToFollowUp};
use parlour_store::{DbError, Tx};

use crate::jobs::batches::{BatchResult, next_cursor, notify_unless_erased, run_in_batches};
use crate::jobs::{BATCH_SIZE, JobError};
use crate::worker_context::WorkerContext;

const NO_CONTACT_FOR_MS: i64 = 48 * HOUR_MS;

/// Reminds every day until the lead is contacted.
pub(in crate::jobs) async fn run(worker: &WorkerContext, at: Timestamp) -> Result<u64, JobError> {
    let start = (Timestamp::FAR_PAST, String::new());
    run_in_batches(worker, start, move |tx, context, (created_at, id)| {
        let mut leads = recipients::list_leads_to_follow_up(
            tx,
            at.plus_millis(-NO_CONTACT_FOR_MS),
            BatchCursor { at: *created_at, id },
            BATCH_SIZE,
        )?;
        let next = next_cursor(&leads, |last| (last.created_at, last.id.to_string()));
        // All jobs lock users in the same order, so that they cannot deadlock.
        leads.sort_by(|one, other| one.assigned_to.cmp(&other.assigned_to));
        let period = at.ist_date().to_string();
        let mut processed = 0;
        for lead in &leads {
            processed += u64::from(notify_assignee(tx, context, lead, &period)?);
        }
        Ok(BatchResult { processed, next })
    })
    .await
}

fn notify_assignee(
    tx: &mut Tx<'_>,
    context: &RequestContext,
    lead: &LeadToFollowUp,
    period: &str,
) -> Result<bool, DbError> {
    let message = NotificationMessage::LeadWaiting {
        captured_at: lead.created_at,
        service: lead.service_name.clone(),
        last_contact: lead.last_contacted_at.map(Timestamp::ist_date),
    };
    let notification = NewNotification {
        user_id: &lead.assigned_to,
        booking_id: None,
        message: &message,
        subject: NotificationSubject::Lead(&lead.id),
        period,
        delivery: NotificationDelivery::Push,
    };
    notify_unless_erased(tx, context, &notification)
}
