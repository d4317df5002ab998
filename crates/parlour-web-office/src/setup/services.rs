//! The third step: what the salon offers, from the starter catalogue, by hand or from a file.

use askama::Template;
use parlour_app::setup::{StarterCategory, adopt_catalogue, starter_catalogue};
use parlour_domain::setup::{Setup, SetupStep};
use parlour_http::error::HttpError;
use parlour_http::form::FormBody;
use parlour_http::respond::HttpResult;
use parlour_http::sessions::Owner;
use parlour_store::catalogue::{catalogue_changes, catalogue_records};
use parlour_texts::{SetupServicesTexts, Texts};
use parlour_web::flash::Flash;
use parlour_web::form::FormState;
use parlour_web_admin::desk::{DeskFrame, DeskPage, Place};

use super::around::{Around, path_after};
use super::branch::find_shown_setup;
use super::refusal::SetupRefusal;
use super::starter_form::{
    self, CATEGORY, SERVICE, StartFrom, category_key, label, minutes_field, price_field, with_prices_changed,
};

/// By how many percent the buttons change all prices.
const PRICE_CHANGES: [i64; 2] = [-10, 10];

#[derive(Template)]
#[template(path = "setup/services.html")]
struct ServicesStep {
    frame: DeskFrame,
    around: Around,
    form: FormState,
    /// What there is already. Then the starter catalogue is not offered.
    existing: Option<String>,
    choices: Vec<FromChoice>,
    categories: Vec<CategoryCard>,
    next: &'static str,
}

/// What to begin with.
struct FromChoice {
    path: String,
    name: &'static str,
    is_chosen: bool,
}

struct CategoryCard {
    key: String,
    name: &'static str,
    ticked: String,
    services: Vec<ServiceRow>,
}

/// The fields of a service.
struct ServiceRow {
    key: &'static str,
    name: &'static str,
    price: String,
    minutes: String,
    price_label: String,
    minutes_label: String,
}

impl ServicesStep {
    fn text(&self) -> SetupServicesTexts {
        self.frame.texts.setup_services()
    }

    fn price_changes(&self) -> impl Iterator<Item = (i64, String)> {
        let text = self.text();
        PRICE_CHANGES.into_iter().map(move |percent| {
            let digits = percent.abs();
            (percent, if percent < 0 { text.cheaper(digits) } else { text.dearer(digits) })
        })
    }
}

#[derive(Debug)]
struct ServicesRead {
    setup: Setup,
    /// How many services customers find; none while there is none at all.
    active: Option<usize>,
}

/// `/setup/services?from=`
pub(super) async fn show(page: DeskPage<Owner>) -> HttpResult {
    let from = StartFrom::parse(&page.parameter("from").unwrap_or_default());
    let form = FormState::typed(&starter_form::first_values(from));
    show_with(&page, Some(from), form).await
}

pub(super) async fn submit(page: DeskPage<Owner>, form: FormBody) -> HttpResult {
    // The buttons beside the list only change what is typed.
    if let Some(percent) = PRICE_CHANGES.into_iter().find(|percent| percent.to_string() == form.text("by")) {
        return show_with(&page, None, FormState::typed(&with_prices_changed(&form.values, percent))).await;
    }
    let parsed = starter_form::parse(&form.values, page.texts.setup_services());
    let adopted = page.form(&form, label).write(parsed, |tx, context, adopted| {
        adopt_catalogue(tx, context, adopted)?;
        Ok::<_, SetupRefusal>(path_after(SetupStep::Services).to_owned())
    });
    adopted.await?.answer(Flash::SetupSaved, |state| show_with(&page, None, state)).await
}

async fn read(page: &DeskPage<Owner>) -> Result<ServicesRead, HttpError> {
    let read = page.caller.read(|conn, _| {
        let has_services = catalogue_changes::has_services(conn)?;
        let active = if has_services { Some(catalogue_records::active_services(conn)?.len()) } else { None };
        Ok(ServicesRead { setup: find_shown_setup(conn)?, active })
    });
    read.await
}

async fn show_with(page: &DeskPage<Owner>, from: Option<StartFrom>, form: FormState) -> HttpResult {
    let read = read(page).await?;
    let text = page.texts.setup_services();
    let choice = |(choice, name): (StartFrom, &'static str)| FromChoice {
        path: format!("/setup/services?from={}", choice.as_str()),
        name,
        is_chosen: from == Some(choice),
    };
    let status = form.status;
    let template = ServicesStep {
        frame: page.desk_frame(text.title(), Place::Setup),
        around: Around::new(&read.setup, Some(SetupStep::Services), page.texts),
        existing: read.active.map(|active| text.existing(active)),
        choices: StartFrom::CHOICES.into_iter().zip(text.starts()).map(choice).collect(),
        categories: starter_catalogue().iter().map(|category| CategoryCard::new(category, &form, page.texts)).collect(),
        next: path_after(SetupStep::Services),
        form,
    };
    page.show_with(status, &template)
}

impl CategoryCard {
    fn new(category: &'static StarterCategory, form: &FormState, texts: Texts) -> Self {
        let text = texts.setup_services();
        let key = category_key(category);
        let is_ticked = |key: &str| form.has(CATEGORY, key);
        let count = category.services.iter().filter(|service| form.has(SERVICE, &service.key)).count();
        let ticked = if is_ticked(&key) { count } else { 0 };
        Self {
            ticked: text.ticked(ticked, category.services.len()),
            name: texts.choose(&category.name, Some(&category.name_hi)),
            services: category
                .services
                .iter()
                .map(|service| ServiceRow {
                    key: &service.key,
                    name: service.name_in(texts),
                    price: price_field(&service.key),
                    minutes: minutes_field(&service.key),
                    price_label: text.price_of(service.name_in(texts)),
                    minutes_label: text.minutes_of(service.name_in(texts)),
                })
                .collect(),
            key,
        }
    }
}
