//! A manager gives the days, or does not.

use parlour_domain::audit::AuditAction;
use parlour_domain::ids::{LeaveId, UserId};
use parlour_domain::staff::leave::LeaveDecision;
use parlour_store::staff::leave::{self, AffectedBooking, StaffLeave};
use parlour_store::{DbError, Tx};
use serde::Serialize;
use utoipa::ToSchema;

use crate::audit::{self, AuditedChange, state_json};
use crate::request_context::RequestContext;

/// As many as somebody would read.
const MAX_AFFECTED_BOOKINGS: i64 = 100;

/// What was decided, and whom it concerns.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DecidedLeave {
    pub leave: StaffLeave,
    /// How many visits are booked with them on those days and still to come; the desk has to move them. 0 where the
    /// days are not given.
    pub affected_count: i64,
    /// The first hundred of them.
    pub affected_bookings: Vec<AffectedBooking>,
}

#[derive(Debug, thiserror::Error)]
pub enum DecideLeaveRefusal {
    #[error("there is no such request")]
    Unknown,
    #[error("this request is decided already")]
    Decided,
    #[error(transparent)]
    Db(#[from] DbError),
}

/// Also of one's own: in a small salon there is nobody else, and the log knows.
pub fn decide(
    tx: &mut Tx<'_>,
    context: &RequestContext,
    by: &UserId,
    id: &LeaveId,
    decision: LeaveDecision,
) -> Result<DecidedLeave, DecideLeaveRefusal> {
    if !leave::decide(tx, id, decision.resulting_status(), by, context.now)? {
        let known = leave::find(tx, id)?;
        return Err(known.map_or(DecideLeaveRefusal::Unknown, |_| DecideLeaveRefusal::Decided));
    }
    let after = leave::find(tx, id)?.ok_or(DecideLeaveRefusal::Unknown)?;
    let action = match decision {
        LeaveDecision::Approve => AuditAction::LeaveApprove,
        LeaveDecision::Reject => AuditAction::LeaveReject,
    };
    let change = AuditedChange {
        action,
        record_id: id.as_str(),
        concerns: Some(&after.user_id),
        before: Some(r#"{"status":"pending"}"#.to_owned()),
        after: state_json(&after.leave),
    };
    audit::record(tx, context, change)?;
    let (affected_bookings, affected_count) = match decision {
        LeaveDecision::Approve => leave::list_affected_bookings(tx, &after.leave, MAX_AFFECTED_BOOKINGS)?,
        LeaveDecision::Reject => (Vec::new(), 0),
    };
    Ok(DecidedLeave { leave: after, affected_count, affected_bookings })
}
