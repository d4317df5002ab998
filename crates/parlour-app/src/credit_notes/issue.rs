//! A manager issues a credit note for an invoice or a part of it.

use parlour_domain::audit::AuditAction;
use parlour_domain::billing::credit::{
    Credit, CreditError, CreditFieldError, CreditRequest, CreditableInvoice, CreditedLine, RequestedLine,
    credit_note_carries_tax,
};
use parlour_domain::billing::gst::GstRate;
use parlour_domain::billing::invoice::{InvoiceSeries, InvoiceType, financial_year, invoice_number, is_creditable};
use parlour_domain::billing::payment::{Payment, adds_up, default_refunds};
use parlour_domain::gems::gems_earned;
use parlour_domain::ids::{InvoiceId, MembershipId, UserId};
use parlour_store::billing::credit_notes::{self, CreditNote, CreditNoteLine, InvoiceToCredit};
use parlour_store::billing::invoices::next_invoice_number;
use parlour_store::billing::{day_closes, payments};
use parlour_store::branches::branch_records;
use parlour_store::{Conn, DbError, Tx};
use serde_json::json;

use crate::audit::{self, AuditedChange, state_json};
use crate::gems::{self, ReversedGems};
use crate::invoices::{self, IssueRefusal, lock_invoice_and_customer};
use crate::memberships::{self, CancelMembershipRefusal};
use crate::request_context::RequestContext;

/// What a manager requests.
#[derive(Debug, Clone)]
pub struct NewCreditNote {
    pub reason: String,
    pub request: CreditRequest,
    /// How the money is given back. Empty: as it was paid, the last payment first.
    pub refunds: Vec<Payment>,
}

#[derive(Debug, thiserror::Error)]
pub enum CreditRefusal {
    #[error("there is no such invoice")]
    Unknown,
    #[error("the request is not valid")]
    InvalidFields(Vec<CreditFieldError>),
    #[error("the whole invoice was credited")]
    AlreadyCredited,
    #[error("less than that is left of the invoice")]
    ExceedsRest,
    #[error("nothing was paid, neither in money nor in gems")]
    NothingToCredit,
    #[error("today is closed at the branch")]
    DayClosed,
    #[error(transparent)]
    Issue(#[from] IssueRefusal),
    #[error(transparent)]
    Db(#[from] DbError),
}

impl From<CreditError> for CreditRefusal {
    fn from(error: CreditError) -> Self {
        match error {
            CreditError::InvalidFields(errors) => Self::InvalidFields(errors),
            CreditError::ExceedsRest => Self::ExceedsRest,
            CreditError::NothingLeft => Self::AlreadyCredited,
        }
    }
}

/// A request as far as it could be read.
#[derive(Debug, Clone)]
pub struct CreditFields {
    /// None if its amount or one of its lines could not be read.
    pub request: Option<CreditRequest>,
    /// The lines whose number could be read.
    pub lines: Vec<RequestedLine>,
    pub refunds: Option<Vec<Payment>>,
}

/// The field errors of a request of which some fields could not be read.
pub fn validate_credit(
    conn: &mut Conn<'_>,
    id: &InvoiceId,
    fields: &CreditFields,
) -> Result<Vec<CreditFieldError>, DbError> {
    let Some(invoice) = credit_notes::find_invoice_to_credit(conn, id)? else { return Ok(Vec::new()) };
    let creditable = find_creditable(conn, id, &invoice)?;
    let Some(request) = &fields.request else { return Ok(creditable.check_lines(&fields.lines)) };
    Ok(match creditable.credit(request, true) {
        Ok(credit) => {
            let refunds = fields.refunds.as_deref().unwrap_or_default();
            check_refunds(&credit, refunds).err().into_iter().collect()
        }
        Err(CreditError::InvalidFields(errors)) => errors,
        Err(CreditError::ExceedsRest | CreditError::NothingLeft) => Vec::new(),
    })
}

/// The invoice stays as it is; the effects of what is credited are undone: gems and spend. With the last note also the
/// use of the offer and the membership that was bought. The visit still counts.
pub fn credit(
    tx: &mut Tx<'_>,
    context: &RequestContext,
    manager: &UserId,
    id: &InvoiceId,
    new: &NewCreditNote,
) -> Result<CreditNote, CreditRefusal> {
    let invoice = lock_invoice_and_customer(tx, id)?.ok_or(CreditRefusal::Unknown)?;
    check_creditable(&invoice)?;
    let creditable = find_creditable(tx, id, &invoice)?;
    let today = context.now.ist_date();
    let carries_tax = credit_note_carries_tax(invoice.invoice_date, today);
    let credit = creditable.credit(&new.request, carries_tax)?;
    check_refunds(&credit, &new.refunds).map_err(|error| CreditRefusal::InvalidFields(vec![error]))?;
    if !day_closes::lock_open_day(tx, &invoice.branch_id, today)? {
        return Err(CreditRefusal::DayClosed);
    }
    let customer = &invoice.customer_id;
    let before = credit_notes::find_customer_totals(tx, customer)?;
    let taken_before = credit_notes::sum_credit_notes(tx, id)?.gems_taken_back;
    let gems = gems::reverse(tx, context, customer, id, gems_to_reverse(&creditable, &credit, taken_before))?;
    let draft = NoteDraft { invoice_id: id, invoice: &invoice, manager, carries_tax, gems };
    let note = issue_credit_note(tx, context, draft, &credit, new)?;
    reverse_effects(tx, context, &invoice, &note)?;
    credit_notes::add_to_daily_summary(tx, &note)?;
    invoices::enqueue_credit_note_pdf(tx, context, id, &note.id)?;
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

/// Whether there is anything to credit at all.
pub(super) fn check_creditable(invoice: &InvoiceToCredit) -> Result<(), CreditRefusal> {
    if !is_creditable(invoice.total_amount_paise, invoice.gems_redeemed) {
        return Err(CreditRefusal::NothingToCredit);
    }
    if invoice.superseded_at.is_some() {
        return Err(CreditRefusal::AlreadyCredited);
    }
    Ok(())
}

pub(super) fn find_creditable(
    conn: &mut Conn<'_>,
    id: &InvoiceId,
    invoice: &InvoiceToCredit,
) -> Result<CreditableInvoice, DbError> {
    let credited = credit_notes::sum_credit_notes(conn, id)?;
    Ok(CreditableInvoice {
        lines: credit_notes::list_creditable_lines(conn, id)?,
        rounding_paise: invoice.rounding_paise,
        rate: GstRate::basis_points(invoice.gst_rate_basis_points),
        credited_paise: credited.credited_paise,
        credited_cgst_paise: credited.cgst_paise,
        cgst_paise: invoice.cgst_paise,
    })
}

/// No refunds mean the usual ones, which add up.
fn check_refunds(credit: &Credit, refunds: &[Payment]) -> Result<(), CreditFieldError> {
    let total = credit.total_paise();
    let is_valid = refunds.is_empty() || adds_up(refunds, total);
    if is_valid { Ok(()) } else { Err(CreditFieldError::RefundsDoNotAddUp(total)) }
}

/// The customer keeps one earned gem for every whole 100 INR that are left, so a note also takes those that an earlier
/// one could not because they were spent.
pub(super) fn gems_to_reverse(creditable: &CreditableInvoice, credit: &Credit, taken_before: i64) -> ReversedGems {
    let left = creditable.left_paise();
    let left_after = left - credit.lines.iter().map(|line| line.total_paise).sum::<i64>();
    let earned = gems_earned(left + creditable.credited_paise);
    ReversedGems { given_back: credit.gems(), taken_back: earned - taken_before - gems_earned(left_after) }
}

/// What a credit note is written from, besides the amounts.
struct NoteDraft<'a> {
    invoice_id: &'a InvoiceId,
    invoice: &'a InvoiceToCredit,
    manager: &'a UserId,
    carries_tax: bool,
    gems: ReversedGems,
}

/// Numbers credit notes in a series of their own.
fn issue_credit_note(
    tx: &mut Tx<'_>,
    context: &RequestContext,
    NoteDraft { invoice_id, invoice, manager, carries_tax, gems }: NoteDraft<'_>,
    credit: &Credit,
    new: &NewCreditNote,
) -> Result<CreditNote, CreditRefusal> {
    let seller = branch_records::find_seller(tx, &invoice.branch_id)?.ok_or(IssueRefusal::Nobody)?;
    let refunds = choose_refunds(tx, invoice_id, credit, &new.refunds)?;
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
        reason: new.reason.clone(),
        total_amount_paise: credit.total_paise(),
        rounding_paise: credit.rounding_paise,
        gst_rate_basis_points: invoice.gst_rate_basis_points,
        taxable_value_paise: credit.tax.taxable_value_paise,
        cgst_paise: credit.tax.cgst_paise,
        sgst_paise: credit.tax.sgst_paise,
        gst_amount_paise: credit.tax.gst_paise(),
        carries_tax,
        is_last: credit.is_last,
        gems_taken_back: gems.taken_back,
        gems_given_back: gems.given_back,
        created_by: manager.clone(),
        created_at: context.now,
        lines: credit.lines.iter().map(note_line).collect(),
        refunds,
    };
    let is_within_total = credit_notes::add_credited(tx, invoice_id, note.total_amount_paise)?;
    if is_within_total && credit_notes::insert(tx, &note)? { Ok(note) } else { Err(CreditRefusal::AlreadyCredited) }
}

fn note_line(line: &CreditedLine) -> CreditNoteLine {
    CreditNoteLine {
        line_number: line.line_number,
        total_amount_paise: line.total_paise,
        taxable_value_paise: line.tax.taxable_value_paise,
        cgst_paise: line.tax.cgst_paise,
        sgst_paise: line.tax.sgst_paise,
        gems_given_back: line.gems,
    }
}

pub(super) fn choose_refunds(
    conn: &mut Conn<'_>,
    invoice: &InvoiceId,
    credit: &Credit,
    requested: &[Payment],
) -> Result<Vec<Payment>, DbError> {
    if !requested.is_empty() {
        return Ok(requested.to_vec());
    }
    let paid = payments::list_payments(conn, invoice)?;
    let refunded = credit_notes::list_refunds_of_invoice(conn, invoice)?;
    Ok(default_refunds(&paid, &refunded, credit.total_paise()))
}

/// Undoes what followed from the sale besides gems.
fn reverse_effects(
    tx: &mut Tx<'_>,
    context: &RequestContext,
    invoice: &InvoiceToCredit,
    note: &CreditNote,
) -> Result<(), DbError> {
    match (invoice.invoice_type, &invoice.membership_id) {
        (InvoiceType::Service, _) => {
            credit_notes::subtract_spend(tx, &invoice.customer_id, note.total_amount_paise, context.now)?;
            if let Some(booking) = invoice.booking_id.as_ref().filter(|_| note.is_last) {
                credit_notes::release_offer_use(tx, booking)?;
            }
            Ok(())
        }
        (InvoiceType::MembershipPurchase, Some(membership)) if note.is_last => {
            cancel_refunded_membership(tx, context, membership, &note.reason)
        }
        (InvoiceType::MembershipPurchase | InvoiceType::MembershipSession, _) => Ok(()),
    }
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
