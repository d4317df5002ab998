//! Whether a customer may move a booking to another time.

use super::{BookingStatus, MAX_CUSTOMER_RESCHEDULES};
use crate::ist::Timestamp;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CustomerMoveRefusal {
    /// Only pending and confirmed bookings can be moved.
    NotUpcoming,
    /// Its time has come: a call is quicker.
    Begun,
    /// The customer has moved it as often as allowed.
    TooOften,
}

/// Whether a customer may move a booking that they have moved so many times, whenever it begins.
pub fn check_customer_move(status: BookingStatus, moves_by_customer: i64) -> Result<(), CustomerMoveRefusal> {
    if !status.is_upcoming() {
        Err(CustomerMoveRefusal::NotUpcoming)
    } else if moves_by_customer >= MAX_CUSTOMER_RESCHEDULES {
        Err(CustomerMoveRefusal::TooOften)
    } else {
        Ok(())
    }
}

/// Whether a customer is shown the way to move a booking: not once it should have begun.
pub fn check_move_before_start(
    status: BookingStatus,
    moves_by_customer: i64,
    starts_at: Timestamp,
    now: Timestamp,
) -> Result<(), CustomerMoveRefusal> {
    match check_customer_move(status, moves_by_customer) {
        Err(CustomerMoveRefusal::NotUpcoming) => Err(CustomerMoveRefusal::NotUpcoming),
        Ok(()) | Err(CustomerMoveRefusal::Begun | CustomerMoveRefusal::TooOften) if starts_at <= now => {
            Err(CustomerMoveRefusal::Begun)
        }
        checked => checked,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn upcoming_bookings_can_be_moved_twice() {
        for status in BookingStatus::ALL {
            let expected = match status {
                BookingStatus::Pending | BookingStatus::Confirmed => Ok(()),
                BookingStatus::InProgress
                | BookingStatus::Completed
                | BookingStatus::Cancelled
                | BookingStatus::Rejected
                | BookingStatus::NoShow => Err(CustomerMoveRefusal::NotUpcoming),
            };
            assert_eq!(check_customer_move(*status, 0), expected, "{status}");
            assert_eq!(check_customer_move(*status, 1), expected, "{status}");
        }
        assert_eq!(check_customer_move(BookingStatus::Confirmed, 2), Err(CustomerMoveRefusal::TooOften));
        assert_eq!(check_customer_move(BookingStatus::Completed, 2), Err(CustomerMoveRefusal::NotUpcoming));
    }

    #[test]
    fn a_move_is_offered_until_the_booking_begins() {
        let start = Timestamp::from_millis(1_800_000_000_000);
        let offered = |status, moves, minutes: i64| {
            check_move_before_start(status, moves, start, start.plus_millis(minutes * crate::ist::MINUTE_MS))
        };
        assert_eq!(offered(BookingStatus::Confirmed, 1, -1), Ok(()));
        assert_eq!(offered(BookingStatus::Confirmed, 1, 0), Err(CustomerMoveRefusal::Begun));
        assert_eq!(offered(BookingStatus::Confirmed, 2, 0), Err(CustomerMoveRefusal::Begun), "that comes first");
        assert_eq!(offered(BookingStatus::Confirmed, 2, -1), Err(CustomerMoveRefusal::TooOften));
        assert_eq!(offered(BookingStatus::Cancelled, 0, 5), Err(CustomerMoveRefusal::NotUpcoming));
    }
}
