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

/// Lists all integrations, also those that are not configured. Whoever signs in or stores a file is not made to note it:
/// what they leave behind says so.
pub fn list_integrations(
    conn: &mut Conn<'_>,
    configured: &IntegrationProbes,
    now: Timestamp,
) -> Result<Vec<IntegrationView>, DbError> {
    conn.in_snapshot(|conn| {
        let statuses = integration_status::list_statuses(conn)?;
        let last_sign_in_at = integration_status::find_last_sign_in(conn)?;
        let last_file_at = integration_status::find_last_stored_file(conn)?;
        // Parked jobs are shown with the queue.
        let mut parked = integration_status::list_parked_jobs(conn, MAX_PARKED)?;
        let view = |name: &Integration| {
            let status = statuses.iter().find(|status| status.name == name.as_str());
            let (parked_work, parked_count) =
                if *name == Integration::Queue { std::mem::take(&mut parked) } else { (Vec::new(), 0) };
            let left_behind = match name {
                // It has just answered.
                Integration::Database => Some(now),
                Integration::SignIn => last_sign_in_at,
                Integration::Storage => last_file_at,
                Integration::ReadReplica
                | Integration::Redis
                | Integration::Queue
                | Integration::Realtime
                | Integration::Push
                | Integration::Mail
                | Integration::Chat
                | Integration::Invoicing => None,
            };
            let at = |of: fn(&IntegrationStatus) -> Option<Timestamp>| status.and_then(of);
            IntegrationView {
                name: *name,
                configured: configured.has(*name),
                last_success_at: at(|status| status.last_success_at).max(left_behind),
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
    now: Timestamp,
) -> Result<Option<IntegrationView>, DbError> {
    Ok(list_integrations(conn, configured, now)?.into_iter().find(|view| view.name == name))
}
