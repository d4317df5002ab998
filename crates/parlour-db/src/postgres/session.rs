//! A connection to Postgres with its prepared statements, which is opened anew when it breaks.

use std::collections::HashMap;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use postgres::config::Host;
use postgres::error::SqlState;
use postgres::{Client, Statement};
use tokio_postgres_rustls::MakeRustlsConnect;

use super::connection::{CommitFailure, PgConnection, SentRows};
use super::expected_numbers::ExpectedNumbers;
use super::tls;
use crate::error::{DbError, describe, is_connection_error, is_retryable};
use crate::statements::sql_value::{OwnedSqlValue, SqlValue};

const CONNECT_TIMEOUT: Duration = Duration::from_millis(1500);
const TIMEOUT_OPTIONS: &str = "-c statement_timeout=30s -c lock_timeout=10s -c idle_in_transaction_session_timeout=60s";
/// One plan per statement, as on SQLite: for reads by key, planning took longer than reading. No statement is slow
/// enough for just-in-time compilation.
const PLANNER_OPTIONS: &str = "-c plan_cache_mode=force_generic_plan -c jit=off";

/// So many statements are sent at most before one is waited for, so that a large write does not fill the memory.
const MAX_SENT: usize = 100;

/// One thread's connection, with its prepared statements.
#[derive(Debug)]
pub(crate) struct PgSession {
    connector: Arc<PostgresConnector>,
    open: Option<OpenConnection>,
    /// Why the current unit should be tried again, once a statement has said so.
    retry_reason: Option<String>,
    expected_numbers: Arc<ExpectedNumbers>,
}

struct OpenConnection {
    connection: PgConnection,
    /// Statements are written in the source, so their address names them.
    statements: HashMap<(usize, usize), Statement>,
    /// What the transaction asked and did not take yet.
    asked_ahead: Vec<AskedAhead>,
}

struct AskedAhead {
    sql: &'static str,
    params: Vec<OwnedSqlValue>,
    rows: SentRows,
}

impl std::fmt::Debug for OpenConnection {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.debug_struct("Open").field("statements", &self.statements.len()).finish_non_exhaustive()
    }
}

impl PgSession {
    pub(crate) fn new(connector: Arc<PostgresConnector>) -> Self {
        Self { connector, open: None, retry_reason: None, expected_numbers: Arc::default() }
    }

    /// Shares the numbers that are expected with the other connections of the process.
    pub(crate) fn sharing(mut self, numbers: &Arc<ExpectedNumbers>) -> Self {
        self.expected_numbers = Arc::clone(numbers);
        self
    }

    pub(crate) fn expected_numbers(&self) -> &ExpectedNumbers {
        &self.expected_numbers
    }

    /// Forgets why the unit before was to be tried again.
    pub(crate) fn clear_retry_reason(&mut self) {
        self.retry_reason = None;
    }

    /// Why the current unit should be tried again, once a statement has said so.
    pub(crate) fn take_retry_reason(&mut self) -> Option<String> {
        self.retry_reason.take()
    }

    pub(crate) fn must_retry(&self) -> bool {
        self.retry_reason.is_some()
    }

    /// Lets the whole work run again.
    pub(crate) fn request_retry(&mut self, reason: &str) -> DbError {
        self.retry_reason = Some(reason.to_owned());
        DbError::Unavailable(reason.to_owned())
    }

    /// Whether the connection is a new one.
    pub(crate) fn connect(&mut self) -> Result<bool, DbError> {
        let is_new = self.open.as_ref().is_none_or(|open| open.connection.has_failed());
        if is_new {
            self.open = None;
            let connection = self.connector.open()?;
            self.open = Some(OpenConnection { connection, statements: HashMap::new(), asked_ahead: Vec::new() });
            // What is meant to read cannot write, as on the other engine.
            self.run_batch("set default_transaction_read_only = on")?;
        }
        Ok(is_new)
    }

    /// Listens to changes of other processes. Whether some may have been missed before.
    pub(crate) fn listen(&mut self) -> Result<bool, DbError> {
        let is_new = self.connect()?;
        if is_new {
            self.run_batch("listen parlour_changes; listen parlour_staff_days; listen parlour_live")?;
        }
        Ok(is_new)
    }

    /// Waits for notifications; none if the time is over or the connection is lost.
    pub(crate) fn wait_for_notifications(&mut self, limit: Duration) -> Vec<postgres::Notification> {
        self.open.as_mut().map_or_else(Vec::new, |open| open.connection.wait_for_notifications(limit))
    }

    pub(crate) fn run_batch(&mut self, sql: &'static str) -> Result<(), DbError> {
        self.run(|open| open.connection.run_batch(sql))
    }

    /// Begins a transaction that writes. It is sent with the first statement that is waited for.
    pub(crate) fn begin(&mut self) -> Result<(), DbError> {
        self.run(|open| {
            open.asked_ahead.clear();
            open.connection.begin()
        })
    }

    /// Begins a transaction that reads one state of the database. It is sent with the first statement.
    pub(crate) fn begin_snapshot(&mut self) -> Result<(), DbError> {
        self.run(|open| open.connection.send_batch("begin isolation level repeatable read read only"))
    }

    /// Ends it without waiting for the answer: nothing follows from it.
    pub(crate) fn end_snapshot(&mut self) -> Result<(), DbError> {
        self.run(|open| open.connection.send_batch_at_once("commit"))
    }

    /// Commits, together with what was sent before. If it is unknown whether the commit succeeded, nothing asks for
    /// another attempt.
    pub(crate) fn commit(&mut self) -> Result<(), DbError> {
        if self.open.as_ref().is_some_and(|open| !open.connection.has_answered()) {
            // The connection may have been lost before the transaction began; then the work can be tried again.
            if let Err(error) = self.wait_for_sent() {
                self.roll_back();
                return Err(error);
            }
        }
        let open = self.open.as_mut().ok_or_else(not_connected)?;
        match open.connection.commit() {
            Ok(()) => Ok(()),
            Err(CommitFailure::RolledBack(error)) => Err(self.note_error(error)),
            Err(CommitFailure::Unknown(error)) => {
                let error = self.note_error(error);
                self.retry_reason = None;
                Err(error)
            }
        }
    }

    pub(crate) fn roll_back(&mut self) {
        if self.run(|open| open.connection.roll_back()).is_err() {
            self.open = None;
        }
    }

    pub(crate) fn query(&mut self, sql: &'static str, params: &[SqlValue<'_>]) -> Result<Vec<postgres::Row>, DbError> {
        self.run(|open| {
            let statement = open.statement(sql)?;
            open.connection.query(&statement, params)
        })
    }

    /// The rows that a statement finds for each list of parameters, asked for at once or ahead.
    pub(crate) fn query_each<'a>(
        &mut self,
        sql: &'static str,
        params: &[impl AsRef<[SqlValue<'a>]>],
    ) -> Result<Vec<Vec<postgres::Row>>, DbError> {
        self.run(|open| {
            let statement = open.statement(sql)?;
            let sent = params.iter().map(|params| match open.take_asked_ahead(sql, params.as_ref()) {
                Some(rows) => Ok(rows),
                None => open.connection.send_query(&statement, params.as_ref()),
            });
            let sent: Vec<SentRows> = sent.collect::<Result<_, _>>()?;
            open.connection.wait_for_sent()?;
            Ok(sent
                .into_iter()
                .map(|rows| Arc::into_inner(rows).and_then(OnceLock::into_inner))
                .map(Option::unwrap_or_default)
                .collect())
        })
    }

    /// Sends what [`Self::query_each`] will be asked for in this transaction.
    pub(crate) fn send_ahead<'a>(
        &mut self,
        sql: &'static str,
        params: &[impl AsRef<[SqlValue<'a>]>],
    ) -> Result<(), DbError> {
        self.run(|open| {
            for params in params {
                let statement = open.statement_to_send(sql)?;
                let rows = open.connection.send_query(&statement, params.as_ref())?;
                let params = params.as_ref().iter().map(OwnedSqlValue::from).collect();
                open.asked_ahead.push(AskedAhead { sql, params, rows });
            }
            Ok(())
        })
    }

    pub(crate) fn execute(&mut self, sql: &'static str, params: &[SqlValue<'_>]) -> Result<u64, DbError> {
        self.run(|open| {
            let statement = open.statement(sql)?;
            open.connection.execute(&statement, params)
        })
    }

    /// Sends a statement whose result nobody needs. If it fails, the next statement that is waited for has its error, or
    /// the commit.
    pub(crate) fn send(&mut self, sql: &'static str, params: &[SqlValue<'_>]) -> Result<(), DbError> {
        self.run(|open| {
            let statement = open.statement_to_send(sql)?;
            open.connection.send(&statement, params)
        })
    }

    /// Sends a statement whose rows are needed after the commit at the earliest.
    pub(crate) fn send_query(&mut self, sql: &'static str, params: &[SqlValue<'_>]) -> Result<SentRows, DbError> {
        self.run(|open| {
            let statement = open.statement_to_send(sql)?;
            open.connection.send_query(&statement, params)
        })
    }

    pub(crate) fn check(&mut self, sql: &'static str) -> Result<(), DbError> {
        self.run(|open| open.connection.prepare(sql).map(drop))
    }

    /// Waits for what was sent; the error of the first statement that failed.
    pub(crate) fn wait_for_sent(&mut self) -> Result<(), DbError> {
        self.run(|open| open.connection.wait_for_sent())
    }

    fn run<T>(
        &mut self,
        operation: impl FnOnce(&mut OpenConnection) -> Result<T, postgres::Error>,
    ) -> Result<T, DbError> {
        let open = self.open.as_mut().ok_or_else(not_connected)?;
        operation(open).map_err(|error| self.note_error(error))
    }

    /// Notes whether the work should be tried again and whether the connection can still be used.
    fn note_error(&mut self, error: postgres::Error) -> DbError {
        let has_failed = self.open.as_ref().is_some_and(|open| open.connection.has_failed());
        if has_failed || is_connection_error(&error) {
            self.open = None;
            self.retry_reason = Some(describe(&error));
        } else if error.code().is_some_and(is_retryable) || is_other_number(&error) {
            self.retry_reason = Some(describe(&error));
        } else if error.code() == Some(&SqlState::FEATURE_NOT_SUPPORTED) {
            // A table has changed under a prepared statement, for all that is known: prepare anew.
            self.open = None;
        }
        error.into()
    }
}

/// Whether another process has taken the number that was expected ([`Tx::take_number`](crate::Tx::take_number)).
fn is_other_number(error: &postgres::Error) -> bool {
    let constraint = error.as_db_error().and_then(postgres::error::DbError::constraint);
    constraint.is_some_and(|name| name.ends_with("_counters_number_positive"))
}

fn not_connected() -> DbError {
    DbError::Unavailable("not connected".into())
}

impl OpenConnection {
    fn take_asked_ahead(&mut self, sql: &'static str, params: &[SqlValue<'_>]) -> Option<SentRows> {
        let is_same = |asked: &AskedAhead| asked.sql == sql && asked.params == *params;
        let at = self.asked_ahead.iter().position(is_same)?;
        Some(self.asked_ahead.swap_remove(at).rows)
    }

    fn statement_to_send(&mut self, sql: &'static str) -> Result<Statement, postgres::Error> {
        if self.connection.sent_count() >= MAX_SENT {
            self.connection.wait_for_sent()?;
        }
        self.statement(sql)
    }

    fn statement(&mut self, sql: &'static str) -> Result<Statement, postgres::Error> {
        let name = (sql.as_ptr().addr(), sql.len());
        if let Some(known) = self.statements.get(&name) {
            return Ok(known.clone());
        }
        // In a transaction that has failed, the server prepares nothing and would only say so.
        self.connection.wait_for_sent()?;
        let statement = self.connection.prepare(sql)?;
        self.statements.insert(name, statement.clone());
        Ok(statement)
    }
}

/// How to reach the server.
pub(crate) struct PostgresConnector {
    config: tokio_postgres::Config,
    tls: MakeRustlsConnect,
}

impl std::fmt::Debug for PostgresConnector {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.write_str("Connector")
    }
}

impl PostgresConnector {
    pub(crate) fn new(url: &str) -> Result<Self, DbError> {
        let (mut config, tls) = tls::config_and_tls(url)?;
        if config.get_connect_timeout().is_none() {
            config.connect_timeout(CONNECT_TIMEOUT);
        }
        if config.get_application_name().is_none() {
            config.application_name("parlour");
        }
        // The timeouts end statements that hang. Options in the URL come later and override them.
        let options = format!("{TIMEOUT_OPTIONS} {PLANNER_OPTIONS} {}", config.get_options().unwrap_or_default());
        config.options(&options);
        // A server that disappears without closing the connection is detected in seconds, not in two hours.
        config.tcp_user_timeout(Duration::from_secs(10));
        config.keepalives_idle(Duration::from_secs(10)).keepalives_interval(Duration::from_secs(5));
        Ok(Self { config, tls })
    }

    /// Blocks; call it off the async runtime.
    pub(crate) fn connect(&self) -> Result<Client, DbError> {
        postgres::Config::from(self.config.clone())
            .connect(self.tls.clone())
            .map_err(|error| self.unavailable(&describe(&error)))
    }

    /// Opens a connection on which statements can be sent without waiting. Blocks; call it off the async runtime.
    fn open(&self) -> Result<PgConnection, DbError> {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
        let runtime = runtime.map_err(|error| self.unavailable(&error.to_string()))?;
        PgConnection::open(runtime, &self.config, self.tls.clone()).map_err(|error| self.unavailable(&describe(&error)))
    }

    fn unavailable(&self, why: &str) -> DbError {
        DbError::Unavailable(format!("{}: {why}", self.hosts()))
    }

    /// Where the server is, for messages.
    fn hosts(&self) -> String {
        let (hosts, ports) = (self.config.get_hosts(), self.config.get_ports());
        let port = |at: usize| ports.get(at).or(ports.first()).copied().unwrap_or(5432);
        let named = hosts.iter().enumerate().map(|(at, host)| match host {
            Host::Tcp(name) => format!("{name}:{}", port(at)),
            Host::Unix(folder) => folder.display().to_string(),
        });
        named.collect::<Vec<_>>().join(", ")
    }
}
