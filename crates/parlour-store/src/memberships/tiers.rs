//! Membership tiers: what the desk sells as a package of spa hours.

use parlour_db::{Conn, DbError, Tx, insert, params, row, select, sql};
use parlour_domain::ids::TierId;
use parlour_domain::ist::Timestamp;
use serde::Serialize;
use utoipa::ToSchema;

use crate::cache_topics::{self, CacheTopic};

/// What is sold can differ: the defaults fill in the form.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Tier {
    pub id: TierId,
    pub name: String,
    pub slug: String,
    pub description: String,
    /// For readers of Hindi, where it has one.
    pub name_hi: Option<String>,
    pub description_hi: Option<String>,
    pub default_hours_minutes: i64,
    pub default_price_paise: i64,
    pub default_validity_days: i64,
    /// The service accounting code on its invoices.
    #[schema(example = "999721")]
    pub sac_code: String,
    pub is_active: bool,
    pub display_order: i64,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
}
row! { Tier {
    id, name, slug, description, name_hi, description_hi, default_hours_minutes, default_price_paise,
    default_validity_days, sac_code, is_active, display_order, created_at, updated_at,
} }

/// The packages that are on sale, in the order of the list.
pub fn list_active(conn: &mut Conn<'_>) -> Result<Vec<Tier>, DbError> {
    conn.all(sql!(select!(Tier, ""), " from membership_tiers where is_active order by display_order, id"), params![])
}

/// On sale or not, in the order of the list.
pub fn list_all(conn: &mut Conn<'_>) -> Result<Vec<Tier>, DbError> {
    conn.all(sql!(select!(Tier, ""), " from membership_tiers order by display_order, id"), params![])
}

/// On sale or not.
pub fn by_id(conn: &mut Conn<'_>, id: &TierId) -> Result<Option<Tier>, DbError> {
    conn.one(sql!(select!(Tier, ""), " from membership_tiers where id = $1"), params![id])
}

/// False if another has the slug; nothing is written then.
pub fn insert_if_slug_free(tx: &mut Tx<'_>, tier: &Tier) -> Result<bool, DbError> {
    let is_added = insert! { tx.changes_row, "membership_tiers", tier {
        id, name, slug, description, name_hi, description_hi, default_hours_minutes, default_price_paise,
        default_validity_days, sac_code, is_active, display_order, created_at, updated_at,
    }, "on conflict (slug) do nothing" }?;
    cache_topics::mark_topic_changed(tx, CacheTopic::Catalogue)?;
    Ok(is_added)
}

/// For filling a list whose slugs are known to differ.
pub fn insert(tx: &mut Tx<'_>, tier: &Tier) -> Result<(), DbError> {
    let taken = || DbError::Unique("the slug is another's".into());
    if insert_if_slug_free(tx, tier)? { Ok(()) } else { Err(taken()) }
}
