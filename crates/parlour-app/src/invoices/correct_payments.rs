//! The desk corrects how an invoice was paid.

use parlour_domain::audit::AuditAction;
use parlour_domain::billing::invoice::PaymentMethod;
use parlour_domain::billing::payment::{Payment, adds_up, main_method};
use parlour_domain::ids::InvoiceId;
use parlour_store::billing::payment_corrections::{self, TakingsChange};
use parlour_store::billing::{credit_notes, day_closes, payments};
use parlour_store::{Conn, DbError, Tx};
use serde_json::json;

use super::locked_invoice::lock_invoice_and_customer;
use super::pdf_jobs::enqueue_corrected_pdf;
use crate::audit::{self, AuditedChange, state_json};
use crate::request_context::RequestContext;

#[derive(Debug, Clone)]
pub struct PaymentCorrection {
    /// They add up to the total of the invoice.
    pub payments: Vec<Payment>,
    pub reason: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum CorrectionFieldError {
    #[error("must add up to {0} paise")]
    PaymentsDoNotAddUp(i64),
}

#[derive(Debug, thiserror::Error)]
pub enum CorrectionRefusal {
    #[error("there is no such invoice")]
    Unknown,
    #[error("the correction is not valid")]
    InvalidFields(Vec<CorrectionFieldError>),
    #[error("the invoice has a credit note")]
    Credited,
    #[error("the day of the invoice is closed")]
    DayClosed,
    #[error(transparent)]
    Db(#[from] DbError),
}

/// The field errors of a correction of which other fields could not be read.
pub fn validate_correction(
    conn: &mut Conn<'_>,
    id: &InvoiceId,
    payments: &[Payment],
) -> Result<Vec<CorrectionFieldError>, DbError> {
    let invoice = credit_notes::find_invoice_to_credit(conn, id)?;
    let error = invoice.and_then(|invoice| check_sum(payments, invoice.total_amount_paise).err());
    Ok(error.into_iter().collect())
}

/// The sum stays the same. Until the day of the invoice is closed, and not after a credit note.
pub fn correct_payments(
    tx: &mut Tx<'_>,
    context: &RequestContext,
    id: &InvoiceId,
    correction: &PaymentCorrection,
) -> Result<(), CorrectionRefusal> {
    let invoice = lock_invoice_and_customer(tx, id)?.ok_or(CorrectionRefusal::Unknown)?;
    check_sum(&correction.payments, invoice.total_amount_paise)
        .map_err(|error| CorrectionRefusal::InvalidFields(vec![error]))?;
    if credit_notes::sum_credit_notes(tx, id)?.note_count > 0 {
        return Err(CorrectionRefusal::Credited);
    }
    if !day_closes::lock_open_day(tx, &invoice.branch_id, invoice.invoice_date)? {
        return Err(CorrectionRefusal::DayClosed);
    }
    let before = payments::list_payments(tx, id)?;
    // The sum of an invoice on which nothing was paid cannot be given in payments.
    let method = main_method(&correction.payments).unwrap_or(PaymentMethod::Cash);
    payment_corrections::replace_payments(tx, id, &correction.payments, method)?;
    let change = takings_change(&before, &correction.payments);
    payment_corrections::change_daily_summary(tx, &invoice.branch_id, invoice.invoice_date, change)?;
    enqueue_corrected_pdf(tx, context, id)?;
    let change = AuditedChange {
        action: AuditAction::InvoiceCorrectPayments,
        record_id: id.as_str(),
        concerns: Some(&invoice.customer_id),
        before: state_json(&json!({ "payments": before })),
        after: state_json(&json!({ "payments": correction.payments, "reason": correction.reason })),
    };
    Ok(audit::record(tx, context, change)?)
}

fn check_sum(payments: &[Payment], total_paise: i64) -> Result<(), CorrectionFieldError> {
    if adds_up(payments, total_paise) { Ok(()) } else { Err(CorrectionFieldError::PaymentsDoNotAddUp(total_paise)) }
}

fn takings_change(before: &[Payment], after: &[Payment]) -> TakingsChange {
    let sum = |payments: &[Payment], method| {
        payments.iter().filter(|payment| payment.method == method).map(|payment| payment.amount_paise).sum::<i64>()
    };
    let change = |method| sum(after, method) - sum(before, method);
    TakingsChange {
        cash_paise: change(PaymentMethod::Cash),
        upi_paise: change(PaymentMethod::Upi),
        card_paise: change(PaymentMethod::Card),
    }
}
