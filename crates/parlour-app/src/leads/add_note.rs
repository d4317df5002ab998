//! The desk writes down what it has heard of a lead.

use parlour_domain::ids::{LeadId, UserId};
use parlour_store::leads::lead_records::{self, LeadNote};
use parlour_store::{DbError, Tx};
use serde_json::json;

use crate::audit::{self, AuditedChange};
use crate::request_context::RequestContext;

/// Whether there is such a lead is for the database to say: the contract has no kinder answer.
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
    // Which note, and not what it says: it goes when the lead goes.
    let after = audit::state_json(&json!({ "noteId": note.id }));
    audit::record(
        tx,
        context,
        AuditedChange { action: "lead.note", record_id: lead.as_str(), after, ..AuditedChange::default() },
    )?;
    Ok(note)
}
