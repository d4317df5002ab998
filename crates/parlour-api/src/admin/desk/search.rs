//! One search for the desk.

use parlour_app::desk_search::{self, DeskSearchResult};

use crate::prelude::*;

/// One letter finds nearly everybody.
const MIN_LENGTH: usize = 2;
const MAX_LENGTH: usize = 100;

request_shape! {
    pub(crate) struct DeskSearchQuery {
        /// A part of a name or phone, or a number. Of a booking's number its end suffices, from 3 digits on; of an
        /// invoice's number the beginning or the count.
        #[example = "00042"]
        q: SearchText,
    }
}

text_rules! {
    struct SearchText -> String = parse_search, |schema| schema.min_length(Some(MIN_LENGTH)).max_length(Some(MAX_LENGTH));
}

fn parse_search(typed: &str) -> Result<String, String> {
    let typed = typed.trim();
    if (MIN_LENGTH..=MAX_LENGTH).contains(&typed.chars().count()) {
        Ok(typed.to_owned())
    } else {
        Err(format!("must have {MIN_LENGTH} to {MAX_LENGTH} characters"))
    }
}

/// Search
///
/// Customers, bookings, invoices and leads by name or phone, bookings and invoices also by number. At most 8 of each.
/// If more than 400 customers match, bookings and invoices are looked for among the newest 20,000.
#[utoipa::path(
    get, path = "/api/desk/search", tag = "Desk", security(("session" = ["receptionist"])),
    params(DeskSearchQuery),
    responses((status = 200, body = Envelope<DeskSearchResult>)),
)]
pub(crate) async fn search(caller: ReadAs<Receptionist>) -> HttpResult {
    let DeskSearchQuery { q } = caller.parse_query().await?;
    ok(caller.read(move |conn, _| Ok(desk_search::search(conn, &q)?)).await?)
}
