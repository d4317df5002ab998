//! Writes a valid booking, with its number, its services and the staff time that it takes.

use parlour_domain::booking::availability::BookedLine;
use parlour_domain::booking::{BookingStatus, booking_number, booking_number_month};
use parlour_domain::ids::{BookingId, OfferId, ServiceId, StaffId, UserId};
use parlour_store::Tx;
use parlour_store::bookings::booking_records::{self, Booking, BookingOrigin, BookingService, LineTerms};
use parlour_store::bookings::desk_changes;
use parlour_store::catalogue::catalogue_records::BookableService;
use parlour_store::staff::roster;

use super::check_request::ValidBooking;
use super::request_refusal::RequestRefusal;
use super::staff_wish::StaffWish;
use crate::availability::{SlotAllocation, StaffChoice};
use crate::request_context::RequestContext;

/// What a new booking has besides the checked fields.
pub(super) struct NewBooking<'a> {
    pub(super) id: BookingId,
    pub(super) customer: &'a UserId,
    pub(super) notes: Option<&'a str>,
    /// A booking with assigned staff is confirmed at once.
    pub(super) staff: Option<&'a StaffId>,
    pub(super) wish: &'a StaffWish,
    /// The offer that the customer books with.
    pub(super) promised_offer: Option<&'a OfferId>,
    pub(super) is_walkin: bool,
    pub(super) origin: BookingOrigin,
    /// The visit is for somebody else than the customer.
    pub(super) guest_name: Option<&'a str>,
}

pub(super) fn insert_booking(
    tx: &mut Tx<'_>,
    context: &RequestContext,
    new: NewBooking<'_>,
    valid: &ValidBooking,
) -> Result<Booking, RequestRefusal> {
    let (wish, new_staff, guest_name, origin) = (new.wish, new.staff.cloned(), new.guest_name, new.origin);
    let (branch, today, kind) = (&valid.branch, context.now.ist_date(), valid.service_type);
    let mut booking = unnumbered_booking(context, new, valid);
    if let Some(staff) = &booking.wished_staff_id
        && wish.has_older_names
        && !branch.is_live
        && !roster::serves_at_branch(tx, &booking.branch_id, staff, kind)?
    {
        booking.wished_staff_id = None;
    }
    let line = |service: &BookableService| BookedLine {
        staff_id: new_staff.clone(),
        duration_minutes: service.duration_minutes,
        buffer_minutes: service.buffer_minutes,
    };
    let lines: Vec<BookedLine> = valid.services.iter().map(line).collect();
    let availability_cache = context.availability_cache.as_ref();
    // Bookings of a branch wait for each other here, before they choose: one that waited with a member of staff locked
    // would keep others from choosing that person, also for other days.
    let number = booking_records::next_booking_number(tx, &booking.branch_id, &booking_number_month(today), kind)?;
    booking.booking_number = booking_number(&branch.code, today, kind, number);
    let allocation = SlotAllocation { branch, booking: &booking, lines: &lines, availability_cache, now: context.now };
    // Nobody can be booked for a past day, so a booking that is entered later takes no time.
    let is_past = booking.booking_date < today;
    let staff_choice =
        if new_staff.is_some() { StaffChoice::Desk } else { StaffChoice::Customer { gender: wish.gender } };
    let chosen = if is_past { Vec::new() } else { allocation.choose_and_lock_staff(tx, staff_choice)? };
    booking_records::insert(tx, &booking, origin)?;
    if let Some(guest_name) = guest_name {
        desk_changes::set_guest_name(tx, &booking.id, guest_name)?;
    }
    for (line, service) in booking.services.iter().zip(&valid.services) {
        let terms = LineTerms::of_catalogue(service.buffer_minutes);
        booking_records::insert_service(tx, line, booking.booking_date, terms)?;
    }
    allocation.take(tx, &chosen)?;
    Ok(booking)
}

fn unnumbered_booking(context: &RequestContext, new: NewBooking<'_>, valid: &ValidBooking) -> Booking {
    let services = service_lines(context, &new.id, &valid.services, new.staff);
    Booking {
        id: new.id,
        booking_number: String::new(),
        branch_id: valid.branch_id.clone(),
        customer_id: new.customer.clone(),
        status: if new.staff.is_some() { BookingStatus::Confirmed } else { BookingStatus::Pending },
        service_type: valid.service_type,
        booking_date: valid.booking_date,
        start_time: valid.start_time,
        end_time: valid.totals.end_time,
        total_amount_paise: valid.totals.amount_paise,
        total_duration_minutes: valid.totals.duration_minutes,
        notes: new.notes.map(str::to_owned),
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
        wished_staff_id: new.wish.staff_id.clone(),
        wished_staff_gender: new.wish.kept_gender(),
        offered_time: None,
        promised_offer_id: new.promised_offer.cloned(),
        arrived_at: None,
        finished_at: None,
        undo_count: 0,
        services,
    }
}

/// The services with their present names, prices and durations, in this order.
pub(super) fn service_lines(
    context: &RequestContext,
    booking: &BookingId,
    services: &[BookableService],
    staff: Option<&StaffId>,
) -> Vec<BookingService> {
    let line = |(service, display_order): (&BookableService, i64)| BookingService {
        id: context.new_id(),
        booking_id: booking.clone(),
        service_id: service.id.clone(),
        staff_id: staff.cloned(),
        service_name_snapshot: service.name.clone(),
        price_at_booking_paise: service.price_paise,
        duration_minutes: service.duration_minutes,
        display_order,
    };
    services.iter().zip(1..).map(line).collect()
}

/// The audit state of a new booking. Later changes are audited with both whole states.
pub(super) fn requested_json(booking: &Booking, guest_name: Option<&str>) -> String {
    let services: Vec<&ServiceId> = booking.services.iter().map(|service| &service.service_id).collect();
    let state = serde_json::json!({
        "bookingNumber": booking.booking_number,
        "branchId": booking.branch_id,
        "bookingDate": booking.booking_date,
        "startTime": booking.start_time,
        "serviceIds": services,
        "totalAmountPaise": booking.total_amount_paise,
        "notes": booking.notes,
        "guestName": guest_name,
        "wishedStaffId": booking.wished_staff_id,
        "wishedStaffGender": booking.wished_staff_gender,
        "promisedOfferId": booking.promised_offer_id,
    });
    state.to_string()
}
