//! The public catalogue.

use axum::extract::{Request, State};
use http::HeaderMap;
use parlour_app::catalogue::{self, CategoryWithServices};
use parlour_store::catalogue::Service;
use parlour_store::changes::Topic;
use serde::Serialize;
use utoipa::ToSchema;

use crate::error::ApiError;
use crate::hot::Entity;
use crate::id_path::Named;
use crate::respond::{Answered, Envelope};
use crate::web::Web;

#[derive(Serialize, ToSchema)]
pub(crate) struct Catalogue {
    categories: Vec<CategoryWithServices>,
}

/// The catalogue
///
/// Active categories in their order, each with its active services.
#[utoipa::path(get, path = "/api/services", tag = "Catalogue", responses((status = 200, body = Envelope<Catalogue>)))]
pub(crate) async fn list(State(web): State<Web>, request: Request) -> Answered {
    let read = |conn: &mut parlour_store::Conn<'_>, _| {
        catalogue::active(conn).map(|categories| Catalogue { categories })
    };
    web.hot().services.answer(web.app(), &[Topic::Catalogue], request.headers(), read).await
}

#[derive(Serialize, ToSchema)]
pub(crate) struct OneService {
    service: Service,
}

/// One service
///
/// Found by its slug, active or not: old links keep working.
#[utoipa::path(
    get, path = "/api/services/{slug}", tag = "Catalogue", params(("slug" = String, Path)),
    responses((status = 200, body = Envelope<OneService>)),
)]
pub(crate) async fn by_slug(State(web): State<Web>, Named(slug): Named, headers: HeaderMap) -> Answered {
    let found = web
        .app()
        .db
        .read(move |conn| parlour_store::catalogue::service_by_slug(conn, &slug).map_err(ApiError::from))
        .await?;
    let service = found.ok_or_else(|| ApiError::not_found("The service"))?;
    Ok(Entity::of(OneService { service })?.respond(&headers))
}
