//! The list, also beside a panel.

use askama::Template;
use parlour_app::hindi_names::Described;
use parlour_app::services::{self as use_cases, CategoryWithAllServices};
use parlour_domain::service::ServiceType;
use parlour_http::error::HttpError;
use parlour_http::respond::HttpResult;
use parlour_http::sessions::Manager;
use parlour_store::catalogue::catalogue_changes::ManagedService;
use parlour_texts::{PriceListTexts, Texts};
use parlour_web::format;
use parlour_web_admin::desk::{DeskFrame, DeskPage, Place};

/// More than any salon has.
const MAX_CATEGORIES: i64 = 1_000;

#[derive(Template)]
#[template(path = "services/list.html")]
struct ListPage {
    frame: DeskFrame,
    list: PriceList,
}

/// Which part of the price list is shown.
#[derive(Debug, Clone, Copy)]
pub(super) struct ListView {
    kind: ServiceType,
    hides_off: bool,
}

/// The list as it is shown.
#[derive(Debug)]
pub(super) struct PriceList {
    pub(super) summary: String,
    pub(super) kinds: Vec<KindLink>,
    /// Shows what is off, or leaves it out.
    pub(super) off_path: String,
    pub(super) hides_off: bool,
    pub(super) groups: Vec<Group>,
    /// The query of every address on the page.
    pub(super) query: String,
    pub(super) is_beside_panel: bool,
}

#[derive(Debug)]
pub(super) struct KindLink {
    pub(super) path: String,
    pub(super) name: &'static str,
    pub(super) services: usize,
    pub(super) is_current: bool,
}

#[derive(Debug)]
pub(super) struct Group {
    pub(super) id: String,
    pub(super) name: String,
    pub(super) is_active: bool,
    pub(super) about: String,
    pub(super) rows: Vec<PriceListRow>,
}

#[derive(Debug)]
pub(super) struct PriceListRow {
    pub(super) id: String,
    pub(super) name: String,
    pub(super) minutes: String,
    pub(super) price: String,
    /// Empty if gems cannot pay for it.
    pub(super) gems: String,
    pub(super) is_active: bool,
    pub(super) is_current: bool,
}

/// `/services?kind=&off=0`
pub(super) async fn show(page: DeskPage<Manager>) -> HttpResult {
    let all = read_price_list(&page).await?;
    let view = ListView::of_page(&page, None);
    let frame = page.desk_frame(page.texts.desk_frame().services(), Place::Services);
    page.show(&ListPage { frame, list: PriceList::new(&all, view, None, page.texts) })
}

/// Every category with all its services, in the order of the price list.
pub(crate) async fn read_price_list(page: &DeskPage<Manager>) -> Result<Vec<CategoryWithAllServices>, HttpError> {
    page.caller.read(|conn, _| Ok(use_cases::page(conn, MAX_CATEGORIES, 0)?.0)).await
}

impl ListView {
    /// As the address says. A panel shows the list with its record, which is of this kind.
    pub(super) fn of_page(page: &DeskPage<Manager>, kind: Option<ServiceType>) -> Self {
        let named = page.parameter("kind").as_deref().and_then(ServiceType::parse);
        Self {
            kind: kind.or(named).unwrap_or(ServiceType::Salon),
            hides_off: page.parameter("off").as_deref() == Some("0"),
        }
    }

    pub(super) fn kind(self) -> ServiceType {
        self.kind
    }

    /// The same for services of this kind.
    #[must_use]
    pub(super) fn of_kind(self, kind: ServiceType) -> Self {
        Self { kind, ..self }
    }

    pub(super) fn query(self) -> String {
        format!("?kind={}{}", self.kind.as_str(), if self.hides_off { "&off=0" } else { "" })
    }

    pub(super) fn path(self) -> String {
        format!("/services{}", self.query())
    }

    fn shows(self, is_active: bool) -> bool {
        is_active || !self.hides_off
    }
}

impl PriceList {
    /// `current` is the id of the record in the panel; empty for a new one, none without a panel.
    pub(super) fn new(all: &[CategoryWithAllServices], view: ListView, current: Option<&str>, texts: Texts) -> Self {
        let text = texts.price_list();
        let kind = |kind: &ServiceType| KindLink {
            path: view.of_kind(*kind).path(),
            name: kind_name(*kind, text),
            services: all.iter().filter(|group| group.category.service_type == *kind).map(services_of).sum(),
            is_current: *kind == view.kind,
        };
        let is_shown = |group: &&CategoryWithAllServices| {
            group.category.service_type == view.kind && view.shows(group.category.is_active)
        };
        let services = || all.iter().flat_map(|group| &group.services);
        let off = services().filter(|managed| !managed.service.is_active).count();
        Self {
            summary: count_text(services().count(), off, text),
            kinds: ServiceType::ALL.iter().map(kind).collect(),
            off_path: ListView { hides_off: !view.hides_off, ..view }.path(),
            hides_off: view.hides_off,
            groups: all.iter().filter(is_shown).map(|group| Group::new(group, view, current, texts)).collect(),
            query: view.query(),
            is_beside_panel: current.is_some(),
        }
    }
}

pub(crate) fn kind_name(kind: ServiceType, text: PriceListTexts) -> &'static str {
    match kind {
        ServiceType::Salon => text.salon(),
        ServiceType::Spa => text.spa(),
    }
}

fn services_of(group: &CategoryWithAllServices) -> usize {
    group.services.len()
}

/// `14 services, 1 of them off`.
fn count_text(services: usize, off: usize, text: PriceListTexts) -> String {
    if off == 0 { text.services(services) } else { text.services_and_off(services, off) }
}

impl Group {
    fn new(group: &CategoryWithAllServices, view: ListView, current: Option<&str>, texts: Texts) -> Self {
        let off = group.services.iter().filter(|managed| !managed.service.is_active).count();
        let shown = group.services.iter().filter(|managed| view.shows(managed.service.is_active));
        Self {
            id: group.category.id.as_str().to_owned(),
            name: group.category.name_in(texts).to_owned(),
            is_active: group.category.is_active,
            about: count_text(group.services.len(), off, texts.price_list()),
            rows: shown.map(|managed| PriceListRow::new(managed, current, texts)).collect(),
        }
    }
}

impl PriceListRow {
    fn new(managed: &ManagedService, current: Option<&str>, texts: Texts) -> Self {
        let service = &managed.service;
        let gems = service.gems_required.filter(|_| service.gems_redeemable);
        Self {
            id: service.id.as_str().to_owned(),
            name: service.name_in(texts).to_owned(),
            minutes: texts.format_minutes(service.duration_minutes),
            price: format::money(service.price_paise),
            gems: gems.map(|gems| texts.price_list().gems_count(gems)).unwrap_or_default(),
            is_active: service.is_active,
            is_current: current == Some(service.id.as_str()),
        }
    }
}
