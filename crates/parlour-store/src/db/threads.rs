//! The engines' threads, and the queues in front of them.

use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use crossbeam_channel::{Sender, TrySendError};

use super::{DbError, Unit};

/// Past this many waiting units a request is better told to come back.
pub(super) const QUEUE: usize = 1024;
/// Nobody waits this long for an answer to begin.
const LONGEST_WAIT: Duration = Duration::from_secs(5);
/// A thread that waits for a server that does not answer must not keep the process from ending.
const LONGEST_GOODBYE: Duration = Duration::from_secs(10);

pub(super) struct Queued {
    unit: Box<dyn Unit>,
    since: Instant,
}

impl Queued {
    pub(super) fn new(unit: Box<dyn Unit>) -> Self {
        Self { unit, since: Instant::now() }
    }

    /// The unit, unless it has waited so long that it is turned away.
    pub(super) fn in_time(self) -> Option<Box<dyn Unit>> {
        if self.since.elapsed() <= LONGEST_WAIT {
            return Some(self.unit);
        }
        self.unit.settle(Err(DbError::Overloaded));
        None
    }
}

pub(super) fn submit<Work>(queue: Option<&Sender<Work>>, work: Work) -> Result<(), DbError> {
    let queue = queue.ok_or_else(|| DbError::Unavailable("the database is closed".into()))?;
    queue.try_send(work).map_err(|refusal| match refusal {
        TrySendError::Full(_) => DbError::Overloaded,
        TrySendError::Disconnected(_) => DbError::Unavailable("a database thread has ended".into()),
    })
}

pub(super) fn spawn(name: &str, run: impl FnOnce() + Send + 'static) -> Result<JoinHandle<()>, DbError> {
    thread::Builder::new()
        .name(name.into())
        .spawn(run)
        .map_err(|error| DbError::Unavailable(format!("no thread for the database: {error}")))
}

/// Waits for threads whose queue has been closed.
pub(super) fn join(threads: impl IntoIterator<Item = JoinHandle<()>>) {
    let deadline = Instant::now() + LONGEST_GOODBYE;
    for thread in threads {
        // The last holder may have been a unit of work, which is dropped on the very thread.
        let is_own = thread.thread().id() == thread::current().id();
        while !is_own && !thread.is_finished() && Instant::now() < deadline {
            thread::sleep(Duration::from_millis(1));
        }
        if thread.is_finished() {
            // A thread that panicked has nothing left to say.
            let _ = thread.join();
        }
    }
}
