//! A change leaves a line behind, in its own transaction.

use parlour_domain::ids::UserId;
use parlour_store::audit::Entry;
use parlour_store::{DbError, Tx};
use serde::Serialize;

use crate::announce;
use crate::occasion::Occasion;

/// What was done, to which record.
#[derive(Debug, Clone, Default)]
pub struct Change<'a> {
    /// `lead.capture`, `user.role`: the record's kind and the verb.
    pub action: &'a str,
    pub record_id: &'a str,
    /// Whose personal data the two states may hold.
    pub concerns: Option<&'a UserId>,
    pub before: Option<String>,
    pub after: Option<String>,
}

pub fn record(tx: &mut Tx<'_>, occasion: &Occasion, change: Change<'_>) -> Result<(), DbError> {
    if occasion.is_heard {
        announce::change(tx, occasion, &change)?;
    }
    let record_type = change.action.split_once('.').map_or(change.action, |(record, _)| record);
    let entry = Entry {
        id: &occasion.new_id(),
        actor: occasion.who.as_ref().map(|(user, role)| (user, *role)),
        origin: occasion.origin.as_str(),
        action: change.action,
        record_type,
        record_id: change.record_id,
        concerns: change.concerns,
        before: change.before,
        after: change.after,
        request_id: occasion.request_id.as_deref(),
        address: occasion.address.map(|address| address.to_string()),
    };
    parlour_store::audit::insert(tx, &entry, occasion.now)
}

/// A record's state as the log keeps it.
pub fn state(record: &impl Serialize) -> Option<String> {
    serde_json::to_string(record).ok()
}
