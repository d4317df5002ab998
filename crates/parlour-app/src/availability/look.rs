//! Somebody looks when there is time for a visit.

use chrono::NaiveDate;
use parlour_domain::availability::{Frame, Length, Slot, Wanted};
use parlour_domain::booking::{OpeningHours, total};
use parlour_domain::customer::Gender;
use parlour_domain::ids::{BranchId, ServiceId, StaffId};
use parlour_domain::ist::Timestamp;
use parlour_domain::service::ServiceType;
use parlour_store::{Conn, DbError, branches, catalogue, roster};

use super::day;
use crate::bookings::{Complaint, examine_visit};

/// A day at a live branch, and what is to be done; without services, half an hour of anything.
#[derive(Debug, Clone)]
pub struct Question {
    pub branch_id: BranchId,
    pub date: NaiveDate,
    /// Each with its place in the list that was sent.
    pub services: Vec<(usize, ServiceId)>,
    pub service_type: Option<ServiceType>,
    pub staff_id: Option<StaffId>,
    pub gender: Option<Gender>,
}

/// What was found, and what speaks against the question.
#[derive(Debug, Default)]
pub struct Looked {
    pub complaints: Vec<Complaint>,
    pub slots: Vec<Slot>,
}

/// Nothing, where the branch is not live (any more).
pub fn look(conn: &mut Conn<'_>, question: &Question, now: Timestamp) -> Result<Option<Looked>, DbError> {
    let found = branches::for_booking(conn, &question.branch_id)?;
    let Some(branch) = found.filter(|branch| branch.is_live) else { return Ok(None) };
    let service_type = match (question.service_type, question.services.first()) {
        (None, Some((_, first))) => catalogue::bookable(conn, first)?.map(|service| service.service_type),
        (said, _) => said,
    };
    let visit = examine_visit(conn, &question.services, service_type)?;
    let mut looked = Looked { complaints: visit.complaints, slots: Vec::new() };
    if let Some(staff) = &question.staff_id
        && !roster::is_member(conn, &question.branch_id, staff)?
    {
        looked.complaints.push(Complaint::StaffElsewhere);
    }
    if !looked.complaints.is_empty() {
        return Ok(Some(looked));
    }
    let length = if visit.services.is_empty() {
        Length::HALF_HOUR
    } else {
        let minutes = |part: fn(&catalogue::Bookable) -> i64| total(visit.services.iter().map(part));
        Length {
            duration_minutes: minutes(|service| service.duration_minutes).unwrap_or(i64::MAX),
            buffer_minutes: minutes(|service| service.buffer_minutes).unwrap_or(i64::MAX),
        }
    };
    let hours = OpeningHours { opens_at: branch.opens_at, closes_at: branch.closes_at };
    let wanted = Wanted { service_type, staff_id: question.staff_id.clone(), gender: question.gender };
    let frame = Frame { date: question.date, hours, length, now };
    let day = if branch.is_operational {
        day::read(conn, &question.branch_id, question.date, None, now)?
    } else {
        // Nobody can book there, whoever is at work.
        parlour_domain::availability::Day::default()
    };
    looked.slots = day.slots(&frame, &wanted);
    Ok(Some(looked))
}
