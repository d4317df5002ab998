//! Somebody looks when there is time for a visit.

use chrono::NaiveDate;
use parlour_domain::booking::availability::{BookingDuration, Slot, StaffFilter, StartConstraints};
use parlour_domain::booking::{OpeningHours, checked_sum};
use parlour_domain::customer::Gender;
use parlour_domain::ids::{BranchId, ServiceId, StaffId};
use parlour_domain::ist::Timestamp;
use parlour_domain::service::ServiceType;
use parlour_store::branches::branch_records;
use parlour_store::catalogue::catalogue_records;
use parlour_store::staff::roster;
use parlour_store::{Conn, DbError};

use super::branch_day;
use crate::bookings::{BookingFieldError, validate_services};

/// A day at a live branch, and what is to be done; without services, half an hour of anything.
#[derive(Debug, Clone)]
pub struct AvailabilityQuery {
    pub branch_id: BranchId,
    pub date: NaiveDate,
    /// Each with its place in the list that was sent.
    pub services: Vec<(usize, ServiceId)>,
    pub service_type: Option<ServiceType>,
    pub staff_id: Option<StaffId>,
    pub gender: Option<Gender>,
}

/// What was found, and what speaks against the query.
#[derive(Debug, Default)]
pub struct AvailabilityResult {
    pub field_errors: Vec<BookingFieldError>,
    pub slots: Vec<Slot>,
}

/// Nothing, where the branch is not live (any more).
pub fn find_free_slots(
    conn: &mut Conn<'_>,
    query: &AvailabilityQuery,
    now: Timestamp,
) -> Result<Option<AvailabilityResult>, DbError> {
    let found = branch_records::find_for_booking(conn, &query.branch_id)?;
    let Some(branch) = found.filter(|branch| branch.is_live) else { return Ok(None) };
    let service_type = match (query.service_type, query.services.first()) {
        (None, Some((_, first))) => {
            catalogue_records::find_bookable_service(conn, first)?.map(|service| service.service_type)
        }
        (said, _) => said,
    };
    let visit = validate_services(conn, &query.services, service_type)?;
    let mut result = AvailabilityResult { field_errors: visit.field_errors, slots: Vec::new() };
    if let Some(staff) = &query.staff_id
        && !roster::works_at_branch(conn, &query.branch_id, staff)?
    {
        result.field_errors.push(BookingFieldError::StaffOfOtherBranch);
    }
    if !result.field_errors.is_empty() {
        return Ok(Some(result));
    }
    let length = if visit.services.is_empty() {
        BookingDuration::HALF_HOUR
    } else {
        let minutes = |part: fn(&catalogue_records::BookableService) -> i64| {
            checked_sum(visit.services.iter().map(part))
        };
        BookingDuration {
            duration_minutes: minutes(|service| service.duration_minutes).unwrap_or(i64::MAX),
            buffer_minutes: minutes(|service| service.buffer_minutes).unwrap_or(i64::MAX),
        }
    };
    let hours = OpeningHours { opens_at: branch.opens_at, closes_at: branch.closes_at };
    let wanted = StaffFilter { service_type, staff_id: query.staff_id.clone(), gender: query.gender };
    let frame = StartConstraints { date: query.date, hours, length, now };
    let day = if branch.is_operational {
        branch_day::read_branch_day(conn, &query.branch_id, query.date, None, now)?
    } else {
        // Nobody can book there, whoever is at work.
        parlour_domain::booking::availability::BranchDay::default()
    };
    result.slots = day.slots(&frame, &wanted);
    Ok(Some(result))
}
