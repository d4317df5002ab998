//! Realtime updates.

use parlour_integrations::clock::Clock;
use parlour_integrations::realtime::TokenRequest;

use crate::prelude::*;

/// Request a token for realtime updates
///
/// A token request, to be sent unchanged to the realtime provider, Ably. It lets the caller subscribe to
/// `customer:{userId}:*` and, from receptionist on, to `admin:*`. 503 if no provider is configured; poll instead.
#[utoipa::path(
    post, path = "/api/ably/token", tag = "Notifications", security(("session" = [APP_USER])),
    responses((status = 200, body = Envelope<TokenRequest>)),
)]
pub(crate) async fn token(caller: AppUser, _: NoBody) -> HttpResult {
    let key = caller.state.realtime().ok_or_else(|| {
        let message = "Realtime updates are not set up here. Ask again for what you want to know from time to time.";
        HttpError::new(ErrorCode::NotConfigured, message)
    })?;
    // The provider compares it with real time.
    let timestamp = Clock::real_unix_seconds() * 1_000;
    let nonce = caller.state.app().rng.random_letters::<24>();
    ok(key.token_request(caller.user(), caller.session.role, timestamp, nonce))
}
