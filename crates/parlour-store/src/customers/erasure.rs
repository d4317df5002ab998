//! Erases a person, table by table. What tax law requires stays on the invoices.

use chrono::{NaiveDate, NaiveTime};
use parlour_db::{Conn, DbError, Tx, params};
use parlour_domain::ids::{BookingId, LeadId, UserId};
use parlour_domain::ist::Timestamp;

use crate::cache_topics::{self, CacheTopic};
use crate::customers::profiles;

pub const ERASED_NAME: &str = "Erased customer";
/// A lead must have a phone; this one belongs to no one.
const ERASED_PHONE: &str = "+910000000000";

pub fn has_active_membership(conn: &mut Conn<'_>, user: &UserId) -> Result<bool, DbError> {
    conn.exists("select 1 from memberships where customer_id = $1 and status = 'active'", params![user])
}

/// Cancels bookings that have not begun, and releases their staff time and queued jobs.
pub fn cancel_future_bookings(
    tx: &mut Tx<'_>,
    user: &UserId,
    today: NaiveDate,
    time: NaiveTime,
    now: Timestamp,
) -> Result<Vec<BookingId>, DbError> {
    let cancelled = tx.all::<(BookingId,)>(
        "update bookings set status = 'cancelled', cancelled_at = $4, cancellation_reason = 'Account erased',
             offered_date = null, offered_start_time = null, offered_staff_id = null, offer_expires_at = null,
             updated_at = $4
         where customer_id = $1 and status in ('pending', 'confirmed')
             and (booking_date > $2 or (booking_date = $2 and start_time >= $3))
         returning id",
        params![user, today, time, now],
    )?;
    tx.execute(
        "delete from occupied_times where booking_id in
             (select id from bookings where customer_id = $1 and status = 'cancelled')",
        params![user],
    )?;
    tx.execute(
        "delete from queued_jobs where done_at is null and parked_at is null and subject in
             (select 'booking:' || id from bookings where customer_id = $1 and status = 'cancelled')",
        params![user],
    )?;
    Ok(cancelled.into_iter().map(|(id,)| id).collect())
}

/// They name the member of staff. Who gets them is of the team.
fn delete_notifications_of_leave(tx: &mut Tx<'_>, user: &UserId) -> Result<(), DbError> {
    tx.run(
        "delete from notifications where user_id in
             (select id from users where role in ('staff', 'receptionist', 'manager', 'owner', 'developer'))
             and type = 'leave_requested' and subject in
             (select l.id from staff_leave l join staff t on t.id = l.staff_id where t.user_id = $1)",
        params![user],
    )
}

/// Replaces or deletes everything that identifies the person.
pub fn anonymise(tx: &mut Tx<'_>, user: &UserId, now: Timestamp) -> Result<(), DbError> {
    tx.note_erasure();
    // Leads first: some are found by the e-mail, which is deleted next.
    for lead in list_leads_of_customer(tx, user)? {
        tx.execute("delete from lead_notes where lead_id = $1", params![lead])?;
        tx.execute(
            "update leads set name = $2, phone = $3, email = null, search_text = '', updated_at = $4 where id = $1",
            params![lead, ERASED_NAME, ERASED_PHONE, now],
        )?;
        // A lead has no account, so the log names only the lead.
        tx.execute(
            "update audit_log set before_json = null, after_json = null, address = null
             where record_type = 'lead' and record_id = $1",
            params![lead],
        )?;
    }
    delete_notifications_of_leave(tx, user)?;
    // The person may be a member of staff, and their bookings give time back.
    cache_topics::mark_topic_changed(tx, CacheTopic::Rosters)?;
    let statements: [(&'static str, bool); 29] = [
        (
            "update users set name = $2, name_folded = lower($2), email = null, email_folded = null,
                 email_verified = false, image = null, role = 'customer',
                 invited_at = null, invitation_expires_at = null, last_sign_in_at = null, language = null
             where id = $1",
            true,
        ),
        (
            "update profiles set phone = null, gender = null, date_of_birth = null, birthday = null, gstin = null,
                 legal_name = null, billing_address = null, pinned_note = null, language = 'en',
                 marketing_consent = false, marketing_consent_at = null, appointment_reminders_enabled = false,
                 membership_alerts_enabled = false, acquisition_source = null, utm_source = null, utm_medium = null,
                 utm_campaign = null, in_directory = false, name_folded = lower($2) where user_id = $1",
            true,
        ),
        ("update staff set display_name = $2, is_active = false where user_id = $1", true),
        ("update staff_leave set reason = null where staff_id in (select id from staff where user_id = $1)", false),
        // Bookings that were just cancelled keep their reason, because Parlour wrote it.
        (
            "update bookings set notes = null, guest_name = null, wished_staff_id = null, wished_staff_gender = null,
                 rejection_reason = null, cancellation_reason =
                 case when cancellation_reason = 'Account erased' then cancellation_reason end
             where customer_id = $1",
            false,
        ),
        // What the desk did is not taken back for somebody who is gone.
        ("delete from booking_acts where booking_id in (select id from bookings where customer_id = $1)", false),
        // A manager typed the text of an adjustment; Parlour writes the texts of the others.
        ("update gems_transactions set description = 'Adjusted' where user_id = $1 and type = 'adjusted'", false),
        ("update credit_notes set reason = 'Credited' where customer_id = $1", false),
        // The desk typed it: a UPI address may be in it.
        (
            "update invoice_payments set reference = null
             where invoice_id in (select id from invoices where customer_id = $1)",
            false,
        ),
        (
            "update credit_note_refunds set reference = null
             where credit_note_id in (select id from credit_notes where customer_id = $1)",
            false,
        ),
        (
            "update invoices set discount_reason = 'Discount' where customer_id = $1 and discount_reason is not null",
            false,
        ),
        // The invoice keeps the name, as tax law requires; but nobody finds it by the name any more.
        ("update invoices set search_text = lower(invoice_number) where customer_id = $1", false),
        ("update memberships set notes = null where customer_id = $1", false),
        // The key of an imported row is a hash of what it said, or the person's number in another system.
        ("delete from imported_records where kind in ('customers', 'gems') and record_id = $1", false),
        (
            "delete from imported_records where kind = 'staff' and record_id in (select id from staff where user_id = $1)",
            false,
        ),
        (
            "delete from imported_records where kind = 'bookings'
                 and record_id in (select id from bookings where customer_id = $1)",
            false,
        ),
        (
            "delete from imported_records where kind = 'memberships'
                 and record_id in (select id from memberships where customer_id = $1)",
            false,
        ),
        (
            "update audit_log set before_json = null, after_json = null, address = null where concerns_user_id = $1",
            false,
        ),
        // Entries about other people's records stay, without the client address.
        ("update audit_log set address = null where actor_id = $1", false),
        ("delete from idempotency_keys where user_id = $1 or concerns_user_id = $1", false),
        ("delete from identities where user_id = $1", false),
        ("delete from sessions where user_id = $1", false),
        ("delete from push_subscriptions where user_id = $1", false),
        ("delete from calendar_feeds where user_id = $1", false),
        ("delete from customer_notes where customer_id = $1", false),
        ("delete from customer_tags where customer_id = $1", false),
        // Also notifications to the desk about their bookings.
        ("delete from notifications where user_id = $1", false),
        ("delete from notifications where booking_id in (select id from bookings where customer_id = $1)", false),
        ("delete from emails where user_id = $1", false),
    ];
    for (sql, takes_name) in statements {
        if takes_name {
            tx.execute(sql, params![user, ERASED_NAME])?;
        } else {
            tx.execute(sql, params![user])?;
        }
    }
    tx.execute("update users set anonymised_at = $2, updated_at = $2 where id = $1", params![user, now])?;
    profiles::refresh_directory_entry(tx, user)
}

/// The leads of a customer: those that are linked with them, and those with their verified e-mail. Not those with their
/// name and phone: families share both.
pub(crate) fn list_leads_of_customer(conn: &mut Conn<'_>, user: &UserId) -> Result<Vec<LeadId>, DbError> {
    conn.all_values(
        "select id from leads where customer_id = $1
         union
         select l.id from users u join leads l on lower(l.email) = u.email_folded
         where u.id = $1 and u.email_verified",
        params![user],
    )
}
