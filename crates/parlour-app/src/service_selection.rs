//! The services of a booking, checked against the catalogue.

use chrono::NaiveTime;
use parlour_domain::booking::field_error::BookingFieldError;
use parlour_domain::booking::{MAX_SERVICES_PER_BOOKING, booking_end, checked_sum};
use parlour_domain::ids::ServiceId;
use parlour_domain::service::ServiceType;
use parlour_store::bookings::booking_records::BookingService;
use parlour_store::bookings::desk_changes::BookingTotals;
use parlour_store::catalogue::catalogue_records::{self, BookableService};
use parlour_store::{Conn, DbError, Tx};

/// Services that somebody wants, as far as they could be read.
#[derive(Debug, Clone, Copy)]
pub(crate) struct RequestedServices<'a> {
    /// Each with its index in the list that was sent. A service that is named twice counts once.
    pub(crate) ids: &'a [(usize, ServiceId)],
    pub(crate) service_type: Option<ServiceType>,
    /// Services already in the booking. They may stay when they are no longer offered.
    pub(crate) booked: &'a [BookingService],
}

impl RequestedServices<'_> {
    /// Lets [`Self::find_bookable`] wait for nothing but what is waited for before it.
    pub(crate) fn ask_ahead(&self, tx: &mut Tx<'_>) -> Result<(), DbError> {
        let distinct = self.distinct();
        if distinct.len() > MAX_SERVICES_PER_BOOKING {
            return Ok(());
        }
        let ids: Vec<&ServiceId> = distinct.into_iter().map(|(_, id)| id).collect();
        catalogue_records::ask_ahead_for_bookable_services(tx, &ids)
    }

    /// The services that can be booked, in the requested order. What is wrong with the others is added to `errors`.
    pub(crate) fn find_bookable(
        &self,
        conn: &mut Conn<'_>,
        errors: &mut Vec<BookingFieldError>,
    ) -> Result<Vec<BookableService>, DbError> {
        let distinct = self.distinct();
        if distinct.len() > MAX_SERVICES_PER_BOOKING {
            errors.push(BookingFieldError::TooManyServices);
            return Ok(Vec::new());
        }
        let ids: Vec<&ServiceId> = distinct.iter().map(|(_, id)| *id).collect();
        let found = catalogue_records::find_bookable_services(conn, &ids)?;
        let mut services = Vec::with_capacity(distinct.len());
        for ((index, _), service) in distinct.into_iter().zip(found) {
            match service {
                Some(service) => match self.check(index, self.with_booked_terms(service)) {
                    Ok(service) => services.push(service),
                    Err(error) => errors.push(error),
                },
                None => errors.push(BookingFieldError::UnknownService(index)),
            }
        }
        Ok(services)
    }

    /// One more than are allowed, if there are too many.
    fn distinct(&self) -> Vec<(usize, &ServiceId)> {
        let mut distinct: Vec<(usize, &ServiceId)> = Vec::new();
        for (index, id) in self.ids {
            if distinct.len() <= MAX_SERVICES_PER_BOOKING && distinct.iter().all(|(_, known)| *known != id) {
                distinct.push((*index, id));
            }
        }
        distinct
    }

    fn check(&self, index: usize, service: BookableService) -> Result<BookableService, BookingFieldError> {
        if !service.is_offered {
            Err(BookingFieldError::ServiceNotOffered(index))
        } else if self.service_type.is_some_and(|requested| requested != service.service_type) {
            Err(BookingFieldError::WrongServiceType(index, service.service_type))
        } else {
            Ok(service)
        }
    }

    /// A service that is no longer offered has no current price, so it keeps the terms it was booked with.
    fn with_booked_terms(&self, service: BookableService) -> BookableService {
        match self.booked.iter().find(|line| line.service_id == service.id) {
            Some(line) if !service.is_offered => BookableService {
                name: line.service_name_snapshot.clone(),
                is_offered: true,
                price_paise: line.price_at_booking_paise,
                duration_minutes: line.duration_minutes,
                ..service
            },
            Some(_) | None => service,
        }
    }
}

/// Adds up the services of a booking. There is no total without a start, or when an error is added to `errors`.
pub(crate) fn add_up(
    services: &[BookableService],
    start: Option<NaiveTime>,
    errors: &mut Vec<BookingFieldError>,
) -> Option<BookingTotals> {
    let amount_paise = checked_sum(services.iter().map(|service| service.price_paise));
    if amount_paise.is_none() {
        errors.push(BookingFieldError::TooManyServices);
    }
    let minutes = checked_sum(services.iter().map(|service| service.duration_minutes));
    let duration_minutes = minutes.unwrap_or(i64::MAX);
    let end_time = match booking_end(start?, duration_minutes) {
        Ok(end_time) => end_time,
        Err(refusal) => {
            errors.push(BookingFieldError::Start(refusal));
            return None;
        }
    };
    Some(BookingTotals { amount_paise: amount_paise?, duration_minutes, end_time })
}
