//! Marks a customer's overdue membership as expired.

use parlour_domain::audit::AuditAction;
use parlour_domain::ids::UserId;
use parlour_domain::membership::MembershipStatus;
use parlour_store::memberships::membership_records;
use parlour_store::{DbError, Tx};

use crate::audit::{self, AuditedChange};
use crate::request_context::RequestContext;

/// Returns whether there was one.
pub fn expire_overdue(tx: &mut Tx<'_>, context: &RequestContext, customer: &UserId) -> Result<bool, DbError> {
    let expired = membership_records::expire_overdue(tx, customer, context.now)?;
    if let Some(expired) = &expired {
        let status = |status: MembershipStatus| Some(serde_json::json!({ "status": status }).to_string());
        let change = AuditedChange {
            action: AuditAction::MembershipExpire,
            record_id: expired.as_str(),
            concerns: Some(customer),
            before: status(MembershipStatus::Active),
            after: status(MembershipStatus::Expired),
        };
        audit::record(tx, context, change)?;
    }
    Ok(expired.is_some())
}
