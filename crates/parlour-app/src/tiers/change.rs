//! A manager changes a tier, or takes it off sale.

use parlour_domain::audit::AuditAction;
use parlour_domain::ids::TierId;
use parlour_store::memberships::tier_changes;
use parlour_store::memberships::tiers::Tier;
use parlour_store::{DbError, Tx};

use super::tier_patch::TierPatch;
use crate::audit::{self, AuditedChange, state_json};
use crate::request_context::RequestContext;

#[derive(Debug, thiserror::Error)]
pub enum TierRefusal {
    #[error("there is no such tier")]
    Unknown,
    #[error(transparent)]
    Db(#[from] DbError),
}

pub fn change(tx: &mut Tx<'_>, context: &RequestContext, id: &TierId, patch: &TierPatch) -> Result<Tier, TierRefusal> {
    let before = tier_changes::lock_tier(tx, id)?.ok_or(TierRefusal::Unknown)?;
    let mut after = before.clone();
    patch.apply(&mut after);
    after.updated_at = context.now;
    tier_changes::save(tx, &after)?;
    let change = AuditedChange {
        action: AuditAction::TierChange,
        record_id: id.as_str(),
        concerns: None,
        before: state_json(&before),
        after: state_json(&after),
    };
    audit::record(tx, context, change)?;
    Ok(after)
}
