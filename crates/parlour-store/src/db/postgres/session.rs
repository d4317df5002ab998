//! A connection to Postgres with its prepared statements, which is opened anew when it breaks.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use postgres::config::Host;
use postgres::error::SqlState;
use postgres::fallible_iterator::FallibleIterator as _;
use postgres::types::ToSql;
use postgres::{Client, Statement};
use tokio_postgres_rustls::MakeRustlsConnect;

use super::tls;
use crate::db::error::{DbError, describe, is_connection_error, is_retryable};
use crate::db::statements::sql_value::SqlValue;

const CONNECT_TIMEOUT: Duration = Duration::from_millis(1500);
const TIMEOUT_OPTIONS: &str = "-c statement_timeout=30s -c lock_timeout=10s -c idle_in_transaction_session_timeout=60s";
/// One plan per statement, as on SQLite: for reads by key, planning took longer than reading. No statement is slow
/// enough for just-in-time compilation.
const PLANNER_OPTIONS: &str = "-c plan_cache_mode=force_generic_plan -c jit=off";

/// One thread's connection, with its prepared statements.
#[derive(Debug)]
pub(in crate::db) struct PgSession {
    connector: Arc<PostgresConnector>,
    open: Option<OpenConnection>,
    /// Why the current unit should be tried again, once a statement has said so.
    retry_reason: Option<String>,
}

struct OpenConnection {
    client: Client,
    /// Statements are written in the source, so their address names them.
    statements: HashMap<(usize, usize), Statement>,
}

impl std::fmt::Debug for OpenConnection {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.debug_struct("Open").field("statements", &self.statements.len()).finish_non_exhaustive()
    }
}

impl PgSession {
    pub(in crate::db) fn new(connector: Arc<PostgresConnector>) -> Self {
        Self { connector, open: None, retry_reason: None }
    }

    /// Forgets why the unit before was to be tried again.
    pub(in crate::db) fn clear_retry_reason(&mut self) {
        self.retry_reason = None;
    }

    /// Why the current unit should be tried again, once a statement has said so.
    pub(in crate::db) fn take_retry_reason(&mut self) -> Option<String> {
        self.retry_reason.take()
    }

    pub(in crate::db) fn must_retry(&self) -> bool {
        self.retry_reason.is_some()
    }

    /// Lets the whole work run again.
    pub(in crate::db) fn request_retry(&mut self, reason: &str) -> DbError {
        self.retry_reason = Some(reason.to_owned());
        DbError::Unavailable(reason.to_owned())
    }

    pub(in crate::db) fn disconnect(&mut self) {
        self.open = None;
    }

    /// Whether the connection is a new one.
    pub(in crate::db) fn connect(&mut self) -> Result<bool, DbError> {
        let is_new = self.open.as_ref().is_none_or(|open| open.client.is_closed());
        if is_new {
            self.open = None;
            self.open = Some(OpenConnection { client: self.connector.connect()?, statements: HashMap::new() });
            // What is meant to read cannot write, as on the other engine.
            self.run_batch("set default_transaction_read_only = on")?;
        }
        Ok(is_new)
    }

    /// Listens to changes of other processes. Whether some may have been missed before.
    pub(in crate::db) fn listen(&mut self) -> Result<bool, DbError> {
        let is_new = self.connect()?;
        if is_new {
            self.run_batch("listen parlour_changes; listen parlour_staff_days; listen parlour_live")?;
        }
        Ok(is_new)
    }

    /// Waits for notifications; none if the time is over or the connection is lost.
    pub(in crate::db) fn wait_for_notifications(&mut self, limit: Duration) -> Vec<postgres::Notification> {
        let Some(open) = &mut self.open else { return Vec::new() };
        let mut notifications = open.client.notifications();
        let first = notifications.timeout_iter(limit).next().ok().flatten();
        let mut received: Vec<_> = first.into_iter().collect();
        while let Ok(Some(next)) = notifications.iter().next() {
            received.push(next);
        }
        received
    }

    pub(in crate::db) fn run_batch(&mut self, sql: &'static str) -> Result<(), DbError> {
        self.run(|open| open.client.batch_execute(sql))
    }

    pub(in crate::db) fn query(
        &mut self,
        sql: &'static str,
        params: &[SqlValue<'_>],
    ) -> Result<Vec<postgres::Row>, DbError> {
        let params = as_sql_params(params);
        self.run(|open| {
            let statement = open.statement(sql)?;
            open.client.query(&statement, &params)
        })
    }

    pub(in crate::db) fn execute(&mut self, sql: &'static str, params: &[SqlValue<'_>]) -> Result<u64, DbError> {
        let params = as_sql_params(params);
        self.run(|open| {
            let statement = open.statement(sql)?;
            open.client.execute(&statement, &params)
        })
    }

    pub(in crate::db) fn check(&mut self, sql: &'static str) -> Result<(), DbError> {
        self.run(|open| open.client.prepare(sql).map(drop))
    }

    fn run<T>(
        &mut self,
        operation: impl FnOnce(&mut OpenConnection) -> Result<T, postgres::Error>,
    ) -> Result<T, DbError> {
        let open = self.open.as_mut().ok_or_else(|| DbError::Unavailable("not connected".into()))?;
        operation(open).map_err(|error| {
            if is_connection_error(&error) {
                self.open = None;
                self.retry_reason = Some(describe(&error));
            } else if error.code().is_some_and(is_retryable) {
                self.retry_reason = Some(describe(&error));
            } else if error.code() == Some(&SqlState::FEATURE_NOT_SUPPORTED) {
                // A table has changed under a prepared statement, for all that is known: prepare anew.
                self.open = None;
            }
            error.into()
        })
    }
}

impl OpenConnection {
    fn statement(&mut self, sql: &'static str) -> Result<Statement, postgres::Error> {
        let name = (sql.as_ptr().addr(), sql.len());
        if let Some(known) = self.statements.get(&name) {
            return Ok(known.clone());
        }
        let statement = self.client.prepare(sql)?;
        self.statements.insert(name, statement.clone());
        Ok(statement)
    }
}

fn as_sql_params<'a>(params: &'a [SqlValue<'a>]) -> Vec<&'a (dyn ToSql + Sync)> {
    params.iter().map(|sql_value| sql_value as &(dyn ToSql + Sync)).collect()
}

/// How to reach the server.
pub(crate) struct PostgresConnector {
    config: postgres::Config,
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
        self.config
            .connect(self.tls.clone())
            .map_err(|error| DbError::Unavailable(format!("{}: {}", self.hosts(), describe(&error))))
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
