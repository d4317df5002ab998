//! Whom the desk chooses for a booking, and whether its customer asked for somebody else.

use parlour_domain::ids::StaffId;
use parlour_store::bookings::booking_records::Booking;
use parlour_store::staff::staff_records;
use parlour_store::{Conn, Tx};

use crate::bookings::locked_booking::{DeskRefusal, lock_active_staff};

/// Who does every service of a booking.
#[derive(Debug, Clone)]
pub struct ChosenStaff {
    pub staff_id: StaffId,
    /// Although the customer asked for somebody of another gender.
    pub against_wish: bool,
}

/// Locks the person. Another person than the customer asked for is no reason to ask again, another gender is.
pub(super) fn lock_chosen_staff(tx: &mut Tx<'_>, booking: &Booking, chosen: &ChosenStaff) -> Result<(), DeskRefusal> {
    lock_active_staff(tx, &chosen.staff_id)?;
    check_wished_gender(tx, booking, &chosen.staff_id, chosen.against_wish)
}

pub(super) fn check_wished_gender(
    conn: &mut Conn<'_>,
    booking: &Booking,
    staff: &StaffId,
    against_wish: bool,
) -> Result<(), DeskRefusal> {
    let Some(wished) = booking.wished_staff_gender.filter(|_| !against_wish) else { return Ok(()) };
    let is_wished = staff_records::find_gender(conn, staff)? == Some(wished.gender());
    if is_wished { Ok(()) } else { Err(DeskRefusal::AgainstWish(wished)) }
}
