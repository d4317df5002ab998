//! Managers keep the packages of hours that the desk sells.

use axum::extract::State;
use parlour_app::tiers::{self as acts, NewTier, TierWish};
use parlour_domain::ids::TierId;
use parlour_domain::membership::{LONGEST_VALIDITY_DAYS, MOST_HOURS_MINUTES};
use parlour_domain::money::MOST_PAISE;
use parlour_domain::text::{at_most, filled};
use parlour_store::tiers::Tier;
use serde::Serialize;
use utoipa::ToSchema;

use super::services::LAST_PLACE;
use crate::body::Body;
use crate::fields::Fields;
use crate::id_path::Named;
use crate::respond::{Answered, Envelope, answer, created, ok};
use crate::signed_in::Manager;
use crate::web::Web;

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
pub(crate) async fn create(State(web): State<Web>, asker: Manager, body: Body) -> Answered {
    let mut fields = body.fields()?;
    let name = fields.required("name", |text| filled(text, 120));
    let hours = fields.required_int("defaultHoursMinutes", 1..=MOST_HOURS_MINUTES);
    let price = fields.required_int("defaultPricePaise", 0..=MOST_PAISE);
    let validity = fields.required_int("defaultValidityDays", 1..=LONGEST_VALIDITY_DAYS);
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
    let tier = asker.act(&web, move |tx, occasion| Ok(acts::add(tx, occasion, &new)?)).await?;
    Ok(answer(created(TierView { tier })?))
}

fn details(fields: &mut Fields) -> TierWish {
    TierWish {
        description: fields.optional("description", |text| at_most(text.trim(), 1_000)),
        is_active: fields.optional_bool("isActive"),
        display_order: fields.optional_int("displayOrder", 0..=LAST_PLACE),
        ..TierWish::default()
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
pub(crate) async fn change(State(web): State<Web>, asker: Manager, Named(id): Named, body: Body) -> Answered {
    let mut fields = body.fields()?;
    let wish = TierWish {
        name: fields.optional("name", |text| filled(text, 120)),
        default_hours_minutes: fields.optional_int("defaultHoursMinutes", 1..=MOST_HOURS_MINUTES),
        default_price_paise: fields.optional_int("defaultPricePaise", 0..=MOST_PAISE),
        default_validity_days: fields.optional_int("defaultValidityDays", 1..=LONGEST_VALIDITY_DAYS),
        ..details(&mut fields)
    };
    let wish = fields.build(|| Some(wish))?;
    let id = TierId::new(id);
    let tier = asker.act(&web, move |tx, occasion| Ok(acts::change(tx, occasion, &id, &wish)?)).await?;
    ok(TierView { tier })
}
