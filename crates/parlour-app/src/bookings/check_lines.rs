//! Whether a booking can have these lines.

use std::collections::HashMap;

use parlour_domain::billing::money::MAX_PAISE;
use parlour_domain::booking::line_field_error::LineFieldError;
use parlour_domain::booking::{booking_end, checked_sum};
use parlour_domain::ids::{BookingId, ServiceId, StaffId};
use parlour_store::bookings::booking_records::{Booking, BookingService};
use parlour_store::bookings::desk_changes::{self, BookingTotals};
use parlour_store::catalogue::catalogue_records::{self, BookableService};
use parlour_store::staff::staff_records;
use parlour_store::{Conn, DbError};

use crate::availability::sole_staff;
use crate::request_context::RequestContext;
use crate::validation::Checked;

/// A line that the desk wants, as far as it could be read. What is absent stays as it is.
#[derive(Debug, Clone, Default)]
pub struct RequestedLine {
    pub service_id: Option<ServiceId>,
    pub staff_id: Option<StaffId>,
    pub duration_minutes: Option<i64>,
    /// Only managers set it.
    pub price_paise: Option<i64>,
}

pub(super) struct ValidLines {
    pub(super) lines: Vec<ValidLine>,
    pub(super) totals: BookingTotals,
}

/// A line that is possible.
pub(super) struct ValidLine {
    /// That of the line which stays.
    id: Option<String>,
    service_id: ServiceId,
    staff_id: Option<StaffId>,
    name: String,
    price_paise: i64,
    duration_minutes: i64,
    pub(super) buffer_minutes: i64,
}

impl ValidLine {
    pub(super) fn into_booking_service(
        self,
        context: &RequestContext,
        booking: &BookingId,
        display_order: i64,
    ) -> BookingService {
        BookingService {
            id: self.id.unwrap_or_else(|| context.new_id()),
            booking_id: booking.clone(),
            service_id: self.service_id,
            staff_id: self.staff_id,
            service_name_snapshot: self.name,
            price_at_booking_paise: self.price_paise,
            duration_minutes: self.duration_minutes,
            display_order,
        }
    }
}

/// The first line of a service is its first line in the booking, the second its second, and so on; a line that the
/// booking has keeps what is not given. A new line takes name, minutes and buffer of the catalogue, and the price of the
/// first line of the same service, else of the catalogue. It is done by whoever does all of the booking.
pub(super) fn check_lines(
    conn: &mut Conn<'_>,
    requested: &[(usize, RequestedLine)],
    booking: &Booking,
) -> Checked<ValidLines, LineFieldError> {
    let buffers: HashMap<String, i64> = desk_changes::list_line_buffers(conn, &booking.id)?.into_iter().collect();
    let (mut lines, mut errors) = (Vec::<ValidLine>::with_capacity(requested.len()), Vec::new());
    for (index, line) in requested {
        if let Some(staff) = &line.staff_id
            && !staff_records::is_active(conn, staff)?
        {
            errors.push(LineFieldError::Staff(*index));
        }
        let Some(service_id) = &line.service_id else { continue };
        let service = match find_service(conn, *index, service_id, booking)? {
            Ok(service) => service,
            Err(error) => {
                errors.push(error);
                continue;
            }
        };
        let (earlier, first) = {
            let mut same = lines.iter().filter(|line| line.service_id == *service_id);
            let first = same.next().map(|line| line.price_paise);
            (usize::from(first.is_some()) + same.count(), first)
        };
        let own = booking.services.iter().filter(|line| line.service_id == *service_id).nth(earlier);
        lines.push(valid_line(
            line,
            service,
            &KnownTerms { booking, own, first_price_paise: first, buffers: &buffers },
        ));
    }
    let totals = add_up(&lines, booking, &mut errors);
    Ok(match totals {
        Some(totals) if errors.is_empty() => Ok(ValidLines { lines, totals }),
        Some(_) | None => Err(errors),
    })
}

/// A service that the booking has may stay when it is no longer offered.
fn find_service(
    conn: &mut Conn<'_>,
    index: usize,
    id: &ServiceId,
    booking: &Booking,
) -> Result<Result<BookableService, LineFieldError>, DbError> {
    let Some(service) = catalogue_records::find_bookable_service(conn, id)? else {
        return Ok(Err(LineFieldError::UnknownService(index)));
    };
    let is_booked = booking.services.iter().any(|line| line.service_id == *id);
    Ok(if !is_booked && !service.is_offered {
        Err(LineFieldError::ServiceNotOffered(index))
    } else if !is_booked && service.service_type != booking.service_type {
        Err(LineFieldError::WrongServiceType(index, service.service_type))
    } else {
        Ok(service)
    })
}

/// What a line takes over where nothing is given.
struct KnownTerms<'a> {
    booking: &'a Booking,
    /// The line of the booking which it is.
    own: Option<&'a BookingService>,
    /// Of the first line of the same service.
    first_price_paise: Option<i64>,
    /// Of the lines of the booking, by their ids.
    buffers: &'a HashMap<String, i64>,
}

fn valid_line(line: &RequestedLine, service: BookableService, known: &KnownTerms<'_>) -> ValidLine {
    let KnownTerms { booking, own, first_price_paise, buffers } = *known;
    let own_staff = match own {
        Some(own) => own.staff_id.clone(),
        None => sole_staff(booking).cloned(),
    };
    let own_price = own.map(|own| own.price_at_booking_paise).or(first_price_paise);
    ValidLine {
        id: own.map(|own| own.id.clone()),
        staff_id: line.staff_id.clone().or(own_staff),
        name: own.map_or(service.name, |own| own.service_name_snapshot.clone()),
        price_paise: line.price_paise.or(own_price).unwrap_or(service.price_paise),
        duration_minutes: line
            .duration_minutes
            .unwrap_or_else(|| own.map_or(service.duration_minutes, |own| own.duration_minutes)),
        buffer_minutes: own.and_then(|own| buffers.get(&own.id).copied()).unwrap_or(service.buffer_minutes),
        service_id: service.id,
    }
}

fn add_up(lines: &[ValidLine], booking: &Booking, errors: &mut Vec<LineFieldError>) -> Option<BookingTotals> {
    let amount_paise = checked_sum(lines.iter().map(|line| line.price_paise)).filter(|sum| *sum <= MAX_PAISE);
    if amount_paise.is_none() {
        errors.push(LineFieldError::TooExpensive);
    }
    let minutes = checked_sum(lines.iter().map(|line| line.duration_minutes)).unwrap_or(i64::MAX);
    let end_time = booking_end(booking.start_time, minutes).ok();
    if end_time.is_none() {
        errors.push(LineFieldError::TooLong);
    }
    Some(BookingTotals { amount_paise: amount_paise?, duration_minutes: minutes, end_time: end_time? })
}
