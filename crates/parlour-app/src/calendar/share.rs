//! An address under which a calendar program finds somebody's visits.

use parlour_domain::booking::calendar::FeedKind;
use parlour_domain::ids::UserId;
use parlour_domain::ist::Timestamp;
use parlour_store::bookings::calendar_feeds::{self, NewCalendarFeed};
use parlour_store::{DbError, Tx};

use super::hash_secret;
use crate::audit::{self, AuditedChange};
use crate::request_context::RequestContext;

/// A feed just made; the secret is shown this once.
#[derive(Clone)]
pub struct SharedFeed {
    pub secret: String,
    pub created_at: Timestamp,
}

impl std::fmt::Debug for SharedFeed {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.debug_struct("Shared").field("created_at", &self.created_at).finish_non_exhaustive()
    }
}

/// A new secret; the one before opens nothing any more.
pub fn share_feed(
    tx: &mut Tx<'_>,
    context: &RequestContext,
    user: &UserId,
    kind: FeedKind,
) -> Result<SharedFeed, DbError> {
    let (id, secret) = (context.new_id(), context.rng.token());
    let feed = NewCalendarFeed { id: &id, user_id: user, kind, secret_hash: &hash_secret(&secret) };
    calendar_feeds::replace_feed(tx, &feed, context.now)?;
    audit_feed(tx, context, user, "calendar.share", &id)?;
    Ok(SharedFeed { secret, created_at: context.now })
}

/// Also where nothing was shared.
pub fn revoke_feed(
    tx: &mut Tx<'_>,
    context: &RequestContext,
    user: &UserId,
    kind: FeedKind,
) -> Result<(), DbError> {
    match calendar_feeds::revoke_feed(tx, user, kind, context.now)? {
        Some(id) => audit_feed(tx, context, user, "calendar.revoke", &id),
        None => Ok(()),
    }
}

fn audit_feed(
    tx: &mut Tx<'_>,
    context: &RequestContext,
    user: &UserId,
    action: &str,
    id: &str,
) -> Result<(), DbError> {
    audit::record(
        tx,
        context,
        AuditedChange { action, record_id: id, concerns: Some(user), ..AuditedChange::default() },
    )
}
