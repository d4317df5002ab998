//! Staff profiles as managers keep them: those who have left too.

use parlour_domain::customer::Gender;
use parlour_domain::ids::{BranchId, StaffId, UserId};
use parlour_domain::ist::Timestamp;
use parlour_domain::service::ServiceType;
use serde::Serialize;
use utoipa::ToSchema;

use crate::db::{Conn, DbError, Tx, columns, sql};
use crate::{params, row};

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
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
}

impl StaffProfile {
    fn serves(&self, kind: ServiceType) -> bool {
        self.service_types.contains(&kind)
    }
}
row! { StaffProfile {
    id, user_id, branch_id, display_name, gender, service_types: [Vec<ServiceType>], is_active, created_at, updated_at,
} }

/// A page, those who work here first, and how many there are in all.
pub fn page(conn: &mut Conn<'_>, limit: i64, offset: i64) -> Result<(Vec<StaffProfile>, i64), DbError> {
    let staff = conn.all(
        sql!(
            "select ",
            columns!(StaffProfile, ""),
            " from staff order by is_active desc, display_name, id limit $1 offset $2"
        ),
        params![limit, offset],
    )?;
    let count = conn.one::<(i64,)>("select count(*) from staff", params![])?;
    Ok((staff, count.map_or(0, |(count,)| count)))
}

/// A profile as it is until the transaction ends: of two changes to different fields, both stay.
pub fn lock_profile(tx: &mut Tx<'_>, id: &StaffId) -> Result<Option<StaffProfile>, DbError> {
    // A write to the row is a lock on both engines; nothing changes.
    tx.execute("update staff set display_name = display_name where id = $1", params![id])?;
    by_id(tx, id)
}

pub fn by_id(conn: &mut Conn<'_>, id: &StaffId) -> Result<Option<StaffProfile>, DbError> {
    conn.one(sql!("select ", columns!(StaffProfile, ""), " from staff where id = $1"), params![id])
}

/// False if the person has an active profile already; nothing is written then.
pub fn insert_unless_active(tx: &mut Tx<'_>, profile: &StaffProfile) -> Result<bool, DbError> {
    let added = tx.execute(
        "insert into staff (id, user_id, branch_id, display_name, gender, serves_salon, serves_spa, is_active,
             created_at, updated_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) on conflict (user_id) where is_active do nothing",
        params![
            profile.id,
            profile.user_id,
            profile.branch_id,
            profile.display_name,
            profile.gender,
            profile.serves(ServiceType::Salon),
            profile.serves(ServiceType::Spa),
            profile.is_active,
            profile.created_at,
            profile.updated_at
        ],
    )?;
    Ok(added == 1)
}

/// Writes what a manager can change. False if the person has another active profile: then the transaction has failed.
pub fn save(tx: &mut Tx<'_>, profile: &StaffProfile) -> Result<bool, DbError> {
    let saved = tx.execute(
        "update staff set user_id = $2, branch_id = $3, display_name = $4, gender = $5, serves_salon = $6,
             serves_spa = $7, is_active = $8, updated_at = $9
         where id = $1",
        params![
            profile.id,
            profile.user_id,
            profile.branch_id,
            profile.display_name,
            profile.gender,
            profile.serves(ServiceType::Salon),
            profile.serves(ServiceType::Spa),
            profile.is_active,
            profile.updated_at
        ],
    );
    match saved {
        Ok(_) => Ok(true),
        Err(DbError::Unique(_)) => Ok(false),
        Err(error) => Err(error),
    }
}
