//! A change leaves a line behind, in its own transaction.

use parlour_domain::ids::UserId;
use parlour_store::audit::audit_entries::AuditEntry;
use parlour_store::{DbError, Tx};
use serde::Serialize;

use crate::realtime_events;
use crate::request_context::RequestContext;

/// What was done, to which record.
#[derive(Debug, Clone, Default)]
pub struct AuditedChange<'a> {
    /// `lead.capture`, `user.role`: the record's kind and the verb.
    pub action: &'a str,
    pub record_id: &'a str,
    /// Whose personal data the two states may hold.
    pub concerns: Option<&'a UserId>,
    pub before: Option<String>,
    pub after: Option<String>,
}

pub fn record(tx: &mut Tx<'_>, context: &RequestContext, change: AuditedChange<'_>) -> Result<(), DbError> {
    if context.publishes_realtime {
        realtime_events::publish_change(tx, context, &change)?;
    }
    let record_type = change.action.split_once('.').map_or(change.action, |(record, _)| record);
    let entry = AuditEntry {
        id: &context.new_id(),
        actor: context.actor.as_ref().map(|(user, role)| (user, *role)),
        origin: context.origin.as_str(),
        action: change.action,
        record_type,
        record_id: change.record_id,
        concerns: change.concerns,
        before: change.before,
        after: change.after,
        request_id: context.request_id.as_deref(),
        address: context.address.map(|address| address.to_string()),
    };
    parlour_store::audit::audit_entries::insert(tx, &entry, context.now)
}

/// A record's state as the log keeps it.
pub fn state_json(record: &impl Serialize) -> Option<String> {
    serde_json::to_string(record).ok()
}
