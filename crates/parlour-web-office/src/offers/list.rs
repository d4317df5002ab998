//! The offers as cards, also beside a panel.

use askama::Template;
use chrono::NaiveDate;
use parlour_app::catalogue::{OfferWithServices, ServiceName};
use parlour_app::hindi_names::Described;
use parlour_app::offers::{self as use_cases, OffersByState};
use parlour_domain::offer::{OfferState, OfferType};
use parlour_http::error::HttpError;
use parlour_http::paging::FeedPage;
use parlour_http::respond::HttpResult;
use parlour_http::sessions::Manager;
use parlour_store::offers::offer_records::{Offer, OfferUses};
use parlour_texts::{DeskOffersTexts, Texts};
use parlour_web::format;
use parlour_web::page::TextContext;
use parlour_web_admin::desk::{DeskFrame, DeskPage, Place};

const PAGE_SIZE: i64 = 30;
/// So many services of an offer are named.
const MAX_NAMES: usize = 5;

#[derive(Template)]
#[template(path = "offers/list.html")]
struct ListPage {
    frame: DeskFrame,
    list: OfferList,
}

/// Of the offers in one state.
fn state_word(state: OfferState, text: DeskOffersTexts) -> &'static str {
    match state {
        OfferState::Running => text.running(),
        OfferState::Coming => text.coming(),
        OfferState::Past => text.past(),
        OfferState::Off => text.off(),
    }
}

/// Of one offer.
pub(super) fn state_word_of_one(state: OfferState, text: DeskOffersTexts) -> &'static str {
    match state {
        OfferState::Coming => text.is_coming(),
        OfferState::Past => text.is_past(),
        OfferState::Running | OfferState::Off => state_word(state, text),
    }
}

/// On the list of all, what is over and what is switched off stand together: each card says which it is.
fn group_name(state: OfferState, shown: Option<OfferState>, text: DeskOffersTexts) -> &'static str {
    let is_among_all = shown.is_none() && matches!(state, OfferState::Past | OfferState::Off);
    if is_among_all { text.past_and_off() } else { state_word(state, text) }
}

/// What a card says of its days, and the class of its mark.
fn days_of(offer: &Offer, state: OfferState, context: TextContext) -> (String, &'static str) {
    let text = context.texts.desk_offers();
    let day = |day: NaiveDate| context.texts.format_full_day(day, context.today());
    match state {
        OfferState::Running => (text.until(&day(offer.end_date)), "good"),
        OfferState::Coming => (text.from(&day(offer.start_date)), "accent"),
        OfferState::Past => (text.ended(&day(offer.end_date)), ""),
        OfferState::Off => (text.switched_off().to_owned(), ""),
    }
}

fn class_of(state: OfferState) -> &'static str {
    match state {
        OfferState::Running => "",
        OfferState::Coming => "later",
        OfferState::Past | OfferState::Off => "past",
    }
}

/// How often an offer was used and what it took off. Nothing is said of one that nobody could use yet.
fn uses_text(uses: Option<&OfferUses>, state: OfferState, text: DeskOffersTexts) -> Option<String> {
    match (uses, state) {
        (Some(uses), _) => Some(text.used(uses.visit_count, &format::money(-uses.discount_paise))),
        (None, OfferState::Running) => Some(text.not_used_yet().to_owned()),
        (None, OfferState::Past | OfferState::Off) => Some(text.never_used().to_owned()),
        (None, OfferState::Coming) => None,
    }
}

fn summary_text(running: i64, month_discount_paise: i64, text: DeskOffersTexts) -> String {
    match month_discount_paise {
        0 => text.summary(running),
        _ => text.summary_with_discount(running, &format::money(month_discount_paise)),
    }
}

/// The list as it is shown.
#[derive(Debug)]
pub(super) struct OfferList {
    pub(super) summary: String,
    pub(super) tabs: Vec<Tab>,
    pub(super) groups: Vec<(&'static str, Vec<OfferCard>)>,
    /// The query of every address on the page.
    pub(super) query: String,
    /// The pages before and after this one.
    pub(super) previous: Option<String>,
    pub(super) next: Option<String>,
    pub(super) is_beside_panel: bool,
}

#[derive(Debug)]
pub(super) struct Tab {
    pub(super) path: String,
    pub(super) name: &'static str,
    pub(super) offers: i64,
    pub(super) is_current: bool,
}

#[derive(Debug)]
pub(super) struct OfferCard {
    pub(super) path: String,
    pub(super) name: String,
    pub(super) services: String,
    /// `20%`, `₹500`, and what that is.
    pub(super) cut: String,
    pub(super) cut_unit: &'static str,
    pub(super) days: String,
    pub(super) days_class: &'static str,
    pub(super) uses: Option<String>,
    pub(super) class: &'static str,
    pub(super) is_current: bool,
}

/// `/offers?show=running&page=`
pub(super) async fn show(page: DeskPage<Manager>) -> HttpResult {
    let read = read_list(&page).await?;
    let frame = page.desk_frame(page.texts.desk_frame().offers(), Place::Offers);
    page.show(&ListPage { frame, list: OfferList::new(&page, &read, None) })
}

/// The page of the offers that the address names.
pub(super) async fn read_list(page: &DeskPage<Manager>) -> Result<OffersByState, HttpError> {
    let (today, state, paging) = (page.today(), shown_state(page), paging(page));
    page.caller
        .read(move |conn, _| Ok(use_cases::page_by_state(conn, (today, state), paging.size, paging.offset())?))
        .await
}

fn shown_state(page: &DeskPage<Manager>) -> Option<OfferState> {
    OfferState::parse(&page.parameter("show")?)
}

fn paging(page: &DeskPage<Manager>) -> FeedPage {
    FeedPage { size: PAGE_SIZE, ..FeedPage::from_query(page.uri.query()) }
}

/// The query of the list that the address names.
pub(super) fn query(page: &DeskPage<Manager>) -> String {
    query_of(shown_state(page), paging(page).page)
}

/// Without what every list has anyway.
fn query_of(state: Option<OfferState>, number: i64) -> String {
    let state = state.map(|state| format!("show={state}"));
    let number = (number > 1).then(|| format!("page={number}"));
    let pairs: Vec<String> = state.into_iter().chain(number).collect();
    if pairs.is_empty() { String::new() } else { format!("?{}", pairs.join("&")) }
}

impl OfferList {
    /// `current` is the id of the offer in the panel; empty for a new one, none without a panel.
    pub(super) fn new(page: &DeskPage<Manager>, read: &OffersByState, current: Option<&str>) -> Self {
        let (context, shown, paging, query) = (page.text_context(), shown_state(page), paging(page), query(page));
        let text = context.texts.desk_offers();
        let count_of = |state: Option<OfferState>| -> i64 {
            let counts = read.counts.iter().filter(|(counted, _)| state.is_none_or(|state| state == *counted));
            counts.map(|(_, count)| count).sum()
        };
        let tab = |state: Option<OfferState>| Tab {
            path: format!("/offers{}", query_of(state, 1)),
            name: state.map_or(text.all(), |state| state_word(state, text)),
            offers: count_of(state),
            is_current: state == shown,
        };
        let mut groups: Vec<(&'static str, Vec<OfferCard>)> = Vec::new();
        for state in OfferState::ALL.iter().copied() {
            let of_state = read.offers.iter().filter(|found| found.offer.state_on(context.today()) == state);
            let cards = of_state.map(|found| {
                let uses = uses_text(read.uses.get(&found.offer.id), state, text);
                OfferCard { uses, ..OfferCard::new(found, state, &query, current, context) }
            });
            let (name, cards) = (group_name(state, shown, text), cards.collect::<Vec<_>>());
            match groups.last_mut() {
                _ if cards.is_empty() => {}
                Some((last, above)) if *last == name => above.extend(cards),
                _ => groups.push((name, cards)),
            }
        }
        let path_of = |number: i64| format!("/offers{}", query_of(shown, number));
        Self {
            summary: summary_text(count_of(Some(OfferState::Running)), read.month_discount_paise, text),
            tabs: [None].into_iter().chain(OfferState::ALL.iter().copied().map(Some)).map(tab).collect(),
            groups,
            previous: (paging.page > 1).then(|| path_of(paging.page - 1)),
            next: (paging.offset().saturating_add(paging.size) < count_of(shown))
                .then(|| path_of(paging.page.saturating_add(1))),
            query,
            is_beside_panel: current.is_some(),
        }
    }
}

/// The first services by their names, and how many more there are.
fn services_text(services: &[ServiceName], texts: Texts) -> String {
    let text = texts.desk_offers();
    let more = services.len().saturating_sub(MAX_NAMES);
    let names = services.iter().map(|service| texts.choose(&service.name, service.name_hi.as_deref()));
    let named = names.take(MAX_NAMES).collect::<Vec<_>>().join(", ");
    if more == 0 { named } else { text.services_and_more(&named, more) }
}

impl OfferCard {
    fn new(
        found: &OfferWithServices,
        state: OfferState,
        query: &str,
        current: Option<&str>,
        context: TextContext,
    ) -> Self {
        let (offer, text) = (&found.offer, context.texts.desk_offers());
        let (cut, cut_unit) = match offer.offer_type {
            OfferType::Percentage => (offer.discount_percentage.map(|part| format!("{part}%")), text.cut_off()),
            OfferType::Flat => (offer.discount_amount_paise.map(format::money), text.cut_off()),
            OfferType::ComboPrice => (offer.combo_price_paise.map(format::money), text.cut_combo()),
        };
        let (days, days_class) = days_of(offer, state, context);
        Self {
            path: format!("/offers/{}{query}", offer.id),
            name: offer.name_in(context.texts).to_owned(),
            services: services_text(&found.services, context.texts),
            cut: cut.unwrap_or_default(),
            cut_unit,
            days,
            days_class,
            uses: None,
            class: class_of(state),
            is_current: current == Some(offer.id.as_str()),
        }
    }
}
