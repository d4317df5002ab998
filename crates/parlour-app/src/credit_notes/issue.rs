//! A manager issues a credit note for a whole invoice.

use parlour_domain::audit::AuditAction;
use parlour_domain::billing::invoice::{InvoiceSeries, InvoiceType, financial_year, invoice_number, is_creditable};
use parlour_domain::ids::{InvoiceId, MembershipId, UserId};
use parlour_store::billing::credit_notes::{self, CreditNote, InvoiceToCredit};
use parlour_store::billing::invoices::next_invoice_number;
use parlour_store::branches::branch_records;
use parlour_store::{DbError, Tx};
use serde_json::json;

use crate::audit::{self, AuditedChange, state_json};
use crate::gems::{self, ReversedGems};
use crate::invoices::{self, IssueRefusal};
use crate::memberships::{self, CancelMembershipRefusal};
use crate::request_context::RequestContext;

#[derive(Debug, thiserror::Error)]
pub enum CreditRefusal {
    #[error("there is no such invoice")]
    Unknown,
    #[error("the invoice has a credit note")]
    AlreadyCredited,
    #[error("nothing was paid, neither in money nor in gems")]
    NothingToCredit,
    #[error(transparent)]
    Issue(#[from] IssueRefusal),
    #[error(transparent)]
    Db(#[from] DbError),
}

/// Credits the whole invoice, once. The invoice stays as it is; its effects are undone: gems, spend, the use of the
/// offer, the membership that it paid for. The visit still counts.
pub fn credit(
    tx: &mut Tx<'_>,
    context: &RequestContext,
    manager: &UserId,
    id: &InvoiceId,
    reason: &str,
) -> Result<CreditNote, CreditRefusal> {
    let invoice = lock_invoice_and_customer(tx, id)?;
    if !is_creditable(invoice.total_amount_paise, invoice.gems_redeemed) {
        return Err(CreditRefusal::NothingToCredit);
    }
    let customer = &invoice.customer_id;
    let before = credit_notes::find_customer_totals(tx, customer)?;
    let reversed = gems::reverse(tx, context, customer, id, invoice.gems_redeemed)?;
    let credit = Credit { invoice_id: id, invoice: &invoice, manager, reason, reversed };
    let note = issue_credit_note(tx, context, credit)?;
    match (invoice.invoice_type, &invoice.membership_id) {
        (InvoiceType::Service, _) => {
            credit_notes::subtract_spend(tx, customer, invoice.total_amount_paise, context.now)?;
            if let Some(booking) = &invoice.booking_id {
                credit_notes::release_offer_use(tx, booking)?;
            }
        }
        (InvoiceType::MembershipPurchase, Some(membership)) => {
            cancel_refunded_membership(tx, context, membership, reason)?;
        }
        (InvoiceType::MembershipPurchase, None) | (InvoiceType::MembershipSession, _) => {}
    }
    credit_notes::add_to_daily_summary(tx, &note)?;
    invoices::enqueue_credit_note_pdf(tx, context, id)?;
    let after = credit_notes::find_customer_totals(tx, customer)?;
    let change = AuditedChange {
        action: AuditAction::InvoiceCredit,
        record_id: id.as_str(),
        concerns: Some(customer),
        before: state_json(&json!({ "creditNote": null, "customer": before })),
        after: state_json(&json!({ "creditNote": note, "customer": after })),
    };
    audit::record(tx, context, change)?;
    Ok(note)
}

/// Locks the customer, so that nobody else credits the invoice or merges or erases its customer meanwhile.
fn lock_invoice_and_customer(tx: &mut Tx<'_>, id: &InvoiceId) -> Result<InvoiceToCredit, CreditRefusal> {
    let mut invoice = credit_notes::find_invoice_to_credit(tx, id)?.ok_or(CreditRefusal::Unknown)?;
    loop {
        credit_notes::lock_customer_for_credit(tx, &invoice.customer_id)?;
        let locked = credit_notes::find_invoice_to_credit(tx, id)?.ok_or(CreditRefusal::Unknown)?;
        if locked.customer_id == invoice.customer_id {
            return Ok(locked);
        }
        // The customer was merged in between, and the invoice now belongs to another one.
        invoice = locked;
    }
}

/// What a credit note is written from.
struct Credit<'a> {
    invoice_id: &'a InvoiceId,
    invoice: &'a InvoiceToCredit,
    manager: &'a UserId,
    reason: &'a str,
    reversed: ReversedGems,
}

/// Numbers credit notes in a series of their own. A unique index refuses the second one of an invoice.
fn issue_credit_note(
    tx: &mut Tx<'_>,
    context: &RequestContext,
    Credit { invoice_id, invoice, manager, reason, reversed }: Credit<'_>,
) -> Result<CreditNote, CreditRefusal> {
    let seller = branch_records::find_seller(tx, &invoice.branch_id)?.ok_or(IssueRefusal::Nobody)?;
    let (today, series) = (context.now.ist_date(), InvoiceSeries::CreditNote);
    let year = financial_year(today);
    let number = next_invoice_number(tx, &invoice.branch_id, &year, series)?;
    let number = invoice_number(&seller.code, &year, series, number).ok_or(IssueRefusal::NumbersUsedUp)?;
    let note = CreditNote {
        id: context.new_id(),
        credit_note_number: number,
        invoice_id: invoice_id.clone(),
        branch_id: invoice.branch_id.clone(),
        customer_id: invoice.customer_id.clone(),
        credit_date: today,
        reason: reason.to_owned(),
        total_amount_paise: invoice.total_amount_paise,
        gst_rate_basis_points: invoice.gst_rate_basis_points,
        taxable_value_paise: invoice.tax.taxable_value_paise,
        cgst_paise: invoice.tax.cgst_paise,
        sgst_paise: invoice.tax.sgst_paise,
        gst_amount_paise: invoice.gst_amount_paise,
        gems_taken_back: reversed.taken_back,
        gems_given_back: reversed.given_back,
        created_by: manager.clone(),
        created_at: context.now,
    };
    if credit_notes::insert(tx, &note)? { Ok(note) } else { Err(CreditRefusal::AlreadyCredited) }
}

/// Hours that were paid back cannot be used. A membership that is no longer active stays as it is.
fn cancel_refunded_membership(
    tx: &mut Tx<'_>,
    context: &RequestContext,
    membership: &MembershipId,
    reason: &str,
) -> Result<(), DbError> {
    match memberships::cancel(tx, context, membership, reason) {
        Err(CancelMembershipRefusal::Db(error)) => Err(error),
        Ok(_) | Err(CancelMembershipRefusal::NotActive | CancelMembershipRefusal::Unknown) => Ok(()),
    }
}
