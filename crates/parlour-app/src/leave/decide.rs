//! A manager approves or rejects a request for leave.

use parlour_domain::audit::AuditAction;
use parlour_domain::ids::{LeaveId, UserId};
use parlour_domain::staff::leave::LeaveDecision;
use parlour_store::staff::leave::{self, AffectedBooking, StaffLeave};
use parlour_store::{DbError, Tx};
use serde::Serialize;
use utoipa::ToSchema;

use crate::audit::{self, AuditedChange, state_json};
use crate::bookings::{self, ReassignRefusal, Reassignment};
use crate::request_context::RequestContext;

/// More are counted, but not listed.
const MAX_AFFECTED_BOOKINGS: i64 = 100;

/// What a manager decides.
#[derive(Debug, Clone)]
pub struct LeaveAnswer {
    pub decision: LeaveDecision,
    /// Bookings that others take over, in the same transaction.
    pub moves: Vec<Reassignment>,
}

/// The decided request, and the bookings that it affects.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DecidedLeave {
    pub leave: StaffLeave,
    /// How many upcoming bookings they still have on those days. The desk has to move them. 0 for a rejected request.
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
    Moves(#[from] ReassignRefusal),
    #[error(transparent)]
    Db(#[from] DbError),
}

/// Managers may decide their own requests: a small salon has nobody else, and the audit log shows it.
pub fn decide(
    tx: &mut Tx<'_>,
    context: &RequestContext,
    by: &UserId,
    id: &LeaveId,
    LeaveAnswer { decision, moves }: &LeaveAnswer,
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
    bookings::reassign(tx, context, &after.leave, moves)?;
    let (affected_bookings, affected_count) = match decision {
        LeaveDecision::Approve => leave::list_affected_bookings(tx, &after.leave, MAX_AFFECTED_BOOKINGS)?,
        LeaveDecision::Reject => (Vec::new(), 0),
    };
    Ok(DecidedLeave { leave: after, affected_count, affected_bookings })
}
