//! The catalogue as managers see it: all of it.

use std::collections::HashMap;

use parlour_domain::ids::CategoryId;
use parlour_store::catalogue::Category;
use parlour_store::catalogue_changes::{self, KeptService};
use parlour_store::{Conn, DbError};
use serde::Serialize;
use utoipa::ToSchema;

/// A category with all that is in it.
#[derive(Debug, Serialize, ToSchema)]
pub struct KeptCategory {
    #[serde(flatten)]
    pub category: Category,
    pub services: Vec<KeptService>,
}

/// A page of categories in the order of the catalogue, and how many there are in all.
pub fn page(conn: &mut Conn<'_>, limit: i64, skipped: i64) -> Result<(Vec<KeptCategory>, i64), DbError> {
    conn.in_one_state(|conn| {
        let mut by_category: HashMap<CategoryId, Vec<KeptService>> = HashMap::new();
        for kept in catalogue_changes::services(conn, limit, skipped)? {
            by_category.entry(kept.service.category_id.clone()).or_default().push(kept);
        }
        let categories = catalogue_changes::categories(conn, limit, skipped)?.into_iter();
        let with_services = categories.map(|category| {
            let services = by_category.remove(&category.id).unwrap_or_default();
            KeptCategory { category, services }
        });
        Ok((with_services.collect(), catalogue_changes::count_categories(conn)?))
    })
}
