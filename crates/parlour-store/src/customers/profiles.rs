//! Customer profiles: what customers state about themselves, and the totals of their visits.

use chrono::{Datelike, NaiveDate};
use parlour_db::{Conn, DbError, Tx, params, row, select, sql, update};
use parlour_domain::customer::directory_search::search_text;
use parlour_domain::customer::{Gender, Language};
use parlour_domain::ids::UserId;
use parlour_domain::ist::Timestamp;
use parlour_domain::phone::Phone;
use parlour_domain::text::fold_case;
use serde::Serialize;
use utoipa::ToSchema;

use crate::customers::directory::entries;

/// The contract's profile row.
#[expect(clippy::struct_excessive_bools, reason = "each is a wish or a fact of its own")]
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Profile {
    pub id: String,
    pub user_id: UserId,
    pub phone: Option<Phone>,
    pub gender: Option<Gender>,
    pub date_of_birth: Option<NaiveDate>,
    pub marketing_consent: bool,
    pub marketing_consent_at: Option<Timestamp>,
    pub appointment_reminders_enabled: bool,
    pub membership_alerts_enabled: bool,
    pub language: Language,
    pub acquisition_source: Option<String>,
    pub utm_campaign: Option<String>,
    pub utm_medium: Option<String>,
    pub utm_source: Option<String>,
    pub first_visit_at: Option<Timestamp>,
    pub last_visit_at: Option<Timestamp>,
    pub total_visits: i64,
    pub total_spent_paise: i64,
    pub noshow_count: i64,
    pub late_cancellation_count: i64,
    pub consecutive_completed_bookings: i64,
    pub booking_requires_approval: bool,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
}
row! { Profile {
    id, user_id, phone, gender, date_of_birth, marketing_consent, marketing_consent_at,
    appointment_reminders_enabled, membership_alerts_enabled, language, acquisition_source, utm_campaign,
    utm_medium, utm_source, first_visit_at, last_visit_at, total_visits, total_spent_paise, noshow_count,
    late_cancellation_count, consecutive_completed_bookings, booking_requires_approval, created_at, updated_at,
} }

impl Profile {
    /// An empty profile.
    pub fn blank(id: String, user_id: UserId, now: Timestamp) -> Self {
        Self {
            id,
            user_id,
            phone: None,
            gender: None,
            date_of_birth: None,
            marketing_consent: false,
            marketing_consent_at: None,
            appointment_reminders_enabled: true,
            membership_alerts_enabled: true,
            language: Language::English,
            acquisition_source: None,
            utm_campaign: None,
            utm_medium: None,
            utm_source: None,
            first_visit_at: None,
            last_visit_at: None,
            total_visits: 0,
            total_spent_paise: 0,
            noshow_count: 0,
            late_cancellation_count: 0,
            consecutive_completed_bookings: 0,
            booking_requires_approval: false,
            created_at: now,
            updated_at: now,
        }
    }
}

pub fn find_by_user(conn: &mut Conn<'_>, user: &UserId) -> Result<Option<Profile>, DbError> {
    let found = conn.one::<Profile>(sql!(select!(Profile, ""), " from profiles where user_id = $1"), params![user])?;
    // Older rows also have the time of a refusal.
    Ok(found.map(|profile| Profile {
        marketing_consent_at: profile.marketing_consent_at.filter(|_| profile.marketing_consent),
        ..profile
    }))
}

/// Creates the profile if there is none; true if it did.
pub fn create_if_missing(tx: &mut Tx<'_>, id: &str, user: &UserId, now: Timestamp) -> Result<bool, DbError> {
    let opened = tx.execute(
        "insert into profiles (id, user_id, language, in_directory, name_folded, created_at, updated_at)
         select $1, id, coalesce(language, 'en'), role = 'customer', name_folded, $3, $3 from users where id = $2
         on conflict (user_id) do nothing",
        params![id, user, now],
    )?;
    if opened == 1 {
        refresh_directory_entry(tx, user)?;
    }
    Ok(opened == 1)
}

/// Updates the columns that customers can change themselves; counters of visits and spend stay as they are.
pub fn save(tx: &mut Tx<'_>, profile: &Profile) -> Result<(), DbError> {
    update! { tx.run, "profiles", user_id, profile {
        phone, gender, date_of_birth, birthday: birthday_key(profile), marketing_consent, marketing_consent_at,
        appointment_reminders_enabled, membership_alerts_enabled, language, acquisition_source, utm_source,
        utm_medium, utm_campaign, updated_at,
    } }?;
    refresh_directory_entry(tx, &profile.user_id)
}

/// `MM-DD`, by which the day's birthdays are found.
fn birthday_key(profile: &Profile) -> Option<String> {
    profile.date_of_birth.map(|born| format!("{:02}-{:02}", born.month(), born.day()))
}

/// Updates the directory entry from the user and the profile: the search text, the name to sort by, and whether the
/// user is in the directory.
pub fn refresh_directory_entry(tx: &mut Tx<'_>, user: &UserId) -> Result<(), DbError> {
    // First: a concurrent call waits here, and then sees what this one has written.
    tx.execute(
        "update profiles set name_folded = u.name_folded from users u
         where u.id = profiles.user_id and profiles.user_id = $1",
        params![user],
    )?;
    let known = tx.one::<(String, Option<String>, Option<String>, bool)>(
        "select u.name, u.email, p.phone, p.in_directory
         from profiles p join users u on u.id = p.user_id where p.user_id = $1",
        params![user],
    )?;
    match known {
        Some((name, email, phone, true)) => {
            let text = search_text(&name, phone.as_deref(), email.as_deref());
            entries::upsert_entry(tx, user, &fold_case(&name), &text)
        }
        Some(_) => entries::remove_entry(tx, user),
        None => Ok(()),
    }
}

pub fn count_late_cancellation(tx: &mut Tx<'_>, user: &UserId, now: Timestamp) -> Result<(), DbError> {
    tx.run(
        "update profiles set late_cancellation_count = late_cancellation_count + 1, updated_at = $2 where user_id = $1",
        params![user, now],
    )
}

/// The data of a visit that a customer's profile counts.
#[derive(Debug, Clone, Copy)]
pub struct CompletedVisit {
    pub spent_paise: i64,
    pub visited_at: Timestamp,
}

/// Adds a visit and its payment to the profile, and what the visit did to the balance of gems. A visit that is recorded late does not replace a later last visit.
/// After `approval_free_after` completed bookings in a row, requests need no special approval any more.
pub fn count_visit(
    tx: &mut Tx<'_>,
    user: &UserId,
    visit: CompletedVisit,
    approval_free_after: i64,
    now: Timestamp,
) -> Result<(), DbError> {
    tx.run(
        "update profiles set total_visits = total_visits + 1, total_spent_paise = total_spent_paise + $2,
             first_visit_at = case when first_visit_at < $5 then first_visit_at else $5 end,
             last_visit_at = case when last_visit_at > $5 then last_visit_at else $5 end,
             consecutive_completed_bookings = consecutive_completed_bookings + 1,
             approval_booking_id = case when consecutive_completed_bookings + 1 < $3 then approval_booking_id end,
             booking_requires_approval = booking_requires_approval and consecutive_completed_bookings + 1 < $3,
             gems_balance = (select g.balance from gems_accounts g where g.user_id = $1), updated_at = $4
         where user_id = $1",
        params![user, visit.spent_paise, approval_free_after, now, visit.visited_at],
    )
}

/// Takes back what [`count_visit`] counted, except the payment. `visited_at` is that of the visit, whose booking is no
/// longer completed: if it was the first or the last visit, another one is now.
pub fn uncount_visit(
    tx: &mut Tx<'_>,
    user: &UserId,
    visited_at: Option<Timestamp>,
    now: Timestamp,
) -> Result<(), DbError> {
    tx.run(
        "update profiles set total_visits = case when total_visits > 0 then total_visits - 1 else 0 end,
             consecutive_completed_bookings =
                 case when consecutive_completed_bookings > 0 then consecutive_completed_bookings - 1 else 0 end,
             first_visit_at = case when first_visit_at = $2 then
                 (select min(completed_at) from bookings where customer_id = $1 and status = 'completed')
                 else first_visit_at end,
             last_visit_at = case when last_visit_at = $2 then
                 (select max(completed_at) from bookings where customer_id = $1 and status = 'completed')
                 else last_visit_at end,
             updated_at = $3
         where user_id = $1",
        params![user, visited_at, now],
    )
}

/// Writes a whole profile at once, counters included: for imports and demo data, where the visits
/// are known before the profile is.
pub fn insert(tx: &mut Tx<'_>, profile: &Profile) -> Result<(), DbError> {
    tx.execute(
        "insert into profiles (id, user_id, phone, gender, date_of_birth, birthday, marketing_consent,
             marketing_consent_at, appointment_reminders_enabled, membership_alerts_enabled, acquisition_source,
             utm_source, utm_medium, utm_campaign, first_visit_at, last_visit_at, total_visits, total_spent_paise,
             noshow_count, late_cancellation_count, consecutive_completed_bookings, booking_requires_approval,
             language, in_directory, name_folded, created_at, updated_at)
         select $1, id, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22,
             $25, role = 'customer', name_folded, $23, $24
         from users where id = $2",
        params![
            profile.id,
            profile.user_id,
            profile.phone,
            profile.gender,
            profile.date_of_birth,
            birthday_key(profile),
            profile.marketing_consent,
            profile.marketing_consent_at,
            profile.appointment_reminders_enabled,
            profile.membership_alerts_enabled,
            profile.acquisition_source,
            profile.utm_source,
            profile.utm_medium,
            profile.utm_campaign,
            profile.first_visit_at,
            profile.last_visit_at,
            profile.total_visits,
            profile.total_spent_paise,
            profile.noshow_count,
            profile.late_cancellation_count,
            profile.consecutive_completed_bookings,
            profile.booking_requires_approval,
            profile.created_at,
            profile.updated_at,
            profile.language
        ],
    )?;
    refresh_directory_entry(tx, &profile.user_id)
}
