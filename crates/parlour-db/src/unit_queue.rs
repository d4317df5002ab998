//! The queues in front of the database threads.

use std::time::{Duration, Instant};

use crossbeam_channel::{Sender, TrySendError};

use super::error::DbError;
use super::unit_of_work::UnitOfWork;

/// With so many waiting units, further requests are refused.
pub(super) const QUEUE_CAPACITY: usize = 1024;
/// A unit that has waited longer is refused: its caller has gone.
const MAX_QUEUE_WAIT: Duration = Duration::from_secs(5);

pub(super) struct QueuedUnit {
    unit: Box<dyn UnitOfWork>,
    queued_at: Instant,
}

impl QueuedUnit {
    pub(super) fn new(unit: Box<dyn UnitOfWork>) -> Self {
        Self { unit, queued_at: Instant::now() }
    }

    /// The unit, unless it has waited so long that it is turned away.
    pub(super) fn unit_unless_expired(self) -> Option<Box<dyn UnitOfWork>> {
        if self.queued_at.elapsed() <= MAX_QUEUE_WAIT {
            return Some(self.unit);
        }
        self.unit.send_result(Err(DbError::Overloaded));
        None
    }
}

pub(super) fn enqueue<Work>(queue: Option<&Sender<Work>>, work: Work) -> Result<(), DbError> {
    let queue = queue.ok_or_else(|| DbError::Unavailable("the database is closed".into()))?;
    queue.try_send(work).map_err(|refusal| match refusal {
        TrySendError::Full(_) => DbError::Overloaded,
        TrySendError::Disconnected(_) => DbError::Unavailable("a database thread has ended".into()),
    })
}
