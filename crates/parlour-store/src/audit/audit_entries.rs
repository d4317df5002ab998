//! Who did what to which record, written with the change.

use parlour_db::{DbError, Tx, insert};
use parlour_domain::auth::role::Role;
use parlour_domain::ids::UserId;
use parlour_domain::ist::Timestamp;

#[derive(Debug, Clone)]
pub struct AuditEntry<'a> {
    pub id: &'a str,
    pub actor: Option<(&'a UserId, Role)>,
    /// `customer`, `admin`, `job` or `command`.
    pub origin: &'a str,
    pub action: &'a str,
    pub record_type: &'a str,
    pub record_id: &'a str,
    /// Whose personal data `before` and `after` may hold, so that erasing finds them.
    pub concerns: Option<&'a UserId>,
    pub before: Option<String>,
    pub after: Option<String>,
    pub request_id: Option<&'a str>,
    pub address: Option<String>,
}

pub fn insert(tx: &mut Tx<'_>, entry: &AuditEntry<'_>, now: Timestamp) -> Result<(), DbError> {
    insert! { tx.run, "audit_log", entry {
        id, actor_id: entry.actor.map(|(user, _)| user), actor_role: entry.actor.map(|(_, role)| role), origin,
        action, record_type, record_id, concerns_user_id: entry.concerns, before_json: entry.before,
        after_json: entry.after, request_id, address, created_at: now,
    } }
}
