//! A unit of work that is sent to a database thread, and its result.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use tokio::sync::oneshot;

use super::conn::Tx;
use super::error::DbError;
use super::write_state::WriteState;

pub(super) trait UnitOfWork: Send {
    /// Runs the work; the result replaces that of an earlier run. True if the transaction should be committed.
    fn run(&mut self, tx: &mut Tx<'_>) -> bool;

    /// Sends the result to the caller: that of the work, or the error that kept it from being committed.
    fn send_result(self: Box<Self>, stored: Result<(), DbError>);
}

struct ClosureUnit<F, T, E> {
    run: F,
    result: Option<Result<T, E>>,
    answer: oneshot::Sender<Result<T, E>>,
    /// Of a write: whether it succeeded is noted there.
    writes: Option<Arc<WriteState>>,
}

pub(super) fn new_unit_of_work<F, T, E>(
    work: F,
    writes: Option<Arc<WriteState>>,
) -> (Box<dyn UnitOfWork>, oneshot::Receiver<Result<T, E>>)
where
    F: Fn(&mut Tx<'_>) -> Result<T, E> + Send + 'static,
    T: Send + 'static,
    E: From<DbError> + Send + 'static,
{
    let (answer, receiver) = oneshot::channel();
    (Box::new(ClosureUnit { run: work, result: None, answer, writes }), receiver)
}

impl<F, T, E> UnitOfWork for ClosureUnit<F, T, E>
where
    F: Fn(&mut Tx<'_>) -> Result<T, E> + Send,
    T: Send,
    E: From<DbError> + Send,
{
    fn run(&mut self, tx: &mut Tx<'_>) -> bool {
        let result =
            catch_unwind(AssertUnwindSafe(|| (self.run)(tx))).unwrap_or_else(|_| Err(DbError::Panicked.into()));
        let keep = result.is_ok();
        if let (Some(writes), Some(failure)) = (&self.writes, tx.failure()) {
            writes.note_failure(failure);
        }
        self.result = Some(result);
        keep
    }

    fn send_result(self: Box<Self>, stored: Result<(), DbError>) {
        match (&self.writes, &stored, &self.result) {
            (Some(writes), Ok(()), Some(Ok(_))) => writes.note_written(),
            (Some(writes), Err(error), _) => writes.note_failure(error),
            _ => {}
        }
        let answer = match (stored, self.result) {
            (Ok(()), Some(result)) => result,
            (Ok(()), None) => Err(DbError::Unavailable("the work never ran".into()).into()),
            (Err(error), _) => Err(error.into()),
        };
        // The caller may have gone; the work is done anyway.
        let _ = self.answer.send(answer);
    }
}
