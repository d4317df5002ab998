//! The desk blocks time of a member of staff.

use chrono::{NaiveDate, NaiveTime};
use parlour_domain::audit::AuditAction;
use parlour_domain::ids::{BlockId, StaffId, UserId};
use parlour_domain::ist::Timestamp;
use parlour_store::bookings::occupancy::{self, StaffTime, TimeUse};
use parlour_store::branches::branch_records;
use parlour_store::staff::blocks::{self, BlockRow};
use parlour_store::staff::staff_records;
use parlour_store::{Conn, DbError, Tx};

use crate::audit::{self, AuditedChange, state_json};
use crate::availability::blocked_cells;
use crate::page_updates;
use crate::request_context::RequestContext;

#[derive(Debug, Clone)]
pub struct NewBlock {
    pub staff_id: StaffId,
    pub date: NaiveDate,
    pub start_time: NaiveTime,
    pub end_time: NaiveTime,
    pub reason: Option<String>,
    pub by: UserId,
}

/// A block as far as it could be read.
#[derive(Debug, Clone, Default)]
pub struct BlockFields {
    pub staff_id: Option<StaffId>,
    pub date: Option<NaiveDate>,
    pub start_time: Option<NaiveTime>,
    pub end_time: Option<NaiveTime>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum BlockFieldError {
    #[error("must be an active member of staff")]
    Staff,
    #[error("must be today or later")]
    PastDay,
    #[error("must be after the start")]
    EndsBeforeItStarts,
}

#[derive(Debug, thiserror::Error)]
pub enum BlockRefusal {
    #[error("there is no such block")]
    Unknown,
    #[error("the time cannot be blocked")]
    InvalidFields(Vec<BlockFieldError>),
    #[error("something is booked then")]
    TimeTaken,
    #[error(transparent)]
    Db(#[from] DbError),
}

/// Every field error of a block.
pub fn validate_block(
    conn: &mut Conn<'_>,
    block: &BlockFields,
    now: Timestamp,
) -> Result<Vec<BlockFieldError>, DbError> {
    let mut errors = Vec::new();
    if let Some(staff) = &block.staff_id
        && !staff_records::is_active(conn, staff)?
    {
        errors.push(BlockFieldError::Staff);
    }
    if block.date.is_some_and(|date| date < now.ist_date()) {
        errors.push(BlockFieldError::PastDay);
    }
    if block.start_time.zip(block.end_time).is_some_and(|(start, end)| end <= start) {
        errors.push(BlockFieldError::EndsBeforeItStarts);
    }
    Ok(errors)
}

/// At a live branch the time must be free. At an open branch it may lie over bookings, which are the desk's to move; a live
/// branch where the person helps out does not book it.
pub fn add(tx: &mut Tx<'_>, context: &RequestContext, new: &NewBlock) -> Result<BlockRow, BlockRefusal> {
    let fields = BlockFields {
        staff_id: Some(new.staff_id.clone()),
        date: Some(new.date),
        start_time: Some(new.start_time),
        end_time: Some(new.end_time),
    };
    let invalid = |errors| Err(BlockRefusal::InvalidFields(errors));
    let errors = validate_block(tx, &fields, context.now)?;
    if !errors.is_empty() {
        return invalid(errors);
    }
    let staff = occupancy::lock_staff_member(tx, &new.staff_id)?.filter(|staff| staff.is_active);
    let Some(staff) = staff else { return invalid(vec![BlockFieldError::Staff]) };
    let block = BlockRow {
        id: BlockId::new(context.new_id()),
        staff_id: new.staff_id.clone(),
        date: new.date,
        start_time: new.start_time,
        end_time: new.end_time,
        reason: new.reason.clone(),
        created_by: new.by.clone(),
        created_at: context.now,
    };
    blocks::insert(tx, &block)?;
    page_updates::note_staff_change(tx, &block.staff_id);
    let branch = branch_records::lock_for_booking(tx, &staff.branch_id)?;
    let time = StaffTime { staff: &staff, date: block.date, cells: blocked_cells(&block) };
    if branch.is_some_and(|branch| branch.is_live) {
        if !occupancy::occupy(tx, time, TimeUse::Block(&block.id), context.now)? {
            return Err(BlockRefusal::TimeTaken);
        }
    } else {
        occupancy::occupy_beside_others(tx, time, TimeUse::Block(&block.id))?;
    }
    let change =
        AuditedChange { after: state_json(&block), ..AuditedChange::new(AuditAction::BlockAdd, block.id.as_str()) };
    audit::record(tx, context, change)?;
    Ok(block)
}
