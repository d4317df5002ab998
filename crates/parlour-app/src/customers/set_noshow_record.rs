//! A manager corrects the no-show count of a customer, or whether their bookings need approval.

use parlour_domain::audit::AuditAction;
use parlour_domain::ids::UserId;
use parlour_store::customers::customer_records;
use parlour_store::customers::profiles::{self, Profile};
use parlour_store::{DbError, Tx};

use crate::audit::{self, AuditedChange, state_json};
use crate::request_context::RequestContext;

/// Fields to change. An absent field stays.
#[derive(Debug, Clone, Copy, Default)]
pub struct NoshowRecordPatch {
    pub noshow_count: Option<i64>,
    pub booking_requires_approval: Option<bool>,
}

#[derive(Debug, thiserror::Error)]
pub enum NoshowRecordRefusal {
    #[error("there is no such customer")]
    Unknown,
    #[error(transparent)]
    Db(#[from] DbError),
}

pub fn set_noshow_record(
    tx: &mut Tx<'_>,
    context: &RequestContext,
    customer: &UserId,
    patch: NoshowRecordPatch,
) -> Result<Profile, NoshowRecordRefusal> {
    if !customer_records::lock_customer(tx, customer)? {
        return Err(NoshowRecordRefusal::Unknown);
    }
    let before = profiles::find_by_user(tx, customer)?.ok_or(NoshowRecordRefusal::Unknown)?;
    let NoshowRecordPatch { noshow_count, booking_requires_approval } = patch;
    if noshow_count.is_none() && booking_requires_approval.is_none() {
        return Ok(before);
    }
    customer_records::set_noshow_record(tx, customer, noshow_count, booking_requires_approval, context.now)?;
    let after = profiles::find_by_user(tx, customer)?.ok_or(NoshowRecordRefusal::Unknown)?;
    let change = AuditedChange {
        action: AuditAction::CustomerOverrule,
        record_id: customer.as_str(),
        concerns: Some(customer),
        before: state_json(&before),
        after: state_json(&after),
    };
    audit::record(tx, context, change)?;
    Ok(after)
}
