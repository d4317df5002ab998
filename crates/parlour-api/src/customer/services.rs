//! The public catalogue.

use axum::extract::Request;
use http::HeaderMap;
use parlour_app::catalogue::{self, CategoryWithServices};
use parlour_http::response_cache::CacheableResponse;
use parlour_store::cache_topics::CacheTopic;
use parlour_store::catalogue::catalogue_records::{self, Service};

use crate::prelude::*;

#[derive(Serialize, ToSchema)]
pub(crate) struct Catalogue {
    categories: Vec<CategoryWithServices>,
}

/// The catalogue
///
/// Active categories in their order, each with its active services.
#[utoipa::path(get, path = "/api/services", tag = "Catalogue", responses((status = 200, body = Envelope<Catalogue>)))]
pub(crate) async fn list(State(state): State<HttpState>, request: Request) -> HttpResult {
    let read = |conn: &mut Conn<'_>, _| catalogue::active_catalogue(conn).map(|categories| Catalogue { categories });
    state.response_cache().services.answer(state.app(), &[CacheTopic::Catalogue], request.headers(), read).await
}

#[derive(Serialize, ToSchema)]
pub(crate) struct OneService {
    service: Service,
}

/// One service
///
/// Found by its slug, active or not: old links keep working.
#[utoipa::path(
    get, path = "/api/services/{slug}", tag = "Catalogue", 
    responses((status = 200, body = Envelope<OneService>)),
)]
pub(crate) async fn by_slug(State(state): State<HttpState>, PathId(slug): PathId, headers: HeaderMap) -> HttpResult {
    let found = state.read(move |conn| Ok(catalogue_records::service_by_slug(conn, &slug)?)).await?;
    let service = found.ok_or_else(|| HttpError::not_found("The service"))?;
    Ok(CacheableResponse::new(OneService { service })?.respond(&headers))
}
