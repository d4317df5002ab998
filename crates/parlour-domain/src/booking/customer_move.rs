//! Whether a customer may move a booking to another time.

use super::{BookingStatus, MAX_CUSTOMER_RESCHEDULES, has_come};
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

/// Whether the visit that the desk has confirmed is the desk's alone by now: its customer is here, or its time has come.
/// What was missed is a no-show, which a move would undo. A request that nobody has answered can be moved at any time.
pub fn is_confirmed_visit_due(
    status: BookingStatus,
    arrived_at: Option<Timestamp>,
    starts_at: Timestamp,
    now: Timestamp,
) -> bool {
    status == BookingStatus::Confirmed && (has_come(arrived_at, starts_at, now) || starts_at <= now)
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
    use crate::ist::{MINUTE_MS, parse_date, parse_time};

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
    fn confirmed_visits_are_moved_by_customers_until_they_come_or_should_have_come() {
        let start = Timestamp::from_ist(parse_date("2027-03-05").unwrap(), parse_time("11:00").unwrap());
        let (before, day_before) = (start.plus_millis(-MINUTE_MS), start.plus_days(-1));
        for (status, arrived_at, now, expected) in [
            (BookingStatus::Confirmed, None, before, false),
            (BookingStatus::Confirmed, None, start, true),
            (BookingStatus::Confirmed, None, start.plus_days(1), true),
            (BookingStatus::Confirmed, Some(before), before, true),
            (BookingStatus::Confirmed, Some(day_before), day_before, false),
            (BookingStatus::Pending, None, start.plus_days(1), false),
        ] {
            assert_eq!(is_confirmed_visit_due(status, arrived_at, start, now), expected, "{status} {now}");
        }
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
