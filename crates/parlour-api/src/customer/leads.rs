//! A visitor of a landing page leaves a name and a number.

use axum::extract::State;
use http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header};
use parlour_app::leads::{CaptureRefusal, capture};
use parlour_app::once::once;
use parlour_domain::email::Email;
use parlour_domain::ids::{LeadId, ServiceId};
use parlour_domain::lead::{NewLead, Utm};
use parlour_domain::phone::Phone;
use parlour_domain::text::{at_most, filled};
use parlour_store::{Conn, catalogue};
use serde::Serialize;
use tower_http::cors::{AllowOrigin, CorsLayer};
use utoipa::ToSchema;
use utoipa_axum::router::{UtoipaMethodRouter, UtoipaMethodRouterExt};
use utoipa_axum::routes;

use crate::body::Body;
use crate::call::Call;
use crate::error::ApiError;
use crate::fields::Fields;
use crate::idempotency::{self, Scope};
use crate::respond::{Answered, Envelope, answer, created};
use crate::web::Web;

const SERVICE: &str = "serviceInterestedId";

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
pub(crate) fn route(origins: &[String]) -> UtoipaMethodRouter<Web> {
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
pub(crate) async fn create(State(web): State<Web>, call: Call, headers: HeaderMap, body: Body) -> Answered {
    let mut fields = body.fields()?;
    let source = fields.optional("source", |text| at_most(text, 40)).filter(|text| !text.is_empty());
    let lead = read_lead(&web, fields, source.unwrap_or_else(|| web.lead_source().to_owned())).await?;
    let keyed = idempotency::key(&web, &headers, &Scope::PublicLead, &body.bytes)?;
    let request = keyed.as_ref().map(|keyed| keyed.request.clone());
    let occasion = web.occasion(&call, None);
    let captured = web
        .app()
        .db
        .write(move |tx| {
            once(tx, request.as_ref(), occasion.now, |tx| -> Result<_, ApiError> {
                Ok(created(Captured { lead_id: capture(tx, &occasion, &lead)? })?.about_nobody())
            })
        })
        .await?;
    Ok(answer(captured))
}

/// What is said of a lead, whoever says it.
pub(crate) async fn read_lead(web: &Web, mut fields: Fields, source: String) -> Result<NewLead, ApiError> {
    let name = fields.required("name", |text| filled(text, 120));
    let phone = fields.required("phone", Phone::parse);
    let email = fields.optional("email", Email::parse);
    let service_interested_id = fields.optional(SERVICE, |text| {
        if text.is_empty() { Err("must not be empty") } else { Ok(ServiceId::new(text)) }
    });
    let mut utm =
        |name: &str| fields.optional(name, |text| at_most(text, 120)).filter(|text| !text.is_empty());
    let utm = Utm {
        source: utm("utmSource"),
        medium: utm("utmMedium"),
        campaign: utm("utmCampaign"),
        content: utm("utmContent"),
        term: utm("utmTerm"),
    };
    // The act knows whether it is a service of ours, but is not asked where something else is wrong.
    if let Some(service) = service_interested_id.clone().filter(|_| fields.have_failed())
        && !is_known(web, service).await?
    {
        let refusal = ApiError::from(CaptureRefusal::UnknownService);
        fields.refuse::<()>(SERVICE, refusal.first_complaint().unwrap_or_default());
    }
    fields.build(|| Some(NewLead { name: name?, phone: phone?, email, service_interested_id, source, utm }))
}

async fn is_known(web: &Web, service: ServiceId) -> Result<bool, ApiError> {
    let looked_up =
        move |conn: &mut Conn<'_>| catalogue::service_exists(conn, &service).map_err(ApiError::from);
    web.app().db.read(looked_up).await
}
