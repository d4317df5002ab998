//! Whether a branch can take a booking: everything that speaks against it, not the first thing.

use chrono::{NaiveDate, NaiveTime};
use parlour_domain::booking::availability::is_on_grid;
use parlour_domain::booking::{
    MAX_SERVICES_PER_BOOKING, OpeningHours, StartTimeRefusal, booking_end, check_in_future,
    check_today_or_later, check_within_opening_hours, checked_sum,
};
use parlour_domain::ids::{BranchId, ServiceId, StaffId, UserId};
use parlour_domain::ist::Timestamp;
use parlour_domain::service::ServiceType;
use parlour_store::bookings::booking_records::{Booking, BookingService};
use parlour_store::branches::branch_records::{self, BranchBookingRules};
use parlour_store::catalogue::catalogue_records::{self, BookableService};
use parlour_store::staff::{roster, staff_records};
use parlour_store::users::user_records;
use parlour_store::{Conn, DbError, Tx};

/// What is asked for, as far as it could be read.
#[derive(Debug, Clone, Copy, Default)]
pub struct BookingRequestFields<'a> {
    pub branch: Option<&'a BranchId>,
    pub service_type: Option<ServiceType>,
    pub booking_date: Option<NaiveDate>,
    pub start_time: Option<NaiveTime>,
    /// Each with its place in the list that was sent; one that is named twice counts once.
    pub services: &'a [(usize, ServiceId)],
    /// Whom the customer would like; only a live branch knows whether that can be.
    pub wish: Option<&'a StaffId>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum BookingFieldError {
    #[error("is not a branch that takes bookings")]
    Branch,
    #[error("is not done at this branch at present")]
    NoStaffForServiceType,
    #[error("must name at most {MAX_SERVICES_PER_BOOKING} services")]
    TooManyServices,
    #[error("would take too long: the visit must end by 23:59 the same day")]
    TooLong,
    #[error("is nobody whom we know")]
    Customer,
    #[error("is not an active member of staff")]
    Staff,
    #[error("is not an active member of staff of this branch")]
    StaffOfOtherBranch,
    /// Each of these with its place in the list that was sent.
    #[error("is not a service of ours")]
    UnknownService(usize),
    #[error("is not offered at present")]
    ServiceNotOffered(usize),
    #[error("is a {1} service")]
    WrongServiceType(usize, ServiceType),
    #[error("{0}")]
    Date(StartTimeRefusal),
    #[error("{0}")]
    Start(StartTimeRefusal),
}

/// What was found, and what speaks against it.
#[derive(Debug, Default)]
pub struct BookingValidation {
    pub field_errors: Vec<BookingFieldError>,
    pub(super) branch: Option<BranchBookingRules>,
    /// In the order in which they were asked for.
    pub(crate) services: Vec<BookableService>,
    pub(super) total_amount_paise: i64,
    pub(super) total_duration_minutes: i64,
    pub(super) end_time: Option<NaiveTime>,
}

/// A customer asks.
pub fn validate_request(
    conn: &mut Conn<'_>,
    asked: &BookingRequestFields<'_>,
    now: Timestamp,
) -> Result<BookingValidation, DbError> {
    let branch = find_requested_branch(conn, asked)?;
    validate_request_at_branch(conn, asked, branch, now)
}

/// The same, and what was found of the branch holds until the transaction ends.
pub(super) fn lock_and_validate_request(
    tx: &mut Tx<'_>,
    asked: &BookingRequestFields<'_>,
    now: Timestamp,
) -> Result<BookingValidation, DbError> {
    let branch = lock_requested_branch(tx, asked)?;
    validate_request_at_branch(tx, asked, branch, now)
}

fn validate_request_at_branch(
    conn: &mut Conn<'_>,
    asked: &BookingRequestFields<'_>,
    branch: Option<BranchBookingRules>,
    now: Timestamp,
) -> Result<BookingValidation, DbError> {
    let mut validation = validate_branch_and_services(conn, asked, branch)?;
    let hours = validation.branch.as_ref().map(opening_hours);
    validation.field_errors.extend(time_errors(asked.booking_date, asked.start_time, hours, now));
    Ok(validation)
}

/// The desk asks: any time of today or later will do.
pub fn validate_desk_request(
    conn: &mut Conn<'_>,
    asked: &BookingRequestFields<'_>,
    customer: Option<&UserId>,
    staff: Option<&StaffId>,
    now: Timestamp,
) -> Result<BookingValidation, DbError> {
    let branch = find_requested_branch(conn, asked)?;
    validate_desk_request_at_branch(conn, asked, branch, (customer, staff), now)
}

/// The same, and what was found of the branch holds until the transaction ends.
pub(super) fn lock_and_validate_desk_request(
    tx: &mut Tx<'_>,
    asked: &BookingRequestFields<'_>,
    staff: Option<&StaffId>,
    now: Timestamp,
) -> Result<BookingValidation, DbError> {
    let branch = lock_requested_branch(tx, asked)?;
    validate_desk_request_at_branch(tx, asked, branch, (None, staff), now)
}

fn validate_desk_request_at_branch(
    conn: &mut Conn<'_>,
    asked: &BookingRequestFields<'_>,
    branch: Option<BranchBookingRules>,
    (customer, staff): (Option<&UserId>, Option<&StaffId>),
    now: Timestamp,
) -> Result<BookingValidation, DbError> {
    let mut validation = validate_branch_and_services(conn, asked, branch)?;
    validation.field_errors.extend(past_day_error(asked.booking_date, now));
    if let Some(customer) = customer
        && user_records::by_id(conn, customer)?.is_none()
    {
        validation.field_errors.push(BookingFieldError::Customer);
    }
    if let Some(staff) = staff
        && !staff_records::is_active(conn, staff)?
    {
        validation.field_errors.push(BookingFieldError::Staff);
    }
    Ok(validation)
}

fn find_requested_branch(
    conn: &mut Conn<'_>,
    asked: &BookingRequestFields<'_>,
) -> Result<Option<BranchBookingRules>, DbError> {
    asked.branch.map_or(Ok(None), |branch| branch_records::find_for_booking(conn, branch))
}

fn lock_requested_branch(
    tx: &mut Tx<'_>,
    asked: &BookingRequestFields<'_>,
) -> Result<Option<BranchBookingRules>, DbError> {
    asked.branch.map_or(Ok(None), |branch| branch_records::lock_for_booking(tx, branch))
}

fn validate_branch_and_services(
    conn: &mut Conn<'_>,
    asked: &BookingRequestFields<'_>,
    branch: Option<BranchBookingRules>,
) -> Result<BookingValidation, DbError> {
    let mut validation = BookingValidation::default();
    if let Some(id) = asked.branch {
        validation.check_branch(branch, asked.service_type);
        if validation.branch.as_ref().is_some_and(|branch| branch.is_live)
            && let Some(staff) = asked.wish
            && !roster::works_at_branch(conn, id, staff)?
        {
            validation.field_errors.push(BookingFieldError::StaffOfOtherBranch);
        }
    }
    validation.field_errors.extend(grid_error(validation.branch.as_ref(), asked.start_time));
    validation.check_services(conn, asked.services, asked.service_type, &[])?;
    validation.add_totals(asked.start_time);
    Ok(validation)
}

/// Only what is to be done in a booking from now on, and whether that can be done from its start on.
pub(super) fn validate_changed_services(
    conn: &mut Conn<'_>,
    services: &[(usize, ServiceId)],
    booking: &Booking,
) -> Result<BookingValidation, DbError> {
    let mut validation = BookingValidation::default();
    validation.check_services(conn, services, Some(booking.service_type), &booking.services)?;
    validation.add_totals(Some(booking.start_time));
    for field_error in &mut validation.field_errors {
        // The time stands: it is the services that do not fit.
        if matches!(field_error, BookingFieldError::Start(_)) {
            *field_error = BookingFieldError::TooLong;
        }
    }
    Ok(validation)
}

/// Only what is to be done, at whatever time.
pub(crate) fn validate_services(
    conn: &mut Conn<'_>,
    services: &[(usize, ServiceId)],
    service_type: Option<ServiceType>,
) -> Result<BookingValidation, DbError> {
    validate_branch_and_services(
        conn,
        &BookingRequestFields { service_type, services, ..BookingRequestFields::default() },
        None,
    )
}

impl BookingValidation {
    fn check_branch(&mut self, found: Option<BranchBookingRules>, service_type: Option<ServiceType>) {
        let Some(branch) = found.filter(|branch| branch.is_operational) else {
            return self.field_errors.push(BookingFieldError::Branch);
        };
        let has_staff = match service_type {
            Some(ServiceType::Salon) => branch.has_salon_staff,
            Some(ServiceType::Spa) => branch.has_spa_staff,
            None => true,
        };
        if !has_staff {
            self.field_errors.push(BookingFieldError::NoStaffForServiceType);
        }
        self.branch = Some(branch);
    }

    fn check_services(
        &mut self,
        conn: &mut Conn<'_>,
        sent: &[(usize, ServiceId)],
        service_type: Option<ServiceType>,
        booked: &[BookingService],
    ) -> Result<(), DbError> {
        let mut wanted: Vec<(usize, &ServiceId)> = Vec::new();
        for (place, id) in sent {
            if wanted.len() <= MAX_SERVICES_PER_BOOKING && wanted.iter().all(|(_, known)| *known != id) {
                wanted.push((*place, id));
            }
        }
        if wanted.len() > MAX_SERVICES_PER_BOOKING {
            self.field_errors.push(BookingFieldError::TooManyServices);
            return Ok(());
        }
        for (place, id) in wanted {
            let Some(service) = catalogue_records::find_bookable_service(conn, id)? else {
                self.field_errors.push(BookingFieldError::UnknownService(place));
                continue;
            };
            let service = with_booked_terms_if_not_offered(service, booked);
            if !service.is_offered {
                self.field_errors.push(BookingFieldError::ServiceNotOffered(place));
            } else if service_type.is_some_and(|wanted| wanted != service.service_type) {
                self.field_errors.push(BookingFieldError::WrongServiceType(place, service.service_type));
            } else {
                self.services.push(service);
            }
        }
        Ok(())
    }

    fn add_totals(&mut self, start: Option<NaiveTime>) {
        match checked_sum(self.services.iter().map(|service| service.price_paise)) {
            Some(amount) => self.total_amount_paise = amount,
            None => self.field_errors.push(BookingFieldError::TooManyServices),
        }
        let duration = checked_sum(self.services.iter().map(|service| service.duration_minutes));
        self.total_duration_minutes = duration.unwrap_or(i64::MAX);
        match start.map(|start| booking_end(start, self.total_duration_minutes)) {
            Some(Ok(end)) => self.end_time = Some(end),
            Some(Err(refusal)) => self.field_errors.push(BookingFieldError::Start(refusal)),
            None => {}
        }
    }
}

/// What a visit has may stay in it though it is not offered any more: as it was booked, for it has no other price.
fn with_booked_terms_if_not_offered(service: BookableService, booked: &[BookingService]) -> BookableService {
    match booked.iter().find(|line| line.service_id == service.id) {
        Some(line) if !service.is_offered => BookableService {
            name: line.service_name_snapshot.clone(),
            is_offered: true,
            price_paise: line.price_at_booking_paise,
            duration_minutes: line.duration_minutes,
            ..service
        },
        _ => service,
    }
}

pub(super) fn opening_hours(branch: &BranchBookingRules) -> OpeningHours {
    OpeningHours { opens_at: branch.opens_at, closes_at: branch.closes_at }
}

/// A live branch gives time away in cells, and visits begin with one.
pub(super) fn grid_error(
    branch: Option<&BranchBookingRules>,
    start: Option<NaiveTime>,
) -> Option<BookingFieldError> {
    let is_off = branch.is_some_and(|branch| branch.is_live) && start.is_some_and(|start| !is_on_grid(start));
    is_off.then_some(BookingFieldError::Start(StartTimeRefusal::OffGrid))
}

/// What speaks against a day when the desk asks.
pub(super) fn past_day_error(date: Option<NaiveDate>, now: Timestamp) -> Option<BookingFieldError> {
    date.and_then(|date| check_today_or_later(date, now).err()).map(BookingFieldError::Date)
}

/// What speaks against a time, as far as it could be read. A past day is the date's fault, all else the time's.
pub(super) fn time_errors(
    date: Option<NaiveDate>,
    start: Option<NaiveTime>,
    hours: Option<OpeningHours>,
    now: Timestamp,
) -> impl Iterator<Item = BookingFieldError> {
    let is_past_day = date.is_some_and(|date| date < now.ist_date());
    let past = if is_past_day {
        Some(BookingFieldError::Date(StartTimeRefusal::Past))
    } else {
        date.zip(start)
            .and_then(|(date, start)| check_in_future(date, start, now).err())
            .map(BookingFieldError::Start)
    };
    let closed = start.zip(hours).and_then(|(start, hours)| check_within_opening_hours(start, hours).err());
    past.into_iter().chain(closed.map(BookingFieldError::Start))
}
