//! Blocked time of staff.

use chrono::{NaiveDate, NaiveTime};
use parlour_app::blocks::{BlockFields, NewBlock, validate_block};
use parlour_domain::ids::{StaffId, UserId};
use parlour_store::Conn;

use crate::error::{FieldErrors, HttpError};
use crate::request::{ReadFields, RequestShape, TrimmedText};
use crate::request_shape;
use crate::state::HttpState;
use crate::validation::check_readable;

request_shape! {
    pub struct BlockBody {
        staff_id: StaffId,
        /// Today or later.
        #[example = "2030-01-31"]
        date: NaiveDate,
        #[example = "13:00"]
        start_time: NaiveTime,
        #[example = "14:30"]
        end_time: NaiveTime,
        reason: Option<TrimmedText<200>>,
    }
}

/// The block that `by` asks for, or every wrong field. The outer error is not about the fields.
pub async fn new_block(
    state: &HttpState,
    by: &UserId,
    (mut fields, partial): ReadFields<BlockBody>,
) -> Result<Result<NewBlock, FieldErrors>, HttpError> {
    let block = BlockFields {
        staff_id: partial.staff_id.clone(),
        date: partial.date,
        start_time: partial.start_time,
        end_time: partial.end_time,
    };
    let now = state.now();
    check_readable(state, &mut fields, move |conn: &mut Conn<'_>| validate_block(conn, &block, now)).await?;
    Ok(fields.finish(|| {
        let BlockBody { staff_id, date, start_time, end_time, reason } = BlockBody::complete(partial)?;
        let reason = reason.filter(|reason| !reason.is_empty());
        Some(NewBlock { staff_id, date, start_time, end_time, reason, by: by.clone() })
    }))
}
