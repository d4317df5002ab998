//! A visitor of a landing page leaves a name and a number.

use axum::extract::State;
use http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header};
use parlour_app::idempotency::run_once_per_key;
use parlour_app::leads::{CaptureLeadRefusal, capture};
use parlour_domain::email_address::EmailAddress;
use parlour_domain::ids::{LeadId, ServiceId};
use parlour_domain::lead::{NewLead, Utm};
use parlour_domain::phone::Phone;
use parlour_domain::text::{limited_text, required_text};
use parlour_http::body::RequestBody;
use parlour_http::error::HttpError;
use parlour_http::fields::Fields;
use parlour_http::idempotency::{self, KeyScope};
use parlour_http::request_info::RequestInfo;
use parlour_http::respond::{Envelope, HttpResult, stored_created, to_response};
use parlour_http::state::HttpState;
use parlour_store::Conn;
use parlour_store::catalogue::catalogue_records;
use serde::Serialize;
use tower_http::cors::{AllowOrigin, CorsLayer};
use utoipa::ToSchema;
use utoipa_axum::router::{UtoipaMethodRouter, UtoipaMethodRouterExt};
use utoipa_axum::routes;

const SERVICE_FIELD: &str = "serviceInterestedId";

/// What the landing page sends.
#[derive(ToSchema)]
#[schema(rename_all = "camelCase")]
#[expect(dead_code, reason = "the schema of what `read_lead` reads field by field")]
pub(crate) struct LeadBody {
    #[schema(min_length = 1, max_length = 120, example = "Asha Rao")]
    name: String,
    /// An Indian mobile, with `+91` or `0` in front or not.
    #[schema(pattern = r"^(\+91|0)?[6-9][0-9]{9}$", example = "9876543210")]
    phone: String,
    #[schema(format = Email)]
    email: Option<String>,
    /// A service's id.
    #[schema(min_length = 1)]
    service_interested_id: Option<String>,
    #[schema(max_length = 40)]
    source: Option<String>,
    #[schema(max_length = 120)]
    utm_source: Option<String>,
    #[schema(max_length = 120)]
    utm_medium: Option<String>,
    #[schema(max_length = 120)]
    utm_campaign: Option<String>,
    #[schema(max_length = 120)]
    utm_content: Option<String>,
    #[schema(max_length = 120)]
    utm_term: Option<String>,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Captured {
    pub(crate) lead_id: LeadId,
}

/// The route, open to the landing pages that were invited.
pub(crate) fn create_route(origins: &[String]) -> UtoipaMethodRouter<HttpState> {
    let mut route = routes!(create);
    let origins: Vec<HeaderValue> = origins.iter().filter_map(|origin| origin.parse().ok()).collect();
    if origins.is_empty() {
        return route;
    }
    // The layer below answers it. Without a handler it would never see one: the apps' shared answer
    // to wrong methods takes the place of this route's own.
    route.2 = route.2.options(async || StatusCode::NO_CONTENT);
    let idempotency_key = HeaderName::from_static("idempotency-key");
    route.layer(
        CorsLayer::new()
            .allow_origin(AllowOrigin::list(origins))
            .allow_methods([Method::POST])
            .allow_headers([header::CONTENT_TYPE, idempotency_key]),
    )
}

/// Leave a name and a number
///
/// Answers with the lead's id and nothing personal.
#[utoipa::path(
    post, path = "/api/leads", tag = "Leads", request_body = LeadBody,
    params(("Idempotency-Key" = Option<String>, Header, min_length = 1, max_length = 255)),
    responses((status = 201, body = Envelope<Captured>)),
)]
pub(crate) async fn create(
    State(state): State<HttpState>,
    request_info: RequestInfo,
    headers: HeaderMap,
    body: RequestBody,
) -> HttpResult {
    let mut fields = body.fields()?;
    let source = fields.optional("source", |text| limited_text(text, 40)).filter(|text| !text.is_empty());
    let lead = parse_lead(&state, fields, source.unwrap_or_else(|| state.lead_source().to_owned())).await?;
    let claimed_key = idempotency::claim_key(
        state.side(),
        state.running_requests(),
        &headers,
        &KeyScope::PublicLead,
        &body.bytes,
    )?;
    let request = claimed_key.as_ref().map(|claimed_key| claimed_key.request.clone());
    let context = state.context(&request_info, None);
    let captured = state
        .app()
        .db
        .write(move |tx| {
            run_once_per_key(tx, request.as_ref(), context.now, |tx| -> Result<_, HttpError> {
                Ok(stored_created(Captured { lead_id: capture(tx, &context, &lead)? })?.about_no_user())
            })
        })
        .await?;
    Ok(to_response(captured))
}

/// What is said of a lead, whoever says it.
pub(crate) async fn parse_lead(
    state: &HttpState,
    mut fields: Fields,
    source: String,
) -> Result<NewLead, HttpError> {
    let name = fields.required("name", |text| required_text(text, 120));
    let phone = fields.required("phone", Phone::parse);
    let email = fields.optional("email", EmailAddress::parse);
    let service_interested_id = fields.optional(SERVICE_FIELD, |text| {
        if text.is_empty() { Err("must not be empty") } else { Ok(ServiceId::new(text)) }
    });
    let mut utm =
        |name: &str| fields.optional(name, |text| limited_text(text, 120)).filter(|text| !text.is_empty());
    let utm = Utm {
        source: utm("utmSource"),
        medium: utm("utmMedium"),
        campaign: utm("utmCampaign"),
        content: utm("utmContent"),
        term: utm("utmTerm"),
    };
    // The write knows whether it is a service of ours, but is not asked where something else is wrong.
    if let Some(service) = service_interested_id.clone().filter(|_| fields.has_errors())
        && !is_existing_service(state, service).await?
    {
        let refusal = HttpError::from(CaptureLeadRefusal::UnknownService);
        fields.add_error::<()>(SERVICE_FIELD, refusal.first_field_error().unwrap_or_default());
    }
    fields.build(|| Some(NewLead { name: name?, phone: phone?, email, service_interested_id, source, utm }))
}

async fn is_existing_service(state: &HttpState, service: ServiceId) -> Result<bool, HttpError> {
    let service_lookup =
        move |conn: &mut Conn<'_>| catalogue_records::service_exists(conn, &service).map_err(HttpError::from);
    state.app().db.read(service_lookup).await
}
