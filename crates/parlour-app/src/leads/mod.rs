//! What happens to leads.

mod advance;
mod assign;
mod capture;
mod note;
mod read;

pub use advance::{AdvanceRefusal, Step, advance};
pub use assign::{AssignRefusal, assign};
pub use capture::{CaptureRefusal, capture};
pub use note::note;
pub use read::{LeadDetail, ListedLead, detail, page};

use parlour_domain::ids::UserId;
use parlour_domain::ist::Timestamp;
use parlour_domain::lead::LeadStatus;
use parlour_store::leads::Lead;
use serde::Serialize;

/// What the log keeps of a lead: how far it has come. A copy of who it is would outlive the lead itself.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Progress<'a> {
    status: LeadStatus,
    assigned_to: Option<&'a UserId>,
    last_contacted_at: Option<Timestamp>,
}

fn progress(lead: &Lead) -> Option<String> {
    crate::audit::state(&Progress {
        status: lead.status,
        assigned_to: lead.assigned_to.as_ref(),
        last_contacted_at: lead.last_contacted_at,
    })
}
