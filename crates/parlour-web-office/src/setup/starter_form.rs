//! The starter catalogue as a form: whole categories and single services are ticked, prices and minutes stand in place.

use parlour_app::setup::{AdoptedService, StarterCategory, StarterService, starter_catalogue};
use parlour_domain::billing::money::MAX_PAISE;
use parlour_domain::service::{MAX_SERVICE_MINUTES, ServiceType};
use parlour_domain::text::slug;
use parlour_http::error::{FieldError, FieldErrors};
use parlour_http::request::{FormValues, Int, TextRule, ValueRule};
use parlour_texts::{SetupServicesTexts, Texts};
use parlour_web::form::Rupees;
use parlour_web_admin::invoices::parts::rupees_value;

use super::form_values::form_values;

/// The fields that stand there once for each category and each service.
pub(super) const CATEGORY: &str = "category";
pub(super) const SERVICE: &str = "service";
/// Changed prices are whole tens of rupees, as those of the list.
const PRICE_STEP_PAISE: i64 = 1_000;

pub(super) fn price_field(key: &str) -> String {
    format!("price.{key}")
}

pub(super) fn minutes_field(key: &str) -> String {
    format!("minutes.{key}")
}

/// Names a category in the form.
pub(super) fn category_key(category: &StarterCategory) -> String {
    slug(&category.name)
}

fn all_services() -> impl Iterator<Item = &'static StarterService> {
    starter_catalogue().iter().flat_map(|category| &category.services)
}

/// The label of a field.
pub(super) fn label(name: &str, texts: Texts) -> String {
    let text = texts.setup_services();
    let service_of = |prefix: &str| {
        let key = name.strip_prefix(prefix)?;
        all_services().find(|service| service.key == key)
    };
    if let Some(service) = service_of("price.") {
        text.price_of(service.name_in(texts))
    } else if let Some(service) = service_of("minutes.") {
        text.minutes_of(service.name_in(texts))
    } else {
        text.list().to_owned()
    }
}

/// What is ticked at first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum StartFrom {
    All,
    Only(ServiceType),
    Nothing,
}

impl StartFrom {
    pub(super) const CHOICES: [Self; 4] =
        [Self::All, Self::Only(ServiceType::Salon), Self::Only(ServiceType::Spa), Self::Nothing];

    pub(super) fn as_str(self) -> &'static str {
        match self {
            Self::All => "all",
            Self::Only(kind) => kind.as_str(),
            Self::Nothing => "none",
        }
    }

    /// As an address has it; everything unless it says otherwise.
    pub(super) fn parse(typed: &str) -> Self {
        Self::CHOICES.into_iter().find(|choice| choice.as_str() == typed).unwrap_or(Self::All)
    }

    fn has(self, category: &StarterCategory) -> bool {
        match self {
            Self::All => true,
            Self::Only(kind) => category.service_type == kind,
            Self::Nothing => false,
        }
    }
}

/// The form before anybody has changed it. With nothing ticked, single services are ticked in categories that are open.
pub(super) fn first_values(from: StartFrom) -> FormValues {
    let mut pairs = Vec::new();
    for category in starter_catalogue() {
        if from.has(category) || from == StartFrom::Nothing {
            pairs.push((CATEGORY.to_owned(), category_key(category)));
        }
        for service in &category.services {
            if from.has(category) {
                pairs.push((SERVICE.to_owned(), service.key.clone()));
            }
            pairs.push((price_field(&service.key), rupees_value(service.price_paise)));
            pairs.push((minutes_field(&service.key), service.duration_minutes.to_string()));
        }
    }
    form_values(&pairs)
}

/// What was typed, with all prices changed by so many percent. A price that cannot be read stays.
pub(super) fn with_prices_changed(typed: &FormValues, percent: i64) -> FormValues {
    let ticked = |name: &str| {
        let values = typed.texts(name).into_iter();
        values.map(|value| (name.to_owned(), value.to_owned())).collect::<Vec<_>>()
    };
    let mut pairs = ticked(CATEGORY);
    pairs.extend(ticked(SERVICE));
    for service in all_services() {
        let (price, minutes) = (price_field(&service.key), minutes_field(&service.key));
        let (typed_price, typed_minutes) = (typed.text(&price), typed.text(&minutes));
        let changed = Rupees::parse(typed_price).map(|paise| rupees_value(changed_price(paise, percent)));
        pairs.push((minutes, typed_minutes.to_owned()));
        pairs.push((price, changed.unwrap_or_else(|_| typed_price.to_owned())));
    }
    form_values(&pairs)
}

/// Half up.
fn changed_price(paise: i64, percent: i64) -> i64 {
    let changed = paise.saturating_mul(100 + percent) / 100;
    let steps = changed.saturating_add(PRICE_STEP_PAISE / 2) / PRICE_STEP_PAISE;
    (steps * PRICE_STEP_PAISE).min(MAX_PAISE)
}

/// The services that are ticked in ticked categories, or every wrong field.
pub(super) fn parse(typed: &FormValues, text: SetupServicesTexts) -> Result<Vec<AdoptedService>, FieldErrors> {
    let mut fields = typed.fields();
    let (categories, services) = (typed.texts(CATEGORY), typed.texts(SERVICE));
    let mut adopted = Vec::new();
    let open = starter_catalogue().iter().filter(|category| categories.contains(&category_key(category).as_str()));
    let ticked =
        open.flat_map(|category| &category.services).filter(|service| services.contains(&service.key.as_str()));
    for service in ticked {
        let (price, minutes) = (price_field(&service.key), minutes_field(&service.key));
        fields.require_present(&price);
        fields.require_present(&minutes);
        let price_paise = <Rupees as ValueRule>::read(&mut fields, &price);
        let duration_minutes = <Int<1, MAX_SERVICE_MINUTES> as ValueRule>::read(&mut fields, &minutes);
        adopted.push(price_paise.zip(duration_minutes).map(|(price_paise, duration_minutes)| AdoptedService {
            key: service.key.clone(),
            price_paise,
            duration_minutes,
        }));
    }
    if adopted.is_empty() {
        fields.add_error::<()>(SERVICE, FieldError::Sentence(text.none_ticked().to_owned()));
    }
    fields.finish(|| adopted.into_iter().collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(typed: &FormValues) -> Result<Vec<AdoptedService>, Vec<String>> {
        let parsed = parse(typed, Texts::ENGLISH.setup_services());
        parsed.map_err(|errors| errors.iter().map(|(name, _)| name.to_owned()).collect())
    }

    #[test]
    fn the_list_as_it_is_can_be_taken() {
        let all = parsed(&first_values(StartFrom::All)).unwrap();
        assert_eq!(all.len(), all_services().count());
        for (adopted, service) in all.iter().zip(all_services()) {
            assert_eq!((&adopted.key, adopted.price_paise), (&service.key, service.price_paise));
            assert_eq!(adopted.duration_minutes, service.duration_minutes);
        }
        let spa = parsed(&first_values(StartFrom::parse("spa"))).unwrap();
        assert!(!spa.is_empty() && spa.len() < all.len());
        assert_eq!(parsed(&first_values(StartFrom::parse("none"))).unwrap_err(), [SERVICE]);
        assert_eq!(StartFrom::parse("x"), StartFrom::All);
    }

    #[test]
    fn a_category_that_is_not_ticked_takes_its_services_with_it() {
        let typed = b"service=abhyanga&service=beard-trim&category=men&price.beard-trim=200&minutes.beard-trim=25";
        let adopted = parsed(&FormValues::decode(typed)).unwrap();
        let found: Vec<_> =
            adopted.iter().map(|one| (one.key.as_str(), one.price_paise, one.duration_minutes)).collect();
        assert_eq!(found, [("beard-trim", 20_000, 25)]);
    }

    #[test]
    fn only_what_is_ticked_can_be_wrong() {
        let typed = b"category=men&service=beard-trim&price.beard-trim=x&minutes.beard-trim=&price.haircut-men=x";
        let wrong = parsed(&FormValues::decode(typed)).unwrap_err();
        assert_eq!(wrong, ["minutes.beard-trim", "price.beard-trim"]);
    }

    #[test]
    fn prices_change_in_whole_tens() {
        for (paise, percent, changed) in [(60_000, 10, 66_000), (15_000, -10, 14_000), (8_000, 10, 9_000), (0, 10, 0)] {
            assert_eq!(changed_price(paise, percent), changed, "{paise} {percent}");
        }
        let dearer = with_prices_changed(&first_values(StartFrom::Only(ServiceType::Spa)), 10);
        assert_eq!(dearer.text("price.haircut-women"), "660");
        assert!(!dearer.has(SERVICE, "haircut-women") && dearer.has(SERVICE, "abhyanga"));
        let typed = FormValues::decode(b"price.beard-trim=a lot");
        assert_eq!(with_prices_changed(&typed, 10).text("price.beard-trim"), "a lot");
    }
}
