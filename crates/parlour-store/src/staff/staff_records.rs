//! Staff profiles: who works where, and on what.

use chrono::{NaiveDate, NaiveTime};
use parlour_db::{Conn, DbError, Tx, insert, params, row, select, sql};
use parlour_domain::customer::Gender;
use parlour_domain::ids::{BranchId, StaffId, UserId};
use parlour_domain::service::ServiceType;
use serde::Serialize;
use utoipa::ToSchema;

use crate::bookings::CALLED_OFF_STATUSES;
use crate::cache_topics::{self, CacheTopic};

/// A member of staff as the desk needs to know them.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DeskStaffMember {
    pub id: StaffId,
    /// The person, as whom a lead is assigned to them.
    pub user_id: UserId,
    pub branch_id: BranchId,
    pub display_name: String,
    pub gender: Gender,
    /// What they do.
    pub service_types: Vec<ServiceType>,
    /// False for former staff, who are listed only because of their bookings.
    pub is_active: bool,
}
row! { DeskStaffMember {
    id, user_id, branch_id, display_name, gender, service_types: [Vec<ServiceType>], is_active,
} }

/// The active staff profile of a user.
pub fn find_active_of_user(conn: &mut Conn<'_>, user: &UserId) -> Result<Option<StaffId>, DbError> {
    conn.one_value("select id from staff where user_id = $1 and is_active", params![user])
}

/// Everyone who can be booked.
pub fn list_active(conn: &mut Conn<'_>) -> Result<Vec<DeskStaffMember>, DbError> {
    conn.all(
        sql!(
            select!(DeskStaffMember, ""),
            " from staff
             where is_active order by branch_id, display_name, id"
        ),
        params![],
    )
}

/// A member of staff as customers may know them.
#[derive(Debug, Clone)]
pub struct BookableStaffMember {
    pub id: StaffId,
    pub display_name: String,
    pub gender: Gender,
}
row! { BookableStaffMember { id, display_name, gender } }

/// Those of a branch who do this type of service, so that customers can ask for them. A live branch books only those who
/// have working hours; an open one need not keep a roster.
pub fn list_bookable(
    conn: &mut Conn<'_>,
    branch: &BranchId,
    is_live: bool,
    service_type: ServiceType,
) -> Result<Vec<BookableStaffMember>, DbError> {
    let (salon, spa) = (service_type == ServiceType::Salon, service_type == ServiceType::Spa);
    conn.all(
        sql!(
            select!(BookableStaffMember, "s"),
            " from staff s
             where s.branch_id = $1 and s.is_active and (($2 and s.serves_salon) or ($3 and s.serves_spa))
                 and (not $4 or exists (select 1 from staff_shifts w where w.staff_id = s.id))
             order by s.display_name, s.id"
        ),
        params![branch, salon, spa, is_live],
    )
}

pub fn find_gender(conn: &mut Conn<'_>, id: &StaffId) -> Result<Option<Gender>, DbError> {
    conn.one_value("select gender from staff where id = $1", params![id])
}

pub fn find_name(conn: &mut Conn<'_>, id: &StaffId) -> Result<Option<String>, DbError> {
    conn.one_value("select display_name from staff where id = $1", params![id])
}

pub fn find_branch(conn: &mut Conn<'_>, id: &StaffId) -> Result<Option<BranchId>, DbError> {
    conn.one_value("select branch_id from staff where id = $1", params![id])
}

pub fn is_active(conn: &mut Conn<'_>, id: &StaffId) -> Result<bool, DbError> {
    conn.exists("select 1 from staff where id = $1 and is_active", params![id])
}

/// Whether somebody can be booked. They are not deactivated until the transaction ends.
pub fn lock_active(tx: &mut Tx<'_>, id: &StaffId) -> Result<bool, DbError> {
    tx.exists("select 1 from staff where id = $1 and is_active for no key update", params![id])
}

/// The staff of a branch, and staff of other branches with a booking there on that day.
pub fn list_for_day(conn: &mut Conn<'_>, branch: &BranchId, date: NaiveDate) -> Result<Vec<DeskStaffMember>, DbError> {
    conn.all(
        sql!(
            select!(DeskStaffMember, ""),
            " from staff
             where (branch_id = $1 and is_active)
                 or id in (select s.staff_id from bookings b join booking_services s on s.booking_id = b.id
                           where b.branch_id = $1 and b.booking_date = $2 and b.status not in ",
            CALLED_OFF_STATUSES,
            ")
             order by display_name, id"
        ),
        params![branch, date],
    )
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
    cache_topics::mark_topic_changed(tx, CacheTopic::Rosters)?;
    insert! { tx.run, "staff_shifts", shift { id, staff_id, weekday, start_time, end_time } }?;
    for (from, until) in &shift.breaks {
        insert! { tx.run, "staff_shift_breaks", { shift_id: shift.id, start_time: from, end_time: until } }?;
    }
    Ok(())
}
