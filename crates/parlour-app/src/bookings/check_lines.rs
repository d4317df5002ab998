//! Whether a booking can have these lines.

use parlour_domain::billing::money::MAX_PAISE;
use parlour_domain::booking::line_field_error::LineFieldError;
use parlour_domain::booking::{booking_end, checked_sum};
use parlour_domain::ids::{BookingId, ServiceId, StaffId};
use parlour_store::bookings::booking_records::{Booking, BookingService, LineTerms};
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
    pub(super) terms: LineTerms,
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
/// booking has keeps what is not given. A new line takes name, price, minutes and buffer of the catalogue, and is done by
/// whoever does all of the booking. What a membership gives for a line is lowered by managers only, and only for the line
/// as it is then: who changes how long it takes afterwards lets it take the larger of what the manager had set and the
/// minutes of the catalogue.
pub(super) fn check_lines(
    conn: &mut Conn<'_>,
    requested: &[(usize, RequestedLine)],
    booking: &Booking,
    sets_membership_minutes: bool,
) -> Checked<ValidLines, LineFieldError> {
    let terms = desk_changes::list_line_terms(conn, &booking.id)?;
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
        let earlier = lines.iter().filter(|line| line.service_id == *service_id).count();
        let own = booking.services.iter().filter(|line| line.service_id == *service_id).nth(earlier);
        let own_terms = own.and_then(|own| terms.get(&own.id).copied());
        lines.push(valid_line(line, service, &KnownTerms { booking, own, own_terms, sets_membership_minutes }));
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
    own_terms: Option<LineTerms>,
    /// Whether minutes that are given are those that a membership gives, too.
    sets_membership_minutes: bool,
}

fn valid_line(line: &RequestedLine, service: BookableService, known: &KnownTerms<'_>) -> ValidLine {
    let KnownTerms { booking, own, own_terms, sets_membership_minutes } = *known;
    let own_staff = match own {
        Some(own) => own.staff_id.clone(),
        None => sole_staff(booking).cloned(),
    };
    let own_minutes = own.map_or(service.duration_minutes, |own| own.duration_minutes);
    let duration_minutes = line.duration_minutes.unwrap_or(own_minutes);
    let own_membership_minutes = own_terms.and_then(|terms| terms.membership_minutes);
    let membership_minutes = match line.duration_minutes {
        Some(minutes) if sets_membership_minutes => Some(minutes),
        Some(minutes) if minutes != own_minutes => {
            // What a manager set is written down even where it is as long as the line, and holds for that length only.
            let is_set_by_manager = own_membership_minutes == Some(own_minutes);
            let least = if is_set_by_manager { service.duration_minutes } else { 0 };
            let taken = own_membership_minutes.unwrap_or(own_minutes).max(least);
            Some(taken).filter(|taken| *taken != minutes)
        }
        Some(_) | None => own_membership_minutes,
    };
    ValidLine {
        id: own.map(|own| own.id.clone()),
        staff_id: line.staff_id.clone().or(own_staff),
        name: own.map_or(service.name, |own| own.service_name_snapshot.clone()),
        price_paise: line
            .price_paise
            .unwrap_or_else(|| own.map_or(service.price_paise, |own| own.price_at_booking_paise)),
        duration_minutes,
        terms: LineTerms {
            buffer_minutes: own_terms.map_or(service.buffer_minutes, |terms| terms.buffer_minutes),
            membership_minutes,
        },
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
