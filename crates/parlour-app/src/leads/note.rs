//! The desk writes down what it has heard of a lead.

use parlour_domain::ids::{LeadId, UserId};
use parlour_store::leads::{self, LeadNote};
use parlour_store::{DbError, Tx};
use serde_json::json;

use crate::audit::{self, Change};
use crate::occasion::Occasion;

/// Whether there is such a lead is for the database to say: the contract has no kinder answer.
pub fn note(
    tx: &mut Tx<'_>,
    occasion: &Occasion,
    author: &UserId,
    lead: &LeadId,
    content: &str,
) -> Result<LeadNote, DbError> {
    let note = LeadNote {
        id: occasion.new_id(),
        lead_id: lead.clone(),
        author_id: author.clone(),
        content: content.to_owned(),
        created_at: occasion.now,
    };
    leads::insert_note(tx, &note.id, lead, author, content, occasion.now)?;
    // Which note, and not what it says: it goes when the lead goes.
    let after = audit::state(&json!({ "noteId": note.id }));
    audit::record(
        tx,
        occasion,
        Change { action: "lead.note", record_id: lead.as_str(), after, ..Change::default() },
    )?;
    Ok(note)
}
