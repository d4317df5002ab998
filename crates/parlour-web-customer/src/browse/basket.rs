//! The services that are ticked, and the rows to tick them in.

use parlour_app::catalogue::CategoryWithServices;
use parlour_app::hindi_names::Described;
use parlour_domain::booking::MAX_SERVICES_PER_BOOKING;
use parlour_domain::ids::ServiceId;
use parlour_domain::service::ServiceType;
use parlour_domain::text::fold_case;
use parlour_store::catalogue::catalogue_records::Service;

use super::art::drawing;
use parlour_texts::Texts;
use parlour_web::cache::Catalogue;
use parlour_web::format;

/// What was ticked when the page was asked for. The script keeps it up to date.
#[derive(Debug)]
pub(crate) struct Basket {
    pub(crate) rows: Vec<ServiceRow>,
    pub(crate) sum: String,
    pub(crate) minutes: String,
    /// `2 services`.
    pub(crate) count: String,
    pub(crate) is_over: bool,
    pub(crate) max: usize,
    /// The type of the first service; a booking has one type only.
    pub(crate) kind: Option<ServiceType>,
    /// How many slugs are not in the catalogue.
    pub(crate) left_out: usize,
}

#[derive(Debug, Clone)]
pub(crate) struct ServiceRow {
    pub(crate) slug: String,
    pub(crate) name: String,
    /// The English name where another is shown: the search on the page finds both.
    pub(crate) other_name: Option<String>,
    pub(crate) description: String,
    pub(crate) price: String,
    pub(crate) price_paise: i64,
    pub(crate) minutes: String,
    pub(crate) duration_minutes: i64,
    pub(crate) gems: Option<String>,
    pub(crate) kind: &'static str,
    pub(crate) is_ticked: bool,
    /// A service of the other type cannot be added.
    pub(crate) is_off: bool,
}

/// A category with the rows that are shown.
#[derive(Debug)]
pub(crate) struct CategoryRows {
    /// For links to it on the page.
    pub(crate) anchor: String,
    pub(crate) name: String,
    /// The English name where another is shown: the search on the page finds both.
    pub(crate) other_name: Option<String>,
    pub(crate) description: String,
    pub(crate) drawing: &'static str,
    pub(crate) rows: Vec<ServiceRow>,
    /// Before the first category of a type, if there are two.
    pub(crate) type_note: Option<TypeNote>,
}

/// Says that the types are booked apart, once a service of the other type is ticked.
#[derive(Debug)]
pub(crate) struct TypeNote {
    pub(crate) kind: &'static str,
    pub(crate) text: &'static str,
    pub(crate) is_shown: bool,
}

/// The place of a category on the services page.
pub(super) fn anchor(slug: &str) -> String {
    format!("c-{slug}")
}

impl Basket {
    pub(crate) fn new(slugs: &[String], catalogue: &Catalogue, texts: Texts) -> Self {
        let mut found: Vec<(&CategoryWithServices, &Service)> = Vec::new();
        let mut left_out = 0;
        for slug in slugs.iter().filter(|slug| !slug.is_empty()) {
            match catalogue.service(slug) {
                Some((_, service)) if found.iter().any(|(_, known)| known.id == service.id) => {}
                Some(pair) => found.push(pair),
                None => left_out += 1,
            }
        }
        let kind = found.first().map(|(group, _)| group.category.service_type);
        let sum: i64 = found.iter().map(|(_, service)| service.price_paise).sum();
        let minutes: i64 = found.iter().map(|(_, service)| service.duration_minutes).sum();
        let text = texts.services();
        let count = match found.len() {
            0 => text.nothing_chosen().to_owned(),
            1 => text.one_service().replace("{n}", "1"),
            many => text.many_services().replace("{n}", &many.to_string()),
        };
        let rows = found.iter().map(|(group, service)| ServiceRow {
            is_ticked: true,
            ..ServiceRow::new(service, group.category.service_type, texts)
        });
        Self {
            rows: rows.collect(),
            sum: format::money(sum),
            minutes: texts.format_minutes(minutes),
            count,
            is_over: found.len() > MAX_SERVICES_PER_BOOKING,
            max: MAX_SERVICES_PER_BOOKING,
            kind,
            left_out,
        }
    }

    fn has(&self, service: &Service) -> bool {
        self.rows.iter().any(|row| row.slug == service.slug)
    }
}

impl ServiceRow {
    fn new(service: &Service, kind: ServiceType, texts: Texts) -> Self {
        let gems = service.gems_required.filter(|_| service.gems_redeemable);
        Self {
            slug: service.slug.clone(),
            name: service.name_in(texts).to_owned(),
            other_name: other_name(&service.name, service.name_in(texts)),
            description: service.description_in(texts).to_owned(),
            price: format::money(service.price_paise),
            price_paise: service.price_paise,
            minutes: texts.format_minutes(service.duration_minutes),
            duration_minutes: service.duration_minutes,
            gems: gems.map(|gems| texts.services().or_gems(gems)),
            kind: kind.as_str(),
            is_ticked: false,
            is_off: false,
        }
    }
}

/// The English name, unless it is what is shown.
fn other_name(english: &str, shown: &str) -> Option<String> {
    (english != shown).then(|| english.to_owned())
}

/// Which of the services a visitor wants to see.
#[derive(Debug, Default)]
pub(crate) struct Narrowing<'a> {
    kind: Option<ServiceType>,
    /// Folded words.
    searched: Vec<String>,
    /// Of the offer that the visitor books with: they do not stand in their categories.
    apart: &'a [ServiceId],
}

impl<'a> Narrowing<'a> {
    pub(crate) fn new(kind: Option<ServiceType>, typed: &str, apart: &'a [ServiceId]) -> Self {
        Self { kind, searched: typed.split_whitespace().map(fold_case).collect(), apart }
    }

    /// Whether every word is in the name or description of the service, or in the name of its category, be it in English
    /// or in Hindi.
    pub(super) fn shows(&self, group: &CategoryWithServices, service: &Service) -> bool {
        let category = &group.category;
        let english = [&service.name, &service.description, &category.name].into_iter();
        let hindi = [&service.name_hi, &service.description_hi, &category.name_hi].into_iter().flatten();
        let text = fold_case(&english.chain(hindi).map(String::as_str).collect::<Vec<_>>().join(" "));
        self.shows_type(category.service_type) && self.searched.iter().all(|word| text.contains(word.as_str()))
    }

    fn shows_type(&self, kind: ServiceType) -> bool {
        self.kind.is_none_or(|wanted| wanted == kind)
    }
}

/// A service as it can be ticked beside what is ticked already.
pub(super) fn service_row(
    group: &CategoryWithServices,
    service: &Service,
    basket: &Basket,
    texts: Texts,
) -> ServiceRow {
    let kind = group.category.service_type;
    let is_ticked = basket.has(service);
    let is_off = !is_ticked && basket.kind.is_some_and(|chosen| chosen != kind);
    ServiceRow { is_ticked, is_off, ..ServiceRow::new(service, kind, texts) }
}

/// The categories that have something to show. Those of the salon come first.
pub(crate) fn rows_by_category(
    catalogue: &Catalogue,
    basket: &Basket,
    narrowing: &Narrowing<'_>,
    texts: Texts,
) -> Vec<CategoryRows> {
    let has_type = |wanted| catalogue.categories.iter().any(|group| group.category.service_type == wanted);
    let has_both = has_type(ServiceType::Salon) && has_type(ServiceType::Spa);
    let mut shown = Vec::new();
    for of_type in [ServiceType::Salon, ServiceType::Spa] {
        if !narrowing.shows_type(of_type) {
            continue;
        }
        let is_off = basket.kind.is_some_and(|chosen| chosen != of_type);
        let text = texts.services();
        let text = if of_type == ServiceType::Spa { text.spa_alone() } else { text.salon_alone() };
        let mut note = has_both.then(|| TypeNote { kind: of_type.as_str(), text, is_shown: is_off });
        for group in catalogue.categories.iter().filter(|group| group.category.service_type == of_type) {
            let rows: Vec<ServiceRow> = group
                .services
                .iter()
                .filter(|service| !narrowing.apart.contains(&service.id) && narrowing.shows(group, service))
                .map(|service| service_row(group, service, basket, texts))
                .collect();
            if rows.is_empty() {
                continue;
            }
            let category = &group.category;
            shown.push(CategoryRows {
                anchor: anchor(&category.slug),
                name: category.name_in(texts).to_owned(),
                other_name: other_name(&category.name, category.name_in(texts)),
                description: category.description_in(texts).to_owned(),
                drawing: drawing(&category.name, of_type),
                rows,
                type_note: note.take(),
            });
        }
    }
    shown
}
