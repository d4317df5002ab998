//! The services of a booking, as they are shown and as they are changed.

use parlour_domain::booking::MAX_SERVICES_PER_BOOKING;
use parlour_domain::ids::StaffId;
use parlour_store::bookings::booking_records::{Booking, BookingService, BookingServiceWithStaff};

use super::read::BookingRead;
use crate::status::avatar_class;
use parlour_web::format;
use parlour_web::page::TextContext;

/// How many services can be added at once.
const NEW_ROWS: usize = 5;

/// A service of the booking.
#[derive(Debug)]
pub(super) struct ShownLine {
    pub(super) avatar: &'static str,
    pub(super) initials: String,
    pub(super) service: String,
    /// `Farida, 60 min`.
    pub(super) person: String,
    pub(super) price: String,
}

/// A row of the form that changes the services; the last ones are for further services.
#[derive(Debug)]
pub(super) struct LineRow {
    pub(super) number: usize,
    pub(super) service: String,
    pub(super) staff: String,
    pub(super) minutes: String,
}

pub(super) fn shown_lines(read: &BookingRead, context: TextContext) -> Vec<ShownLine> {
    let text = context.texts.desk_booking();
    let line = |line: &BookingServiceWithStaff| {
        let name = line.staff_name.as_deref();
        let length = context.texts.format_minutes(line.service.duration_minutes);
        ShownLine {
            avatar: name.map_or("any", avatar_class),
            initials: name.map_or_else(|| "–".to_owned(), format::initials),
            service: line.service.service_name_snapshot.clone(),
            person: format!("{}, {length}", name.unwrap_or(text.nobody_yet())),
            price: format::money(line.service.price_at_booking_paise),
        }
    };
    read.found.booking.services.iter().map(line).collect()
}

pub(super) fn line_rows(read: &BookingRead) -> Vec<LineRow> {
    let lines = read.found.booking.services.iter().map(|line| &line.service);
    let mut rows: Vec<LineRow> = lines
        .zip(1..)
        .map(|(line, number)| LineRow {
            number,
            service: line.service_id.as_str().to_owned(),
            staff: line.staff_id.as_ref().map_or("", StaffId::as_str).to_owned(),
            minutes: line.duration_minutes.to_string(),
        })
        .collect();
    let most = rows.len().saturating_add(NEW_ROWS).min(MAX_SERVICES_PER_BOOKING);
    while rows.len() < most {
        let (service, staff, minutes) = (String::new(), String::new(), String::new());
        rows.push(LineRow { number: rows.len() + 1, service, staff, minutes });
    }
    rows
}

/// Whether the rows say what the booking has already. A blank person or length means that of the line.
pub(super) fn is_unchanged(typed: &[[String; 3]], booking: &Booking) -> bool {
    let mut rows = typed.iter().filter(|[service, ..]| !service.is_empty());
    let is_same = |[service, staff, minutes]: &[String; 3], line: &BookingService| {
        let own_staff = line.staff_id.as_ref().map_or("", StaffId::as_str);
        *service == line.service_id.as_str()
            && (staff.is_empty() || staff == own_staff)
            && (minutes.is_empty() || minutes.parse() == Ok(line.duration_minutes))
    };
    booking.services.iter().all(|line| rows.next().is_some_and(|row| is_same(row, line))) && rows.next().is_none()
}

/// What is booked already, and the catalogue.
pub(super) fn service_choices(read: &BookingRead) -> Vec<(String, String)> {
    let mut choices: Vec<(String, String)> = Vec::new();
    for line in read.found.booking.services.iter().map(|line| &line.service) {
        if choices.iter().all(|(id, _)| id != line.service_id.as_str()) {
            choices.push((line.service_id.as_str().to_owned(), line.service_name_snapshot.clone()));
        }
    }
    for service in &read.services {
        if choices.iter().all(|(id, _)| id != service.id.as_str()) {
            let label = format!("{}, {}", service.name, format::money(service.price_paise));
            choices.push((service.id.as_str().to_owned(), label));
        }
    }
    choices
}
