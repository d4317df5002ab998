//! Listening to what happens, as it happens.

use axum::extract::State;
use parlour_app::clock::Clock;
use parlour_app::outside::realtime::TokenRequest;

use crate::error::{ApiError, Code};
use crate::respond::{Answered, Envelope, ok};
use crate::signed_in::{Customer, SignedIn};
use crate::web::Web;

/// Ask to listen
///
/// A token request, to be handed as it is to the realtime provider, Ably. It lets the caller subscribe to
/// `customer:{userId}:*` and, from receptionist on, to `admin:*`. 503 where the salon has no such provider: ask again
/// for what you want to know from time to time.
#[utoipa::path(
    post, path = "/api/ably/token", tag = "Notifications", security(("session" = ["customer"])),
    responses((status = 200, body = Envelope<TokenRequest>)),
)]
pub(crate) async fn token(State(web): State<Web>, asker: Customer) -> Answered {
    token_of(&web, &asker)
}

pub(crate) fn token_of(web: &Web, asker: &SignedIn) -> Answered {
    let key = web.realtime().ok_or_else(|| {
        let message =
            "Realtime updates are not set up here. Ask again for what you want to know from time to time.";
        ApiError::new(Code::NotConfigured, message)
    })?;
    // The provider counts real time.
    let timestamp = Clock::protocol_seconds() * 1_000;
    let nonce = web.app().chance.short_code::<24>();
    ok(key.token_request(asker.user(), asker.session.role, timestamp, nonce))
}
