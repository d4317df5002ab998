//! Membership tiers: what the desk sells as a package of spa hours.

use parlour_domain::ids::TierId;
use parlour_domain::ist::Timestamp;

use crate::db::{DbError, Tx};
use crate::params;

#[derive(Debug, Clone)]
pub struct Tier {
    pub id: TierId,
    pub name: String,
    pub slug: String,
    pub description: String,
    pub default_hours_minutes: i64,
    pub default_price_paise: i64,
    pub default_validity_days: i64,
    pub is_active: bool,
    pub display_order: i64,
}

pub fn insert(tx: &mut Tx<'_>, tier: &Tier, now: Timestamp) -> Result<(), DbError> {
    tx.execute(
        "insert into membership_tiers (id, name, slug, description, default_hours_minutes, default_price_paise,
             default_validity_days, is_active, display_order, created_at, updated_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $10)",
        params![
            tier.id,
            tier.name,
            tier.slug,
            tier.description,
            tier.default_hours_minutes,
            tier.default_price_paise,
            tier.default_validity_days,
            tier.is_active,
            tier.display_order,
            now
        ],
    )?;
    Ok(())
}
