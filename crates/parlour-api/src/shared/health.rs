//! The health of the service.

use std::time::{Duration, Instant};

use parlour_app::health::{QueueHealth, queue_health};

use crate::prelude::*;

/// How long a health check waits for the database.
const DATABASE_TIMEOUT: Duration = Duration::from_millis(1_500);

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Health {
    status: Status,
    version: &'static str,
    uptime_seconds: u64,
    checks: Checks,
}

#[derive(Serialize, ToSchema, Clone, Copy)]
#[serde(rename_all = "lowercase")]
enum Status {
    Ok,
    Degraded,
}

#[derive(Serialize, ToSchema)]
struct Checks {
    database: DatabaseCheck,
    queue: QueueCheck,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct DatabaseCheck {
    status: Status,
    latency_ms: f64,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct QueueCheck {
    status: Status,
    /// How long the oldest due job has waited.
    oldest_due_seconds: i64,
}

/// Liveness and dependencies
#[utoipa::path(get, path = "/api/health", tag = "Health", responses((status = 200, body = Envelope<Health>)))]
pub(crate) async fn health(State(state): State<HttpState>) -> HttpResult {
    let (started, now) = (Instant::now(), state.now());
    let asking = state.read(move |conn| Ok(queue_health(conn, now)?));
    let unreachable = || HttpError::new(ErrorCode::Unavailable, "The database cannot be reached.");
    let QueueHealth { oldest_due_seconds, is_late } =
        tokio::time::timeout(DATABASE_TIMEOUT, asking).await.map_err(|_| unreachable())??;
    let latency_ms = (started.elapsed().as_secs_f64() * 100_000.0).round() / 100.0;
    let queue_status = if is_late { Status::Degraded } else { Status::Ok };
    ok(Health {
        status: queue_status,
        version: env!("CARGO_PKG_VERSION"),
        uptime_seconds: state.uptime_seconds(),
        checks: Checks {
            database: DatabaseCheck { status: Status::Ok, latency_ms },
            queue: QueueCheck { status: queue_status, oldest_due_seconds },
        },
    })
}
