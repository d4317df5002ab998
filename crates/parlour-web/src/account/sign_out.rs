//! Signing out here or everywhere.

use axum::response::Response;
use http::header::{HeaderName, HeaderValue, SET_COOKIE};
use parlour_app::sign_in;
use parlour_http::cookies;
use parlour_http::error::{ErrorCode, HttpError};
use parlour_http::form::FormBody;
use parlour_http::respond::HttpResult;
use parlour_http::state::HttpState;

use crate::flash::Flash;
use crate::kept_note;
use crate::page::{PageContext, see_other, sign_in_path};

const FIRST_PAGE: &str = "/";
const CLEAR_SITE_DATA: HeaderName = HeaderName::from_static("clear-site-data");

/// Redirects to the page of the signed-in user, which has the buttons: nothing happens where their addresses are opened
/// or loaded again.
#[expect(clippy::unused_async, reason = "axum takes asynchronous handlers")]
pub async fn redirect_to_account() -> HttpResult {
    Ok(see_other("/me", None))
}

/// The form has no fields, and a second tap does no harm.
pub async fn here(page: PageContext, _: FormBody) -> HttpResult {
    if let Some(caller) = &page.caller {
        let session = caller.session.clone();
        let ended = caller.write_by_any_clock(move |tx, context| sign_in::end_session(tx, context, &session));
        // A session that has ended meanwhile is what was asked for.
        unless_signed_out(ended.await)?;
    }
    Ok(signed_out_response(&page.state, Flash::SignedOut))
}

/// Where the session has ended already it is not known whose others are meant: they go on until their owner signs in
/// and asks again.
pub async fn everywhere(page: PageContext, _: FormBody) -> HttpResult {
    let ended = match &page.caller {
        Some(caller) => {
            let user = caller.user().clone();
            let ended = caller.write_by_any_clock(move |tx, context| sign_in::end_all_sessions(tx, context, &user));
            unless_signed_out(ended.await)?
        }
        None => None,
    };
    match ended {
        Some(()) => Ok(signed_out_response(&page.state, Flash::SignedOut)),
        None => Ok(see_other(&sign_in_path("/me"), Some(Flash::OthersSignedIn))),
    }
}

/// `None` if the session had ended already.
fn unless_signed_out(ended: Result<(), HttpError>) -> Result<Option<()>, HttpError> {
    match ended {
        Err(error) if error.code() == ErrorCode::Unauthenticated => Ok(None),
        ended => ended.map(Some),
    }
}

/// Redirects to the first page, and clears the session's cookie and what the device keeps.
pub fn signed_out_response(state: &HttpState, flash: Flash) -> Response {
    let mut response = see_other(FIRST_PAGE, Some(flash));
    response.headers_mut().append(SET_COOKIE, cookies::clear(state.app_kind().session_cookie()));
    kept_note::forget(response.headers_mut());
    // What scripts kept on this device, such as the next booking, and the subscription to its messages.
    response.headers_mut().insert(CLEAR_SITE_DATA, HeaderValue::from_static("\"storage\""));
    response
}
