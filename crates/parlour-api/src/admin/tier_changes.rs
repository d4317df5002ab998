//! Managers keep the packages of hours that the desk sells.

use axum::extract::State;
use parlour_app::tiers as use_cases;
use parlour_app::tiers::{NewTier, TierPatch};
use parlour_domain::billing::money::MAX_PAISE;
use parlour_domain::ids::TierId;
use parlour_domain::membership::{MAX_TOTAL_MINUTES, MAX_VALIDITY_DAYS};
use parlour_domain::text::{limited_text, required_text};
use parlour_http::body::RequestBody;
use parlour_http::fields::Fields;
use parlour_http::path_id::PathId;
use parlour_http::respond::{Envelope, HttpResult, ok, stored_created, to_response};
use parlour_http::sessions::Manager;
use parlour_http::state::HttpState;
use parlour_store::memberships::tiers::Tier;
use serde::Serialize;
use utoipa::ToSchema;

use super::services::MAX_DISPLAY_ORDER;

#[derive(ToSchema)]
#[schema(rename_all = "camelCase")]
#[expect(dead_code, reason = "the schema of what `create` reads field by field")]
pub(crate) struct TierBody {
    #[schema(min_length = 1, max_length = 120)]
    name: String,
    #[schema(minimum = 1, maximum = 52_560_000)]
    default_hours_minutes: i64,
    /// GST included.
    #[schema(minimum = 0, maximum = 10_000_000_000_i64)]
    default_price_paise: i64,
    #[schema(minimum = 1, maximum = 36_500)]
    default_validity_days: i64,
    #[schema(max_length = 1000)]
    description: Option<String>,
    is_active: Option<bool>,
    #[schema(minimum = 0, maximum = 1_000_000)]
    display_order: Option<i64>,
}

#[derive(Serialize, ToSchema)]
pub(crate) struct TierView {
    tier: Tier,
}

/// Add a tier
///
/// Its slug is made of its name and stays when the name changes.
#[utoipa::path(
    post, path = "/api/membership-tiers", tag = "Memberships", security(("session" = ["manager"])),
    request_body = TierBody, responses((status = 201, body = Envelope<TierView>)),
)]
pub(crate) async fn create(State(state): State<HttpState>, caller: Manager, body: RequestBody) -> HttpResult {
    let mut fields = body.fields()?;
    let name = fields.required("name", |text| required_text(text, 120));
    let hours = fields.required_int("defaultHoursMinutes", 1..=MAX_TOTAL_MINUTES);
    let price = fields.required_int("defaultPricePaise", 0..=MAX_PAISE);
    let validity = fields.required_int("defaultValidityDays", 1..=MAX_VALIDITY_DAYS);
    let details = details(&mut fields);
    let new = fields.build(|| {
        Some(NewTier {
            name: name?,
            default_hours_minutes: hours?,
            default_price_paise: price?,
            default_validity_days: validity?,
            details,
        })
    })?;
    let tier = caller.write(&state, move |tx, context| Ok(use_cases::add(tx, context, &new)?)).await?;
    Ok(to_response(stored_created(TierView { tier })?))
}

fn details(fields: &mut Fields) -> TierPatch {
    TierPatch {
        description: fields.optional("description", |text| limited_text(text.trim(), 1_000)),
        is_active: fields.optional_bool("isActive"),
        display_order: fields.optional_int("displayOrder", 0..=MAX_DISPLAY_ORDER),
        ..TierPatch::default()
    }
}

#[derive(ToSchema)]
#[schema(rename_all = "camelCase")]
#[expect(dead_code, reason = "the schema of what `change` reads field by field")]
pub(crate) struct TierChangeBody {
    #[schema(min_length = 1, max_length = 120)]
    name: Option<String>,
    #[schema(minimum = 1, maximum = 52_560_000)]
    default_hours_minutes: Option<i64>,
    #[schema(minimum = 0, maximum = 10_000_000_000_i64)]
    default_price_paise: Option<i64>,
    #[schema(minimum = 1, maximum = 36_500)]
    default_validity_days: Option<i64>,
    #[schema(max_length = 1000)]
    description: Option<String>,
    is_active: Option<bool>,
    #[schema(minimum = 0, maximum = 1_000_000)]
    display_order: Option<i64>,
}

/// Change a tier
///
/// What is absent stays. `isActive: false` ends its sale. Memberships that were sold stay as they were sold.
#[utoipa::path(
    patch, path = "/api/membership-tiers/{id}", tag = "Memberships", security(("session" = ["manager"])),
    params(("id" = String, Path)), request_body = TierChangeBody,
    responses((status = 200, body = Envelope<TierView>)),
)]
pub(crate) async fn change(
    State(state): State<HttpState>,
    caller: Manager,
    PathId(id): PathId,
    body: RequestBody,
) -> HttpResult {
    let mut fields = body.fields()?;
    let patch = TierPatch {
        name: fields.optional("name", |text| required_text(text, 120)),
        default_hours_minutes: fields.optional_int("defaultHoursMinutes", 1..=MAX_TOTAL_MINUTES),
        default_price_paise: fields.optional_int("defaultPricePaise", 0..=MAX_PAISE),
        default_validity_days: fields.optional_int("defaultValidityDays", 1..=MAX_VALIDITY_DAYS),
        ..details(&mut fields)
    };
    let patch = fields.build(|| Some(patch))?;
    let id = TierId::new(id);
    let tier =
        caller.write(&state, move |tx, context| Ok(use_cases::change(tx, context, &id, &patch)?)).await?;
    ok(TierView { tier })
}
