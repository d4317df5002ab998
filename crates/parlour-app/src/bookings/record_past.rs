//! Records a booking that took place before the salon used Parlour.

use chrono::{NaiveDate, NaiveTime};
use parlour_domain::audit::AuditAction;
use parlour_domain::billing::money::allocate_by_weight;
use parlour_domain::booking::{BookingStatus, COMPLETED_UNTIL_NO_APPROVAL, booking_number, booking_number_month};
use parlour_domain::ids::{BookingId, BranchId, StaffId, UserId};
use parlour_domain::ist::Timestamp;
use parlour_domain::service::ServiceType;
use parlour_store::bookings::booking_records::{self, Booking, BookingOrigin, LineTerms};
use parlour_store::bookings::{checkout, desk_changes};
use parlour_store::catalogue::catalogue_records::BookableService;
use parlour_store::customers::profiles;
use parlour_store::{DbError, Tx};

use super::insert::{requested_json, service_lines};
use super::staff_wish::StaffWish;
use crate::audit::{self, AuditedChange};
use crate::page_updates;
use crate::request_context::RequestContext;

/// How a past booking ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PastOutcome {
    Completed,
    Cancelled,
    NoShow,
}

#[derive(Debug)]
pub struct PastBooking {
    pub customer_id: UserId,
    pub branch_id: BranchId,
    pub branch_code: String,
    pub service_type: ServiceType,
    pub booking_date: NaiveDate,
    pub start_time: NaiveTime,
    pub end_time: NaiveTime,
    pub services: Vec<BookableService>,
    /// What was paid, if it differs from today's prices.
    pub amount_paise: Option<i64>,
    pub staff_id: Option<StaffId>,
    pub outcome: PastOutcome,
    pub notes: Option<String>,
    pub wish: StaffWish,
}

/// It counts as a visit on its own day. Its invoice is in the other system, so nothing is billed and nobody is
/// notified.
pub fn record_past(
    tx: &mut Tx<'_>,
    context: &RequestContext,
    past_booking: &PastBooking,
) -> Result<BookingId, DbError> {
    let booking = build_confirmed_booking(tx, context, past_booking)?;
    booking_records::insert(tx, &booking, BookingOrigin::Desk)?;
    for (line, service) in booking.services.iter().zip(&past_booking.services) {
        let terms = LineTerms::of_catalogue(service.buffer_minutes);
        booking_records::insert_service(tx, line, booking.booking_date, terms)?;
    }
    let ended_at = Timestamp::from_ist(past_booking.booking_date, past_booking.end_time);
    match past_booking.outcome {
        PastOutcome::Cancelled => booking_records::cancel(tx, &booking.id, None, false, ended_at)?,
        PastOutcome::NoShow => desk_changes::mark_no_show(tx, &booking.id, ended_at)?,
        PastOutcome::Completed => {
            checkout::complete_booking(tx, &booking.id, None, ended_at)?;
            profiles::create_if_missing(tx, &context.new_id(), &past_booking.customer_id, context.now)?;
            let paid = profiles::CompletedVisit { spent_paise: booking.total_amount_paise, visited_at: ended_at };
            profiles::count_visit(tx, &past_booking.customer_id, paid, COMPLETED_UNTIL_NO_APPROVAL, context.now)?;
        }
    }
    page_updates::note_booking_change(tx, None, &booking);
    let change = AuditedChange {
        action: AuditAction::BookingImport,
        record_id: booking.id.as_str(),
        concerns: Some(&past_booking.customer_id),
        before: None,
        after: Some(requested_json(&booking, None)),
    };
    audit::record(tx, context, change)?;
    Ok(booking.id)
}

/// The booking before its outcome is recorded. It is dated and numbered by its own day, because lists are sorted by it.
fn build_confirmed_booking(
    tx: &mut Tx<'_>,
    context: &RequestContext,
    past_booking: &PastBooking,
) -> Result<Booking, DbError> {
    let id = BookingId::new(context.new_id());
    let (date, kind) = (past_booking.booking_date, past_booking.service_type);
    let made_at = Timestamp::from_ist(date, past_booking.start_time);
    let number = booking_records::next_booking_number(tx, &past_booking.branch_id, &booking_number_month(date), kind)?;
    let staff = past_booking.staff_id.as_ref();
    let mut services = service_lines(context, &id, &past_booking.services, staff);
    if let Some(amount) = past_booking.amount_paise {
        let prices: Vec<i64> = services.iter().map(|line| line.price_at_booking_paise.max(1)).collect();
        for (line, part) in services.iter_mut().zip(allocate_by_weight(amount, &prices)) {
            line.price_at_booking_paise = part;
        }
    }
    Ok(Booking {
        id,
        booking_number: booking_number(&past_booking.branch_code, date, kind, number),
        branch_id: past_booking.branch_id.clone(),
        customer_id: past_booking.customer_id.clone(),
        status: BookingStatus::Confirmed,
        service_type: kind,
        booking_date: date,
        start_time: past_booking.start_time,
        end_time: past_booking.end_time,
        total_amount_paise: services.iter().map(|line| line.price_at_booking_paise).sum(),
        total_duration_minutes: services.iter().map(|line| line.duration_minutes).sum(),
        notes: past_booking.notes.clone(),
        is_walkin: false,
        is_membership_session: false,
        offer_id: None,
        spa_membership_id: None,
        confirmed_at: Some(made_at),
        completed_at: None,
        cancelled_at: None,
        rejected_at: None,
        cancellation_reason: None,
        rejection_reason: None,
        reschedule_count: 0,
        created_at: made_at,
        updated_at: made_at,
        wished_staff_id: past_booking.wish.staff_id.clone(),
        wished_staff_gender: past_booking.wish.kept_gender(),
        offered_time: None,
        promised_offer_id: None,
        arrived_at: None,
        finished_at: None,
        undo_count: 0,
        services,
    })
}
