//! A manager gives back what an invoice has billed.

use parlour_domain::ids::{InvoiceId, MembershipId, UserId};
use parlour_domain::invoice::{InvoiceSeries, InvoiceType, financial_year, invoice_number, is_creditable};
use parlour_store::credit_notes::{self, CreditNote, CreditedInvoice};
use parlour_store::{DbError, Tx, branches, invoices};
use serde_json::json;

use super::{IssueRefusal, follow_up};
use crate::audit::{self, Change, state};
use crate::gems::{self, Reversed};
use crate::memberships::{self, CancelMembershipRefusal};
use crate::occasion::Occasion;

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

/// The whole invoice, once. It stays as it was written; what followed from it is undone: gems, spend, the day's offer,
/// the membership that it paid for. That the visit took place stays true.
pub fn credit(
    tx: &mut Tx<'_>,
    occasion: &Occasion,
    manager: &UserId,
    id: &InvoiceId,
    reason: &str,
) -> Result<CreditNote, CreditRefusal> {
    let invoice = hold(tx, id)?;
    if !is_creditable(invoice.total_amount_paise, invoice.gems_redeemed) {
        return Err(CreditRefusal::NothingToCredit);
    }
    let customer = &invoice.customer_id;
    let before = credit_notes::standing(tx, customer)?;
    let reversed = gems::reverse(tx, occasion, customer, id, invoice.gems_redeemed)?;
    let note = issue(tx, occasion, (manager, reason), (id, &invoice), reversed)?;
    match (invoice.invoice_type, &invoice.membership_id) {
        (InvoiceType::Service, _) => {
            credit_notes::take_off_spend(tx, customer, invoice.total_amount_paise, occasion.now)?;
            if let Some(booking) = &invoice.booking_id {
                credit_notes::free_offer(tx, booking)?;
            }
        }
        (InvoiceType::MembershipPurchase, Some(membership)) => end(tx, occasion, membership, reason)?,
        _ => {}
    }
    credit_notes::count_in_summary(tx, &note)?;
    follow_up::print_credit_note(tx, occasion, id)?;
    let after = credit_notes::standing(tx, customer)?;
    let change = Change {
        action: "invoice.credit",
        record_id: id.as_str(),
        concerns: Some(customer),
        before: state(&json!({ "creditNote": null, "customer": before })),
        after: state(&json!({ "creditNote": note, "customer": after })),
    };
    audit::record(tx, occasion, change)?;
    Ok(note)
}

/// Whoever else credits it waits, and so does whoever merges or erases its customer.
fn hold(tx: &mut Tx<'_>, id: &InvoiceId) -> Result<CreditedInvoice, CreditRefusal> {
    let mut invoice = credit_notes::invoice(tx, id)?.ok_or(CreditRefusal::Unknown)?;
    loop {
        credit_notes::hold_customer(tx, &invoice.customer_id)?;
        let held = credit_notes::invoice(tx, id)?.ok_or(CreditRefusal::Unknown)?;
        if held.customer_id == invoice.customer_id {
            return Ok(held);
        }
        // The customer was merged meanwhile: it is another's invoice now.
        invoice = held;
    }
}

/// With the next number of its own series. Whether the invoice has a credit note is for the database to say.
fn issue(
    tx: &mut Tx<'_>,
    occasion: &Occasion,
    (manager, reason): (&UserId, &str),
    (id, invoice): (&InvoiceId, &CreditedInvoice),
    reversed: Reversed,
) -> Result<CreditNote, CreditRefusal> {
    let seller = branches::seller(tx, &invoice.branch_id)?.ok_or(IssueRefusal::Nobody)?;
    let (today, series) = (occasion.now.ist_date(), InvoiceSeries::CreditNote);
    let year = financial_year(today);
    let number = invoices::next_number(tx, &invoice.branch_id, &year, series)?;
    let number = invoice_number(&seller.code, &year, series, number).ok_or(IssueRefusal::NumbersUsedUp)?;
    let note = CreditNote {
        id: occasion.new_id(),
        credit_note_number: number,
        invoice_id: id.clone(),
        branch_id: invoice.branch_id.clone(),
        customer_id: invoice.customer_id.clone(),
        credit_date: today,
        reason: reason.to_owned(),
        total_amount_paise: invoice.total_amount_paise,
        gst_rate_basis_points: invoice.gst_rate_basis_points,
        taxable_value_paise: invoice.taxable_value_paise,
        cgst_paise: invoice.cgst_paise,
        sgst_paise: invoice.sgst_paise,
        gst_amount_paise: invoice.gst_amount_paise,
        gems_taken_back: reversed.taken_back,
        gems_given_back: reversed.given_back,
        created_by: manager.clone(),
        created_at: occasion.now,
    };
    if credit_notes::insert(tx, &note)? { Ok(note) } else { Err(CreditRefusal::AlreadyCredited) }
}

/// Nobody uses hours that were paid back. One that is over stays as it is.
fn end(tx: &mut Tx<'_>, occasion: &Occasion, membership: &MembershipId, reason: &str) -> Result<(), DbError> {
    match memberships::cancel(tx, occasion, membership, reason) {
        Err(CancelMembershipRefusal::Db(error)) => Err(error),
        Ok(_) | Err(CancelMembershipRefusal::NotActive | CancelMembershipRefusal::Unknown) => Ok(()),
    }
}
