//! What the buttons do that both apps have on the page of the signed-in user. Their forms have no key: a second tap does
//! no harm.

use http::header::SET_COOKIE;
use parlour_app::sign_in::EndOwnSessionRefusal;
use parlour_app::{calendar, sign_in};
use parlour_domain::booking::calendar::FeedKind;
use parlour_domain::ids::SessionId;
use parlour_http::cookies;
use parlour_http::respond::HttpResult;
use parlour_http::sessions::SignedIn;

use super::calendar_secret::{CALENDAR_COOKIE, CALENDAR_COOKIE_SECONDS};
use super::sign_out::signed_out_response;
use crate::flash::{Flash, see_other};

/// Creates a new calendar address, which the page then shows once. The previous one stops working, so after a second tap
/// the address that is shown is the one that works.
pub async fn create_calendar_address(caller: &SignedIn, kind: FeedKind) -> HttpResult {
    let user = caller.user().clone();
    let shared = caller.write(move |tx, context| Ok(calendar::share_feed(tx, context, &user, kind)?)).await?;
    let mut response = see_other("/me#calendar", None);
    let cookie = cookies::set(CALENDAR_COOKIE, &shared.secret, CALENDAR_COOKIE_SECONDS);
    response.headers_mut().append(SET_COOKIE, cookie);
    Ok(response)
}

/// Ends the calendar address. Succeeds also if there is none.
pub async fn revoke_calendar_address(caller: &SignedIn, kind: FeedKind) -> HttpResult {
    let user = caller.user().clone();
    caller.write(move |tx, context| Ok(calendar::revoke_feed(tx, context, &user, kind)?)).await?;
    Ok(see_other("/me", Some(Flash::CalendarOff)))
}

/// Ends this or another session of the caller.
pub async fn end_session(caller: &SignedIn, id: &str) -> HttpResult {
    let (user, id) = (caller.user().clone(), SessionId::new(id.to_owned()));
    let is_current = id == caller.session.id;
    let now = caller.state.now();
    let ended =
        caller.write_by_any_clock(move |tx, context| match sign_in::end_own_session(tx, context, &user, &id, now) {
            // It has ended meanwhile, which is what was asked for.
            Ok(()) | Err(EndOwnSessionRefusal::Unknown) => Ok(()),
            Err(EndOwnSessionRefusal::Db(error)) => Err(error),
        });
    ended.await?;
    if is_current {
        return Ok(signed_out_response(&caller.state, Flash::SignedOut));
    }
    Ok(see_other("/me", Some(Flash::DeviceSignedOut)))
}
