//! Reads how long staff work on which days, and how much of that is booked.

use std::collections::HashMap;

use chrono::{Datelike, NaiveDate};
use parlour_domain::ids::{BranchId, StaffId};
use parlour_domain::report::period::Period;
use parlour_domain::staff::leave::LeaveStatus;
use parlour_domain::staff::shift::TimeRange;
use parlour_domain::staff::working_time::{BookedTime, WorkDay, WorkingMinutes};
use parlour_store::bookings::staff_lines;
use parlour_store::branches::holidays::{self, HolidayRow};
use parlour_store::staff::blocks::{self, BlockRow};
use parlour_store::staff::leave::{self, LeaveRow};
use parlour_store::staff::shifts::{self, WeeklyShift};
use parlour_store::staff::staff_records::{self, DeskStaffMember};
use parlour_store::{Conn, DbError};

/// The active staff of a branch, or of all, with the weekly shifts that they have now.
#[derive(Debug)]
pub(crate) struct Roster {
    /// By branch and name.
    pub(crate) staff: Vec<DeskStaffMember>,
    shifts: HashMap<StaffId, Vec<WeeklyShift>>,
}

impl Roster {
    pub(crate) fn read(conn: &mut Conn<'_>, branch: Option<&BranchId>) -> Result<Self, DbError> {
        let mut staff = staff_records::list_active(conn)?;
        staff.retain(|member| branch.is_none_or(|branch| member.branch_id == *branch));
        let mut by_staff: HashMap<StaffId, Vec<WeeklyShift>> = HashMap::new();
        for (owner, shift) in shifts::list_of_active_staff(conn, branch)? {
            by_staff.entry(owner).or_default().push(shift);
        }
        Ok(Self { staff, shifts: by_staff })
    }

    /// The shifts of a weekday, in the order of the day. Leave and holidays say when they are not worked.
    pub(crate) fn shifts_on(&self, staff: &StaffId, date: NaiveDate) -> Vec<&WeeklyShift> {
        let weekday = i64::from(date.weekday().number_from_monday());
        self.shifts.get(staff).into_iter().flatten().filter(|shift| shift.weekday == weekday).collect()
    }
}

/// What happens on some days, besides the weekly shifts. All of it is kept in memory, so a month at most; longer periods are
/// read month by month, with four statements each.
#[derive(Debug)]
pub(crate) struct RosterDays {
    pub(crate) holidays: Vec<HolidayRow>,
    /// Approved and pending.
    leave: Vec<LeaveRow>,
    blocks: HashMap<(StaffId, NaiveDate), Vec<BlockRow>>,
    booked: HashMap<(StaffId, NaiveDate), Vec<BookedTime>>,
}

impl RosterDays {
    pub(crate) fn read(conn: &mut Conn<'_>, branch: Option<&BranchId>, period: Period) -> Result<Self, DbError> {
        let Period { from, to } = period;
        let mut blocks: HashMap<(StaffId, NaiveDate), Vec<BlockRow>> = HashMap::new();
        for block in blocks::list_between(conn, branch, from, to)? {
            blocks.entry((block.staff_id.clone(), block.date)).or_default().push(block);
        }
        let mut booked: HashMap<(StaffId, NaiveDate), Vec<BookedTime>> = HashMap::new();
        for line in staff_lines::list_between(conn, branch, from, to)? {
            booked.entry((line.staff_id, line.date)).or_default().push(BookedTime {
                booking_start: line.booking_start,
                minutes_before: line.minutes_before,
                duration_minutes: line.duration_minutes,
            });
        }
        let leave = leave::list_between(conn, branch, from, to)?;
        Ok(Self { holidays: holidays::list_between(conn, branch, from, to)?, leave, blocks, booked })
    }

    /// Approved and pending leave that includes the day.
    pub(crate) fn leave_on(&self, staff: &StaffId, date: NaiveDate) -> Vec<&LeaveRow> {
        let includes =
            |leave: &&LeaveRow| leave.staff_id == *staff && leave.start_date <= date && date <= leave.end_date;
        self.leave.iter().filter(includes).collect()
    }

    /// By time.
    pub(crate) fn blocks_on(&self, staff: &StaffId, date: NaiveDate) -> &[BlockRow] {
        self.blocks.get(&(staff.clone(), date)).map_or(&[], Vec::as_slice)
    }

    /// How long a member of staff of the roster works on a day, and how much of it is booked.
    pub(crate) fn minutes(&self, roster: &Roster, member: &DeskStaffMember, date: NaiveDate) -> WorkingMinutes {
        let shifts = roster.shifts_on(&member.id, date);
        if shifts.is_empty() {
            return WorkingMinutes::default();
        }
        let is_on_leave = self.leave_on(&member.id, date).iter().any(|leave| leave.status == LeaveStatus::Approved);
        let is_closed =
            self.holidays.iter().any(|holiday| holiday.date == date && holiday.branch_id == member.branch_id);
        let blocked = |block: &BlockRow| TimeRange { start_time: block.start_time, end_time: block.end_time };
        let day = WorkDay {
            shifts: shifts.iter().map(|shift| shift.hours()).collect(),
            breaks: shifts.iter().flat_map(|shift| shift.breaks.iter().copied()).collect(),
            blocks: self.blocks_on(&member.id, date).iter().map(blocked).collect(),
            is_away: is_on_leave || is_closed,
            booked: self.booked.get(&(member.id.clone(), date)).cloned().unwrap_or_default(),
        };
        day.minutes()
    }

    /// Of everyone on the roster together.
    pub(crate) fn sum_minutes(&self, roster: &Roster, date: NaiveDate) -> WorkingMinutes {
        let mut sum = WorkingMinutes::default();
        for member in &roster.staff {
            sum += self.minutes(roster, member, date);
        }
        sum
    }
}
