//! The offers as cards, also beside a panel.

use askama::Template;
use chrono::NaiveDate;
use parlour_app::catalogue::OfferWithServices;
use parlour_app::offers as use_cases;
use parlour_domain::offer::OfferType;
use parlour_http::error::HttpError;
use parlour_http::respond::HttpResult;
use parlour_http::sessions::Manager;
use parlour_store::offers::offer_records::Offer;
use parlour_texts::DeskOffersTexts;
use parlour_web::format;
use parlour_web::page::TextContext;

use crate::desk::{DeskFrame, DeskPage, Place};

/// The newest of them; older ones are found by the API.
const MAX_OFFERS: i64 = 500;

#[derive(Template)]
#[template(path = "offers/list.html")]
struct ListPage {
    frame: DeskFrame,
    list: OfferList,
}

/// Where an offer stands on a day.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum OfferState {
    Running,
    Coming,
    Past,
    Off,
}

impl OfferState {
    const ALL: [Self; 4] = [Self::Running, Self::Coming, Self::Past, Self::Off];

    pub(super) fn of(offer: &Offer, today: NaiveDate) -> Self {
        if !offer.is_active {
            Self::Off
        } else if today < offer.start_date {
            Self::Coming
        } else if today > offer.end_date {
            Self::Past
        } else {
            Self::Running
        }
    }

    fn as_str(self) -> &'static str {
        match self {
            Self::Running => "running",
            Self::Coming => "coming",
            Self::Past => "past",
            Self::Off => "off",
        }
    }

    pub(super) fn word(self, text: DeskOffersTexts) -> &'static str {
        match self {
            Self::Running => text.running(),
            Self::Coming => text.coming(),
            Self::Past => text.past(),
            Self::Off => text.off(),
        }
    }

    /// What a card says of its days, and the class of its mark.
    fn days(self, offer: &Offer, context: TextContext) -> (String, &'static str) {
        let text = context.texts.desk_offers();
        let day = |day: NaiveDate| format::day_of_month(day, context.today(), context.texts);
        match self {
            Self::Running => (text.until(&day(offer.end_date)), "good"),
            Self::Coming => (text.from(&day(offer.start_date)), "accent"),
            Self::Past => (text.ended(&day(offer.end_date)), ""),
            Self::Off => (text.switched_off().to_owned(), ""),
        }
    }

    fn class(self) -> &'static str {
        match self {
            Self::Running => "",
            Self::Coming => "later",
            Self::Past | Self::Off => "past",
        }
    }
}

/// The list as it is shown.
#[derive(Debug)]
pub(super) struct OfferList {
    pub(super) summary: String,
    pub(super) tabs: Vec<Tab>,
    pub(super) groups: Vec<(&'static str, Vec<Card>)>,
    /// The query of every address on the page.
    pub(super) query: String,
    pub(super) is_beside_panel: bool,
}

#[derive(Debug)]
pub(super) struct Tab {
    pub(super) path: String,
    pub(super) name: &'static str,
    pub(super) offers: usize,
    pub(super) is_current: bool,
}

#[derive(Debug)]
pub(super) struct Card {
    pub(super) path: String,
    pub(super) name: String,
    pub(super) services: String,
    /// `20%`, `₹500`, and what that is.
    pub(super) cut: String,
    pub(super) cut_unit: &'static str,
    pub(super) days: String,
    pub(super) days_class: &'static str,
    pub(super) class: &'static str,
    pub(super) is_current: bool,
}

/// `/offers?show=running`
pub(super) async fn show(page: DeskPage<Manager>) -> HttpResult {
    let all = read_all(&page).await?;
    let frame = page.desk_frame(page.texts.desk_frame().offers(), Place::Offers);
    page.show(&ListPage { frame, list: OfferList::new(&page, &all, None) })
}

pub(super) async fn read_all(page: &DeskPage<Manager>) -> Result<Vec<OfferWithServices>, HttpError> {
    page.caller.read(|conn, _| Ok(use_cases::page(conn, None, MAX_OFFERS)?)).await
}

fn shown_state(page: &DeskPage<Manager>) -> Option<OfferState> {
    let named = page.parameter("show")?;
    OfferState::ALL.into_iter().find(|state| state.as_str() == named)
}

/// The query of the list that the address names.
pub(super) fn query(page: &DeskPage<Manager>) -> String {
    query_of(shown_state(page))
}

fn query_of(state: Option<OfferState>) -> String {
    state.map(|state| format!("?show={}", state.as_str())).unwrap_or_default()
}

impl OfferList {
    /// `current` is the id of the offer in the panel; empty for a new one, none without a panel.
    pub(super) fn new(page: &DeskPage<Manager>, all: &[OfferWithServices], current: Option<&str>) -> Self {
        let (context, shown) = (page.text_context(), shown_state(page));
        let text = context.texts.desk_offers();
        let of_state =
            |state: OfferState| all.iter().filter(move |found| OfferState::of(&found.offer, context.today()) == state);
        let tab = |state: Option<OfferState>, offers: usize| Tab {
            path: format!("/offers{}", query_of(state)),
            name: state.map_or(text.all(), |state| state.word(text)),
            offers,
            is_current: state == shown,
        };
        let whole = [tab(None, all.len())];
        let parts = OfferState::ALL.into_iter().map(|state| tab(Some(state), of_state(state).count()));
        let group = |state: OfferState| {
            let query = query_of(shown);
            let cards = of_state(state).map(|found| Card::new(found, state, &query, current, context));
            (state.word(text), cards.collect::<Vec<_>>())
        };
        let groups = OfferState::ALL.into_iter().filter(|state| shown.is_none_or(|shown| shown == *state)).map(group);
        Self {
            summary: text.summary(of_state(OfferState::Running).count()),
            tabs: whole.into_iter().chain(parts).collect(),
            groups: groups.filter(|(_, cards)| !cards.is_empty()).collect(),
            query: query_of(shown),
            is_beside_panel: current.is_some(),
        }
    }
}

impl Card {
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
        let (days, days_class) = state.days(offer, context);
        Self {
            path: format!("/offers/{}{query}", offer.id),
            name: offer.name.clone(),
            services: found.service_names.join(", "),
            cut: cut.unwrap_or_default(),
            cut_unit,
            days,
            days_class,
            class: state.class(),
            is_current: current == Some(offer.id.as_str()),
        }
    }
}
