//! A manager sets the weekly shifts of a member of staff.

use parlour_domain::audit::AuditAction;
use parlour_domain::ids::{StaffId, UserId};
use parlour_domain::staff::shift::{ShiftInput, TimeRange};
use parlour_store::staff::shifts::{self, WeeklyShift};
use parlour_store::staff::staff_records::{self, Shift};
use parlour_store::{DbError, Tx};
use serde_json::json;

use crate::audit::{self, AuditedChange, state_json};
use crate::request_context::RequestContext;

#[derive(Debug, thiserror::Error)]
pub enum SetWeekRefusal {
    #[error("there is no such member of staff")]
    Unknown,
    #[error(transparent)]
    Db(#[from] DbError),
}

/// A shift of a week that was typed, if its weekday could be read. Its breaks come in the order of the day.
pub fn weekly_shift(shift: ShiftInput) -> Option<WeeklyShift> {
    let mut breaks: Vec<TimeRange> = shift.breaks.into_iter().map(|(_, rest)| rest).collect();
    breaks.sort_by_key(|rest| rest.start_time);
    Some(WeeklyShift {
        weekday: shift.weekday?,
        start_time: shift.hours.start_time,
        end_time: shift.hours.end_time,
        breaks,
    })
}

/// Replaces the whole week. Bookings outside the new hours stay: the day board shows them, and the desk moves them.
pub fn set_week(
    tx: &mut Tx<'_>,
    context: &RequestContext,
    staff: &StaffId,
    week: &[WeeklyShift],
) -> Result<Vec<WeeklyShift>, SetWeekRefusal> {
    let user = shifts::lock_staff_profile(tx, staff)?.ok_or(SetWeekRefusal::Unknown)?;
    Ok(replace_week(tx, context, (staff, &user), week)?)
}

/// Replaces the whole week of a locked profile, whose user is given with it.
pub(super) fn replace_week(
    tx: &mut Tx<'_>,
    context: &RequestContext,
    (staff, user): (&StaffId, &UserId),
    week: &[WeeklyShift],
) -> Result<Vec<WeeklyShift>, DbError> {
    let before = shifts::list_by_staff(tx, staff)?;
    shifts::delete_all_of_staff(tx, staff)?;
    for shift in week {
        let shift = Shift {
            id: context.new_id(),
            staff_id: staff.clone(),
            weekday: shift.weekday,
            start_time: shift.start_time,
            end_time: shift.end_time,
            breaks: shift.breaks.iter().map(|rest| (rest.start_time, rest.end_time)).collect(),
        };
        staff_records::insert_shift(tx, &shift)?;
    }
    let after = shifts::list_by_staff(tx, staff)?;
    let change = AuditedChange {
        action: AuditAction::StaffSetWeek,
        record_id: staff.as_str(),
        concerns: Some(user),
        before: state_json(&json!({ "shifts": before })),
        after: state_json(&json!({ "shifts": after })),
    };
    audit::record(tx, context, change)?;
    Ok(after)
}
