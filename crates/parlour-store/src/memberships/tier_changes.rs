//! Membership tiers as managers keep them.

use parlour_db::{DbError, Tx, params, update};
use parlour_domain::ids::TierId;

use crate::cache_topics::{self, CacheTopic};
use crate::memberships::tiers::{self, Tier};

/// A tier as it is until the transaction ends: of two changes to different fields, both stay.
pub fn lock_tier(tx: &mut Tx<'_>, id: &TierId) -> Result<Option<Tier>, DbError> {
    // A write to the row is a lock on both engines; nothing changes.
    tx.execute("update membership_tiers set name = name where id = $1", params![id])?;
    tiers::by_id(tx, id)
}

/// Writes what a manager can change.
pub fn save(tx: &mut Tx<'_>, tier: &Tier) -> Result<(), DbError> {
    update! { tx.run, "membership_tiers", id, tier {
        name, description, name_hi, description_hi, default_hours_minutes, default_price_paise,
        default_validity_days, sac_code, is_active, display_order, updated_at,
    } }?;
    cache_topics::mark_topic_changed(tx, CacheTopic::Catalogue)
}
