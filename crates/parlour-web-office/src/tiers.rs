//! The tiers of memberships, also those that are not on sale.

use askama::Template;
use axum::Router;
use parlour_app::hindi_names::Described;
use parlour_app::tiers::{self as use_cases, NewTier, TierPatch, TierRefusal};
use parlour_domain::ids::TierId;
use parlour_domain::membership::{MAX_VALIDITY_DAYS, MEMBERSHIP_SAC};
use parlour_domain::service::{MAX_DISPLAY_ORDER, parse_sac};
use parlour_http::error::{FieldError, FieldErrors, HttpError};
use parlour_http::form::FormBody;
use parlour_http::path_id::PathId;
use parlour_http::request::{FormValues, Int, Name, RequestShape, TrimmedText};
use parlour_http::request_shape;
use parlour_http::respond::HttpResult;
use parlour_http::routing::{get, post};
use parlour_http::sessions::Manager;
use parlour_http::state::HttpState;
use parlour_store::memberships::tier_changes;
use parlour_store::memberships::tiers::{self, Tier};
use parlour_texts::Texts;
use parlour_web::flash::Flash;
use parlour_web::form::{ChangedOrRefused, FormState, Rupees};
use parlour_web::format;
use parlour_web_admin::concurrent_edits::{
    SavedField, checkbox_value, merge_with_saved, text_fields, with_saved_values,
};
use parlour_web_admin::desk::{DeskFrame, DeskPage, Place};
use parlour_web_admin::memberships::{hours_value, parse_hours};
use parlour_web_admin::panel::Panel;

const LIST_PATH: &str = "/tiers";

request_shape! {
    struct TierForm {
        name: Name<120>,
        description: Option<TrimmedText<1000>>,
        name_hi: Option<Name<120>>,
        description_hi: Option<TrimmedText<1000>>,
        price: Rupees,
        validity_days: Int<1, MAX_VALIDITY_DAYS>,
        display_order: Option<Int<0, MAX_DISPLAY_ORDER>>,
        is_active: Option<bool>,
    }
}

#[derive(Template)]
#[template(path = "tiers/tiers.html")]
struct TiersPage {
    frame: DeskFrame,
    rows: Vec<TierRow>,
    panel: Option<Panel>,
}

#[derive(Debug)]
struct TierRow {
    path: String,
    name: String,
    hours: String,
    price: String,
    validity: String,
    is_active: bool,
    is_current: bool,
}

pub(super) fn routes() -> Router<HttpState> {
    Router::new()
        .route("/tiers", get(show_list))
        .route("/tiers/new", get(show_new).merge(post(add)))
        .route("/tiers/{id}", get(show).merge(post(change)))
}

/// `/tiers`
async fn show_list(page: DeskPage<Manager>) -> HttpResult {
    let all = read_all(&page).await?;
    render(&page, &all, None, None)
}

/// `/tiers/new`
async fn show_new(page: DeskPage<Manager>) -> HttpResult {
    render_new(&page, FormState::new([("sacCode", MEMBERSHIP_SAC), ("isActive", "true")])).await
}

async fn render_new(page: &DeskPage<Manager>, form: FormState) -> HttpResult {
    let title = page.texts.desk_tiers().new_tier();
    let panel = Panel::new(title, "/tiers/new".to_owned(), LIST_PATH.to_owned(), form);
    render(page, &read_all(page).await?, Some(panel), None)
}

async fn add(page: DeskPage<Manager>, form: FormBody) -> HttpResult {
    let added = page.form(&form, label).create(read(&form.values, page.texts), |tx, context, new| {
        use_cases::add(tx, context, new)?;
        Ok::<_, TierRefusal>(LIST_PATH.to_owned())
    });
    added.await?.answer(Flash::TierAdded, |state| render_new(&page, state)).await
}

/// `/tiers/{id}`
async fn show(page: DeskPage<Manager>, PathId(id): PathId<TierId>) -> HttpResult {
    show_with(&page, &id, None).await
}

/// The panel with what was typed, or with what is saved.
async fn show_with(page: &DeskPage<Manager>, id: &TierId, typed: Option<FormState>) -> HttpResult {
    let all = read_all(page).await?;
    let tier = all.iter().find(|tier| tier.id == *id).ok_or_else(|| HttpError::not_found("This tier"))?;
    let form = with_saved_values(typed.unwrap_or_default(), &fields_of(tier));
    let panel = Panel::new(tier.name_in(page.texts), format!("/tiers/{id}"), LIST_PATH.to_owned(), form);
    render(page, &all, Some(panel), Some(id))
}

async fn change(page: DeskPage<Manager>, PathId(id): PathId<TierId>, form: FormBody) -> HttpResult {
    let (tier, typed, texts) = (id.clone(), form.values.clone(), page.texts);
    let saved = page.form(&form, label).write(read(&typed, texts).map(drop), move |tx, context, ()| {
        let refused = ChangedOrRefused::<TierRefusal>::Refused;
        let before = tier_changes::lock_tier(tx, &tier)?.ok_or(refused(TierRefusal::Unknown))?;
        let patch = as_patch(read(&merge_with_saved(&typed, &fields_of(&before), texts, label)?, texts)?);
        use_cases::change(tx, context, &tier, &patch).map_err(refused)?;
        Ok::<_, ChangedOrRefused<TierRefusal>>(LIST_PATH.to_owned())
    });
    saved.await?.answer(Flash::TierSaved, |state| show_with(&page, &id, Some(state))).await
}

async fn read_all(page: &DeskPage<Manager>) -> Result<Vec<Tier>, HttpError> {
    page.caller.read(|conn, _| Ok(tiers::list_all(conn)?)).await
}

/// The tier with all its fields, or every wrong field. What is left empty has its default.
fn read(typed: &FormValues, texts: Texts) -> Result<NewTier, FieldErrors> {
    let sentence = |text: &str| FieldError::Sentence(text.to_owned());
    let (not_hours, not_a_sac) = (texts.desk_tiers().not_hours(), texts.price_list().not_a_sac());
    let (mut fields, partial) = typed.read::<TierForm>();
    fields.require_present("hours");
    let hours = fields.optional("hours", |hours| parse_hours(hours).ok_or_else(|| sentence(not_hours)));
    let sac = fields.optional("sacCode", |sac| parse_sac(sac).map_err(|_| sentence(not_a_sac)));
    fields.finish(|| {
        let tier = TierForm::complete(partial)?;
        let details = TierPatch {
            description: Some(tier.description.unwrap_or_default()),
            name_hi: Some(tier.name_hi),
            description_hi: Some(tier.description_hi),
            sac_code: Some(sac.unwrap_or_else(|| MEMBERSHIP_SAC.to_owned())),
            is_active: tier.is_active,
            display_order: Some(tier.display_order.unwrap_or_default()),
            ..TierPatch::default()
        };
        Some(NewTier {
            name: tier.name,
            default_hours_minutes: hours?,
            default_price_paise: tier.price,
            default_validity_days: tier.validity_days,
            details,
        })
    })
}

/// The same as a change of a tier.
fn as_patch(tier: NewTier) -> TierPatch {
    TierPatch {
        name: Some(tier.name),
        default_hours_minutes: Some(tier.default_hours_minutes),
        default_price_paise: Some(tier.default_price_paise),
        default_validity_days: Some(tier.default_validity_days),
        ..tier.details
    }
}

fn fields_of(tier: &Tier) -> Vec<SavedField> {
    let mut fields = text_fields([
        ("name", tier.name.clone()),
        ("description", tier.description.clone()),
        ("nameHi", tier.name_hi.clone().unwrap_or_default()),
        ("descriptionHi", tier.description_hi.clone().unwrap_or_default()),
        ("hours", hours_value(tier.default_hours_minutes)),
        ("validityDays", tier.default_validity_days.to_string()),
        ("sacCode", tier.sac_code.clone()),
        ("displayOrder", tier.display_order.to_string()),
        ("isActive", checkbox_value(tier.is_active)),
    ]);
    fields.push(SavedField::rupees("price", Some(tier.default_price_paise)));
    fields
}

/// The label of a field.
fn label(name: &str, texts: Texts) -> &'static str {
    let text = texts.desk_tiers();
    match name {
        "name" => text.name(),
        "description" => text.description_name(),
        "nameHi" => texts.panel().name_hi(),
        "descriptionHi" => texts.panel().description_hi(),
        "hours" => text.hours(),
        "price" => text.price(),
        "validityDays" => text.validity_name(),
        "sacCode" => texts.price_list().sac(),
        "displayOrder" => texts.price_list().order(),
        _ => text.on_sale(),
    }
}

fn render(page: &DeskPage<Manager>, all: &[Tier], panel: Option<Panel>, current: Option<&TierId>) -> HttpResult {
    let title = panel.as_ref().map_or(page.texts.desk_frame().tiers().to_owned(), |panel| panel.title.clone());
    let status = panel.as_ref().map(|panel| panel.form.status).unwrap_or_default();
    let rows = all.iter().map(|tier| TierRow::new(tier, current, page.texts)).collect();
    page.show_with(status, &TiersPage { frame: page.desk_frame(title, Place::Tiers), rows, panel })
}

impl TierRow {
    fn new(tier: &Tier, current: Option<&TierId>, texts: Texts) -> Self {
        Self {
            path: format!("/tiers/{}", tier.id),
            name: tier.name_in(texts).to_owned(),
            hours: texts.format_minutes(tier.default_hours_minutes),
            price: format::money(tier.default_price_paise),
            validity: texts.desk_tiers().days(tier.default_validity_days),
            is_active: tier.is_active,
            is_current: current == Some(&tier.id),
        }
    }
}
