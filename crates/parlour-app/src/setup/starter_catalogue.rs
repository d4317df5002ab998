//! What a salon or a spa in India usually offers, at the prices of a large town. A new owner chooses from it.

use std::sync::LazyLock;

use parlour_domain::service::ServiceType;
use parlour_texts::Texts;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Which a test checks.
const FILE: &str = include_str!("starter_catalogue.csv");

static CATALOGUE: LazyLock<Vec<StarterCategory>> = LazyLock::new(|| read_catalogue(FILE));

#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct StarterCategory {
    pub name: String,
    /// Pages only; the category that is made of it has it too.
    #[serde(skip)]
    #[schema(ignore)]
    pub name_hi: String,
    pub service_type: ServiceType,
    pub services: Vec<StarterService>,
}

#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct StarterService {
    /// Names the service when it is chosen.
    #[schema(example = "haircut-women")]
    pub key: String,
    pub name: String,
    /// Pages only; the service that is made of it has it too.
    #[serde(skip)]
    #[schema(ignore)]
    pub name_hi: String,
    /// GST included.
    pub price_paise: i64,
    pub duration_minutes: i64,
}

impl StarterService {
    pub fn name_in(&self, texts: Texts) -> &str {
        texts.choose(&self.name, Some(&self.name_hi))
    }
}

/// A line of the file.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct StarterLine {
    service_type: String,
    category: String,
    category_hi: String,
    key: String,
    name: String,
    name_hi: String,
    price_paise: i64,
    duration_minutes: i64,
}

/// Categories and services in the order of the catalogue that is made of them.
pub fn starter_catalogue() -> &'static [StarterCategory] {
    &CATALOGUE
}

fn read_catalogue(file: &str) -> Vec<StarterCategory> {
    let mut categories: Vec<StarterCategory> = Vec::new();
    let mut lines = csv::Reader::from_reader(file.as_bytes());
    for line in lines.deserialize::<StarterLine>().filter_map(Result::ok) {
        let Some(service_type) = ServiceType::parse(&line.service_type) else { continue };
        let service = StarterService {
            key: line.key,
            name: line.name,
            name_hi: line.name_hi,
            price_paise: line.price_paise,
            duration_minutes: line.duration_minutes,
        };
        match categories.last_mut() {
            Some(last) if last.name == line.category && last.service_type == service_type => {
                last.services.push(service);
            }
            _ => categories.push(StarterCategory {
                name: line.category,
                name_hi: line.category_hi,
                service_type,
                services: vec![service],
            }),
        }
    }
    categories
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use parlour_domain::service::MAX_SERVICE_MINUTES;
    use parlour_domain::text::{required_name, slug};

    use super::*;

    #[test]
    fn every_line_of_the_file_is_a_service_that_can_be_sold() {
        let services: Vec<&StarterService> =
            starter_catalogue().iter().flat_map(|category| &category.services).collect();
        assert_eq!(services.len(), FILE.lines().count() - 1, "some lines cannot be read");
        assert!(services.len() >= 60);
        for service in &services {
            assert_eq!(slug(&service.key), service.key);
            for name in [&service.name, &service.name_hi] {
                assert_eq!(required_name(name, 120).as_deref(), Ok(name.as_str()));
            }
            assert!(!service.name_hi.contains(|letter: char| letter.is_ascii_alphabetic()), "{service:?}");
            // From ₹50 to ₹20,000, in whole tens of rupees.
            assert!((5_000..=2_000_000).contains(&service.price_paise), "{service:?}");
            assert_eq!(service.price_paise % 1_000, 0, "{service:?}");
            assert!((5..=MAX_SERVICE_MINUTES).contains(&service.duration_minutes), "{service:?}");
            assert_eq!(service.duration_minutes % 5, 0, "{service:?}");
        }
        for distinct in [
            services.iter().map(|service| service.key.as_str()).collect::<BTreeSet<_>>(),
            services.iter().map(|service| service.name.as_str()).collect(),
            services.iter().map(|service| service.name_hi.as_str()).collect(),
        ] {
            assert_eq!(distinct.len(), services.len());
        }
    }

    #[test]
    fn categories_are_of_both_types_and_each_stands_in_one_place() {
        let names: BTreeSet<&str> = starter_catalogue().iter().map(|category| category.name.as_str()).collect();
        assert_eq!(names.len(), starter_catalogue().len());
        let names_hi: BTreeSet<&str> = starter_catalogue().iter().map(|category| category.name_hi.as_str()).collect();
        assert!(names_hi.len() == names.len() && !names_hi.contains(""), "{names_hi:?}");
        assert!(names.len() >= 10);
        for kind in ServiceType::ALL {
            let count = starter_catalogue().iter().filter(|category| category.service_type == *kind).count();
            assert!(count >= 3, "{kind}: {count}");
        }
    }
}
