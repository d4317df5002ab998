//! Changes to the fields of a membership tier.

use parlour_store::memberships::tiers::Tier;

use crate::patch::set_if_present;

/// Fields to change. An absent field stays, or has its default in a new tier.
#[derive(Debug, Clone, Default)]
pub struct TierPatch {
    pub name: Option<String>,
    pub description: Option<String>,
    pub name_hi: Option<Option<String>>,
    pub description_hi: Option<Option<String>>,
    pub default_hours_minutes: Option<i64>,
    pub default_price_paise: Option<i64>,
    pub default_validity_days: Option<i64>,
    pub sac_code: Option<String>,
    pub is_active: Option<bool>,
    pub display_order: Option<i64>,
}

impl TierPatch {
    pub(super) fn apply(&self, tier: &mut Tier) {
        set_if_present(self.name.as_ref(), &mut tier.name);
        set_if_present(self.description.as_ref(), &mut tier.description);
        set_if_present(self.name_hi.as_ref(), &mut tier.name_hi);
        set_if_present(self.description_hi.as_ref(), &mut tier.description_hi);
        set_if_present(self.default_hours_minutes.as_ref(), &mut tier.default_hours_minutes);
        set_if_present(self.default_price_paise.as_ref(), &mut tier.default_price_paise);
        set_if_present(self.default_validity_days.as_ref(), &mut tier.default_validity_days);
        set_if_present(self.sac_code.as_ref(), &mut tier.sac_code);
        set_if_present(self.is_active.as_ref(), &mut tier.is_active);
        set_if_present(self.display_order.as_ref(), &mut tier.display_order);
    }
}
