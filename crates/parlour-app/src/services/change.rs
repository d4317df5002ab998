//! A manager changes a service, or takes it off the price list.

use parlour_domain::ids::ServiceId;
use parlour_store::catalogue_changes::{self, KeptService};
use parlour_store::{Conn, DbError, Tx};

use super::{ServiceComplaint, ServiceRefusal, ServiceWish, complaints};
use crate::audit::{self, Change, state};
use crate::occasion::Occasion;

/// All that speaks against a change, as far as it could be read. Nothing where there is no such service.
pub fn examine_change(
    conn: &mut Conn<'_>,
    id: &ServiceId,
    wish: &ServiceWish,
) -> Result<Vec<ServiceComplaint>, DbError> {
    match catalogue_changes::service(conn, id)? {
        Some(kept) => against(conn, kept, wish),
        None => Ok(Vec::new()),
    }
}

fn against(
    conn: &mut Conn<'_>,
    mut kept: KeptService,
    wish: &ServiceWish,
) -> Result<Vec<ServiceComplaint>, DbError> {
    wish.apply(&mut kept);
    let gems = (kept.service.gems_redeemable, kept.service.gems_required);
    complaints(conn, wish.category_id.as_ref(), gems)
}

/// The slug stays, so that addresses do. Bookings keep what was agreed when they were made.
pub fn change(
    tx: &mut Tx<'_>,
    occasion: &Occasion,
    id: &ServiceId,
    wish: &ServiceWish,
) -> Result<KeptService, ServiceRefusal> {
    let before = catalogue_changes::hold_service(tx, id)?.ok_or(ServiceRefusal::Unknown)?;
    let complaints = against(tx, before.clone(), wish)?;
    if !complaints.is_empty() {
        return Err(ServiceRefusal::NotPossible(complaints));
    }
    let mut after = before.clone();
    wish.apply(&mut after);
    after.service.updated_at = occasion.now;
    catalogue_changes::save_service(tx, &after)?;
    let change = Change {
        action: "service.change",
        record_id: id.as_str(),
        concerns: None,
        before: state(&before),
        after: state(&after),
    };
    audit::record(tx, occasion, change)?;
    Ok(after)
}
