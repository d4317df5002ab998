//! Managers keep the price list.

use axum::extract::{RawQuery, State};
use parlour_app::services as use_cases;
use parlour_app::services::{CategoryWithAllServices, NewService, ServicePatch};
use parlour_domain::billing::money::MAX_PAISE;
use parlour_domain::ids::{CategoryId, ServiceId, UserId};
use parlour_domain::service::{MAX_SERVICE_MINUTES, parse_sac};
use parlour_domain::text::{limited_text, required_text};
use parlour_http::body::RequestBody;
use parlour_http::error::{HttpError, service_field_name};
use parlour_http::fields::{Fields, id};
use parlour_http::paging;
use parlour_http::path_id::PathId;
use parlour_http::respond::{Envelope, HttpResult, PagedEnvelope, ok, ok_page, stored_created, to_response};
use parlour_http::sessions::{Manager, ReadAs};
use parlour_http::state::HttpState;
use parlour_store::Conn;
use parlour_store::catalogue::catalogue_changes::ManagedService;
use serde::Serialize;
use utoipa::ToSchema;

/// Far more than a price list has lines.
pub(super) const MAX_DISPLAY_ORDER: i64 = 1_000_000;
const MAX_GEMS: i64 = 1_000_000;

#[derive(Serialize, ToSchema)]
pub(crate) struct KeptCatalogue {
    categories: Vec<CategoryWithAllServices>,
}

/// The whole price list
///
/// Categories in their order, each with all its services, whether active or not. Pages are of categories.
#[utoipa::path(
    get, path = "/api/services", tag = "Services", security(("session" = ["manager"])),
    params(
        ("page" = Option<i64>, Query, minimum = 1),
        ("pageSize" = Option<i64>, Query, minimum = 1, maximum = 100, description = "20 by default"),
    ),
    responses((status = 200, body = PagedEnvelope<KeptCatalogue>)),
)]
pub(crate) async fn list(
    State(state): State<HttpState>,
    caller: ReadAs<Manager>,
    RawQuery(query): RawQuery,
) -> HttpResult {
    let page = caller.requested_page(&state, query.as_deref()).await?;
    let read = move |conn: &mut Conn<'_>, _: &UserId| Ok(use_cases::page(conn, page.size, page.offset())?);
    let (categories, count) = caller.read(&state, read).await?;
    ok_page(KeptCatalogue { categories }, page, count)
}

#[derive(ToSchema)]
#[schema(rename_all = "camelCase")]
#[expect(dead_code, reason = "the schema of what `new_service` reads field by field")]
pub(crate) struct ServiceBody {
    #[schema(min_length = 1)]
    category_id: String,
    #[schema(min_length = 1, max_length = 120)]
    name: String,
    #[schema(minimum = 1, maximum = 1_440)]
    duration_minutes: i64,
    /// GST included.
    #[schema(minimum = 0, maximum = 10_000_000_000_i64)]
    price_paise: i64,
    #[schema(max_length = 1000)]
    description: Option<String>,
    /// To tidy up afterwards.
    #[schema(minimum = 0, maximum = 1_440)]
    buffer_minutes: Option<i64>,
    /// What tax returns call it; 999721 unless it is said.
    #[schema(pattern = "^99[0-9]{4}$")]
    sac: Option<String>,
    is_active: Option<bool>,
    /// An http or https address.
    #[schema(max_length = 2000)]
    image_url: Option<String>,
    #[schema(minimum = 0, maximum = 1_000_000)]
    display_order: Option<i64>,
    gems_redeemable: Option<bool>,
    /// Needed where gems can pay for it.
    #[schema(minimum = 1, maximum = 1_000_000)]
    gems_required: Option<i64>,
    #[schema(minimum = 0, maximum = 1_000_000)]
    gems_catalogue_order: Option<i64>,
}

#[derive(Serialize, ToSchema)]
pub(crate) struct KeptServiceView {
    service: ManagedService,
}

/// Add a service
///
/// Its slug is made of its name and stays when the name changes.
#[utoipa::path(
    post, path = "/api/services", tag = "Services", security(("session" = ["manager"])),
    request_body = ServiceBody, responses((status = 201, body = Envelope<KeptServiceView>)),
)]
pub(crate) async fn create(State(state): State<HttpState>, caller: Manager, body: RequestBody) -> HttpResult {
    let new = new_service(&state, body.fields()?).await?;
    let service = caller.write(&state, move |tx, context| Ok(use_cases::add(tx, context, &new)?)).await?;
    Ok(to_response(stored_created(KeptServiceView { service })?))
}

async fn new_service(state: &HttpState, mut fields: Fields) -> Result<NewService, HttpError> {
    let category_id = fields.required("categoryId", id(CategoryId::new));
    let name = fields.required("name", |text| required_text(text, 120));
    let duration_minutes = fields.required_int("durationMinutes", 1..=MAX_SERVICE_MINUTES);
    let price_paise = fields.required_int("pricePaise", 0..=MAX_PAISE);
    let details = details(&mut fields);
    if fields.has_errors() {
        // The write is not asked where something cannot be read; what can be is looked at all the same.
        let (category, details) = (category_id.clone(), details.clone());
        let find_field_errors = move |conn: &mut Conn<'_>| {
            use_cases::validate_new(conn, category.as_ref(), &details).map_err(HttpError::from)
        };
        for field_error in state.app().db.read(find_field_errors).await? {
            fields.add_error_if_none(service_field_name(field_error), field_error);
        }
    }
    fields.build(|| {
        Some(NewService {
            category_id: category_id?,
            name: name?,
            duration_minutes: duration_minutes?,
            price_paise: price_paise?,
            details,
        })
    })
}

fn details(fields: &mut Fields) -> ServicePatch {
    ServicePatch {
        description: fields.optional("description", |text| limited_text(text.trim(), 1_000)),
        buffer_minutes: fields.optional_int("bufferMinutes", 0..=MAX_SERVICE_MINUTES),
        sac: fields.optional("sac", parse_sac),
        is_active: fields.optional_bool("isActive"),
        image_url: fields.nullable("imageUrl", web_address),
        display_order: fields.optional_int("displayOrder", 0..=MAX_DISPLAY_ORDER),
        gems_redeemable: fields.optional_bool("gemsRedeemable"),
        gems_required: fields.nullable_int("gemsRequired", 1..=MAX_GEMS),
        gems_catalogue_order: fields.nullable_int("gemsCatalogueOrder", 0..=MAX_DISPLAY_ORDER),
        ..ServicePatch::default()
    }
}

/// A picture that a browser can be sent to.
fn web_address(typed: &str) -> Result<String, &'static str> {
    let typed = typed.trim();
    let is_address = url::Url::parse(typed)
        .is_ok_and(|url| matches!(url.scheme(), "http" | "https") && url.username().is_empty());
    if is_address && typed.len() <= 2_000 {
        Ok(typed.to_owned())
    } else {
        Err("must be an http or https address of at most 2000 characters")
    }
}

#[derive(ToSchema)]
#[schema(rename_all = "camelCase")]
#[expect(dead_code, reason = "the schema of what `change` reads field by field")]
pub(crate) struct ServiceChangeBody {
    #[schema(min_length = 1)]
    category_id: Option<String>,
    #[schema(min_length = 1, max_length = 120)]
    name: Option<String>,
    #[schema(minimum = 1, maximum = 1_440)]
    duration_minutes: Option<i64>,
    #[schema(minimum = 0, maximum = 10_000_000_000_i64)]
    price_paise: Option<i64>,
    #[schema(max_length = 1000)]
    description: Option<String>,
    /// To tidy up afterwards.
    #[schema(minimum = 0, maximum = 1_440)]
    buffer_minutes: Option<i64>,
    /// What tax returns call it; 999721 unless it is said.
    #[schema(pattern = "^99[0-9]{4}$")]
    sac: Option<String>,
    is_active: Option<bool>,
    /// An http or https address.
    #[schema(max_length = 2000)]
    image_url: Option<String>,
    #[schema(minimum = 0, maximum = 1_000_000)]
    display_order: Option<i64>,
    gems_redeemable: Option<bool>,
    /// Needed where gems can pay for it.
    #[schema(minimum = 1, maximum = 1_000_000)]
    gems_required: Option<i64>,
    #[schema(minimum = 0, maximum = 1_000_000)]
    gems_catalogue_order: Option<i64>,
}

/// Change a service
///
/// What is absent stays. `isActive: false` takes it off the price list. `null` takes away what a service can be without.
/// Bookings keep the price and the duration that they were made with.
#[utoipa::path(
    patch, path = "/api/services/{id}", tag = "Services", security(("session" = ["manager"])),
    params(("id" = String, Path)), request_body = ServiceChangeBody,
    responses((status = 200, body = Envelope<KeptServiceView>)),
)]
pub(crate) async fn change(
    State(state): State<HttpState>,
    caller: Manager,
    PathId(named): PathId,
    body: RequestBody,
) -> HttpResult {
    let service = ServiceId::new(named);
    let mut fields = body.fields()?;
    let patch = ServicePatch {
        category_id: fields.optional("categoryId", id(CategoryId::new)),
        name: fields.optional("name", |text| required_text(text, 120)),
        duration_minutes: fields.optional_int("durationMinutes", 1..=MAX_SERVICE_MINUTES),
        price_paise: fields.optional_int("pricePaise", 0..=MAX_PAISE),
        ..details(&mut fields)
    };
    if fields.has_errors() {
        let (service, patch) = (service.clone(), patch.clone());
        let find_field_errors = move |conn: &mut Conn<'_>| {
            use_cases::validate_change(conn, &service, &patch).map_err(HttpError::from)
        };
        for field_error in state.app().db.read(find_field_errors).await? {
            fields.add_error_if_none(service_field_name(field_error), field_error);
        }
    }
    let patch = fields.build(|| Some(patch))?;
    let service = caller
        .write(&state, move |tx, context| Ok(use_cases::change(tx, context, &service, &patch)?))
        .await?;
    ok(KeptServiceView { service })
}
