//! What a credit note would give back and reverse, before it is issued.

use parlour_domain::billing::credit::{Credit, CreditRequest, CreditableLine, credit_note_carries_tax};
use parlour_domain::billing::invoice::InvoiceType;
use parlour_domain::billing::payment::Payment;
use parlour_domain::ids::InvoiceId;
use parlour_store::Conn;
use parlour_store::billing::{credit_notes, day_closes};

use super::issue::{CreditRefusal, check_creditable, choose_refunds, find_creditable, gems_to_reverse};
use crate::gems::{self, ReversedGems};
use crate::request_context::RequestContext;

#[derive(Debug, Clone)]
pub struct CreditPreview {
    /// What can still be credited, line by line.
    pub left: Vec<CreditableLine>,
    pub credit: Credit,
    /// False if it is too late to correct the tax.
    pub carries_tax: bool,
    pub gems: ReversedGems,
    /// How the money is given back where nothing else is requested.
    pub refunds: Vec<Payment>,
    /// Whether the customer can use an offer again on the day of the visit, if the invoice used one.
    pub frees_offer: bool,
    /// Whether the membership that the invoice paid for is cancelled.
    pub ends_membership: bool,
}

/// Refused as the credit note would be. Writes nothing.
pub fn preview_credit(
    conn: &mut Conn<'_>,
    context: &RequestContext,
    id: &InvoiceId,
    request: &CreditRequest,
) -> Result<CreditPreview, CreditRefusal> {
    let invoice = credit_notes::find_invoice_to_credit(conn, id)?.ok_or(CreditRefusal::Unknown)?;
    check_creditable(&invoice)?;
    let creditable = find_creditable(conn, id, &invoice)?;
    let today = context.now.ist_date();
    let carries_tax = credit_note_carries_tax(invoice.invoice_date, today);
    let credit = creditable.credit(request, carries_tax)?;
    if !day_closes::is_open_day(conn, &invoice.branch_id, today)? {
        return Err(CreditRefusal::DayClosed);
    }
    let taken_before = credit_notes::sum_credit_notes(conn, id)?.gems_taken_back;
    let requested = gems_to_reverse(&creditable, &credit, taken_before);
    let taken_back = gems::preview_taken_back(conn, &invoice.customer_id, id, requested, context.now)?;
    Ok(CreditPreview {
        refunds: choose_refunds(conn, id, &credit, &[])?,
        gems: ReversedGems { taken_back, ..requested },
        frees_offer: credit.is_last && invoice.invoice_type == InvoiceType::Service,
        ends_membership: credit.is_last && invoice.invoice_type == InvoiceType::MembershipPurchase,
        left: creditable.lines,
        credit,
        carries_tax,
    })
}
