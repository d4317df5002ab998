//! The desk gives blocked time back.

use parlour_domain::audit::AuditAction;
use parlour_domain::ids::BlockId;
use parlour_store::Tx;
use parlour_store::bookings::occupancy;
use parlour_store::staff::blocks;

use super::BlockRefusal;
use crate::audit::{self, AuditedChange, state_json};
use crate::page_updates;
use crate::request_context::RequestContext;

pub fn remove(tx: &mut Tx<'_>, context: &RequestContext, id: &BlockId) -> Result<(), BlockRefusal> {
    occupancy::release_block(tx, id)?;
    let before = blocks::delete(tx, id)?.ok_or(BlockRefusal::Unknown)?;
    page_updates::note_staff_change(tx, &before.staff_id);
    let change =
        AuditedChange { before: state_json(&before), ..AuditedChange::new(AuditAction::BlockRemove, id.as_str()) };
    Ok(audit::record(tx, context, change)?)
}
