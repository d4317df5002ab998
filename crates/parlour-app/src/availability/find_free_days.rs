//! How much is free on each of several days.

use std::sync::Arc;

use chrono::{Days, NaiveDate, NaiveTime};
use parlour_domain::booking::availability::{BranchDay, Slot, StaffFilter, StartConstraints, open_branch_slots};
use parlour_domain::booking::field_error::BookingFieldError;
use parlour_domain::booking::{check_in_future, check_within_opening_hours};
use parlour_domain::customer::Gender;
use parlour_domain::ids::{BranchId, ServiceId, StaffId};
use parlour_domain::ist::Timestamp;
use parlour_domain::service::ServiceType;
use parlour_store::Conn;
use parlour_store::branches::branch_records::BranchBookingRules;
use parlour_store::catalogue::catalogue_records::BookableService;

use super::availability_cache::CachedBranch;
use super::find_free_slots::{AvailabilityQuery, find_service_errors, read_free_slots, recall_services, total_length};
use crate::App;
use crate::validation::Checked;

#[derive(Debug, Clone)]
pub struct FreeDaysQuery {
    pub branch_id: BranchId,
    pub from: NaiveDate,
    pub days: u64,
    /// Each with its index in the list that was sent.
    pub services: Vec<(usize, ServiceId)>,
    pub service_type: Option<ServiceType>,
    pub staff_id: Option<StaffId>,
    pub gender: Option<Gender>,
}

/// A day and how many half hours of it are free for the whole booking.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FreeDay {
    pub date: NaiveDate,
    pub free_count: usize,
    pub first_free: Option<NaiveTime>,
}

/// A day and the half hours of it at which the whole booking can begin.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FreeTimes {
    pub date: NaiveDate,
    pub starts: Vec<NaiveTime>,
}

impl FreeTimes {
    pub(super) fn of(date: NaiveDate, slots: impl Iterator<Item = Slot>) -> Self {
        Self { date, starts: slots.filter(|slot| slot.available).map(|slot| slot.start).collect() }
    }
}

/// One entry for each day.
pub async fn find_free_days(app: &App, query: FreeDaysQuery) -> Checked<Vec<FreeDay>, BookingFieldError> {
    let free_day = |FreeTimes { date, starts }: FreeTimes| FreeDay {
        date,
        free_count: starts.len(),
        first_free: starts.first().copied(),
    };
    Ok(find_free_times(app, query).await?.map(|days| days.into_iter().map(free_day).collect()))
}

/// One entry for each day. An open branch is free whenever it opens and the time has not passed.
pub async fn find_free_times(app: &App, query: FreeDaysQuery) -> Checked<Vec<FreeTimes>, BookingFieldError> {
    let Some(branch) = app.availability_cache.branch(&query.branch_id).await? else {
        return Ok(Err(vec![BookingFieldError::Branch]));
    };
    let wanted = AvailabilityQuery {
        branch_id: query.branch_id.clone(),
        date: query.from,
        services: query.services.clone(),
        service_type: query.service_type,
        staff_id: query.staff_id.clone(),
        gender: query.gender,
    };
    let dates: Vec<NaiveDate> =
        (0..query.days).filter_map(|ahead| query.from.checked_add_days(Days::new(ahead))).collect();
    let catalogue = app.availability_cache.catalogue().await?;
    let is_of_branch = query.staff_id.as_ref().is_none_or(|staff| branch.staff.contains(staff));
    let is_live = branch.rules.is_live && branch.rules.is_operational;
    match recall_services(&catalogue, &wanted).filter(|_| is_of_branch) {
        Some(services) if is_live => return Ok(Ok(live_days(app, &branch, &query, &dates, &services).await?)),
        Some(_) => {}
        None => {
            let now = app.clock.now();
            let of_database = dates.clone();
            match app.db.read(move |conn| read_free_days(conn, &wanted, &of_database, now)).await? {
                Ok(Some(days)) if is_live => return Ok(Ok(days)),
                Ok(_) => {}
                Err(errors) => return Ok(Err(errors)),
            }
        }
    }
    let now = app.clock.now();
    Ok(Ok(dates.iter().map(|date| open_day(&branch.rules, *date, now)).collect()))
}

/// A day of an open branch.
pub(super) fn open_day(rules: &BranchBookingRules, date: NaiveDate, now: Timestamp) -> FreeTimes {
    let hours = rules.opening_hours(date).filter(|_| rules.is_operational);
    let is_possible = |slot: &Slot| {
        check_in_future(date, slot.start, now).is_ok()
            && hours.is_some_and(|hours| check_within_opening_hours(slot.start, hours).is_ok())
    };
    FreeTimes::of(date, open_branch_slots().filter(is_possible))
}

async fn live_days(
    app: &App,
    branch: &CachedBranch,
    query: &FreeDaysQuery,
    dates: &[NaiveDate],
    services: &[&BookableService],
) -> Result<Vec<FreeTimes>, parlour_store::DbError> {
    let now = app.clock.now();
    let service_type = query.service_type.or_else(|| services.first().map(|service| service.service_type));
    let staff = StaffFilter { service_type, staff_id: query.staff_id.clone(), gender: query.gender };
    let length = total_length(services.iter().copied());
    let days = app.availability_cache.days(&query.branch_id, dates, now).await?;
    let free_day = |(&date, day): (&NaiveDate, &Arc<BranchDay>)| {
        let slots = branch.rules.opening_hours(date).map(|hours| {
            let constraints = StartConstraints { date, hours, length, now };
            day.slots(&constraints, &staff)
        });
        FreeTimes::of(date, slots.unwrap_or_default().into_iter())
    };
    Ok(dates.iter().zip(&days).map(free_day).collect())
}

/// What is wrong with the services or the member of staff, or else the days as the transaction sees them: memory may be
/// a moment behind. `None` where the branch is not live.
fn read_free_days(
    conn: &mut Conn<'_>,
    wanted: &AvailabilityQuery,
    dates: &[NaiveDate],
    now: Timestamp,
) -> Checked<Option<Vec<FreeTimes>>, BookingFieldError> {
    let errors = find_service_errors(conn, wanted)?;
    if !errors.is_empty() {
        return Ok(Err(errors));
    }
    let mut days = Vec::with_capacity(dates.len());
    for &date in dates {
        let of_day = AvailabilityQuery { date, ..wanted.clone() };
        match read_free_slots(conn, &of_day, now)? {
            Ok(Some(slots)) => days.push(FreeTimes::of(date, slots.into_iter())),
            Ok(None) => return Ok(Ok(None)),
            Err(errors) => return Ok(Err(errors)),
        }
    }
    Ok(Ok(Some(days)))
}
