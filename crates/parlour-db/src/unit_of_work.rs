//! A unit of work that is sent to a database thread, and its result.
//!
//! Only the smallest part is generic: the handlers have hundreds of units, and each would otherwise be compiled with a channel,
//! a time limit and a transaction's end of its own.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::Duration;

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

/// A value whose type the caller knows.
type AnyValue = Box<dyn Any + Send>;

/// How a unit of work ended.
pub(super) enum UnitResult {
    Done(AnyValue),
    /// The work's own error.
    Refused(AnyValue),
    Failed(DbError),
}

impl UnitResult {
    /// The result with the types of the work that returned it.
    pub(super) fn with_types<T: 'static, E: From<DbError> + 'static>(self) -> Result<T, E> {
        match self {
            Self::Done(value) => Ok(*value.downcast().expect("the type of the work's value")),
            Self::Refused(error) => Err(*error.downcast().expect("the type of the work's error")),
            Self::Failed(error) => Err(error.into()),
        }
    }
}

/// Work whose result and error have lost their types.
type ErasedWork = dyn Fn(&mut Tx<'_>) -> Result<AnyValue, AnyValue> + Send;

/// The work of a unit, without the types of its value and its error.
pub(super) struct Work(Box<ErasedWork>);

impl Work {
    pub(super) fn new<T, E>(work: impl Fn(&mut Tx<'_>) -> Result<T, E> + Send + 'static) -> Self
    where
        T: Send + 'static,
        E: Send + 'static,
    {
        Self(Box::new(move |tx| match work(tx) {
            Ok(value) => Ok(Box::new(value)),
            Err(error) => Err(Box::new(error)),
        }))
    }
}

/// What is asked of every write.
pub(super) struct WriteChecks {
    /// Whether writes succeed is noted there.
    pub(super) state: Arc<WriteState>,
    /// Whether the write is refused while the clock is wrong.
    pub(super) needs_right_clock: bool,
}

impl WriteChecks {
    fn check_before(&self, tx: &mut Tx<'_>) -> Result<(), DbError> {
        if self.needs_right_clock { self.state.ensure_clock_is_right(tx) } else { Ok(()) }
    }
}

struct ErasedUnit {
    work: Work,
    result: Option<UnitResult>,
    answer: oneshot::Sender<UnitResult>,
    /// Of a write.
    checks: Option<WriteChecks>,
}

/// A unit, and where its result arrives.
pub(super) fn new_unit_of_work(
    work: Work,
    checks: Option<WriteChecks>,
) -> (Box<dyn UnitOfWork>, oneshot::Receiver<UnitResult>) {
    let (answer, receiver) = oneshot::channel();
    (Box::new(ErasedUnit { work, result: None, answer, checks }), receiver)
}

/// The result of a unit that was submitted; the caller waits no longer than the limit, though the work may still be done.
pub(super) async fn wait_for_result(
    time_limit: Duration,
    submitted: Result<(), DbError>,
    answer: oneshot::Receiver<UnitResult>,
) -> UnitResult {
    if let Err(error) = submitted {
        return UnitResult::Failed(error);
    }
    let unavailable = |why: &str| UnitResult::Failed(DbError::Unavailable(why.into()));
    match tokio::time::timeout(time_limit, answer).await {
        Ok(Ok(answer)) => answer,
        Ok(Err(_)) => unavailable("the database is shutting down"),
        Err(_) => unavailable("the database does not answer"),
    }
}

impl ErasedUnit {
    fn run_checked(&self, tx: &mut Tx<'_>) -> Result<UnitResult, DbError> {
        if let Some(checks) = &self.checks {
            checks.check_before(tx)?;
        }
        let value = match (self.work.0)(tx) {
            Ok(value) => value,
            Err(error) => return Ok(UnitResult::Refused(error)),
        };
        if self.checks.is_some() {
            tx.ensure_no_failed_statement()?;
        }
        Ok(UnitResult::Done(value))
    }
}

impl UnitOfWork for ErasedUnit {
    fn run(&mut self, tx: &mut Tx<'_>) -> bool {
        let run = catch_unwind(AssertUnwindSafe(|| self.run_checked(tx)));
        let result = run.unwrap_or(Err(DbError::Panicked)).unwrap_or_else(UnitResult::Failed);
        let keep = matches!(result, UnitResult::Done(_));
        if let (Some(checks), Some(failure)) = (&self.checks, tx.failure()) {
            checks.state.note_failure(failure);
        }
        self.result = Some(result);
        keep
    }

    fn send_result(self: Box<Self>, stored: Result<(), DbError>) {
        match (&self.checks, &stored, &self.result) {
            (Some(checks), Ok(()), Some(UnitResult::Done(_))) => checks.state.note_written(),
            (Some(checks), Err(error), _) => checks.state.note_failure(error),
            _ => {}
        }
        let answer = match (stored, self.result) {
            (Ok(()), Some(result)) => result,
            (Ok(()), None) => UnitResult::Failed(DbError::Unavailable("the work never ran".into())),
            (Err(error), _) => UnitResult::Failed(error),
        };
        // The caller may have gone; the work is done anyway.
        let _ = self.answer.send(answer);
    }
}
