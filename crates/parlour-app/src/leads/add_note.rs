//! The desk adds a note to a lead.

use parlour_domain::audit::AuditAction;
use parlour_domain::ids::{LeadId, UserId};
use parlour_store::leads::lead_records::{self, LeadNote};
use parlour_store::{DbError, Tx};
use serde_json::json;

use crate::audit::{self, AuditedChange};
use crate::request_context::RequestContext;

/// An unknown lead is a database error, as the contract wants.
pub fn add_note(
    tx: &mut Tx<'_>,
    context: &RequestContext,
    author: &UserId,
    lead: &LeadId,
    content: &str,
) -> Result<LeadNote, DbError> {
    let note = LeadNote {
        id: context.new_id(),
        lead_id: lead.clone(),
        author_id: author.clone(),
        content: content.to_owned(),
        created_at: context.now,
    };
    lead_records::insert_note(tx, &note.id, lead, author, content, context.now)?;
    // Without the content: it has to be deleted with the lead.
    let after = audit::state_json(&json!({ "noteId": note.id }));
    audit::record(tx, context, AuditedChange { after, ..AuditedChange::new(AuditAction::LeadNote, lead.as_str()) })?;
    Ok(note)
}
