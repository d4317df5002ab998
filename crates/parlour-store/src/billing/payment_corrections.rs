//! Corrections of how an invoice was paid.

use chrono::NaiveDate;
use parlour_db::{DbError, Tx, params};
use parlour_domain::billing::invoice::PaymentMethod;
use parlour_domain::billing::payment::Payment;
use parlour_domain::ids::{BranchId, InvoiceId};

use crate::billing::payments;
use crate::reports::kept_days;

/// Replaces the payments of an invoice and its main method. Its PDF, which shows the old ones, has to be made anew.
pub fn replace_payments(
    tx: &mut Tx<'_>,
    invoice: &InvoiceId,
    payments: &[Payment],
    main_method: PaymentMethod,
) -> Result<(), DbError> {
    kept_days::forget_day_of_invoice(tx, invoice)?;
    tx.execute("delete from invoice_payments where invoice_id = $1", params![invoice])?;
    payments::insert_payments(tx, invoice, payments)?;
    tx.run("update invoices set payment_method = $2, pdf_url = null where id = $1", params![invoice, main_method])
}

/// By how much the takings of a day change, by method.
#[derive(Debug, Clone, Copy, Default)]
pub struct TakingsChange {
    pub cash_paise: i64,
    pub upi_paise: i64,
    pub card_paise: i64,
}

/// Changes the summary of the day, if that is stored already.
pub fn change_daily_summary(
    tx: &mut Tx<'_>,
    branch: &BranchId,
    date: NaiveDate,
    change: TakingsChange,
) -> Result<(), DbError> {
    tx.run(
        "update daily_sales_summaries
         set cash_paise = cash_paise + $3, upi_paise = upi_paise + $4, card_paise = card_paise + $5
         where branch_id = $1 and summary_date = $2",
        params![branch, date, change.cash_paise, change.upi_paise, change.card_paise],
    )
}
