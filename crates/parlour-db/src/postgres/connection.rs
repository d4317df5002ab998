//! A connection to Postgres on which statements can be sent without waiting for their results. They travel together with
//! the next one that is waited for, and the server runs them in the order in which they were sent.

use std::future::{Future, poll_fn};
use std::pin::{Pin, pin};
use std::sync::{Arc, OnceLock};
use std::task::{Context, Poll, Waker};
use std::time::Duration;

use futures_util::Stream as _;
use postgres::error::SqlState;
use postgres::{Notification, Row, Statement};
use tokio::runtime::Runtime;
use tokio_postgres::{Client, Config, Error};
use tokio_postgres_rustls::MakeRustlsConnect;

use super::messages::PgMessages;
use crate::statements::sql_value::{OwnedSqlValue, SqlValue, as_sql_params};

/// A statement that was sent and has not been waited for.
type SentStatement = Pin<Box<dyn Future<Output = Result<(), Error>> + Send>>;

/// The rows of a statement that was sent, once they are there.
pub(crate) type SentRows = Arc<OnceLock<Vec<Row>>>;

pub(super) enum CommitFailure {
    /// A statement before the commit failed, so nothing was stored.
    RolledBack(Error),
    /// It is unknown whether anything was stored.
    Unknown(Error),
}

/// The messages are dropped last: they tell the server that the client is gone.
pub(super) struct PgConnection {
    sent: Vec<SentStatement>,
    client: Arc<Client>,
    messages: PgMessages,
    /// Whether the server has answered since the last transaction was begun.
    has_answered: bool,
}

impl PgConnection {
    /// Blocks; call it off the async runtime.
    pub(super) fn open(runtime: Runtime, config: &Config, tls: MakeRustlsConnect) -> Result<Self, Error> {
        let (client, messages) = PgMessages::open(runtime, config, tls)?;
        Ok(Self { sent: Vec::new(), client: Arc::new(client), messages, has_answered: true })
    }

    /// Whether it can be used no more.
    pub(super) fn has_failed(&self) -> bool {
        self.messages.has_failed() || self.client.is_closed()
    }

    /// Whether the server has answered since the last transaction was begun.
    pub(super) fn has_answered(&self) -> bool {
        self.has_answered
    }

    /// How many statements were sent and not waited for.
    pub(super) fn sent_count(&self) -> usize {
        self.sent.len()
    }

    pub(super) fn prepare(&mut self, sql: &str) -> Result<Statement, Error> {
        let client = Arc::clone(&self.client);
        self.wait_for(client.prepare(sql))
    }

    /// Sends the beginning of a transaction that writes.
    pub(super) fn begin(&mut self) -> Result<(), Error> {
        self.has_answered = false;
        self.send_batch("begin read write")
    }

    /// Sends a statement. Its error is that of the next one that is waited for.
    pub(super) fn send(&mut self, statement: &Statement, params: &[SqlValue<'_>]) -> Result<(), Error> {
        let (client, statement) = (Arc::clone(&self.client), statement.clone());
        let params: Vec<OwnedSqlValue> = params.iter().map(OwnedSqlValue::from).collect();
        self.start(async move { client.execute_raw(&statement, params).await.map(drop) })
    }

    /// Sends a statement whose rows are there once something later was waited for. One that has divided by zero has none.
    pub(super) fn send_query(&mut self, statement: &Statement, params: &[SqlValue<'_>]) -> Result<SentRows, Error> {
        let (client, statement) = (Arc::clone(&self.client), statement.clone());
        let params: Vec<OwnedSqlValue> = params.iter().map(OwnedSqlValue::from).collect();
        let rows = SentRows::default();
        let received = Arc::clone(&rows);
        self.start(async move {
            let read_all = async {
                let found = client.query_raw(&statement, params).await?;
                let mut found = pin!(found);
                let mut all = Vec::new();
                while let Some(row) = poll_fn(|context| found.as_mut().poll_next(context)).await {
                    all.push(row?);
                }
                Ok::<_, Error>(all)
            };
            let (rows, done) = match read_all.await {
                Ok(rows) => (rows, Ok(())),
                Err(error) if error.code() == Some(&SqlState::DIVISION_BY_ZERO) => (Vec::new(), Err(error)),
                Err(error) => return Err(error),
            };
            // It is set once, here.
            let _ = received.set(rows);
            done
        })?;
        Ok(rows)
    }

    /// Sends a statement without parameters.
    pub(super) fn send_batch(&mut self, sql: &'static str) -> Result<(), Error> {
        let client = Arc::clone(&self.client);
        self.start(async move { client.batch_execute(sql).await })
    }

    /// Sends a statement and does not let it wait for the next one.
    pub(super) fn send_batch_at_once(&mut self, sql: &'static str) -> Result<(), Error> {
        self.send_batch(sql)?;
        self.messages.write()
    }

    pub(super) fn query(&mut self, statement: &Statement, params: &[SqlValue<'_>]) -> Result<Vec<Row>, Error> {
        let (client, params) = (Arc::clone(&self.client), as_sql_params(params));
        self.wait_for(client.query(statement, &params))
    }

    pub(super) fn execute(&mut self, statement: &Statement, params: &[SqlValue<'_>]) -> Result<u64, Error> {
        let (client, params) = (Arc::clone(&self.client), as_sql_params(params));
        self.wait_for(client.execute(statement, &params))
    }

    pub(super) fn run_batch(&mut self, sql: &str) -> Result<(), Error> {
        let client = Arc::clone(&self.client);
        self.wait_for(client.batch_execute(sql))
    }

    /// Sends the commit with the statements before it and waits for all.
    pub(super) fn commit(&mut self) -> Result<(), CommitFailure> {
        let client = Arc::clone(&self.client);
        let sent = std::mem::take(&mut self.sent);
        let mut commit = pin!(client.batch_execute("commit"));
        let begun = poll_once(commit.as_mut());
        let (others, committed) = self
            .block_on(async {
                let others = finish(sent).await;
                let committed = match begun {
                    Poll::Ready(done) => done,
                    Poll::Pending => commit.await,
                };
                Ok((others, committed))
            })
            .map_err(CommitFailure::Unknown)?;
        match others {
            // The server has told of the error before it came to the commit, and so has rolled back.
            Err(error) if error.as_db_error().is_some() => Err(CommitFailure::RolledBack(error)),
            others => others.and(committed).map_err(CommitFailure::Unknown),
        }
    }

    /// Waits for what was sent; the error of the first statement that failed.
    pub(super) fn wait_for_sent(&mut self) -> Result<(), Error> {
        let sent = std::mem::take(&mut self.sent);
        if sent.is_empty() { Ok(()) } else { self.block_on(finish(sent)) }
    }

    /// Rolls back, however the statements before it ended.
    pub(super) fn roll_back(&mut self) -> Result<(), Error> {
        self.send_batch("rollback")?;
        let sent = std::mem::take(&mut self.sent);
        self.block_on(async {
            let mut last = Ok(());
            for statement in sent {
                last = statement.await;
            }
            last
        })
    }

    /// Waits for notifications; none if the time is over or the connection is lost.
    pub(super) fn wait_for_notifications(&mut self, limit: Duration) -> Vec<Notification> {
        self.messages.wait_for_notifications(limit)
    }

    /// Hands a statement to the connection, which writes it when something is waited for.
    fn start(&mut self, statement: impl Future<Output = Result<(), Error>> + Send + 'static) -> Result<(), Error> {
        let mut statement: SentStatement = Box::pin(statement);
        match poll_once(statement.as_mut()) {
            // It was not sent: a parameter has the wrong type, or the connection is closed.
            Poll::Ready(done) => done,
            Poll::Pending => {
                self.sent.push(statement);
                Ok(())
            }
        }
    }

    /// Sends a statement together with those before it and waits for all. The first error is the cause of the others: a
    /// transaction does nothing more after it.
    fn wait_for<T>(&mut self, last: impl Future<Output = Result<T, Error>>) -> Result<T, Error> {
        let sent = std::mem::take(&mut self.sent);
        if sent.is_empty() {
            return self.block_on(last);
        }
        let mut last = pin!(last);
        let begun = poll_once(last.as_mut());
        self.block_on(async {
            let others = finish(sent).await;
            let last = match begun {
                Poll::Ready(done) => done,
                Poll::Pending => last.await,
            };
            others.and(last)
        })
    }

    fn block_on<T>(&mut self, future: impl Future<Output = Result<T, Error>>) -> Result<T, Error> {
        let done = self.messages.block_on(future);
        self.has_answered |= done.is_ok();
        done
    }
}

/// Lets a statement be handed to the connection.
fn poll_once<F: Future + ?Sized>(future: Pin<&mut F>) -> Poll<F::Output> {
    future.poll(&mut Context::from_waker(Waker::noop()))
}

/// Waits for all, whichever fails; the error of the first that failed.
async fn finish(sent: Vec<SentStatement>) -> Result<(), Error> {
    let mut first_error = Ok(());
    for statement in sent {
        first_error = first_error.and(statement.await);
    }
    first_error
}
