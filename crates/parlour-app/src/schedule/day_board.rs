//! The day board of a branch: who works, and on which bookings.

use chrono::{Datelike, NaiveDate};
use parlour_domain::ids::BranchId;
use parlour_domain::ist::Timestamp;
use parlour_store::bookings::desk_bookings::{self, DeskBooking};
use parlour_store::branches::holidays::{self, HolidayRow};
use parlour_store::staff::blocks::{self, BlockRow};
use parlour_store::staff::leave::{self, LeaveRow};
use parlour_store::staff::shifts::{self, WeeklyShift};
use parlour_store::staff::staff_records::{self, DeskStaffMember};
use parlour_store::{Conn, DbError};
use serde::Serialize;
use utoipa::ToSchema;

use crate::hindi_names::{HindiNames, NamedInEnglish};

#[derive(Debug, Serialize, ToSchema)]
pub struct DayBoard {
    /// Why the branch is closed that day, if it is.
    pub holiday: Option<HolidayRow>,
    pub board: Vec<DayBoardRow>,
    /// Bookings with a service that is not assigned yet.
    pub unassigned: Vec<DeskBooking>,
}

/// The day of one member of staff.
#[derive(Debug, Serialize, ToSchema)]
pub struct DayBoardRow {
    pub staff: DeskStaffMember,
    /// Their shifts on that weekday.
    pub shifts: Vec<WeeklyShift>,
    /// Approved and pending leave.
    pub leave: Vec<LeaveRow>,
    /// Time that cannot be booked.
    pub blocks: Vec<BlockRow>,
    /// The bookings in which they do a service, in the order of the day.
    pub bookings: Vec<DeskBooking>,
}

impl NamedInEnglish for DayBoard {
    fn translate(&mut self, names: &HindiNames) {
        self.board.iter_mut().for_each(|row| row.bookings.translate(names));
        self.unassigned.translate(names);
    }
}

/// Without cancelled and rejected bookings, and without offered times that have expired by now.
pub fn day_board(conn: &mut Conn<'_>, branch: &BranchId, date: NaiveDate, now: Timestamp) -> Result<DayBoard, DbError> {
    conn.in_snapshot(|conn| {
        let weekday = i64::from(date.weekday().number_from_monday());
        let mut bookings = desk_bookings::list_for_day(conn, branch, date)?;
        bookings = bookings.into_iter().map(|booking| booking.shown_at(now)).collect();
        let shifts = shifts::list_for_day(conn, branch, date, weekday)?;
        let leave = leave::list_for_day(conn, date)?;
        let blocks = blocks::list_for_day(conn, branch, date)?;
        let of = |staff: Option<&DeskStaffMember>| {
            let id = staff.map(|staff| &staff.id);
            let is_theirs = |desk_booking: &&DeskBooking| {
                desk_booking.booking.services.iter().any(|line| line.service.staff_id.as_ref() == id)
            };
            bookings.iter().filter(is_theirs).cloned().collect::<Vec<_>>()
        };
        let row = |staff: DeskStaffMember| DayBoardRow {
            shifts: shifts.iter().filter(|(owner, _)| *owner == staff.id).map(|(_, shift)| shift.clone()).collect(),
            leave: leave.iter().filter(|leave| leave.staff_id == staff.id).cloned().collect(),
            blocks: blocks.iter().filter(|block| block.staff_id == staff.id).cloned().collect(),
            bookings: of(Some(&staff)),
            staff,
        };
        Ok(DayBoard {
            holiday: holidays::find_on_day(conn, branch, date)?,
            unassigned: of(None),
            board: staff_records::list_for_day(conn, branch, date)?.into_iter().map(row).collect(),
        })
    })
}
