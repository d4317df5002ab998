//! Retries a parked job.

use parlour_app::audit::{self, AuditedChange, state_json};
use parlour_app::request_context::RequestContext;
use parlour_domain::audit::AuditAction;
use parlour_store::jobs::integration_status::{self, QueuedJobRow};
use parlour_store::{DbError, Tx};

#[derive(Debug, thiserror::Error)]
pub enum RetryRefusal {
    #[error("there is no such work")]
    Unknown,
    #[error("this work is not parked")]
    NotParked,
    #[error("the same work waits to be done already")]
    AlreadyQueued,
    #[error(transparent)]
    Db(DbError),
}

/// A unique violation means that the same job was queued again: it runs once.
impl From<DbError> for RetryRefusal {
    fn from(error: DbError) -> Self {
        match error {
            DbError::Unique(_) => Self::AlreadyQueued,
            other => Self::Db(other),
        }
    }
}

/// Makes a parked job due now, with all its attempts.
pub fn retry_parked_job(tx: &mut Tx<'_>, context: &RequestContext, id: &str) -> Result<QueuedJobRow, RetryRefusal> {
    let before = integration_status::find_job(tx, id)?.ok_or(RetryRefusal::Unknown)?;
    let job = integration_status::retry_parked_job(tx, id, context.now)?.ok_or(RetryRefusal::NotParked)?;
    let change = AuditedChange {
        before: state_json(&before),
        after: state_json(&job),
        ..AuditedChange::new(AuditAction::WorkRetry, id)
    };
    audit::record(tx, context, change)?;
    Ok(job)
}
