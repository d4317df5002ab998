//! A customer asks for a visit.

use chrono::{NaiveDate, NaiveTime};
use parlour_domain::booking::availability::BookingDuration;
use parlour_domain::booking::{BookingStatus, booking_number, booking_number_month, checked_sum};
use parlour_domain::customer::Gender;
use parlour_domain::ids::{BookingId, BranchId, LeadId, ServiceId, StaffId, UserId};
use parlour_domain::lead::LeadStatus;
use parlour_domain::notification::NotificationType;
use parlour_domain::service::ServiceType;
use parlour_store::bookings::booking_records::{self, Booking, BookingService};
use parlour_store::catalogue::catalogue_records::BookableService;
use parlour_store::leads::lead_records;
use parlour_store::{DbError, Tx};

use super::follow_up;
use super::validate::{
    BookingFieldError, BookingRequestFields, BookingValidation, lock_and_validate_request,
};
use crate::audit::{self, AuditedChange};
use crate::availability::{SlotAllocation, SlotRefusal, StaffChoice};
use crate::idempotency::IdempotencyRefusal;
use crate::request_context::RequestContext;

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
    pub wish: StaffPreference,
}

/// Whom a customer would like. Only a live branch, which keeps their time, takes notice of it.
#[derive(Debug, Clone, Default)]
pub struct StaffPreference {
    pub staff_id: Option<StaffId>,
    pub gender: Option<Gender>,
}

impl BookingRequest {
    pub(super) fn asked(&self) -> BookingRequestFields<'_> {
        BookingRequestFields {
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
    InvalidFields(Vec<BookingFieldError>),
    /// With the nearest times that are free.
    #[error("nobody is free at that time")]
    SlotUnavailable(Vec<NaiveTime>),
    #[error(transparent)]
    Idempotency(#[from] IdempotencyRefusal),
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
    context: &RequestContext,
    customer: &UserId,
    request: &BookingRequest,
) -> Result<Booking, RequestRefusal> {
    let validation = lock_and_validate_request(tx, &request.asked(), context.now)?;
    if !validation.field_errors.is_empty() {
        return Err(RequestRefusal::InvalidFields(validation.field_errors));
    }
    let id = BookingId::new(context.new_id());
    // Before the number, like all that can be: until this transaction ends nobody else at the branch gets one.
    follow_up::schedule_stale_alert(tx, context, &id)?;
    let new = NewBooking { customer, request, staff: None, is_walkin: false };
    let StaffPreference { staff_id, gender } = &request.wish;
    let staff_choice = StaffChoice::Customer { staff: staff_id.as_ref(), gender: *gender };
    let booking = insert_booking(tx, context, id, (&new, staff_choice), validation)?;
    follow_up::notify_desk(tx, context, NotificationType::BookingCreated, &booking)?;
    let change = AuditedChange {
        action: "booking.request",
        record_id: booking.id.as_str(),
        concerns: Some(customer),
        before: None,
        after: Some(requested_json(&booking)),
    };
    audit::record(tx, context, change)?;
    if let Some(lead) = &request.lead_id {
        convert_lead(tx, context, lead, &booking)?;
    }
    Ok(booking)
}

/// A booking on its way in.
pub(super) struct NewBooking<'a> {
    pub(super) customer: &'a UserId,
    pub(super) request: &'a BookingRequest,
    /// Whoever has somebody to do it has it confirmed.
    pub(super) staff: Option<&'a StaffId>,
    pub(super) is_walkin: bool,
}

pub(super) fn insert_booking(
    tx: &mut Tx<'_>,
    context: &RequestContext,
    id: BookingId,
    (new, staff_choice): (&NewBooking<'_>, StaffChoice<'_>),
    validation: BookingValidation,
) -> Result<Booking, RequestRefusal> {
    let request = new.request;
    let lost = || DbError::Statement("an examined booking lacks something".into());
    let (branch, end_time) = validation.branch.zip(validation.end_time).ok_or_else(lost)?;
    let lines = validation.services.iter().zip(1..);
    let services =
        lines.map(|(service, place)| new_service_line(context, &id, service, (place, new.staff))).collect();
    let (today, kind) = (context.now.ist_date(), request.service_type);
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
        total_amount_paise: validation.total_amount_paise,
        total_duration_minutes: validation.total_duration_minutes,
        notes: request.notes.clone(),
        is_walkin: new.is_walkin,
        is_membership_session: false,
        offer_id: None,
        spa_membership_id: None,
        confirmed_at: new.staff.map(|_| context.now),
        completed_at: None,
        cancelled_at: None,
        rejected_at: None,
        cancellation_reason: None,
        rejection_reason: None,
        reschedule_count: 0,
        created_at: context.now,
        updated_at: context.now,
        services,
    };
    let buffers = checked_sum(validation.services.iter().map(|service| service.buffer_minutes));
    let length = BookingDuration {
        duration_minutes: booking.total_duration_minutes,
        buffer_minutes: buffers.unwrap_or(i64::MAX),
    };
    let allocation = SlotAllocation { branch: &branch, booking: &booking, length, now: context.now };
    let chosen = allocation.choose_and_lock_staff(tx, staff_choice)?;
    // Idempotency somebody is found: until this transaction ends nobody else at the branch gets a number.
    let number =
        booking_records::next_booking_number(tx, &request.branch_id, &booking_number_month(today), kind)?;
    booking.booking_number = booking_number(&branch.code, today, kind, number);
    booking_records::insert(tx, &booking)?;
    for (line, service) in booking.services.iter().zip(&validation.services) {
        booking_records::insert_service(tx, line, booking.booking_date, service.buffer_minutes)?;
    }
    let allocation = SlotAllocation { branch: &branch, booking: &booking, length, now: context.now };
    allocation.take(tx, chosen.as_ref())?;
    Ok(booking)
}

/// What the log keeps of it: all else follows from the record, of which every later change keeps both states.
pub(super) fn requested_json(booking: &Booking) -> String {
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
pub(super) fn new_service_line(
    context: &RequestContext,
    booking: &BookingId,
    service: &BookableService,
    (place, staff): (i64, Option<&StaffId>),
) -> BookingService {
    BookingService {
        id: context.new_id(),
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
pub(super) fn convert_lead(
    tx: &mut Tx<'_>,
    context: &RequestContext,
    lead: &LeadId,
    booking: &Booking,
) -> Result<(), DbError> {
    if !lead_records::lock_lead(tx, lead)? {
        return Ok(());
    }
    let before = lead_records::by_id(tx, lead)?;
    if lead_records::convert_to_booking(tx, lead, &booking.id, context.now)? {
        let state = |status: LeadStatus, booking: Option<&BookingId>| {
            serde_json::json!({ "status": status, "convertedBookingId": booking }).to_string()
        };
        let change = AuditedChange {
            action: "lead.convert",
            record_id: lead.as_str(),
            before: before.map(|lead| state(lead.status, None)),
            after: Some(state(LeadStatus::Booked, Some(&booking.id))),
            ..AuditedChange::default()
        };
        audit::record(tx, context, change)?;
    }
    Ok(())
}
