//! The catalogue as managers keep it: what is switched off too, and what only tax returns show.

use parlour_domain::ids::{CategoryId, ServiceId};
use serde::Serialize;
use utoipa::ToSchema;

use crate::cache_topics::{self, CacheTopic};
use crate::catalogue::catalogue_records::{Category, Service};
use crate::db::{Conn, DbError, Tx, columns, sql};
use crate::{params, row};

/// A service with what customers are not shown.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ManagedService {
    #[serde(flatten)]
    pub service: Service,
    /// The code under which tax returns list it.
    #[schema(example = "999721")]
    pub sac: String,
}
row! { ManagedService { service: [Service], sac } }

/// Categories in the order of the catalogue.
pub fn list_categories(conn: &mut Conn<'_>, limit: i64, offset: i64) -> Result<Vec<Category>, DbError> {
    conn.all(
        sql!(
            "select ",
            columns!(Category, ""),
            " from service_categories order by display_order, id limit $1 offset $2"
        ),
        params![limit, offset],
    )
}

pub fn count_categories(conn: &mut Conn<'_>) -> Result<i64, DbError> {
    let count = conn.one::<(i64,)>("select count(*) from service_categories", params![])?;
    Ok(count.map_or(0, |(count,)| count))
}

/// The services of the same categories, in their order.
pub fn list_services(conn: &mut Conn<'_>, limit: i64, offset: i64) -> Result<Vec<ManagedService>, DbError> {
    conn.all(
        sql!(
            "select ",
            columns!(ManagedService, "s"),
            " from (select id from service_categories order by display_order, id limit $1 offset $2) c
                 join services s on s.category_id = c.id
             order by s.category_id, s.display_order, s.id"
        ),
        params![limit, offset],
    )
}

pub fn find_category(conn: &mut Conn<'_>, id: &CategoryId) -> Result<Option<Category>, DbError> {
    conn.one(sql!("select ", columns!(Category, ""), " from service_categories where id = $1"), params![id])
}

pub fn find_service(conn: &mut Conn<'_>, id: &ServiceId) -> Result<Option<ManagedService>, DbError> {
    conn.one(sql!("select ", columns!(ManagedService, ""), " from services where id = $1"), params![id])
}

/// A category as it is until the transaction ends: of two changes to different fields, both stay.
pub fn lock_category(tx: &mut Tx<'_>, id: &CategoryId) -> Result<Option<Category>, DbError> {
    // A write to the row is a lock on both engines; nothing changes.
    tx.execute("update service_categories set name = name where id = $1", params![id])?;
    find_category(tx, id)
}

/// A service as it is until the transaction ends.
pub fn lock_service(tx: &mut Tx<'_>, id: &ServiceId) -> Result<Option<ManagedService>, DbError> {
    tx.execute("update services set name = name where id = $1", params![id])?;
    find_service(tx, id)
}

/// Writes what a manager can change.
pub fn save_category(tx: &mut Tx<'_>, category: &Category) -> Result<(), DbError> {
    tx.execute(
        "update service_categories set name = $2, description = $3, service_type = $4, display_order = $5,
             is_active = $6, updated_at = $7 where id = $1",
        params![
            category.id,
            category.name,
            category.description,
            category.service_type,
            category.display_order,
            category.is_active,
            category.updated_at
        ],
    )?;
    cache_topics::mark_topic_changed(tx, CacheTopic::Catalogue)
}

/// Writes what a manager can change.
pub fn save_service(tx: &mut Tx<'_>, managed: &ManagedService) -> Result<(), DbError> {
    let ManagedService { service, sac } = managed;
    tx.execute(
        "update services set category_id = $2, name = $3, description = $4, duration_minutes = $5,
             buffer_minutes = $6, price_paise = $7, sac = $8, is_active = $9, image_url = $10, display_order = $11,
             gems_redeemable = $12, gems_required = $13, gems_catalogue_order = $14, updated_at = $15
         where id = $1",
        params![
            service.id,
            service.category_id,
            service.name,
            service.description,
            service.duration_minutes,
            service.buffer_minutes,
            service.price_paise,
            sac,
            service.is_active,
            service.image_url,
            service.display_order,
            service.gems_redeemable,
            service.gems_required,
            service.gems_catalogue_order,
            service.updated_at
        ],
    )?;
    cache_topics::mark_topic_changed(tx, CacheTopic::Catalogue)
}
