//! The desk moves a booking to another time and person in one step.

use parlour_domain::audit::AuditAction;
use parlour_domain::booking::BookingStatus;
use parlour_domain::booking::field_error::BookingFieldError;
use parlour_domain::ids::{BookingId, StaffId};
use parlour_domain::ist::Timestamp;
use parlour_store::bookings::booking_records::{Booking, NewBookingTime};
use parlour_store::bookings::desk_changes;
use parlour_store::branches::branch_records::BranchBookingRules;
use parlour_store::staff::staff_records;
use parlour_store::{Conn, DbError, Tx};

use super::chosen_staff::check_wished_gender;
use super::reschedule_at_desk::validate_reschedule_at_desk;
use crate::availability::{StaffChoice, occupy_staff_time};
use crate::bookings::check_time::{BookingStart, BookingStartFields, StartRules};
use crate::bookings::follow_up_jobs;
use crate::bookings::locked_booking::{DeskRefusal, lock_booking_branch, lock_in_status, reload_and_audit};
use crate::bookings::notifications::{CustomerEvent, notify_customer};
use crate::request_context::RequestContext;
use crate::validation::Checked;

/// A new place of a booking on the board.
#[derive(Debug, Clone)]
pub struct Placement {
    pub to: BookingStart,
    /// Who does every service. If absent, everybody keeps theirs.
    pub staff_id: Option<StaffId>,
    /// With somebody of another gender than the customer asked for.
    pub against_wish: bool,
    pub tell_customer: bool,
}

/// A start, and the person who should do every service.
#[derive(Debug, Clone, Copy)]
pub(super) struct NewPlace<'a> {
    pub(super) to: BookingStart,
    pub(super) staff: Option<&'a StaffId>,
}

impl NewPlace<'_> {
    /// Locks the person. Every rule that time and person break is reported.
    pub(super) fn lock_and_check(
        self,
        tx: &mut Tx<'_>,
        branch: &BranchBookingRules,
        duration_minutes: i64,
        now: Timestamp,
    ) -> Checked<NewBookingTime, BookingFieldError> {
        let is_known_staff = match self.staff {
            Some(staff) => staff_records::lock_active(tx, staff)?,
            None => true,
        };
        let fields = BookingStartFields::from(self.to);
        let checked = fields.check_move(StartRules::Desk, Some(branch), duration_minutes, now);
        if is_known_staff {
            return Ok(checked);
        }
        let mut errors = checked.err().unwrap_or_default();
        errors.push(BookingFieldError::Staff);
        Ok(Err(errors))
    }
}

/// The field errors of a start and a person of which some could not be read. An unknown booking has none.
pub fn validate_placement(
    conn: &mut Conn<'_>,
    id: &BookingId,
    to: BookingStartFields,
    staff: Option<&StaffId>,
    now: Timestamp,
) -> Result<Vec<BookingFieldError>, DbError> {
    let mut errors = validate_reschedule_at_desk(conn, id, to, now)?;
    if let Some(staff) = staff
        && !staff_records::is_active(conn, staff)?
    {
        errors.push(BookingFieldError::Staff);
    }
    Ok(errors)
}

/// The status stays. It counts as a reschedule by the desk.
pub fn place(
    tx: &mut Tx<'_>,
    context: &RequestContext,
    id: &BookingId,
    placement: &Placement,
) -> Result<Booking, DeskRefusal> {
    let before = lock_in_status(tx, id, &[BookingStatus::Pending, BookingStatus::Confirmed])?;
    let branch = lock_booking_branch(tx, &before)?;
    let place = NewPlace { to: placement.to, staff: placement.staff_id.as_ref() };
    let new_time = place
        .lock_and_check(tx, &branch, before.total_duration_minutes, context.now)?
        .map_err(DeskRefusal::InvalidFields)?;
    if let Some(staff) = place.staff {
        check_wished_gender(tx, &before, staff, placement.against_wish)?;
        desk_changes::assign_staff(tx, id, staff, context.now)?;
    }
    desk_changes::reschedule(tx, id, new_time, context.now)?;
    let booking = reload_and_audit(tx, context, AuditAction::BookingPlace, &before)?;
    occupy_staff_time(tx, &branch, &booking, StaffChoice::Desk, context.now)?;
    follow_up_jobs::update_jobs_after_time_change(tx, context, &booking)?;
    if placement.tell_customer {
        notify_customer(tx, context, CustomerEvent::Rescheduled, &booking)?;
    }
    Ok(booking)
}
