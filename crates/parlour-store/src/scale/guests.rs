//! Customers: who they are, what their visits have come to, and their gems.

use std::sync::{Arc, LazyLock};

use chrono::{Datelike, NaiveDate};
use parlour_domain::customer::Gender;
use parlour_domain::ids::{InvoiceId, TagId, UserId};
use parlour_domain::ist::Timestamp;
use parlour_domain::text::folded;

use super::many::Many;
use crate::db::{DbError, Engine, Tx};
use crate::directory::entering;
use crate::params;

#[derive(Debug, Clone)]
pub struct Guest {
    pub id: UserId,
    pub name: Arc<str>,
    pub email: String,
    pub phone: String,
    pub gender: Gender,
    pub date_of_birth: NaiveDate,
    pub since: Timestamp,
}

/// What the visits of a guest have come to.
#[derive(Debug, Clone, Default)]
pub struct Standing {
    pub first_visit_at: Option<Timestamp>,
    pub last_visit_at: Option<Timestamp>,
    pub visits: i64,
    pub spent_paise: i64,
    pub noshows: i64,
    pub late_cancellations: i64,
    pub in_a_row: i64,
    pub requires_approval: bool,
    pub gains: Vec<Gain>,
}

/// Gems that came with an invoice.
#[derive(Debug, Clone)]
pub struct Gain {
    pub transaction_id: String,
    pub invoice_id: InvoiceId,
    pub gems: i64,
    pub earned_at: Timestamp,
    pub expires_at: Timestamp,
}

/// What becomes a guest's profile.
#[derive(Debug, Clone)]
pub struct Record {
    pub profile_id: String,
    pub guest: Arc<Guest>,
    pub standing: Standing,
    pub tag: Option<TagId>,
    pub note: Option<Note>,
}

/// What the desk has written down about a guest.
#[derive(Debug, Clone)]
pub struct Note {
    pub id: String,
    pub content: &'static str,
}

impl Standing {
    /// None where there is no account.
    fn balance(&self) -> Option<i64> {
        (!self.gains.is_empty()).then(|| self.gains.iter().map(|gain| gain.gems).sum())
    }
}

/// As they sign up: the profile comes when everything about them is known.
pub fn insert_users(tx: &mut Tx<'_>, guests: &[Arc<Guest>]) -> Result<(), DbError> {
    static USERS: LazyLock<Many> = LazyLock::new(|| {
        Many::of(
            "insert into users (id, name, name_folded, email, email_folded, email_verified, role, onboarded,
                 created_at, updated_at)
             values ($1, $2, $3, $4, $4, true, 'customer', true, $5, $5)",
        )
    });
    let names: Vec<String> = guests.iter().map(|guest| folded(&guest.name)).collect();
    USERS.insert(tx, guests.iter().zip(&names), |(guest, name_folded)| {
        *params![guest.id, *guest.name, *name_folded, guest.email, guest.since]
    })
}

pub fn insert_records(tx: &mut Tx<'_>, records: &[Record], desk: &UserId) -> Result<(), DbError> {
    static TAGS: LazyLock<Many> = LazyLock::new(|| {
        Many::of(
            "insert into customer_tags (customer_id, tag_id, assigned_by, assigned_at) values ($1, $2, $3, $4)",
        )
    });
    static NOTES: LazyLock<Many> = LazyLock::new(|| {
        Many::of(
            "insert into customer_notes (id, customer_id, author_id, content, created_at)
             values ($1, $2, $3, $4, $5)",
        )
    });
    insert_profiles(tx, records)?;
    insert_gems(tx, records)?;
    let tagged = records.iter().filter_map(|record| Some((record, record.tag.as_ref()?)));
    TAGS.insert(tx, tagged, |(record, tag)| *params![record.guest.id, *tag, *desk, record.guest.since])?;
    let noted = records.iter().filter_map(|record| Some((record, record.note.as_ref()?)));
    NOTES.insert(tx, noted, |(record, note)| {
        *params![note.id, record.guest.id, *desk, *note.content, record.guest.since]
    })
}

/// A profile's columns that follow from others.
struct Derived {
    birthday: String,
    name_folded: String,
    search_text: String,
    gems_balance: Option<i64>,
    updated_at: Timestamp,
}

impl Derived {
    fn of(record: &Record) -> Self {
        let guest = &record.guest;
        let born = guest.date_of_birth;
        Self {
            birthday: format!("{:02}-{:02}", born.month(), born.day()),
            name_folded: folded(&guest.name),
            search_text: folded(&format!("{}\n{}\n{}", guest.name, guest.phone, guest.email)),
            gems_balance: record.standing.balance(),
            updated_at: record.standing.last_visit_at.unwrap_or(guest.since),
        }
    }
}

fn insert_profiles(tx: &mut Tx<'_>, records: &[Record]) -> Result<(), DbError> {
    static PROFILES: LazyLock<Many> = LazyLock::new(|| {
        Many::of(
            "insert into profiles (id, user_id, phone, gender, date_of_birth, birthday, first_visit_at, last_visit_at,
                 total_visits, total_spent_paise, noshow_count, late_cancellation_count,
                 consecutive_completed_bookings, booking_requires_approval, name_folded, gems_balance, created_at,
                 updated_at)
             values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18)",
        )
    });
    static TEXTS: LazyLock<Many> = LazyLock::new(|| {
        Many::of("insert into directory_texts (user_id, name_folded, search_text) values ($1, $2, $3)")
    });
    let derived: Vec<Derived> = records.iter().map(Derived::of).collect();
    PROFILES.insert(tx, records.iter().zip(&derived), |(record, derived)| {
        let (guest, standing) = (&record.guest, &record.standing);
        *params![
            record.profile_id,
            guest.id,
            guest.phone,
            guest.gender,
            guest.date_of_birth,
            derived.birthday,
            standing.first_visit_at,
            standing.last_visit_at,
            standing.visits,
            standing.spent_paise,
            standing.noshows,
            standing.late_cancellations,
            standing.in_a_row,
            standing.requires_approval,
            derived.name_folded,
            derived.gems_balance,
            guest.since,
            derived.updated_at,
        ]
    })?;
    TEXTS.insert(tx, records.iter().zip(&derived), |(record, derived)| {
        *params![record.guest.id, derived.name_folded, derived.search_text]
    })?;
    let entered = i64::try_from(records.len()).unwrap_or(i64::MAX);
    records.first().map_or(Ok(()), |first| entering::count_in(tx, &first.guest.id, entered))
}

fn insert_gems(tx: &mut Tx<'_>, records: &[Record]) -> Result<(), DbError> {
    static ACCOUNTS: LazyLock<Many> = LazyLock::new(|| {
        Many::of(
            "insert into loyalty_accounts (user_id, balance, total_earned, created_at, updated_at)
             values ($1, $2, $2, $3, $4)",
        )
    });
    static TRANSACTIONS: LazyLock<Many> = LazyLock::new(|| {
        Many::of(
            "insert into loyalty_transactions (id, user_id, type, gems_amount, description, invoice_id, expires_at,
                 created_at)
             values ($1, $2, 'earned', $3, 'Earned with a visit', $4, $5, $6)",
        )
    });
    static LOTS: LazyLock<Many> = LazyLock::new(|| {
        Many::of(
            "insert into loyalty_lots (transaction_id, user_id, amount, remaining, earned_at, expires_at)
             values ($1, $2, $3, $3, $4, $5)",
        )
    });
    let with_account: Vec<(&Record, i64)> =
        records.iter().filter_map(|record| Some((record, record.standing.balance()?))).collect();
    let accounts = with_account.iter().filter_map(|(record, balance)| {
        let (first, last) = (record.standing.gains.first()?, record.standing.gains.last()?);
        Some((record, balance, first, last))
    });
    ACCOUNTS.insert(tx, accounts, |(record, balance, first, last)| {
        *params![record.guest.id, *balance, first.earned_at, last.earned_at]
    })?;
    let gains: Vec<(&UserId, &Gain)> = records
        .iter()
        .flat_map(|record| record.standing.gains.iter().map(move |gain| (&record.guest.id, gain)))
        .collect();
    TRANSACTIONS.insert(tx, gains.iter(), |(user, gain)| {
        *params![gain.transaction_id, *user, gain.gems, gain.invoice_id, gain.expires_at, gain.earned_at]
    })?;
    LOTS.insert(tx, gains.iter(), |(user, gain)| {
        *params![gain.transaction_id, *user, gain.gems, gain.earned_at, gain.expires_at]
    })
}

/// Tells Postgres how much there is now; it would find out by itself some minutes later. The other engine plans without.
pub fn count_rows(tx: &mut Tx<'_>) -> Result<(), DbError> {
    if tx.engine() == Engine::Postgres {
        tx.execute("analyze", params![])?;
    }
    Ok(())
}
