//! Deletes data that the law does not require any more.

use chrono::NaiveDate;
use parlour_db::cursor::BatchCursor;
use parlour_db::{Conn, DbError, Tx, params, select, sql};
use parlour_domain::ids::{LeadId, UserId};
use parlour_domain::ist::Timestamp;

use crate::billing::invoices::DocumentPdf;
use crate::reports::kept_days;

/// Leads without a booking that were captured and last contacted before the given time, after the cursor.
pub fn list_old_leads(
    conn: &mut Conn<'_>,
    before: Timestamp,
    after: BatchCursor<'_, Timestamp>,
    limit: i64,
) -> Result<Vec<(LeadId, Timestamp)>, DbError> {
    conn.all(
        "select id, created_at from leads
         where (created_at, id) > ($1, $2) and created_at <= $3
             and (last_contacted_at is null or last_contacted_at <= $3)
             and converted_booking_id is null and status not in ('booked', 'won')
         order by created_at, id limit $4",
        params![after.at, after.id, before, limit],
    )
}

/// Deletes a lead with its notes, and what the log says of it beyond who did what; false if it has come to something
/// meanwhile.
pub fn delete_lead(tx: &mut Tx<'_>, id: &LeadId, before: Timestamp) -> Result<bool, DbError> {
    let deleted = tx.execute(
        "delete from leads where id = $1 and (last_contacted_at is null or last_contacted_at <= $2)
             and converted_booking_id is null and status not in ('booked', 'won')",
        params![id, before],
    )?;
    if deleted == 1 {
        tx.note_erasure();
        tx.execute(
            "update audit_log set before_json = null, after_json = null, address = null
             where record_type = 'lead' and record_id = $1",
            params![id],
        )?;
    }
    Ok(deleted == 1)
}

/// Erased users, after the given id. Merged users are deleted with the user they were merged into.
pub fn list_erased_users(conn: &mut Conn<'_>, after: &str, limit: i64) -> Result<Vec<UserId>, DbError> {
    conn.all_values(
        "select id from users where anonymised_at is not null and merged_into is null and id > $1
         order by id limit $2",
        params![after, limit],
    )
}

/// Nothing is recorded of them until the transaction ends.
pub fn lock_erased_user(tx: &mut Tx<'_>, user: &UserId) -> Result<(), DbError> {
    tx.one::<(i64,)>("select 1 from users where id = $1 for update", params![user])?;
    Ok(())
}

/// Whether the user exists, has no records of that day or later, and no other record refers to them, as records do to
/// former staff.
pub fn is_deletable(conn: &mut Conn<'_>, user: &UserId, day: NaiveDate) -> Result<bool, DbError> {
    conn.exists(
        "select 1 from users u where u.id = $1
             and not exists (select 1 from invoices i where i.customer_id = $1 and i.invoice_date >= $2)
             and not exists (select 1 from credit_notes c where c.customer_id = $1 and c.credit_date >= $2)
             and not exists (select 1 from bookings b where b.customer_id = $1 and b.booking_date >= $2)
             and not exists (select 1 from memberships m where m.customer_id = $1 and m.expires_at >= $3)
             and not exists (select 1 from staff s where s.user_id = $1)
             and not exists (select 1 from staff_leave l where l.decided_by = $1)
             and not exists (select 1 from memberships m where m.created_by = $1)
             and not exists (select 1 from credit_notes c where c.created_by = $1)
             and not exists (select 1 from invoices i where i.discounted_by = $1)
             and not exists (select 1 from cash_movements m where m.created_by = $1)
             and not exists (select 1 from day_closes d where d.closed_by = $1 or d.reopened_by = $1)
             and not exists (select 1 from gems_transactions t where t.created_by = $1)
             and not exists (select 1 from customer_notes n where n.author_id = $1)
             and not exists (select 1 from customer_tags t where t.assigned_by = $1)
             and not exists (select 1 from lead_notes n where n.author_id = $1)
             and not exists (select 1 from leads l where l.assigned_to = $1)",
        params![user, day, Timestamp::ist_midnight(day)],
    )
}

/// The PDFs of the user's invoices and credit notes.
pub fn list_pdfs(conn: &mut Conn<'_>, user: &UserId) -> Result<Vec<DocumentPdf>, DbError> {
    conn.all(
        sql!(
            select!(DocumentPdf, ""),
            " from invoices where customer_id = $1
             union all select id, credit_note_number, pdf_url from credit_notes where customer_id = $1"
        ),
        params![user],
    )
}

/// Deletes what is left of someone, their invoices included, in an order in which nothing points to what is gone.
pub fn delete_erased_user(tx: &mut Tx<'_>, user: &UserId) -> Result<(), DbError> {
    tx.note_erasure();
    kept_days::forget_days_of_customer(tx, user)?;
    let statements: [&'static str; 9] = [
        "delete from offer_uses where customer_id = $1",
        "delete from credit_notes where customer_id = $1",
        "delete from gems_transactions where user_id = $1",
        "delete from gems_accounts where user_id = $1",
        "delete from invoices where customer_id = $1",
        "delete from bookings where customer_id = $1",
        "delete from memberships where customer_id = $1",
        // They are looked at by themselves from now on.
        "update users set merged_into = null where merged_into = $1",
        "delete from users where id = $1",
    ];
    for sql in statements {
        tx.execute(sql, params![user])?;
    }
    Ok(())
}
