//! The catalogue for managers: with inactive categories and services, and with the SAC.

use parlour_db::{Conn, DbError, Tx, params, row, select, sql, update};
use parlour_domain::ids::{CategoryId, ServiceId};
use serde::Serialize;
use utoipa::ToSchema;

use crate::cache_topics::{self, CacheTopic};
use crate::catalogue::catalogue_records::{Category, Service};

/// A service with the fields that customers do not see.
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

/// Lets one change of the whole catalogue happen at a time, and no other change end meanwhile.
pub fn lock_catalogue(tx: &mut Tx<'_>) -> Result<(), DbError> {
    cache_topics::mark_topic_changed(tx, CacheTopic::Catalogue)
}

/// Whether there is any service, active or not.
pub fn has_services(conn: &mut Conn<'_>) -> Result<bool, DbError> {
    conn.exists("select 1 from services limit 1", params![])
}

/// Categories in the order of the catalogue.
pub fn list_categories(conn: &mut Conn<'_>, limit: i64, offset: i64) -> Result<Vec<Category>, DbError> {
    conn.all(
        sql!(select!(Category, ""), " from service_categories order by display_order, id limit $1 offset $2"),
        params![limit, offset],
    )
}

pub fn count_categories(conn: &mut Conn<'_>) -> Result<i64, DbError> {
    conn.number("select count(*) from service_categories", params![])
}

/// The services of the same categories, in their order.
pub fn list_services(conn: &mut Conn<'_>, limit: i64, offset: i64) -> Result<Vec<ManagedService>, DbError> {
    conn.all(
        sql!(
            select!(ManagedService, "s"),
            " from (select id from service_categories order by display_order, id limit $1 offset $2) c
                 join services s on s.category_id = c.id
             order by s.category_id, s.display_order, s.id"
        ),
        params![limit, offset],
    )
}

pub fn find_category(conn: &mut Conn<'_>, id: &CategoryId) -> Result<Option<Category>, DbError> {
    conn.one(sql!(select!(Category, ""), " from service_categories where id = $1"), params![id])
}

pub fn find_service(conn: &mut Conn<'_>, id: &ServiceId) -> Result<Option<ManagedService>, DbError> {
    conn.one(sql!(select!(ManagedService, ""), " from services where id = $1"), params![id])
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

/// The services of a category with their places, as they are until the transaction ends. They are locked in the order of
/// their ids: in the order of the list two transactions could wait for each other.
pub fn lock_services_of(tx: &mut Tx<'_>, category: &CategoryId) -> Result<Vec<(ServiceId, i64)>, DbError> {
    tx.all(
        "select id, display_order from services where category_id = $1 order by id for no key update",
        params![category],
    )
}

/// Writes what a manager can change.
pub fn save_category(tx: &mut Tx<'_>, category: &Category) -> Result<(), DbError> {
    update! { tx.run, "service_categories", id, category {
        name, description, name_hi, description_hi, service_type, display_order, is_active, updated_at,
    } }?;
    cache_topics::mark_topic_changed(tx, CacheTopic::Catalogue)
}

/// Writes what a manager can change.
pub fn save_service(tx: &mut Tx<'_>, managed: &ManagedService) -> Result<(), DbError> {
    let ManagedService { service, sac } = managed;
    update! { tx.run, "services", id, service {
        category_id, name, description, name_hi, description_hi, duration_minutes, buffer_minutes, price_paise,
        sac: sac, is_active, image_url, display_order, gems_redeemable, gems_required, gems_catalogue_order,
        updated_at,
    } }?;
    cache_topics::mark_topic_changed(tx, CacheTopic::Catalogue)
}
