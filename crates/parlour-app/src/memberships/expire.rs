//! A membership that has run out stands in nobody's way, though nobody has written so yet.

use parlour_domain::ids::UserId;
use parlour_domain::membership::MembershipStatus;
use parlour_store::memberships::membership_records;
use parlour_store::{DbError, Tx};

use crate::audit::{self, AuditedChange};
use crate::request_context::RequestContext;

/// Writes so, where a customer has such a one; true if it did.
pub(crate) fn expire_overdue(
    tx: &mut Tx<'_>,
    context: &RequestContext,
    customer: &UserId,
) -> Result<bool, DbError> {
    let expired = membership_records::expire_overdue(tx, customer, context.now)?;
    if let Some(expired) = &expired {
        let status = |status: MembershipStatus| Some(serde_json::json!({ "status": status }).to_string());
        let change = AuditedChange {
            action: "membership.expire",
            record_id: expired.as_str(),
            concerns: Some(customer),
            before: status(MembershipStatus::Active),
            after: status(MembershipStatus::Expired),
        };
        audit::record(tx, context, change)?;
    }
    Ok(expired.is_some())
}
