//! Reads what the pages keep in memory, again when it has changed.

use std::sync::Arc;

use parlour_app::catalogue::{active_catalogue, current_offers};
use parlour_app::hindi_names::HindiNames;
use parlour_app::salon::read_identity;
use parlour_domain::billing::invoice_document::Colour;
use parlour_http::error::HttpError;
use parlour_http::pages::pictures::own_picture_path;
use parlour_http::state::HttpState;
use parlour_store::branches::branch_records::{self, Branch};
use parlour_store::branches::branding::{Branding, find_branding};
use parlour_store::cache_topics::CacheTopic;

use crate::salon::Salon;

pub use parlour_http::pages::cache::{CacheStamp, Catalogue, PageCache, PageKey, unkept_public_page};

pub async fn current_salon(state: &HttpState) -> Result<Arc<Salon>, HttpError> {
    let cache = &state.page_cache().salon;
    // Taken before the read, so that a write during the read expires it.
    let generation = state.app().db.generations().of(CacheTopic::Branches);
    if let Some(salon) = cache.get(generation) {
        return Ok(salon);
    }
    let salon = state.app().db.snapshot(|conn| {
        let all = branch_records::list_all(conn)?.into_iter();
        let (branches, others): (Vec<Branch>, Vec<Branch>) = all.partition(Branch::is_operational);
        let branding = match branches.first() {
            Some(first) => find_branding(conn, &first.id)?,
            None => Branding::default(),
        };
        Ok::<_, HttpError>((read_identity(conn)?, branches, others, branding.brand_colour))
    });
    let (identity, branches, other_branches, colour) = salon.await?;
    let first = branches.first();
    let salon = Arc::new(Salon {
        name: identity.name,
        about: identity.about,
        about_hi: identity.about_hi,
        website: identity.website,
        has_branch: identity.has_branch,
        logo_path: first.and_then(|branch| own_picture_path(state, branch.logo_url.as_deref()?)),
        phone: first.and_then(|branch| branch.phone.clone()),
        brand_colour: colour.as_deref().and_then(|colour| Colour::parse(colour).ok()),
        branches,
        other_branches,
    });
    cache.keep(generation, &salon);
    Ok(salon)
}

/// Now, with how often anything that public pages show has changed.
pub fn cache_stamp(state: &HttpState) -> CacheStamp {
    let topics = [CacheTopic::Catalogue, CacheTopic::Offers, CacheTopic::Branches];
    let generation = topics.into_iter().map(|topic| state.app().db.generations().of(topic)).sum();
    CacheStamp { generation, now: state.now() }
}

pub async fn current_catalogue(state: &HttpState) -> Result<Arc<Catalogue>, HttpError> {
    let (cache, moment) = (&state.page_cache().catalogue, cache_stamp(state));
    if let Some(catalogue) = cache.get(moment) {
        return Ok(catalogue);
    }
    let today = moment.now.ist_date();
    let read = state.app().db.snapshot(move |conn| {
        Ok::<_, HttpError>(Catalogue { categories: active_catalogue(conn)?, offers: current_offers(conn, today)? })
    });
    let catalogue = Arc::new(read.await?);
    cache.keep(&catalogue, moment);
    Ok(catalogue)
}

/// Names in Hindi by the English ones that records keep.
pub async fn current_hindi_names(state: &HttpState) -> Result<Arc<HindiNames>, HttpError> {
    let cache = &state.page_cache().hindi_names;
    // Taken before the read, so that a write during the read expires it.
    let topics = [CacheTopic::Catalogue, CacheTopic::Offers];
    let generation: u64 = topics.into_iter().map(|topic| state.app().db.generations().of(topic)).sum();
    if let Some(names) = cache.get(generation) {
        return Ok(names);
    }
    let names = Arc::new(state.app().db.snapshot(|conn| HindiNames::read(conn).map_err(HttpError::from)).await?);
    cache.keep(generation, &names);
    Ok(names)
}
