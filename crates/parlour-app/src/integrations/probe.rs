//! Whether one of them answers.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use parlour_domain::audit::AuditAction;
use parlour_domain::integration::Integration;
use parlour_store::jobs::integration_status;
use parlour_store::{DbError, Tx};
use serde_json::json;

use crate::App;
use crate::audit::{self, AuditedChange, state_json};
use crate::health::{self, QueueHealth};
use crate::request_context::RequestContext;

/// What was found, for people.
pub type ProbeResult = Result<String, String>;

/// A look at something that takes its time; it must not take for ever.
type Probe = Arc<dyn Fn() -> ProbeResult + Send + Sync>;

const PROBE_TIMEOUT: Duration = Duration::from_secs(15);

/// What is set up, and how to look at it.
#[derive(Clone, Default)]
pub struct IntegrationProbes(BTreeMap<Integration, Probe>);

impl fmt::Debug for IntegrationProbes {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_set().entries(self.0.keys()).finish()
    }
}

impl IntegrationProbes {
    #[must_use]
    pub fn with(
        mut self,
        name: Integration,
        probe: impl Fn() -> ProbeResult + Send + Sync + 'static,
    ) -> Self {
        self.0.insert(name, Arc::new(probe));
        self
    }

    /// The database is always there, and so is a queue: our own where there is no other.
    pub fn has(&self, name: Integration) -> bool {
        matches!(name, Integration::Database | Integration::Queue) || self.0.contains_key(&name)
    }
}

/// None where it is not set up.
pub async fn probe(app: &App, configured: &IntegrationProbes, name: Integration) -> Option<ProbeResult> {
    let probing = async {
        match (configured.0.get(&name).cloned(), name) {
            (Some(probe), _) => {
                let looked = tokio::task::spawn_blocking(move || probe()).await;
                Some(looked.unwrap_or_else(|_| Err("it could not be looked at".to_owned())))
            }
            (None, Integration::Database) => {
                Some(own_queue_health(app).await.map(|_| format!("{:?} answers", app.db.engine())))
            }
            (None, Integration::Queue) => Some(probe_own_queue(app).await),
            (None, _) => None,
        }
    };
    let looked = tokio::time::timeout(PROBE_TIMEOUT, probing).await;
    looked.unwrap_or_else(|_| Some(Err(format!("no answer within {} seconds", PROBE_TIMEOUT.as_secs()))))
}

async fn own_queue_health(app: &App) -> Result<QueueHealth, String> {
    let now = app.clock.now();
    app.db.read(move |conn| health::queue_health(conn, now)).await.map_err(|error: DbError| error.to_string())
}

async fn probe_own_queue(app: &App) -> ProbeResult {
    let QueueHealth { oldest_due_seconds, is_late } = own_queue_health(app).await?;
    match oldest_due_seconds {
        0 => Ok("nothing is waiting".to_owned()),
        seconds if is_late => Err(format!("work has been due for {seconds} seconds")),
        seconds => Ok(format!("the oldest work has been due for {seconds} seconds")),
    }
}

/// Keeps what was found, for whoever looks at the list.
pub fn record_probe_result(
    tx: &mut Tx<'_>,
    context: &RequestContext,
    name: Integration,
    result: &ProbeResult,
) -> Result<(), DbError> {
    match result {
        Ok(_) => integration_status::record_success(tx, name, context.now)?,
        Err(error) => integration_status::record_error(tx, name, error, context.now)?,
    }
    let change = AuditedChange {
        after: state_json(
            &json!({ "ok": result.is_ok(), "message": result.as_ref().unwrap_or_else(|error| error) }),
        ),
        ..AuditedChange::new(AuditAction::IntegrationTest, name.as_str())
    };
    audit::record(tx, context, change)
}
