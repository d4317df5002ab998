//! Minutes of a membership pay for a session.

use chrono::NaiveDate;
use parlour_domain::audit::AuditAction;
use parlour_domain::ist::Timestamp;
use parlour_domain::membership::{MembershipStatus, MembershipTerm, remaining_minutes};
use parlour_store::Tx;
use parlour_store::bookings::membership_sessions;
use parlour_store::memberships::membership_records::{self, Membership};

use super::session_refusal::SessionRefusal;
use crate::audit::{self, AuditedChange, state_json};
use crate::request_context::RequestContext;

/// Whether the membership can pay for so many minutes on that day.
pub(crate) fn check_usable(
    membership: &Membership,
    day: NaiveDate,
    minutes: i64,
    now: Timestamp,
) -> Result<(), SessionRefusal> {
    check_not_over(membership, now)?;
    check_started(membership, day)?;
    if minutes > remaining_minutes(membership.total_hours_minutes, membership.used_hours_minutes) {
        return Err(SessionRefusal::InsufficientHours);
    }
    Ok(())
}

pub(super) fn check_not_over(membership: &Membership, now: Timestamp) -> Result<(), SessionRefusal> {
    let is_active = membership.status == MembershipStatus::Active;
    if is_active && !term(membership).is_over(now) { Ok(()) } else { Err(SessionRefusal::Over) }
}

pub(super) fn check_started(membership: &Membership, day: NaiveDate) -> Result<(), SessionRefusal> {
    if term(membership).starts_after(day) { Err(SessionRefusal::NotStarted) } else { Ok(()) }
}

fn term(membership: &Membership) -> MembershipTerm {
    MembershipTerm { starts_at: membership.starts_at, expires_at: membership.expires_at }
}

/// Takes minutes from a locked membership, and returns it as it is afterwards.
pub(crate) fn take_minutes(
    tx: &mut Tx<'_>,
    context: &RequestContext,
    before: &Membership,
    minutes: i64,
) -> Result<Membership, SessionRefusal> {
    if !membership_sessions::use_minutes(tx, &before.id, minutes, context.now)? {
        return Err(SessionRefusal::InsufficientHours);
    }
    let after = membership_records::by_id(tx, &before.id)?.ok_or(SessionRefusal::Unknown)?;
    let change = AuditedChange {
        action: AuditAction::MembershipRecordSession,
        record_id: after.id.as_str(),
        concerns: Some(&after.customer_id),
        before: state_json(before),
        after: state_json(&after),
    };
    audit::record(tx, context, change)?;
    Ok(after)
}
