//! How work gets to the job routes: by ourselves, or through somebody else's queue.

use std::time::Duration;

use parlour_domain::ist::{HOUR_MS, MINUTE_MS};
use parlour_store::queue::Claimed;
use serde::Deserialize;

use super::slots::Keeps;
use crate::backstage::Backstage;
use crate::clock::Clock;
use crate::outside::queue::{ExternalQueue, no_answer, read};
use crate::outside::queue_signature;

/// As the external queue waits: about 12 seconds, two and a half minutes, half an hour.
const WAITS_MS: [i64; 3] = [12_000, 148_000, 1_808_000];
/// Work that is due sooner than this is handed over. What is further off stays here, where a change can still take it
/// back.
const NEAR_MS: i64 = 10 * MINUTE_MS;
/// For how long an external queue that does not answer is asked again.
const HANDED_OVER_TRIES: i64 = 48;
/// Far more than any job says.
const MAX_ANSWER_BYTES: usize = 64 * 1024;
/// The largest job over the largest salon.
const PATIENCE: Duration = Duration::from_mins(15);

#[derive(Debug)]
pub enum Delivery {
    Own(OwnDelivery),
    External(ExternalQueue),
}

/// What every job says of itself.
#[derive(Deserialize)]
struct Answer {
    success: bool,
}

/// Posts to our own admin app, signed as the external queue signs.
#[derive(Clone)]
pub struct OwnDelivery {
    http: reqwest::Client,
    /// Where the admin app can be reached from here.
    target: String,
    key: String,
}

impl std::fmt::Debug for OwnDelivery {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.debug_struct("OwnDelivery").field("target", &self.target).finish_non_exhaustive()
    }
}

impl OwnDelivery {
    /// Through a client that reaches the admin app at `target`, which need not be what browsers call it.
    pub fn new(http: reqwest::Client, target: String, key: String) -> Self {
        Self { http, target, key }
    }

    async fn deliver(&self, admin_url: &str, work: &Claimed) -> Result<(), String> {
        let path = format!("/api/jobs/{}", work.kind);
        let signature = queue_signature::sign(
            &self.key,
            &format!("{admin_url}{path}"),
            work.payload.as_bytes(),
            &work.id,
            Clock::protocol_seconds(),
        );
        let request = self
            .http
            .post(format!("{}{path}", self.target))
            .header(queue_signature::HEADER, signature)
            .header("upstash-message-id", &work.id)
            .header("upstash-retried", work.attempts.to_string())
            .header("content-type", "application/json")
            .timeout(PATIENCE)
            .body(work.payload.clone());
        let answer = request.send().await.map_err(|error| format!("it {}", no_answer(&error)))?;
        let status = answer.status();
        if !status.is_success() {
            return Err(format!("it answered {}", status.as_u16()));
        }
        // Whoever else may stand there says nothing of the kind, however friendly.
        let said = read(answer, MAX_ANSWER_BYTES).await.map_err(|failure| format!("it {failure}"))?;
        match serde_json::from_slice(&said) {
            Ok(Answer { success: true }) => Ok(()),
            _ => Err(format!("it answered {}, and not that the job is done", status.as_u16())),
        }
    }
}

impl Delivery {
    pub(super) async fn bring(&self, backstage: &Backstage, work: &Claimed) -> Result<(), String> {
        match self {
            Self::Own(own) => own.deliver(&backstage.outside.admin_url, work).await,
            Self::External(queue) => {
                // Their clock is the world's, also where our business time is not. However late we get through, it is
                // not done before it is due.
                let wait = work.due_at.millis_since(backstage.app.clock.now()) / 1_000;
                let not_before = (wait > 0).then(|| Clock::protocol_seconds() + wait);
                let published = queue.publish(&work.kind, &work.payload, &work.id, not_before).await;
                published.map_err(|error| error.to_string())
            }
        }
    }

    /// How long before it is due work is taken.
    pub(super) fn takes_ahead_millis(&self) -> i64 {
        match self {
            Self::Own(_) => 0,
            Self::External(_) => NEAR_MS,
        }
    }

    pub(super) fn keeps_schedules(&self) -> Keeps {
        match self {
            Self::Own(_) => Keeps::All,
            Self::External(_) => Keeps::OurOwn,
        }
    }

    /// How long to wait after a failure, if it is tried again. A job that fails is parked soon; a queue that does not
    /// answer says nothing about the job.
    pub(super) fn wait_after(&self, attempts: i64) -> Option<i64> {
        let wait = usize::try_from(attempts).ok().and_then(|attempts| WAITS_MS.get(attempts).copied());
        match self {
            Self::Own(_) => wait,
            Self::External(_) => wait.or_else(|| (attempts < HANDED_OVER_TRIES).then_some(HOUR_MS / 2)),
        }
    }
}
