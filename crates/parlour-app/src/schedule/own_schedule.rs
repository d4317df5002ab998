//! A member of staff's own schedule: shifts, leave, bookings.

use chrono::{Datelike, NaiveDate};
use parlour_domain::ids::UserId;
use parlour_store::bookings::assigned_bookings::{self, AssignedBooking};
use parlour_store::branches::holidays::{self, HolidayRow};
use parlour_store::staff::blocks::{self, BlockRow};
use parlour_store::staff::leave::{self, LeaveRow};
use parlour_store::staff::shifts::{self, WeeklyShift};
use parlour_store::{Conn, DbError};
use serde::Serialize;
use utoipa::ToSchema;

use crate::hindi_names::{HindiNames, NamedInEnglish};

/// Empty for somebody without a staff profile.
#[derive(Debug, Serialize, ToSchema)]
pub struct OwnSchedule {
    /// As planned for the week. Leave and holidays say when they are not worked.
    pub shifts: Vec<DatedShift>,
    /// Approved and pending leave.
    pub leave: Vec<LeaveRow>,
    /// Time that cannot be booked.
    pub blocks: Vec<BlockRow>,
    /// Days on which the branch is closed.
    pub holidays: Vec<HolidayRow>,
    pub bookings: Vec<AssignedBooking>,
}

/// A shift on a day.
#[derive(Debug, Serialize, ToSchema)]
pub struct DatedShift {
    pub date: NaiveDate,
    #[serde(flatten)]
    pub shift: WeeklyShift,
}

impl NamedInEnglish for OwnSchedule {
    fn translate(&mut self, names: &HindiNames) {
        self.bookings.translate(names);
    }
}

/// From one day to another, both inclusive.
pub fn own_schedule(
    conn: &mut Conn<'_>,
    user: &UserId,
    from: NaiveDate,
    to: NaiveDate,
) -> Result<OwnSchedule, DbError> {
    conn.in_snapshot(|conn| {
        let week = shifts::list_own_shifts(conn, user)?;
        let on = |date: NaiveDate| {
            let weekday = i64::from(date.weekday().number_from_monday());
            let shifts = week.iter().filter(move |shift| shift.weekday == weekday);
            shifts.map(move |shift| DatedShift { date, shift: shift.clone() })
        };
        let shifts = from.iter_days().take_while(|date| *date <= to).flat_map(on).collect();
        Ok(OwnSchedule {
            shifts,
            leave: leave::list_own_between(conn, user, from, to)?,
            blocks: blocks::list_own_between(conn, user, from, to)?,
            holidays: holidays::list_own_between(conn, user, from, to)?,
            bookings: assigned_bookings::list_assigned_bookings(conn, user, from, to)?,
        })
    })
}
