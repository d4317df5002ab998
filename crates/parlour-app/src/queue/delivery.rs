//! How job gets to the job routes: by ourselves, or through somebody else's queue.

use std::time::Duration;

use parlour_domain::ist::{HOUR_MS, MINUTE_MS};
use parlour_integrations::clock::Clock;
use parlour_integrations::external_queue::{ExternalQueue, connection_failure, read_body};
use parlour_integrations::queue_signature;
use parlour_store::jobs::queue::ClaimedJob;
use serde::Deserialize;

use super::schedules::ScheduleOwner;
use crate::worker_context::WorkerContext;

/// As the external queue waits: about 12 seconds, two and a half minutes, half an hour.
const RETRY_WAITS_MS: [i64; 3] = [12_000, 148_000, 1_808_000];
/// Work that is due sooner than this is handed over. What is further off stays here, where a change can still take it
/// back.
const HAND_OVER_AHEAD_MS: i64 = 10 * MINUTE_MS;
/// For how long an external queue that does not response is asked again.
const MAX_HAND_OVER_ATTEMPTS: i64 = 48;
/// Far more than any job says.
const MAX_RESPONSE_BYTES: usize = 64 * 1024;
/// The largest job over the largest salon.
const JOB_TIMEOUT: Duration = Duration::from_mins(15);

#[derive(Debug)]
pub enum Delivery {
    BuiltIn(BuiltInDelivery),
    External(ExternalQueue),
}

/// What every job says of itself.
#[derive(Deserialize)]
struct JobResponse {
    success: bool,
}

/// Posts to our built_in admin app, signed as the external queue signs.
#[derive(Clone)]
pub struct BuiltInDelivery {
    http: reqwest::Client,
    /// Where the admin app can be reached from here.
    target: String,
    key: String,
}

impl std::fmt::Debug for BuiltInDelivery {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.debug_struct("OwnDelivery").field("target", &self.target).finish_non_exhaustive()
    }
}

impl BuiltInDelivery {
    /// Through a client that reaches the admin app at `target`, which need not be what browsers call it.
    pub fn new(http: reqwest::Client, target: String, key: String) -> Self {
        Self { http, target, key }
    }

    async fn deliver(&self, admin_url: &str, job: &ClaimedJob) -> Result<(), String> {
        let path = format!("/api/jobs/{}", job.kind);
        let signature = queue_signature::sign(
            &self.key,
            &format!("{admin_url}{path}"),
            job.payload.as_bytes(),
            &job.id,
            Clock::real_unix_seconds(),
        );
        let request = self
            .http
            .post(format!("{}{path}", self.target))
            .header(queue_signature::HEADER, signature)
            .header("upstash-message-id", &job.id)
            .header("upstash-retried", job.attempts.to_string())
            .header("content-type", "application/json")
            .timeout(JOB_TIMEOUT)
            .body(job.payload.clone());
        let response = request.send().await.map_err(|error| format!("it {}", connection_failure(&error)))?;
        let status = response.status();
        if !status.is_success() {
            return Err(format!("it answered {}", status.as_u16()));
        }
        // Whoever else may stand there says nothing of the kind, however friendly.
        let body =
            read_body(response, MAX_RESPONSE_BYTES).await.map_err(|failure| format!("it {failure}"))?;
        match serde_json::from_slice(&body) {
            Ok(JobResponse { success: true }) => Ok(()),
            _ => Err(format!("it answered {}, and not that the job is done", status.as_u16())),
        }
    }
}

impl Delivery {
    pub(super) async fn deliver(&self, worker: &WorkerContext, job: &ClaimedJob) -> Result<(), String> {
        match self {
            Self::BuiltIn(built_in) => built_in.deliver(&worker.integrations.admin_url, job).await,
            Self::External(queue) => {
                // Their clock is the world's, also where our business time is not. However late we get through, it is
                // not done before it is due.
                let wait = job.due_at.millis_since(worker.app.clock.now()) / 1_000;
                let not_before = (wait > 0).then(|| Clock::real_unix_seconds() + wait);
                let published = queue.publish(&job.kind, &job.payload, &job.id, not_before).await;
                published.map_err(|error| error.to_string())
            }
        }
    }

    /// How long before it is due job is taken.
    pub(super) fn claim_ahead_millis(&self) -> i64 {
        match self {
            Self::BuiltIn(_) => 0,
            Self::External(_) => HAND_OVER_AHEAD_MS,
        }
    }

    pub(super) fn schedule_owner(&self) -> ScheduleOwner {
        match self {
            Self::BuiltIn(_) => ScheduleOwner::All,
            Self::External(_) => ScheduleOwner::InternalOnly,
        }
    }

    /// How long to wait after a failure, if it is tried again. A job that fails is parked soon; a queue that does not
    /// response says nothing about the job.
    pub(super) fn retry_wait_millis(&self, attempts: i64) -> Option<i64> {
        let wait = usize::try_from(attempts).ok().and_then(|attempts| RETRY_WAITS_MS.get(attempts).copied());
        match self {
            Self::BuiltIn(_) => wait,
            Self::External(_) => wait.or_else(|| (attempts < MAX_HAND_OVER_ATTEMPTS).then_some(HOUR_MS / 2)),
        }
    }
}
