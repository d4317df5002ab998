//! Web Push: browsers subscribe to a person's notifications, and unsubscribe.

use parlour_domain::audit::AuditAction;
use parlour_domain::ids::UserId;
use parlour_domain::notification::push_endpoint::{PushEndpoint, normalize_endpoint};
use parlour_store::notifications::push_subscriptions::{self, BoundSubscription, NewSubscription};
use parlour_store::{DbError, Tx};

use crate::audit::{self, AuditedChange};
use crate::request_context::RequestContext;

/// Each notification is sent to every browser of its recipient. Beyond this number the oldest are dropped.
const MAX_BROWSERS_PER_USER: i64 = 20;

/// The address of a browser, and the keys that encrypt messages to it.
#[derive(Clone)]
pub struct BrowserSubscription {
    pub endpoint: PushEndpoint,
    pub p256dh: String,
    pub auth: String,
}

impl std::fmt::Debug for BrowserSubscription {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.write_str("BrowserSubscription")
    }
}

/// From now on this browser gets this person's notifications, and nobody else's.
pub fn subscribe(
    tx: &mut Tx<'_>,
    context: &RequestContext,
    user: &UserId,
    browser: &BrowserSubscription,
) -> Result<(), DbError> {
    let subscription = NewSubscription {
        id: &context.new_id(),
        endpoint: &browser.endpoint,
        p256dh: &browser.p256dh,
        auth: &browser.auth,
    };
    let bound = push_subscriptions::bind_subscription(tx, user, &subscription, context.now)?;
    let Some(BoundSubscription { id, is_new: true }) = bound else { return Ok(()) };
    audit_subscription(tx, context, user, AuditAction::PushSubscriptionBegin, &id)?;
    for id in push_subscriptions::deactivate_all_but_latest(tx, user, &id, MAX_BROWSERS_PER_USER - 1, context.now)? {
        audit_subscription(tx, context, user, AuditAction::PushSubscriptionEnd, &id)?;
    }
    Ok(())
}

/// Does nothing if the subscription is not this person's.
pub fn unsubscribe(tx: &mut Tx<'_>, context: &RequestContext, user: &UserId, endpoint: &str) -> Result<(), DbError> {
    match push_subscriptions::deactivate(tx, user, &normalize_endpoint(endpoint), context.now)? {
        Some(id) => audit_subscription(tx, context, user, AuditAction::PushSubscriptionEnd, &id),
        None => Ok(()),
    }
}

/// Without states: endpoint and keys are enough to send to the browser.
fn audit_subscription(
    tx: &mut Tx<'_>,
    context: &RequestContext,
    user: &UserId,
    action: AuditAction,
    id: &str,
) -> Result<(), DbError> {
    audit::record(tx, context, AuditedChange { concerns: Some(user), ..AuditedChange::new(action, id) })
}
