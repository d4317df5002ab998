//! A manager changes a tier, or no longer sells it.

use parlour_domain::ids::TierId;
use parlour_store::tiers::Tier;
use parlour_store::{DbError, Tx, tier_changes};

use super::TierWish;
use crate::audit::{self, Change, state};
use crate::occasion::Occasion;

#[derive(Debug, thiserror::Error)]
pub enum TierRefusal {
    #[error("there is no such tier")]
    Unknown,
    #[error(transparent)]
    Db(#[from] DbError),
}

pub fn change(
    tx: &mut Tx<'_>,
    occasion: &Occasion,
    id: &TierId,
    wish: &TierWish,
) -> Result<Tier, TierRefusal> {
    let before = tier_changes::hold(tx, id)?.ok_or(TierRefusal::Unknown)?;
    let mut after = before.clone();
    wish.apply(&mut after);
    after.updated_at = occasion.now;
    tier_changes::save(tx, &after)?;
    let change = Change {
        action: "tier.change",
        record_id: id.as_str(),
        concerns: None,
        before: state(&before),
        after: state(&after),
    };
    audit::record(tx, occasion, change)?;
    Ok(after)
}
