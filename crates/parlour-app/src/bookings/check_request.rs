//! Whether a branch can take a booking.

use chrono::{NaiveDate, NaiveTime};
use parlour_domain::booking::field_error::BookingFieldError;
use parlour_domain::ids::{BranchId, ServiceId, StaffId, UserId};
use parlour_domain::ist::Timestamp;
use parlour_domain::service::ServiceType;
use parlour_store::bookings::desk_changes::BookingTotals;
use parlour_store::branches::branch_records::{self, BranchBookingRules};
use parlour_store::catalogue::catalogue_records::BookableService;
use parlour_store::staff::{roster, staff_records};
use parlour_store::users::user_records;
use parlour_store::{Conn, DbError};

use super::check_time::{BookingStartFields, StartRules};
use crate::service_selection::{RequestedServices, add_up};
use crate::validation::Checked;

/// A booking request as far as it could be read.
#[derive(Debug, Clone, Copy, Default)]
pub struct BookingRequestFields<'a> {
    pub branch: Option<&'a BranchId>,
    pub service_type: Option<ServiceType>,
    pub booking_date: Option<NaiveDate>,
    pub start_time: Option<NaiveTime>,
    /// Each with its index in the list that was sent. A service that is named twice counts once.
    pub services: &'a [(usize, ServiceId)],
    /// Whom the customer would like.
    pub wished_staff: Option<&'a StaffId>,
    /// Whether the wish came under the names that the API had first, which only a live branch checks.
    pub has_older_names: bool,
}

impl<'a> BookingRequestFields<'a> {
    pub(super) fn requested_services(&self) -> RequestedServices<'a> {
        RequestedServices { ids: self.services, service_type: self.service_type, booked: &[] }
    }
}

/// Who wants the booking.
#[derive(Debug, Clone, Copy)]
pub(super) enum Requester<'a> {
    Customer,
    Desk {
        is_known_customer: bool,
        staff: Option<&'a StaffId>,
        /// A manager enters a booking of the last week, with its staff member.
        is_manager: bool,
    },
}

/// A booking that the branch can take.
#[derive(Debug)]
pub(super) struct ValidBooking {
    pub(super) branch_id: BranchId,
    pub(super) branch: BranchBookingRules,
    pub(super) service_type: ServiceType,
    pub(super) booking_date: NaiveDate,
    pub(super) start_time: NaiveTime,
    /// In the requested order.
    pub(super) services: Vec<BookableService>,
    pub(super) totals: BookingTotals,
}

/// The field errors of a customer's request of which some fields could not be read.
pub fn validate_request(
    conn: &mut Conn<'_>,
    request: &BookingRequestFields<'_>,
    now: Timestamp,
) -> Result<Vec<BookingFieldError>, DbError> {
    let branch = find_branch(conn, request)?;
    Ok(check_request(conn, request, branch, Requester::Customer, now)?.err().unwrap_or_default())
}

/// A desk's request as far as it could be read.
#[derive(Debug, Clone, Copy)]
pub struct DeskRequestFields<'a> {
    pub booking: BookingRequestFields<'a>,
    pub customer: Option<&'a UserId>,
    pub staff: Option<&'a StaffId>,
    /// Whether a manager asks.
    pub is_manager: bool,
}

/// The field errors of a desk's request of which some fields could not be read.
pub fn validate_desk_request(
    conn: &mut Conn<'_>,
    request: &DeskRequestFields<'_>,
    now: Timestamp,
) -> Result<Vec<BookingFieldError>, DbError> {
    let DeskRequestFields { booking, customer, staff, is_manager } = *request;
    let branch = find_branch(conn, &booking)?;
    let is_known_customer = match customer {
        Some(customer) => user_records::by_id(conn, customer)?.is_some(),
        None => true,
    };
    let desk = Requester::Desk { is_known_customer, staff, is_manager };
    Ok(check_request(conn, &booking, branch, desk, now)?.err().unwrap_or_default())
}

fn find_branch(conn: &mut Conn<'_>, request: &BookingRequestFields<'_>) -> Result<Option<BranchBookingRules>, DbError> {
    request.branch.map_or(Ok(None), |branch| branch_records::find_for_booking(conn, branch))
}

/// The one check of a new booking. `branch` is the requested branch, if there is such a one; a use case locks it first.
pub(super) fn check_request(
    conn: &mut Conn<'_>,
    request: &BookingRequestFields<'_>,
    branch: Option<BranchBookingRules>,
    requester: Requester<'_>,
    now: Timestamp,
) -> Checked<ValidBooking, BookingFieldError> {
    let mut errors = Vec::new();
    let branch = check_branch(conn, request, branch, &mut errors)?;
    let start = BookingStartFields { booking_date: request.booking_date, start_time: request.start_time };
    errors.extend(start.grid_error(branch.as_ref()));
    let services = request.requested_services().find_bookable(conn, &mut errors)?;
    let totals = add_up(&services, request.start_time, &mut errors);
    match requester {
        Requester::Customer => errors.extend(start.errors(StartRules::Customer, branch.as_ref(), now)),
        Requester::Desk { is_known_customer, staff, is_manager } => {
            errors.extend(start.errors(StartRules::DeskWithPastWeek, branch.as_ref(), now));
            if !is_known_customer {
                errors.push(BookingFieldError::Customer);
            }
            if let Some(staff) = staff
                && !staff_records::is_active(conn, staff)?
            {
                errors.push(BookingFieldError::Staff);
            }
            if is_manager && staff.is_none() && request.booking_date.is_some_and(|date| date < now.ist_date()) {
                errors.push(BookingFieldError::NoStaffInPast);
            }
        }
    }
    let valid = || {
        Some(ValidBooking {
            branch_id: request.branch?.clone(),
            branch: branch?,
            service_type: request.service_type?,
            booking_date: request.booking_date?,
            start_time: request.start_time?,
            services,
            totals: totals?,
        })
    };
    Ok(if errors.is_empty() { valid().ok_or_else(Vec::new) } else { Err(errors) })
}

fn check_branch(
    conn: &mut Conn<'_>,
    request: &BookingRequestFields<'_>,
    branch: Option<BranchBookingRules>,
    errors: &mut Vec<BookingFieldError>,
) -> Result<Option<BranchBookingRules>, DbError> {
    let Some(id) = request.branch else { return Ok(None) };
    let Some(branch) = branch.filter(|branch| branch.is_operational) else {
        errors.push(BookingFieldError::Branch);
        return Ok(None);
    };
    let has_staff = match request.service_type {
        Some(ServiceType::Salon) => branch.has_salon_staff,
        Some(ServiceType::Spa) => branch.has_spa_staff,
        None => true,
    };
    if !has_staff {
        errors.push(BookingFieldError::NoStaffForServiceType);
    }
    if let Some(staff) = request.wished_staff
        && (branch.is_live || !request.has_older_names)
        && !can_be_wished(conn, (id, branch.is_live), staff, request.service_type)?
    {
        let is_older = request.has_older_names;
        errors.push(if is_older { BookingFieldError::StaffOfOtherBranch } else { BookingFieldError::WishedStaff });
    }
    Ok(Some(branch))
}

/// A live branch finds nobody who is free where the person does not do such services, as the API has always said it. An open
/// branch would keep a wish that nobody can have.
fn can_be_wished(
    conn: &mut Conn<'_>,
    (branch, is_live): (&BranchId, bool),
    staff: &StaffId,
    service_type: Option<ServiceType>,
) -> Result<bool, DbError> {
    match service_type.filter(|_| !is_live) {
        Some(service_type) => roster::serves_at_branch(conn, branch, staff, service_type),
        None => roster::works_at_branch(conn, branch, staff),
    }
}
