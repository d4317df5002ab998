//! A customer asks for a visit.

use chrono::{NaiveDate, NaiveTime};
use parlour_domain::availability::Length;
use parlour_domain::booking::{BookingStatus, booking_number, counted_month, total};
use parlour_domain::customer::Gender;
use parlour_domain::ids::{BookingId, BranchId, LeadId, ServiceId, StaffId, UserId};
use parlour_domain::lead::LeadStatus;
use parlour_domain::notice::NotificationType;
use parlour_domain::service::ServiceType;
use parlour_store::bookings::{self, Booking, BookingService};
use parlour_store::catalogue::Bookable;
use parlour_store::{DbError, Tx, leads};

use super::examine::{Asked, Complaint, Examined, examine_held};
use super::follow_up;
use crate::audit::{self, Change};
use crate::availability::{Chooser, Fitting, SlotRefusal};
use crate::occasion::Occasion;
use crate::once::OnceRefusal;

/// Every field read; whether it is possible shows when it is asked for.
#[derive(Debug, Clone)]
pub struct BookingRequest {
    pub branch_id: BranchId,
    pub service_type: ServiceType,
    pub booking_date: NaiveDate,
    pub start_time: NaiveTime,
    /// Each with its place in the list that was sent.
    pub service_ids: Vec<(usize, ServiceId)>,
    pub notes: Option<String>,
    /// The lead that this visit comes of, as the campaign's page says.
    pub lead_id: Option<LeadId>,
    pub wish: StaffWish,
}

/// Whom a customer would like. Only a live branch, which keeps their time, takes notice of it.
#[derive(Debug, Clone, Default)]
pub struct StaffWish {
    pub staff_id: Option<StaffId>,
    pub gender: Option<Gender>,
}

impl BookingRequest {
    pub(super) fn asked(&self) -> Asked<'_> {
        Asked {
            branch: Some(&self.branch_id),
            service_type: Some(self.service_type),
            booking_date: Some(self.booking_date),
            start_time: Some(self.start_time),
            services: &self.service_ids,
            wish: self.wish.staff_id.as_ref(),
        }
    }
}

#[derive(Debug, thiserror::Error)]
pub enum RequestRefusal {
    #[error("the booking is not possible")]
    NotPossible(Vec<Complaint>),
    /// With the nearest times that are free.
    #[error("nobody is free at that time")]
    SlotUnavailable(Vec<NaiveTime>),
    #[error(transparent)]
    Once(#[from] OnceRefusal),
    #[error(transparent)]
    Db(#[from] DbError),
}

impl From<SlotRefusal> for RequestRefusal {
    fn from(refusal: SlotRefusal) -> Self {
        match refusal {
            SlotRefusal::Taken(nearest) => Self::SlotUnavailable(nearest),
            SlotRefusal::Db(error) => error.into(),
        }
    }
}

pub fn request(
    tx: &mut Tx<'_>,
    occasion: &Occasion,
    customer: &UserId,
    request: &BookingRequest,
) -> Result<Booking, RequestRefusal> {
    let examined = examine_held(tx, &request.asked(), occasion.now)?;
    if !examined.complaints.is_empty() {
        return Err(RequestRefusal::NotPossible(examined.complaints));
    }
    let id = BookingId::new(occasion.new_id());
    // Before the number, like all that can be: until this transaction ends nobody else at the branch gets one.
    follow_up::watch_for_staleness(tx, occasion, &id)?;
    let new = New { customer, request, staff: None, is_walkin: false };
    let StaffWish { staff_id, gender } = &request.wish;
    let chooser = Chooser::Customer { staff: staff_id.as_ref(), gender: *gender };
    let booking = insert(tx, occasion, id, (&new, chooser), examined)?;
    follow_up::tell_desk(tx, occasion, NotificationType::BookingCreated, &booking)?;
    let change = Change {
        action: "booking.request",
        record_id: booking.id.as_str(),
        concerns: Some(customer),
        before: None,
        after: Some(asked_for(&booking)),
    };
    audit::record(tx, occasion, change)?;
    if let Some(lead) = &request.lead_id {
        attribute(tx, occasion, lead, &booking)?;
    }
    Ok(booking)
}

/// A booking on its way in.
pub(super) struct New<'a> {
    pub(super) customer: &'a UserId,
    pub(super) request: &'a BookingRequest,
    /// Whoever has somebody to do it has it confirmed.
    pub(super) staff: Option<&'a StaffId>,
    pub(super) is_walkin: bool,
}

pub(super) fn insert(
    tx: &mut Tx<'_>,
    occasion: &Occasion,
    id: BookingId,
    (new, chooser): (&New<'_>, Chooser<'_>),
    examined: Examined,
) -> Result<Booking, RequestRefusal> {
    let request = new.request;
    let lost = || DbError::Statement("an examined booking lacks something".into());
    let (branch, end_time) = examined.branch.zip(examined.end_time).ok_or_else(lost)?;
    let lines = examined.services.iter().zip(1..);
    let services = lines.map(|(service, place)| line(occasion, &id, service, (place, new.staff))).collect();
    let (today, kind) = (occasion.now.ist_date(), request.service_type);
    let mut booking = Booking {
        id,
        booking_number: String::new(),
        branch_id: request.branch_id.clone(),
        customer_id: new.customer.clone(),
        status: if new.staff.is_some() { BookingStatus::Confirmed } else { BookingStatus::Pending },
        service_type: kind,
        booking_date: request.booking_date,
        start_time: request.start_time,
        end_time,
        total_amount_paise: examined.total_amount_paise,
        total_duration_minutes: examined.total_duration_minutes,
        notes: request.notes.clone(),
        is_walkin: new.is_walkin,
        is_membership_session: false,
        offer_id: None,
        spa_membership_id: None,
        confirmed_at: new.staff.map(|_| occasion.now),
        completed_at: None,
        cancelled_at: None,
        rejected_at: None,
        cancellation_reason: None,
        rejection_reason: None,
        reschedule_count: 0,
        created_at: occasion.now,
        updated_at: occasion.now,
        services,
    };
    let buffers = total(examined.services.iter().map(|service| service.buffer_minutes));
    let length = Length {
        duration_minutes: booking.total_duration_minutes,
        buffer_minutes: buffers.unwrap_or(i64::MAX),
    };
    let fitting = Fitting { branch: &branch, booking: &booking, length, now: occasion.now };
    let chosen = fitting.choose(tx, chooser)?;
    // Once somebody is found: until this transaction ends nobody else at the branch gets a number.
    let number = bookings::next_number(tx, &request.branch_id, &counted_month(today), kind)?;
    booking.booking_number = booking_number(&branch.code, today, kind, number);
    bookings::insert(tx, &booking)?;
    for (line, service) in booking.services.iter().zip(&examined.services) {
        bookings::insert_service(tx, line, booking.booking_date, service.buffer_minutes)?;
    }
    let fitting = Fitting { branch: &branch, booking: &booking, length, now: occasion.now };
    fitting.take(tx, chosen.as_ref())?;
    Ok(booking)
}

/// What the log keeps of it: all else follows from the record, of which every later change keeps both states.
pub(super) fn asked_for(booking: &Booking) -> String {
    let services: Vec<&ServiceId> = booking.services.iter().map(|service| &service.service_id).collect();
    let asked_for = serde_json::json!({
        "bookingNumber": booking.booking_number,
        "branchId": booking.branch_id,
        "bookingDate": booking.booking_date,
        "startTime": booking.start_time,
        "serviceIds": services,
        "totalAmountPaise": booking.total_amount_paise,
        "notes": booking.notes,
    });
    asked_for.to_string()
}

/// The service as it is at this moment.
pub(super) fn line(
    occasion: &Occasion,
    booking: &BookingId,
    service: &Bookable,
    (place, staff): (i64, Option<&StaffId>),
) -> BookingService {
    BookingService {
        id: occasion.new_id(),
        booking_id: booking.clone(),
        service_id: service.id.clone(),
        staff_id: staff.cloned(),
        service_name_snapshot: service.name.clone(),
        price_at_booking_paise: service.price_paise,
        duration_minutes: service.duration_minutes,
        display_order: place,
    }
}

/// A lead that nobody knows, or that is settled, is no reason to lose a booking.
pub(super) fn attribute(
    tx: &mut Tx<'_>,
    occasion: &Occasion,
    lead: &LeadId,
    booking: &Booking,
) -> Result<(), DbError> {
    if !leads::hold(tx, lead)? {
        return Ok(());
    }
    let before = leads::by_id(tx, lead)?;
    if leads::convert(tx, lead, &booking.id, occasion.now)? {
        let state = |status: LeadStatus, booking: Option<&BookingId>| {
            serde_json::json!({ "status": status, "convertedBookingId": booking }).to_string()
        };
        let change = Change {
            action: "lead.convert",
            record_id: lead.as_str(),
            before: before.map(|lead| state(lead.status, None)),
            after: Some(state(LeadStatus::Booked, Some(&booking.id))),
            ..Change::default()
        };
        audit::record(tx, occasion, change)?;
    }
    Ok(())
}
