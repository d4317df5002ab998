//! All offers, current or not, as managers see them.

use parlour_domain::ids::OfferId;
use parlour_store::offers::offer_records::{self, OfferCursor};
use parlour_store::{Conn, DbError};

use crate::catalogue::{self, OfferWithServices};

/// Newest first, from after a cursor on.
pub fn page(conn: &mut Conn<'_>, after: Option<&OfferCursor>, limit: i64) -> Result<Vec<OfferWithServices>, DbError> {
    conn.in_snapshot(|conn| {
        let services = offer_records::list_services_of_page(conn, after, limit)?;
        let offers = offer_records::page(conn, after, limit)?;
        Ok(catalogue::attach_services_to_offers(offers, services))
    })
}

pub fn offer_with_services(conn: &mut Conn<'_>, id: &OfferId) -> Result<Option<OfferWithServices>, DbError> {
    let Some(offer) = offer_records::by_id(conn, id)? else { return Ok(None) };
    let services = offer_records::list_services_of_offer(conn, id)?;
    Ok(catalogue::attach_services_to_offers(vec![offer], services).pop())
}
