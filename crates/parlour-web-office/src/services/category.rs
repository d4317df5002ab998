//! A category in the panel beside the list.

use askama::Template;
use parlour_app::hindi_names::Described;
use parlour_app::services::{self as use_cases, CategoryPatch, CategoryRefusal, CategoryWithAllServices, NewCategory};
use parlour_domain::ids::CategoryId;
use parlour_domain::service::{MAX_DISPLAY_ORDER, ServiceType};
use parlour_http::error::HttpError;
use parlour_http::form::FormBody;
use parlour_http::path_id::PathId;
use parlour_http::request::{Int, Name, TrimmedText};
use parlour_http::request_shape;
use parlour_http::respond::HttpResult;
use parlour_http::sessions::Manager;
use parlour_store::catalogue::catalogue_changes;
use parlour_store::catalogue::catalogue_records::Category;
use parlour_texts::Texts;
use parlour_web::flash::Flash;
use parlour_web::form::{ChangedOrRefused, FormState};
use parlour_web_admin::concurrent_edits::{
    SavedField, checkbox_value, merge_with_saved, text_fields, with_saved_values,
};
use parlour_web_admin::desk::{DeskFrame, DeskPage, Place};
use parlour_web_admin::panel::Panel;

use super::list::{ListView, PriceList, kind_name, read_price_list};

request_shape! {
    struct CategoryForm {
        name: Name<120>,
        service_type: ServiceType,
        description: Option<TrimmedText<1000>>,
        name_hi: Option<Name<120>>,
        description_hi: Option<TrimmedText<1000>>,
        display_order: Option<Int<0, MAX_DISPLAY_ORDER>>,
        is_active: Option<bool>,
    }
}

#[derive(Template)]
#[template(path = "services/category.html")]
struct CategoryPage {
    frame: DeskFrame,
    list: PriceList,
    panel: Panel,
    /// Value and name.
    kinds: Vec<(&'static str, &'static str)>,
}

/// `/services/categories/new`
pub(super) async fn show_new(page: DeskPage<Manager>) -> HttpResult {
    let kind = ListView::of_page(&page, None).kind();
    render_new(&page, FormState::new([("serviceType", kind.as_str()), ("isActive", "true")])).await
}

async fn render_new(page: &DeskPage<Manager>, form: FormState) -> HttpResult {
    let view = ListView::of_page(page, None);
    let path = format!("/services/categories/new{}", view.query());
    let panel = Panel::new(page.texts.price_list().new_category(), path, view.path(), form);
    render(page, &read_price_list(page).await?, view, panel)
}

pub(super) async fn add(page: DeskPage<Manager>, form: FormBody) -> HttpResult {
    let view = ListView::of_page(&page, None);
    let added = page.form(&form, label).create(form.parse::<CategoryForm>(), move |tx, context, typed| {
        let CategoryForm { name, service_type, .. } = typed.clone();
        use_cases::add_category(tx, context, &NewCategory { name, service_type, details: details(typed) })?;
        Ok::<_, CategoryRefusal>(view.of_kind(service_type).path())
    });
    added.await?.answer(Flash::CategoryAdded, |state| render_new(&page, state)).await
}

/// `/services/categories/{id}`
pub(super) async fn show(page: DeskPage<Manager>, PathId(id): PathId<CategoryId>) -> HttpResult {
    show_with(&page, &id, None).await
}

/// The panel with what was typed, or with what is saved.
async fn show_with(page: &DeskPage<Manager>, id: &CategoryId, typed: Option<FormState>) -> HttpResult {
    let all = read_price_list(page).await?;
    let category = all.iter().map(|group| &group.category).find(|category| category.id == *id);
    let category = category.ok_or_else(|| HttpError::not_found("This category"))?;
    let view = ListView::of_page(page, Some(category.service_type));
    let path = format!("/services/categories/{id}{}", view.query());
    let form = with_saved_values(typed.unwrap_or_default(), &fields_of(category));
    let panel = Panel::new(category.name_in(page.texts), path, view.path(), form);
    render(page, &all, view, panel)
}

fn fields_of(category: &Category) -> Vec<SavedField> {
    text_fields([
        ("name", category.name.clone()),
        ("serviceType", category.service_type.as_str().to_owned()),
        ("description", category.description.clone()),
        ("nameHi", category.name_hi.clone().unwrap_or_default()),
        ("descriptionHi", category.description_hi.clone().unwrap_or_default()),
        ("displayOrder", category.display_order.to_string()),
        ("isActive", checkbox_value(category.is_active)),
    ])
}

pub(super) async fn change(page: DeskPage<Manager>, PathId(id): PathId<CategoryId>, form: FormBody) -> HttpResult {
    let (category, typed, texts) = (id.clone(), form.values.clone(), page.texts);
    let (parsed, view) = (form.parse::<CategoryForm>().map(drop), ListView::of_page(&page, None));
    let saved = page.form(&form, label).write(parsed, move |tx, context, ()| {
        let refused = ChangedOrRefused::<CategoryRefusal>::Refused;
        let before = catalogue_changes::lock_category(tx, &category)?.ok_or(refused(CategoryRefusal::Unknown))?;
        let changed: CategoryForm = merge_with_saved(&typed, &fields_of(&before), texts, label)?.parse()?;
        let CategoryForm { name, service_type, .. } = changed.clone();
        let patch = CategoryPatch { name: Some(name), service_type: Some(service_type), ..details(&changed) };
        use_cases::change_category(tx, context, &category, &patch).map_err(refused)?;
        Ok::<_, ChangedOrRefused<CategoryRefusal>>(view.of_kind(service_type).path())
    });
    saved.await?.answer(Flash::CategorySaved, |state| show_with(&page, &id, Some(state))).await
}

/// What is left empty has its default.
fn details(typed: &CategoryForm) -> CategoryPatch {
    CategoryPatch {
        description: Some(typed.description.clone().unwrap_or_default()),
        name_hi: Some(typed.name_hi.clone()),
        description_hi: Some(typed.description_hi.clone()),
        display_order: Some(typed.display_order.unwrap_or_default()),
        is_active: typed.is_active,
        ..CategoryPatch::default()
    }
}

/// The label of a field.
fn label(name: &str, texts: Texts) -> &'static str {
    let text = texts.price_list();
    match name {
        "name" => text.name(),
        "serviceType" => text.kind(),
        "description" => text.description_name(),
        "nameHi" => texts.panel().name_hi(),
        "descriptionHi" => texts.panel().description_hi(),
        "displayOrder" => text.order(),
        _ => text.offered(),
    }
}

fn render(page: &DeskPage<Manager>, all: &[CategoryWithAllServices], view: ListView, panel: Panel) -> HttpResult {
    let name = |kind: &ServiceType| (kind.as_str(), kind_name(*kind, page.texts.price_list()));
    page.show_with(
        panel.form.status,
        &CategoryPage {
            frame: page.desk_frame(panel.title.clone(), Place::Services),
            list: PriceList::new(all, view, Some(""), page.texts),
            kinds: ServiceType::ALL.iter().map(name).collect(),
            panel,
        },
    )
}
