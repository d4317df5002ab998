//! Gems accounts, their transactions and lots.

use parlour_db::{Conn, DbError, Tx, insert, params, row, select, sql};
use parlour_domain::gems::{GemsLot, GemsTransactionType, LotWithdrawal};
use parlour_domain::ids::{InvoiceId, ServiceId, UserId};
use parlour_domain::ist::Timestamp;
use serde::Serialize;
use utoipa::ToSchema;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct GemsSummary {
    pub balance: i64,
    pub total_earned: i64,
    pub total_redeemed: i64,
}
row! { GemsSummary { balance, total_earned, total_redeemed } }

#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct GemsTransaction {
    pub id: String,
    #[serde(rename = "type")]
    pub kind: GemsTransactionType,
    /// Negative if gems are removed.
    pub gems_amount: i64,
    pub description: String,
    pub expires_at: Option<Timestamp>,
    pub created_at: Timestamp,
    pub invoice_number: Option<String>,
}
row! { GemsTransaction {
    id, kind: "type", gems_amount, description, expires_at, created_at, invoice_number: "i.invoice_number",
} }

#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RedeemableService {
    pub id: ServiceId,
    pub name: String,
    pub gems_required: i64,
    pub price_paise: i64,
}
row! { RedeemableService { id, name, gems_required, price_paise } }

#[derive(Debug, Clone, Copy)]
pub struct NewGemsTransaction<'a> {
    pub id: &'a str,
    pub user_id: &'a UserId,
    pub kind: GemsTransactionType,
    pub gems_amount: i64,
    pub description: &'a str,
    pub invoice_id: Option<&'a InvoiceId>,
    /// For an expiry: the transaction whose gems ran out.
    pub expired_transaction_id: Option<&'a str>,
    /// For earned gems alone.
    pub expires_at: Option<Timestamp>,
    pub created_by: Option<&'a UserId>,
}

/// Opens the account where there is none yet; true if it did.
pub fn open_account(tx: &mut Tx<'_>, user: &UserId, now: Timestamp) -> Result<bool, DbError> {
    insert! { tx.changes_row, "gems_accounts", {
        user_id: user, created_at: now, updated_at: now,
    }, "on conflict (user_id) do nothing" }
}

/// Whether there is an account; holds it until the transaction ends, so that whatever happens to an account
/// happens one after the other.
pub fn lock_account(tx: &mut Tx<'_>, user: &UserId, now: Timestamp) -> Result<bool, DbError> {
    tx.changes_row("update gems_accounts set updated_at = $2 where user_id = $1", params![user, now])
}

/// None where there is no account.
pub fn find_summary(conn: &mut Conn<'_>, user: &UserId) -> Result<Option<GemsSummary>, DbError> {
    conn.one(sql!(select!(GemsSummary, ""), " from gems_accounts where user_id = $1"), params![user])
}

/// Newest first.
pub fn list_transactions(
    conn: &mut Conn<'_>,
    user: &UserId,
    offset: i64,
    limit: i64,
) -> Result<Vec<GemsTransaction>, DbError> {
    conn.all(
        sql!(
            select!(GemsTransaction, "t"),
            " from gems_transactions t left join invoices i on i.id = t.invoice_id
             where t.user_id = $1 order by t.created_at desc, t.id desc limit $2 offset $3"
        ),
        params![user, limit, offset],
    )
}

/// Active services of active categories that gems can pay for. Those without a place in the order come last,
/// by their slug: both engines sort it alike.
pub fn list_redeemable_services(conn: &mut Conn<'_>) -> Result<Vec<RedeemableService>, DbError> {
    conn.all(
        sql!(
            select!(RedeemableService, "s"),
            " from services s join service_categories c on c.id = s.category_id
             where s.gems_redeemable and s.is_active and c.is_active and s.gems_required is not null
             order by s.gems_catalogue_order is null, s.gems_catalogue_order, s.slug"
        ),
        params![],
    )
}

/// The lots with remaining gems, oldest first.
pub fn list_open_lots(conn: &mut Conn<'_>, user: &UserId) -> Result<Vec<GemsLot>, DbError> {
    conn.all(
        sql!(
            select!(GemsLot, ""),
            " from gems_lots
             where user_id = $1 and remaining > 0 order by earned_at, transaction_id"
        ),
        params![user],
    )
}

/// The owners of the first `limit` expired lots, the longest expired first. An owner of two lots is listed twice.
pub fn list_owners_of_due_lots(conn: &mut Conn<'_>, now: Timestamp, limit: i64) -> Result<Vec<UserId>, DbError> {
    conn.all_values(
        "select user_id from gems_lots where remaining > 0 and expires_at <= $1
         order by expires_at, transaction_id limit $2",
        params![now, limit],
    )
}

/// Inserts a transaction and updates the account and the balance that the profile repeats. A transaction that adds gems
/// also gets a lot. For one that removes gems, the caller reduces the lots with [`take_from_lot`].
pub fn insert_transaction(tx: &mut Tx<'_>, new: &NewGemsTransaction<'_>, now: Timestamp) -> Result<(), DbError> {
    insert_transaction_of_visit(tx, new, now)?;
    copy_balance_to_profile(tx, new.user_id)
}

/// The same for a caller who counts a visit afterwards, which updates the profile as well.
pub fn insert_transaction_of_visit(
    tx: &mut Tx<'_>,
    new: &NewGemsTransaction<'_>,
    now: Timestamp,
) -> Result<(), DbError> {
    insert! { tx.run, "gems_transactions", new {
        id, user_id, type: new.kind, gems_amount, description, invoice_id, expired_transaction_id, expires_at,
        created_by, created_at: now,
    } }?;
    if new.gems_amount > 0 {
        insert! { tx.run, "gems_lots", new {
            transaction_id: new.id, user_id, amount: new.gems_amount, remaining: new.gems_amount, earned_at: now,
            expires_at,
        } }?;
    }
    let of = |kind| if new.kind == kind { new.gems_amount } else { 0 };
    tx.run(
        "update gems_accounts set balance = balance + $2, total_earned = total_earned + $3,
             total_redeemed = total_redeemed - $4, total_expired = total_expired - $5,
             total_adjusted = total_adjusted + $6, updated_at = $7
         where user_id = $1",
        params![
            new.user_id,
            new.gems_amount,
            of(GemsTransactionType::Earned),
            of(GemsTransactionType::Redeemed),
            of(GemsTransactionType::Expired),
            of(GemsTransactionType::Adjusted),
            now
        ],
    )
}

/// Reduces the remaining gems of a lot.
pub fn take_from_lot(tx: &mut Tx<'_>, user: &UserId, share: &LotWithdrawal<'_>) -> Result<(), DbError> {
    tx.run(
        "update gems_lots set remaining = remaining - $3 where transaction_id = $1 and user_id = $2",
        params![share.lot.transaction_id, user, share.gems],
    )
}

/// The directory sorts by a column of the profile that repeats the balance.
pub fn copy_balance_to_profile(tx: &mut Tx<'_>, user: &UserId) -> Result<(), DbError> {
    tx.run(
        "update profiles set gems_balance = (select balance from gems_accounts where user_id = $1)
         where user_id = $1",
        params![user],
    )
}
