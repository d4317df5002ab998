//! `/bookings.csv`: the list as a file.

use parlour_app::reports::{Cell, Table};
use parlour_http::respond::HttpResult;
use parlour_http::sessions::Receptionist;
use parlour_store::bookings::desk_bookings::DeskBooking;

use super::asked::Asked;
use super::list::{LIST_PATH, ListPart, service_names};
use crate::csv_file::csv_response;
use crate::desk::DeskPage;
use crate::named_booking::staff_names;
use parlour_web::format;
use parlour_web::page::see_other;
use parlour_web::page_size::PageSize;

/// One read holds so many; between two of them others get a turn.
const ROWS_PER_READ: PageSize = PageSize(500);
const MAX_ROWS: usize = 10_000;
const COLUMNS: [&str; 11] =
    ["Number", "Day", "Time", "Status", "Type", "Customer", "Phone", "Guest", "Services", "With", "Total (INR)"];

pub(super) async fn download(page: DeskPage<Receptionist>) -> HttpResult {
    let asked = Asked::read(&page);
    if asked.days.is_wrong() {
        return Ok(see_other(&format!("{LIST_PATH}?{}", page.query()), None));
    }
    let mut rows: Vec<Vec<Cell>> = Vec::new();
    let mut after = String::new();
    while rows.len() < MAX_ROWS {
        let part = ListPart::read(&page, &asked, &after, ROWS_PER_READ).await?;
        rows.extend(part.found.iter().map(cells));
        let Some(end) = part.end else { break };
        after = end;
    }
    let table = Table { name: "bookings", columns: &COLUMNS, rows };
    csv_response(&table, "attachment; filename=\"bookings.csv\"")
}

fn cells(desk: &DeskBooking) -> Vec<Cell> {
    let booking = &desk.booking;
    vec![
        Cell::text(booking.booking_number.as_str()),
        Cell::Day(booking.booking_date),
        Cell::text(format::time_value(booking.start_time)),
        Cell::text(booking.status.as_str()),
        Cell::text(booking.service_type.as_str()),
        Cell::text(desk.customer_name.as_str()),
        Cell::optional(desk.customer_phone.as_ref().map(parlour_domain::phone::Phone::as_str)),
        Cell::optional(desk.guest_name.as_deref()),
        Cell::text(service_names(desk)),
        Cell::text(staff_names(booking).join(", ")),
        Cell::Rupees(booking.total_amount_paise),
    ]
}
