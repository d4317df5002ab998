//! The desk records a session that is paid with a membership's hours.

use chrono::{NaiveDate, NaiveTime};
use parlour_domain::audit::AuditAction;
use parlour_domain::booking::{BookingStatus, COMPLETED_UNTIL_NO_APPROVAL, booking_number_month, checked_sum};
use parlour_domain::ids::{BookingId, BranchId, InvoiceId, MembershipId};
use parlour_domain::ist::Timestamp;
use parlour_domain::membership::{remaining_minutes, session_number, session_start_and_end};
use parlour_domain::service::ServiceType;
use parlour_store::billing::invoices::Invoice;
use parlour_store::bookings::booking_records::{self, Booking, BookingOrigin, BookingService, LineTerms};
use parlour_store::bookings::membership_sessions::ServiceForSession;
use parlour_store::customers::profiles;
use parlour_store::memberships::membership_records::{self, Membership, MembershipBranch};
use parlour_store::{DbError, Tx};

use super::desk_terms::has_fixed_terms;
use super::session_lines::{SessionFields, SessionLine, SessionLineFields, check_session_fields};
use super::session_refusal::SessionRefusal;
use super::take_minutes::{check_not_over, check_started, take_minutes};
use crate::audit::{self, AuditedChange, state_json};
use crate::invoices::{InvoiceItem, IssueRefusal, Purchase, Sale, SellingBranch, issue};
use crate::page_updates;
use crate::reports::daily_summary;
use crate::request_context::RequestContext;

#[derive(Debug, Clone)]
pub struct NewSession {
    pub membership_id: MembershipId,
    /// In the order of the session.
    pub lines: Vec<SessionLine>,
    /// Not in the future. Without a date, today.
    pub booking_date: Option<NaiveDate>,
    /// None for the primary branch.
    pub branch_id: Option<BranchId>,
}

#[derive(Debug)]
pub struct RecordedSession {
    pub booking: Booking,
    pub invoice: Invoice,
    pub remaining_minutes: i64,
}

pub fn record_session(
    tx: &mut Tx<'_>,
    context: &RequestContext,
    record: &NewSession,
) -> Result<RecordedSession, SessionRefusal> {
    let before = membership_records::lock_membership(tx, &record.membership_id)?.ok_or(SessionRefusal::Unknown)?;
    let session = validate_session(tx, context, record, &before)?;
    let after = take_minutes(tx, context, &before, session.minutes)?;
    // Before the numbers are taken, to keep the lock on the branch's numbers short.
    profiles::create_if_missing(tx, &context.new_id(), &after.customer_id, context.now)?;
    let unpaid = profiles::CompletedVisit { spent_paise: 0, visited_at: session.ended_at };
    profiles::count_visit(tx, &after.customer_id, unpaid, COMPLETED_UNTIL_NO_APPROVAL, context.now)?;
    let booking = insert_session_booking(tx, context, &after, &session)?;
    let invoice = issue_session_invoice(tx, context, &booking, &session, record)?;
    audit_new_records(tx, context, &booking, &invoice)?;
    let remaining_minutes = remaining_minutes(after.total_hours_minutes, after.used_hours_minutes);
    Ok(RecordedSession { booking, invoice, remaining_minutes })
}

/// A session that keeps every rule.
struct ValidatedSession<'a> {
    branch: MembershipBranch,
    day: NaiveDate,
    start_time: NaiveTime,
    end_time: NaiveTime,
    ended_at: Timestamp,
    minutes: i64,
    services: Vec<(&'a SessionLine, ServiceForSession)>,
}

fn validate_session<'a>(
    tx: &mut Tx<'_>,
    context: &RequestContext,
    record: &'a NewSession,
    membership: &Membership,
) -> Result<ValidatedSession<'a>, SessionRefusal> {
    let (now, today) = (context.now, context.now.ist_date());
    check_not_over(membership, now)?;
    let line_fields = |(index, line): (usize, &'a SessionLine)| SessionLineFields {
        index,
        service: Some(&line.service_id),
        staff: Some(&line.staff_id),
    };
    let lines = record.lines.iter().enumerate().map(line_fields).collect();
    let fields = SessionFields { branch: record.branch_id.as_ref(), lines };
    let checked = check_session_fields(tx, &fields)?.map_err(SessionRefusal::InvalidFields)?;
    let services: Vec<(&SessionLine, ServiceForSession)> = record.lines.iter().zip(checked.services).collect();
    let day = record.booking_date.unwrap_or(today);
    check_started(membership, day)?;
    let branch = checked.branch.ok_or(SessionRefusal::NoPrimaryBranch)?;
    let is_shorter = services.iter().any(|(line, service)| line.duration_minutes < service.duration_minutes);
    if is_shorter && has_fixed_terms(tx, context, Some(&branch.id))? {
        return Err(SessionRefusal::MinutesNotAllowed);
    }
    let minutes = checked_sum(record.lines.iter().map(|line| line.duration_minutes));
    let minutes = minutes.ok_or(SessionRefusal::InsufficientHours)?;
    let (start_time, end_time) = session_start_and_end(day, minutes, branch.closing_time(day), now);
    let ended_at = if day < today { Timestamp::from_ist(day, end_time) } else { now };
    Ok(ValidatedSession { branch, day, start_time, end_time, ended_at, minutes, services })
}

fn insert_session_booking(
    tx: &mut Tx<'_>,
    context: &RequestContext,
    membership: &Membership,
    session: &ValidatedSession<'_>,
) -> Result<Booking, DbError> {
    let id = BookingId::new(context.new_id());
    let (today, kind) = (context.now.ist_date(), ServiceType::Spa);
    let number = booking_records::next_booking_number(tx, &session.branch.id, &booking_number_month(today), kind)?;
    let booking = Booking {
        booking_number: session_number(&session.branch.code, today, number),
        branch_id: session.branch.id.clone(),
        customer_id: membership.customer_id.clone(),
        status: BookingStatus::Completed,
        service_type: kind,
        booking_date: session.day,
        start_time: session.start_time,
        end_time: session.end_time,
        // The hours were paid with the membership.
        total_amount_paise: 0,
        total_duration_minutes: session.minutes,
        notes: None,
        is_walkin: false,
        is_membership_session: true,
        offer_id: None,
        spa_membership_id: Some(membership.id.clone()),
        confirmed_at: None,
        completed_at: Some(session.ended_at),
        cancelled_at: None,
        rejected_at: None,
        cancellation_reason: None,
        rejection_reason: None,
        reschedule_count: 0,
        created_at: context.now,
        updated_at: context.now,
        wished_staff_id: None,
        wished_staff_gender: None,
        offered_time: None,
        promised_offer_id: None,
        arrived_at: None,
        finished_at: None,
        undo_count: 0,
        services: session_service_lines(context, &id, session),
        id,
    };
    booking_records::insert(tx, &booking, BookingOrigin::Desk)?;
    for (row, (_, service)) in booking.services.iter().zip(&session.services) {
        booking_records::insert_service(tx, row, session.day, LineTerms::of_catalogue(service.buffer_minutes))?;
    }
    Ok(booking)
}

fn session_service_lines(
    context: &RequestContext,
    booking: &BookingId,
    session: &ValidatedSession<'_>,
) -> Vec<BookingService> {
    let row = |((line, service), display_order): (&(&SessionLine, ServiceForSession), i64)| BookingService {
        id: context.new_id(),
        booking_id: booking.clone(),
        service_id: line.service_id.clone(),
        staff_id: Some(line.staff_id.clone()),
        service_name_snapshot: service.name.clone(),
        price_at_booking_paise: 0,
        duration_minutes: line.duration_minutes,
        display_order,
    };
    session.services.iter().zip(1..).map(row).collect()
}

/// A slip of 0 rupees that lists what the hours were used for. Nothing is paid, so it stores no payment method.
fn issue_session_invoice(
    tx: &mut Tx<'_>,
    context: &RequestContext,
    booking: &Booking,
    session: &ValidatedSession<'_>,
    record: &NewSession,
) -> Result<Invoice, IssueRefusal> {
    let item = |(line, service): &(&SessionLine, ServiceForSession)| InvoiceItem {
        service_id: Some(line.service_id.clone()),
        staff_id: Some(line.staff_id.clone()),
        description: service.name.clone(),
        sac: service.sac.clone(),
        price_paise: 0,
        discount_paise: 0,
        redeemed_value_paise: 0,
        gems_redeemed: 0,
    };
    let items: Vec<InvoiceItem> = session.services.iter().map(item).collect();
    let branch = SellingBranch::find(tx, &session.branch.id, context)?;
    let slip = Sale {
        id: InvoiceId::new(context.new_id()),
        bought: Purchase::Session(&booking.id, &record.membership_id),
        branch: &branch.ok_or(IssueRefusal::Nobody)?,
        customer: &booking.customer_id,
        items: &items,
        offer: None,
        hand_discount: None,
        payment_method: None,
        payments: Vec::new(),
    };
    issue(tx, context, &slip)
}

fn audit_new_records(
    tx: &mut Tx<'_>,
    context: &RequestContext,
    booking: &Booking,
    invoice: &Invoice,
) -> Result<(), DbError> {
    daily_summary::rewrite_past_appointment_day(tx, context, booking)?;
    page_updates::note_booking_change(tx, None, booking);
    for (action, record_id, after) in [
        (AuditAction::BookingRecordSession, booking.id.as_str(), state_json(booking)),
        (AuditAction::InvoiceIssue, invoice.id.as_str(), state_json(invoice)),
    ] {
        let concerns = Some(&booking.customer_id);
        let change = AuditedChange { action, record_id, concerns, before: None, after };
        audit::record(tx, context, change)?;
    }
    Ok(())
}
