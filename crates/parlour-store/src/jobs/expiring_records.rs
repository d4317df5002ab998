//! Memberships, offers and gems that expire.

use chrono::NaiveDate;
use parlour_db::cursor::BatchCursor;
use parlour_db::{Conn, DbError, params, row, select, sql};
use parlour_domain::ids::{MembershipId, OfferId, UserId};
use parlour_domain::ist::Timestamp;

/// An active membership with what is left of it.
#[derive(Debug, Clone)]
pub struct ActiveMembership {
    pub id: MembershipId,
    pub customer_id: UserId,
    pub membership_number: String,
    pub tier_name: String,
    pub minutes_left: i64,
    pub expires_at: Timestamp,
}
row! { ActiveMembership {
    id, customer_id, membership_number, tier_name: "tier_name_snapshot",
    minutes_left: "m.total_hours_minutes - m.used_hours_minutes", expires_at,
} }

/// Memberships that end before a time, of customers with membership alerts enabled, in the order of their end, after
/// the cursor.
pub fn list_memberships_expiring_before(
    conn: &mut Conn<'_>,
    until: Timestamp,
    after: BatchCursor<'_, Timestamp>,
    limit: i64,
) -> Result<Vec<ActiveMembership>, DbError> {
    conn.all(
        sql!(
            select!(ActiveMembership, "m"), " from memberships m
             where m.status = 'active' and (m.expires_at, m.id) > ($1, $2) and m.expires_at < $3
                 and coalesce((select p.membership_alerts_enabled from profiles p where p.user_id = m.customer_id), true)
             order by m.expires_at, m.id limit $4"
        ),
        params![after.at, after.id, until, limit],
    )
}

/// Which members may get a reminder of their unused hours (nudge).
#[derive(Debug, Clone)]
pub struct NudgeFilter<'a> {
    pub now: Timestamp,
    /// A customer gets at most one nudge per period.
    pub period: &'a str,
    /// A nudge from this time on is ignored, so that a repeated run selects the same customers.
    pub since: Timestamp,
}

/// Current memberships with hours left, of customers with membership alerts enabled, in the order of their end, after
/// the cursor.
pub fn list_memberships_to_nudge(
    conn: &mut Conn<'_>,
    filter: &NudgeFilter<'_>,
    after: BatchCursor<'_, Timestamp>,
    limit: i64,
) -> Result<Vec<ActiveMembership>, DbError> {
    conn.all(
        sql!(
            select!(ActiveMembership, "m"), " from memberships m
             where m.status = 'active' and (m.expires_at, m.id) > ($1, $2) and m.expires_at > $3 and m.starts_at <= $3
                 and m.used_hours_minutes < m.total_hours_minutes
                 and coalesce((select p.membership_alerts_enabled from profiles p where p.user_id = m.customer_id), true)
                 and coalesce((select n.created_at from notifications n
                     where n.user_id = m.customer_id and n.type = 'membership_usage_nudge' and n.subject = ''
                         and n.period = $4), $5) >= $5
             order by m.expires_at, m.id limit $6"
        ),
        params![after.at, after.id, filter.now, filter.period, filter.since, limit],
    )
}

/// A membership or a lot of gems that runs out.
#[derive(Debug, Clone)]
pub struct ExpiringRecord {
    pub id: String,
    pub user_id: UserId,
    pub expires_at: Timestamp,
}
row! { ExpiringRecord { id, user_id, expires_at } }

/// Memberships that are past their expiry, the longest overdue first, after the cursor.
pub fn list_overdue_memberships(
    conn: &mut Conn<'_>,
    now: Timestamp,
    after: BatchCursor<'_, Timestamp>,
    limit: i64,
) -> Result<Vec<ExpiringRecord>, DbError> {
    conn.all(
        "select id, customer_id, expires_at from memberships
         where status = 'active' and (expires_at, id) > ($1, $2) and expires_at <= $3
         order by expires_at, id limit $4",
        params![after.at, after.id, now, limit],
    )
}

/// Active offers whose last day is before today, after the cursor.
pub fn list_ended_active_offers(
    conn: &mut Conn<'_>,
    today: NaiveDate,
    after: BatchCursor<'_, NaiveDate>,
    limit: i64,
) -> Result<Vec<(OfferId, NaiveDate)>, DbError> {
    conn.all(
        "select id, end_date from offers
         where is_active and (end_date, id) > ($1, $2) and end_date < $3 order by end_date, id limit $4",
        params![after.at, after.id, today, limit],
    )
}

/// Lots of earned gems that are not all spent and expire before `until`, after the cursor, in the order of their expiry.
pub fn list_gems_lots_expiring_before(
    conn: &mut Conn<'_>,
    until: Timestamp,
    after: BatchCursor<'_, Timestamp>,
    limit: i64,
) -> Result<Vec<ExpiringRecord>, DbError> {
    conn.all(
        "select transaction_id, user_id, expires_at from gems_lots
         where remaining > 0 and (expires_at, transaction_id) > ($1, $2) and expires_at < $3
         order by expires_at, transaction_id limit $4",
        params![after.at, after.id, until, limit],
    )
}

/// How many of one's gems are lost from the one instant on, and before the other.
pub fn sum_gems_expiring_between(
    conn: &mut Conn<'_>,
    user: &UserId,
    from: Timestamp,
    until: Timestamp,
) -> Result<i64, DbError> {
    conn.number(
        "select cast(coalesce(sum(remaining), 0) as bigint) from gems_lots
         where user_id = $1 and expires_at >= $2 and expires_at < $3",
        params![user, from, until],
    )
}
