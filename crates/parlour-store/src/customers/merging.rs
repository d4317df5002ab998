//! Merges two records of one customer, table by table.

use parlour_db::{DbError, Tx, params};
use parlour_domain::auth::role::Role;
use parlour_domain::ids::{LeadId, UserId};
use parlour_domain::ist::Timestamp;

use crate::customers::erasure;

/// The role of someone who has a profile, locked until the transaction ends.
pub fn lock_customer_for_merge(tx: &mut Tx<'_>, user: &UserId) -> Result<Option<Role>, DbError> {
    // Not `no key update`: a record that is being made for them, which refers to the row, is waited for too.
    tx.one_value(
        "select u.role from users u join profiles p on p.user_id = u.id
         where u.id = $1 and u.anonymised_at is null for update of u",
        params![user],
    )
}

/// Moves the records of `from` to `into`, except tags, notifications and the like that `into` has too.
pub fn move_records(tx: &mut Tx<'_>, from: &UserId, into: &UserId) -> Result<(), DbError> {
    tx.execute("delete from sessions where user_id = $1", params![from])?;
    let moves: [&'static str; 15] = [
        // An account is not handed to somebody else's sign-in at the same provider: who they are is not known.
        "update identities set user_id = $2 where user_id = $1 and not exists
             (select 1 from identities i where i.user_id = $2 and i.issuer = identities.issuer)",
        "update consents set user_id = $2 where user_id = $1",
        "update bookings set customer_id = $2 where customer_id = $1",
        "update memberships set customer_id = $2 where customer_id = $1",
        "update invoices set customer_id = $2 where customer_id = $1",
        "update credit_notes set customer_id = $2 where customer_id = $1",
        "update offer_uses set customer_id = $2 where customer_id = $1 and not exists
             (select 1 from offer_uses o where o.customer_id = $2 and o.used_on = offer_uses.used_on)",
        "update customer_notes set customer_id = $2 where customer_id = $1",
        "update customer_tags set customer_id = $2 where customer_id = $1 and not exists
             (select 1 from customer_tags c where c.customer_id = $2 and c.tag_id = customer_tags.tag_id)",
        "update notifications set user_id = $2 where user_id = $1 and not exists
             (select 1 from notifications n where n.user_id = $2 and n.type = notifications.type
                 and n.subject = notifications.subject and n.period = notifications.period)",
        "update emails set user_id = $2, recipient = $2 where user_id = $1 and recipient = $1 and not exists
             (select 1 from emails e where e.recipient = $2 and e.kind = emails.kind
                 and e.subject = emails.subject and e.period = emails.period)",
        "update emails set user_id = $2 where user_id = $1 and recipient <> $1",
        // So that erasing the remaining user finds them.
        "update audit_log set concerns_user_id = $2 where concerns_user_id = $1",
        "update idempotency_keys set concerns_user_id = $2 where concerns_user_id = $1",
        "update imported_records set record_id = $2 where kind in ('customers', 'gems') and record_id = $1",
    ];
    for sql in moves {
        tx.execute(sql, params![from, into])?;
    }
    Ok(())
}

/// Moves the gems of `from` to `into` and deletes the account of `from`. Both must have an account.
pub fn move_gems(tx: &mut Tx<'_>, from: &UserId, into: &UserId, now: Timestamp) -> Result<(), DbError> {
    tx.execute(
        "update gems_accounts set balance = gems_accounts.balance + f.balance,
             total_earned = gems_accounts.total_earned + f.total_earned,
             total_redeemed = gems_accounts.total_redeemed + f.total_redeemed,
             total_expired = gems_accounts.total_expired + f.total_expired,
             total_adjusted = gems_accounts.total_adjusted + f.total_adjusted, updated_at = $3
         from gems_accounts f where f.user_id = $1 and gems_accounts.user_id = $2",
        params![from, into, now],
    )?;
    tx.execute("update gems_transactions set user_id = $2 where user_id = $1", params![from, into])?;
    tx.execute("update gems_lots set user_id = $2 where user_id = $1", params![from, into])?;
    tx.run("delete from gems_accounts where user_id = $1", params![from])
}

/// Adds the counters of `from` to those of `into`. Fields that are empty in `into` are copied from `from`.
pub fn merge_profiles(tx: &mut Tx<'_>, from: &UserId, into: &UserId, now: Timestamp) -> Result<(), DbError> {
    tx.execute(
        "update profiles set phone = coalesce(profiles.phone, f.phone), gender = coalesce(profiles.gender, f.gender),
             date_of_birth = coalesce(profiles.date_of_birth, f.date_of_birth),
             birthday = coalesce(profiles.birthday, f.birthday), gstin = coalesce(profiles.gstin, f.gstin),
             legal_name = case when profiles.gstin is null or profiles.gstin = f.gstin
                 then coalesce(profiles.legal_name, f.legal_name) else profiles.legal_name end,
             billing_address = case when profiles.gstin is null or profiles.gstin = f.gstin
                 then coalesce(profiles.billing_address, f.billing_address) else profiles.billing_address end,
             pinned_note = coalesce(profiles.pinned_note || ' · ' || f.pinned_note, profiles.pinned_note, f.pinned_note),
             acquisition_source = coalesce(profiles.acquisition_source, f.acquisition_source),
             utm_source = coalesce(profiles.utm_source, f.utm_source),
             utm_medium = coalesce(profiles.utm_medium, f.utm_medium),
             utm_campaign = coalesce(profiles.utm_campaign, f.utm_campaign),
             first_visit_at = case when profiles.first_visit_at is null or f.first_visit_at < profiles.first_visit_at
                 then f.first_visit_at else profiles.first_visit_at end,
             last_visit_at = case when profiles.last_visit_at is null or f.last_visit_at > profiles.last_visit_at
                 then f.last_visit_at else profiles.last_visit_at end,
             total_visits = profiles.total_visits + f.total_visits,
             total_spent_paise = profiles.total_spent_paise + f.total_spent_paise,
             noshow_count = profiles.noshow_count + f.noshow_count,
             late_cancellation_count = profiles.late_cancellation_count + f.late_cancellation_count,
             consecutive_completed_bookings =
                 profiles.consecutive_completed_bookings + f.consecutive_completed_bookings,
             approval_booking_id = case
                 when profiles.booking_requires_approval and f.booking_requires_approval then null
                 when f.booking_requires_approval then f.approval_booking_id else profiles.approval_booking_id end,
             booking_requires_approval = profiles.booking_requires_approval or f.booking_requires_approval,
             updated_at = $3
         from profiles f where f.user_id = $1 and profiles.user_id = $2",
        params![from, into, now],
    )?;
    tx.run(
        "update profiles set phone = null, first_visit_at = null, last_visit_at = null, total_visits = 0,
             total_spent_paise = 0, noshow_count = 0, late_cancellation_count = 0,
             consecutive_completed_bookings = 0, approval_booking_id = null, gems_balance = null
         where user_id = $1",
        params![from],
    )
}

/// Copies the onboarding answers of the first user, if the second was not onboarded.
pub fn copy_onboarding_answers(tx: &mut Tx<'_>, from: &UserId, into: &UserId, now: Timestamp) -> Result<(), DbError> {
    let changed_rows = tx.execute(
        "update users set onboarded = true, language = (select f.language from users f where f.id = $1), updated_at = $3
         where id = $2 and not onboarded and exists (select 1 from users f where f.id = $1 and f.onboarded)",
        params![from, into, now],
    )?;
    if changed_rows == 1 {
        tx.execute(
            "update profiles set marketing_consent = f.marketing_consent,
                 marketing_consent_at = f.marketing_consent_at,
                 appointment_reminders_enabled = f.appointment_reminders_enabled,
                 membership_alerts_enabled = f.membership_alerts_enabled, language = f.language
             from profiles f where f.user_id = $1 and profiles.user_id = $2",
            params![from, into],
        )?;
    }
    Ok(())
}

/// Moves the e-mail and the image of `from` to `into`, where `into` has none.
pub fn move_email_and_image(tx: &mut Tx<'_>, from: &UserId, into: &UserId, now: Timestamp) -> Result<(), DbError> {
    let known = tx.one::<(Option<String>, Option<String>, bool, Option<String>)>(
        "select email, email_folded, email_verified, image from users where id = $1",
        params![from],
    )?;
    // First: an e-mail identifies one person.
    tx.execute(
        "update users set email = null, email_folded = null, email_verified = false where id = $1",
        params![from],
    )?;
    let Some((email, email_folded, email_verified, image)) = known else { return Ok(()) };
    tx.execute(
        "update users set image = coalesce(image, $2), updated_at = $3 where id = $1",
        params![into, image, now],
    )?;
    tx.run(
        "update users set email = $2, email_folded = $3, email_verified = $4 where id = $1 and email is null",
        params![into, email, email_folded, email_verified],
    )
}

/// The leads of someone who has not been merged yet.
pub fn list_leads_of_customer(tx: &mut Tx<'_>, user: &UserId) -> Result<Vec<LeadId>, DbError> {
    erasure::list_leads_of_customer(tx, user)
}

/// Makes the leads of `from` those of the remaining user.
pub fn reassign_leads(tx: &mut Tx<'_>, leads: &[LeadId], from: &UserId, into: &UserId) -> Result<(), DbError> {
    for lead in leads {
        tx.execute(
            "update leads set customer_id = $3 where id = $1 and (customer_id is null or customer_id = $2)",
            params![lead, from, into],
        )?;
    }
    Ok(())
}

/// Marks `from` as merged into `into`.
pub fn mark_merged(tx: &mut Tx<'_>, from: &UserId, into: &UserId) -> Result<(), DbError> {
    tx.run("update users set merged_into = $2 where id = $1", params![from, into])
}

/// Whether both have a membership that is active.
pub fn both_have_active_membership(tx: &mut Tx<'_>, from: &UserId, into: &UserId) -> Result<bool, DbError> {
    let count = tx.one::<(i64,)>(
        "select count(*) from memberships where status = 'active' and customer_id in ($1, $2)",
        params![from, into],
    )?;
    Ok(count.is_some_and(|(count,)| count > 1))
}
