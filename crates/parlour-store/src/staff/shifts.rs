//! Hours that come again every week, and who keeps them.

use chrono::{NaiveDate, NaiveTime};
use parlour_db::{Conn, DbError, SqlValue, Tx, params, row, select, sql};
use parlour_domain::ids::{BranchId, StaffId, UserId};
use parlour_domain::staff::shift::TimeRange;
use serde::Serialize;
use utoipa::ToSchema;

use crate::bookings::CALLED_OFF_STATUSES;
use crate::cache_topics::{self, CacheTopic};

#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct WeeklyShift {
    /// 1 is Monday, 7 is Sunday.
    #[schema(minimum = 1, maximum = 7)]
    pub weekday: i64,
    #[serde(serialize_with = "parlour_domain::ist::serialize_hh_mm")]
    #[schema(value_type = String, example = "10:00")]
    pub start_time: NaiveTime,
    #[serde(serialize_with = "parlour_domain::ist::serialize_hh_mm")]
    #[schema(value_type = String, example = "19:00")]
    pub end_time: NaiveTime,
    /// In the order of the day.
    pub breaks: Vec<TimeRange>,
}
row! { WeeklyShift { weekday, start_time, end_time; breaks } }

impl WeeklyShift {
    /// Breaks included.
    pub fn hours(&self) -> TimeRange {
        TimeRange { start_time: self.start_time, end_time: self.end_time }
    }
}

/// A shift and its member of staff. Rows with the same id belong to one shift.
#[derive(Debug)]
struct ShiftOfStaff {
    #[expect(dead_code, reason = "it groups the rows")]
    id: String,
    staff_id: StaffId,
    shift: WeeklyShift,
}
row! { ShiftOfStaff { id, staff_id, shift: [WeeklyShift] } }

/// Keeps a staff profile as it is until the transaction ends, so that of two weeks that are written at once one is
/// kept whole. Whose profile it is, if there is such a profile.
pub fn lock_staff_profile(tx: &mut Tx<'_>, staff: &StaffId) -> Result<Option<UserId>, DbError> {
    tx.one_value("select user_id from staff where id = $1 for no key update", params![staff])
}

pub fn list_by_staff(conn: &mut Conn<'_>, staff: &StaffId) -> Result<Vec<WeeklyShift>, DbError> {
    let found = collect_shifts(
        conn,
        sql!(
            select!(ShiftOfStaff, "s"),
            ", b.start_time, b.end_time from staff_shifts s left join staff_shift_breaks b on b.shift_id = s.id
             where s.staff_id = $1 order by s.weekday, s.start_time, s.id, b.start_time"
        ),
        params![staff],
    )?;
    Ok(found.into_iter().map(|(_, shift)| shift).collect())
}

pub fn staff_exists(conn: &mut Conn<'_>, staff: &StaffId) -> Result<bool, DbError> {
    conn.exists("select 1 from staff where id = $1", params![staff])
}

/// The weekly shifts of a user's active profile.
pub fn list_own_shifts(conn: &mut Conn<'_>, user: &UserId) -> Result<Vec<WeeklyShift>, DbError> {
    let found = collect_shifts(
        conn,
        sql!(
            select!(ShiftOfStaff, "s"),
            ", b.start_time, b.end_time from staff t join staff_shifts s on s.staff_id = t.id left join staff_shift_breaks b on b.shift_id = s.id
             where t.user_id = $1 and t.is_active order by s.weekday, s.start_time, s.id, b.start_time"
        ),
        params![user],
    )?;
    Ok(found.into_iter().map(|(_, shift)| shift).collect())
}

/// The weekly shifts of the active staff of a branch, or of all.
pub fn list_of_active_staff(
    conn: &mut Conn<'_>,
    branch: Option<&BranchId>,
) -> Result<Vec<(StaffId, WeeklyShift)>, DbError> {
    collect_shifts(
        conn,
        sql!(
            select!(ShiftOfStaff, "s"),
            ", b.start_time, b.end_time from staff t join staff_shifts s on s.staff_id = t.id left join staff_shift_breaks b on b.shift_id = s.id
             where t.is_active and ($1 = '' or t.branch_id = $1)
             order by s.staff_id, s.weekday, s.start_time, s.id, b.start_time"
        ),
        params![branch.map_or("", BranchId::as_str)],
    )
}

/// One day's shifts of everyone who works at a branch, and of whoever else has something to do there that day.
pub fn list_for_day(
    conn: &mut Conn<'_>,
    branch: &BranchId,
    date: NaiveDate,
    weekday: i64,
) -> Result<Vec<(StaffId, WeeklyShift)>, DbError> {
    collect_shifts(
        conn,
        sql!(
            select!(ShiftOfStaff, "s"),
            ", b.start_time, b.end_time from staff_shifts s left join staff_shift_breaks b on b.shift_id = s.id
             where s.weekday = $3
                 and (s.staff_id in (select id from staff where branch_id = $1 and is_active)
                      or s.staff_id in
                          (select v.staff_id from bookings k join booking_services v on v.booking_id = k.id
                           where k.branch_id = $1 and k.booking_date = $2 and k.status not in ",
            CALLED_OFF_STATUSES,
            "))
             order by s.staff_id, s.start_time, s.id, b.start_time"
        ),
        params![branch, date, weekday],
    )
}

/// A row per break, which repeats its shift; in the order in which the statement finds them.
fn collect_shifts(
    conn: &mut Conn<'_>,
    sql: &'static str,
    params: &[SqlValue<'_>],
) -> Result<Vec<(StaffId, WeeklyShift)>, DbError> {
    let found = conn.all_grouped::<ShiftOfStaff, String>(sql, params, |found, columns| {
        let (from, until): (Option<NaiveTime>, Option<NaiveTime>) = (columns.take()?, columns.take()?);
        let range = from.zip(until).map(|(start_time, end_time)| TimeRange { start_time, end_time });
        found.shift.breaks.extend(range);
        Ok(())
    })?;
    Ok(found.into_iter().map(|found| (found.staff_id, found.shift)).collect())
}

/// Deletes all shifts of a profile.
pub fn delete_all_of_staff(tx: &mut Tx<'_>, staff: &StaffId) -> Result<(), DbError> {
    cache_topics::mark_topic_changed(tx, CacheTopic::Rosters)?;
    tx.run("delete from staff_shifts where staff_id = $1", params![staff])
}
