//! Who is at work on a day: weekly shifts without breaks, leave and holidays.

use chrono::{Datelike, NaiveDate, NaiveTime};
use parlour_db::{Conn, DbError, params, row, select, sql};
use parlour_domain::customer::Gender;
use parlour_domain::ids::{BranchId, StaffId};
use parlour_domain::service::ServiceType;

/// A shift of that day, and one of its breaks; a shift with several breaks comes several times.
#[derive(Debug, Clone)]
pub struct RosterRow {
    pub staff_id: StaffId,
    pub gender: Gender,
    pub serves_salon: bool,
    pub serves_spa: bool,
    pub starts: NaiveTime,
    pub ends: NaiveTime,
    pub break_starts: Option<NaiveTime>,
    pub break_ends: Option<NaiveTime>,
}
row! { RosterRow {
    staff_id: "s.id", gender, serves_salon, serves_spa, starts: "w.start_time", ends: "w.end_time",
    break_starts: "p.start_time", break_ends: "p.end_time",
} }

/// The shifts of the weekday $2 with their breaks.
const SHIFTS: &str = " from staff s join staff_shifts w on w.staff_id = s.id and w.weekday = $2
     left join staff_shift_breaks p on p.shift_id = w.id";
/// Whether the active member `s` is there on the day $3: not on leave, and the branch has no holiday.
const IS_THERE: &str = "s.is_active
     and not exists (select 1 from staff_leave l
         where l.staff_id = s.id and l.status = 'approved' and l.start_date <= $3 and l.end_date >= $3)
     and not exists (select 1 from branch_holidays h where h.branch_id = s.branch_id and h.holiday_date = $3)";

/// Active members of a branch who are there that day; nobody on a holiday. A member's rows follow each other.
pub fn list_for_day(conn: &mut Conn<'_>, branch: &BranchId, date: NaiveDate) -> Result<Vec<RosterRow>, DbError> {
    conn.all(
        sql!(select!(RosterRow, "s"), SHIFTS, " where s.branch_id = $1 and ", IS_THERE, " order by s.id, w.start_time"),
        params![branch, weekday_number(date), date],
    )
}

/// The shifts of one active member of a branch on a day; none on leave or on a holiday.
pub fn list_for_staff_day(
    conn: &mut Conn<'_>,
    branch: &BranchId,
    staff: &StaffId,
    date: NaiveDate,
) -> Result<Vec<RosterRow>, DbError> {
    conn.all(
        sql!(
            select!(RosterRow, "s"),
            SHIFTS,
            " where s.id = $1 and s.branch_id = $4 and ",
            IS_THERE,
            " order by w.start_time"
        ),
        params![staff, weekday_number(date), date, branch],
    )
}

fn weekday_number(date: NaiveDate) -> i64 {
    i64::from(date.weekday().number_from_monday())
}

/// The active staff of a branch.
pub fn list_active_staff_ids(conn: &mut Conn<'_>, branch: &BranchId) -> Result<Vec<StaffId>, DbError> {
    conn.all_values("select id from staff where branch_id = $1 and is_active", params![branch])
}

/// The active staff of a branch who have working hours on any weekday.
pub fn list_rostered_staff_ids(conn: &mut Conn<'_>, branch: &BranchId) -> Result<Vec<StaffId>, DbError> {
    conn.all_values(
        "select id from staff where branch_id = $1 and is_active
             and exists (select 1 from staff_shifts w where w.staff_id = staff.id)",
        params![branch],
    )
}

/// Whether a member of staff is active at a branch and does services of this type.
pub fn serves_at_branch(
    conn: &mut Conn<'_>,
    branch: &BranchId,
    staff: &StaffId,
    service_type: ServiceType,
) -> Result<bool, DbError> {
    let sql = match service_type {
        ServiceType::Salon => "select 1 from staff where id = $1 and branch_id = $2 and is_active and serves_salon",
        ServiceType::Spa => "select 1 from staff where id = $1 and branch_id = $2 and is_active and serves_spa",
    };
    conn.exists(sql, params![staff, branch])
}

/// Whether a member of staff is active at a branch.
pub fn works_at_branch(conn: &mut Conn<'_>, branch: &BranchId, staff: &StaffId) -> Result<bool, DbError> {
    conn.exists("select 1 from staff where id = $1 and branch_id = $2 and is_active", params![staff, branch])
}
