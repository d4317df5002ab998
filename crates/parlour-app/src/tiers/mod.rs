//! What managers do with membership tiers. What was sold stays as it was sold.

mod add;
mod change;

pub use add::{NewTier, add};
pub use change::{TierRefusal, change};

use parlour_store::tiers::Tier;

use crate::wish::put;

/// What a manager says of a tier; what is absent stays, or is as usual with a new one.
#[derive(Debug, Clone, Default)]
pub struct TierWish {
    pub name: Option<String>,
    pub description: Option<String>,
    pub default_hours_minutes: Option<i64>,
    pub default_price_paise: Option<i64>,
    pub default_validity_days: Option<i64>,
    pub is_active: Option<bool>,
    pub display_order: Option<i64>,
}

impl TierWish {
    fn apply(&self, tier: &mut Tier) {
        put(self.name.as_ref(), &mut tier.name);
        put(self.description.as_ref(), &mut tier.description);
        put(self.default_hours_minutes.as_ref(), &mut tier.default_hours_minutes);
        put(self.default_price_paise.as_ref(), &mut tier.default_price_paise);
        put(self.default_validity_days.as_ref(), &mut tier.default_validity_days);
        put(self.is_active.as_ref(), &mut tier.is_active);
        put(self.display_order.as_ref(), &mut tier.display_order);
    }
}
