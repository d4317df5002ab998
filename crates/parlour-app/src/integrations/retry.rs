//! Work that was given up is tried again.

use parlour_store::integrations::{self, WorkRow};
use parlour_store::{DbError, Tx};

use crate::audit::{self, Change, state};
use crate::occasion::Occasion;

#[derive(Debug, thiserror::Error)]
pub enum RetryRefusal {
    #[error("there is no such work")]
    Unknown,
    #[error("this work is not parked")]
    NotParked,
    #[error("the same work waits to be done already")]
    Waiting,
    #[error(transparent)]
    Db(DbError),
}

/// Somebody may have asked for the same since: then it is done once.
impl From<DbError> for RetryRefusal {
    fn from(error: DbError) -> Self {
        match error {
            DbError::Unique(_) => Self::Waiting,
            other => Self::Db(other),
        }
    }
}

/// It is due now, and has all its tries again.
pub fn retry(tx: &mut Tx<'_>, occasion: &Occasion, id: &str) -> Result<WorkRow, RetryRefusal> {
    let before = integrations::work(tx, id)?.ok_or(RetryRefusal::Unknown)?;
    let work = integrations::unpark(tx, id, occasion.now)?.ok_or(RetryRefusal::NotParked)?;
    let change = Change {
        action: "work.retry",
        record_id: id,
        before: state(&before),
        after: state(&work),
        ..Change::default()
    };
    audit::record(tx, occasion, change)?;
    Ok(work)
}
