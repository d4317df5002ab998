//! Managers change the services of the price list.

pub(super) mod categories;

use parlour_app::services as use_cases;
use parlour_app::services::{CategoryWithAllServices, NewService, ServicePatch};
use parlour_domain::billing::money::MAX_PAISE;
use parlour_domain::ids::{CategoryId, ServiceId, UserId};
use parlour_domain::service::{MAX_DISPLAY_ORDER, MAX_SERVICE_MINUTES, parse_sac};
use parlour_http::shapes::customers::MAX_GEMS;
use parlour_http::shapes::web_address::web_address;
use parlour_store::catalogue::catalogue_changes::ManagedService;

use crate::prelude::*;

#[derive(Serialize, ToSchema)]
pub(crate) struct KeptCatalogue {
    categories: Vec<CategoryWithAllServices>,
}

/// The whole price list
///
/// Categories in their order, each with all its services, active or not. A page counts categories.
#[utoipa::path(
    get, path = "/api/services", tag = "Services", security(("session" = ["manager"])),
    params(ListPage),
    responses((status = 200, body = PagedEnvelope<KeptCatalogue>)),
)]
pub(crate) async fn list(caller: ReadAs<Manager>) -> HttpResult {
    let page: ListPage = caller.parse_query().await?;
    let read = move |conn: &mut Conn<'_>, _: &UserId| Ok(use_cases::page(conn, page.size, page.offset())?);
    let (categories, count) = caller.read(read).await?;
    ok_page(KeptCatalogue { categories }, page, count)
}

request_shape! {
    pub(crate) struct ServiceBody {
        category_id: CategoryId,
        name: Name<120>,
        duration_minutes: Int<1, MAX_SERVICE_MINUTES>,
        /// GST included.
        price_paise: Int<0, MAX_PAISE>,
        details: Flat<ServiceDetails>,
    }

    pub(crate) struct ServiceChangeBody {
        category_id: Option<CategoryId>,
        name: Option<Name<120>>,
        duration_minutes: Option<Int<1, MAX_SERVICE_MINUTES>>,
        /// GST included.
        price_paise: Option<Int<0, MAX_PAISE>>,
        details: Flat<ServiceDetails>,
    }

    struct ServiceDetails {
        description: Option<TrimmedText<1000>>,
        /// What readers of Hindi see; `null` for the English name.
        #[example = "हेयरकट"]
        name_hi: Patch<Name<120>>,
        /// What readers of Hindi see; `null` for the English description.
        description_hi: Patch<TrimmedText<1000>>,
        /// Time to tidy up after the service.
        buffer_minutes: Option<Int<0, MAX_SERVICE_MINUTES>>,
        /// The services accounting code of tax returns; 999721 by default.
        sac: Option<Sac>,
        is_active: Option<bool>,
        /// An http or https address.
        image_url: Patch<WebAddress>,
        display_order: Option<Int<0, MAX_DISPLAY_ORDER>>,
        gems_redeemable: Option<bool>,
        /// Required where gems can pay for the service.
        gems_required: Patch<Int<1, MAX_GEMS>>,
        gems_catalogue_order: Patch<Int<0, MAX_DISPLAY_ORDER>>,
    }
}

text_rules! {
    pub(super) struct Sac -> String = parse_sac, |schema| schema.pattern(Some("^99[0-9]{4}$"));
    struct WebAddress -> String = web_address, |schema| schema.max_length(Some(2000));
}

#[derive(Serialize, ToSchema)]
pub(crate) struct KeptServiceView {
    pub(super) service: ManagedService,
}

/// Add a service
///
/// The slug is made from the name and stays when the name changes.
#[utoipa::path(
    post, path = "/api/services", tag = "Services", security(("session" = ["manager"])),
    request_body = ServiceBody, responses((status = 201, body = Envelope<KeptServiceView>)),
)]
pub(crate) async fn create(caller: Manager, body: RequestBody) -> HttpResult {
    let new = new_service(&caller.state, &body).await?;
    let service = caller.write(move |tx, context| Ok(use_cases::add(tx, context, &new)?)).await?;
    created(KeptServiceView { service })
}

async fn new_service(state: &HttpState, body: &RequestBody) -> Result<NewService, HttpError> {
    let (mut fields, partial) = body.read::<ServiceBody>()?;
    let (category, details) = (partial.category_id.clone(), service_patch(partial.details.clone()));
    let checked_details = details.clone();
    let check = move |conn: &mut Conn<'_>| use_cases::validate_new(conn, category.as_ref(), &checked_details);
    check_readable(state, &mut fields, check).await?;
    let body = fields.build(|| ServiceBody::complete(partial))?;
    Ok(NewService {
        category_id: body.category_id,
        name: body.name,
        duration_minutes: body.duration_minutes,
        price_paise: body.price_paise,
        details,
    })
}

fn service_patch(details: <ServiceDetails as RequestShape>::Partial) -> ServicePatch {
    ServicePatch {
        description: details.description,
        name_hi: details.name_hi,
        description_hi: details.description_hi,
        buffer_minutes: details.buffer_minutes,
        sac: details.sac,
        is_active: details.is_active,
        image_url: details.image_url,
        display_order: details.display_order,
        gems_redeemable: details.gems_redeemable,
        gems_required: details.gems_required,
        gems_catalogue_order: details.gems_catalogue_order,
        ..ServicePatch::default()
    }
}

/// Change a service
///
/// Absent fields stay unchanged; `null` removes an optional value. `isActive: false` removes the service from the
/// price list. Bookings keep the price and duration that they were made with.
#[utoipa::path(
    patch, path = "/api/services/{id}", tag = "Services", security(("session" = ["manager"])),
    request_body = ServiceChangeBody,
    responses((status = 200, body = Envelope<KeptServiceView>)),
)]
pub(crate) async fn change(caller: Manager, PathId(service): PathId<ServiceId>, body: RequestBody) -> HttpResult {
    let (mut fields, partial) = body.read::<ServiceChangeBody>()?;
    let patch = ServicePatch {
        category_id: partial.category_id,
        name: partial.name,
        duration_minutes: partial.duration_minutes,
        price_paise: partial.price_paise,
        ..service_patch(partial.details)
    };
    let (id, checked) = (service.clone(), patch.clone());
    let check = move |conn: &mut Conn<'_>| use_cases::validate_change(conn, &id, &checked);
    check_readable(&caller.state, &mut fields, check).await?;
    let patch = fields.build(|| Some(patch))?;
    let service = caller.write(move |tx, context| Ok(use_cases::change(tx, context, &service, &patch)?)).await?;
    ok(KeptServiceView { service })
}
