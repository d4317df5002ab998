//! Customers: who they are, what their visits have come to, and their gems.

use std::sync::Arc;

use chrono::{Datelike, NaiveDate};
use parlour_db::{DbError, Tx, params};
use parlour_domain::customer::Gender;
use parlour_domain::customer::directory_search::search_text;
use parlour_domain::ids::{InvoiceId, TagId, UserId};
use parlour_domain::ist::Timestamp;
use parlour_domain::text::fold_case;

use super::insert_statement::insert_rows;
use crate::customers::directory::entries;

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
    let names: Vec<String> = customers.iter().map(|customer| fold_case(&customer.name)).collect();
    insert_rows! { tx, "users", customers.iter().zip(&names), |(customer, name_folded)| {
        id: customer.id, name: *customer.name, name_folded: *name_folded, email: customer.email,
        email_folded: customer.email, email_verified: true, role: "customer", onboarded: true,
        created_at: customer.since, updated_at: customer.since,
    } }
}

pub fn insert_customer_records(tx: &mut Tx<'_>, records: &[BulkCustomerRecord], desk: &UserId) -> Result<(), DbError> {
    insert_profiles(tx, records)?;
    insert_gems(tx, records)?;
    let tagged = records.iter().filter_map(|record| Some((record, record.tag.as_ref()?)));
    insert_rows! { tx, "customer_tags", tagged, |(record, tag)| {
        customer_id: record.customer.id, tag_id: *tag, assigned_by: *desk, assigned_at: record.customer.since,
    } }?;
    let noted = records.iter().filter_map(|record| Some((record, record.note.as_ref()?)));
    insert_rows! { tx, "customer_notes", noted, |(record, note)| {
        id: note.id, customer_id: record.customer.id, author_id: *desk, content: *note.content,
        created_at: record.customer.since,
    } }
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
    let derived_columns: Vec<DerivedColumns> = records.iter().map(DerivedColumns::of).collect();
    insert_rows! { tx, "profiles", records.iter().zip(&derived_columns), |(record, derived_columns)| {
        id: record.profile_id, user_id: record.customer.id, phone: record.customer.phone,
        gender: record.customer.gender, date_of_birth: record.customer.date_of_birth,
        birthday: derived_columns.birthday, first_visit_at: record.history.first_visit_at,
        last_visit_at: record.history.last_visit_at, total_visits: record.history.visits,
        total_spent_paise: record.history.spent_paise, noshow_count: record.history.noshows,
        late_cancellation_count: record.history.late_cancellations,
        consecutive_completed_bookings: record.history.in_a_row,
        booking_requires_approval: record.history.requires_approval, name_folded: derived_columns.name_folded,
        gems_balance: derived_columns.gems_balance, created_at: record.customer.since,
        updated_at: derived_columns.updated_at,
    } }?;
    insert_rows! { tx, "directory_texts", records.iter().zip(&derived_columns), |(record, derived_columns)| {
        user_id: record.customer.id, name_folded: derived_columns.name_folded,
        search_text: derived_columns.search_text,
    } }?;
    let entered = i64::try_from(records.len()).unwrap_or(i64::MAX);
    records.first().map_or(Ok(()), |first| entries::add_to_count(tx, &first.customer.id, entered))
}

fn insert_gems(tx: &mut Tx<'_>, records: &[BulkCustomerRecord]) -> Result<(), DbError> {
    let with_account: Vec<(&BulkCustomerRecord, i64)> =
        records.iter().filter_map(|record| Some((record, record.history.balance()?))).collect();
    let accounts = with_account.iter().filter_map(|(record, balance)| {
        let (first, last) = (record.history.earned_lots.first()?, record.history.earned_lots.last()?);
        Some((record, balance, first, last))
    });
    insert_rows! { tx, "gems_accounts", accounts, |(record, balance, first, last)| {
        user_id: record.customer.id, balance: *balance, total_earned: *balance, created_at: first.earned_at,
        updated_at: last.earned_at,
    } }?;
    let earned_lots: Vec<(&UserId, &EarnedGemsLot)> = records
        .iter()
        .flat_map(|record| record.history.earned_lots.iter().map(move |lot| (&record.customer.id, lot)))
        .collect();
    insert_rows! { tx, "gems_transactions", earned_lots.iter(), |(user, lot)| {
        id: lot.transaction_id, user_id: *user, type: "earned", gems_amount: lot.gems,
        description: "Earned with a visit", invoice_id: lot.invoice_id, expires_at: lot.expires_at,
        created_at: lot.earned_at,
    } }?;
    insert_rows! { tx, "gems_lots", earned_lots.iter(), |(user, lot)| {
        transaction_id: lot.transaction_id, user_id: *user, amount: lot.gems, remaining: lot.gems,
        earned_at: lot.earned_at, expires_at: lot.expires_at,
    } }
}

/// Updates the planner's statistics on Postgres, which would do so by itself minutes later. SQLite plans without them.
pub fn analyze_tables(tx: &mut Tx<'_>) -> Result<(), DbError> {
    tx.execute_on_postgres("analyze", params![])
}
