//! Today's offers.

use axum::extract::Request;
use parlour_app::catalogue::{OfferWithServices, current_offers};
use parlour_domain::ist::Timestamp;
use parlour_store::cache_topics::CacheTopic;

use crate::prelude::*;

#[derive(Serialize, ToSchema)]
pub(crate) struct Offers {
    offers: Vec<OfferWithServices>,
}

/// Today's offers
#[utoipa::path(get, path = "/api/offers", tag = "Catalogue", responses((status = 200, body = Envelope<Offers>)))]
pub(crate) async fn current(State(state): State<HttpState>, request: Request) -> HttpResult {
    let read =
        |conn: &mut Conn<'_>, now: Timestamp| current_offers(conn, now.ist_date()).map(|offers| Offers { offers });
    state
        .response_cache()
        .offers
        .answer(state.app(), &[CacheTopic::Offers, CacheTopic::Catalogue], request.headers(), read)
        .await
}
