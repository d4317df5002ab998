//! A manager writes somebody's week.

use parlour_domain::ids::StaffId;
use parlour_store::shifts::{self, WeeklyShift};
use parlour_store::staff::{self, Shift};
use parlour_store::{DbError, Tx};
use serde_json::json;

use crate::audit::{self, Change, state};
use crate::occasion::Occasion;

#[derive(Debug, thiserror::Error)]
pub enum SetWeekRefusal {
    #[error("there is no such member of staff")]
    Unknown,
    #[error(transparent)]
    Db(#[from] DbError),
}

/// The whole week in the place of the one before. Visits that are booked outside the new hours stay: the board shows
/// them, and the desk moves them.
pub fn set_week(
    tx: &mut Tx<'_>,
    occasion: &Occasion,
    staff: &StaffId,
    week: &[WeeklyShift],
) -> Result<Vec<WeeklyShift>, SetWeekRefusal> {
    let user = shifts::hold_staff(tx, staff)?.ok_or(SetWeekRefusal::Unknown)?;
    let before = shifts::of_staff(tx, staff)?;
    shifts::clear(tx, staff)?;
    for shift in week {
        let shift = Shift {
            id: occasion.new_id(),
            staff_id: staff.clone(),
            weekday: shift.weekday,
            start_time: shift.start_time,
            end_time: shift.end_time,
            breaks: shift.breaks.iter().map(|rest| (rest.start_time, rest.end_time)).collect(),
        };
        staff::insert_shift(tx, &shift)?;
    }
    let after = shifts::of_staff(tx, staff)?;
    let change = Change {
        action: "staff.set_week",
        record_id: staff.as_str(),
        concerns: Some(&user),
        before: state(&json!({ "shifts": before })),
        after: state(&json!({ "shifts": after })),
    };
    audit::record(tx, occasion, change)?;
    Ok(after)
}
