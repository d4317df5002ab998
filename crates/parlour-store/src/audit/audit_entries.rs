//! Who did what to which record, written with the change.

use parlour_domain::auth::role::Role;
use parlour_domain::ids::UserId;
use parlour_domain::ist::Timestamp;

use crate::db::{DbError, Tx};
use crate::params;

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
    tx.execute(
        "insert into audit_log (id, actor_id, actor_role, origin, action, record_type, record_id, concerns_user_id,
             before_json, after_json, request_id, address, created_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)",
        params![
            entry.id,
            entry.actor.map(|(user, _)| user),
            entry.actor.map(|(_, role)| role),
            entry.origin,
            entry.action,
            entry.record_type,
            entry.record_id,
            entry.concerns,
            entry.before,
            entry.after,
            entry.request_id,
            entry.address,
            now
        ],
    )?;
    Ok(())
}
