//! Lists the integrations with their status.

use parlour_domain::integration::Integration;
use parlour_domain::ist::Timestamp;
use parlour_store::jobs::integration_status::{self, IntegrationStatus, QueuedJobRow};
use parlour_store::{Conn, DbError};
use serde::Serialize;
use utoipa::ToSchema;

use super::IntegrationProbes;

/// How many parked jobs are listed.
const MAX_PARKED: i64 = 100;

#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct IntegrationView {
    pub name: Integration,
    pub configured: bool,
    pub last_success_at: Option<Timestamp>,
    pub last_error_at: Option<Timestamp>,
    pub last_error: Option<String>,
    /// The number of parked jobs.
    pub parked_count: i64,
    /// The hundred jobs that were parked last.
    pub parked_work: Vec<QueuedJobRow>,
}

/// Lists all integrations, also those that are not configured.
pub fn list_integrations(conn: &mut Conn<'_>, configured: &IntegrationProbes) -> Result<Vec<IntegrationView>, DbError> {
    conn.in_snapshot(|conn| {
        let statuses = integration_status::list_statuses(conn)?;
        // Parked jobs are shown with the queue.
        let mut parked = integration_status::list_parked_jobs(conn, MAX_PARKED)?;
        let view = |name: &Integration| {
            let status = statuses.iter().find(|status| status.name == name.as_str());
            let (parked_work, parked_count) =
                if *name == Integration::Queue { std::mem::take(&mut parked) } else { (Vec::new(), 0) };
            let at = |of: fn(&IntegrationStatus) -> Option<Timestamp>| status.and_then(of);
            IntegrationView {
                name: *name,
                configured: configured.has(*name),
                last_success_at: at(|status| status.last_success_at),
                last_error_at: at(|status| status.last_error_at),
                last_error: status.and_then(|status| status.last_error.clone()),
                parked_count,
                parked_work,
            }
        };
        Ok(Integration::ALL.iter().map(view).collect())
    })
}

pub fn find_integration(
    conn: &mut Conn<'_>,
    configured: &IntegrationProbes,
    name: Integration,
) -> Result<Option<IntegrationView>, DbError> {
    Ok(list_integrations(conn, configured)?.into_iter().find(|view| view.name == name))
}
