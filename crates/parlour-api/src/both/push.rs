//! Push messages to one's browsers.

use axum::extract::State;
use parlour_app::push::{self as acts, Browser};
use parlour_domain::push_endpoint::{PushEndpoint, Reach};
use parlour_domain::text::at_most;
use serde::Serialize;
use utoipa::ToSchema;

use crate::body::Body;
use crate::both::auth::Done;
use crate::error::{ApiError, Code};
use crate::fields::Fields;
use crate::respond::{Answered, Envelope, answer, created, ok};
use crate::signed_in::{Customer, SignedIn};
use crate::web::Web;

/// Real ones have 87 and 22.
const LONGEST_KEY: usize = 512;

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
pub(crate) async fn subscribe(State(web): State<Web>, asker: Customer, body: Body) -> Answered {
    subscribe_of(&web, &asker, &body).await
}

pub(crate) async fn subscribe_of(web: &Web, asker: &SignedIn, body: &Body) -> Answered {
    let browser = browser(body.fields()?, web.push_reach())?;
    let user = asker.user().clone();
    asker.act(web, move |tx, occasion| Ok(acts::subscribe(tx, occasion, &user, &browser)?)).await?;
    Ok(answer(created(Done { ok: true })?))
}

fn browser(mut fields: Fields, reach: Reach) -> Result<Browser, ApiError> {
    let endpoint = fields.required("endpoint", |text| PushEndpoint::parse(text, reach));
    let keys = fields.required_object("keys", |keys| {
        let (p256dh, auth) = (keys.required("p256dh", key_of_browser), keys.required("auth", key_of_browser));
        p256dh.zip(auth)
    });
    fields.build(|| {
        let (endpoint, (p256dh, auth)) = endpoint.zip(keys)?;
        Some(Browser { endpoint, p256dh, auth })
    })
}

/// What it is worth shows when a message is sealed with it.
fn key_of_browser(text: &str) -> Result<String, String> {
    if text.is_empty() {
        return Err("must not be empty".to_owned());
    }
    at_most(text, LONGEST_KEY).map_err(|refusal| refusal.to_string())
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
pub(crate) async fn unsubscribe(State(web): State<Web>, asker: Customer, body: Body) -> Answered {
    unsubscribe_of(&web, &asker, &body).await
}

pub(crate) async fn unsubscribe_of(web: &Web, asker: &SignedIn, body: &Body) -> Answered {
    let mut fields = body.fields()?;
    let endpoint = fields.required("endpoint", |text| {
        if text.is_empty() { Err("must not be empty") } else { Ok(text.to_owned()) }
    });
    let endpoint = fields.build(|| endpoint)?;
    let user = asker.user().clone();
    asker.act(web, move |tx, occasion| Ok(acts::unsubscribe(tx, occasion, &user, &endpoint)?)).await?;
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
pub(crate) async fn key(State(web): State<Web>, _: Customer) -> Answered {
    key_of(&web)
}

pub(crate) fn key_of(web: &Web) -> Answered {
    let key = web.push_key().ok_or_else(|| {
        ApiError::new(Code::NotConfigured, "Push messages are not set up here. Look at the feed instead.")
    })?;
    ok(PushKey { public_key: key.to_owned() })
}
