//! Payments of invoices, refunds of credit notes, and tips.

use chrono::NaiveDate;
use parlour_domain::billing::invoice::PaymentMethod;
use parlour_domain::billing::payment::Payment;
use parlour_domain::ids::{BranchId, InvoiceId, StaffId};

use crate::db::{Conn, DbError, Tx, insert, select, sql};
use crate::{params, row};

row! { Payment { method, amount_paise, reference } }

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
