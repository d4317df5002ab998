//! Push messages to one's browsers.

use axum::extract::State;
use parlour_app::push_subscriptions as use_cases;
use parlour_app::push_subscriptions::BrowserSubscription;
use parlour_domain::notification::push_endpoint::{AllowedHosts, PushEndpoint};
use parlour_domain::text::limited_text;
use parlour_http::body::RequestBody;
use parlour_http::error::{ErrorCode, HttpError};
use parlour_http::fields::Fields;
use parlour_http::respond::{Envelope, HttpResult, ok, stored_created, to_response};
use parlour_http::sessions::{Customer, SignedIn};
use parlour_http::state::HttpState;
use serde::Serialize;
use utoipa::ToSchema;

use crate::shared::auth::Done;

/// Real ones have 87 and 22.
const MAX_KEY_CHARS: usize = 512;

#[derive(ToSchema)]
#[expect(dead_code, reason = "the schema of what `browser` reads field by field")]
pub(crate) struct SubscribeBody {
    /// Where the browser's maker takes messages for it: https and a public host, unless in development.
    #[schema(format = "uri", max_length = 2000, example = "https://fcm.googleapis.com/fcm/send/dXyz")]
    endpoint: String,
    keys: SubscriptionKeys,
}

#[derive(ToSchema)]
#[expect(dead_code, reason = "the schema of what `browser` reads field by field")]
pub(crate) struct SubscriptionKeys {
    #[schema(min_length = 1, max_length = 512)]
    p256dh: String,
    #[schema(min_length = 1, max_length = 512)]
    auth: String,
}

/// Tell this browser what I am told
///
/// Whoever used the browser before is told no more on it.
#[utoipa::path(
    post, path = "/api/push/subscribe", tag = "Notifications", security(("session" = ["customer"])),
    request_body = SubscribeBody,
    responses((status = 201, body = Envelope<Done>)),
)]
pub(crate) async fn subscribe(
    State(state): State<HttpState>,
    caller: Customer,
    body: RequestBody,
) -> HttpResult {
    subscribe_user(&state, &caller, &body).await
}

pub(crate) async fn subscribe_user(state: &HttpState, caller: &SignedIn, body: &RequestBody) -> HttpResult {
    let browser = parse_subscription(body.fields()?, state.push_reach())?;
    let user = caller.user().clone();
    caller.write(state, move |tx, context| Ok(use_cases::subscribe(tx, context, &user, &browser)?)).await?;
    Ok(to_response(stored_created(Done { ok: true })?))
}

fn parse_subscription(mut fields: Fields, reach: AllowedHosts) -> Result<BrowserSubscription, HttpError> {
    let endpoint = fields.required("endpoint", |text| PushEndpoint::parse(text, reach));
    let keys = fields.required_object("keys", |keys| {
        let (p256dh, auth) =
            (keys.required("p256dh", subscription_key), keys.required("auth", subscription_key));
        p256dh.zip(auth)
    });
    fields.build(|| {
        let (endpoint, (p256dh, auth)) = endpoint.zip(keys)?;
        Some(BrowserSubscription { endpoint, p256dh, auth })
    })
}

/// What it is worth shows when a message is sealed with it.
fn subscription_key(text: &str) -> Result<String, String> {
    if text.is_empty() {
        return Err("must not be empty".to_owned());
    }
    limited_text(text, MAX_KEY_CHARS).map_err(|refusal| refusal.to_string())
}

#[derive(ToSchema)]
#[expect(dead_code, reason = "the schema of what `unsubscribe` reads field by field")]
pub(crate) struct UnsubscribeBody {
    #[schema(min_length = 1)]
    endpoint: String,
}

/// Tell this browser no more
///
/// Also where it was not told anything.
#[utoipa::path(
    delete, path = "/api/push/subscribe", tag = "Notifications", security(("session" = ["customer"])),
    request_body = UnsubscribeBody,
    responses((status = 200, body = Envelope<Done>)),
)]
pub(crate) async fn unsubscribe(
    State(state): State<HttpState>,
    caller: Customer,
    body: RequestBody,
) -> HttpResult {
    unsubscribe_user(&state, &caller, &body).await
}

pub(crate) async fn unsubscribe_user(state: &HttpState, caller: &SignedIn, body: &RequestBody) -> HttpResult {
    let mut fields = body.fields()?;
    let endpoint = fields.required("endpoint", |text| {
        if text.is_empty() { Err("must not be empty") } else { Ok(text.to_owned()) }
    });
    let endpoint = fields.build(|| endpoint)?;
    let user = caller.user().clone();
    caller
        .write(state, move |tx, context| Ok(use_cases::unsubscribe(tx, context, &user, &endpoint)?))
        .await?;
    ok(Done { ok: true })
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct PushKey {
    /// An uncompressed point of P-256 in base64url: a browser's `applicationServerKey`.
    #[schema(
        min_length = 87,
        max_length = 87,
        example = "BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8"
    )]
    public_key: String,
}

/// The key to subscribe with
///
/// 503 where this salon sends no push messages.
#[utoipa::path(
    get, path = "/api/push/key", tag = "Notifications", security(("session" = ["customer"])),
    responses((status = 200, body = Envelope<PushKey>)),
)]
pub(crate) async fn key(State(state): State<HttpState>, _: Customer) -> HttpResult {
    push_key_response(&state)
}

pub(crate) fn push_key_response(state: &HttpState) -> HttpResult {
    let key = state.push_key().ok_or_else(|| {
        HttpError::new(
            ErrorCode::NotConfigured,
            "Push messages are not set up here. Look at the feed instead.",
        )
    })?;
    ok(PushKey { public_key: key.to_owned() })
}
