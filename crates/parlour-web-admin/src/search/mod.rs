//! One search for everything that the desk works with.

mod highlight;
mod hits;
mod pages;

use askama::Template;
use axum::Router;
use parlour_app::desk_search;
use parlour_http::respond::HttpResult;
use parlour_http::routing::get;
use parlour_http::sessions::Receptionist;
use parlour_http::state::HttpState;

use self::hits::Section;
use crate::desk::{DeskFrame, DeskPage, Place};
use parlour_texts::SearchTexts;

/// As in the interface: one letter finds nearly everybody.
const MIN_LENGTH: usize = 2;
const MAX_LENGTH: usize = 100;

#[derive(Template)]
#[template(path = "search/search.html", blocks = ["results"])]
struct SearchPage {
    frame: DeskFrame,
    typed: String,
    sections: Vec<Section>,
    /// What is text where nothing of the salon was found.
    nothing: Option<String>,
}

impl SearchPage {
    fn text(&self) -> SearchTexts {
        self.frame.texts.search()
    }
}

pub(super) fn routes() -> Router<HttpState> {
    Router::new().route("/search", get(show))
}

/// `/search?q=asha`; `part=results` for the results alone.
async fn show(page: DeskPage<Receptionist>) -> HttpResult {
    let typed: String = page.parameter("q").unwrap_or_default().trim().chars().take(MAX_LENGTH).collect();
    let text = page.texts.search();
    let context = page.text_context();
    let is_long_enough = typed.chars().count() >= MIN_LENGTH;
    let mut sections = Vec::new();
    let mut only_customer = None;
    if is_long_enough {
        let asked = typed.clone();
        let found = page.caller.read(move |conn, _| Ok(desk_search::search(conn, &asked)?)).await?;
        if let [customer] = found.customers.as_slice() {
            only_customer = Some((customer.id.as_str().to_owned(), customer.name.clone()));
        }
        sections = hits::sections(&found, &typed, context);
    }
    let nothing = match (typed.is_empty(), is_long_enough) {
        (true, _) => None,
        (false, false) => Some(text.too_short().to_owned()),
        (false, true) => sections.is_empty().then(|| text.nothing(&typed)),
    };
    if !typed.is_empty() {
        sections.extend(pages::section(&typed, page.role(), page.texts));
    }
    if is_long_enough {
        sections.push(pages::actions(&typed, only_customer.as_ref(), page.texts));
    }
    let frame = page.desk_frame(text.title(), Place::None);
    let template = SearchPage { frame, typed, sections, nothing };
    if page.parameter("part").as_deref() == Some("results") {
        return page.show(&template.as_results());
    }
    page.show(&template)
}
