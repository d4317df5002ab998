//! A member of staff requests leave.

use parlour_domain::audit::AuditAction;
use parlour_domain::ids::{LeaveId, UserId};
use parlour_domain::notification::message::NotificationMessage;
use parlour_domain::notification::subject::NotificationSubject;
use parlour_domain::staff::leave::{LeavePeriod, LeaveStatus};
use parlour_store::notifications::notification_records::{self, DeskNotification};
use parlour_store::staff::leave::{self, LeaveRow};
use parlour_store::{DbError, Tx};

use crate::audit::{self, AuditedChange, state_json};
use crate::realtime_events;
use crate::request_context::RequestContext;

#[derive(Debug, Clone)]
pub struct LeaveRequest {
    pub days: LeavePeriod,
    pub reason: Option<String>,
}

#[derive(Debug, thiserror::Error)]
pub enum LeaveRequestRefusal {
    #[error("nobody is rostered under this account")]
    NotOnTheRoster,
    #[error("some of the days are asked for or given already")]
    Taken,
    #[error(transparent)]
    Db(#[from] DbError),
}

pub fn request(
    tx: &mut Tx<'_>,
    context: &RequestContext,
    user: &UserId,
    request: &LeaveRequest,
) -> Result<LeaveRow, LeaveRequestRefusal> {
    let staff_id = leave::lock_own_staff_profile(tx, user)?.ok_or(LeaveRequestRefusal::NotOnTheRoster)?;
    let LeavePeriod { start_date, end_date } = request.days;
    if leave::overlaps_existing_leave(tx, &staff_id, start_date, end_date)? {
        return Err(LeaveRequestRefusal::Taken);
    }
    let row = LeaveRow {
        id: LeaveId::new(context.new_id()),
        staff_id,
        start_date,
        end_date,
        reason: request.reason.clone(),
        status: LeaveStatus::Pending,
        decided_by: None,
        decided_at: None,
        created_at: context.now,
        updated_at: context.now,
    };
    leave::insert(tx, &row)?;
    let change = AuditedChange {
        action: AuditAction::LeaveAsk,
        record_id: row.id.as_str(),
        concerns: Some(user),
        before: None,
        after: state_json(&row),
    };
    audit::record(tx, context, change)?;
    notify_managers(tx, context, &row)?;
    Ok(row)
}

/// They decide about it.
fn notify_managers(tx: &mut Tx<'_>, context: &RequestContext, row: &LeaveRow) -> Result<(), DbError> {
    let Some(asked) = leave::find(tx, &row.id)? else { return Ok(()) };
    let message = NotificationMessage::LeaveRequested {
        name: asked.staff_name,
        first_day: row.start_date,
        last_day: row.end_date,
    };
    let notification = DeskNotification {
        id_prefix: &context.new_id(),
        booking_id: None,
        message: &message,
        subject: NotificationSubject::Leave(&row.id).as_str(),
        period: "",
    };
    for (id, manager) in notification_records::insert_for_managers(tx, &notification, context.now)? {
        realtime_events::publish_notification(tx, context, &manager, &id)?;
    }
    Ok(())
}
