//! What everyone who works here is told: the same as customers are, for themselves.

use axum::extract::{RawQuery, State};
use parlour_app::notices::Feed;
use parlour_app::outside::realtime::TokenRequest;

use crate::body::Body;
use crate::both::auth::Done;
use crate::both::notifications::{self, MarkReadBody};
use crate::both::push::{self, PushKey, SubscribeBody, UnsubscribeBody};
use crate::both::realtime;
use crate::respond::{Answered, Envelope, FeedEnvelope};
use crate::signed_in::{Reading, Staff};
use crate::web::Web;

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
    responses((status = 200, body = FeedEnvelope<Feed>)),
)]
pub(crate) async fn list(
    State(web): State<Web>,
    asker: Reading<Staff>,
    RawQuery(query): RawQuery,
) -> Answered {
    notifications::feed_of(&web, &asker, query.as_deref()).await
}

/// Mark my notifications as read
///
/// Those named, or all of them. What is not one of mine is passed over, and what was read before keeps its time.
#[utoipa::path(
    patch, path = "/api/notifications", tag = "Notifications", security(("session" = ["staff"])),
    request_body = Option<MarkReadBody>,
    responses((status = 200, body = Envelope<Done>)),
)]
pub(crate) async fn mark_read(State(web): State<Web>, asker: Staff, body: Body) -> Answered {
    notifications::mark_read_of(&web, &asker, &body).await
}

/// Tell this browser what I am told
///
/// Whoever used the browser before is told no more on it.
#[utoipa::path(
    post, path = "/api/push/subscribe", tag = "Notifications", security(("session" = ["staff"])),
    request_body = SubscribeBody,
    responses((status = 201, body = Envelope<Done>)),
)]
pub(crate) async fn subscribe(State(web): State<Web>, asker: Staff, body: Body) -> Answered {
    push::subscribe_of(&web, &asker, &body).await
}

/// Tell this browser no more
///
/// Also where it was not told anything.
#[utoipa::path(
    delete, path = "/api/push/subscribe", tag = "Notifications", security(("session" = ["staff"])),
    request_body = UnsubscribeBody,
    responses((status = 200, body = Envelope<Done>)),
)]
pub(crate) async fn unsubscribe(State(web): State<Web>, asker: Staff, body: Body) -> Answered {
    push::unsubscribe_of(&web, &asker, &body).await
}

/// The key to subscribe with
///
/// 503 where this salon sends no push messages.
#[utoipa::path(
    get, path = "/api/push/key", tag = "Notifications", security(("session" = ["staff"])),
    responses((status = 200, body = Envelope<PushKey>)),
)]
pub(crate) async fn push_key(State(web): State<Web>, _: Staff) -> Answered {
    push::key_of(&web)
}

/// Ask to listen
///
/// A token request, to be handed as it is to the realtime provider, Ably. It lets the caller subscribe to
/// `customer:{userId}:*` and, from receptionist on, to `admin:*`. 503 where the salon has no such provider: ask again
/// for what you want to know from time to time.
#[utoipa::path(
    post, path = "/api/ably/token", tag = "Notifications", security(("session" = ["staff"])),
    responses((status = 200, body = Envelope<TokenRequest>)),
)]
pub(crate) async fn token(State(web): State<Web>, asker: Staff) -> Answered {
    realtime::token_of(&web, &asker)
}
