//! An offer: its page, and its card on other pages.

use askama::Template;
use axum::extract::{Request, State};
use http::StatusCode;
use parlour_app::catalogue::OfferWithServices;
use parlour_app::hindi_names::Described;
use parlour_domain::offer::OfferType;
use parlour_http::error::HttpError;
use parlour_http::path_id::PathId;
use parlour_http::respond::HttpResult;
use parlour_http::state::HttpState;
use parlour_store::catalogue::catalogue_records::Service;
use parlour_store::offers::offer_records;

use super::campaign::Campaign;
use super::paths::{book_with_offer_path, offer_path, service_path};
use crate::public_page::answer_or_prepare;
use crate::structured_data;
use parlour_texts::Texts;
use parlour_web::cache::{Catalogue, current_catalogue};
use parlour_web::format;
use parlour_web::page::{Frame, PageContext, Tab, encode};

/// What an offer takes off, and until when.
#[derive(Debug)]
pub(crate) struct OfferCard {
    pub(crate) name: String,
    /// `20%`, `₹500` or the price of all services together.
    pub(crate) cut: String,
    pub(crate) cut_unit: &'static str,
    pub(crate) text: String,
    pub(crate) path: String,
}

impl OfferCard {
    pub(super) fn new(found: &OfferWithServices, campaign: &Campaign, page: &PageContext) -> Self {
        let (offer, texts) = (&found.offer, page.texts);
        let (cut, cut_unit) = cut(found, texts);
        let until = texts.offer().until(&texts.format_day(offer.end_date, page.today()));
        let text = match offer.description_in(texts).trim_end_matches(['.', '।']) {
            "" => format!("{}, {until}", service_names(found, texts)),
            text => format!("{text}, {until}"),
        };
        let (name, path) = (offer.name_in(texts).to_owned(), campaign.link(&offer_path(&offer.slug)));
        Self { name, cut, cut_unit, text, path }
    }
}

fn service_names(found: &OfferWithServices, texts: Texts) -> String {
    let names = found.services.iter().map(|service| texts.choose(&service.name, service.name_hi.as_deref()));
    names.collect::<Vec<_>>().join(", ")
}

/// An offer whose value was removed says only its name.
pub(super) fn cut(found: &OfferWithServices, texts: Texts) -> (String, &'static str) {
    let (offer, text) = (&found.offer, texts.offer());
    match offer.offer_type {
        OfferType::Percentage => {
            (offer.discount_percentage.map_or(String::new(), |part| format!("{part}%")), text.off())
        }
        OfferType::Flat => (offer.discount_amount_paise.map_or(String::new(), format::money), text.off()),
        OfferType::ComboPrice => (offer.combo_price_paise.map_or(String::new(), format::money), text.together()),
    }
}

#[derive(Template)]
#[template(path = "offer.html")]
pub(crate) struct OfferPage {
    pub(crate) frame: Frame,
    /// None if the offer has ended.
    pub(crate) offer: Option<ShownOffer>,
    pub(crate) json_ld: Option<String>,
}

#[derive(Debug)]
pub(crate) struct ShownOffer {
    pub(crate) card: OfferCard,
    pub(crate) description: Option<String>,
    pub(crate) until: String,
    pub(crate) terms: Option<String>,
    pub(crate) services: Vec<OfferedService>,
    pub(crate) book_path: String,
    pub(crate) call_me_path: String,
}

#[derive(Debug)]
pub(crate) struct OfferedService {
    pub(crate) name: String,
    pub(crate) minutes: String,
    pub(crate) price: String,
    pub(crate) path: String,
}

pub(super) async fn show(State(state): State<HttpState>, PathId(slug): PathId, request: Request) -> HttpResult {
    let (mut parts, _) = request.into_parts();
    let public = match answer_or_prepare(&mut parts, &state).await? {
        Ok(response) => return Ok(response),
        Err(public) => public,
    };
    let (page, catalogue) = (&public.page, current_catalogue(&state).await?);
    let texts = page.texts;
    let Some(found) = catalogue.offers.iter().find(|offer| offer.offer.slug == slug) else {
        let is_known = state.read(move |conn| Ok(offer_records::slug_exists(conn, &slug)?)).await?;
        if !is_known {
            return Err(HttpError::not_found("This offer"));
        }
        let frame = page.frame(texts.offer().ended(), Tab::Book);
        return page.render_with(StatusCode::GONE, &OfferPage { frame, offer: None, json_ld: None });
    };
    let shown = shown_offer(found, &catalogue, page);
    let frame = page.frame(shown.card.name.clone(), Tab::Book).with_own_canonical_path(page, shown.card.text.clone());
    let json_ld = structured_data::offer(&found.offer, state.public_url(), &page.salon, texts);
    public.respond(&OfferPage { frame, offer: Some(shown), json_ld: Some(json_ld) })
}

fn shown_offer(found: &OfferWithServices, catalogue: &Catalogue, page: &PageContext) -> ShownOffer {
    let (texts, campaign) = (page.texts, Campaign::of(page));
    // Services that are not offered at the moment are left out.
    let services: Vec<_> = found
        .service_ids
        .iter()
        .filter_map(|id| catalogue.find(|service| service.id == *id))
        .map(|(_, service)| service)
        .collect();
    let call_me = match services.first() {
        Some(first) => format!("/call-me?service={}", encode(&first.slug)),
        None => "/call-me".to_owned(),
    };
    ShownOffer {
        card: OfferCard::new(found, &campaign, page),
        description: Some(found.offer.description_in(texts).to_owned()).filter(|text| !text.is_empty()),
        until: texts.offer().until(&texts.format_day(found.offer.end_date, page.today())),
        terms: found.offer.terms.clone().filter(|terms| !terms.is_empty()),
        book_path: campaign.link(&book_with_offer_path(&found.offer.slug, ticked(found, &services))),
        call_me_path: campaign.link(&call_me),
        services: services
            .iter()
            .map(|service| OfferedService {
                name: service.name_in(texts).to_owned(),
                minutes: texts.format_minutes(service.duration_minutes),
                price: format::money(service.price_paise),
                path: campaign.link(&service_path(&service.slug)),
            })
            .collect(),
    }
}

/// What is ticked for a visitor who follows an offer: nothing, for the visitor chooses. There is no choice where the
/// offer has one service, or one price for all of them together.
fn ticked<'a>(found: &OfferWithServices, services: &[&'a Service]) -> Vec<&'a str> {
    let has_choice = services.len() > 1 && found.offer.offer_type != OfferType::ComboPrice;
    let slugs = services.iter().map(|service| service.slug.as_str());
    if has_choice { Vec::new() } else { slugs.collect() }
}
