//! Memberships: hours sold, hours used, and what is still owed.

use std::collections::BTreeMap;

use parlour_db::{Conn, DbError, FromRow, columns, params, sql};
use parlour_domain::ids::TierId;

use super::{ReportScope, figures, one_column, sum_by_week};

figures! {
    SoldHours {
        sold_count: "count(*)",
        sold_minutes: "cast(sum(m.total_hours_minutes) as bigint)",
        sold_paise: "cast(sum(i.total_amount_paise) as bigint)",
    }
}

figures! {
    /// What was given back of prices, on the days of the credit notes.
    CreditedMemberships {
        /// Memberships that ended because nothing is left of their price.
        credited_count: "cast(sum(case when c.is_last then 1 else 0 end) as bigint)",
        credited_paise: "cast(sum(c.total_amount_paise) as bigint)",
    }
}

figures! {
    UsedHours {
        session_count: "count(*)",
        used_minutes: "cast(sum(coalesce(b.minutes_taken, b.total_duration_minutes)) as bigint)",
    }
}

figures! {
    /// What customers have paid for and not yet had.
    OwedHours {
        membership_count: "count(*)",
        owed_minutes: "cast(sum(left_minutes) as bigint)",
        /// At what was paid for them, each membership rounded half up.
        owed_paise: "cast(sum((2 * price_paid_paise * left_minutes + total_hours_minutes) / (2 * total_hours_minutes)) as bigint)",
    }
}

/// Of each tier.
pub fn sum_sold_by_tier(conn: &mut Conn<'_>, scope: &ReportScope) -> Result<BTreeMap<TierId, SoldHours>, DbError> {
    sum_by_week(
        conn,
        scope,
        sql!(
            "select m.tier_id, ",
            columns!(SoldHours, ""),
            " from invoices i join memberships m on m.id = i.membership_id
             where i.invoice_date between $1 and $2 and ($3 = '' or i.branch_id = $3)
                 and i.invoice_type = 'membership_purchase'
             group by m.tier_id"
        ),
        one_column,
    )
}

/// Whenever they were sold.
pub fn sum_credited_by_tier(
    conn: &mut Conn<'_>,
    scope: &ReportScope,
) -> Result<BTreeMap<TierId, CreditedMemberships>, DbError> {
    sum_by_week(
        conn,
        scope,
        sql!(
            "select m.tier_id, ",
            columns!(CreditedMemberships, ""),
            " from credit_notes c join memberships m on m.invoice_id = c.invoice_id
             where c.credit_date between $1 and $2 and ($3 = '' or c.branch_id = $3)
             group by m.tier_id"
        ),
        one_column,
    )
}

/// By the slips of the sessions, without those of reversed sessions.
pub fn sum_used_by_tier(conn: &mut Conn<'_>, scope: &ReportScope) -> Result<BTreeMap<TierId, UsedHours>, DbError> {
    sum_by_week(
        conn,
        scope,
        sql!(
            "select m.tier_id, ",
            columns!(UsedHours, ""),
            " from invoices i join bookings b on b.id = i.booking_id join memberships m on m.id = i.membership_id
             where i.invoice_date between $1 and $2 and ($3 = '' or i.branch_id = $3)
                 and i.invoice_type = 'membership_session' and i.voided_at is null
             group by m.tier_id"
        ),
        one_column,
    )
}

/// As it stands when the last day of the period is over: what is expired, cancelled or credited whole by then is owed no
/// more.
pub fn sum_owed_by_tier(conn: &mut Conn<'_>, scope: &ReportScope) -> Result<BTreeMap<TierId, OwedHours>, DbError> {
    let tiers = conn.all_with(
        sql!(
            "select tier_id, ",
            columns!(OwedHours, ""),
            " from (select m.tier_id, m.price_paid_paise, m.total_hours_minutes,
                       m.total_hours_minutes - cast(coalesce(
                           (select sum(coalesce(b.minutes_taken, b.total_duration_minutes)) from bookings b join invoices s on s.booking_id = b.id
                            where b.spa_membership_id = m.id and b.is_membership_session
                                and s.invoice_type = 'membership_session' and s.voided_at is null
                                and s.invoice_date <= $2), 0) as bigint) as left_minutes
                   from memberships m join invoices i on i.id = m.invoice_id
                   where m.created_at < $1 and ($3 = '' or i.branch_id = $3) and m.expires_at > $1
                       and (m.ended_at is null or m.ended_at >= $1)
                       and not exists
                           (select 1 from credit_notes c
                            where c.invoice_id = i.id and c.is_last and c.credit_date <= $2)) open
             group by tier_id order by tier_id"
        ),
        params![scope.period.ends_at(), scope.period.to, scope.branch()],
        |columns| Ok((columns.take()?, OwedHours::from_row(columns)?)),
    )?;
    Ok(tiers.into_iter().collect())
}

/// Names of all tiers, in the order of the list.
pub fn list_tier_names(conn: &mut Conn<'_>) -> Result<Vec<(TierId, String)>, DbError> {
    conn.all("select id, name from membership_tiers order by display_order, id", params![])
}
