//! Staff profiles: who works where, and on what.

use chrono::{NaiveDate, NaiveTime};
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

/// Hours that come again every week.
#[derive(Debug, Clone)]
pub struct Shift {
    pub id: String,
    pub staff_id: StaffId,
    /// 1 is Monday, 7 is Sunday.
    pub weekday: i64,
    pub start_time: NaiveTime,
    pub end_time: NaiveTime,
    /// From and until.
    pub breaks: Vec<(NaiveTime, NaiveTime)>,
}

pub fn insert_shift(tx: &mut Tx<'_>, shift: &Shift) -> Result<(), DbError> {
    tx.execute(
        "insert into staff_shifts (id, staff_id, weekday, start_time, end_time) values ($1, $2, $3, $4, $5)",
        params![shift.id, shift.staff_id, shift.weekday, shift.start_time, shift.end_time],
    )?;
    for (from, until) in &shift.breaks {
        tx.execute(
            "insert into staff_shift_breaks (shift_id, start_time, end_time) values ($1, $2, $3)",
            params![shift.id, from, until],
        )?;
    }
    Ok(())
}

/// Whole days off, asked for and perhaps decided.
#[derive(Debug, Clone)]
pub struct Leave {
    pub id: String,
    pub staff_id: StaffId,
    pub start_date: NaiveDate,
    pub end_date: NaiveDate,
    pub reason: Option<String>,
    /// `pending`, `approved` or `rejected`.
    pub status: String,
    pub decided_by: Option<UserId>,
    pub decided_at: Option<Timestamp>,
    pub created_at: Timestamp,
}

pub fn insert_leave(tx: &mut Tx<'_>, leave: &Leave) -> Result<(), DbError> {
    tx.execute(
        "insert into staff_leave (id, staff_id, start_date, end_date, reason, status, decided_by, decided_at,
             created_at, updated_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)",
        params![
            leave.id,
            leave.staff_id,
            leave.start_date,
            leave.end_date,
            leave.reason,
            leave.status,
            leave.decided_by,
            leave.decided_at,
            leave.created_at,
            leave.decided_at.unwrap_or(leave.created_at)
        ],
    )?;
    Ok(())
}
