//! What a day was like beside its invoices: appointments, gems, and when people paid.

use chrono::NaiveDate;
use parlour_db::{Conn, DbError, params, select, sql};
use parlour_domain::ist::Timestamp;

use super::{ReportScope, figures};

figures! {
    /// What became of the appointments of some days, whenever they were made.
    BookingOutcomes {
        /// Membership sessions included.
        completed_count: "cast(coalesce(sum(case when status = 'completed' then 1 else 0 end), 0) as bigint)",
        cancelled_count: "cast(coalesce(sum(case when status = 'cancelled' then 1 else 0 end), 0) as bigint)",
        noshow_count: "cast(coalesce(sum(case when status = 'no_show' then 1 else 0 end), 0) as bigint)",
        /// Of the completed ones, those of people who just came in.
        walkin_count: "cast(coalesce(sum(case when status = 'completed' and is_walkin then 1 else 0 end), 0) as bigint)",
    }
}

figures! {
    /// How far the appointments of a day have come.
    BookingsOfDay {
        /// Confirmed, and the customer has not come yet.
        to_come: "cast(coalesce(sum(case when status = 'confirmed' and arrived_at is null then 1 else 0 end), 0) as bigint)",
        /// Confirmed, and the customer has come.
        here: "cast(coalesce(sum(case when status = 'confirmed' and arrived_at is not null then 1 else 0 end), 0) as bigint)",
        in_progress: "cast(coalesce(sum(case when status = 'in_progress' then 1 else 0 end), 0) as bigint)",
        /// Membership sessions included.
        done: "cast(coalesce(sum(case when status = 'completed' then 1 else 0 end), 0) as bigint)",
        noshow: "cast(coalesce(sum(case when status = 'no_show' then 1 else 0 end), 0) as bigint)",
        cancelled: "cast(coalesce(sum(case when status = 'cancelled' then 1 else 0 end), 0) as bigint)",
    }
}

figures! {
    /// Gems that came and went with invoices. What a credit note undoes stays counted.
    GemsTotals {
        gems_earned: "cast(coalesce(sum(gems_earned), 0) as bigint)",
        gems_redeemed: "cast(coalesce(sum(gems_redeemed), 0) as bigint)",
    }
}

/// Of every day of the scope.
pub fn count_bookings_of_day(conn: &mut Conn<'_>, scope: &ReportScope) -> Result<BookingsOfDay, DbError> {
    let found = conn.one(
        sql!(
            select!(BookingsOfDay, ""),
            " from bookings where booking_date between $1 and $2 and ($3 = '' or branch_id = $3)"
        ),
        params![scope.period.from, scope.period.to, scope.branch()],
    )?;
    Ok(found.unwrap_or_default())
}

pub fn count_booking_outcomes(conn: &mut Conn<'_>, scope: &ReportScope) -> Result<BookingOutcomes, DbError> {
    let found = conn.one(
        sql!(
            select!(BookingOutcomes, ""),
            " from bookings where booking_date between $1 and $2 and ($3 = '' or branch_id = $3)"
        ),
        params![scope.period.from, scope.period.to, scope.branch()],
    )?;
    Ok(found.unwrap_or_default())
}

/// Bookings that were asked for or made at the desk in these days. Nobody books a day that is over, so only what is
/// booked for these days or later is looked at; sessions of memberships are noted, not booked.
pub fn count_requested_bookings(conn: &mut Conn<'_>, scope: &ReportScope) -> Result<i64, DbError> {
    conn.number(
        "select count(*) from bookings
         where booking_date >= $1 and created_at >= $2 and created_at < $3 and ($4 = '' or branch_id = $4)
             and not is_membership_session",
        params![scope.period.from, scope.period.starts_at(), scope.period.ends_at(), scope.branch()],
    )
}

pub fn sum_gems(conn: &mut Conn<'_>, scope: &ReportScope) -> Result<GemsTotals, DbError> {
    let found = conn.one(
        sql!(
            select!(GemsTotals, ""),
            " from invoices where invoice_date between $1 and $2 and ($3 = '' or branch_id = $3)"
        ),
        params![scope.period.from, scope.period.to, scope.branch()],
    )?;
    Ok(found.unwrap_or_default())
}

/// What was paid on a day from one moment until before another, at all branches.
pub fn sum_paid_between(
    conn: &mut Conn<'_>,
    day: NaiveDate,
    from: Timestamp,
    until: Timestamp,
) -> Result<i64, DbError> {
    conn.number(
        "select cast(coalesce(sum(total_amount_paise), 0) as bigint) from invoices
         where invoice_date = $1 and paid_at >= $2 and paid_at < $3 and payment_status <> 'pending'
             and invoice_type <> 'membership_session'",
        params![day, from, until],
    )
}

/// What credit notes of a day gave back from one moment until before another, at all branches.
pub fn sum_credited_between(
    conn: &mut Conn<'_>,
    day: NaiveDate,
    from: Timestamp,
    until: Timestamp,
) -> Result<i64, DbError> {
    conn.number(
        "select cast(coalesce(sum(total_amount_paise), 0) as bigint) from credit_notes
         where credit_date = $1 and created_at >= $2 and created_at < $3",
        params![day, from, until],
    )
}
