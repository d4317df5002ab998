//! Leave of staff.

use std::collections::HashSet;

use chrono::NaiveDate;
use parlour_app::bookings::{ChosenStaff, Reassignment, validate_reassigned_staff};
use parlour_app::leave::{LeaveAnswer, LeaveRequest};
use parlour_domain::ids::{BookingId, StaffId};
use parlour_domain::staff::leave::{LeaveDecision, LeavePeriod};
use parlour_store::Conn;

use crate::error::{FieldErrors, HttpError};
use crate::fields::Fields;
use crate::request::{ObjectList, ReadFields, RequestShape, TrimmedText};
use crate::request_shape;
use crate::state::HttpState;
use crate::validation::check_readable;

/// As many bookings as an approval lists.
const MAX_MOVES: usize = 100;

request_shape! {
    pub struct LeaveBody {
        /// Today or later, within two years.
        start_date: NaiveDate,
        /// The last day off; at most 366 days in all.
        end_date: NaiveDate,
        reason: Option<TrimmedText<500>>,
    }

    pub struct LeaveDecisionBody {
        action: LeaveDecision,
        /// For `approve`: bookings that others take over in the same step, all of them or none. Each is named once.
        moves: Option<ObjectList<LeaveMoveBody, 0, MAX_MOVES>>,
    }

    pub struct LeaveMoveBody {
        booking_id: BookingId,
        /// Who does every service of the booking from now on.
        staff_id: StaffId,
        /// Needed for somebody of another gender than the customer asked for.
        against_wish: Option<bool>,
    }
}

/// The leave that is asked for, or every wrong field.
pub fn leave_request(
    (mut fields, partial): ReadFields<LeaveBody>,
    today: NaiveDate,
) -> Result<LeaveRequest, FieldErrors> {
    // The first day is checked even if the last day cannot be read.
    if let Some(start_date) = partial.start_date {
        let days = LeavePeriod { start_date, end_date: partial.end_date.unwrap_or(start_date) };
        for field_error in days.field_errors(today) {
            let field = if field_error.is_about_start_date() { "startDate" } else { "endDate" };
            fields.add_error::<()>(field, field_error);
        }
    }
    let LeaveBody { start_date, end_date, reason } = fields.finish(|| LeaveBody::complete(partial))?;
    let reason = reason.filter(|text| !text.is_empty());
    Ok(LeaveRequest { days: LeavePeriod { start_date, end_date }, reason })
}

/// What a manager decides, or every wrong field. The outer error is not about the fields.
pub async fn leave_answer(
    state: &HttpState,
    (mut fields, partial): ReadFields<LeaveDecisionBody>,
) -> Result<Result<LeaveAnswer, FieldErrors>, HttpError> {
    let moves = partial.moves.as_deref().unwrap_or_default();
    if partial.action == Some(LeaveDecision::Reject) && !moves.is_empty() {
        fields.add_error::<()>("moves", "is for an approval");
    }
    refuse_repeated_bookings(&mut fields, moves);
    let staff: Vec<(usize, StaffId)> =
        moves.iter().filter_map(|(index, one)| Some((*index, one.staff_id.clone()?))).collect();
    check_readable(state, &mut fields, move |conn: &mut Conn<'_>| validate_reassigned_staff(conn, &staff)).await?;
    Ok(fields.finish(|| {
        let LeaveDecisionBody { action: decision, moves } = LeaveDecisionBody::complete(partial)?;
        let moves = moves.into_iter().flatten().map(|(_, one)| Some(Reassignment::from(LeaveMoveBody::complete(one)?)));
        Some(LeaveAnswer { decision, moves: moves.collect::<Option<_>>()? })
    }))
}

fn refuse_repeated_bookings(fields: &mut Fields, moves: &[(usize, <LeaveMoveBody as RequestShape>::Partial)]) {
    let mut seen = HashSet::new();
    for (index, one) in moves {
        if one.booking_id.as_ref().is_some_and(|booking| !seen.insert(booking)) {
            fields.add_error::<()>(&format!("moves.{index}.bookingId"), "is named twice");
        }
    }
}

impl From<LeaveMoveBody> for Reassignment {
    fn from(LeaveMoveBody { booking_id, staff_id, against_wish }: LeaveMoveBody) -> Self {
        Self { booking_id, chosen: ChosenStaff { staff_id, against_wish: against_wish.unwrap_or(false) } }
    }
}
