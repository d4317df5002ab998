//! Managers keep the price list.

use axum::extract::{RawQuery, State};
use parlour_app::services::{self as acts, KeptCategory, NewService, ServiceWish};
use parlour_domain::ids::{CategoryId, ServiceId, UserId};
use parlour_domain::money::MOST_PAISE;
use parlour_domain::service::{LONGEST_SERVICE_MINUTES, sac};
use parlour_domain::text::{at_most, filled};
use parlour_store::Conn;
use parlour_store::catalogue_changes::KeptService;
use serde::Serialize;
use utoipa::ToSchema;

use crate::body::Body;
use crate::error::{ApiError, field_of_service};
use crate::fields::{Fields, id};
use crate::id_path::Named;
use crate::paging;
use crate::respond::{Answered, Envelope, PagedEnvelope, answer, created, ok, ok_page};
use crate::signed_in::{Manager, Reading};
use crate::web::Web;

/// Far more than a price list has lines.
pub(super) const LAST_PLACE: i64 = 1_000_000;
const MOST_GEMS: i64 = 1_000_000;

#[derive(Serialize, ToSchema)]
pub(crate) struct KeptCatalogue {
    categories: Vec<KeptCategory>,
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
    State(web): State<Web>,
    asker: Reading<Manager>,
    RawQuery(query): RawQuery,
) -> Answered {
    let page = paging::asked(&web, &asker, query.as_deref()).await?;
    let read = move |conn: &mut Conn<'_>, _: &UserId| Ok(acts::page(conn, page.size, page.skipped())?);
    let (categories, count) = asker.read(&web, read).await?;
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
    service: KeptService,
}

/// Add a service
///
/// Its slug is made of its name and stays when the name changes.
#[utoipa::path(
    post, path = "/api/services", tag = "Services", security(("session" = ["manager"])),
    request_body = ServiceBody, responses((status = 201, body = Envelope<KeptServiceView>)),
)]
pub(crate) async fn create(State(web): State<Web>, asker: Manager, body: Body) -> Answered {
    let new = new_service(&web, body.fields()?).await?;
    let service = asker.act(&web, move |tx, occasion| Ok(acts::add(tx, occasion, &new)?)).await?;
    Ok(answer(created(KeptServiceView { service })?))
}

async fn new_service(web: &Web, mut fields: Fields) -> Result<NewService, ApiError> {
    let category_id = fields.required("categoryId", id(CategoryId::new));
    let name = fields.required("name", |text| filled(text, 120));
    let duration_minutes = fields.required_int("durationMinutes", 1..=LONGEST_SERVICE_MINUTES);
    let price_paise = fields.required_int("pricePaise", 0..=MOST_PAISE);
    let details = details(&mut fields);
    if fields.have_failed() {
        // The act is not asked where something cannot be read; what can be is looked at all the same.
        let (category, details) = (category_id.clone(), details.clone());
        let looked_at = move |conn: &mut Conn<'_>| {
            acts::examine_new(conn, category.as_ref(), &details).map_err(ApiError::from)
        };
        for complaint in web.app().db.read(looked_at).await? {
            fields.refuse_unless_refused(field_of_service(complaint), complaint);
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

fn details(fields: &mut Fields) -> ServiceWish {
    ServiceWish {
        description: fields.optional("description", |text| at_most(text.trim(), 1_000)),
        buffer_minutes: fields.optional_int("bufferMinutes", 0..=LONGEST_SERVICE_MINUTES),
        sac: fields.optional("sac", sac),
        is_active: fields.optional_bool("isActive"),
        image_url: fields.nullable("imageUrl", web_address),
        display_order: fields.optional_int("displayOrder", 0..=LAST_PLACE),
        gems_redeemable: fields.optional_bool("gemsRedeemable"),
        gems_required: fields.nullable_int("gemsRequired", 1..=MOST_GEMS),
        gems_catalogue_order: fields.nullable_int("gemsCatalogueOrder", 0..=LAST_PLACE),
        ..ServiceWish::default()
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
    State(web): State<Web>,
    asker: Manager,
    Named(named): Named,
    body: Body,
) -> Answered {
    let service = ServiceId::new(named);
    let mut fields = body.fields()?;
    let wish = ServiceWish {
        category_id: fields.optional("categoryId", id(CategoryId::new)),
        name: fields.optional("name", |text| filled(text, 120)),
        duration_minutes: fields.optional_int("durationMinutes", 1..=LONGEST_SERVICE_MINUTES),
        price_paise: fields.optional_int("pricePaise", 0..=MOST_PAISE),
        ..details(&mut fields)
    };
    if fields.have_failed() {
        let (service, wish) = (service.clone(), wish.clone());
        let looked_at =
            move |conn: &mut Conn<'_>| acts::examine_change(conn, &service, &wish).map_err(ApiError::from);
        for complaint in web.app().db.read(looked_at).await? {
            fields.refuse_unless_refused(field_of_service(complaint), complaint);
        }
    }
    let wish = fields.build(|| Some(wish))?;
    let service =
        asker.act(&web, move |tx, occasion| Ok(acts::change(tx, occasion, &service, &wish)?)).await?;
    ok(KeptServiceView { service })
}
