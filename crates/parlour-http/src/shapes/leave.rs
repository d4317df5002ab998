//! Leave of staff.

use chrono::NaiveDate;
use parlour_app::leave::LeaveRequest;
use parlour_domain::staff::leave::LeavePeriod;

use crate::error::FieldErrors;
use crate::request::{Readable, RequestShape, TrimmedText};
use crate::request_shape;

request_shape! {
    pub struct LeaveBody {
        /// Today or later, within two years.
        start_date: NaiveDate,
        /// The last day off; at most 366 days in all.
        end_date: NaiveDate,
        reason: Option<TrimmedText<500>>,
    }
}

/// The leave that is asked for, or every wrong field.
pub fn leave_request(
    (mut fields, partial): Readable<LeaveBody>,
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
