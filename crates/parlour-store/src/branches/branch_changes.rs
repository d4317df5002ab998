//! Changes to branches by the owner, who also sees closed and coming ones.

use parlour_db::{Conn, DbError, Tx, params, select, sql, update};
use parlour_domain::ids::BranchId;
use parlour_domain::ist::Timestamp;

use crate::branches::branch_records::Branch;
use crate::cache_topics::{self, CacheTopic};

/// A page, the primary one first, and how many there are in all.
pub fn page(conn: &mut Conn<'_>, limit: i64, offset: i64) -> Result<(Vec<Branch>, i64), DbError> {
    let branches = conn.all(
        sql!(select!(Branch, ""), " from branches order by is_primary desc, number limit $1 offset $2"),
        params![limit, offset],
    )?;
    let count = conn.number("select count(*) from branches", params![])?;
    Ok((branches, count))
}

/// Lets one branch change happen at a time: the primary branch, codes and numbers concern all branches.
pub fn lock_branch_changes(tx: &mut Tx<'_>) -> Result<(), DbError> {
    cache_topics::mark_topic_changed(tx, CacheTopic::Branches)
}

/// Locks a branch until the transaction ends. On Postgres this also waits for transactions that insert rows which
/// refer to it, so that no booking or invoice gets a number with an outdated code.
pub fn lock_branch(tx: &mut Tx<'_>, id: &BranchId) -> Result<Option<Branch>, DbError> {
    tx.one(sql!(select!(Branch, ""), " from branches where id = $1 for update"), params![id])
}

pub fn by_id(conn: &mut Conn<'_>, id: &BranchId) -> Result<Option<Branch>, DbError> {
    conn.one(sql!(select!(Branch, ""), " from branches where id = $1"), params![id])
}

pub fn find_primary(conn: &mut Conn<'_>) -> Result<Option<Branch>, DbError> {
    conn.one(sql!(select!(Branch, ""), " from branches where is_primary"), params![])
}

/// Whether a branch other than this one has the code, and whether one has the number.
pub fn are_code_and_number_taken(
    conn: &mut Conn<'_>,
    id: &BranchId,
    code: &str,
    number: i64,
) -> Result<(bool, bool), DbError> {
    let taken = conn.one::<(bool, bool)>(
        "select exists (select 1 from branches where code = $2 and id <> $1),
             exists (select 1 from branches where number = $3 and id <> $1)",
        params![id, code, number],
    )?;
    Ok(taken.unwrap_or_default())
}

/// Code and name of the live branches where a customer may have any number of requests.
pub fn list_live_without_pending_limit(conn: &mut Conn<'_>) -> Result<Vec<(String, String)>, DbError> {
    conn.all(
        "select code, name from branches
         where availability_mode = 'live' and status <> 'closed' and max_pending_per_customer is null order by number",
        params![],
    )
}

/// Code and name of the branches where receptionists sell memberships on any terms, while another binds them to the tier's.
pub fn list_without_tier_terms(conn: &mut Conn<'_>) -> Result<Vec<(String, String)>, DbError> {
    conn.all(
        "select b.code, b.name from branches b
         where b.desk_membership_terms = 'any' and b.status <> 'closed' and exists
             (select 1 from branches o where o.desk_membership_terms = 'tier' and o.status <> 'closed')
         order by b.number",
        params![],
    )
}

pub fn highest_number(conn: &mut Conn<'_>) -> Result<i64, DbError> {
    conn.number("select coalesce(max(number), 0) from branches", params![])
}

/// Whether a booking, an invoice or a credit note carries the code.
pub fn is_code_used(conn: &mut Conn<'_>, id: &BranchId) -> Result<bool, DbError> {
    let used = conn.one::<(bool,)>(
        "select exists (select 1 from booking_counters where branch_id = $1)
             or exists (select 1 from invoice_counters where branch_id = $1)
             or exists (select 1 from bookings where branch_id = $1)",
        params![id],
    )?;
    Ok(used.is_some_and(|(used,)| used))
}

/// Makes the branch no longer primary. The caller makes another one primary in the same transaction.
pub fn unset_primary(tx: &mut Tx<'_>, primary: &BranchId, now: Timestamp) -> Result<(), DbError> {
    tx.execute("update branches set is_primary = false, updated_at = $2 where id = $1", params![primary, now])?;
    cache_topics::mark_topic_changed(tx, CacheTopic::Branches)
}

/// Updates the columns that an owner can change.
pub fn save(tx: &mut Tx<'_>, branch: &Branch) -> Result<(), DbError> {
    update! { tx.run, "branches", id, branch {
        code, number, name, address, phone, gstin, gst_registered, status, is_primary, opens_at, closes_at, hours,
        availability_mode, cancel_window_minutes, hold_minutes, max_pending_per_customer, desk_discount_percent,
        desk_membership_terms, round_invoices, upi_id, upi_name, logo_url, updated_at,
    } }?;
    cache_topics::mark_topic_changed(tx, CacheTopic::Branches)
}
