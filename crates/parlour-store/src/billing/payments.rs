//! Payments of invoices, refunds of credit notes, and tips.

use std::collections::HashMap;

use chrono::NaiveDate;
use parlour_db::sql_text::TWENTY_PARAMETERS;
use parlour_db::{Conn, DbError, SqlValue, Tx, insert, params, row, select, sql};
use parlour_domain::billing::invoice::PaymentMethod;
use parlour_domain::billing::payment::Payment;
use parlour_domain::ids::{BranchId, InvoiceId, StaffId};

pub fn insert_payments(tx: &mut Tx<'_>, invoice: &InvoiceId, payments: &[Payment]) -> Result<(), DbError> {
    for (payment, payment_number) in payments.iter().zip(1_i64..) {
        insert! { tx.run, "invoice_payments", payment {
            invoice_id: invoice, payment_number: payment_number, method, amount_paise, reference,
        } }?;
    }
    Ok(())
}

/// The payments of an invoice, in the order in which they were listed.
pub fn list_payments(conn: &mut Conn<'_>, invoice: &InvoiceId) -> Result<Vec<Payment>, DbError> {
    conn.all(
        sql!(select!(Payment, ""), " from invoice_payments where invoice_id = $1 order by payment_number"),
        params![invoice],
    )
}

/// A payment and its invoice.
struct InvoicePayment {
    invoice_id: InvoiceId,
    payment: Payment,
}
row! { InvoicePayment { invoice_id, payment: [Payment] } }

/// As many as a usual page has: one statement reads them.
const INVOICES_PER_STATEMENT: usize = 20;

/// The payments of each of these invoices, in the order in which they were listed. Invoices without one are left out.
pub(crate) fn list_payments_by_invoice(
    conn: &mut Conn<'_>,
    invoices: &[&InvoiceId],
) -> Result<HashMap<InvoiceId, Vec<Payment>>, DbError> {
    let mut found: HashMap<InvoiceId, Vec<Payment>> = HashMap::with_capacity(invoices.len());
    for chunk in invoices.chunks(INVOICES_PER_STATEMENT) {
        // Unused parameters are empty texts, which match no id.
        let ids: [&str; INVOICES_PER_STATEMENT] = std::array::from_fn(|at| chunk.get(at).map_or("", |id| id.as_str()));
        let rows = conn.all::<InvoicePayment>(
            sql!(
                select!(InvoicePayment, ""),
                " from invoice_payments where invoice_id in (",
                TWENTY_PARAMETERS,
                ") order by invoice_id, payment_number"
            ),
            &ids.map(SqlValue::Text),
        )?;
        for row in rows {
            found.entry(row.invoice_id).or_default().push(row.payment);
        }
    }
    Ok(found)
}

/// A tip for a staff member. It is no part of the invoice.
#[derive(Debug, Clone)]
pub struct Tip {
    pub id: String,
    pub invoice_id: InvoiceId,
    pub branch_id: BranchId,
    pub staff_id: StaffId,
    pub tip_date: NaiveDate,
    pub method: PaymentMethod,
    pub amount_paise: i64,
}

pub fn insert_tip(tx: &mut Tx<'_>, tip: &Tip) -> Result<(), DbError> {
    insert! { tx.run, "tips", tip { id, invoice_id, branch_id, staff_id, tip_date, method, amount_paise } }
}
