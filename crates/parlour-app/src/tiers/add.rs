//! One more package of hours to sell.

use parlour_domain::ids::TierId;
use parlour_store::tiers::Tier;
use parlour_store::{DbError, Tx, tier_changes};

use super::TierWish;
use crate::audit::{self, Change, state};
use crate::occasion::Occasion;
use crate::slugs;

#[derive(Debug, Clone)]
pub struct NewTier {
    pub name: String,
    pub default_hours_minutes: i64,
    pub default_price_paise: i64,
    pub default_validity_days: i64,
    /// All else that was said of it.
    pub details: TierWish,
}

pub fn add(tx: &mut Tx<'_>, occasion: &Occasion, new: &NewTier) -> Result<Tier, DbError> {
    let added = slugs::claim(occasion, &new.name, "tier", |slug| {
        let mut tier = Tier {
            id: TierId::new(occasion.new_id()),
            name: new.name.clone(),
            slug,
            description: String::new(),
            default_hours_minutes: new.default_hours_minutes,
            default_price_paise: new.default_price_paise,
            default_validity_days: new.default_validity_days,
            is_active: true,
            display_order: 0,
            created_at: occasion.now,
            updated_at: occasion.now,
        };
        new.details.apply(&mut tier);
        let is_free = tier_changes::add(tx, &tier)?;
        Ok(is_free.then_some(tier))
    })?;
    let change = Change {
        action: "tier.add",
        record_id: added.id.as_str(),
        after: state(&added),
        ..Change::default()
    };
    audit::record(tx, occasion, change)?;
    Ok(added)
}
