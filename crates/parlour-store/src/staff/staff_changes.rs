//! Staff profiles as managers keep them: those who have left too.

use parlour_db::{Conn, DbError, Tx, insert, params, row, select, sql, update};
use parlour_domain::customer::Gender;
use parlour_domain::ids::{BranchId, StaffId, UserId};
use parlour_domain::ist::Timestamp;
use parlour_domain::service::ServiceType;
use serde::Serialize;
use utoipa::ToSchema;

use crate::cache_topics::{self, CacheTopic};

#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct StaffProfile {
    pub id: StaffId,
    /// Whose it is.
    pub user_id: UserId,
    pub branch_id: BranchId,
    pub display_name: String,
    pub gender: Gender,
    /// What they do.
    pub service_types: Vec<ServiceType>,
    pub is_active: bool,
    /// The public address of their picture.
    pub image_url: Option<String>,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
}

impl StaffProfile {
    fn serves(&self, kind: ServiceType) -> bool {
        self.service_types.contains(&kind)
    }
}
row! { StaffProfile {
    id, user_id, branch_id, display_name, gender, service_types: [Vec<ServiceType>], is_active, image_url,
    created_at, updated_at,
} }

/// A page, those who work here first, and how many there are in all.
pub fn page(conn: &mut Conn<'_>, limit: i64, offset: i64) -> Result<(Vec<StaffProfile>, i64), DbError> {
    let staff = conn.all(
        sql!(select!(StaffProfile, ""), " from staff order by is_active desc, display_name, id limit $1 offset $2"),
        params![limit, offset],
    )?;
    let count = conn.number("select count(*) from staff", params![])?;
    Ok((staff, count))
}

/// A profile as it is until the transaction ends: of two changes to different fields, both stay.
pub fn lock_profile(tx: &mut Tx<'_>, id: &StaffId) -> Result<Option<StaffProfile>, DbError> {
    // A write to the row is a lock on both engines; nothing changes.
    tx.execute("update staff set display_name = display_name where id = $1", params![id])?;
    by_id(tx, id)
}

pub fn by_id(conn: &mut Conn<'_>, id: &StaffId) -> Result<Option<StaffProfile>, DbError> {
    conn.one(sql!(select!(StaffProfile, ""), " from staff where id = $1"), params![id])
}

/// False if the person has an active profile already; nothing is written then.
pub fn insert_unless_active(tx: &mut Tx<'_>, profile: &StaffProfile) -> Result<bool, DbError> {
    cache_topics::mark_topic_changed(tx, CacheTopic::Rosters)?;
    insert! { tx.changes_row, "staff", profile {
        id, user_id, branch_id, display_name, gender, serves_salon: profile.serves(ServiceType::Salon),
        serves_spa: profile.serves(ServiceType::Spa), is_active, image_url, created_at, updated_at,
    }, "on conflict (user_id) where is_active do nothing" }
}

/// Writes what a manager can change. False if the person has another active profile: then the transaction has failed.
pub fn save(tx: &mut Tx<'_>, profile: &StaffProfile) -> Result<bool, DbError> {
    cache_topics::mark_topic_changed(tx, CacheTopic::Rosters)?;
    let saved = update! { tx.execute, "staff", id, profile {
        user_id, branch_id, display_name, gender, serves_salon: profile.serves(ServiceType::Salon),
        serves_spa: profile.serves(ServiceType::Spa), is_active, image_url, updated_at,
    } };
    match saved {
        Ok(_) => Ok(true),
        Err(DbError::Unique(_)) => Ok(false),
        Err(error) => Err(error),
    }
}
