//! Today's offers.

use axum::extract::{Request, State};
use parlour_app::catalogue::{OfferWithServices, current_offers};
use parlour_domain::ist::Timestamp;
use parlour_store::changes::Topic;
use serde::Serialize;
use utoipa::ToSchema;

use crate::respond::{Answered, Envelope};
use crate::web::Web;

#[derive(Serialize, ToSchema)]
pub(crate) struct Offers {
    offers: Vec<OfferWithServices>,
}

/// Today's offers
#[utoipa::path(get, path = "/api/offers", tag = "Catalogue", responses((status = 200, body = Envelope<Offers>)))]
pub(crate) async fn current(State(web): State<Web>, request: Request) -> Answered {
    let read = |conn: &mut parlour_store::Conn<'_>, now: Timestamp| {
        current_offers(conn, now.ist_date()).map(|offers| Offers { offers })
    };
    web.hot().offers.answer(web.app(), &[Topic::Offers, Topic::Catalogue], request.headers(), read).await
}
