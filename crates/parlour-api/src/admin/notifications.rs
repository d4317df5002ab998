//! The notifications of staff.

use axum::extract::{RawQuery, State};
use parlour_app::notifications::feed::NotificationFeed;
use parlour_http::body::RequestBody;
use parlour_http::respond::{Envelope, FeedEnvelope, HttpResult};
use parlour_http::sessions::{ReadAs, Staff};
use parlour_http::state::HttpState;
use parlour_integrations::realtime::TokenRequest;

use crate::shared::auth::Done;
use crate::shared::notifications::{self, MarkReadBody};
use crate::shared::push::{self, PushKey, SubscribeBody, UnsubscribeBody};
use crate::shared::realtime;

/// My notifications
#[utoipa::path(
    get, path = "/api/notifications", tag = "Notifications", security(("session" = ["staff"])),
    params(
        ("page" = Option<String>, Query, description = "From 1; anything else is read as 1", example = "1"),
        (
            "pageSize" = Option<String>, Query, description = "1 to 100; anything else is read as 20",
            example = "20",
        ),
    ),
    responses((status = 200, body = FeedEnvelope<NotificationFeed>)),
)]
pub(crate) async fn list(
    State(state): State<HttpState>,
    caller: ReadAs<Staff>,
    RawQuery(query): RawQuery,
) -> HttpResult {
    notifications::notification_feed(&state, &caller, query.as_deref()).await
}

/// Mark my notifications as read
///
/// The listed ones, or all. Ids of other users are ignored, and a notification that was read before keeps its time.
#[utoipa::path(
    patch, path = "/api/notifications", tag = "Notifications", security(("session" = ["staff"])),
    request_body = Option<MarkReadBody>,
    responses((status = 200, body = Envelope<Done>)),
)]
pub(crate) async fn mark_read(State(state): State<HttpState>, caller: Staff, body: RequestBody) -> HttpResult {
    notifications::mark_read_for_user(&state, &caller, &body).await
}

/// Subscribe this browser to push messages
///
/// A previous user of the browser gets no more messages on it.
#[utoipa::path(
    post, path = "/api/push/subscribe", tag = "Notifications", security(("session" = ["staff"])),
    request_body = SubscribeBody,
    responses((status = 201, body = Envelope<Done>)),
)]
pub(crate) async fn subscribe(State(state): State<HttpState>, caller: Staff, body: RequestBody) -> HttpResult {
    push::subscribe_user(&state, &caller, &body).await
}

/// Unsubscribe this browser from push messages
///
/// Succeeds also if the browser was not subscribed.
#[utoipa::path(
    delete, path = "/api/push/subscribe", tag = "Notifications", security(("session" = ["staff"])),
    request_body = UnsubscribeBody,
    responses((status = 200, body = Envelope<Done>)),
)]
pub(crate) async fn unsubscribe(State(state): State<HttpState>, caller: Staff, body: RequestBody) -> HttpResult {
    push::unsubscribe_user(&state, &caller, &body).await
}

/// The public key for push subscriptions
///
/// 503 if push messages are not configured.
#[utoipa::path(
    get, path = "/api/push/key", tag = "Notifications", security(("session" = ["staff"])),
    responses((status = 200, body = Envelope<PushKey>)),
)]
pub(crate) async fn push_key(State(state): State<HttpState>, _: Staff) -> HttpResult {
    push::push_key_response(&state)
}

/// Request a token for realtime updates
///
/// A token request, to be sent unchanged to the realtime provider, Ably. It lets the caller subscribe to
/// `customer:{userId}:*` and, from receptionist on, to `admin:*`. 503 if no provider is configured; poll instead.
#[utoipa::path(
    post, path = "/api/ably/token", tag = "Notifications", security(("session" = ["staff"])),
    responses((status = 200, body = Envelope<TokenRequest>)),
)]
pub(crate) async fn token(State(state): State<HttpState>, caller: Staff) -> HttpResult {
    realtime::token_response(&state, &caller)
}
