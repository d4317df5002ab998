//! Pages for browsers where programs get the error envelope.

use axum::response::{IntoResponse, Redirect, Response};
use http::header::{HeaderMap, HeaderName, HeaderValue, REFERER};
use http::{Method, StatusCode};
use parlour_domain::auth::app_kind::AppKind;
use parlour_domain::auth::return_to::local_path_or_root;
use parlour_http::cookies;
use parlour_http::error::{HttpError, SignInFailure};
use parlour_http::pages::{FailedRequest, MessageAt, MessagePage};
use parlour_http::state::HttpState;

use crate::assets;
use crate::language::texts_for;
use crate::page::{Frame, Tab, encode, sign_in_path, uncached_html_response};
use parlour_texts::{ErrorsTexts, Texts};

const SIGN_IN_PATH: &str = "/api/auth/sign-in";

/// What the page of a failed request, or a page that says one thing, shows inside the frame of its app.
#[derive(Debug)]
pub struct ErrorPageContent<'a> {
    pub status: StatusCode,
    /// Whether the browser sent a session of this app.
    pub has_session: bool,
    pub heading: &'a str,
    pub text: &'a str,
    /// Where "Try again" leads; none where trying again does not help.
    pub retry: Option<&'a str>,
    /// The step of a booking that a sign-in has interrupted.
    pub booking: Option<&'a str>,
    pub request_id: Option<&'a str>,
    /// The button of the page that ends marketing e-mails.
    pub unsubscribe_button: Option<&'a str>,
}

/// The template of an app for these pages.
pub type RenderErrorPage = fn(Frame, &ErrorPageContent<'_>) -> askama::Result<String>;

/// The page of a failed request. A visitor who must sign in is sent there.
pub fn error_page(state: &HttpState, failed: &FailedRequest<'_>, render: RenderErrorPage) -> Option<Response> {
    let status = failed.error.status();
    let path = failed.address.split('?').next().unwrap_or(failed.address);
    // The only addresses below `/api/` that show pages are those of a sign-in.
    let is_sign_in = path.starts_with("/api/");
    let is_read = matches!(*failed.method, Method::GET | Method::HEAD);
    let page = if is_read { failed.address } else { page_of_form(state, failed.headers).unwrap_or(path) };
    if status == StatusCode::UNAUTHORIZED && !is_sign_in {
        return Some(Redirect::to(&sign_in_path(page)).into_response());
    }
    let texts = texts_for(failed.headers, failed.language);
    let waits = failed.retry_after_seconds.filter(|_| *failed.method == Method::GET);
    let (heading, text) = match waits {
        Some(_) => (texts.errors().too_many_title(), texts.errors().too_many_waits()),
        None => texts_for_error(texts.errors(), failed.error, is_sign_in),
    };
    let target = failed.error.sign_in_target();
    let booking = target.filter(|target| state.app_kind() == AppKind::Customer && is_booking_step(target));
    let start_again;
    let retry = if is_sign_in {
        // The way back from the provider works once.
        start_again = start_path(target.unwrap_or("/"));
        Some(if path == SIGN_IN_PATH { failed.address } else { &*start_again })
    } else {
        let can_repeat =
            *failed.method == Method::GET && (status.is_server_error() || status == StatusCode::TOO_MANY_REQUESTS);
        can_repeat.then_some(failed.address)
    };
    let request_id = Some(failed.request_id);
    let text = match failed.error.sign_in_failure() {
        Some(SignInFailure::Cancelled) if booking.is_some() => texts.errors().sign_in_cancelled_booking(),
        _ => text,
    };
    let content = ErrorPageContent {
        status,
        has_session: has_session(state, failed.headers),
        heading,
        text,
        retry,
        booking,
        request_id,
        unsubscribe_button: None,
    };
    // The way back from the provider works once, also in another language.
    let address = if is_sign_in { sign_in_path(target.unwrap_or("/")) } else { page.to_owned() };
    let frame = Frame { address, ..plain_frame(state, failed.headers, texts, heading) };
    let mut response = uncached_html_response(status, texts, render(frame, &content).ok()?);
    if let Some(seconds) = waits {
        // As a header: readers of the page are not moved by markup that they cannot stop.
        response.headers_mut().insert(HeaderName::from_static("refresh"), HeaderValue::from(seconds));
    }
    Some(response)
}

/// Whether this address of the customer app is a step of a booking.
fn is_booking_step(address: &str) -> bool {
    let path = address.split('?').next().unwrap_or(address);
    path == "/book" || path.starts_with("/book/")
}

/// Where a sign-in begins that leads to this path.
fn start_path(target: &str) -> String {
    if target == "/" { SIGN_IN_PATH.to_owned() } else { format!("{SIGN_IN_PATH}?returnTo={}", encode(target)) }
}

/// The page whose form was sent, with its query: the form's own address may be none that can be opened.
fn page_of_form<'a>(state: &HttpState, headers: &'a HeaderMap) -> Option<&'a str> {
    let page = headers.get(REFERER)?.to_str().ok()?.strip_prefix(state.public_url().trim_end_matches('/'))?;
    page.starts_with('/').then_some(page)
}

fn texts_for_error(texts: ErrorsTexts, error: &HttpError, is_sign_in: bool) -> (&'static str, &'static str) {
    match error.status() {
        status if is_sign_in => {
            let text = match error.sign_in_failure() {
                Some(failure) => sign_in_failure_text(texts, failure),
                None => texts_for_status(texts, status).1,
            };
            let is_cancelled = error.sign_in_failure() == Some(SignInFailure::Cancelled);
            (if is_cancelled { texts.not_signed_in_title() } else { texts.sign_in_failed_title() }, text)
        }
        status => texts_for_status(texts, status),
    }
}

/// Heading and sentence of an error.
pub fn texts_for_status(texts: ErrorsTexts, status: StatusCode) -> (&'static str, &'static str) {
    match status {
        StatusCode::NOT_FOUND | StatusCode::METHOD_NOT_ALLOWED => (texts.not_found_title(), texts.not_found()),
        StatusCode::FORBIDDEN => (texts.forbidden_title(), texts.forbidden()),
        StatusCode::PAYLOAD_TOO_LARGE => (texts.too_large_title(), texts.too_large()),
        StatusCode::TOO_MANY_REQUESTS => (texts.too_many_title(), texts.too_many()),
        StatusCode::SERVICE_UNAVAILABLE => (texts.unavailable_title(), texts.unavailable()),
        status if status.is_server_error() => (texts.internal_title(), texts.internal()),
        StatusCode::CONFLICT => (texts.conflict_title(), texts.conflict()),
        // A page with a form says itself what is wrong with it; here an address or a form was put together by hand.
        _ => (texts.invalid_title(), texts.invalid()),
    }
}

fn sign_in_failure_text(texts: ErrorsTexts, failure: SignInFailure) -> &'static str {
    match failure {
        SignInFailure::NotStartedHere => texts.sign_in_not_started(),
        SignInFailure::NotTheStartedOne => texts.sign_in_another(),
        SignInFailure::Cancelled => texts.sign_in_cancelled(),
        SignInFailure::NoCode => texts.sign_in_no_code(),
        SignInFailure::NotConfirmed => texts.sign_in_not_confirmed(),
        SignInFailure::ProviderUnreachable => texts.sign_in_unreachable(),
        SignInFailure::RecycledEmail => texts.sign_in_recycled_email(),
        SignInFailure::Concurrent => texts.sign_in_concurrent(),
    }
}

/// A page that says one thing.
pub fn message_page(
    state: &HttpState,
    headers: &HeaderMap,
    message: MessageAt<'_>,
    render: RenderErrorPage,
) -> Response {
    let texts = texts_for(headers, None);
    let errors = texts.errors();
    let (heading, text) = match message.page {
        MessagePage::ConfirmUnsubscribe => (errors.unsubscribe_title(), errors.unsubscribe()),
        MessagePage::Unsubscribed => (errors.unsubscribed_title(), errors.unsubscribed()),
        MessagePage::UnknownUnsubscribeLink => (errors.unknown_link_title(), errors.unknown_link()),
    };
    let content = ErrorPageContent {
        status: StatusCode::OK,
        has_session: has_session(state, headers),
        heading,
        text,
        retry: None,
        booking: None,
        request_id: None,
        unsubscribe_button: matches!(message.page, MessagePage::ConfirmUnsubscribe)
            .then_some(errors.unsubscribe_button()),
    };
    let address = local_path_or_root(Some(message.path)).to_owned();
    match render(Frame { address, ..plain_frame(state, headers, texts, heading) }, &content) {
        Ok(html) => uncached_html_response(StatusCode::OK, texts, html),
        Err(error) => HttpError::internal(error.to_string()).into_response(),
    }
}

fn has_session(state: &HttpState, headers: &HeaderMap) -> bool {
    cookies::read(headers, state.app_kind().session_cookie()).is_some()
}

/// A frame that needs no database: it must also show that the database is down.
fn plain_frame(state: &HttpState, headers: &HeaderMap, texts: Texts, title: &str) -> Frame {
    Frame {
        texts,
        salon: state.page_cache().salon.known(),
        signed_in_user: None,
        is_sign_in_unknown: has_session(state, headers),
        title: title.to_owned(),
        description: None,
        canonical: None,
        tab: Tab::None,
        flash: None,
        assets: assets::base_path(),
        address: "/".to_owned(),
        encoded_address: "/".to_owned(),
        form_key: String::new(),
        hides_navigation: false,
    }
}
