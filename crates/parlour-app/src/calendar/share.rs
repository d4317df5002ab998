//! The secret address under which a calendar program reads somebody's bookings.

use parlour_domain::audit::AuditAction;
use parlour_domain::booking::calendar::FeedKind;
use parlour_domain::ids::UserId;
use parlour_domain::ist::Timestamp;
use parlour_store::bookings::calendar_feeds::{self, NewCalendarFeed};
use parlour_store::{DbError, Tx};

use super::secret::hash_secret;
use crate::audit::{self, AuditedChange};
use crate::request_context::RequestContext;

/// A new feed. Its secret is shown only now.
#[derive(Clone)]
pub struct SharedFeed {
    pub secret: String,
    pub created_at: Timestamp,
}

impl std::fmt::Debug for SharedFeed {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.debug_struct("SharedFeed").field("created_at", &self.created_at).finish_non_exhaustive()
    }
}

/// Creates a new secret. The previous one stops working.
pub fn share_feed(
    tx: &mut Tx<'_>,
    context: &RequestContext,
    user: &UserId,
    kind: FeedKind,
) -> Result<SharedFeed, DbError> {
    let (id, secret) = (context.new_id(), context.rng.token());
    let feed = NewCalendarFeed { id: &id, user_id: user, kind, secret_hash: &hash_secret(&secret) };
    calendar_feeds::replace_feed(tx, &feed, context.now)?;
    audit_feed(tx, context, user, AuditAction::CalendarShare, &id)?;
    Ok(SharedFeed { secret, created_at: context.now })
}

/// Succeeds also when there is no feed.
pub fn revoke_feed(tx: &mut Tx<'_>, context: &RequestContext, user: &UserId, kind: FeedKind) -> Result<(), DbError> {
    match calendar_feeds::revoke_feed(tx, user, kind, context.now)? {
        Some(id) => audit_feed(tx, context, user, AuditAction::CalendarRevoke, &id),
        None => Ok(()),
    }
}

fn audit_feed(
    tx: &mut Tx<'_>,
    context: &RequestContext,
    user: &UserId,
    action: AuditAction,
    id: &str,
) -> Result<(), DbError> {
    audit::record(tx, context, AuditedChange { concerns: Some(user), ..AuditedChange::new(action, id) })
}
