//! Every change writes an entry into the audit log, in its own transaction.

use parlour_domain::audit::AuditAction;
use parlour_domain::ids::UserId;
use parlour_store::audit::audit_entries::{self, AuditEntry};
use parlour_store::{DbError, Tx};
use serde::Serialize;

use crate::request_context::RequestContext;
use crate::{page_updates, realtime_events};

/// What was done, to which record.
#[derive(Debug, Clone)]
pub struct AuditedChange<'a> {
    pub action: AuditAction,
    pub record_id: &'a str,
    /// Whose personal data the two states may contain. Erasing that person finds the entry by it.
    pub concerns: Option<&'a UserId>,
    pub before: Option<String>,
    pub after: Option<String>,
}

impl<'a> AuditedChange<'a> {
    /// A change that concerns nobody and of which no state is kept.
    pub fn new(action: AuditAction, record_id: &'a str) -> Self {
        Self { action, record_id, concerns: None, before: None, after: None }
    }
}

/// Writes the audit entry, and publishes the change to browsers that watch for it.
pub fn record(tx: &mut Tx<'_>, context: &RequestContext, change: AuditedChange<'_>) -> Result<(), DbError> {
    page_updates::note_audited_change(tx, change.action, change.concerns);
    if let Some(event) = change.action.realtime_event() {
        realtime_events::publish_change(tx, context, event, change.record_id, change.concerns)?;
    }
    let entry = AuditEntry {
        id: &context.new_id(),
        actor: context.actor.as_ref().map(|(user, role)| (user, *role)),
        origin: context.origin.as_str(),
        action: change.action.as_str(),
        record_type: change.action.record_type(),
        record_id: change.record_id,
        concerns: change.concerns,
        before: change.before,
        after: change.after,
        request_id: context.request_id.as_deref(),
        address: context.address.map(|address| address.to_string()),
    };
    audit_entries::insert(tx, &entry, context.now)
}

/// The state of a record as JSON for the audit log.
pub fn state_json(record: &impl Serialize) -> Option<String> {
    serde_json::to_string(record).ok()
}
