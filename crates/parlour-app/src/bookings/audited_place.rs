//! When a booking was, and with whom, as the audit log has kept it.

use chrono::{NaiveDate, NaiveTime};
use parlour_domain::ids::StaffId;
use parlour_store::bookings::booking_records::{Booking, BookingServiceWithStaff};
use serde::Deserialize;

/// The time and the people of a booking before or after a change.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AuditedPlace {
    pub booking_date: NaiveDate,
    pub start_time: NaiveTime,
    /// Of each service.
    pub staff: Vec<Option<StaffId>>,
}

/// The part of the state that is read again.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct StoredPlace {
    booking_date: NaiveDate,
    start_time: NaiveTime,
    services: Vec<StoredLine>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct StoredLine {
    staff_id: Option<String>,
}

impl AuditedPlace {
    /// Where a booking is now.
    pub fn of(booking: &Booking<BookingServiceWithStaff>) -> Self {
        Self {
            booking_date: booking.booking_date,
            start_time: booking.start_time,
            staff: booking.services.iter().map(|line| line.service.staff_id.clone()).collect(),
        }
    }

    /// `None` for what is not the state of a booking.
    pub fn parse(state: &str) -> Option<Self> {
        let StoredPlace { booking_date, start_time, services } = serde_json::from_str(state).ok()?;
        let staff = services.into_iter().map(|line| line.staff_id.map(StaffId::new)).collect();
        Some(Self { booking_date, start_time, staff })
    }

    /// Whoever did every service. None if several people did, or nobody was assigned to some.
    pub fn sole_staff(&self) -> Option<&StaffId> {
        let first = self.staff.first()?.as_ref()?;
        self.staff.iter().all(|staff| staff.as_ref() == Some(first)).then_some(first)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use parlour_domain::ist::{parse_date, parse_time};

    #[test]
    fn a_place_is_read_from_the_state_of_a_booking() {
        let state = r#"{"id":"b1","bookingDate":"2027-03-05","startTime":"15:00:00","arrivedAt":null,
            "services":[{"id":"l1","staffId":"meera"},{"id":"l2","staffId":"meera"}]}"#;
        let place = AuditedPlace::parse(state).unwrap();
        assert_eq!(place.booking_date, parse_date("2027-03-05").unwrap());
        assert_eq!(place.start_time, parse_time("15:00").unwrap());
        assert_eq!(place.sole_staff(), Some(&StaffId::new("meera")));
        let of_two = AuditedPlace::parse(&state.replacen("\"meera\"", "null", 1)).unwrap();
        assert_eq!((of_two.staff.len(), of_two.sole_staff()), (2, None));
        assert_eq!(AuditedPlace::parse("{}"), None);
    }
}
