//! A service in the panel beside the list.

use askama::Template;
use parlour_app::hindi_names::Described;
use parlour_app::services::{self as use_cases, CategoryWithAllServices, NewService, ORDER_STEP, ServiceRefusal};
use parlour_domain::ids::ServiceId;
use parlour_http::error::HttpError;
use parlour_http::pages::pictures::own_picture_path;
use parlour_http::path_id::PathId;
use parlour_http::request::FormWithPicture;
use parlour_http::respond::HttpResult;
use parlour_http::sessions::Manager;
use parlour_store::catalogue::catalogue_changes;
use parlour_web::flash::Flash;
use parlour_web::form::{ChangedOrRefused, FormState};
use parlour_web_admin::concurrent_edits::{merge_with_saved, with_saved_values};
use parlour_web_admin::desk::{DeskFrame, DeskPage, Place};
use parlour_web_admin::panel::{Panel, WithPicture, store_form_picture};

use super::list::{ListView, PriceList, read_price_list};
use super::service_form::{Preview, as_patch, fields_of, label, read, values_of_new};

#[derive(Template)]
#[template(path = "services/service.html")]
struct ServicePage {
    frame: DeskFrame,
    list: PriceList,
    panel: Panel,
    /// Id and name.
    categories: Vec<(String, String)>,
    /// The path of its picture.
    picture: Option<String>,
    preview: Preview,
}

/// `/services/new?category=`
pub(super) async fn show_new(page: DeskPage<Manager>) -> HttpResult {
    let all = read_price_list(&page).await?;
    let named = page.parameter("category");
    let is_named = |group: &&CategoryWithAllServices| Some(group.category.id.as_str()) == named.as_deref();
    let kind = ListView::of_page(&page, None).kind();
    let is_of_kind = |group: &&CategoryWithAllServices| group.category.service_type == kind;
    let group = all.iter().find(is_named).or_else(|| all.iter().find(is_of_kind));
    let last = group.and_then(|group| group.services.last()).map_or(0, |last| last.service.display_order);
    let category = group.map_or("", |group| group.category.id.as_str());
    render_new(&page, &all, values_of_new(category, last.saturating_add(ORDER_STEP)))
}

fn render_new(page: &DeskPage<Manager>, all: &[CategoryWithAllServices], form: FormState) -> HttpResult {
    let group = all.iter().find(|group| form.has("categoryId", group.category.id.as_str()));
    let view = ListView::of_page(page, group.map(|group| group.category.service_type));
    let path = format!("/services/new{}", view.query());
    let panel = Panel::new(page.texts.price_list().new_service(), path, view.path(), form);
    render(page, all, (view, ""), panel, None)
}

pub(super) async fn add(page: DeskPage<Manager>, FormWithPicture { form, picture }: FormWithPicture) -> HttpResult {
    let stored = store_form_picture(&page, read(&form.values, page.texts).map(|service| (service, picture))).await?;
    let next = ListView::of_page(&page, None);
    let added = page.form(&form, label).create(stored.map(with_picture), move |tx, context, new| {
        let added = use_cases::add(tx, context, new)?;
        let category = catalogue_changes::find_category(tx, &added.service.category_id)?;
        Ok::<_, ServiceRefusal>(category.map_or(next, |category| next.of_kind(category.service_type)).path())
    });
    let show = async |state| render_new(&page, &read_price_list(&page).await?, state);
    added.await?.answer(Flash::ServiceAdded, show).await
}

/// `/services/{id}`
pub(super) async fn show(page: DeskPage<Manager>, PathId(id): PathId<ServiceId>) -> HttpResult {
    show_with(&page, &id, None).await
}

/// The panel with what was typed, or with what is saved.
async fn show_with(page: &DeskPage<Manager>, id: &ServiceId, typed: Option<FormState>) -> HttpResult {
    let all = read_price_list(page).await?;
    let found = all.iter().find_map(|group| {
        let managed = group.services.iter().find(|managed| managed.service.id == *id)?;
        Some((group.category.service_type, managed))
    });
    let (kind, managed) = found.ok_or_else(|| HttpError::not_found("This service"))?;
    let view = ListView::of_page(page, Some(kind));
    let path = format!("/services/{id}{}", view.query());
    let form = with_saved_values(typed.unwrap_or_default(), &fields_of(managed));
    let panel = Panel::new(managed.service.name_in(page.texts), path, view.path(), form);
    render(page, &all, (view, id.as_str()), panel, managed.service.image_url.as_deref())
}

pub(super) async fn change(
    page: DeskPage<Manager>,
    PathId(id): PathId<ServiceId>,
    FormWithPicture { form, picture }: FormWithPicture,
) -> HttpResult {
    let (service, typed, texts, next) = (id.clone(), form.values.clone(), page.texts, ListView::of_page(&page, None));
    let stored = store_form_picture(&page, read(&typed, texts).map(|_| ((), picture))).await?;
    let saved = page.form(&form, label).write(stored, move |tx, context, ((), picture)| {
        let refused = ChangedOrRefused::<ServiceRefusal>::Refused;
        let before = catalogue_changes::lock_service(tx, &service)?.ok_or(refused(ServiceRefusal::Unknown))?;
        let changed = read(&merge_with_saved(&typed, &fields_of(&before), texts, label)?, texts)?;
        let patch = as_patch(with_picture((changed, picture.clone())));
        let after = use_cases::change(tx, context, &service, &patch).map_err(refused)?;
        let category = catalogue_changes::find_category(tx, &after.service.category_id)?;
        let next = category.map_or(next, |category| next.of_kind(category.service_type));
        Ok::<_, ChangedOrRefused<ServiceRefusal>>(next.path())
    });
    saved.await?.answer(Flash::ServiceSaved, |state| show_with(&page, &id, Some(state))).await
}

fn with_picture((mut service, picture): WithPicture<NewService>) -> NewService {
    if picture.is_some() {
        service.details.image_url = Some(picture);
    }
    service
}

fn render(
    page: &DeskPage<Manager>,
    all: &[CategoryWithAllServices],
    (view, current): (ListView, &str),
    panel: Panel,
    image_url: Option<&str>,
) -> HttpResult {
    let name = |group: &CategoryWithAllServices| {
        (group.category.id.as_str().to_owned(), group.category.name_in(page.texts).to_owned())
    };
    page.show_with(
        panel.form.status,
        &ServicePage {
            frame: page.desk_frame(panel.title.clone(), Place::Services),
            list: PriceList::new(all, view, Some(current), page.texts),
            categories: all.iter().map(name).collect(),
            picture: image_url.and_then(|url| own_picture_path(&page.state, url)),
            preview: Preview::new(&panel.form, page.texts),
            panel,
        },
    )
}
