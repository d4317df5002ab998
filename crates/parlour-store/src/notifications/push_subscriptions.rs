//! Browsers that receive push messages.

use parlour_db::{Conn, DbError, Tx, params, row, select, sql};
use parlour_domain::ids::UserId;
use parlour_domain::ist::Timestamp;
use parlour_domain::notification::push_endpoint::PushEndpoint;

#[derive(Debug, Clone, Copy)]
pub struct NewSubscription<'a> {
    pub id: &'a str,
    pub endpoint: &'a PushEndpoint,
    pub p256dh: &'a str,
    pub auth: &'a str,
}

/// What became of a subscription.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BoundSubscription {
    pub id: String,
    /// Not so where the browser has only said again what it says at every visit.
    pub is_new: bool,
}

/// Binds the endpoint to the user, also if another user had it, and activates it.
pub fn bind_subscription(
    tx: &mut Tx<'_>,
    user: &UserId,
    subscription: &NewSubscription<'_>,
    now: Timestamp,
) -> Result<Option<BoundSubscription>, DbError> {
    let known = tx.one::<(String,)>(
        "update push_subscriptions set updated_at = $5
         where endpoint = $1 and user_id = $2 and p256dh = $3 and auth = $4 and is_active returning id",
        params![subscription.endpoint.as_str(), user, subscription.p256dh, subscription.auth, now],
    )?;
    if let Some((id,)) = known {
        return Ok(Some(BoundSubscription { id, is_new: false }));
    }
    let bound = tx.one::<(String,)>(
        "insert into push_subscriptions (id, endpoint, user_id, p256dh, auth, is_active, created_at, updated_at)
         values ($1, $2, $3, $4, $5, true, $6, $6)
         on conflict (endpoint) do update set user_id = excluded.user_id, p256dh = excluded.p256dh,
             auth = excluded.auth, is_active = true, updated_at = excluded.updated_at
         returning id",
        params![subscription.id, subscription.endpoint.as_str(), user, subscription.p256dh, subscription.auth, now],
    )?;
    Ok(bound.map(|(id,)| BoundSubscription { id, is_new: true }))
}

/// Switches off all but the latest `kept` subscriptions of the user besides this one; the ids of those.
pub fn deactivate_all_but_latest(
    tx: &mut Tx<'_>,
    user: &UserId,
    this: &str,
    kept: i64,
    now: Timestamp,
) -> Result<Vec<String>, DbError> {
    tx.all_values(
        "update push_subscriptions set is_active = false, updated_at = $4
         where user_id = $1 and is_active and id <> $2 and id not in (
             select id from push_subscriptions where user_id = $1 and is_active and id <> $2
             order by updated_at desc, id desc limit $3)
         returning id",
        params![user, this, kept, now],
    )
}

/// Switches off the user's subscription at that endpoint; its id if there was one.
pub fn deactivate(tx: &mut Tx<'_>, user: &UserId, endpoint: &str, now: Timestamp) -> Result<Option<String>, DbError> {
    tx.one_value(
        "update push_subscriptions set is_active = false, updated_at = $3
         where endpoint = $2 and user_id = $1 and is_active
         returning id",
        params![user, endpoint, now],
    )
}

/// A browser that a message can be sent to.
#[derive(Debug, Clone)]
pub struct ActiveSubscription {
    pub id: String,
    pub endpoint: String,
    pub p256dh: String,
    pub auth: String,
}
row! { ActiveSubscription { id, endpoint, p256dh, auth } }

pub fn list_active(conn: &mut Conn<'_>, user: &UserId) -> Result<Vec<ActiveSubscription>, DbError> {
    conn.all(
        sql!(select!(ActiveSubscription, ""), " from push_subscriptions where user_id = $1 and is_active order by id"),
        params![user],
    )
}
