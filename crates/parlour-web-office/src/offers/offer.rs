//! An offer in the panel beside the list.

use askama::Template;
use parlour_app::catalogue::OfferWithServices;
use parlour_app::hindi_names::Described;
use parlour_app::offers::{self as use_cases, OfferRefusal, OffersByState};
use parlour_app::services::CategoryWithAllServices;
use parlour_domain::ids::OfferId;
use parlour_domain::offer::{OfferState, OfferType};
use parlour_http::error::HttpError;
use parlour_http::form::FormBody;
use parlour_http::path_id::PathId;
use parlour_http::respond::HttpResult;
use parlour_http::sessions::Manager;
use parlour_store::catalogue::catalogue_records::Service;
use parlour_store::offers::offer_records::{self, Offer};
use parlour_texts::Texts;
use parlour_web::flash::Flash;
use parlour_web::form::{ChangedOrRefused, FormState};
use parlour_web_admin::concurrent_edits::{merge_with_saved, with_saved_values};
use parlour_web_admin::desk::{DeskFrame, DeskPage, Place};
use parlour_web_admin::panel::Panel;

use super::example::{Example, examples};
use super::list::{OfferList, query, read_list, state_word_of_one};
use super::offer_form::{as_patch, fields_of, label, read, type_name, typed_discount, values_of_new};
use crate::services::read_price_list;

#[derive(Template)]
#[template(path = "offers/offer.html")]
struct OfferPage {
    frame: DeskFrame,
    list: OfferList,
    panel: Panel,
    /// Value and name.
    types: Vec<(&'static str, &'static str)>,
    /// Category, with id and name of its services.
    services: Vec<(String, Vec<(String, String)>)>,
    examples: Vec<Example>,
    saved: Option<SavedOffer>,
}

/// What the panel shows of an offer that is saved already.
#[derive(Debug)]
struct SavedOffer {
    state: &'static str,
    is_active: bool,
    /// Its page of the customer app.
    public_address: Option<String>,
}

/// `/offers/new`
pub(super) async fn show_new(page: DeskPage<Manager>) -> HttpResult {
    render_new(&page, values_of_new(page.today())).await
}

async fn render_new(page: &DeskPage<Manager>, form: FormState) -> HttpResult {
    let query = query(page);
    let path = format!("/offers/new{query}");
    let panel = Panel::new(page.texts.desk_offers().new_offer(), path, format!("/offers{query}"), form);
    render(page, &read_list(page).await?, panel, None).await
}

/// Whether a button asks for the example of what is typed, and for nothing else.
fn asks_for_example(form: &FormBody) -> bool {
    form.text("act") == "example"
}

pub(super) async fn add(page: DeskPage<Manager>, form: FormBody) -> HttpResult {
    if asks_for_example(&form) {
        return render_new(&page, FormState::typed(&form.values)).await;
    }
    let added = page.form(&form, label).create(read(&form.values, page.texts), |tx, context, offer| {
        use_cases::create(tx, context, offer)?;
        Ok::<_, OfferRefusal>("/offers".to_owned())
    });
    added.await?.answer(Flash::OfferAdded, |state| render_new(&page, state)).await
}

/// `/offers/{id}`
pub(super) async fn show(page: DeskPage<Manager>, PathId(id): PathId<OfferId>) -> HttpResult {
    show_with(&page, &id, None).await
}

/// The panel with what was typed, or with what is saved.
async fn show_with(page: &DeskPage<Manager>, id: &OfferId, typed: Option<FormState>) -> HttpResult {
    let (list, sought) = (read_list(page).await?, id.clone());
    let found = page.caller.read(move |conn, _| Ok(use_cases::offer_with_services(conn, &sought)?));
    let found = found.await?.ok_or_else(|| HttpError::not_found("This offer"))?;
    let query = query(page);
    let form = with_saved_values(typed.unwrap_or_default(), &fields_of(&found, page.texts));
    let path = format!("/offers/{id}{query}");
    let panel = Panel::new(found.offer.name_in(page.texts), path, format!("/offers{query}"), form);
    render(page, &list, panel, Some(&found)).await
}

pub(super) async fn change(page: DeskPage<Manager>, PathId(id): PathId<OfferId>, form: FormBody) -> HttpResult {
    if asks_for_example(&form) {
        return show_with(&page, &id, Some(FormState::typed(&form.values))).await;
    }
    let (offer, next) = (id.clone(), format!("/offers{}", query(&page)));
    let (typed, texts) = (form.values.clone(), page.texts);
    let (is_active, flash) = match form.text("switch") {
        "off" => (Some(false), Flash::OfferSwitchedOff),
        "on" => (Some(true), Flash::OfferSwitchedOn),
        _ => (None, Flash::OfferSaved),
    };
    let saved = page.form(&form, label).write(read(&typed, texts).map(drop), move |tx, context, ()| {
        let refused = ChangedOrRefused::<OfferRefusal>::Refused;
        offer_records::lock_offer(tx, &offer)?;
        let before = use_cases::offer_with_services(tx, &offer)?.ok_or(refused(OfferRefusal::Unknown))?;
        let changed = read(&merge_with_saved(&typed, &fields_of(&before, texts), texts, label)?, texts)?;
        use_cases::change(tx, context, &offer, &as_patch(changed, is_active)).map_err(refused)?;
        Ok::<_, ChangedOrRefused<OfferRefusal>>(next.clone())
    });
    saved.await?.answer(flash, |state| show_with(&page, &id, Some(state))).await
}

async fn render(
    page: &DeskPage<Manager>,
    read: &OffersByState,
    panel: Panel,
    found: Option<&OfferWithServices>,
) -> HttpResult {
    let (categories, text) = (read_price_list(page).await?, page.texts.desk_offers());
    let is_chosen = |service: &&Service| panel.form.has("serviceIds", service.id.as_str());
    let every_service = || categories.iter().flat_map(|group| &group.services).map(|managed| &managed.service);
    let chosen: Vec<&Service> = every_service().filter(is_chosen).collect();
    let discount = typed_discount(&panel.form);
    let saved = found.map(|found| saved_offer(page, &found.offer));
    let current = found.map_or("", |found| found.offer.id.as_str());
    page.show_with(
        panel.form.status,
        &OfferPage {
            frame: page.desk_frame(panel.title.clone(), Place::Offers),
            list: OfferList::new(page, read, Some(current)),
            types: OfferType::ALL.iter().map(|kind| (kind.as_str(), type_name(*kind, text))).collect(),
            services: categories.iter().filter_map(|group| services_of(group, &panel.form, page.texts)).collect(),
            examples: discount.map(|discount| examples(&discount, &chosen, page.texts)).unwrap_or_default(),
            saved,
            panel,
        },
    )
}

fn saved_offer(page: &DeskPage<Manager>, offer: &Offer) -> SavedOffer {
    let state = offer.state_on(page.today());
    let address = || format!("{}/offers/{}", page.state.worker().integrations.customer_url, offer.slug);
    SavedOffer {
        state: state_word_of_one(state, page.texts.desk_offers()),
        is_active: offer.is_active,
        public_address: (state == OfferState::Running).then(address),
    }
}

/// The services of a category that can be chosen: those that are offered, and those that are chosen already.
fn services_of(
    group: &CategoryWithAllServices,
    form: &FormState,
    texts: Texts,
) -> Option<(String, Vec<(String, String)>)> {
    let services = group.services.iter().map(|managed| &managed.service);
    let can_be_chosen = |service: &&Service| {
        (service.is_active && group.category.is_active) || form.has("serviceIds", service.id.as_str())
    };
    let choice = |service: &Service| (service.id.as_str().to_owned(), service.name_in(texts).to_owned());
    let services: Vec<_> = services.filter(can_be_chosen).map(choice).collect();
    (!services.is_empty()).then(|| (group.category.name_in(texts).to_owned(), services))
}
