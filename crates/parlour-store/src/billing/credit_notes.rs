//! Credit notes: they credit an invoice, or a part of it, and reverse its effects on gems, spend and memberships.

use std::collections::HashMap;

use chrono::NaiveDate;
use parlour_db::sql_text::TWENTY_PARAMETERS;
use parlour_db::{Conn, DbError, SqlValue, Tx, insert, params, row, select, sql};
use parlour_domain::billing::credit::CreditableLine;
use parlour_domain::billing::invoice::InvoiceType;
use parlour_domain::billing::payment::Payment;
use parlour_domain::ids::{BookingId, BranchId, InvoiceId, MembershipId, UserId};
use parlour_domain::ist::Timestamp;
use serde::Serialize;
use utoipa::ToSchema;

use crate::reports::kept_days;

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
    /// GST and rounding included.
    pub total_amount_paise: i64,
    /// The rounding of the invoice, which the last note takes.
    pub rounding_paise: i64,
    pub gst_rate_basis_points: i64,
    pub taxable_value_paise: i64,
    pub cgst_paise: i64,
    pub sgst_paise: i64,
    pub gst_amount_paise: i64,
    /// False after 30 November following the invoice's financial year: the tax is not corrected any more.
    pub carries_tax: bool,
    /// Nothing of the invoice is left after it.
    pub is_last: bool,
    /// Earned with what is credited, or fewer if the balance was smaller.
    pub gems_taken_back: i64,
    /// Redeemed on the invoice.
    pub gems_given_back: i64,
    pub created_by: UserId,
    pub created_at: Timestamp,
    pub lines: Vec<CreditNoteLine>,
    /// How the money was given back.
    pub refunds: Vec<Payment>,
}
row! { CreditNote {
    id, credit_note_number, invoice_id, branch_id, customer_id, credit_date, reason, total_amount_paise,
    rounding_paise, gst_rate_basis_points, taxable_value_paise, cgst_paise, sgst_paise, gst_amount_paise, carries_tax,
    is_last, gems_taken_back, gems_given_back, created_by, created_at; lines, refunds,
} }

/// A line of the invoice, as far as the note credits it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CreditNoteLine {
    /// That of the invoice.
    pub line_number: i64,
    pub total_amount_paise: i64,
    pub taxable_value_paise: i64,
    pub cgst_paise: i64,
    pub sgst_paise: i64,
    pub gems_given_back: i64,
}
row! { CreditNoteLine {
    line_number, total_amount_paise, taxable_value_paise, cgst_paise, sgst_paise, gems_given_back,
} }

/// A credit note as its invoice names it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ListedCreditNote {
    pub id: String,
    #[schema(example = "BLR/2627/C00042")]
    pub number: String,
    pub total_amount_paise: i64,
    pub created_at: Timestamp,
}
row! { ListedCreditNote { id, number: "credit_note_number", total_amount_paise, created_at } }

impl From<&CreditNote> for ListedCreditNote {
    fn from(note: &CreditNote) -> Self {
        Self {
            id: note.id.clone(),
            number: note.credit_note_number.clone(),
            total_amount_paise: note.total_amount_paise,
            created_at: note.created_at,
        }
    }
}

/// The fields of an invoice that its credit notes copy or reverse.
#[derive(Debug, Clone)]
pub struct InvoiceToCredit {
    pub invoice_type: InvoiceType,
    pub invoice_date: NaiveDate,
    pub branch_id: BranchId,
    pub booking_id: Option<BookingId>,
    pub membership_id: Option<MembershipId>,
    pub customer_id: UserId,
    pub total_amount_paise: i64,
    pub rounding_paise: i64,
    pub gst_rate_basis_points: i64,
    pub cgst_paise: i64,
    pub gems_redeemed: i64,
    /// Its booking was reopened, or its session reversed.
    pub superseded_at: Option<Timestamp>,
}
row! { InvoiceToCredit {
    invoice_type, invoice_date, branch_id, booking_id, membership_id, customer_id, total_amount_paise, rounding_paise,
    gst_rate_basis_points, cgst_paise, gems_redeemed, superseded_at,
} }

pub fn find_customer_of_invoice(conn: &mut Conn<'_>, id: &InvoiceId) -> Result<Option<UserId>, DbError> {
    conn.one_value("select customer_id from invoices where id = $1", params![id])
}

pub fn find_invoice_to_credit(conn: &mut Conn<'_>, id: &InvoiceId) -> Result<Option<InvoiceToCredit>, DbError> {
    conn.one(sql!(select!(InvoiceToCredit, ""), " from invoices where id = $1"), params![id])
}

/// Locks the invoice until the transaction ends: other credit notes, corrections of its payments and the reopening of
/// its booking wait.
pub fn lock_invoice_to_credit(tx: &mut Tx<'_>, id: &InvoiceId) -> Result<Option<InvoiceToCredit>, DbError> {
    tx.one(sql!(select!(InvoiceToCredit, ""), " from invoices where id = $1 for no key update"), params![id])
}

/// Locks the customer until the transaction ends: they cannot be erased or merged, and other credit notes
/// for them wait.
pub fn lock_customer_for_credit(tx: &mut Tx<'_>, customer: &UserId) -> Result<(), DbError> {
    tx.one::<(i64,)>("select 1 from users where id = $1 for no key update", params![customer])?;
    Ok(())
}

/// What is left of each line of an invoice, in order.
pub fn list_creditable_lines(conn: &mut Conn<'_>, invoice: &InvoiceId) -> Result<Vec<CreditableLine>, DbError> {
    conn.all(
        "select l.line_number,
             l.total_amount_paise - coalesce((select cast(sum(c.total_amount_paise) as bigint)
                 from credit_note_lines c join credit_notes n on n.id = c.credit_note_id
                 where n.invoice_id = l.invoice_id and c.line_number = l.line_number), 0),
             l.gems_redeemed - coalesce((select cast(sum(c.gems_given_back) as bigint)
                 from credit_note_lines c join credit_notes n on n.id = c.credit_note_id
                 where n.invoice_id = l.invoice_id and c.line_number = l.line_number), 0)
         from invoice_lines l where l.invoice_id = $1 order by l.line_number",
        params![invoice],
    )
}

/// The sums of an invoice's credit notes.
#[derive(Debug, Clone, Copy)]
pub struct CreditedSums {
    pub note_count: i64,
    /// Before rounding.
    pub credited_paise: i64,
    pub cgst_paise: i64,
    pub gems_taken_back: i64,
}
row! { CreditedSums {
    note_count: "count(*)",
    credited_paise: "cast(coalesce(sum(taxable_value_paise + gst_amount_paise), 0) as bigint)",
    cgst_paise: "cast(coalesce(sum(cgst_paise), 0) as bigint)",
    gems_taken_back: "cast(coalesce(sum(gems_taken_back), 0) as bigint)",
} }

pub fn sum_credit_notes(conn: &mut Conn<'_>, invoice: &InvoiceId) -> Result<CreditedSums, DbError> {
    let sums =
        conn.one(sql!(select!(CreditedSums, ""), " from credit_notes where invoice_id = $1"), params![invoice])?;
    sums.ok_or_else(|| DbError::Statement("sums have no row".into()))
}

/// All refunds of an invoice.
pub fn list_refunds_of_invoice(conn: &mut Conn<'_>, invoice: &InvoiceId) -> Result<Vec<Payment>, DbError> {
    conn.all(
        sql!(
            select!(Payment, "r"),
            " from credit_note_refunds r join credit_notes n on n.id = r.credit_note_id
             where n.invoice_id = $1 order by n.created_at, n.credit_note_number, r.refund_number"
        ),
        params![invoice],
    )
}

/// Adds to what is credited of the invoice. False if that would be more than its total; nothing is written then.
pub fn add_credited(tx: &mut Tx<'_>, invoice: &InvoiceId, paise: i64) -> Result<bool, DbError> {
    // What is left of the invoice counts on the day of the invoice.
    kept_days::forget_day_of_invoice(tx, invoice)?;
    tx.changes_row(
        "update invoices set credited_paise = credited_paise + $2
         where id = $1 and credited_paise + $2 <= total_amount_paise",
        params![invoice, paise],
    )
}

/// False if a note has credited the last of the invoice already; nothing is written then.
pub fn insert(tx: &mut Tx<'_>, note: &CreditNote) -> Result<bool, DbError> {
    if note.credit_date < note.created_at.ist_date() {
        kept_days::forget(tx, &note.branch_id, note.credit_date)?;
    }
    let is_new = insert! { tx.changes_row, "credit_notes", note {
        id, credit_note_number, invoice_id, branch_id, customer_id, credit_date, reason, total_amount_paise,
        rounding_paise, gst_rate_basis_points, taxable_value_paise, cgst_paise, sgst_paise, gst_amount_paise,
        carries_tax, is_last, gems_taken_back, gems_given_back, created_by, created_at,
    }, "on conflict (invoice_id) where is_last do nothing" }?;
    if !is_new {
        return Ok(false);
    }
    for line in &note.lines {
        insert! { tx.run, "credit_note_lines", line {
            credit_note_id: note.id, line_number, total_amount_paise, taxable_value_paise, cgst_paise, sgst_paise,
            gems_given_back,
        } }?;
    }
    for (refund, refund_number) in note.refunds.iter().zip(1_i64..) {
        insert! { tx.run, "credit_note_refunds", refund {
            credit_note_id: note.id, refund_number: refund_number, method, amount_paise, reference,
        } }?;
    }
    Ok(true)
}

struct LineOfNote {
    credit_note_id: String,
    line: CreditNoteLine,
}
row! { LineOfNote { credit_note_id, line: [CreditNoteLine] } }

struct RefundOfNote {
    credit_note_id: String,
    refund: Payment,
}
row! { RefundOfNote { credit_note_id, refund: [Payment] } }

/// The credit notes of an invoice, oldest first.
pub fn list_by_invoice(conn: &mut Conn<'_>, invoice: &InvoiceId) -> Result<Vec<CreditNote>, DbError> {
    list_by_invoices(conn, std::slice::from_ref(invoice))
}

/// The credit notes of these invoices, oldest first.
pub(crate) fn list_by_invoices(conn: &mut Conn<'_>, invoices: &[InvoiceId]) -> Result<Vec<CreditNote>, DbError> {
    let mut notes: Vec<CreditNote> = Vec::new();
    for ids in twenty_at_a_time(invoices) {
        let first = notes.len();
        notes.extend(conn.all::<CreditNote>(
            sql!(
                select!(CreditNote, ""),
                " from credit_notes where invoice_id in (",
                TWENTY_PARAMETERS,
                ") order by created_at, credit_note_number"
            ),
            &ids,
        )?);
        if notes.len() == first {
            continue;
        }
        let lines = conn.all::<LineOfNote>(
            sql!(
                select!(LineOfNote, "l"),
                " from credit_note_lines l join credit_notes n on n.id = l.credit_note_id where n.invoice_id in (",
                TWENTY_PARAMETERS,
                ") order by l.credit_note_id, l.line_number"
            ),
            &ids,
        )?;
        let refunds = conn.all::<RefundOfNote>(
            sql!(
                select!(RefundOfNote, "r"),
                " from credit_note_refunds r join credit_notes n on n.id = r.credit_note_id where n.invoice_id in (",
                TWENTY_PARAMETERS,
                ") order by r.credit_note_id, r.refund_number"
            ),
            &ids,
        )?;
        for LineOfNote { credit_note_id, line } in lines {
            notes[first..]
                .iter_mut()
                .filter(|note| note.id == credit_note_id)
                .for_each(|note| note.lines.push(line.clone()));
        }
        for RefundOfNote { credit_note_id, refund } in refunds {
            notes[first..]
                .iter_mut()
                .filter(|note| note.id == credit_note_id)
                .for_each(|note| note.refunds.push(refund.clone()));
        }
    }
    Ok(notes)
}

struct NoteOfInvoice {
    invoice_id: InvoiceId,
    note: ListedCreditNote,
}
row! { NoteOfInvoice { invoice_id, note: [ListedCreditNote] } }

/// The credit notes of these invoices as the invoices name them, oldest first.
pub(crate) fn list_names_by_invoices(
    conn: &mut Conn<'_>,
    invoices: &[InvoiceId],
) -> Result<HashMap<InvoiceId, Vec<ListedCreditNote>>, DbError> {
    let mut found: HashMap<InvoiceId, Vec<ListedCreditNote>> = HashMap::new();
    for ids in twenty_at_a_time(invoices) {
        let rows = conn.all::<NoteOfInvoice>(
            sql!(
                select!(NoteOfInvoice, ""),
                " from credit_notes where invoice_id in (",
                TWENTY_PARAMETERS,
                ") order by created_at, credit_note_number"
            ),
            &ids,
        )?;
        for NoteOfInvoice { invoice_id, note } in rows {
            found.entry(invoice_id).or_default().push(note);
        }
    }
    Ok(found)
}

/// Unused parameters are empty texts, which match no id.
fn twenty_at_a_time(invoices: &[InvoiceId]) -> impl Iterator<Item = [SqlValue<'_>; 20]> {
    invoices
        .chunks(20)
        .map(|chunk| std::array::from_fn(|at| SqlValue::Text(chunk.get(at).map_or("", InvoiceId::as_str))))
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
