//! What managers do with membership tiers. What was sold stays as it was sold.

mod add;
mod change;

use parlour_store::memberships::tiers::Tier;

use crate::patch::set_if_present;

pub use add::{NewTier, add};
pub use change::{TierRefusal, change};

/// What a manager says of a tier; what is absent stays, or is as usual with a new one.
#[derive(Debug, Clone, Default)]
pub struct TierPatch {
    pub name: Option<String>,
    pub description: Option<String>,
    pub default_hours_minutes: Option<i64>,
    pub default_price_paise: Option<i64>,
    pub default_validity_days: Option<i64>,
    pub is_active: Option<bool>,
    pub display_order: Option<i64>,
}

impl TierPatch {
    fn apply(&self, tier: &mut Tier) {
        set_if_present(self.name.as_ref(), &mut tier.name);
        set_if_present(self.description.as_ref(), &mut tier.description);
        set_if_present(self.default_hours_minutes.as_ref(), &mut tier.default_hours_minutes);
        set_if_present(self.default_price_paise.as_ref(), &mut tier.default_price_paise);
        set_if_present(self.default_validity_days.as_ref(), &mut tier.default_validity_days);
        set_if_present(self.is_active.as_ref(), &mut tier.is_active);
        set_if_present(self.display_order.as_ref(), &mut tier.display_order);
    }
}
