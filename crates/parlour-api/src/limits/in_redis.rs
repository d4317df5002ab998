//! Windows that several processes share, kept by one script in Redis.
//!
//! One connection carries all questions. When it fails or is slow it is given up, requests are counted in
//! memory without waiting, and a task looks for Redis until it answers again. The library's own connection
//! manager does not fit: it keeps a connection that only times out, and makes every request wait for a new one.

use std::fmt;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Weak};
use std::time::Duration;

use arc_swap::ArcSwapOption;
use parlour_domain::limits::Quota;
use redis::aio::MultiplexedConnection;
use redis::{AsyncConnectionConfig, Client, RedisError, Script};

use super::client_address::ClientKey;
use super::window::Outcome;

/// Also bounds the log: an outage cannot begin more often.
const PAUSE_BETWEEN_ATTEMPTS: Duration = Duration::from_millis(500);

pub(super) struct RedisWindows {
    client: Client,
    patience: Duration,
    script: Script,
    /// `None` during an outage.
    connection: ArcSwapOption<MultiplexedConnection>,
    outages: AtomicU32,
}

#[derive(Debug, Clone, Copy)]
pub(super) struct Question {
    pub(super) limit: &'static str,
    pub(super) quota: Quota,
    pub(super) most_clients: usize,
    pub(super) client: ClientKey,
    pub(super) now_ms: i64,
}

impl Question {
    /// Uses everything a real one does, so a Redis that is read-only or full does not count as answering.
    const PROBE: Self = Self {
        limit: "probe",
        quota: Quota { count: 1, window_seconds: 1 },
        most_clients: 1,
        client: ClientKey::NOBODY,
        now_ms: 0,
    };
}

impl RedisWindows {
    pub(super) async fn open(client: Client, patience: Duration) -> Arc<Self> {
        let windows = Arc::new(Self {
            client,
            patience,
            script: Script::new(include_str!("ask.lua")),
            connection: ArcSwapOption::empty(),
            outages: AtomicU32::new(0),
        });
        match windows.connect().await {
            Ok(connection) => windows.connection.store(Some(Arc::new(connection))),
            Err(error) => windows.begin_outage(&error),
        }
        windows
    }

    /// `None` when Redis does not answer in time: somebody else must decide.
    pub(super) async fn ask(self: &Arc<Self>, question: Question) -> Option<Outcome> {
        let connection = self.connection.load_full();
        let mut line = connection.as_deref()?.clone();
        match self.answer(&mut line, question).await {
            Ok(outcome) => Some(outcome),
            Err(error) => {
                // Many requests may fail with one connection, some after a new one is in place.
                let current = self.connection.compare_and_swap(&connection, None);
                if current.as_ref().map(Arc::as_ptr) == connection.as_ref().map(Arc::as_ptr) {
                    self.begin_outage(&error);
                }
                None
            }
        }
    }

    #[cfg(test)]
    pub(super) fn outages(&self) -> u32 {
        self.outages.load(Ordering::Relaxed)
    }

    #[cfg(test)]
    pub(super) fn answers(&self) -> bool {
        self.connection.load().is_some()
    }

    async fn answer(
        &self,
        line: &mut MultiplexedConnection,
        question: Question,
    ) -> Result<Outcome, RedisError> {
        let Question { limit, quota, most_clients, client, now_ms } = question;
        // The braces keep the keys of one limit on one node of a cluster.
        let (allowed, remaining, wait_ms): (bool, u32, i64) = self
            .script
            .key(format!("parlour:limit:{{{limit}}}:{client}"))
            .key(format!("parlour:limit:{{{limit}}}:newcomers"))
            .key(format!("parlour:limit:{{{limit}}}:clients"))
            .arg(now_ms)
            .arg(quota.window_ms())
            .arg(quota.count)
            .arg(most_clients)
            .arg(client.to_string())
            .invoke_async(line)
            .await?;
        Ok(Outcome { allowed, remaining, wait_ms })
    }

    async fn connect(&self) -> Result<MultiplexedConnection, RedisError> {
        let config = AsyncConnectionConfig::new()
            .set_connection_timeout(Some(self.patience))
            .set_response_timeout(Some(self.patience));
        let mut line = self.client.get_multiplexed_async_connection_with_config(&config).await?;
        self.answer(&mut line, Question::PROBE).await?;
        Ok(line)
    }

    fn begin_outage(self: &Arc<Self>, error: &RedisError) {
        self.outages.fetch_add(1, Ordering::Relaxed);
        tracing::warn!(%error, "Redis does not answer: rate limits are counted in memory until it does");
        tokio::spawn(Self::end_outage(Arc::downgrade(self)));
    }

    async fn end_outage(windows: Weak<Self>) {
        loop {
            tokio::time::sleep(PAUSE_BETWEEN_ATTEMPTS).await;
            let Some(windows) = windows.upgrade() else { return };
            if let Ok(connection) = windows.connect().await {
                windows.connection.store(Some(Arc::new(connection)));
                tracing::info!("Redis answers again: rate limits are shared");
                return;
            }
        }
    }
}

impl fmt::Debug for RedisWindows {
    /// Without the client, whose URL may hold a password.
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("RedisWindows").field("outages", &self.outages).finish_non_exhaustive()
    }
}
