//! Threads that start when there is more work than threads. Each has a connection of its own, and a connection that is not
//! needed costs the server memory, and a start-up that prepares its statements anew.

use std::fmt;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;

use super::error::DbError;
use super::threads::{join_threads, spawn_thread};

/// How many units wait for a thread or run on one.
#[derive(Debug, Default)]
pub(super) struct UnfinishedUnits(AtomicUsize);

impl UnfinishedUnits {
    pub(super) fn finish_unit(&self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

pub(super) struct GrowingThreads {
    name: &'static str,
    most: usize,
    run: Arc<dyn Fn(&UnfinishedUnits) + Send + Sync>,
    unfinished: Arc<UnfinishedUnits>,
    started: AtomicUsize,
    threads: Mutex<Vec<JoinHandle<()>>>,
}

impl fmt::Debug for GrowingThreads {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { name, most, started, .. } = self;
        out.debug_struct("GrowingThreads").field("name", name).field("most", most).field("started", started).finish()
    }
}

impl GrowingThreads {
    /// Starts none yet. Each thread calls `run`, which takes units from their queue until that is closed, and reports each
    /// as finished.
    pub(super) fn new(name: &'static str, most: usize, run: impl Fn(&UnfinishedUnits) + Send + Sync + 'static) -> Self {
        let (unfinished, started, threads) = (Arc::default(), AtomicUsize::new(0), Mutex::default());
        Self { name, most, run: Arc::new(run), unfinished, started, threads }
    }

    /// Call it before a unit is queued. Starts a thread if all are at work and there may be more of them.
    pub(super) fn expect_unit(&self) -> Result<&UnfinishedUnits, DbError> {
        let unfinished = self.unfinished.0.fetch_add(1, Ordering::Relaxed) + 1;
        if unfinished > self.started.load(Ordering::Relaxed) && self.started.load(Ordering::Relaxed) < self.most {
            self.start_thread().inspect_err(|_| self.unfinished.finish_unit())?;
        }
        Ok(&self.unfinished)
    }

    fn start_thread(&self) -> Result<(), DbError> {
        let mut threads = self.threads();
        if threads.len() < self.most {
            let (run, unfinished) = (Arc::clone(&self.run), Arc::clone(&self.unfinished));
            match spawn_thread(self.name, move || run(&unfinished)) {
                Ok(thread) => threads.push(thread),
                // Those that run will do.
                Err(_) if !threads.is_empty() => {}
                Err(error) => return Err(error),
            }
            self.started.store(threads.len(), Ordering::Relaxed);
        }
        Ok(())
    }

    /// Waits for threads whose queue has been closed.
    pub(super) fn join(&self) {
        let threads = std::mem::take(&mut *self.threads());
        join_threads(threads);
    }

    fn threads(&self) -> MutexGuard<'_, Vec<JoinHandle<()>>> {
        self.threads.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use crossbeam_channel::unbounded;

    use super::*;

    #[test]
    fn there_are_as_many_threads_as_units_at_once() {
        let (queue, units) = unbounded::<crossbeam_channel::Receiver<()>>();
        let (finished, results) = unbounded();
        let threads = GrowingThreads::new("test", 3, move |unfinished| {
            for unit in &units {
                let _ = unit.recv();
                unfinished.finish_unit();
                finished.send(()).unwrap();
            }
        });
        let enqueue = || {
            threads.expect_unit().unwrap();
            let (end, unit) = unbounded();
            queue.send(unit).unwrap();
            end
        };
        let count = || threads.threads().len();
        assert_eq!(count(), 0);
        for _ in 0..5 {
            drop(enqueue());
            results.recv().unwrap();
        }
        assert_eq!(count(), 1, "one after the other");
        let running: Vec<_> = (0..5).map(|_| enqueue()).collect();
        assert_eq!(count(), 3, "at most three");
        drop(running);
        (0..5).for_each(|_| results.recv().unwrap());
        drop(queue);
        threads.join();
    }
}
