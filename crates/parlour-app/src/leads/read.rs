//! Leads as the desk sees them.

use parlour_domain::ids::LeadId;
use parlour_domain::ist::Timestamp;
use parlour_domain::lead::{LeadStatus, days_since_capture, is_stale};
use parlour_store::leads::lead_records::{LeadCursor, LeadNoteWithAuthor, LeadWithNames, LeadWithService};
use parlour_store::{Conn, DbError};
use serde::Serialize;
use utoipa::ToSchema;

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ListedLead {
    #[serde(flatten)]
    pub lead: LeadWithService,
    /// In whole days.
    pub days_since_capture: i64,
    /// Whether it has waited too long for the next contact.
    pub is_stale: bool,
}

/// Newest first, from after a cursor on.
pub fn page(
    conn: &mut Conn<'_>,
    status: Option<LeadStatus>,
    now: Timestamp,
    after: Option<&LeadCursor>,
    limit: i64,
) -> Result<Vec<ListedLead>, DbError> {
    let found = parlour_store::leads::lead_records::page(conn, status, after, limit)?;
    let listed = |found: LeadWithService| {
        let lead = &found.lead;
        let is_stale = is_stale(lead.status, lead.created_at, lead.last_contacted_at, now);
        ListedLead { days_since_capture: days_since_capture(lead.created_at, now), is_stale, lead: found }
    };
    Ok(found.into_iter().map(listed).collect())
}

#[derive(Debug, Serialize, ToSchema)]
pub struct LeadWithNotes {
    #[serde(flatten)]
    pub lead: LeadWithNames,
    /// Newest first.
    pub notes: Vec<LeadNoteWithAuthor>,
}

pub fn detail(conn: &mut Conn<'_>, id: &LeadId) -> Result<Option<LeadWithNotes>, DbError> {
    conn.in_snapshot(|conn| {
        let Some(lead) = parlour_store::leads::lead_records::find_with_names(conn, id)? else {
            return Ok(None);
        };
        let notes = parlour_store::leads::lead_records::list_notes(conn, id)?;
        Ok(Some(LeadWithNotes { lead, notes }))
    })
}
