//! Membership tiers as managers keep them.

use parlour_domain::ids::TierId;

use crate::db::{DbError, Tx};
use crate::memberships::tiers::{self, Tier};
use crate::params;

/// A tier as it is until the transaction ends: of two changes to different fields, both stay.
pub fn lock_tier(tx: &mut Tx<'_>, id: &TierId) -> Result<Option<Tier>, DbError> {
    // A write to the row is a lock on both engines; nothing changes.
    tx.execute("update membership_tiers set name = name where id = $1", params![id])?;
    tiers::by_id(tx, id)
}

/// Writes what a manager can change.
pub fn save(tx: &mut Tx<'_>, tier: &Tier) -> Result<(), DbError> {
    tx.execute(
        "update membership_tiers set name = $2, description = $3, default_hours_minutes = $4,
             default_price_paise = $5, default_validity_days = $6, is_active = $7, display_order = $8, updated_at = $9
         where id = $1",
        params![
            tier.id,
            tier.name,
            tier.description,
            tier.default_hours_minutes,
            tier.default_price_paise,
            tier.default_validity_days,
            tier.is_active,
            tier.display_order,
            tier.updated_at
        ],
    )?;
    Ok(())
}
