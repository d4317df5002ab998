//! The leads that have waited too long.

use parlour_domain::ist::Timestamp;
use parlour_domain::lead::LeadStatus;
use parlour_store::leads::desk_leads::{self, DeskLead};
use parlour_store::leads::lead_records::LeadCursor;
use parlour_store::{Conn, DbError};

/// Stops counting the leads of a status at `max`.
pub fn count_stale(conn: &mut Conn<'_>, now: Timestamp, max: i64) -> Result<i64, DbError> {
    LeadStatus::ALL.iter().try_fold(0, |sum, status| {
        let Some(days) = status.max_waiting_days() else { return Ok(sum) };
        Ok(sum + desk_leads::count_waiting_since(conn, *status, now.plus_days(-days), max)?)
    })
}

/// The first `limit` of each status, the newest of the status first, from after a position on.
pub fn list_stale(
    conn: &mut Conn<'_>,
    now: Timestamp,
    after: Option<&LeadCursor>,
    limit: i64,
) -> Result<Vec<DeskLead>, DbError> {
    let mut found = Vec::new();
    for status in LeadStatus::ALL {
        let Some(days) = status.max_waiting_days() else { continue };
        found.extend(desk_leads::list_waiting_since(conn, *status, now.plus_days(-days), after, limit)?);
    }
    Ok(found)
}
