//! Managers change membership tiers.

use parlour_app::tiers as use_cases;
use parlour_app::tiers::{NewTier, TierPatch};
use parlour_domain::billing::money::MAX_PAISE;
use parlour_domain::ids::TierId;
use parlour_domain::membership::{MAX_TOTAL_MINUTES, MAX_VALIDITY_DAYS};
use parlour_domain::service::MAX_DISPLAY_ORDER;
use parlour_store::memberships::tiers::Tier;

use crate::admin::services::Sac;
use crate::prelude::*;

request_shape! {
    pub(crate) struct TierBody {
        name: Name<120>,
        default_hours_minutes: Int<1, MAX_TOTAL_MINUTES>,
        /// GST included.
        default_price_paise: Int<0, MAX_PAISE>,
        default_validity_days: Int<1, MAX_VALIDITY_DAYS>,
        details: Flat<TierDetails>,
    }

    pub(crate) struct TierChangeBody {
        name: Option<Name<120>>,
        default_hours_minutes: Option<Int<1, MAX_TOTAL_MINUTES>>,
        /// GST included.
        default_price_paise: Option<Int<0, MAX_PAISE>>,
        default_validity_days: Option<Int<1, MAX_VALIDITY_DAYS>>,
        details: Flat<TierDetails>,
    }

    struct TierDetails {
        description: Option<TrimmedText<1000>>,
        /// What readers of Hindi see; `null` for the English name.
        #[example = "गोल्ड"]
        name_hi: Patch<Name<120>>,
        /// What readers of Hindi see; `null` for the English description.
        description_hi: Patch<TrimmedText<1000>>,
        /// The service accounting code on its invoices.
        #[example = "999721"]
        sac_code: Option<Sac>,
        is_active: Option<bool>,
        display_order: Option<Int<0, MAX_DISPLAY_ORDER>>,
    }
}

#[derive(Serialize, ToSchema)]
pub(crate) struct TierView {
    tier: Tier,
}

/// Add a tier
///
/// The slug is made from the name and stays when the name changes.
#[utoipa::path(
    post, path = "/api/membership-tiers", tag = "Memberships", security(("session" = ["manager"])),
    request_body = TierBody, responses((status = 201, body = Envelope<TierView>)),
)]
pub(crate) async fn create(caller: Manager, body: RequestBody) -> HttpResult {
    let body: TierBody = body.parse()?;
    let new = NewTier {
        name: body.name,
        default_hours_minutes: body.default_hours_minutes,
        default_price_paise: body.default_price_paise,
        default_validity_days: body.default_validity_days,
        details: body.details.into(),
    };
    let tier = caller.write(move |tx, context| Ok(use_cases::add(tx, context, &new)?)).await?;
    created(TierView { tier })
}

impl From<TierDetails> for TierPatch {
    fn from(details: TierDetails) -> Self {
        let TierDetails { description, name_hi, description_hi, sac_code, is_active, display_order } = details;
        Self { description, name_hi, description_hi, sac_code, is_active, display_order, ..Self::default() }
    }
}

/// Change a tier
///
/// Absent fields stay unchanged; `null` removes what is said in Hindi. `isActive: false` ends the sale of the tier.
/// Memberships that were sold do not change.
#[utoipa::path(
    patch, path = "/api/membership-tiers/{id}", tag = "Memberships", security(("session" = ["manager"])),
    request_body = TierChangeBody,
    responses((status = 200, body = Envelope<TierView>)),
)]
pub(crate) async fn change(caller: Manager, PathId(id): PathId<TierId>, body: RequestBody) -> HttpResult {
    let body: TierChangeBody = body.parse()?;
    let patch = TierPatch {
        name: body.name,
        default_hours_minutes: body.default_hours_minutes,
        default_price_paise: body.default_price_paise,
        default_validity_days: body.default_validity_days,
        ..body.details.into()
    };
    let tier = caller.write(move |tx, context| Ok(use_cases::change(tx, context, &id, &patch)?)).await?;
    ok(TierView { tier })
}
