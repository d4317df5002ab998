//! Signing out here or everywhere.

use axum::response::Response;
use http::header::{HeaderName, HeaderValue, SET_COOKIE};
use parlour_app::sign_in;
use parlour_http::cookies;
use parlour_http::form::FormBody;
use parlour_http::respond::HttpResult;
use parlour_http::state::HttpState;
use parlour_store::DbError;

use crate::flash::Flash;
use crate::form::{FormOutcome, no_fields};
use crate::kept_note;
use crate::page::{PageContext, see_other, sign_in_path};

const FIRST_PAGE: &str = "/";
const CLEAR_SITE_DATA: HeaderName = HeaderName::from_static("clear-site-data");

/// The addresses of the buttons, opened or loaded again: nothing happens, and the page of the buttons is shown.
#[expect(clippy::unused_async, reason = "axum takes asynchronous handlers")]
pub async fn show_account() -> HttpResult {
    Ok(see_other("/me", None))
}

pub async fn here(page: PageContext, form: FormBody) -> HttpResult {
    // A session that has ended meanwhile is what was asked for.
    if let Some(caller) = &page.caller {
        let session = caller.session.clone();
        let ended = page.form_of(caller, &form, no_fields).write_if_signed_in(Ok(()), move |tx, context, ()| {
            sign_in::end_session(tx, context, &session)?;
            Ok::<_, DbError>(FIRST_PAGE.to_owned())
        });
        ended.await?.map(FormOutcome::into_path).transpose()?;
    }
    Ok(signed_out(&page.state, Flash::SignedOut))
}

/// Where the session has ended already it is not known whose others are meant: they go on until their owner signs in
/// and asks again.
pub async fn everywhere(page: PageContext, form: FormBody) -> HttpResult {
    let ended = match &page.caller {
        Some(caller) => {
            let user = caller.user().clone();
            let ended = page.form_of(caller, &form, no_fields).write_if_signed_in(Ok(()), move |tx, context, ()| {
                sign_in::end_all_sessions(tx, context, &user)?;
                Ok::<_, DbError>(FIRST_PAGE.to_owned())
            });
            ended.await?
        }
        None => None,
    };
    match ended {
        Some(ended) => {
            ended.into_path()?;
            Ok(signed_out(&page.state, Flash::SignedOut))
        }
        None => Ok(see_other(&sign_in_path("/me"), Some(Flash::OthersSignedIn))),
    }
}

/// To the first page, without the session's cookie.
pub fn signed_out(state: &HttpState, flash: Flash) -> Response {
    let mut response = see_other(FIRST_PAGE, Some(flash));
    response.headers_mut().append(SET_COOKIE, cookies::clear(state.app_kind().session_cookie()));
    kept_note::forget(response.headers_mut());
    // What scripts kept on this device, such as the next booking, and the subscription to its messages.
    response.headers_mut().insert(CLEAR_SITE_DATA, HeaderValue::from_static("\"storage\""));
    response
}
