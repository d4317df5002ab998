//! JSON-LD for search engines.

use chrono::{Days, NaiveDate};
use parlour_app::hindi_names::Described;
use parlour_domain::booking::opening_hours::OpeningHours;
use parlour_store::branches::branch_records::Branch;
use parlour_store::catalogue::catalogue_records::Service;
use parlour_store::offers::offer_records::Offer;
use serde_json::{Value, json};

use parlour_texts::Texts;
use parlour_web::cache::Catalogue;
use parlour_web::salon::Salon;

/// JSON that can stand inside a `script` element: nothing in it ends the element.
pub(crate) fn script_json(data: &Value) -> String {
    data.to_string().replace('<', "\\u003c")
}

/// The branches as hair salons, with what is on offer, and the services and prices with the first of them.
pub(crate) fn salon(catalogue: &Catalogue, public_url: &str, salon: &Salon, texts: Texts) -> String {
    let offers: Vec<Value> = catalogue.offers.iter().map(|offer| offer_json(&offer.offer, public_url, texts)).collect();
    let services = catalogue.categories.iter().flat_map(|group| &group.services);
    let prices: Vec<Value> = services.map(|service| service_offer(service, public_url, texts)).collect();
    let about = texts.choose(&salon.about, salon.about_hi.as_deref());
    let branches = salon.branches.iter().enumerate().map(|(place, branch)| {
        let mut branch = branch_json(branch, public_url);
        if place == 0 {
            branch["hasOfferCatalog"] = json!({ "@type": "OfferCatalog", "itemListElement": prices });
        }
        if !about.is_empty() {
            branch["description"] = json!(about);
        }
        if let Some(website) = &salon.website {
            branch["sameAs"] = json!(website);
        }
        if !offers.is_empty() {
            branch["makesOffer"] = Value::Array(offers.clone());
        }
        branch
    });
    script_json(&json!({ "@context": "https://schema.org", "@graph": branches.collect::<Vec<_>>() }))
}

pub(crate) fn service(service: &Service, public_url: &str, salon: &Salon, texts: Texts) -> String {
    let mut data = service_offer(service, public_url, texts);
    data["@context"] = json!("https://schema.org");
    data["offeredBy"] = seller(public_url, salon);
    let description = service.description_in(texts);
    if !description.is_empty() {
        data["itemOffered"]["description"] = json!(description);
    }
    script_json(&data)
}

pub(crate) fn offer(offer: &Offer, public_url: &str, salon: &Salon, texts: Texts) -> String {
    let mut data = offer_json(offer, public_url, texts);
    data["@context"] = json!("https://schema.org");
    data["offeredBy"] = seller(public_url, salon);
    script_json(&data)
}

fn seller(public_url: &str, salon: &Salon) -> Value {
    json!({ "@type": "HairSalon", "name": salon.name, "url": format!("{public_url}/") })
}

fn service_offer(service: &Service, public_url: &str, texts: Texts) -> Value {
    json!({
        "@type": "Offer",
        "price": rupees(service.price_paise),
        "priceCurrency": "INR",
        "url": format!("{public_url}/services/{}", parlour_web::page::encode(&service.slug)),
        "itemOffered": { "@type": "Service", "name": service.name_in(texts) },
    })
}

fn offer_json(offer: &Offer, public_url: &str, texts: Texts) -> Value {
    let mut data = json!({
        "@type": "Offer",
        "name": offer.name_in(texts),
        "url": format!("{public_url}/offers/{}", parlour_web::page::encode(&offer.slug)),
        "validFrom": offer.start_date.to_string(),
        "validThrough": offer.end_date.to_string(),
    });
    let description = offer.description_in(texts);
    if !description.is_empty() {
        data["description"] = json!(description);
    }
    data
}

fn branch_json(branch: &Branch, public_url: &str) -> Value {
    let mut data = json!({
        "@type": "HairSalon",
        "@id": format!("{public_url}/#{}", branch.code),
        "name": branch.name,
        "url": format!("{public_url}/"),
        "address": { "@type": "PostalAddress", "streetAddress": branch.address, "addressCountry": "IN" },
        "openingHoursSpecification": opening_hours(branch),
    });
    if let Some(phone) = &branch.phone {
        data["telephone"] = json!(phone);
    }
    if let Some(logo) = &branch.logo_url {
        data["image"] = json!(logo);
    }
    data
}

/// One entry per weekday on which the branch is open.
fn opening_hours(branch: &Branch) -> Value {
    let daily = OpeningHours { opens_at: branch.opens_at, closes_at: branch.closes_at };
    // Any week has all weekdays.
    let week = (0..7).map(|day| NaiveDate::default() + Days::new(day));
    let entry = |date: NaiveDate| {
        let hours = OpeningHours::on(date, daily, branch.hours.as_ref())?;
        Some(json!({
            "@type": "OpeningHoursSpecification",
            "dayOfWeek": date.format("%A").to_string(),
            "opens": hours.opens_at.format("%H:%M").to_string(),
            "closes": hours.closes_at.format("%H:%M").to_string(),
        }))
    };
    week.filter_map(entry).collect()
}

/// `950.00`: rupees as search engines read them.
fn rupees(paise: i64) -> String {
    format!("{}.{:02}", paise / 100, paise % 100)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_text_ends_the_element() {
        let json = script_json(&json!({ "name": "</script><b>" }));
        assert!(!json.contains('<'));
        assert_eq!(serde_json::from_str::<Value>(&json).unwrap()["name"], "</script><b>");
    }

    #[test]
    fn prices_are_rupees_with_two_decimals() {
        assert_eq!(rupees(95_000), "950.00");
        assert_eq!(rupees(5), "0.05");
    }
}
