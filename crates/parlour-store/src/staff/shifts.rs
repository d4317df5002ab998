//! Hours that come again every week, and who keeps them.

use chrono::{NaiveDate, NaiveTime};
use parlour_domain::ids::{BranchId, StaffId, UserId};
use parlour_domain::staff::shift::TimeRange;
use serde::Serialize;
use utoipa::ToSchema;

use crate::db::{Columns, Conn, DbError, Engine, SqlValue, Tx};
use crate::params;

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

/// Keeps a staff profile as it is until the transaction ends, so that of two weeks that are written at once one is
/// kept whole. Whose profile it is, if there is such a profile.
pub fn lock_staff_profile(tx: &mut Tx<'_>, staff: &StaffId) -> Result<Option<UserId>, DbError> {
    let held = match tx.engine() {
        // One writer at a time: reading is holding.
        Engine::Sqlite => tx.one::<(UserId,)>("select user_id from staff where id = $1", params![staff])?,
        Engine::Postgres => {
            tx.one::<(UserId,)>("select user_id from staff where id = $1 for no key update", params![staff])?
        }
    };
    Ok(held.map(|(user,)| user))
}

pub fn list_by_staff(conn: &mut Conn<'_>, staff: &StaffId) -> Result<Vec<WeeklyShift>, DbError> {
    let found = collect_shifts(
        conn,
        "select s.id, s.staff_id, s.weekday, s.start_time, s.end_time, b.start_time, b.end_time
         from staff_shifts s left join staff_shift_breaks b on b.shift_id = s.id
         where s.staff_id = $1 order by s.weekday, s.start_time, s.id, b.start_time",
        params![staff],
    )?;
    Ok(found.into_iter().map(|(_, shift)| shift).collect())
}

pub fn staff_exists(conn: &mut Conn<'_>, staff: &StaffId) -> Result<bool, DbError> {
    Ok(conn.one::<(i64,)>("select 1 from staff where id = $1", params![staff])?.is_some())
}

/// The week of the profile that somebody works under now.
pub fn list_own_shifts(conn: &mut Conn<'_>, user: &UserId) -> Result<Vec<WeeklyShift>, DbError> {
    let found = collect_shifts(
        conn,
        "select s.id, s.staff_id, s.weekday, s.start_time, s.end_time, b.start_time, b.end_time
         from staff t join staff_shifts s on s.staff_id = t.id left join staff_shift_breaks b on b.shift_id = s.id
         where t.user_id = $1 and t.is_active order by s.weekday, s.start_time, s.id, b.start_time",
        params![user],
    )?;
    Ok(found.into_iter().map(|(_, shift)| shift).collect())
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
        "select s.id, s.staff_id, s.weekday, s.start_time, s.end_time, b.start_time, b.end_time
         from staff_shifts s left join staff_shift_breaks b on b.shift_id = s.id
         where s.weekday = $3
             and (s.staff_id in (select id from staff where branch_id = $1 and is_active)
                  or s.staff_id in
                      (select v.staff_id from bookings k join booking_services v on v.booking_id = k.id
                       where k.branch_id = $1 and k.booking_date = $2 and k.status not in ('cancelled', 'rejected')))
         order by s.staff_id, s.start_time, s.id, b.start_time",
        params![branch, date, weekday],
    )
}

/// A row per break, which repeats its shift; in the order in which the statement finds them.
fn collect_shifts(
    conn: &mut Conn<'_>,
    sql: &'static str,
    params: &[SqlValue<'_>],
) -> Result<Vec<(StaffId, WeeklyShift)>, DbError> {
    let mut last: Option<String> = None;
    let mut found: Vec<(StaffId, WeeklyShift)> = Vec::new();
    conn.all_with(sql, params, |columns: &mut Columns<'_>| {
        let id: String = columns.take()?;
        let staff = columns.take()?;
        let shift = WeeklyShift {
            weekday: columns.take()?,
            start_time: columns.take()?,
            end_time: columns.take()?,
            breaks: Vec::new(),
        };
        if last.as_ref() != Some(&id) {
            found.push((staff, shift));
            last = Some(id);
        }
        let (from, until): (Option<NaiveTime>, Option<NaiveTime>) = (columns.take()?, columns.take()?);
        if let (Some((_, shift)), Some((start_time, end_time))) = (found.last_mut(), from.zip(until)) {
            shift.breaks.push(TimeRange { start_time, end_time });
        }
        Ok(())
    })?;
    Ok(found)
}

/// Nobody keeps any hours under this profile any more.
pub fn delete_all_of_staff(tx: &mut Tx<'_>, staff: &StaffId) -> Result<(), DbError> {
    tx.execute("delete from staff_shifts where staff_id = $1", params![staff])?;
    Ok(())
}
