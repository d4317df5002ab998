//! What the sheet of a booking shows, read at one moment.

use std::collections::HashMap;

use chrono::NaiveDate;
use parlour_app::availability::{DayForBooking, read_day_for_booking};
use parlour_app::bookings::{AuditedPlace, find_undoable};
use parlour_app::catalogue::active_catalogue;
use parlour_app::hindi_names::{HindiNames, NamedInEnglish};
use parlour_app::offers::{PromisedOffer, find_promised_offer};
use parlour_domain::booking::{BookingAct, BookingStatus, check_not_too_far_ahead};
use parlour_domain::ids::{BookingId, InvoiceId, StaffId};
use parlour_http::error::HttpError;
use parlour_http::sessions::Receptionist;
use parlour_store::billing::invoice_documents;
use parlour_store::bookings::desk_bookings::{self, DeskBooking};
use parlour_store::bookings::desk_requests::{self, BookingEvent, ConflictingBooking};
use parlour_store::bookings::{last_booking, no_shows};
use parlour_store::catalogue::catalogue_records::Service;
use parlour_store::customers::customer_records::{self, CustomerDetail, CustomerNoteWithAuthor};
use parlour_store::memberships::membership_records::{self, Membership};
use parlour_store::staff::staff_records;
use parlour_store::{Conn, DbError};

use crate::desk::DeskPage;

/// How much of the history is shown.
const MAX_EVENTS: i64 = 30;
/// How many of the customer's notes are shown.
const MAX_NOTES: i64 = 2;

#[derive(Debug)]
pub(super) struct BookingRead {
    pub(super) found: DeskBooking,
    /// `None` for a customer whose data was erased.
    pub(super) customer: Option<CustomerDetail>,
    /// With those that a job has yet to count.
    pub(super) no_shows: i64,
    pub(super) membership: Option<Membership>,
    /// The latest first.
    pub(super) notes: Vec<CustomerNoteWithAuthor>,
    /// The latest first.
    pub(super) events: Vec<BookingEvent>,
    /// Of those whom the events name.
    staff_names: HashMap<StaffId, String>,
    pub(super) conflicts: Vec<ConflictingBooking>,
    pub(super) invoice: Option<InvoiceId>,
    pub(super) undoable: Option<BookingAct>,
    /// The offer that it was booked with.
    pub(super) promise: Option<PromisedOffer>,
    pub(super) day: DayForBooking,
    /// The day whose free times are shown.
    pub(super) times_day: NaiveDate,
    pub(super) times: DayForBooking,
    /// What could be added, of the booking's type.
    pub(super) services: Vec<Service>,
}

impl NamedInEnglish for BookingRead {
    fn translate(&mut self, names: &HindiNames) {
        self.found.translate(names);
        self.membership.translate(names);
        self.promise.translate(names);
        self.services.translate(names);
    }
}

impl BookingRead {
    /// `times_day` is the day whose free times somebody wants to see; else that of the booking.
    pub(super) async fn find(
        page: &DeskPage<Receptionist>,
        id: &BookingId,
        times_day: Option<NaiveDate>,
    ) -> Result<Self, HttpError> {
        let (id, now) = (id.clone(), page.now());
        let read = page.caller.read(move |conn, _| {
            let found = desk_bookings::find_desk_booking(conn, &id)?;
            let found = found.ok_or_else(|| HttpError::not_found("This visit"))?.shown_at(now);
            let (booking, customer) = (&found.booking, &found.booking.customer_id);
            let mut conflicts =
                if found.has_conflict { desk_requests::list_conflicting(conn, &id)? } else { Vec::new() };
            conflicts.dedup_by(|one, other| one.id == other.id);
            let is_open = booking.status.is_open();
            let last_staff = if is_open { last_booking::find_last_staff(conn, customer)? } else { None };
            let mut day = if is_open {
                read_day_for_booking(conn, booking, booking.booking_date, now)?
            } else {
                DayForBooking::default()
            };
            let times_day = times_day.filter(|day| check_not_too_far_ahead(*day, now).is_ok());
            let times_day = times_day.unwrap_or(booking.booking_date.max(now.ist_date()));
            let times = if !booking.status.is_upcoming() {
                DayForBooking::default()
            } else if times_day == booking.booking_date {
                day.clone()
            } else {
                read_day_for_booking(conn, booking, times_day, now)?
            };
            // Whoever looked after the customer last time heads the list.
            day.people.sort_by_key(|person| Some(&person.id) != last_staff.as_ref());
            let catalogue = if is_open { active_catalogue(conn)? } else { Vec::new() };
            let events = desk_requests::list_events(conn, &id, MAX_EVENTS)?;
            let of_type = catalogue.into_iter().filter(|found| found.category.service_type == booking.service_type);
            Ok(Self {
                no_shows: found.customer_noshow_count + no_shows::count_uncounted_of(conn, customer)?,
                customer: customer_records::find_customer_detail(conn, customer)?,
                membership: membership_records::find_active(conn, customer, now)?,
                notes: customer_records::list_notes(conn, customer, None, MAX_NOTES)?,
                staff_names: find_staff_names(conn, &events)?,
                events,
                invoice: invoice_documents::find_invoice_of_booking(conn, &id)?,
                undoable: find_undoable(conn, booking, now)?,
                promise: find_promised_offer(conn, booking)?,
                services: of_type.flat_map(|found| found.services).collect(),
                conflicts,
                day,
                times_day,
                times,
                found,
            })
        });
        let mut read: Self = read.await?;
        page.translate_names(&mut read).await?;
        Ok(read)
    }

    pub(super) fn status(&self) -> BookingStatus {
        self.found.booking.status
    }

    pub(super) fn staff_name(&self, staff: &StaffId) -> Option<&str> {
        self.staff_names.get(staff).map(String::as_str)
    }
}

/// Where the booking was before and after an event that changed it.
pub(super) fn places(event: &BookingEvent) -> Option<(AuditedPlace, AuditedPlace)> {
    let parse = |state: &Option<String>| AuditedPlace::parse(state.as_deref()?);
    parse(&event.before_json).zip(parse(&event.after_json))
}

fn find_staff_names(conn: &mut Conn<'_>, events: &[BookingEvent]) -> Result<HashMap<StaffId, String>, DbError> {
    let places = events.iter().filter_map(places).flat_map(|(before, after)| [before, after]);
    let mut staff: Vec<StaffId> = places.flat_map(|place| place.staff).flatten().collect();
    staff.sort();
    staff.dedup();
    let mut names = HashMap::new();
    for staff in staff {
        if let Some(name) = staff_records::find_name(conn, &staff)? {
            names.insert(staff, name);
        }
    }
    Ok(names)
}
