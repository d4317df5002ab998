//! Service categories and services.

use parlour_db::{AsSqlValue, Conn, DbError, SqlValue, Tx, insert, params, row, select, sql};
use parlour_domain::ids::{CategoryId, ServiceId};
use parlour_domain::ist::Timestamp;
use parlour_domain::service::ServiceType;
use serde::Serialize;
use utoipa::ToSchema;

use crate::cache_topics::{self, CacheTopic};

#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Category {
    pub id: CategoryId,
    pub name: String,
    pub slug: String,
    pub description: String,
    /// For readers of Hindi, where it has one.
    pub name_hi: Option<String>,
    pub description_hi: Option<String>,
    pub service_type: ServiceType,
    pub display_order: i64,
    pub is_active: bool,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
}
row! { Category {
    id, name, slug, description, name_hi, description_hi, service_type, display_order, is_active, created_at, updated_at,
} }

#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Service {
    pub id: ServiceId,
    pub category_id: CategoryId,
    pub name: String,
    pub slug: String,
    pub description: String,
    /// For readers of Hindi, where it has one.
    pub name_hi: Option<String>,
    pub description_hi: Option<String>,
    pub duration_minutes: i64,
    pub buffer_minutes: i64,
    pub price_paise: i64,
    pub is_active: bool,
    pub image_url: Option<String>,
    pub display_order: i64,
    pub gems_redeemable: bool,
    pub gems_required: Option<i64>,
    pub gems_catalogue_order: Option<i64>,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
}
row! { Service {
    id, category_id, name, slug, description, name_hi, description_hi, duration_minutes, buffer_minutes, price_paise,
    is_active, image_url, display_order, gems_redeemable, gems_required, gems_catalogue_order, created_at, updated_at,
} }

pub fn active_categories(conn: &mut Conn<'_>) -> Result<Vec<Category>, DbError> {
    conn.all(
        sql!(select!(Category, ""), " from service_categories where is_active order by display_order, id"),
        params![],
    )
}

/// Active services of active categories, in the order a catalogue shows them.
pub fn active_services(conn: &mut Conn<'_>) -> Result<Vec<Service>, DbError> {
    conn.all(
        sql!(
            select!(Service, "s"),
            " from services s join service_categories c on c.id = s.category_id
             where s.is_active and c.is_active
             order by c.display_order, c.id, s.display_order, s.id"
        ),
        params![],
    )
}

/// A service by its slug, active or not: old links keep working.
pub fn service_by_slug(conn: &mut Conn<'_>, slug: &str) -> Result<Option<Service>, DbError> {
    conn.one(sql!(select!(Service, ""), " from services where slug = $1"), params![slug])
}

/// The category of that kind whose name makes this slug.
pub fn category_by_slug(conn: &mut Conn<'_>, kind: ServiceType, slug: &str) -> Result<Option<CategoryId>, DbError> {
    conn.one_value("select id from service_categories where slug = $1 and service_type = $2", params![slug, kind])
}

pub fn service_exists(conn: &mut Conn<'_>, id: &ServiceId) -> Result<bool, DbError> {
    conn.exists("select 1 from services where id = $1", params![id])
}

/// What a booking takes over from a service.
#[derive(Debug, Clone)]
pub struct BookableService {
    pub id: ServiceId,
    pub name: String,
    pub service_type: ServiceType,
    /// In the catalogue: active, and so is its category.
    pub is_offered: bool,
    pub price_paise: i64,
    pub duration_minutes: i64,
    pub buffer_minutes: i64,
}
row! { BookableService {
    id, name, service_type: "c.service_type", is_offered: "s.is_active and c.is_active", price_paise,
    duration_minutes, buffer_minutes,
} }

/// Every service, offered or not.
pub fn list_bookable_services(conn: &mut Conn<'_>) -> Result<Vec<BookableService>, DbError> {
    conn.all(
        sql!(select!(BookableService, "s"), " from services s join service_categories c on c.id = s.category_id"),
        params![],
    )
}

const BOOKABLE_SERVICE: &str = sql!(
    select!(BookableService, "s"),
    " from services s join service_categories c on c.id = s.category_id where s.id = $1"
);

pub fn find_bookable_service(conn: &mut Conn<'_>, id: &ServiceId) -> Result<Option<BookableService>, DbError> {
    conn.one(BOOKABLE_SERVICE, params![id])
}

/// Asks on Postgres for services that [`find_bookable_services`] will be asked for in this transaction.
pub fn ask_ahead_for_bookable_services(tx: &mut Tx<'_>, ids: &[&ServiceId]) -> Result<(), DbError> {
    let params: Vec<[SqlValue<'_>; 1]> = ids.iter().map(|id| [id.as_sql_value()]).collect();
    tx.ask_ahead(BOOKABLE_SERVICE, &params)
}

/// Each of these services, if there is such a one, in the order of the ids.
pub fn find_bookable_services(
    conn: &mut Conn<'_>,
    ids: &[&ServiceId],
) -> Result<Vec<Option<BookableService>>, DbError> {
    let params: Vec<[SqlValue<'_>; 1]> = ids.iter().map(|id| [id.as_sql_value()]).collect();
    conn.one_of_each(BOOKABLE_SERVICE, &params)
}

/// False if another has the slug; nothing is written then.
pub fn insert_category_if_slug_free(tx: &mut Tx<'_>, category: &Category) -> Result<bool, DbError> {
    let added = insert! { tx.execute, "service_categories", category {
        id, name, slug, description, name_hi, description_hi, service_type, display_order, is_active, created_at,
        updated_at,
    }, "on conflict (slug) do nothing" }?;
    cache_topics::mark_topic_changed(tx, CacheTopic::Catalogue)?;
    Ok(added == 1)
}

/// False if another has the slug; nothing is written then.
pub fn insert_service_if_slug_free(tx: &mut Tx<'_>, service: &Service, sac: &str) -> Result<bool, DbError> {
    let added = insert! { tx.execute, "services", service {
        id, category_id, name, slug, description, name_hi, description_hi, duration_minutes, buffer_minutes,
        price_paise, sac: sac, is_active, image_url, display_order, gems_redeemable, gems_required,
        gems_catalogue_order, created_at, updated_at,
    }, "on conflict (slug) do nothing" }?;
    cache_topics::mark_topic_changed(tx, CacheTopic::Catalogue)?;
    Ok(added == 1)
}

/// For filling a catalogue whose slugs are known to differ.
pub fn insert_category(tx: &mut Tx<'_>, category: &Category) -> Result<(), DbError> {
    if insert_category_if_slug_free(tx, category)? { Ok(()) } else { Err(slug_taken_error()) }
}

/// `sac` is the code under which tax returns list the service.
pub fn insert_service(tx: &mut Tx<'_>, service: &Service, sac: &str) -> Result<(), DbError> {
    if insert_service_if_slug_free(tx, service, sac)? { Ok(()) } else { Err(slug_taken_error()) }
}

fn slug_taken_error() -> DbError {
    DbError::Unique("the slug is another's".into())
}
