//! A visit is taken from a membership's hours.

use chrono::{NaiveDate, NaiveTime};
use parlour_domain::booking::{BookingStatus, COMPLETED_IN_A_ROW, counted_month, total};
use parlour_domain::ids::{BookingId, InvoiceId, MembershipId, ServiceId, StaffId};
use parlour_domain::ist::Timestamp;
use parlour_domain::membership::{MembershipStatus, Term, remaining_minutes, session_number, session_times};
use parlour_domain::service::ServiceType;
use parlour_store::bookings::{self, Booking, BookingService};
use parlour_store::invoices::Invoice;
use parlour_store::membership_sessions::{self, UsableService};
use parlour_store::memberships::{self, HomeBranch, Membership};
use parlour_store::{Conn, DbError, Tx, profiles, staff};

use crate::audit::{self, Change, state};
use crate::invoices::{Bought, IssueRefusal, Item, Sale, Taxes, issue};
use crate::occasion::Occasion;
use crate::once::OnceRefusal;

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
    /// In the order of the visit.
    pub lines: Vec<SessionLine>,
    /// Not in the future; without one, today.
    pub booking_date: Option<NaiveDate>,
    pub taxes: Taxes,
}

#[derive(Debug)]
pub struct Recorded {
    pub booking: Booking,
    pub invoice: Invoice,
    pub remaining_minutes: i64,
}

/// Each with its place in the list that was sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum LineComplaint {
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
    NotPossible(Vec<LineComplaint>),
    #[error("the membership begins later")]
    NotStarted,
    #[error("there are not as many minutes left")]
    InsufficientHours,
    #[error("there is no primary branch")]
    NoPrimaryBranch,
    #[error(transparent)]
    Issue(#[from] IssueRefusal),
    #[error(transparent)]
    Once(#[from] OnceRefusal),
    #[error(transparent)]
    Db(#[from] DbError),
}

/// What is said of a line, as far as it could be read, and where in the list.
pub type AskedLine<'a> = (usize, Option<&'a ServiceId>, Option<&'a StaffId>);

/// All that speaks against the lines.
pub fn examine_lines<'a>(
    conn: &mut Conn<'_>,
    lines: impl IntoIterator<Item = AskedLine<'a>>,
) -> Result<Vec<LineComplaint>, DbError> {
    let mut complaints = Vec::new();
    for (place, service, colleague) in lines {
        if let Some(service) = service
            && membership_sessions::usable_service(conn, service)?.is_none()
        {
            complaints.push(LineComplaint::UnknownService(place));
        }
        if let Some(colleague) = colleague
            && !staff::is_active(conn, colleague)?
        {
            complaints.push(LineComplaint::UnknownStaff(place));
        }
    }
    Ok(complaints)
}

pub fn record_session(
    tx: &mut Tx<'_>,
    occasion: &Occasion,
    record: &SessionRecord,
) -> Result<Recorded, SessionRefusal> {
    let before = memberships::hold(tx, &record.membership_id)?.ok_or(SessionRefusal::Unknown)?;
    let visit = examine(tx, occasion, record, &before)?;
    if !membership_sessions::use_minutes(tx, &before.id, visit.minutes, occasion.now)? {
        return Err(SessionRefusal::InsufficientHours);
    }
    let after = memberships::by_id(tx, &before.id)?.ok_or(SessionRefusal::Unknown)?;
    // Before the numbers, like all that can be: until this transaction ends nobody else at the branch gets one.
    profiles::open(tx, &occasion.new_id(), &after.customer_id, occasion.now)?;
    let unpaid = (0, visit.ended_at);
    profiles::count_visit(tx, &after.customer_id, unpaid, COMPLETED_IN_A_ROW, occasion.now)?;
    let booking = insert(tx, occasion, &after, &visit)?;
    let invoice = bill(tx, occasion, (&after, &booking), &visit, record.taxes)?;
    log(tx, occasion, (&before, &after), &booking, &invoice)?;
    let remaining_minutes = remaining_minutes(after.total_hours_minutes, after.used_hours_minutes);
    Ok(Recorded { booking, invoice, remaining_minutes })
}

/// A session that can be written down.
struct Visit<'a> {
    branch: HomeBranch,
    day: NaiveDate,
    start_time: NaiveTime,
    end_time: NaiveTime,
    ended_at: Timestamp,
    minutes: i64,
    services: Vec<(&'a SessionLine, UsableService)>,
}

fn examine<'a>(
    tx: &mut Tx<'_>,
    occasion: &Occasion,
    record: &'a SessionRecord,
    membership: &Membership,
) -> Result<Visit<'a>, SessionRefusal> {
    let (now, today) = (occasion.now, occasion.now.ist_date());
    let term = Term { starts_at: membership.starts_at, expires_at: membership.expires_at };
    if membership.status != MembershipStatus::Active || term.is_over(now) {
        return Err(SessionRefusal::Over);
    }
    let services = usable(tx, &record.lines)?;
    let day = record.booking_date.unwrap_or(today);
    if term.starts_after(day) {
        return Err(SessionRefusal::NotStarted);
    }
    let minutes = total(record.lines.iter().map(|line| line.duration_minutes));
    let minutes = minutes.ok_or(SessionRefusal::InsufficientHours)?;
    let branch = memberships::home_branch(tx)?.ok_or(SessionRefusal::NoPrimaryBranch)?;
    let (start_time, end_time) = session_times(day, minutes, branch.closes_at, now);
    let ended_at = if day < today { Timestamp::from_ist(day, end_time) } else { now };
    Ok(Visit { branch, day, start_time, end_time, ended_at, minutes, services })
}

fn usable<'a>(
    tx: &mut Tx<'_>,
    lines: &'a [SessionLine],
) -> Result<Vec<(&'a SessionLine, UsableService)>, SessionRefusal> {
    let asked = lines.iter().enumerate();
    let asked = asked.map(|(place, line)| (place, Some(&line.service_id), Some(&line.staff_id)));
    let complaints = examine_lines(tx, asked)?;
    if !complaints.is_empty() {
        return Err(SessionRefusal::NotPossible(complaints));
    }
    let mut services = Vec::with_capacity(lines.len());
    for line in lines {
        let lost = || DbError::Statement("a service that was just there is missing".into());
        let service = membership_sessions::usable_service(tx, &line.service_id)?;
        services.push((line, service.ok_or_else(lost)?));
    }
    Ok(services)
}

fn insert(
    tx: &mut Tx<'_>,
    occasion: &Occasion,
    membership: &Membership,
    visit: &Visit<'_>,
) -> Result<Booking, DbError> {
    let id = BookingId::new(occasion.new_id());
    let (today, kind) = (occasion.now.ist_date(), ServiceType::Spa);
    let number = bookings::next_number(tx, &visit.branch.id, &counted_month(today), kind)?;
    let booking = Booking {
        booking_number: session_number(&visit.branch.code, today, number),
        branch_id: visit.branch.id.clone(),
        customer_id: membership.customer_id.clone(),
        status: BookingStatus::Completed,
        service_type: kind,
        booking_date: visit.day,
        start_time: visit.start_time,
        end_time: visit.end_time,
        // The hours were paid with the membership.
        total_amount_paise: 0,
        total_duration_minutes: visit.minutes,
        notes: None,
        is_walkin: false,
        is_membership_session: true,
        offer_id: None,
        spa_membership_id: Some(membership.id.clone()),
        confirmed_at: None,
        completed_at: Some(visit.ended_at),
        cancelled_at: None,
        rejected_at: None,
        cancellation_reason: None,
        rejection_reason: None,
        reschedule_count: 0,
        created_at: occasion.now,
        updated_at: occasion.now,
        services: services(occasion, &id, visit),
        id,
    };
    membership_sessions::insert_session(tx, &booking)?;
    for (row, (_, service)) in booking.services.iter().zip(&visit.services) {
        bookings::insert_service(tx, row, visit.day, service.buffer_minutes)?;
    }
    Ok(booking)
}

fn services(occasion: &Occasion, booking: &BookingId, visit: &Visit<'_>) -> Vec<BookingService> {
    let row = |((line, service), place): (&(&SessionLine, UsableService), i64)| BookingService {
        id: occasion.new_id(),
        booking_id: booking.clone(),
        service_id: line.service_id.clone(),
        staff_id: Some(line.staff_id.clone()),
        service_name_snapshot: service.name.clone(),
        price_at_booking_paise: 0,
        duration_minutes: line.duration_minutes,
        display_order: place,
    };
    visit.services.iter().zip(1..).map(row).collect()
}

/// A slip of 0 rupees, which says what the hours were used for.
fn bill(
    tx: &mut Tx<'_>,
    occasion: &Occasion,
    (membership, booking): (&Membership, &Booking),
    visit: &Visit<'_>,
    taxes: Taxes,
) -> Result<Invoice, IssueRefusal> {
    let item = |(line, service): &(&SessionLine, UsableService)| Item {
        service_id: Some(line.service_id.clone()),
        staff_id: Some(line.staff_id.clone()),
        description: service.name.clone(),
        sac: service.sac.clone(),
        price_paise: 0,
        discount_paise: 0,
        redeemed_value_paise: 0,
        gems_redeemed: 0,
    };
    let items: Vec<Item> = visit.services.iter().map(item).collect();
    let slip = Sale {
        id: InvoiceId::new(occasion.new_id()),
        bought: Bought::Session(&booking.id, &membership.id),
        branch: &visit.branch.id,
        customer: &membership.customer_id,
        items: &items,
        offer: None,
        payment_method: None,
        taxes,
    };
    issue(tx, occasion, &slip)
}

fn log(
    tx: &mut Tx<'_>,
    occasion: &Occasion,
    (before, after): (&Membership, &Membership),
    booking: &Booking,
    invoice: &Invoice,
) -> Result<(), DbError> {
    for (action, record_id, before, after) in [
        ("membership.record_session", before.id.as_str(), state(before), state(after)),
        ("booking.record_session", booking.id.as_str(), None, state(booking)),
        ("invoice.issue", invoice.id.as_str(), None, state(invoice)),
    ] {
        let change = Change { action, record_id, concerns: Some(&booking.customer_id), before, after };
        audit::record(tx, occasion, change)?;
    }
    Ok(())
}
