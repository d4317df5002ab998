//! Leads from landing pages.

use http::{HeaderName, HeaderValue, Method, StatusCode, header};
use parlour_app::idempotency::run_once_per_key;
use parlour_app::leads::capture;
use parlour_http::request_info::RequestInfo;
use parlour_http::respond::to_response;
use parlour_http::shapes::leads::LeadFields;
use tower_http::cors::{AllowOrigin, CorsLayer};

use crate::prelude::*;
use crate::routes::{PathHandlers, routes};
use crate::shared::lead_details::{CapturedLead, check_service};

request_shape! {
    /// What the landing page sends.
    pub(crate) struct LeadBody {
        details: Flat<LeadFields>,
        source: OptionalText<40>,
    }
}

/// The route, with CORS for the configured landing pages.
pub(crate) fn create_route(origins: &[String]) -> PathHandlers {
    let route = routes!(create);
    let origins: Vec<HeaderValue> = origins.iter().filter_map(|origin| origin.parse().ok()).collect();
    if origins.is_empty() {
        return route;
    }
    let idempotency_key = HeaderName::from_static("idempotency-key");
    let cors = CorsLayer::new()
        .allow_origin(AllowOrigin::list(origins))
        .allow_methods([Method::POST])
        .allow_headers([header::CONTENT_TYPE, idempotency_key]);
    // The CORS layer answers the request of this method. It needs a handler, because the apps' fallback for wrong methods
    // would answer before it.
    route.map(|methods| methods.options(async || StatusCode::NO_CONTENT).layer(cors))
}

/// Capture a lead
///
/// Responds with the lead's id and no personal data.
#[utoipa::path(
    post, path = "/api/leads", tag = "Leads", request_body = LeadBody,
    params(IdempotencyKey),
    responses((status = 201, body = Envelope<CapturedLead>)),
)]
pub(crate) async fn create(State(state): State<HttpState>, request_info: RequestInfo, body: KeyedBody) -> HttpResult {
    let (mut fields, partial) = body.read::<LeadBody>()?;
    check_service(&state, &mut fields, &partial.details).await?;
    let LeadBody { details, source } = fields.build(|| LeadBody::complete(partial))?;
    let context = state.context(&request_info, None);
    let lead = details.into_lead(source.unwrap_or_else(|| context.policy.lead_source.clone()));
    let claimed_key = body.start_request(&state, None)?;
    let request = claimed_key.as_ref().map(|claimed_key| claimed_key.request.clone());
    let captured = state
        .app()
        .db
        .write(move |tx| {
            run_once_per_key(tx, request.as_ref(), context.now, |tx| -> Result<_, HttpError> {
                Ok(stored_created(CapturedLead { lead_id: capture(tx, &context, &lead)? })?.about_no_user())
            })
        })
        .await?;
    Ok(to_response(captured))
}
