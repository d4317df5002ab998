//! Every component and every screen of the customer app in all states, with made-up data and without a database.
//!
//! The example `gallery` serves it. Only debug builds have it.

mod account;
mod booking;
mod browse;
mod components;
mod coverage;
mod errors;
mod home;
mod rewards;
mod sample;
mod visits;

use askama::Template;
use axum::Router;
use axum::extract::Path;
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::get;
use http::header::{CACHE_CONTROL, HeaderMap, HeaderValue};
use http::{StatusCode, Uri};
use parlour_http::error::HttpError;
use parlour_http::respond::HttpResult;

use parlour_web::assets;
use parlour_web::page::{Frame, Tab, html_response};
use sample::public_frame;

/// A screen with the states that it can be in.
#[derive(Debug)]
struct Screen {
    name: &'static str,
    title: &'static str,
    /// Its address in the app. Links between the screens lead to it, and from there to the first state.
    address: &'static str,
    states: &'static [State],
}

#[derive(Debug)]
struct State {
    name: &'static str,
    about: &'static str,
    render: Render,
}

type Render = fn() -> askama::Result<String>;

const fn state(name: &'static str, about: &'static str, render: Render) -> State {
    State { name, about, render }
}

/// The screens by area.
const AREAS: [(&str, &[Screen]); 7] = [
    ("First page", home::SCREENS),
    ("Look around", browse::SCREENS),
    ("Book", booking::SCREENS),
    ("Visits", visits::SCREENS),
    ("Rewards, invoices, notifications", rewards::SCREENS),
    ("Account", account::SCREENS),
    ("Messages", errors::SCREENS),
];

fn screens() -> impl Iterator<Item = &'static Screen> {
    AREAS.into_iter().flat_map(|(_, screens)| screens)
}

/// The gallery as a server of its own.
pub fn routes() -> Router {
    Router::new()
        .route("/", get(index))
        .route("/components", get(show_components))
        .route("/screens/{screen}/{state}", get(show_screen))
        .route("/assets/{hash}/{*path}", get(asset))
        .fallback(app_address)
}

#[derive(Template)]
#[template(path = "gallery/index.html")]
struct IndexPage {
    frame: Frame,
    areas: [(&'static str, &'static [Screen]); 7],
    /// Classes of the stylesheet that nothing here shows.
    not_shown: Vec<String>,
}

async fn index() -> HttpResult {
    answer(StatusCode::OK, render_index())
}

fn render_index() -> askama::Result<String> {
    let frame = public_frame("Gallery", Tab::None);
    IndexPage { frame, areas: AREAS, not_shown: coverage::classes_not_shown()? }.render()
}

async fn show_components() -> HttpResult {
    answer(StatusCode::OK, components::render())
}

async fn show_screen(Path((screen, state)): Path<(String, String)>) -> HttpResult {
    let states = screens().filter(|known| known.name == screen).flat_map(|screen| screen.states);
    match states.into_iter().find(|known| known.name == state) {
        Some(state) => answer(StatusCode::OK, (state.render)()),
        None => answer(StatusCode::NOT_FOUND, errors::not_found()),
    }
}

/// Read again at every request, and never kept by the browser.
async fn asset(Path((_, path)): Path<(String, String)>, headers: HeaderMap) -> HttpResult {
    let mut response = assets::respond(&path, &headers)?;
    response.headers_mut().insert(CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    Ok(response)
}

/// Links and forms of the screens lead to addresses of the app: to the first state of that screen.
async fn app_address(uri: Uri) -> Result<Response, HttpError> {
    match screens().find(|screen| screen.address == uri.path()) {
        Some(Screen { name, states: [first, ..], .. }) => {
            Ok(Redirect::to(&format!("/screens/{name}/{}", first.name)).into_response())
        }
        _ => answer(StatusCode::NOT_FOUND, errors::not_found()),
    }
}

fn answer(status: StatusCode, html: askama::Result<String>) -> HttpResult {
    Ok(html_response(status, html.map_err(|error| HttpError::internal(error.to_string()))?))
}
