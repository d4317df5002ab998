//! Credit notes: they credit the amount of an invoice and reverse its effects on gems, spend and memberships.

use chrono::NaiveDate;
use parlour_domain::billing::gst::TaxSplit;
use parlour_domain::billing::invoice::InvoiceType;
use parlour_domain::ids::{BookingId, BranchId, InvoiceId, MembershipId, UserId};
use parlour_domain::ist::Timestamp;
use serde::Serialize;
use utoipa::ToSchema;

use crate::db::{Conn, DbError, Tx, insert, select, sql};
use crate::{params, row};

#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CreditNote {
    pub id: String,
    #[schema(example = "BLR/2627/C00042")]
    pub credit_note_number: String,
    pub invoice_id: InvoiceId,
    pub branch_id: BranchId,
    pub customer_id: UserId,
    /// The day (IST) that decides on its financial year, and the day that it counts for in reports.
    pub credit_date: NaiveDate,
    pub reason: String,
    /// The total of the invoice, GST included.
    pub total_amount_paise: i64,
    pub gst_rate_basis_points: i64,
    pub taxable_value_paise: i64,
    pub cgst_paise: i64,
    pub sgst_paise: i64,
    pub gst_amount_paise: i64,
    /// The gems earned with the invoice, or fewer if the balance was smaller.
    pub gems_taken_back: i64,
    /// Redeemed on the invoice.
    pub gems_given_back: i64,
    pub created_by: UserId,
    pub created_at: Timestamp,
}
row! { CreditNote {
    id, credit_note_number, invoice_id, branch_id, customer_id, credit_date, reason, total_amount_paise,
    gst_rate_basis_points, taxable_value_paise, cgst_paise, sgst_paise, gst_amount_paise, gems_taken_back,
    gems_given_back, created_by, created_at,
} }

row! { TaxSplit { taxable_value_paise, cgst_paise, sgst_paise } }

/// The fields of an invoice that its credit note copies or reverses.
#[derive(Debug, Clone)]
pub struct InvoiceToCredit {
    pub invoice_type: InvoiceType,
    pub branch_id: BranchId,
    pub booking_id: Option<BookingId>,
    pub membership_id: Option<MembershipId>,
    pub customer_id: UserId,
    pub total_amount_paise: i64,
    pub gst_rate_basis_points: i64,
    pub tax: TaxSplit,
    pub gst_amount_paise: i64,
    pub gems_redeemed: i64,
}
row! { InvoiceToCredit {
    invoice_type, branch_id, booking_id, membership_id, customer_id, total_amount_paise, gst_rate_basis_points,
    tax: [TaxSplit], gst_amount_paise, gems_redeemed,
} }

pub fn find_invoice_to_credit(conn: &mut Conn<'_>, id: &InvoiceId) -> Result<Option<InvoiceToCredit>, DbError> {
    conn.one(sql!(select!(InvoiceToCredit, ""), " from invoices where id = $1"), params![id])
}

/// Locks the customer until the transaction ends: they cannot be erased or merged, and other credit notes
/// for them wait.
pub fn lock_customer_for_credit(tx: &mut Tx<'_>, customer: &UserId) -> Result<(), DbError> {
    tx.one::<(i64,)>("select 1 from users where id = $1 for no key update", params![customer])?;
    Ok(())
}

/// False if the invoice has one already; nothing is written then.
pub fn insert(tx: &mut Tx<'_>, note: &CreditNote) -> Result<bool, DbError> {
    insert! { tx.changes_row, "credit_notes", note {
        id, credit_note_number, invoice_id, branch_id, customer_id, credit_date, reason, total_amount_paise,
        gst_rate_basis_points, taxable_value_paise, cgst_paise, sgst_paise, gst_amount_paise, gems_taken_back,
        gems_given_back, created_by, created_at,
    }, "on conflict (invoice_id) where is_last do nothing" }
}

/// The customer's figures that a credit note changes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct CustomerTotals {
    pub gems_balance: Option<i64>,
    pub total_spent_paise: i64,
}
row! { CustomerTotals { gems_balance, total_spent_paise } }

pub fn find_customer_totals(conn: &mut Conn<'_>, customer: &UserId) -> Result<Option<CustomerTotals>, DbError> {
    conn.one(sql!(select!(CustomerTotals, ""), " from profiles where user_id = $1"), params![customer])
}

/// Subtracts a credited amount from the customer's spend, down to 0 at most: imported profiles may have less.
pub fn subtract_spend(tx: &mut Tx<'_>, customer: &UserId, paise: i64, now: Timestamp) -> Result<(), DbError> {
    tx.run(
        "update profiles set total_spent_paise =
                 case when total_spent_paise > $2 then total_spent_paise - $2 else 0 end, updated_at = $3
         where user_id = $1",
        params![customer, paise, now],
    )
}

/// Deletes the record that the booking used an offer, so that the customer can use an offer on that day again.
pub fn release_offer_use(tx: &mut Tx<'_>, booking: &BookingId) -> Result<(), DbError> {
    tx.run("delete from offer_uses where booking_id = $1", params![booking])
}

/// Adds the credit note to the summary of its day, if that is stored already.
pub fn add_to_daily_summary(tx: &mut Tx<'_>, note: &CreditNote) -> Result<(), DbError> {
    tx.run(
        "update daily_sales_summaries
         set credit_note_count = credit_note_count + 1, credited_paise = credited_paise + $3
         where branch_id = $1 and summary_date = $2",
        params![note.branch_id, note.credit_date, note.total_amount_paise],
    )
}

/// Gems that were earned with an invoice.
#[derive(Debug, Clone)]
pub struct EarnedGems {
    pub transaction_id: String,
    /// How many of them did not expire.
    pub kept: i64,
}
row! { EarnedGems { transaction_id: "e.id", kept: "e.gems_amount + coalesce(x.gems_amount, 0)" } }

pub fn find_gems_earned_with(conn: &mut Conn<'_>, invoice: &InvoiceId) -> Result<Option<EarnedGems>, DbError> {
    conn.one(
        sql!(
            select!(EarnedGems, ""),
            " from gems_transactions e left join gems_transactions x on x.expired_transaction_id = e.id
             where e.invoice_id = $1 and e.type = 'earned'"
        ),
        params![invoice],
    )
}
