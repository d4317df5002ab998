//! Offers as managers see them: all of them, whether they run or not.

use parlour_domain::ids::OfferId;
use parlour_store::offers::{self, Position};
use parlour_store::{Conn, DbError};

use crate::catalogue::{self, OfferWithServices};

/// Newest first, from after a position on.
pub fn page(
    conn: &mut Conn<'_>,
    after: Option<&Position>,
    limit: i64,
) -> Result<Vec<OfferWithServices>, DbError> {
    conn.in_one_state(|conn| {
        let services = offers::services_of_page(conn, after, limit)?;
        let offers = offers::page(conn, after, limit)?;
        Ok(catalogue::with_services(offers, services))
    })
}

pub fn with_services(conn: &mut Conn<'_>, id: &OfferId) -> Result<Option<OfferWithServices>, DbError> {
    let Some(offer) = offers::by_id(conn, id)? else { return Ok(None) };
    let services = offers::services_of(conn, id)?;
    Ok(catalogue::with_services(vec![offer], services).pop())
}
