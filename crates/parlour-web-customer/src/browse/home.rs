//! The first page: for everybody from memory, and with the next booking for those who are signed in.

use askama::Template;
use axum::extract::{Request, State};
use parlour_app::catalogue::CategoryWithServices;
use parlour_app::hindi_names::Described;
use parlour_http::error::HttpError;
use parlour_http::respond::HttpResult;
use parlour_http::state::HttpState;
use parlour_store::branches::branch_records::Branch;

use super::art::drawing;
use super::basket::anchor;
use super::campaign::Campaign;
use super::next_and_last::{NextBooking, OwnHome, read_own_home};
use super::offer::OfferCard;
use super::opening::{Holidays, opening};
use super::paths::book_path;
use crate::public_page::answer_or_prepare;
use crate::structured_data;
use parlour_web::cache::current_catalogue;
use parlour_web::format;
use parlour_web::page::{Frame, PageContext, Tab, encode};

/// How many services of a category its tile names.
const FAVOURITES: usize = 3;

#[derive(Template)]
#[template(path = "home.html")]
pub(crate) struct HomePage {
    pub(crate) frame: Frame,
    /// What only a signed-in visitor sees.
    pub(crate) own: Option<OwnHome>,
    pub(crate) next: NextBooking,
    pub(crate) branches: Vec<BranchCard>,
    pub(crate) offers: Vec<OfferCard>,
    pub(crate) categories: Vec<CategoryTile>,
    pub(crate) book_path: String,
    pub(crate) call_me_path: String,
    pub(crate) json_ld: String,
}

/// The ticket of the next booking alone, for the page that shows it already.
#[derive(Template)]
#[template(path = "parts/next_booking.html")]
struct NextBookingPart {
    frame: Frame,
    next: NextBooking,
}

#[derive(Debug)]
pub(crate) struct BranchCard {
    pub(crate) name: String,
    pub(crate) address: String,
    pub(crate) phone: Option<String>,
    pub(crate) call: String,
    pub(crate) directions: String,
    pub(crate) directions_path: String,
    pub(crate) book: String,
    pub(crate) book_path: String,
    pub(crate) is_open: bool,
    pub(crate) opening: String,
}

#[derive(Debug)]
pub(crate) struct CategoryTile {
    pub(crate) name: String,
    pub(crate) drawing: &'static str,
    pub(crate) favourites: String,
    pub(crate) from_price: String,
    pub(crate) path: String,
}

pub(super) async fn show(State(state): State<HttpState>, request: Request) -> HttpResult {
    let (mut parts, _) = request.into_parts();
    let public = match answer_or_prepare(&mut parts, &state).await? {
        Ok(response) => return Ok(response),
        Err(public) => public,
    };
    let page = &public.page;
    if page.parameter("part").as_deref() == Some("next") {
        return show_next_booking(page).await;
    }
    public.respond(&home_page(page).await?)
}

async fn show_next_booking(page: &PageContext) -> HttpResult {
    let caller = page.caller.as_ref().ok_or_else(HttpError::unauthenticated)?;
    let (_, next) = read_own_home(page, caller, &*current_catalogue(&page.state).await?).await?;
    page.render(&NextBookingPart { frame: page.frame(page.texts.home().title(), Tab::Book), next })
}

async fn home_page(page: &PageContext) -> Result<HomePage, HttpError> {
    let catalogue = current_catalogue(&page.state).await?;
    let holidays = Holidays::read(&page.state).await?;
    let campaign = Campaign::of(page);
    let (own, next) = match &page.caller {
        Some(caller) => {
            let (own, next) = read_own_home(page, caller, &catalogue).await?;
            (Some(own), next)
        }
        None => (None, NextBooking::default()),
    };
    let text = page.texts.home();
    let filled = catalogue.categories.iter().filter(|group| !group.services.is_empty());
    Ok(HomePage {
        frame: page.frame(text.title(), Tab::Book).with_own_canonical_path(page, text.description(&page.salon.name)),
        own,
        next,
        branches: page.salon.branches.iter().map(|branch| branch_card(branch, &holidays, &campaign, page)).collect(),
        offers: catalogue.offers.iter().map(|offer| OfferCard::new(offer, &campaign, page)).collect(),
        categories: filled.map(|group| category_tile(group, &campaign, page)).collect(),
        book_path: campaign.link("/book"),
        call_me_path: campaign.link("/call-me"),
        json_ld: structured_data::salon(&catalogue, page.state.public_url(), &page.salon, page.texts),
    })
}

fn branch_card(branch: &Branch, holidays: &Holidays, campaign: &Campaign, page: &PageContext) -> BranchCard {
    let text = page.texts.home();
    let opening = opening(branch, holidays, page.now(), page.texts);
    let place = encode(&format!("{}, {}", branch.name, branch.address));
    BranchCard {
        name: branch.name.clone(),
        address: branch.address.clone(),
        phone: branch.phone.clone(),
        call: text.call(&branch.name),
        directions: text.directions_to(&branch.name),
        directions_path: format!("https://www.google.com/maps/search/?api=1&query={place}"),
        book: text.book_at(&branch.name),
        book_path: campaign.link(&book_path(Some(branch.id.as_str()), [])),
        is_open: opening.is_open,
        opening: opening.text,
    }
}

fn category_tile(group: &CategoryWithServices, campaign: &Campaign, page: &PageContext) -> CategoryTile {
    let cheapest = group.services.iter().map(|service| service.price_paise).min().unwrap_or_default();
    let favourites: Vec<&str> =
        group.services.iter().take(FAVOURITES).map(|service| service.name_in(page.texts)).collect();
    CategoryTile {
        name: group.category.name_in(page.texts).to_owned(),
        drawing: drawing(&group.category.name, group.category.service_type),
        favourites: favourites.join(", "),
        from_price: page.texts.home().from_price(&format::money(cheapest)),
        path: campaign.link(&format!("/book#{}", anchor(&group.category.slug))),
    }
}
