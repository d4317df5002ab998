//! The pages of the gallery: the list of screens, the components, and each screen in each state.

use askama::Template;
use axum::extract::Path;
use axum::response::{IntoResponse, Redirect, Response};
use http::header::{CACHE_CONTROL, HeaderMap, HeaderValue};
use http::{StatusCode, Uri};
use parlour_http::error::HttpError;
use parlour_http::respond::HttpResult;

use super::sample::{TEXTS, public_frame};
use super::screen::Screen;
use super::screens::{AREAS, screens};
use super::{components, coverage, errors};
use parlour_web::assets;
use parlour_web::page::{Frame, Tab, uncached_html_response};

#[derive(Template)]
#[template(path = "component_gallery/index.html")]
struct IndexPage {
    frame: Frame,
    areas: [(&'static str, &'static [Screen]); 7],
    /// Classes of the stylesheet that nothing here shows.
    not_shown: Vec<String>,
}

pub(super) async fn index() -> HttpResult {
    answer(StatusCode::OK, render_index())
}

pub(super) fn render_index() -> askama::Result<String> {
    let frame = public_frame("Gallery", Tab::None);
    IndexPage { frame, areas: AREAS, not_shown: coverage::classes_not_shown()? }.render()
}

pub(super) async fn show_components() -> HttpResult {
    answer(StatusCode::OK, components::render())
}

pub(super) async fn show_screen(Path((screen, state)): Path<(String, String)>) -> HttpResult {
    let states = screens().filter(|known| known.name == screen).flat_map(|screen| screen.states);
    match states.into_iter().find(|known| known.name == state) {
        Some(state) => answer(StatusCode::OK, (state.render)()),
        None => answer(StatusCode::NOT_FOUND, errors::not_found()),
    }
}

/// Read again at every request, and never kept by the browser.
pub(super) async fn asset(Path((_, path)): Path<(String, String)>, headers: HeaderMap) -> HttpResult {
    let mut response = assets::respond(&path, &headers)?;
    response.headers_mut().insert(CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    Ok(response)
}

/// Links and forms of the screens lead to addresses of the app: to the first state of that screen.
pub(super) async fn app_address(uri: Uri) -> Result<Response, HttpError> {
    match screens().find(|screen| screen.address == uri.path()) {
        Some(Screen { name, states: [first, ..], .. }) => {
            Ok(Redirect::to(&format!("/screens/{name}/{}", first.name)).into_response())
        }
        _ => answer(StatusCode::NOT_FOUND, errors::not_found()),
    }
}

fn answer(status: StatusCode, html: askama::Result<String>) -> HttpResult {
    let html = html.map_err(|error| HttpError::internal(error.to_string()))?;
    Ok(uncached_html_response(status, TEXTS, html))
}
