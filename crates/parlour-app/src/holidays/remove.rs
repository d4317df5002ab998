//! A manager removes a holiday.

use parlour_domain::audit::AuditAction;
use parlour_domain::ids::HolidayId;
use parlour_store::Tx;
use parlour_store::branches::holidays;

use super::HolidayRefusal;
use crate::audit::{self, AuditedChange, state_json};
use crate::request_context::RequestContext;

pub fn remove(tx: &mut Tx<'_>, context: &RequestContext, id: &HolidayId) -> Result<(), HolidayRefusal> {
    let before = holidays::delete(tx, id)?.ok_or(HolidayRefusal::Unknown)?;
    let change =
        AuditedChange { before: state_json(&before), ..AuditedChange::new(AuditAction::HolidayRemove, id.as_str()) };
    Ok(audit::record(tx, context, change)?)
}
