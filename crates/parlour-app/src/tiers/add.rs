//! A manager adds a tier.

use parlour_domain::audit::AuditAction;
use parlour_domain::ids::TierId;
use parlour_domain::membership::MEMBERSHIP_SAC;
use parlour_store::memberships::tiers::{self, Tier};
use parlour_store::{DbError, Tx};

use super::tier_patch::TierPatch;
use crate::audit::{self, AuditedChange, state_json};
use crate::request_context::RequestContext;
use crate::slugs;

#[derive(Debug, Clone)]
pub struct NewTier {
    pub name: String,
    pub default_hours_minutes: i64,
    pub default_price_paise: i64,
    pub default_validity_days: i64,
    /// The optional fields.
    pub details: TierPatch,
}

pub fn add(tx: &mut Tx<'_>, context: &RequestContext, new: &NewTier) -> Result<Tier, DbError> {
    let added = slugs::claim_free_slug(context, &new.name, "tier", |slug| {
        let mut tier = Tier {
            id: TierId::new(context.new_id()),
            name: new.name.clone(),
            slug,
            description: String::new(),
            name_hi: None,
            description_hi: None,
            default_hours_minutes: new.default_hours_minutes,
            default_price_paise: new.default_price_paise,
            default_validity_days: new.default_validity_days,
            sac_code: MEMBERSHIP_SAC.to_owned(),
            is_active: true,
            display_order: 0,
            created_at: context.now,
            updated_at: context.now,
        };
        new.details.apply(&mut tier);
        let is_free = tiers::insert_if_slug_free(tx, &tier)?;
        Ok(is_free.then_some(tier))
    })?;
    let change =
        AuditedChange { after: state_json(&added), ..AuditedChange::new(AuditAction::TierAdd, added.id.as_str()) };
    audit::record(tx, context, change)?;
    Ok(added)
}
