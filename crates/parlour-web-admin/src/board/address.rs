//! The address of the board: its branch, its day, and the booking that it names.

use chrono::NaiveDate;
use parlour_domain::ids::BookingId;
use parlour_domain::ist::parse_date;
use parlour_http::error::HttpError;
use parlour_http::sessions::Receptionist;
use parlour_store::bookings::booking_records;
use parlour_store::branches::branch_records::Branch;

use crate::desk::DeskPage;
use parlour_web::page::PageContext;

/// No id begins like the number of a booking.
const NUMBER_START: &str = "BK-";

/// The booking that an address of the board means: by its id, or by its number, which is shorter.
pub(super) async fn named_booking(page: &DeskPage<Receptionist>, name: BookingId) -> Result<BookingId, HttpError> {
    if !name.as_str().starts_with(NUMBER_START) || name.as_str().contains('\0') {
        return Ok(name);
    }
    let read = page.caller.read(move |conn, _| Ok(booking_records::find_id_by_number(conn, name.as_str())?));
    read.await?.ok_or_else(|| HttpError::not_found("This visit"))
}

/// The day of the address, else today.
pub(super) fn named_day(page: &PageContext) -> NaiveDate {
    page.parameter("day").as_deref().and_then(parse_date).unwrap_or_else(|| page.today())
}

pub fn board_path(branch: &Branch, day: NaiveDate) -> String {
    format!("/board?at={}&day={day}", branch.id.as_str())
}
