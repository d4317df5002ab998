//! Whether a branch can take a booking: everything that speaks against it, not the first thing.

use chrono::{NaiveDate, NaiveTime};
use parlour_domain::availability::is_on_grid;
use parlour_domain::booking::{
    MOST_SERVICES, OpeningHours, TimeRefusal, check_ahead, check_not_past, check_open, total, visit_end,
};
use parlour_domain::ids::{BranchId, ServiceId, StaffId, UserId};
use parlour_domain::ist::Timestamp;
use parlour_domain::service::ServiceType;
use parlour_store::bookings::{Booking, BookingService};
use parlour_store::branches::{self, BookingBranch};
use parlour_store::catalogue::{self, Bookable};
use parlour_store::{Conn, DbError, Tx, roster, staff, users};

/// What is asked for, as far as it could be read.
#[derive(Debug, Clone, Copy, Default)]
pub struct Asked<'a> {
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
pub enum Complaint {
    #[error("is not a branch that takes bookings")]
    Branch,
    #[error("is not done at this branch at present")]
    NobodyServes,
    #[error("must name at most {MOST_SERVICES} services")]
    TooManyServices,
    #[error("would take too long: the visit must end by 23:59 the same day")]
    TooLong,
    #[error("is nobody whom we know")]
    Customer,
    #[error("is not an active member of staff")]
    Staff,
    #[error("is not an active member of staff of this branch")]
    StaffElsewhere,
    /// Each of these with its place in the list that was sent.
    #[error("is not a service of ours")]
    UnknownService(usize),
    #[error("is not offered at present")]
    ServiceNotOffered(usize),
    #[error("is a {1} service")]
    OtherType(usize, ServiceType),
    #[error("{0}")]
    Date(TimeRefusal),
    #[error("{0}")]
    Start(TimeRefusal),
}

/// What was found, and what speaks against it.
#[derive(Debug, Default)]
pub struct Examined {
    pub complaints: Vec<Complaint>,
    pub(super) branch: Option<BookingBranch>,
    /// In the order in which they were asked for.
    pub(crate) services: Vec<Bookable>,
    pub(super) total_amount_paise: i64,
    pub(super) total_duration_minutes: i64,
    pub(super) end_time: Option<NaiveTime>,
}

/// A customer asks.
pub fn examine(conn: &mut Conn<'_>, asked: &Asked<'_>, now: Timestamp) -> Result<Examined, DbError> {
    let branch = find_branch(conn, asked)?;
    examine_with(conn, asked, branch, now)
}

/// The same, and what was found of the branch holds until the transaction ends.
pub(super) fn examine_held(tx: &mut Tx<'_>, asked: &Asked<'_>, now: Timestamp) -> Result<Examined, DbError> {
    let branch = hold_branch(tx, asked)?;
    examine_with(tx, asked, branch, now)
}

fn examine_with(
    conn: &mut Conn<'_>,
    asked: &Asked<'_>,
    branch: Option<BookingBranch>,
    now: Timestamp,
) -> Result<Examined, DbError> {
    let mut examined = look_at(conn, asked, branch)?;
    let hours = examined.branch.as_ref().map(opening_hours);
    examined.complaints.extend(time_complaints(asked.booking_date, asked.start_time, hours, now));
    Ok(examined)
}

/// The desk asks: any time of today or later will do.
pub fn examine_at_desk(
    conn: &mut Conn<'_>,
    asked: &Asked<'_>,
    customer: Option<&UserId>,
    staff: Option<&StaffId>,
    now: Timestamp,
) -> Result<Examined, DbError> {
    let branch = find_branch(conn, asked)?;
    examine_at_desk_with(conn, asked, branch, (customer, staff), now)
}

/// The same, and what was found of the branch holds until the transaction ends.
pub(super) fn examine_held_at_desk(
    tx: &mut Tx<'_>,
    asked: &Asked<'_>,
    staff: Option<&StaffId>,
    now: Timestamp,
) -> Result<Examined, DbError> {
    let branch = hold_branch(tx, asked)?;
    examine_at_desk_with(tx, asked, branch, (None, staff), now)
}

fn examine_at_desk_with(
    conn: &mut Conn<'_>,
    asked: &Asked<'_>,
    branch: Option<BookingBranch>,
    (customer, staff): (Option<&UserId>, Option<&StaffId>),
    now: Timestamp,
) -> Result<Examined, DbError> {
    let mut examined = look_at(conn, asked, branch)?;
    examined.complaints.extend(day_complaint(asked.booking_date, now));
    if let Some(customer) = customer
        && users::by_id(conn, customer)?.is_none()
    {
        examined.complaints.push(Complaint::Customer);
    }
    if let Some(staff) = staff
        && !staff::is_active(conn, staff)?
    {
        examined.complaints.push(Complaint::Staff);
    }
    Ok(examined)
}

fn find_branch(conn: &mut Conn<'_>, asked: &Asked<'_>) -> Result<Option<BookingBranch>, DbError> {
    asked.branch.map_or(Ok(None), |branch| branches::for_booking(conn, branch))
}

fn hold_branch(tx: &mut Tx<'_>, asked: &Asked<'_>) -> Result<Option<BookingBranch>, DbError> {
    asked.branch.map_or(Ok(None), |branch| branches::hold_for_booking(tx, branch))
}

fn look_at(
    conn: &mut Conn<'_>,
    asked: &Asked<'_>,
    branch: Option<BookingBranch>,
) -> Result<Examined, DbError> {
    let mut examined = Examined::default();
    if let Some(id) = asked.branch {
        examined.look_at_branch(branch, asked.service_type);
        if examined.branch.as_ref().is_some_and(|branch| branch.is_live)
            && let Some(staff) = asked.wish
            && !roster::is_member(conn, id, staff)?
        {
            examined.complaints.push(Complaint::StaffElsewhere);
        }
    }
    examined.complaints.extend(grid_complaint(examined.branch.as_ref(), asked.start_time));
    examined.look_at_services(conn, asked.services, asked.service_type, &[])?;
    examined.add_up(asked.start_time);
    Ok(examined)
}

/// Only what is to be done in a booking from now on, and whether that can be done from its start on.
pub(super) fn examine_services(
    conn: &mut Conn<'_>,
    services: &[(usize, ServiceId)],
    booking: &Booking,
) -> Result<Examined, DbError> {
    let mut examined = Examined::default();
    examined.look_at_services(conn, services, Some(booking.service_type), &booking.services)?;
    examined.add_up(Some(booking.start_time));
    for complaint in &mut examined.complaints {
        // The time stands: it is the services that do not fit.
        if matches!(complaint, Complaint::Start(_)) {
            *complaint = Complaint::TooLong;
        }
    }
    Ok(examined)
}

/// Only what is to be done, at whatever time.
pub(crate) fn examine_visit(
    conn: &mut Conn<'_>,
    services: &[(usize, ServiceId)],
    service_type: Option<ServiceType>,
) -> Result<Examined, DbError> {
    look_at(conn, &Asked { service_type, services, ..Asked::default() }, None)
}

impl Examined {
    fn look_at_branch(&mut self, found: Option<BookingBranch>, service_type: Option<ServiceType>) {
        let Some(branch) = found.filter(|branch| branch.is_operational) else {
            return self.complaints.push(Complaint::Branch);
        };
        let has_staff = match service_type {
            Some(ServiceType::Salon) => branch.has_salon_staff,
            Some(ServiceType::Spa) => branch.has_spa_staff,
            None => true,
        };
        if !has_staff {
            self.complaints.push(Complaint::NobodyServes);
        }
        self.branch = Some(branch);
    }

    fn look_at_services(
        &mut self,
        conn: &mut Conn<'_>,
        sent: &[(usize, ServiceId)],
        service_type: Option<ServiceType>,
        booked: &[BookingService],
    ) -> Result<(), DbError> {
        let mut wanted: Vec<(usize, &ServiceId)> = Vec::new();
        for (place, id) in sent {
            if wanted.len() <= MOST_SERVICES && wanted.iter().all(|(_, known)| *known != id) {
                wanted.push((*place, id));
            }
        }
        if wanted.len() > MOST_SERVICES {
            self.complaints.push(Complaint::TooManyServices);
            return Ok(());
        }
        for (place, id) in wanted {
            let Some(service) = catalogue::bookable(conn, id)? else {
                self.complaints.push(Complaint::UnknownService(place));
                continue;
            };
            let service = or_as_booked(service, booked);
            if !service.is_offered {
                self.complaints.push(Complaint::ServiceNotOffered(place));
            } else if service_type.is_some_and(|wanted| wanted != service.service_type) {
                self.complaints.push(Complaint::OtherType(place, service.service_type));
            } else {
                self.services.push(service);
            }
        }
        Ok(())
    }

    fn add_up(&mut self, start: Option<NaiveTime>) {
        match total(self.services.iter().map(|service| service.price_paise)) {
            Some(amount) => self.total_amount_paise = amount,
            None => self.complaints.push(Complaint::TooManyServices),
        }
        let duration = total(self.services.iter().map(|service| service.duration_minutes));
        self.total_duration_minutes = duration.unwrap_or(i64::MAX);
        match start.map(|start| visit_end(start, self.total_duration_minutes)) {
            Some(Ok(end)) => self.end_time = Some(end),
            Some(Err(refusal)) => self.complaints.push(Complaint::Start(refusal)),
            None => {}
        }
    }
}

/// What a visit has may stay in it though it is not offered any more: as it was booked, for it has no other price.
fn or_as_booked(service: Bookable, booked: &[BookingService]) -> Bookable {
    match booked.iter().find(|line| line.service_id == service.id) {
        Some(line) if !service.is_offered => Bookable {
            name: line.service_name_snapshot.clone(),
            is_offered: true,
            price_paise: line.price_at_booking_paise,
            duration_minutes: line.duration_minutes,
            ..service
        },
        _ => service,
    }
}

pub(super) fn opening_hours(branch: &BookingBranch) -> OpeningHours {
    OpeningHours { opens_at: branch.opens_at, closes_at: branch.closes_at }
}

/// A live branch gives time away in cells, and visits begin with one.
pub(super) fn grid_complaint(branch: Option<&BookingBranch>, start: Option<NaiveTime>) -> Option<Complaint> {
    let is_off = branch.is_some_and(|branch| branch.is_live) && start.is_some_and(|start| !is_on_grid(start));
    is_off.then_some(Complaint::Start(TimeRefusal::OffGrid))
}

/// What speaks against a day when the desk asks.
pub(super) fn day_complaint(date: Option<NaiveDate>, now: Timestamp) -> Option<Complaint> {
    date.and_then(|date| check_not_past(date, now).err()).map(Complaint::Date)
}

/// What speaks against a time, as far as it could be read. A past day is the date's fault, all else the time's.
pub(super) fn time_complaints(
    date: Option<NaiveDate>,
    start: Option<NaiveTime>,
    hours: Option<OpeningHours>,
    now: Timestamp,
) -> impl Iterator<Item = Complaint> {
    let is_past_day = date.is_some_and(|date| date < now.ist_date());
    let past = if is_past_day {
        Some(Complaint::Date(TimeRefusal::Past))
    } else {
        date.zip(start).and_then(|(date, start)| check_ahead(date, start, now).err()).map(Complaint::Start)
    };
    let closed = start.zip(hours).and_then(|(start, hours)| check_open(start, hours).err());
    past.into_iter().chain(closed.map(Complaint::Start))
}
