//! The engines' threads.

use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use super::error::DbError;

/// A thread that waits for a server that does not answer must not keep the process from ending.
const SHUTDOWN_TIMEOUT: Duration = Duration::from_secs(10);

pub(super) fn spawn_thread(name: &str, run: impl FnOnce() + Send + 'static) -> Result<JoinHandle<()>, DbError> {
    thread::Builder::new()
        .name(name.into())
        .spawn(run)
        .map_err(|error| DbError::Unavailable(format!("no thread for the database: {error}")))
}

/// Waits for threads whose queue has been closed.
pub(super) fn join_threads(threads: impl IntoIterator<Item = JoinHandle<()>>) {
    let deadline = Instant::now() + SHUTDOWN_TIMEOUT;
    for thread in threads {
        // The last holder may have been a unit of work, which is dropped on the very thread.
        let is_current_thread = thread.thread().id() == thread::current().id();
        while !is_current_thread && !thread.is_finished() && Instant::now() < deadline {
            thread::sleep(Duration::from_millis(1));
        }
        if thread.is_finished() {
            // A thread that panicked has nothing left to say.
            let _ = thread.join();
        }
    }
}
