//! Whom the desk chooses for a booking, and whether its customer asked for somebody else.

use parlour_domain::booking::wish::WishedGender;
use parlour_domain::ids::StaffId;
use parlour_store::bookings::booking_records::Booking;
use parlour_store::staff::staff_records;
use parlour_store::{Conn, DbError, Tx};

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
    let wished = booking.wished_staff_gender.filter(|_| !against_wish);
    match find_unmet_gender(conn, wished, staff)? {
        Some(wished) => Err(DeskRefusal::AgainstWish(wished)),
        None => Ok(()),
    }
}

/// The gender that is asked for, if this person is of another one.
pub(super) fn find_unmet_gender(
    conn: &mut Conn<'_>,
    wished: Option<WishedGender>,
    staff: &StaffId,
) -> Result<Option<WishedGender>, DbError> {
    let Some(wished) = wished else { return Ok(None) };
    let is_wished = staff_records::find_gender(conn, staff)? == Some(wished.gender());
    Ok((!is_wished).then_some(wished))
}
