//! Signing out here or everywhere.

use axum::response::Response;
use http::StatusCode;
use http::header::{HeaderName, HeaderValue, SET_COOKIE};
use parlour_app::sign_in;
use parlour_http::cookies;
use parlour_http::error::HttpError;
use parlour_http::respond::HttpResult;
use parlour_http::state::HttpState;

use crate::flash::Flash;
use crate::kept_note;
use crate::page::{PageContext, see_other, sign_in_path};

const CLEAR_SITE_DATA: HeaderName = HeaderName::from_static("clear-site-data");

/// The addresses of the buttons, opened or loaded again: nothing happens, and the page of the buttons is shown.
#[expect(clippy::unused_async, reason = "axum takes asynchronous handlers")]
pub async fn show_account() -> HttpResult {
    Ok(see_other("/me", None))
}

pub async fn here(page: PageContext) -> HttpResult {
    if let Some(caller) = &page.caller {
        let session = caller.session.clone();
        let ended = caller.write(move |tx, context| Ok(sign_in::end_session(tx, context, &session)?)).await;
        accept_ended_session(ended)?;
    }
    Ok(signed_out(&page.state, Flash::SignedOut))
}

/// Where the session has ended already it is not known whose others are meant: they go on until their owner signs in
/// and asks again.
pub async fn everywhere(page: PageContext) -> HttpResult {
    let ended = match &page.caller {
        Some(caller) => {
            let user = caller.user().clone();
            caller.write(move |tx, context| Ok(sign_in::end_all_sessions(tx, context, &user)?)).await
        }
        None => Err(HttpError::unauthenticated()),
    };
    match ended {
        Ok(()) => Ok(signed_out(&page.state, Flash::SignedOut)),
        Err(refusal) if refusal.status() == StatusCode::UNAUTHORIZED => {
            Ok(see_other(&sign_in_path("/me"), Some(Flash::OthersSignedIn)))
        }
        Err(refusal) => Err(refusal),
    }
}

/// A session that has ended meanwhile is what was asked for.
fn accept_ended_session(ended: Result<(), HttpError>) -> Result<(), HttpError> {
    match ended {
        Err(refusal) if refusal.status() != StatusCode::UNAUTHORIZED => Err(refusal),
        _ => Ok(()),
    }
}

/// To the first page, without the session's cookie.
pub fn signed_out(state: &HttpState, flash: Flash) -> Response {
    let mut response = see_other("/", Some(flash));
    response.headers_mut().append(SET_COOKIE, cookies::clear(state.app_kind().session_cookie()));
    kept_note::forget(response.headers_mut());
    // What scripts kept on this device, such as the next visit, and the subscription to its messages.
    response.headers_mut().insert(CLEAR_SITE_DATA, HeaderValue::from_static("\"storage\""));
    response
}
