//! A session is taken from a membership's hours.

use chrono::{NaiveDate, NaiveTime};
use parlour_domain::booking::{
    BookingStatus, COMPLETED_UNTIL_NO_APPROVAL, booking_number_month, checked_sum,
};
use parlour_domain::ids::{BookingId, InvoiceId, MembershipId, ServiceId, StaffId};
use parlour_domain::ist::Timestamp;
use parlour_domain::membership::{
    MembershipStatus, MembershipTerm, remaining_minutes, session_number, session_start_and_end,
};
use parlour_domain::service::ServiceType;
use parlour_store::billing::invoices::Invoice;
use parlour_store::bookings::booking_records::{self, Booking, BookingService};
use parlour_store::bookings::membership_sessions::{self, ServiceForSession};
use parlour_store::customers::profiles;
use parlour_store::memberships::membership_records::{self, Membership, PrimaryBranch};
use parlour_store::staff::staff_records;
use parlour_store::{Conn, DbError, Tx};

use crate::audit::{self, AuditedChange, state_json};
use crate::idempotency::IdempotencyRefusal;
use crate::invoices::{InvoiceItem, IssueRefusal, Purchase, Sale, TaxPolicy, issue};
use crate::request_context::RequestContext;

/// One service of a session, and who did it.
#[derive(Debug, Clone)]
pub struct SessionLine {
    pub service_id: ServiceId,
    pub staff_id: StaffId,
    pub duration_minutes: i64,
}

#[derive(Debug, Clone)]
pub struct SessionRecord {
    pub membership_id: MembershipId,
    /// In the order of the session.
    pub lines: Vec<SessionLine>,
    /// Not in the future; without one, today.
    pub booking_date: Option<NaiveDate>,
    pub taxes: TaxPolicy,
}

#[derive(Debug)]
pub struct RecordedSession {
    pub booking: Booking,
    pub invoice: Invoice,
    pub remaining_minutes: i64,
}

/// Each with its place in the list that was sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum SessionLineError {
    #[error("is not a service of ours")]
    UnknownService(usize),
    #[error("is not an active member of staff")]
    UnknownStaff(usize),
}

#[derive(Debug, thiserror::Error)]
pub enum SessionRefusal {
    #[error("there is no such membership")]
    Unknown,
    #[error("the membership is over")]
    Over,
    #[error("the session is not possible")]
    InvalidFields(Vec<SessionLineError>),
    #[error("the membership begins later")]
    NotStarted,
    #[error("there are not as many minutes left")]
    InsufficientHours,
    #[error("there is no primary branch")]
    NoPrimaryBranch,
    #[error(transparent)]
    Issue(#[from] IssueRefusal),
    #[error(transparent)]
    Idempotency(#[from] IdempotencyRefusal),
    #[error(transparent)]
    Db(#[from] DbError),
}

/// What is said of a line, as far as it could be read, and where in the list.
pub type SessionLineFields<'a> = (usize, Option<&'a ServiceId>, Option<&'a StaffId>);

/// All that speaks against the lines.
pub fn validate_lines<'a>(
    conn: &mut Conn<'_>,
    lines: impl IntoIterator<Item = SessionLineFields<'a>>,
) -> Result<Vec<SessionLineError>, DbError> {
    let mut field_errors = Vec::new();
    for (place, service, colleague) in lines {
        if let Some(service) = service
            && membership_sessions::find_service_for_session(conn, service)?.is_none()
        {
            field_errors.push(SessionLineError::UnknownService(place));
        }
        if let Some(colleague) = colleague
            && !staff_records::is_active(conn, colleague)?
        {
            field_errors.push(SessionLineError::UnknownStaff(place));
        }
    }
    Ok(field_errors)
}

pub fn record_session(
    tx: &mut Tx<'_>,
    context: &RequestContext,
    record: &SessionRecord,
) -> Result<RecordedSession, SessionRefusal> {
    let before =
        membership_records::lock_membership(tx, &record.membership_id)?.ok_or(SessionRefusal::Unknown)?;
    let session = validate_session(tx, context, record, &before)?;
    if !membership_sessions::use_minutes(tx, &before.id, session.minutes, context.now)? {
        return Err(SessionRefusal::InsufficientHours);
    }
    let after = membership_records::by_id(tx, &before.id)?.ok_or(SessionRefusal::Unknown)?;
    // Before the numbers, like all that can be: until this transaction ends nobody else at the branch gets one.
    profiles::create_if_missing(tx, &context.new_id(), &after.customer_id, context.now)?;
    let unpaid = profiles::CompletedVisit { spent_paise: 0, visited_at: session.ended_at };
    profiles::count_visit(tx, &after.customer_id, unpaid, COMPLETED_UNTIL_NO_APPROVAL, context.now)?;
    let booking = insert_session_booking(tx, context, &after, &session)?;
    let invoice = issue_session_invoice(tx, context, (&after, &booking), &session, record.taxes)?;
    audit_session(tx, context, (&before, &after), &booking, &invoice)?;
    let remaining_minutes = remaining_minutes(after.total_hours_minutes, after.used_hours_minutes);
    Ok(RecordedSession { booking, invoice, remaining_minutes })
}

/// A session that can be written down.
struct ValidatedSession<'a> {
    branch: PrimaryBranch,
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
    record: &'a SessionRecord,
    membership: &Membership,
) -> Result<ValidatedSession<'a>, SessionRefusal> {
    let (now, today) = (context.now, context.now.ist_date());
    let term = MembershipTerm { starts_at: membership.starts_at, expires_at: membership.expires_at };
    if membership.status != MembershipStatus::Active || term.is_over(now) {
        return Err(SessionRefusal::Over);
    }
    let services = find_usable_services(tx, &record.lines)?;
    let day = record.booking_date.unwrap_or(today);
    if term.starts_after(day) {
        return Err(SessionRefusal::NotStarted);
    }
    let minutes = checked_sum(record.lines.iter().map(|line| line.duration_minutes));
    let minutes = minutes.ok_or(SessionRefusal::InsufficientHours)?;
    let branch = membership_records::find_primary_branch(tx)?.ok_or(SessionRefusal::NoPrimaryBranch)?;
    let (start_time, end_time) = session_start_and_end(day, minutes, branch.closes_at, now);
    let ended_at = if day < today { Timestamp::from_ist(day, end_time) } else { now };
    Ok(ValidatedSession { branch, day, start_time, end_time, ended_at, minutes, services })
}

fn find_usable_services<'a>(
    tx: &mut Tx<'_>,
    lines: &'a [SessionLine],
) -> Result<Vec<(&'a SessionLine, ServiceForSession)>, SessionRefusal> {
    let asked = lines.iter().enumerate();
    let asked = asked.map(|(place, line)| (place, Some(&line.service_id), Some(&line.staff_id)));
    let field_errors = validate_lines(tx, asked)?;
    if !field_errors.is_empty() {
        return Err(SessionRefusal::InvalidFields(field_errors));
    }
    let mut services = Vec::with_capacity(lines.len());
    for line in lines {
        let lost = || DbError::Statement("a service that was just there is missing".into());
        let service = membership_sessions::find_service_for_session(tx, &line.service_id)?;
        services.push((line, service.ok_or_else(lost)?));
    }
    Ok(services)
}

fn insert_session_booking(
    tx: &mut Tx<'_>,
    context: &RequestContext,
    membership: &Membership,
    session: &ValidatedSession<'_>,
) -> Result<Booking, DbError> {
    let id = BookingId::new(context.new_id());
    let (today, kind) = (context.now.ist_date(), ServiceType::Spa);
    let number =
        booking_records::next_booking_number(tx, &session.branch.id, &booking_number_month(today), kind)?;
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
        services: session_service_lines(context, &id, session),
        id,
    };
    membership_sessions::insert_session_booking(tx, &booking)?;
    for (row, (_, service)) in booking.services.iter().zip(&session.services) {
        booking_records::insert_service(tx, row, session.day, service.buffer_minutes)?;
    }
    Ok(booking)
}

fn session_service_lines(
    context: &RequestContext,
    booking: &BookingId,
    session: &ValidatedSession<'_>,
) -> Vec<BookingService> {
    let row = |((line, service), place): (&(&SessionLine, ServiceForSession), i64)| BookingService {
        id: context.new_id(),
        booking_id: booking.clone(),
        service_id: line.service_id.clone(),
        staff_id: Some(line.staff_id.clone()),
        service_name_snapshot: service.name.clone(),
        price_at_booking_paise: 0,
        duration_minutes: line.duration_minutes,
        display_order: place,
    };
    session.services.iter().zip(1..).map(row).collect()
}

/// A slip of 0 rupees, which says what the hours were used for.
fn issue_session_invoice(
    tx: &mut Tx<'_>,
    context: &RequestContext,
    (membership, booking): (&Membership, &Booking),
    session: &ValidatedSession<'_>,
    taxes: TaxPolicy,
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
    let slip = Sale {
        id: InvoiceId::new(context.new_id()),
        bought: Purchase::Session(&booking.id, &membership.id),
        branch: &session.branch.id,
        customer: &membership.customer_id,
        items: &items,
        offer: None,
        payment_method: None,
        taxes,
    };
    issue(tx, context, &slip)
}

fn audit_session(
    tx: &mut Tx<'_>,
    context: &RequestContext,
    (before, after): (&Membership, &Membership),
    booking: &Booking,
    invoice: &Invoice,
) -> Result<(), DbError> {
    for (action, record_id, before, after) in [
        ("membership.record_session", before.id.as_str(), state_json(before), state_json(after)),
        ("booking.record_session", booking.id.as_str(), None, state_json(booking)),
        ("invoice.issue", invoice.id.as_str(), None, state_json(invoice)),
    ] {
        let change = AuditedChange { action, record_id, concerns: Some(&booking.customer_id), before, after };
        audit::record(tx, context, change)?;
    }
    Ok(())
}
