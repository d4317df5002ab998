//! The first steps of an owner.

use parlour_app::services::CategoryWithAllServices;
use parlour_app::setup as use_cases;
use parlour_app::setup::{AdoptedService, StarterCategory, starter_catalogue};
use parlour_domain::billing::money::MAX_PAISE;
use parlour_domain::service::MAX_SERVICE_MINUTES;
use parlour_domain::setup::{Setup, SetupStep};
use parlour_http::error::FieldErrors;
use parlour_http::respond::stored_ok;

use crate::prelude::*;

/// More than the starter catalogue has.
const MAX_ADOPTED: usize = 500;

#[derive(Serialize, ToSchema)]
pub(crate) struct SetupView {
    setup: Setup,
}

/// How far the setup of the salon has come
///
/// `isFinished` is true once an owner has finished, and for a salon that has a branch, a service and an active staff member
/// anyway.
#[utoipa::path(
    get, path = "/api/setup", tag = "Setup", security(("session" = ["owner"])),
    responses((status = 200, body = Envelope<SetupView>)),
)]
pub(crate) async fn show(caller: ReadAs<Owner>) -> HttpResult {
    let setup = caller.read(|conn, _| conn.in_snapshot(|conn| Ok(use_cases::find_setup(conn)?))).await?;
    ok(SetupView { setup })
}

request_shape! {
    pub(crate) struct SkipStepBody {
        /// Any but `salon`.
        #[example = "payments"]
        step: SetupStep,
    }

    pub(crate) struct AdoptBody {
        services: ObjectList<AdoptedServiceBody, 1, MAX_ADOPTED>,
    }

    /// A service of the starter catalogue at the terms of this salon.
    pub(crate) struct AdoptedServiceBody {
        /// Of the starter catalogue.
        #[example = "haircut-women"]
        key: AnyText,
        /// GST included.
        price_paise: Int<0, MAX_PAISE>,
        duration_minutes: Int<1, MAX_SERVICE_MINUTES>,
    }
}

/// Skip a step of the setup
///
/// It can be done later all the same. A step that is done stays done.
#[utoipa::path(
    post, path = "/api/setup/skip", tag = "Setup", security(("session" = ["owner"])),
    params(IdempotencyKey),
    request_body = SkipStepBody,
    responses((status = 200, body = Envelope<SetupView>)),
)]
pub(crate) async fn skip(caller: Owner, body: KeyedBody) -> HttpResult {
    let SkipStepBody { step } = body.parse()?;
    caller
        .write_once(&body, move |tx, context| {
            let setup = use_cases::skip(tx, context, step)?;
            Ok(stored_ok(SetupView { setup })?.about_no_user())
        })
        .await
}

/// Finish the setup
///
/// Every step that is still to do is skipped. 409 CONFLICT without a branch, an active service and an active staff member.
#[utoipa::path(
    post, path = "/api/setup/finish", tag = "Setup", security(("session" = ["owner"])),
    params(IdempotencyKey),
    responses((status = 200, body = Envelope<SetupView>), (status = 409, response = ErrorResponse)),
)]
pub(crate) async fn finish(caller: Owner, WithoutFields(body): WithoutFields<KeyedBody>) -> HttpResult {
    caller
        .write_once(&body, move |tx, context| {
            let setup = use_cases::finish(tx, context)?;
            Ok(stored_ok(SetupView { setup })?.about_no_user())
        })
        .await
}

#[derive(Serialize, ToSchema)]
pub(crate) struct StarterCatalogueView {
    #[schema(value_type = Vec<StarterCategory>)]
    categories: &'static [StarterCategory],
}

/// The starter catalogue
///
/// What a salon or a spa usually offers, with usual prices and durations.
#[utoipa::path(
    get, path = "/api/setup/catalogue", tag = "Setup", security(("session" = ["owner"])),
    responses((status = 200, body = Envelope<StarterCatalogueView>)),
)]
pub(crate) async fn starter_services(caller: ReadAs<Owner>) -> HttpResult {
    caller.read(|_, _| Ok(())).await?;
    ok(StarterCatalogueView { categories: starter_catalogue() })
}

#[derive(Serialize, ToSchema)]
pub(crate) struct AdoptedCatalogueView {
    categories: Vec<CategoryWithAllServices>,
}

/// Begin with services of the starter catalogue
///
/// They are added with their categories, under the SAC of salons and spas. 409 CONFLICT as soon as there is any service.
#[utoipa::path(
    post, path = "/api/setup/catalogue", tag = "Setup", security(("session" = ["owner"])),
    params(IdempotencyKey),
    request_body = AdoptBody,
    responses((status = 201, body = Envelope<AdoptedCatalogueView>), (status = 409, response = ErrorResponse)),
)]
pub(crate) async fn adopt(caller: Owner, body: KeyedBody) -> HttpResult {
    let adopted = adopted_services(&body)?;
    caller
        .write_once(&body, move |tx, context| {
            let categories = use_cases::adopt_catalogue(tx, context, &adopted)?;
            Ok(stored_created(AdoptedCatalogueView { categories })?.about_no_user())
        })
        .await
}

fn adopted_services(body: &RequestBody) -> Result<Vec<AdoptedService>, HttpError> {
    let (mut fields, partial) = body.read::<AdoptBody>()?;
    let keys = partial.services.iter().flatten().filter_map(|(_, service)| service.key.as_deref());
    fields.add_errors(FieldErrors::of_use_case(use_cases::validate_adopted(keys)));
    fields.build(|| {
        let AdoptBody { services } = AdoptBody::complete(partial)?;
        services.into_iter().map(|(_, service)| adopted_service(service)).collect()
    })
}

fn adopted_service(service: <AdoptedServiceBody as RequestShape>::Partial) -> Option<AdoptedService> {
    let AdoptedServiceBody { key, price_paise, duration_minutes } = AdoptedServiceBody::complete(service)?;
    Some(AdoptedService { key, price_paise, duration_minutes })
}
