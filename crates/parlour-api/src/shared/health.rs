//! The health of the service.

use std::time::{Duration, Instant};

use parlour_app::health::{QueueHealth, queue_health};

use crate::prelude::*;

/// How long a health check waits for a write: long enough to tell a lock of another program from one of Parlour.
const WRITE_TIMEOUT: Duration = Duration::from_millis(400);
/// How long a health check waits for the database. Both together are under 2 seconds.
const DATABASE_TIMEOUT: Duration = Duration::from_millis(1_400);

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Health {
    status: Status,
    /// Why the status is not `ok`; missing if it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(required = false, nullable = false)]
    reason: Option<String>,
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

impl Status {
    fn degraded_if(is_degraded: bool) -> Self {
        if is_degraded { Self::Degraded } else { Self::Ok }
    }
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
    /// Why changes are refused or will be soon: the disk, the clock, or another program. Missing if they are not.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(required = false, nullable = false)]
    reason: Option<String>,
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
    let db = state.app().db.clone();
    // A disk that hangs must not delay the answer.
    let _ = tokio::time::timeout(WRITE_TIMEOUT, db.try_to_write()).await;
    let asking = state.read(move |conn| Ok((queue_health(conn, now)?, db.refuses_changes(conn)?)));
    let unreachable = || HttpError::new(ErrorCode::Unavailable, "The database cannot be reached.");
    let (QueueHealth { oldest_due_seconds, is_late }, refusal) =
        tokio::time::timeout(DATABASE_TIMEOUT, asking).await.map_err(|_| unreachable())??;
    let latency_ms = (started.elapsed().as_secs_f64() * 100_000.0).round() / 100.0;
    let refusal = refusal.map(str::to_owned).or_else(|| state.metrics().resources().lack_of_space());
    let late = is_late.then(|| format!("a job has been due for {oldest_due_seconds} seconds"));
    let reasons: Vec<String> = refusal.clone().into_iter().chain(late).collect();
    ok(Health {
        status: Status::degraded_if(!reasons.is_empty()),
        reason: (!reasons.is_empty()).then(|| reasons.join("; ")),
        version: env!("CARGO_PKG_VERSION"),
        uptime_seconds: state.uptime_seconds(),
        checks: Checks {
            database: DatabaseCheck { status: Status::degraded_if(refusal.is_some()), latency_ms, reason: refusal },
            queue: QueueCheck { status: Status::degraded_if(is_late), oldest_due_seconds },
        },
    })
}
