//! The whole catalogue, with inactive services, as managers see it.

use std::collections::HashMap;

use parlour_domain::ids::CategoryId;
use parlour_store::catalogue::catalogue_changes::{self, ManagedService};
use parlour_store::catalogue::catalogue_records::Category;
use parlour_store::{Conn, DbError};
use serde::Serialize;
use utoipa::ToSchema;

/// A category with all its services.
#[derive(Debug, Serialize, ToSchema)]
pub struct CategoryWithAllServices {
    #[serde(flatten)]
    pub category: Category,
    pub services: Vec<ManagedService>,
}

/// A page of categories in the order of the catalogue, and the number of all categories.
pub fn page(conn: &mut Conn<'_>, limit: i64, offset: i64) -> Result<(Vec<CategoryWithAllServices>, i64), DbError> {
    conn.in_snapshot(|conn| {
        let mut by_category: HashMap<CategoryId, Vec<ManagedService>> = HashMap::new();
        for managed in catalogue_changes::list_services(conn, limit, offset)? {
            by_category.entry(managed.service.category_id.clone()).or_default().push(managed);
        }
        let categories = catalogue_changes::list_categories(conn, limit, offset)?.into_iter();
        let with_services = categories.map(|category| {
            let services = by_category.remove(&category.id).unwrap_or_default();
            CategoryWithAllServices { category, services }
        });
        Ok((with_services.collect(), catalogue_changes::count_categories(conn)?))
    })
}
