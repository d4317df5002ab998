//! All offers, current or not, as managers see them.

use std::collections::HashMap;

use chrono::NaiveDate;
use parlour_domain::ids::OfferId;
use parlour_domain::offer::OfferState;
use parlour_domain::report::period::Period;
use parlour_store::offers::offer_records::{self, OfferCursor, OfferUses};
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

/// The offers of a state on a day, or of all, page by page.
#[derive(Debug)]
pub struct OffersByState {
    pub offers: Vec<OfferWithServices>,
    /// How many there are of each state. A state without offers is not there.
    pub counts: Vec<(OfferState, i64)>,
    /// What these offers took off. One that was never used is not there.
    pub uses: HashMap<OfferId, OfferUses>,
    /// What all offers took off in this month.
    pub month_discount_paise: i64,
}

/// In the order of their states; in each, the newest first.
pub fn page_by_state(
    conn: &mut Conn<'_>,
    (today, state): (NaiveDate, Option<OfferState>),
    limit: i64,
    offset: i64,
) -> Result<OffersByState, DbError> {
    conn.in_snapshot(|conn| {
        let services = offer_records::list_services_of_state_page(conn, (today, state), limit, offset)?;
        let offers = offer_records::page_of_state(conn, (today, state), limit, offset)?;
        let uses = offer_records::sum_uses_of_state_page(conn, (today, state), limit, offset)?;
        Ok(OffersByState {
            offers: catalogue::attach_services_to_offers(offers, services),
            counts: offer_records::count_by_state(conn, today)?,
            uses: uses.into_iter().map(|uses| (uses.offer_id.clone(), uses)).collect(),
            month_discount_paise: offer_records::sum_discounts(conn, Period::month_to_date(today))?,
        })
    })
}

pub fn offer_with_services(conn: &mut Conn<'_>, id: &OfferId) -> Result<Option<OfferWithServices>, DbError> {
    let Some(offer) = offer_records::by_id(conn, id)? else { return Ok(None) };
    let services = offer_records::list_services_of_offer(conn, id)?;
    Ok(catalogue::attach_services_to_offers(vec![offer], services).pop())
}
