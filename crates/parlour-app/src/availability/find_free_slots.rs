//! The free starts of a day at a live branch.

use chrono::NaiveDate;
use parlour_domain::booking::MAX_SERVICES_PER_BOOKING;
use parlour_domain::booking::availability::{BookingDuration, BranchDay, Slot, StaffFilter, StartConstraints};
use parlour_domain::booking::field_error::BookingFieldError;
use parlour_domain::customer::Gender;
use parlour_domain::ids::{BranchId, ServiceId, StaffId};
use parlour_domain::ist::Timestamp;
use parlour_domain::service::ServiceType;
use parlour_store::branches::branch_records;
use parlour_store::catalogue::catalogue_records::{self, BookableService};
use parlour_store::staff::roster;
use parlour_store::{Conn, DbError};

use super::availability_cache::{AvailabilityCache, CachedCatalogue};
use super::branch_day::{self, of_day};
use crate::App;
use crate::service_selection::{RequestedServices, add_up};
use crate::validation::Checked;

/// A day at a live branch and the wanted services. Without services, half an hour of anything.
#[derive(Debug, Clone)]
pub struct AvailabilityQuery {
    pub branch_id: BranchId,
    pub date: NaiveDate,
    /// Each with its index in the list that was sent.
    pub services: Vec<(usize, ServiceId)>,
    pub service_type: Option<ServiceType>,
    pub staff_id: Option<StaffId>,
    pub gender: Option<Gender>,
}

/// The slots of the day, or `None` where the branch is not live. From memory where nothing is wrong with the query; the
/// database finds what is.
pub async fn find_free_slots(app: &App, query: AvailabilityQuery) -> Checked<Option<Vec<Slot>>, BookingFieldError> {
    let now = app.clock.now();
    if let Some(slots) = recall_free_slots(&app.availability_cache, &query, now).await? {
        return Ok(Ok(Some(slots)));
    }
    app.db.read(move |conn| read_free_slots(conn, &query, now)).await
}

async fn recall_free_slots(
    availability_cache: &AvailabilityCache,
    query: &AvailabilityQuery,
    now: Timestamp,
) -> Result<Option<Vec<Slot>>, DbError> {
    let Some(branch) = availability_cache.branch(&query.branch_id).await?.filter(|branch| branch.rules.is_live) else {
        return Ok(None);
    };
    let catalogue = availability_cache.catalogue().await?;
    let Some(services) = recall_services(&catalogue, query) else { return Ok(None) };
    let is_of_branch = query.staff_id.as_ref().is_none_or(|staff| branch.staff.contains(staff));
    let Some(hours) = branch.rules.opening_hours(query.date).filter(|_| is_of_branch && branch.rules.is_operational)
    else {
        return Ok(None);
    };
    let Some(day) = availability_cache.days(&query.branch_id, &[query.date], now).await?.pop() else { return Ok(None) };
    let service_type = query.service_type.or_else(|| services.first().map(|service| service.service_type));
    let staff = StaffFilter { service_type, staff_id: query.staff_id.clone(), gender: query.gender };
    let constraints = StartConstraints { date: query.date, hours, length: total_length(services), now };
    Ok(Some(day.slots(&constraints, &staff)))
}

/// The services of the query, each once. `None` if they cannot be booked together.
pub(super) fn recall_services<'a>(
    catalogue: &'a CachedCatalogue,
    query: &AvailabilityQuery,
) -> Option<Vec<&'a BookableService>> {
    let mut services: Vec<&BookableService> = Vec::with_capacity(query.services.len());
    for (_, id) in &query.services {
        let service = catalogue.services.get(id).filter(|service| service.is_offered)?;
        if services.iter().all(|known| known.id != service.id) {
            services.push(service);
        }
    }
    let service_type = query.service_type.or_else(|| services.first().map(|first| first.service_type));
    let fit = services.iter().all(|service| Some(service.service_type) == service_type);
    (fit && services.len() <= MAX_SERVICES_PER_BOOKING).then_some(services)
}

/// The slots of the day as the transaction sees it, or `None` where the branch is not live.
pub fn read_free_slots(
    conn: &mut Conn<'_>,
    query: &AvailabilityQuery,
    now: Timestamp,
) -> Checked<Option<Vec<Slot>>, BookingFieldError> {
    let found = branch_records::find_for_booking(conn, &query.branch_id)?;
    let Some(branch) = found.filter(|branch| branch.is_live) else { return Ok(Ok(None)) };
    let service_type = requested_type(conn, query)?;
    let (services, errors) = read_services(conn, query, service_type)?;
    if !errors.is_empty() {
        return Ok(Err(errors));
    }
    let hours = branch.opening_hours(query.date);
    let day = if branch.is_operational && hours.is_some() {
        branch_day::read_branch_day(conn, &query.branch_id, &of_day(query.date, None, now))?
    } else {
        // A branch that is closed, or closed on that day, takes no bookings, whoever is rostered.
        BranchDay::default()
    };
    let constraints = StartConstraints {
        date: query.date,
        hours: hours.unwrap_or(branch.daily_hours()),
        length: total_length(&services),
        now,
    };
    let staff = StaffFilter { service_type, staff_id: query.staff_id.clone(), gender: query.gender };
    Ok(Ok(Some(day.slots(&constraints, &staff))))
}

/// The type of the services: the one that is asked for, or else that of the first service.
fn requested_type(conn: &mut Conn<'_>, query: &AvailabilityQuery) -> Result<Option<ServiceType>, DbError> {
    Ok(match (query.service_type, query.services.first()) {
        (None, Some((_, first))) => {
            catalogue_records::find_bookable_service(conn, first)?.map(|service| service.service_type)
        }
        (requested, _) => requested,
    })
}

/// The services of the query, and what is wrong with them or with the member of staff.
fn read_services(
    conn: &mut Conn<'_>,
    query: &AvailabilityQuery,
    service_type: Option<ServiceType>,
) -> Result<(Vec<BookableService>, Vec<BookingFieldError>), DbError> {
    let mut errors = Vec::new();
    let requested = RequestedServices { ids: &query.services, service_type, booked: &[] };
    let services = requested.find_bookable(conn, &mut errors)?;
    add_up(&services, None, &mut errors);
    if let Some(staff) = &query.staff_id
        && !roster::works_at_branch(conn, &query.branch_id, staff)?
    {
        errors.push(BookingFieldError::StaffOfOtherBranch);
    }
    Ok((services, errors))
}

/// What is wrong with the services or the member of staff of a query.
pub(super) fn find_service_errors(
    conn: &mut Conn<'_>,
    query: &AvailabilityQuery,
) -> Result<Vec<BookingFieldError>, DbError> {
    let service_type = requested_type(conn, query)?;
    Ok(read_services(conn, query, service_type)?.1)
}

pub(super) fn total_length<'a>(services: impl IntoIterator<Item = &'a BookableService>) -> BookingDuration {
    let length = |service: &BookableService| BookingDuration {
        duration_minutes: service.duration_minutes,
        buffer_minutes: service.buffer_minutes,
    };
    let add = |sum: BookingDuration, next: BookingDuration| BookingDuration {
        duration_minutes: sum.duration_minutes.saturating_add(next.duration_minutes),
        buffer_minutes: sum.buffer_minutes.saturating_add(next.buffer_minutes),
    };
    services.into_iter().map(length).reduce(add).unwrap_or(BookingDuration::HALF_HOUR)
}
