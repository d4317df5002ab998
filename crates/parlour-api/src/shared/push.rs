//! Push messages to the user's browsers.

use parlour_app::push_subscriptions as use_cases;
use parlour_app::push_subscriptions::BrowserSubscription;
use parlour_domain::notification::push_endpoint::{AllowedHosts, PushEndpoint};
use parlour_http::request::{NonEmptyText, Object};
use utoipa::openapi::schema::SchemaFormat;

use crate::prelude::*;
use crate::shared::auth::Done;

/// The longest accepted key. Real keys have 87 and 22 characters.
const MAX_KEY_CHARS: usize = 512;

request_shape! {
    pub(crate) struct SubscribeBody {
        /// Where the browser's push service takes messages: https and a public host, except in development.
        #[example = "https://fcm.googleapis.com/fcm/send/dXyz"]
        endpoint: EndpointText,
        keys: Object<SubscriptionKeys>,
    }

    pub(crate) struct SubscriptionKeys {
        p256dh: NonEmptyText<MAX_KEY_CHARS>,
        auth: NonEmptyText<MAX_KEY_CHARS>,
    }

    pub(crate) struct UnsubscribeBody {
        endpoint: NonEmptyText,
    }
}

text_rules! {
    /// Checked by `PushEndpoint` once the allowed hosts are known.
    struct EndpointText -> String = AnyText::parse, |schema|
        schema.format(Some(SchemaFormat::Custom("uri".to_owned()))).max_length(Some(2000));
}

/// Subscribe this browser to push messages
///
/// A previous user of the browser gets no more messages on it.
#[utoipa::path(
    post, path = "/api/push/subscribe", tag = "Notifications", security(("session" = [APP_USER])),
    request_body = SubscribeBody,
    responses((status = 201, body = Envelope<Done>)),
)]
pub(crate) async fn subscribe(caller: AppUser, body: RequestBody) -> HttpResult {
    let browser = parse_subscription(&body, caller.state.allowed_push_hosts())?;
    let user = caller.user().clone();
    caller.write(move |tx, context| Ok(use_cases::subscribe(tx, context, &user, &browser)?)).await?;
    created(Done { ok: true })
}

fn parse_subscription(body: &RequestBody, reach: AllowedHosts) -> Result<BrowserSubscription, HttpError> {
    let (mut fields, partial) = body.read::<SubscribeBody>()?;
    let endpoint = partial.endpoint.as_deref().and_then(|text| {
        PushEndpoint::parse(text, reach).map_err(|refusal| fields.add_error::<()>("endpoint", refusal)).ok()
    });
    let (body, endpoint) = fields.build(|| SubscribeBody::complete(partial).zip(endpoint))?;
    Ok(BrowserSubscription { endpoint, p256dh: body.keys.p256dh, auth: body.keys.auth })
}

/// Unsubscribe this browser from push messages
///
/// Succeeds also if the browser was not subscribed.
#[utoipa::path(
    delete, path = "/api/push/subscribe", tag = "Notifications", security(("session" = [APP_USER])),
    request_body = UnsubscribeBody,
    responses((status = 200, body = Envelope<Done>)),
)]
pub(crate) async fn unsubscribe(caller: AppUser, body: RequestBody) -> HttpResult {
    let UnsubscribeBody { endpoint } = body.parse()?;
    let user = caller.user().clone();
    caller.write(move |tx, context| Ok(use_cases::unsubscribe(tx, context, &user, &endpoint)?)).await?;
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

/// The public key for push subscriptions
///
/// 503 if push messages are not configured.
#[utoipa::path(
    get, path = "/api/push/key", tag = "Notifications", security(("session" = [APP_USER])),
    responses((status = 200, body = Envelope<PushKey>)),
)]
pub(crate) async fn show_key(caller: AppUser) -> HttpResult {
    let key = caller.state.push_key().ok_or_else(|| {
        HttpError::new(
            ErrorCode::NotConfigured,
            "Push messages are not set up here. See the notifications in the app instead.",
        )
    })?;
    ok(PushKey { public_key: key.to_owned() })
}
