//! What this crate and the API need of pages, which are another crate's: how to answer a browser, and what pages keep in
//! memory.

pub mod cache;
pub mod headers;
pub mod late_part;
pub mod pictures;
mod policy;
pub mod salon;

use axum::response::{IntoResponse, Response};
use http::header::{ACCEPT, HeaderMap};
use http::{Method, StatusCode};
use parlour_domain::customer::Language;

use crate::error::HttpError;
use crate::state::HttpState;

pub use policy::PAGE_POLICY;

pub(crate) use policy::embeddable_page_policy;

/// A request that failed, for the page that says so.
#[derive(Debug)]
pub struct FailedRequest<'a> {
    pub error: &'a HttpError,
    pub request_id: &'a str,
    pub method: &'a Method,
    /// The path with its query.
    pub address: &'a str,
    /// Cookies, languages, and the page that a form was on.
    pub headers: &'a HeaderMap,
    /// The language that the signed-in user chose, if it was read before the request failed.
    pub language: Option<Language>,
    /// How long a client that asked too often has to wait.
    pub retry_after_seconds: Option<u64>,
}

/// A page that says one thing, with at most one button.
#[derive(Debug, Clone, Copy)]
pub enum MessagePage {
    /// Asks whether marketing e-mails shall end; its form is posted to the same address.
    ConfirmUnsubscribe,
    Unsubscribed,
    UnknownUnsubscribeLink,
}

/// Such a page, and its address.
#[derive(Debug, Clone, Copy)]
pub struct MessageAt<'a> {
    pub page: MessagePage,
    pub path: &'a str,
}

/// The pages of the front end.
#[derive(Debug, Clone, Copy)]
pub struct PageRenderers {
    /// Answers a browser's failed request with a page, or a redirect to the sign-in. `None` leaves the error envelope.
    pub error: fn(&HttpState, &FailedRequest<'_>) -> Option<Response>,
    pub message: fn(&HttpState, &HeaderMap, MessageAt<'_>) -> Response,
}

impl PageRenderers {
    /// For tests without pages.
    pub const NONE: Self = Self { error: |_, _| None, message: |_, _, _| StatusCode::NOT_FOUND.into_response() };
}

/// Whether the client accepts HTML, as browsers do.
pub fn accepts_html(headers: &HeaderMap) -> bool {
    let accepted = headers.get(ACCEPT).and_then(|accepted| accepted.to_str().ok());
    accepted.is_some_and(|accepted| accepted.contains("text/html"))
}
