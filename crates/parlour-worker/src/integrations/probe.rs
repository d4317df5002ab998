//! Checks whether an integration answers.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use parlour_app::App;
use parlour_app::audit::{self, AuditedChange, state_json};
use parlour_app::health::{self, QueueHealth};
use parlour_app::request_context::RequestContext;
use parlour_domain::audit::AuditAction;
use parlour_domain::integration::Integration;
use parlour_store::jobs::integration_status;
use parlour_store::{DbError, Tx};
use serde_json::json;

/// The result of a check, as a text for people.
pub type ProbeResult = Result<String, String>;

/// A check that may block; it must end by itself.
type Probe = Arc<dyn Fn() -> ProbeResult + Send + Sync>;

const PROBE_TIMEOUT: Duration = Duration::from_secs(15);

/// The configured integrations with their checks.
#[derive(Clone, Default)]
pub struct IntegrationProbes(BTreeMap<Integration, Probe>);

impl fmt::Debug for IntegrationProbes {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_set().entries(self.0.keys()).finish()
    }
}

impl IntegrationProbes {
    #[must_use]
    pub fn with(mut self, name: Integration, probe: impl Fn() -> ProbeResult + Send + Sync + 'static) -> Self {
        self.0.insert(name, Arc::new(probe));
        self
    }

    /// The database and the queue are always configured: without an external queue there is the built-in one.
    pub fn has(&self, name: Integration) -> bool {
        matches!(name, Integration::Database | Integration::Queue) || self.0.contains_key(&name)
    }
}

/// Checks an integration. `None` if it is not configured.
pub async fn probe(app: &App, configured: &IntegrationProbes, name: Integration) -> Option<ProbeResult> {
    let probing = async {
        match (configured.0.get(&name).cloned(), name) {
            (Some(probe), _) => {
                let checked = tokio::task::spawn_blocking(move || probe()).await;
                Some(checked.unwrap_or_else(|_| Err("the check failed".to_owned())))
            }
            (None, Integration::Database) => {
                Some(own_queue_health(app).await.map(|_| format!("{:?} answers", app.db.engine())))
            }
            (None, Integration::Queue) => Some(probe_own_queue(app).await),
            (None, _) => None,
        }
    };
    let checked = tokio::time::timeout(PROBE_TIMEOUT, probing).await;
    checked.unwrap_or_else(|_| Some(Err(format!("no answer within {} seconds", PROBE_TIMEOUT.as_secs()))))
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

/// Stores the result for the list of integrations.
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
        after: state_json(&json!({ "ok": result.is_ok(), "message": result.as_ref().unwrap_or_else(|error| error) })),
        ..AuditedChange::new(AuditAction::IntegrationTest, name.as_str())
    };
    audit::record(tx, context, change)
}
