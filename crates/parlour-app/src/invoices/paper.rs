//! An invoice, or its credit note, as it is printed.

use parlour_domain::ids::InvoiceId;
use parlour_domain::invoice::InvoiceType;
use parlour_domain::invoice_document::{
    Brand, Colour, DocumentCustomer, DocumentKind, DocumentLine, DocumentSeller, InvoiceDocument, Reference,
    Totals,
};
use parlour_store::billing::{self, BilledInvoice, InvoiceLine};
use parlour_store::invoice_papers::{self, Surroundings};
use parlour_store::{Conn, DbError};

/// Which of the two papers that an invoice can have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Paper {
    Invoice,
    CreditNote,
}

impl Paper {
    /// On the customer app.
    pub(crate) fn path(self, id: &InvoiceId) -> String {
        match self {
            Self::Invoice => format!("/api/invoices/{id}/pdf"),
            Self::CreditNote => format!("/api/invoices/{id}/credit-note/pdf"),
        }
    }
}

/// Whether its papers speak of tax. A branch that is registered and has not told us its GSTIN keeps its books with tax,
/// but what it hands out is a bill of supply: nobody may ask a customer for tax without that number.
pub(crate) fn shows_tax(billed: &BilledInvoice) -> bool {
    billed.gst_registered && billed.seller_gstin.is_some()
}

/// None where there is nothing to print.
pub(crate) fn document(
    conn: &mut Conn<'_>,
    id: &InvoiceId,
    paper: Paper,
) -> Result<Option<InvoiceDocument>, DbError> {
    let Some(billed) = billing::by_id(conn, id)? else { return Ok(None) };
    let Some(around) = invoice_papers::surroundings(conn, id)? else { return Ok(None) };
    let lines = billing::lines(conn, id)?;
    // What was paid with hours shows how many.
    let minutes = match (&billed.invoice.booking_id, billed.invoice.invoice_type) {
        (Some(booking), InvoiceType::MembershipSession) => invoice_papers::minutes(conn, booking)?,
        _ => Vec::new(),
    };
    let mut minutes = minutes.into_iter();
    let lines = lines.into_iter().map(|line| printed_line(line, minutes.next())).collect();
    let mut invoice = printed_invoice(&billed, around, lines);
    if !invoice.seller.gst_registered {
        without_tax(&mut invoice);
    }
    Ok(match paper {
        Paper::Invoice => Some(invoice),
        Paper::CreditNote => as_credit_note(billed, invoice),
    })
}

fn printed_invoice(
    billed: &BilledInvoice,
    around: Surroundings,
    lines: Vec<DocumentLine>,
) -> InvoiceDocument {
    let invoice = &billed.invoice;
    let booking = around.booking_number.unwrap_or_default();
    let membership = around.membership_number.unwrap_or_default();
    let (kind, reference) = match invoice.invoice_type {
        InvoiceType::Service if shows_tax(billed) => {
            (DocumentKind::TaxInvoice, Reference::Booking { number: booking })
        }
        InvoiceType::Service => (DocumentKind::BillOfSupply, Reference::Booking { number: booking }),
        InvoiceType::MembershipPurchase => {
            (DocumentKind::MembershipSale, Reference::Membership { number: membership })
        }
        InvoiceType::MembershipSession => (
            DocumentKind::MembershipSession,
            Reference::Session { booking_number: booking, membership_number: membership },
        ),
    };
    InvoiceDocument {
        kind,
        seller: DocumentSeller {
            name: billed.seller_name.clone(),
            address: billed.seller_address.clone(),
            phone: around.branch_phone,
            gstin: billed.seller_gstin.clone(),
            gst_registered: shows_tax(billed),
        },
        brand: Brand {
            colour: around.brand_colour.and_then(|colour| Colour::parse(&colour).ok()),
            logo: around.logo,
        },
        number: invoice.invoice_number.clone(),
        date: invoice.invoice_date,
        customer: DocumentCustomer {
            name: billed.customer_name.clone(),
            phone: around.customer_phone,
            gstin: billed.customer_gstin.clone(),
        },
        reference,
        lines,
        totals: totals(billed),
        payment_method: invoice.payment_method,
        gems_earned: invoice.gems_earned,
        gems_redeemed: billed.gems_redeemed,
    }
}

fn totals(billed: &BilledInvoice) -> Totals {
    let invoice = &billed.invoice;
    Totals {
        subtotal_paise: invoice.subtotal_paise,
        discount_paise: invoice.discount_paise,
        offer_name: billed.offer_name.clone(),
        redeemed_value_paise: billed.redeemed_value_paise,
        total_paise: invoice.total_amount_paise,
        rate_basis_points: billed.gst_rate_basis_points,
        taxable_value_paise: invoice.taxable_value_paise,
        cgst_paise: billed.cgst_paise,
        sgst_paise: billed.sgst_paise,
    }
}

fn printed_line(line: InvoiceLine, minutes: Option<i64>) -> DocumentLine {
    DocumentLine {
        description: line.description,
        detail: minutes.map(|minutes| format!("{minutes} min")),
        sac: line.sac,
        quantity: 1,
        price_paise: line.price_paise,
        discount_paise: line.discount_paise,
        redeemed_value_paise: line.redeemed_value_paise,
        redeemed_with_gems: line.gems_redeemed > 0,
        total_paise: line.total_amount_paise,
        taxable_value_paise: line.taxable_value_paise,
        cgst_paise: line.cgst_paise,
        sgst_paise: line.sgst_paise,
    }
}

/// Prices include tax, so the total stays.
fn without_tax(document: &mut InvoiceDocument) {
    for line in &mut document.lines {
        line.taxable_value_paise = line.total_paise;
        (line.cgst_paise, line.sgst_paise) = (0, 0);
    }
    let totals = &mut document.totals;
    totals.taxable_value_paise = totals.total_paise;
    (totals.rate_basis_points, totals.cgst_paise, totals.sgst_paise) = (0, 0, 0);
}

/// All of the invoice, given back.
fn as_credit_note(billed: BilledInvoice, invoice: InvoiceDocument) -> Option<InvoiceDocument> {
    let note = billed.credit_note?;
    Some(InvoiceDocument {
        kind: DocumentKind::CreditNote,
        number: note.credit_note_number,
        date: note.credit_date,
        reference: Reference::CreditedInvoice {
            number: invoice.number,
            date: invoice.date,
            reason: note.reason,
        },
        gems_earned: note.gems_taken_back,
        gems_redeemed: note.gems_given_back,
        ..invoice
    })
}
