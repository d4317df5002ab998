//! Staff profiles: who works where, and on what.

use parlour_domain::customer::Gender;
use parlour_domain::ids::{BranchId, StaffId, UserId};
use parlour_domain::ist::Timestamp;

use crate::db::{DbError, Tx};
use crate::params;

#[derive(Debug, Clone)]
pub struct StaffMember {
    pub id: StaffId,
    pub user_id: UserId,
    pub branch_id: BranchId,
    pub display_name: String,
    pub gender: Gender,
    pub serves_salon: bool,
    pub serves_spa: bool,
    pub is_active: bool,
}

pub fn insert(tx: &mut Tx<'_>, member: &StaffMember, now: Timestamp) -> Result<(), DbError> {
    tx.execute(
        "insert into staff (id, user_id, branch_id, display_name, gender, serves_salon, serves_spa, is_active,
             created_at, updated_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9)",
        params![
            member.id,
            member.user_id,
            member.branch_id,
            member.display_name,
            member.gender,
            member.serves_salon,
            member.serves_spa,
            member.is_active,
            now
        ],
    )?;
    Ok(())
}
