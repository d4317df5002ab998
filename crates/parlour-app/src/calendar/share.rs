//! An address under which a calendar program finds somebody's visits.

use parlour_domain::calendar::FeedKind;
use parlour_domain::ids::UserId;
use parlour_domain::ist::Timestamp;
use parlour_store::calendar_feeds::{self, NewFeed};
use parlour_store::{DbError, Tx};

use super::hash;
use crate::audit::{self, Change};
use crate::occasion::Occasion;

/// A feed just made; the secret is shown this once.
#[derive(Clone)]
pub struct Shared {
    pub secret: String,
    pub created_at: Timestamp,
}

impl std::fmt::Debug for Shared {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.debug_struct("Shared").field("created_at", &self.created_at).finish_non_exhaustive()
    }
}

/// A new secret; the one before opens nothing any more.
pub fn share(tx: &mut Tx<'_>, occasion: &Occasion, user: &UserId, kind: FeedKind) -> Result<Shared, DbError> {
    let (id, secret) = (occasion.new_id(), occasion.chance.token());
    let feed = NewFeed { id: &id, user_id: user, kind, secret_hash: &hash(&secret) };
    calendar_feeds::replace(tx, &feed, occasion.now)?;
    record(tx, occasion, user, "calendar.share", &id)?;
    Ok(Shared { secret, created_at: occasion.now })
}

/// Also where nothing was shared.
pub fn revoke(tx: &mut Tx<'_>, occasion: &Occasion, user: &UserId, kind: FeedKind) -> Result<(), DbError> {
    match calendar_feeds::revoke(tx, user, kind, occasion.now)? {
        Some(id) => record(tx, occasion, user, "calendar.revoke", &id),
        None => Ok(()),
    }
}

fn record(
    tx: &mut Tx<'_>,
    occasion: &Occasion,
    user: &UserId,
    action: &str,
    id: &str,
) -> Result<(), DbError> {
    audit::record(tx, occasion, Change { action, record_id: id, concerns: Some(user), ..Change::default() })
}
