//! A manager opens a closed day again; on the day of the closing also the user who closed it, if the cash agreed.

use chrono::NaiveDate;
use parlour_domain::audit::AuditAction;
use parlour_domain::auth::role::Role;
use parlour_domain::ids::{DayCloseId, UserId};
use parlour_store::billing::day_closes::{self, DayClose};
use parlour_store::{Conn, DbError, Tx};

use crate::audit::{self, AuditedChange, state_json};
use crate::request_context::RequestContext;

#[derive(Debug, thiserror::Error)]
pub enum ReopenDayRefusal {
    #[error("the day was closed by another user, on another day, or with a difference")]
    NotAllowed,
    #[error("there is no such closed day")]
    Unknown,
    #[error("the day is open again already")]
    AlreadyReopened,
    #[error(transparent)]
    Db(#[from] DbError),
}

/// The closed day, if the user may open it again.
pub fn check_authority(
    conn: &mut Conn<'_>,
    id: &DayCloseId,
    (user, role): (&UserId, Role),
    today: NaiveDate,
) -> Result<DayClose, ReopenDayRefusal> {
    let found = day_closes::by_id(conn, id)?;
    if role >= Role::Manager {
        return found.ok_or(ReopenDayRefusal::Unknown);
    }
    found.filter(|close| may_reopen(close, (user, role), today)).ok_or(ReopenDayRefusal::NotAllowed)
}

/// Whoever closed a day with a difference must not count it again until it agrees: that is for a manager.
pub fn may_reopen(close: &DayClose, (user, role): (&UserId, Role), today: NaiveDate) -> bool {
    let is_own = close.closed_by == *user && close.closed_at.ist_date() == today;
    role >= Role::Manager || (is_own && close.difference_paise == 0)
}

pub fn reopen(
    tx: &mut Tx<'_>,
    context: &RequestContext,
    id: &DayCloseId,
    reason: &str,
) -> Result<DayClose, ReopenDayRefusal> {
    let (user, role) = context.actor.as_ref().ok_or(ReopenDayRefusal::NotAllowed)?;
    let before = check_authority(tx, id, (user, *role), context.now.ist_date())?;
    day_closes::lock_for_closing(tx, &before.branch_id)?;
    let after = day_closes::reopen(tx, id, user, reason, context.now)?.ok_or(ReopenDayRefusal::AlreadyReopened)?;
    let change = AuditedChange {
        before: state_json(&before),
        after: state_json(&after),
        ..AuditedChange::new(AuditAction::DayReopen, id.as_str())
    };
    audit::record(tx, context, change)?;
    Ok(after)
}
