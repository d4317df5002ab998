//! Customers: who they are, what their visits have come to, and their gems.

use std::sync::{Arc, LazyLock};

use chrono::{Datelike, NaiveDate};
use parlour_domain::customer::Gender;
use parlour_domain::directory_search::search_text;
use parlour_domain::ids::{InvoiceId, TagId, UserId};
use parlour_domain::ist::Timestamp;
use parlour_domain::text::fold_case;

use super::insert_statement::RepeatedInsert;
use crate::customers::directory::entries;
use crate::db::{DbError, Tx};
use crate::params;

#[derive(Debug, Clone)]
pub struct BulkCustomer {
    pub id: UserId,
    pub name: Arc<str>,
    pub email: String,
    pub phone: String,
    pub gender: Gender,
    pub date_of_birth: NaiveDate,
    pub since: Timestamp,
}

/// What the visits of a customer have come to.
#[derive(Debug, Clone, Default)]
pub struct CustomerHistory {
    pub first_visit_at: Option<Timestamp>,
    pub last_visit_at: Option<Timestamp>,
    pub visits: i64,
    pub spent_paise: i64,
    pub noshows: i64,
    pub late_cancellations: i64,
    pub in_a_row: i64,
    pub requires_approval: bool,
    pub earned_lots: Vec<EarnedGemsLot>,
}

/// Gems that came with an invoice.
#[derive(Debug, Clone)]
pub struct EarnedGemsLot {
    pub transaction_id: String,
    pub invoice_id: InvoiceId,
    pub gems: i64,
    pub earned_at: Timestamp,
    pub expires_at: Timestamp,
}

/// What becomes a customer's profile.
#[derive(Debug, Clone)]
pub struct BulkCustomerRecord {
    pub profile_id: String,
    pub customer: Arc<BulkCustomer>,
    pub history: CustomerHistory,
    pub tag: Option<TagId>,
    pub note: Option<BulkCustomerNote>,
}

/// What the desk has written down about a customer.
#[derive(Debug, Clone)]
pub struct BulkCustomerNote {
    pub id: String,
    pub content: &'static str,
}

impl CustomerHistory {
    /// None where there is no account.
    fn balance(&self) -> Option<i64> {
        (!self.earned_lots.is_empty()).then(|| self.earned_lots.iter().map(|lot| lot.gems).sum())
    }
}

/// As they sign up: the profile comes when everything about them is known.
pub fn insert_users(tx: &mut Tx<'_>, customers: &[Arc<BulkCustomer>]) -> Result<(), DbError> {
    static USERS: LazyLock<RepeatedInsert> = LazyLock::new(|| {
        RepeatedInsert::of(
            "insert into users (id, name, name_folded, email, email_folded, email_verified, role, onboarded,
                 created_at, updated_at)
             values ($1, $2, $3, $4, $4, true, 'customer', true, $5, $5)",
        )
    });
    let names: Vec<String> = customers.iter().map(|customer| fold_case(&customer.name)).collect();
    USERS.insert(tx, customers.iter().zip(&names), |(customer, name_folded)| {
        *params![customer.id, *customer.name, *name_folded, customer.email, customer.since]
    })
}

pub fn insert_customer_records(tx: &mut Tx<'_>, records: &[BulkCustomerRecord], desk: &UserId) -> Result<(), DbError> {
    static TAGS: LazyLock<RepeatedInsert> = LazyLock::new(|| {
        RepeatedInsert::of(
            "insert into customer_tags (customer_id, tag_id, assigned_by, assigned_at) values ($1, $2, $3, $4)",
        )
    });
    static NOTES: LazyLock<RepeatedInsert> = LazyLock::new(|| {
        RepeatedInsert::of(
            "insert into customer_notes (id, customer_id, author_id, content, created_at)
             values ($1, $2, $3, $4, $5)",
        )
    });
    insert_profiles(tx, records)?;
    insert_gems(tx, records)?;
    let tagged = records.iter().filter_map(|record| Some((record, record.tag.as_ref()?)));
    TAGS.insert(tx, tagged, |(record, tag)| *params![record.customer.id, *tag, *desk, record.customer.since])?;
    let noted = records.iter().filter_map(|record| Some((record, record.note.as_ref()?)));
    NOTES.insert(tx, noted, |(record, note)| {
        *params![note.id, record.customer.id, *desk, *note.content, record.customer.since]
    })
}

/// A profile's columns that follow from others.
struct DerivedColumns {
    birthday: String,
    name_folded: String,
    search_text: String,
    gems_balance: Option<i64>,
    updated_at: Timestamp,
}

impl DerivedColumns {
    fn of(record: &BulkCustomerRecord) -> Self {
        let customer = &record.customer;
        let born = customer.date_of_birth;
        Self {
            birthday: format!("{:02}-{:02}", born.month(), born.day()),
            name_folded: fold_case(&customer.name),
            search_text: search_text(&customer.name, Some(&customer.phone), Some(&customer.email)),
            gems_balance: record.history.balance(),
            updated_at: record.history.last_visit_at.unwrap_or(customer.since),
        }
    }
}

fn insert_profiles(tx: &mut Tx<'_>, records: &[BulkCustomerRecord]) -> Result<(), DbError> {
    static PROFILES: LazyLock<RepeatedInsert> = LazyLock::new(|| {
        RepeatedInsert::of(
            "insert into profiles (id, user_id, phone, gender, date_of_birth, birthday, first_visit_at, last_visit_at,
                 total_visits, total_spent_paise, noshow_count, late_cancellation_count,
                 consecutive_completed_bookings, booking_requires_approval, name_folded, gems_balance, created_at,
                 updated_at)
             values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18)",
        )
    });
    static TEXTS: LazyLock<RepeatedInsert> = LazyLock::new(|| {
        RepeatedInsert::of("insert into directory_texts (user_id, name_folded, search_text) values ($1, $2, $3)")
    });
    let derived_columns: Vec<DerivedColumns> = records.iter().map(DerivedColumns::of).collect();
    PROFILES.insert(tx, records.iter().zip(&derived_columns), |(record, derived_columns)| {
        let (customer, history) = (&record.customer, &record.history);
        *params![
            record.profile_id,
            customer.id,
            customer.phone,
            customer.gender,
            customer.date_of_birth,
            derived_columns.birthday,
            history.first_visit_at,
            history.last_visit_at,
            history.visits,
            history.spent_paise,
            history.noshows,
            history.late_cancellations,
            history.in_a_row,
            history.requires_approval,
            derived_columns.name_folded,
            derived_columns.gems_balance,
            customer.since,
            derived_columns.updated_at,
        ]
    })?;
    TEXTS.insert(tx, records.iter().zip(&derived_columns), |(record, derived_columns)| {
        *params![record.customer.id, derived_columns.name_folded, derived_columns.search_text]
    })?;
    let entered = i64::try_from(records.len()).unwrap_or(i64::MAX);
    records.first().map_or(Ok(()), |first| entries::add_to_count(tx, &first.customer.id, entered))
}

fn insert_gems(tx: &mut Tx<'_>, records: &[BulkCustomerRecord]) -> Result<(), DbError> {
    static ACCOUNTS: LazyLock<RepeatedInsert> = LazyLock::new(|| {
        RepeatedInsert::of(
            "insert into gems_accounts (user_id, balance, total_earned, created_at, updated_at)
             values ($1, $2, $2, $3, $4)",
        )
    });
    static TRANSACTIONS: LazyLock<RepeatedInsert> = LazyLock::new(|| {
        RepeatedInsert::of(
            "insert into gems_transactions (id, user_id, type, gems_amount, description, invoice_id, expires_at,
                 created_at)
             values ($1, $2, 'earned', $3, 'Earned with a visit', $4, $5, $6)",
        )
    });
    static LOTS: LazyLock<RepeatedInsert> = LazyLock::new(|| {
        RepeatedInsert::of(
            "insert into gems_lots (transaction_id, user_id, amount, remaining, earned_at, expires_at)
             values ($1, $2, $3, $3, $4, $5)",
        )
    });
    let with_account: Vec<(&BulkCustomerRecord, i64)> =
        records.iter().filter_map(|record| Some((record, record.history.balance()?))).collect();
    let accounts = with_account.iter().filter_map(|(record, balance)| {
        let (first, last) = (record.history.earned_lots.first()?, record.history.earned_lots.last()?);
        Some((record, balance, first, last))
    });
    ACCOUNTS.insert(tx, accounts, |(record, balance, first, last)| {
        *params![record.customer.id, *balance, first.earned_at, last.earned_at]
    })?;
    let earned_lots: Vec<(&UserId, &EarnedGemsLot)> = records
        .iter()
        .flat_map(|record| record.history.earned_lots.iter().map(move |lot| (&record.customer.id, lot)))
        .collect();
    TRANSACTIONS.insert(tx, earned_lots.iter(), |(user, lot)| {
        *params![lot.transaction_id, *user, lot.gems, lot.invoice_id, lot.expires_at, lot.earned_at]
    })?;
    LOTS.insert(tx, earned_lots.iter(), |(user, lot)| {
        *params![lot.transaction_id, *user, lot.gems, lot.earned_at, lot.expires_at]
    })
}

/// Updates the planner's statistics on Postgres, which would do so by itself minutes later. SQLite plans without them.
pub fn analyze_tables(tx: &mut Tx<'_>) -> Result<(), DbError> {
    tx.execute_on_postgres("analyze", params![])
}
