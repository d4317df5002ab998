//! One service, to read about and to share.

use askama::Template;
use axum::extract::{Request, State};
use parlour_app::catalogue::CategoryWithServices;
use parlour_app::hindi_names::Described;
use parlour_domain::service::ServiceType;
use parlour_http::error::HttpError;
use parlour_http::pages::pictures::own_picture_path;
use parlour_http::path_id::PathId;
use parlour_http::respond::HttpResult;
use parlour_http::state::HttpState;
use parlour_store::catalogue::catalogue_records::{self, Service};

use super::art::drawing;
use super::campaign::Campaign;
use super::offer::OfferCard;
use super::paths::{book_path, service_path};
use crate::public_page::answer_or_prepare;
use crate::structured_data;
use parlour_web::cache::{Catalogue, current_catalogue};
use parlour_web::format;
use parlour_web::page::{Frame, PageContext, Tab};

const MAX_SIMILAR: usize = 4;

#[derive(Template)]
#[template(path = "service.html")]
pub(crate) struct ServicePage {
    pub(crate) frame: Frame,
    pub(crate) name: String,
    pub(crate) description: String,
    /// A picture of our own, for other sites that show the link.
    pub(crate) image_url: Option<String>,
    pub(crate) image_path: Option<String>,
    pub(crate) drawing: &'static str,
    pub(crate) category: Option<String>,
    pub(crate) price: String,
    pub(crate) minutes: String,
    pub(crate) gems: Option<String>,
    pub(crate) is_offered: bool,
    pub(crate) book_path: String,
    pub(crate) all_path: String,
    pub(crate) offers: Vec<OfferCard>,
    pub(crate) similar: Vec<SimilarService>,
    pub(crate) json_ld: Option<String>,
}

#[derive(Debug)]
pub(crate) struct SimilarService {
    pub(crate) name: String,
    pub(crate) price: String,
    pub(crate) minutes: String,
    pub(crate) path: String,
}

pub(super) async fn show(State(state): State<HttpState>, PathId(slug): PathId, request: Request) -> HttpResult {
    let (mut parts, _) = request.into_parts();
    let public = match answer_or_prepare(&mut parts, &state).await? {
        Ok(response) => return Ok(response),
        Err(public) => public,
    };
    let page = &public.page;
    let catalogue = current_catalogue(&state).await?;
    if let Some((group, service)) = catalogue.service(&slug) {
        return public.respond(&service_page(page, &catalogue, Some(group), service));
    }
    let found = state.read(move |conn| Ok(catalogue_records::service_by_slug(conn, &slug)?)).await?;
    let service = found.ok_or_else(|| HttpError::not_found("This service"))?;
    public.respond_without_keeping(&service_page(page, &catalogue, None, &service))
}

/// A service without a group is not in the catalogue: it is not offered.
fn service_page(
    page: &PageContext,
    catalogue: &Catalogue,
    group: Option<&CategoryWithServices>,
    service: &Service,
) -> ServicePage {
    let (texts, campaign) = (page.texts, Campaign::of(page));
    let (price, minutes) = (format::money(service.price_paise), texts.format_minutes(service.duration_minutes));
    let name = service.name_in(texts);
    let frame = page.frame(name, Tab::Book);
    let frame = match group {
        Some(_) => frame.with_own_canonical_path(page, texts.service().description(name, &price, &minutes)),
        None => frame,
    };
    let image_path = service.image_url.as_deref().and_then(|url| own_picture_path(&page.state, url));
    let drawn = group.map_or(&service.name, |group| &group.category.name);
    let service_type = group.map_or(ServiceType::Salon, |group| group.category.service_type);
    let offers = catalogue.offers.iter().filter(|offer| group.is_some() && offer.service_ids.contains(&service.id));
    ServicePage {
        frame,
        name: name.to_owned(),
        description: service.description_in(texts).to_owned(),
        image_url: service.image_url.clone().filter(|_| image_path.is_some()),
        image_path,
        drawing: drawing(drawn, service_type),
        category: group.map(|group| group.category.name_in(texts).to_owned()),
        gems: service.gems_required.filter(|_| service.gems_redeemable).map(|gems| texts.service().or_gems(gems)),
        is_offered: group.is_some(),
        book_path: campaign.link(&book_path(None, [service.slug.as_str()])),
        all_path: campaign.link("/book"),
        offers: offers.map(|offer| OfferCard::new(offer, &campaign, page)).collect(),
        similar: group.map(|group| similar(group, service, &campaign, page)).unwrap_or_default(),
        json_ld: group.map(|_| structured_data::service(service, page.state.public_url(), &page.salon, texts)),
        price,
        minutes,
    }
}

/// Others of its category, those of a similar price first.
fn similar(
    group: &CategoryWithServices,
    service: &Service,
    campaign: &Campaign,
    page: &PageContext,
) -> Vec<SimilarService> {
    let mut others: Vec<&Service> = group.services.iter().filter(|other| other.id != service.id).collect();
    others.sort_by_key(|other| other.price_paise.abs_diff(service.price_paise));
    let shown = others.into_iter().take(MAX_SIMILAR).map(|other| SimilarService {
        name: other.name_in(page.texts).to_owned(),
        price: format::money(other.price_paise),
        minutes: page.texts.format_minutes(other.duration_minutes),
        path: campaign.link(&service_path(&other.slug)),
    });
    shown.collect()
}
