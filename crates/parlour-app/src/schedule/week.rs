//! Seven days of a branch: who works when.

use chrono::{Days, NaiveDate};
use parlour_domain::ids::{BranchId, StaffId};
use parlour_domain::report::period::Period;
use parlour_domain::staff::shift::TimeRange;
use parlour_store::branches::holidays::HolidayRow;
use parlour_store::staff::blocks::BlockRow;
use parlour_store::staff::leave::LeaveRow;
use parlour_store::staff::staff_records::DeskStaffMember;
use parlour_store::{Conn, DbError};
use serde::Serialize;
use utoipa::ToSchema;

use crate::working_time::{Roster, RosterDays};

#[derive(Debug, Serialize, ToSchema)]
pub struct ScheduleWeek {
    /// The first of the seven days.
    pub from: NaiveDate,
    /// On which the branch is closed.
    pub holidays: Vec<HolidayRow>,
    /// The active staff of the branch, by name.
    pub staff: Vec<WeekOfStaff>,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct WeekOfStaff {
    pub id: StaffId,
    pub display_name: String,
    /// Seven.
    pub days: Vec<DayOfStaff>,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DayOfStaff {
    pub date: NaiveDate,
    /// As planned for the week, breaks included. Leave and holidays say when they are not worked.
    pub shifts: Vec<TimeRange>,
    pub breaks: Vec<TimeRange>,
    /// Approved and pending leave.
    pub leave: Vec<LeaveRow>,
    /// Time that cannot be booked.
    pub blocks: Vec<BlockRow>,
    /// As in the utilisation report: inside the working time, without the time for tidying up.
    pub booked_minutes: i64,
}

pub fn week(conn: &mut Conn<'_>, branch: &BranchId, from: NaiveDate) -> Result<ScheduleWeek, DbError> {
    conn.in_snapshot(|conn| {
        let period = Period { from, to: from + Days::new(6) };
        let roster = Roster::read(conn, Some(branch))?;
        let days = RosterDays::read(conn, Some(branch), period)?;
        let staff = roster.staff.iter().map(|member| WeekOfStaff {
            id: member.id.clone(),
            display_name: member.display_name.clone(),
            days: period.days().map(|date| day_of_staff(&roster, &days, member, date)).collect(),
        });
        Ok(ScheduleWeek { from, staff: staff.collect(), holidays: days.holidays })
    })
}

fn day_of_staff(roster: &Roster, days: &RosterDays, member: &DeskStaffMember, date: NaiveDate) -> DayOfStaff {
    let shifts = roster.shifts_on(&member.id, date);
    DayOfStaff {
        date,
        shifts: shifts.iter().map(|shift| shift.hours()).collect(),
        breaks: shifts.iter().flat_map(|shift| shift.breaks.iter().copied()).collect(),
        leave: days.leave_on(&member.id, date).into_iter().cloned().collect(),
        blocks: days.blocks_on(&member.id, date).to_vec(),
        booked_minutes: days.minutes(roster, member, date).booked_minutes,
    }
}
