//! Bookings, as the desk changes them.

use chrono::{NaiveDate, NaiveTime};
use parlour_app::bookings::{BookingStart, BookingStartFields, ChosenStaff, Placement, validate_placement};
use parlour_domain::ids::{BookingId, StaffId};
use parlour_store::Conn;

use crate::error::{FieldErrors, HttpError};
use crate::request::{ReadFields, RequestShape, Text};
use crate::request_shape;
use crate::state::HttpState;
use crate::validation::check_readable;

/// The longest note to a new booking.
pub const MAX_NOTES_LENGTH: usize = 500;
pub const MAX_GUEST_NAME_LENGTH: usize = 80;
/// The shortest and the longest line of a booking.
pub const MIN_LINE_MINUTES: i64 = 5;
pub const MAX_LINE_MINUTES: i64 = 480;

request_shape! {
    pub struct DeskCancelBody {
        reason: Text<500>,
        /// If false, the customer is not told.
        tell_customer: Option<bool>,
    }

    pub struct PlaceBody {
        /// Today or later.
        booking_date: NaiveDate,
        #[example = "10:30"]
        start_time: NaiveTime,
        /// Who does every service. If absent, everybody keeps theirs.
        staff_id: Option<StaffId>,
        /// Needed for somebody of another gender than the customer asked for.
        against_wish: Option<bool>,
        /// If false, the customer is not told.
        tell_customer: Option<bool>,
    }

    pub struct OfferTimeBody {
        booking_date: NaiveDate,
        /// More than an hour ahead.
        #[example = "10:30"]
        start_time: NaiveTime,
        staff_id: StaffId,
        /// Needed for somebody of another gender than the customer asked for.
        against_wish: Option<bool>,
    }
}

impl OfferTimeBody {
    pub fn into_start_and_person(self) -> (BookingStart, ChosenStaff) {
        let to = BookingStart { booking_date: self.booking_date, start_time: self.start_time };
        (to, ChosenStaff { staff_id: self.staff_id, against_wish: self.against_wish.unwrap_or(false) })
    }
}

impl From<PlaceBody> for Placement {
    fn from(PlaceBody { booking_date, start_time, staff_id, against_wish, tell_customer }: PlaceBody) -> Self {
        let to = BookingStart { booking_date, start_time };
        let against_wish = against_wish.unwrap_or(false);
        Self { to, staff_id, against_wish, tell_customer: tell_customer.unwrap_or(true) }
    }
}

/// The new time and person of a booking, or every wrong field. The outer error is not about the fields.
pub async fn placement(
    state: &HttpState,
    booking: &BookingId,
    (mut fields, partial): ReadFields<PlaceBody>,
) -> Result<Result<Placement, FieldErrors>, HttpError> {
    let (booking, staff, now) = (booking.clone(), partial.staff_id.clone(), state.now());
    let to = BookingStartFields { booking_date: partial.booking_date, start_time: partial.start_time };
    let check = move |conn: &mut Conn<'_>| validate_placement(conn, &booking, to, staff.as_ref(), now);
    check_readable(state, &mut fields, check).await?;
    Ok(fields.finish(|| PlaceBody::complete(partial)).map(Placement::from))
}
