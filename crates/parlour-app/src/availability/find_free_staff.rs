//! Who is free for a booking, and why others are not.

use std::collections::HashMap;

use chrono::{NaiveDate, NaiveTime};
use parlour_domain::booking::BookingStatus;
use parlour_domain::booking::availability::{
    BookedLine, BookingDuration, CellRange, CellSet, LineTime, StaffDay, line_times,
};
use parlour_domain::booking::field_error::BookingFieldError;
use parlour_domain::customer::Gender;
use parlour_domain::ids::{BookingId, BranchId, ServiceId, StaffId};
use parlour_domain::ist::Timestamp;
use parlour_domain::service::ServiceType;
use parlour_domain::staff::leave::LeaveStatus;
use parlour_store::bookings::desk_bookings::{self, DeskBooking};
use parlour_store::bookings::occupancy::{self, OccupiedTimeQuery};
use parlour_store::branches::{branch_records, holidays};
use parlour_store::catalogue::catalogue_records;
use parlour_store::staff::staff_records::DeskStaffMember;
use parlour_store::staff::{blocks, leave, roster, staff_records};
use parlour_store::{Conn, DbError};
use serde::Serialize;
use utoipa::ToSchema;

use super::blocked_cells;
use super::branch_day::{of_day, rostered_members};
use super::find_free_slots::total_length;
use crate::service_selection::{RequestedServices, add_up};
use crate::validation::Checked;

#[derive(Debug, Clone)]
pub struct FreeStaffQuery {
    pub branch_id: BranchId,
    pub date: NaiveDate,
    pub start_time: NaiveTime,
    /// Each with its index in the list that was sent.
    pub services: Vec<(usize, ServiceId)>,
    /// Whose own time does not count: at a live branch a request occupies somebody's.
    pub except_booking: Option<BookingId>,
}

#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct FreeStaffMember {
    pub id: StaffId,
    pub display_name: String,
    pub gender: Gender,
    pub free: bool,
    /// Why not; null for those who are free.
    pub reason: Option<NotFreeReason>,
    /// What pages say: what they do instead comes before a break, and time for tidying up need not lie within their hours.
    #[serde(skip)]
    pub shown_reason: Option<NotFreeReason>,
    /// Whether they are not at work because they have a break then.
    #[serde(skip)]
    pub is_on_break: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum NotFreeReason {
    /// They do no services of this type.
    OtherServiceType,
    Holiday,
    OnLeave,
    /// They have no shift then, or a break.
    NotAtWork,
    Blocked,
    Busy,
}

/// The active staff of the branch, by name, those who are free first. At an open branch nobody's time is occupied, so the
/// bookings of the day are looked at.
pub fn find_free_staff(
    conn: &mut Conn<'_>,
    query: &FreeStaffQuery,
    now: Timestamp,
) -> Checked<Vec<FreeStaffMember>, BookingFieldError> {
    Ok(TeamOfDay::read(conn, query, now)?.map(|team| team.members_at(query.start_time)))
}

/// Those who can do all of the services from each of these starts on, by name. At an open branch without a roster on that
/// day everybody is there.
pub fn find_free_people(
    conn: &mut Conn<'_>,
    query: &FreeStaffQuery,
    starts: &[NaiveTime],
    now: Timestamp,
) -> Checked<Vec<(NaiveTime, Vec<FreeStaffMember>)>, BookingFieldError> {
    let team = match TeamOfDay::read(conn, query, now)? {
        Ok(team) => team,
        Err(errors) => return Ok(Err(errors)),
    };
    let keeps_roster = team.is_live || !team.day.rostered.is_empty();
    let is_free = |member: &FreeStaffMember| match member.shown_reason {
        None => true,
        Some(NotFreeReason::NotAtWork) => !keeps_roster,
        Some(_) => false,
    };
    let free_at = |start: &NaiveTime| {
        let mut members = team.members_at(*start);
        members.retain(is_free);
        (*start, members)
    };
    Ok(Ok(starts.iter().map(free_at).collect()))
}

/// The team of a branch on a day, and how long a visit keeps somebody.
struct TeamOfDay {
    is_live: bool,
    service_type: Option<ServiceType>,
    length: BookingDuration,
    day: DayOfBranch,
    staff: Vec<DeskStaffMember>,
}

impl TeamOfDay {
    fn read(conn: &mut Conn<'_>, query: &FreeStaffQuery, now: Timestamp) -> Checked<Self, BookingFieldError> {
        let mut errors = Vec::new();
        let branch = branch_records::find_for_booking(conn, &query.branch_id)?;
        if branch.is_none() {
            errors.push(BookingFieldError::Branch);
        }
        let first = match query.services.first() {
            Some((_, id)) => catalogue_records::find_bookable_service(conn, id)?,
            None => None,
        };
        let service_type = first.map(|service| service.service_type);
        let services =
            RequestedServices { ids: &query.services, service_type, booked: &[] }.find_bookable(conn, &mut errors)?;
        add_up(&services, Some(query.start_time), &mut errors);
        let Some(branch) = branch.filter(|_| errors.is_empty()) else { return Ok(Err(errors)) };
        let of_day = of_day(query.date, query.except_booking.as_ref(), now);
        let day = DayOfBranch::read(conn, &query.branch_id, &of_day, branch.is_live)?;
        let mut staff = staff_records::list_active(conn)?;
        staff.retain(|member| member.branch_id == query.branch_id);
        let length = total_length(services.iter());
        Ok(Ok(Self { is_live: branch.is_live, service_type, length, day, staff }))
    }

    /// By name, those who are free first.
    fn members_at(&self, start: NaiveTime) -> Vec<FreeStaffMember> {
        let (span, visit) = (self.length.span(start), visit_span(self.length, start));
        let member = |member: &DeskStaffMember| {
            let serves = self.service_type.is_none_or(|kind| member.service_types.contains(&kind));
            let other_type = (!serves).then_some(NotFreeReason::OtherServiceType);
            let reason = other_type.or_else(|| self.day.reason(&member.id, span));
            let taken = if self.is_live { span } else { visit };
            let shown_reason = other_type.or_else(|| self.day.shown_reason(&member.id, visit, taken));
            FreeStaffMember {
                is_on_break: self.day.is_on_break(&member.id, shown_reason, visit),
                shown_reason,
                id: member.id.clone(),
                display_name: member.display_name.clone(),
                gender: member.gender,
                free: reason.is_none(),
                reason,
            }
        };
        let mut members: Vec<FreeStaffMember> = self.staff.iter().map(member).collect();
        // A stable sort: by name within both.
        members.sort_by_key(|member| !member.free);
        members
    }
}

/// The cells of a visit without what is tidied up afterwards.
pub(super) fn visit_span(length: BookingDuration, start: NaiveTime) -> CellRange {
    CellRange::of(start, length.duration_minutes)
}

/// When a visit of an open branch keeps whom busy; nobody once it is over.
pub(super) fn times_of_visit(found: &DeskBooking) -> Vec<LineTime> {
    if matches!(found.booking.status, BookingStatus::Completed | BookingStatus::NoShow) {
        return Vec::new();
    }
    let lines = found.booking.services.iter().map(|line| BookedLine {
        staff_id: line.service.staff_id.clone(),
        duration_minutes: line.service.duration_minutes,
        buffer_minutes: 0,
    });
    line_times(found.booking.start_time, &lines.collect::<Vec<_>>())
}

/// A day of a branch as every booking of it sees it, before its own time is left out.
#[derive(Debug)]
pub(super) struct WholeDay {
    /// Without what is booked.
    others: DayOfBranch,
    booked: Vec<BookedTime>,
}

#[derive(Debug)]
struct BookedTime {
    /// None where something else takes the time.
    booking_id: Option<BookingId>,
    staff_id: StaffId,
    cells: CellSet,
}

/// What keeps the staff of a branch from being free on a day.
#[derive(Debug, Clone)]
pub(super) struct DayOfBranch {
    pub(super) is_holiday: bool,
    pub(super) on_leave: Vec<StaffId>,
    pub(super) rostered: HashMap<StaffId, StaffDay>,
    pub(super) blocked: HashMap<StaffId, CellSet>,
    pub(super) booked: HashMap<StaffId, CellSet>,
}

impl WholeDay {
    pub(super) fn read(
        conn: &mut Conn<'_>,
        branch_id: &BranchId,
        (date, now): (NaiveDate, Timestamp),
        is_live: bool,
    ) -> Result<Self, DbError> {
        let mut booked = Vec::new();
        if is_live {
            for time in occupancy::list_of_branch(conn, branch_id, &of_day(date, None, now))? {
                let cells = CellSet::of(time.cells());
                booked.push(BookedTime { booking_id: time.booking_id, staff_id: time.staff_id, cells });
            }
        } else {
            for found in desk_bookings::list_for_day(conn, branch_id, date)? {
                for time in times_of_visit(&found) {
                    let booking_id = Some(found.booking.id.clone());
                    booked.push(BookedTime { booking_id, staff_id: time.staff_id, cells: time.cells });
                }
            }
        }
        let mut blocked: HashMap<StaffId, CellSet> = HashMap::new();
        for block in blocks::list_for_day(conn, branch_id, date)? {
            blocked.entry(block.staff_id.clone()).or_insert(CellSet::NONE).add(blocked_cells(&block));
        }
        let approved = leave::list_for_day(conn, date)?.into_iter();
        let others = DayOfBranch {
            is_holiday: holidays::find_on_day(conn, branch_id, date)?.is_some(),
            on_leave: approved
                .filter(|leave| leave.status == LeaveStatus::Approved)
                .map(|leave| leave.staff_id)
                .collect(),
            rostered: rostered_members(&roster::list_for_day(conn, branch_id, date)?),
            blocked,
            booked: HashMap::new(),
        };
        Ok(Self { others, booked })
    }

    /// The time of this booking counts as free.
    pub(super) fn without(&self, except_booking: Option<&BookingId>) -> DayOfBranch {
        let mut day = self.others.clone();
        for time in &self.booked {
            if except_booking.is_none() || time.booking_id.as_ref() != except_booking {
                day.booked.entry(time.staff_id.clone()).or_insert(CellSet::NONE).add_all(&time.cells);
            }
        }
        day
    }
}

impl DayOfBranch {
    pub(super) fn read(
        conn: &mut Conn<'_>,
        branch_id: &BranchId,
        query: &OccupiedTimeQuery<'_>,
        is_live: bool,
    ) -> Result<Self, DbError> {
        let whole = WholeDay::read(conn, branch_id, (query.first_date, query.now), is_live)?;
        Ok(whole.without(query.except_booking))
    }

    /// What the API says.
    pub(super) fn reason(&self, staff: &StaffId, span: CellRange) -> Option<NotFreeReason> {
        let reason = self.away(staff).or_else(|| self.not_at_work(staff, span));
        reason.or_else(|| self.taken(staff, span))
    }

    /// What pages say. What somebody does instead counts more than that they have a break or are not at work, and what is
    /// tidied up after the visit need not lie within their hours.
    pub(super) fn shown_reason(&self, staff: &StaffId, visit: CellRange, taken: CellRange) -> Option<NotFreeReason> {
        let reason = self.away(staff).or_else(|| self.taken(staff, taken));
        reason.or_else(|| self.not_at_work(staff, visit))
    }

    /// Why somebody is away for the whole day.
    pub(super) fn away(&self, staff: &StaffId) -> Option<NotFreeReason> {
        let on_leave = || self.on_leave.contains(staff).then_some(NotFreeReason::OnLeave);
        self.is_holiday.then_some(NotFreeReason::Holiday).or_else(on_leave)
    }

    pub(super) fn not_at_work(&self, staff: &StaffId, span: CellRange) -> Option<NotFreeReason> {
        let is_there = self.rostered.get(staff).is_some_and(|member| member.rostered.contains_all(span));
        (!is_there).then_some(NotFreeReason::NotAtWork)
    }

    /// Whether somebody is not at work because they have a break then.
    pub(super) fn is_on_break(&self, staff: &StaffId, reason: Option<NotFreeReason>, span: CellRange) -> bool {
        reason == Some(NotFreeReason::NotAtWork) && self.cells_of(staff).0.surrounds(span)
    }

    /// Why somebody's time is taken, whether they are at work or not.
    pub(super) fn taken(&self, staff: &StaffId, span: CellRange) -> Option<NotFreeReason> {
        let is_in =
            |times: &HashMap<StaffId, CellSet>| times.get(staff).is_some_and(|cells| !cells.contains_none(span));
        if is_in(&self.blocked) {
            return Some(NotFreeReason::Blocked);
        }
        is_in(&self.booked).then_some(NotFreeReason::Busy)
    }
}
