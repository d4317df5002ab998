//! Whether one of them answers.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use parlour_domain::integration::Integration;
use parlour_store::{DbError, Tx, integrations};
use serde_json::json;

use crate::App;
use crate::audit::{self, Change, state};
use crate::health::{self, QueueHealth};
use crate::occasion::Occasion;

/// What was found, for people.
pub type Finding = Result<String, String>;

/// A look at something that takes its time; it must not take for ever.
type Probe = Arc<dyn Fn() -> Finding + Send + Sync>;

const PATIENCE: Duration = Duration::from_secs(15);

/// What is set up, and how to look at it.
#[derive(Clone, Default)]
pub struct Integrations(BTreeMap<Integration, Probe>);

impl fmt::Debug for Integrations {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_set().entries(self.0.keys()).finish()
    }
}

impl Integrations {
    #[must_use]
    pub fn with(mut self, name: Integration, probe: impl Fn() -> Finding + Send + Sync + 'static) -> Self {
        self.0.insert(name, Arc::new(probe));
        self
    }

    /// The database is always there, and so is a queue: our own where there is no other.
    pub fn has(&self, name: Integration) -> bool {
        matches!(name, Integration::Database | Integration::Queue) || self.0.contains_key(&name)
    }
}

/// None where it is not set up.
pub async fn probe(app: &App, configured: &Integrations, name: Integration) -> Option<Finding> {
    let looking = async {
        match (configured.0.get(&name).cloned(), name) {
            (Some(probe), _) => {
                let looked = tokio::task::spawn_blocking(move || probe()).await;
                Some(looked.unwrap_or_else(|_| Err("it could not be looked at".to_owned())))
            }
            (None, Integration::Database) => {
                Some(own_work(app).await.map(|_| format!("{:?} answers", app.db.engine())))
            }
            (None, Integration::Queue) => Some(own_queue(app).await),
            (None, _) => None,
        }
    };
    let looked = tokio::time::timeout(PATIENCE, looking).await;
    looked.unwrap_or_else(|_| Some(Err(format!("no answer within {} seconds", PATIENCE.as_secs()))))
}

async fn own_work(app: &App) -> Result<QueueHealth, String> {
    let now = app.clock.now();
    app.db.read(move |conn| health::queue(conn, now)).await.map_err(|error: DbError| error.to_string())
}

async fn own_queue(app: &App) -> Finding {
    let QueueHealth { oldest_due_seconds, is_late } = own_work(app).await?;
    match oldest_due_seconds {
        0 => Ok("nothing is waiting".to_owned()),
        seconds if is_late => Err(format!("work has been due for {seconds} seconds")),
        seconds => Ok(format!("the oldest work has been due for {seconds} seconds")),
    }
}

/// Keeps what was found, for whoever looks at the list.
pub fn note(
    tx: &mut Tx<'_>,
    occasion: &Occasion,
    name: Integration,
    finding: &Finding,
) -> Result<(), DbError> {
    match finding {
        Ok(_) => integrations::note_success(tx, name, occasion.now)?,
        Err(error) => integrations::note_error(tx, name, error, occasion.now)?,
    }
    let change = Change {
        action: "integration.test",
        record_id: name.as_str(),
        after: state(
            &json!({ "ok": finding.is_ok(), "message": finding.as_ref().unwrap_or_else(|error| error) }),
        ),
        ..Change::default()
    };
    audit::record(tx, occasion, change)
}
