//! The interface of an app as a document: from the handlers, and what all of them have in common.

use axum::Router;
use axum::middleware::map_response;
use axum::response::IntoResponse;
use axum::routing::get;
use http::header::{CONTENT_SECURITY_POLICY, HeaderValue};
use parlour_domain::app_side::AppSide;
use tower_http::set_header::SetResponseHeaderLayer;
use utoipa::openapi::path::{Operation, ParameterIn};
use utoipa::openapi::security::{ApiKey, ApiKeyValue, SecurityScheme};
use utoipa::openapi::{
    ContentBuilder, InfoBuilder, License, OpenApi, OpenApiBuilder, Ref, RefOr, Response, ResponseBuilder,
};
use utoipa::{ToResponse, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use utoipa_swagger_ui::{Config, SwaggerUi};

use crate::error::{ApiError, Code, ErrorEnvelope};
use crate::web::Web;

/// The error envelope, as every failing answer has it.
pub(crate) struct Failed;

impl<'r> ToResponse<'r> for Failed {
    fn response() -> (&'r str, RefOr<Response>) {
        let content =
            ContentBuilder::new().schema(Some(Ref::from_schema_name(ErrorEnvelope::name()))).build();
        let response = ResponseBuilder::new()
            .description("What went wrong, for programs and for people")
            .content("application/json", content);
        ("Failed", response.build().into())
    }
}

/// The routes and their document.
pub(crate) fn finish(side: AppSide, routes: OpenApiRouter<Web>) -> (Router<Web>, OpenApi) {
    let (title, about) = match side {
        AppSide::Customer => ("Parlour customer app", "Catalogue, leads and one's own data."),
        AppSide::Admin => ("Parlour admin app", "For the people who run the salon."),
    };
    let (router, found) = routes.split_for_parts();
    let info = InfoBuilder::new()
        .title(title)
        .version(env!("CARGO_PKG_VERSION"))
        .description(Some(about))
        .license(Some(License::new("MIT OR Apache-2.0")))
        .build();
    let mut document =
        OpenApiBuilder::new().info(info).paths(found.paths).components(found.components).build();
    let components = document.components.get_or_insert_default();
    let cookie = ApiKeyValue::with_description(side.session_cookie(), "Set by signing in");
    components
        .security_schemes
        .insert("session".into(), SecurityScheme::ApiKey(ApiKey::Cookie(cookie)).into());
    let (name, failed) = <Failed as ToResponse>::response();
    components.responses.insert(name.to_owned(), failed);
    let mut schemas = Vec::new();
    <ErrorEnvelope<'_> as ToSchema>::schemas(&mut schemas);
    schemas
        .push((ErrorEnvelope::name().into_owned(), <ErrorEnvelope<'_> as utoipa::PartialSchema>::schema()));
    components.schemas.extend(schemas);
    for (path, item) in &mut document.paths.paths {
        for operation in [&mut item.get, &mut item.post, &mut item.put, &mut item.patch, &mut item.delete]
            .into_iter()
            .flatten()
        {
            answer_like_the_others(path, operation);
        }
    }
    (router, document)
}

/// What follows from a route's shape is written here, once, and not at every handler.
fn answer_like_the_others(path: &str, operation: &mut Operation) {
    let takes = |place: ParameterIn, name: &str| {
        operation.parameters.iter().flatten().any(|parameter| {
            matches!(parameter, RefOr::T(one) if one.parameter_in == place && (name.is_empty() || one.name == name))
        })
    };
    let (by_path, by_query) = (takes(ParameterIn::Path, ""), takes(ParameterIn::Query, ""));
    let is_keyed = takes(ParameterIn::Header, "Idempotency-Key");
    let has_body = operation.request_body.is_some();
    let is_guarded = operation.security.is_some();
    let is_limited = matches!(
        path,
        "/api/services" | "/api/availability" | "/api/health" | "/api/leads" | "/api/bookings"
    );
    let answers: [(&str, bool); 9] = [
        ("400", has_body || by_query || is_keyed),
        ("401", is_guarded),
        ("403", is_guarded || has_body),
        ("404", by_path),
        ("409", is_keyed),
        ("413", true),
        ("422", is_keyed),
        ("429", is_limited),
        ("503", true),
    ];
    let name = <Failed as ToResponse>::response().0;
    let also_fails = answers.into_iter().filter(|(_, may)| *may).map(|(status, _)| status);
    for status in also_fails.chain(["500"]) {
        operation
            .responses
            .responses
            .entry(status.to_owned())
            .or_insert_with(|| RefOr::Ref(Ref::from_response_name(name)));
    }
}

/// The viewer has its own words for a file that it does not have.
async fn refuse_like_the_others(response: axum::response::Response) -> axum::response::Response {
    if response.status().is_client_error() {
        return ApiError::new(Code::NotFound, "There is nothing at this address.").into_response();
    }
    response
}

/// `/api/openapi.json`, and `/docs` for people; both without the network.
pub(crate) fn pages(document: &OpenApi) -> Router<Web> {
    let json = document.to_json().unwrap_or_default();
    let document = get(async || crate::respond::json(http::StatusCode::OK, json).into_response());
    // The viewer styles itself from its script.
    let policy = HeaderValue::from_static(
        "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; frame-ancestors 'none'",
    );
    // By default the viewer asks a service of its makers what it thinks of the document.
    let config = Config::from("/api/openapi.json").try_it_out_enabled(true).validator_url("none");
    let viewer: Router<Web> = SwaggerUi::new("/docs").config(config).into();
    viewer
        .layer(map_response(refuse_like_the_others))
        .layer(SetResponseHeaderLayer::overriding(CONTENT_SECURITY_POLICY, policy))
        .route("/api/openapi.json", document)
}
