//! What happens to leads.

mod add_note;
mod advance;
mod assign;
mod capture;
mod read;

use parlour_domain::ids::UserId;
use parlour_domain::ist::Timestamp;
use parlour_domain::lead::LeadStatus;
use parlour_store::leads::lead_records::Lead;
use serde::Serialize;

pub use add_note::add_note;
pub use advance::{AdvanceLeadRefusal, LeadAdvance, advance};
pub use assign::{AssignLeadRefusal, assign};
pub use capture::{CaptureLeadRefusal, capture};
pub use read::{LeadDetail, ListedLead, detail, page};

/// What the log keeps of a lead: how far it has come. A copy of who it is would outlive the lead itself.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct LeadProgress<'a> {
    status: LeadStatus,
    assigned_to: Option<&'a UserId>,
    last_contacted_at: Option<Timestamp>,
}

fn progress_json(lead: &Lead) -> Option<String> {
    crate::audit::state_json(&LeadProgress {
        status: lead.status,
        assigned_to: lead.assigned_to.as_ref(),
        last_contacted_at: lead.last_contacted_at,
    })
}
