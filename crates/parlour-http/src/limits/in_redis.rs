//! Windows that several processes share, in Redis.
//!
//! All requests use one connection. When it fails or is slow it is dropped, requests are counted in memory without
//! waiting, and a task reconnects. The library's own connection manager keeps a connection that only times out, and
//! makes every request wait for a new one.

use std::fmt;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Weak};
use std::time::Duration;

use arc_swap::ArcSwapOption;
use parlour_domain::rate_limit::Quota;
use redis::aio::MultiplexedConnection;
use redis::{AsyncConnectionConfig, Client, RedisError, Script};

use super::client_address::ClientKey;
use super::window::WindowOutcome;

/// Also limits how often an outage is logged.
const RECONNECT_INTERVAL: Duration = Duration::from_millis(500);

pub(super) struct RedisWindows {
    client: Client,
    timeout: Duration,
    script: Script,
    /// `None` during an outage.
    connection: ArcSwapOption<MultiplexedConnection>,
    outages: AtomicU32,
}

#[derive(Debug, Clone, Copy)]
pub(super) struct CountRequest {
    pub(super) limit: &'static str,
    pub(super) quota: Quota,
    pub(super) max_clients: usize,
    pub(super) client: ClientKey,
    pub(super) now_ms: i64,
}

impl CountRequest {
    /// Uses the same commands as a real request, so a Redis that is read-only or full does not count as available.
    const PROBE: Self = Self {
        limit: "probe",
        quota: Quota { count: 1, window_seconds: 1 },
        max_clients: 1,
        client: ClientKey::UNSPECIFIED,
        now_ms: 0,
    };
}

impl RedisWindows {
    pub(super) async fn open(client: Client, timeout: Duration) -> Arc<Self> {
        let windows = Arc::new(Self {
            client,
            timeout,
            script: Script::new(include_str!("count_request.lua")),
            connection: ArcSwapOption::empty(),
            outages: AtomicU32::new(0),
        });
        match windows.connect().await {
            Ok(connection) => windows.connection.store(Some(Arc::new(connection))),
            Err(error) => windows.begin_outage(&error),
        }
        windows
    }

    /// `None` if Redis does not answer in time.
    pub(super) async fn count_request(self: &Arc<Self>, count_request: CountRequest) -> Option<WindowOutcome> {
        let connection = self.connection.load_full();
        let mut redis_connection = connection.as_deref()?.clone();
        match self.answer(&mut redis_connection, count_request).await {
            Ok(outcome) => Some(outcome),
            Err(error) => {
                // Many requests may fail with one connection, some after it was replaced.
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
        redis_connection: &mut MultiplexedConnection,
        count_request: CountRequest,
    ) -> Result<WindowOutcome, RedisError> {
        let CountRequest { limit, quota, max_clients, client, now_ms } = count_request;
        // The braces keep the keys of one limit on one node of a cluster.
        let (allowed, remaining, wait_ms): (bool, u32, i64) = self
            .script
            .key(format!("parlour:limit:{{{limit}}}:{client}"))
            .key(format!("parlour:limit:{{{limit}}}:newcomers"))
            .key(format!("parlour:limit:{{{limit}}}:clients"))
            .arg(now_ms)
            .arg(quota.window_ms())
            .arg(quota.count)
            .arg(max_clients)
            .arg(client.to_string())
            .invoke_async(redis_connection)
            .await?;
        Ok(WindowOutcome { allowed, remaining, wait_ms })
    }

    async fn connect(&self) -> Result<MultiplexedConnection, RedisError> {
        let config = AsyncConnectionConfig::new()
            .set_connection_timeout(Some(self.timeout))
            .set_response_timeout(Some(self.timeout));
        let mut redis_connection = self.client.get_multiplexed_async_connection_with_config(&config).await?;
        self.answer(&mut redis_connection, CountRequest::PROBE).await?;
        Ok(redis_connection)
    }

    fn begin_outage(self: &Arc<Self>, error: &RedisError) {
        self.outages.fetch_add(1, Ordering::Relaxed);
        tracing::warn!(%error, "Redis does not answer: rate limits are counted in memory until it does");
        tokio::spawn(Self::end_outage(Arc::downgrade(self)));
    }

    async fn end_outage(windows: Weak<Self>) {
        loop {
            tokio::time::sleep(RECONNECT_INTERVAL).await;
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
