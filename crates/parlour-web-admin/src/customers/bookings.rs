//! The bookings of a customer.

use parlour_app::hindi_names::{HindiNames, NamedInEnglish};
use parlour_db::cursor::ListCursor;
use parlour_domain::booking::BookingStatus;
use parlour_domain::ids::UserId;
use parlour_domain::ist::Timestamp;
use parlour_store::bookings::booking_records::{Booking, BookingServiceWithStaff, CustomerBooking};
use parlour_store::bookings::customer_pages::{self, PastBookingCursor};
use parlour_store::{Conn, DbError};

use super::links::customer_path;
use crate::named_booking::staff_names;
use crate::status::DeskStatus;
use parlour_web::format;
use parlour_web::page::{TextContext, encode};
use parlour_web::page_size::PageSize;

const PAGE_SIZE: PageSize = PageSize(20);

/// A page of bookings as it is read.
pub(super) struct CustomerBookingsRead {
    /// Only on the first page.
    coming: Vec<CustomerBooking>,
    past: Vec<CustomerBooking>,
    /// Where the next page begins, if there is one.
    next: Option<PastBookingCursor>,
    is_older: bool,
}

impl CustomerBookingsRead {
    pub(super) fn find(conn: &mut Conn<'_>, customer: &UserId, older: Option<&str>) -> Result<Self, DbError> {
        // An address that is not ours shows the first page.
        let after = older.and_then(PastBookingCursor::from_text);
        let mut past = customer_pages::past_page(conn, customer, after.as_ref(), PAGE_SIZE.rows_to_read())?;
        let next = PAGE_SIZE.cut(&mut past).map(PastBookingCursor::of);
        Ok(Self {
            coming: match after {
                Some(_) => Vec::new(),
                None => customer_pages::list_open_bookings(conn, customer)?,
            },
            past,
            next,
            is_older: after.is_some(),
        })
    }

    /// The bookings that a note can be about: value and text of each choice.
    pub(super) fn choices(&self, context: TextContext) -> Vec<(String, String)> {
        let shown = self.coming.iter().chain(&self.past);
        let choice = |found: &CustomerBooking| {
            let booking = &found.booking;
            (booking.id.to_string(), format!("{}, {}", when(booking, context), service_names(booking)))
        };
        shown.map(choice).collect()
    }
}

impl NamedInEnglish for CustomerBookingsRead {
    fn translate(&mut self, names: &HindiNames) {
        self.coming.translate(names);
        self.past.translate(names);
    }
}

/// A page of bookings as it is shown.
pub(super) struct CustomerBookings {
    pub(super) rows: Vec<CustomerBookingRow>,
    pub(super) is_older: bool,
    pub(super) newest: String,
    pub(super) older: Option<String>,
}

pub(super) struct CustomerBookingRow {
    pub(super) path: String,
    pub(super) number: String,
    pub(super) when: String,
    pub(super) services: String,
    pub(super) with: String,
    pub(super) total: String,
    pub(super) status: DeskStatus,
}

impl CustomerBookings {
    pub(super) fn new(read: &CustomerBookingsRead, customer: &UserId, context: TextContext) -> Self {
        let newest = format!("{}?tab=visits", customer_path(customer));
        let shown = read.coming.iter().chain(&read.past);
        Self {
            rows: shown.map(|found| CustomerBookingRow::new(found, context)).collect(),
            is_older: read.is_older,
            older: read.next.as_ref().map(|next| format!("{newest}&older={}", encode(&next.to_text()))),
            newest,
        }
    }
}

impl CustomerBookingRow {
    fn new(found: &CustomerBooking, context: TextContext) -> Self {
        let booking = &found.booking;
        let staff = staff_names(booking).join(", ");
        let total = if booking.is_membership_session {
            context.texts.format_minutes(booking.total_duration_minutes)
        } else {
            format::money(booking.total_amount_paise)
        };
        Self {
            path: format!("/bookings/{}", booking.id),
            number: booking.booking_number.clone(),
            when: when(booking, context),
            services: service_names(booking),
            with: if staff.is_empty() { context.texts.customer().anyone().to_owned() } else { staff },
            total,
            status: status_of(booking, context.now),
        }
    }
}

fn status_of<S>(booking: &Booking<S>, now: Timestamp) -> DeskStatus {
    match booking.status {
        BookingStatus::Pending if booking.open_offer(now).is_some() => DeskStatus::Offered,
        BookingStatus::Confirmed if booking.arrived_at.is_some() => DeskStatus::Arrived,
        BookingStatus::InProgress if booking.finished_at.is_some() => DeskStatus::ReadyToPay,
        status => DeskStatus::of_status(status),
    }
}

fn when<S>(booking: &Booking<S>, context: TextContext) -> String {
    let texts = context.texts;
    let day = texts.format_day(booking.booking_date, context.today());
    texts.formats().day_and_time(&day, &texts.format_time(booking.start_time))
}

fn service_names(booking: &Booking<BookingServiceWithStaff>) -> String {
    let names = booking.services.iter().map(|line| line.service.service_name_snapshot.as_str());
    names.collect::<Vec<_>>().join(", ")
}
