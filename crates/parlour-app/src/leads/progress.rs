//! How far a lead has come.

use parlour_domain::ids::UserId;
use parlour_domain::ist::Timestamp;
use parlour_domain::lead::LeadStatus;
use parlour_store::leads::lead_records::Lead;
use serde::Serialize;

use crate::audit::state_json;

/// The audit state of a lead. It has no personal data, because the audit log outlives the lead.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct LeadProgress<'a> {
    status: LeadStatus,
    assigned_to: Option<&'a UserId>,
    last_contacted_at: Option<Timestamp>,
}

pub(super) fn progress_json(lead: &Lead) -> Option<String> {
    state_json(&LeadProgress {
        status: lead.status,
        assigned_to: lead.assigned_to.as_ref(),
        last_contacted_at: lead.last_contacted_at,
    })
}
