//! The printed form of an invoice or one of its credit notes.

use parlour_domain::billing::amount_format::format_rupees;
use parlour_domain::billing::invoice::InvoiceType;
use parlour_domain::billing::invoice_document::{
    Branding, Colour, DocumentCustomer, DocumentKind, DocumentLine, DocumentReference, DocumentRefund, DocumentSeller,
    DocumentTotals, InvoiceDocument,
};
use parlour_domain::billing::payment::Payment;
use parlour_domain::ids::InvoiceId;
use parlour_store::billing::credit_notes::{self, CreditNote, CreditNoteLine};
use parlour_store::billing::desk_invoices::{self, DeskInvoice, InvoiceLine};
use parlour_store::billing::invoice_documents::{self, DocumentContext};
use parlour_store::{Conn, DbError};

/// A document that an invoice can have.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum BillingDocument {
    Invoice,
    /// With the id of the credit note.
    CreditNote(String),
}

impl BillingDocument {
    /// The path of the PDF on the customer app.
    pub fn path(&self, id: &InvoiceId) -> String {
        match self {
            Self::Invoice => format!("/api/invoices/{id}/pdf"),
            Self::CreditNote(note) => format!("/api/invoices/{id}/credit-notes/{note}/pdf"),
        }
    }
}

/// Whether the documents show tax. A registered branch without a known GSTIN records tax, but prints a bill of supply:
/// tax must not be charged without that number.
pub fn shows_tax(billed: &DeskInvoice) -> bool {
    billed.gst_registered && billed.seller_gstin.is_some()
}

/// None if there is no such document.
pub fn build_document(
    conn: &mut Conn<'_>,
    id: &InvoiceId,
    document: &BillingDocument,
) -> Result<Option<InvoiceDocument>, DbError> {
    let Some(billed) = desk_invoices::by_id(conn, id)? else { return Ok(None) };
    let Some(context) = invoice_documents::find_document_context(conn, id)? else { return Ok(None) };
    let lines = desk_invoices::list_lines(conn, id)?;
    // A membership session prints the minutes of each service.
    let minutes = match (&billed.invoice.booking_id, billed.invoice.invoice_type) {
        (Some(booking), InvoiceType::MembershipSession) => invoice_documents::list_service_minutes(conn, booking)?,
        (_, InvoiceType::Service | InvoiceType::MembershipPurchase | InvoiceType::MembershipSession) => Vec::new(),
    };
    let mut minutes = minutes.into_iter();
    let printed = lines.iter().map(|line| document_line(line, minutes.next())).collect();
    let invoice = build_invoice_document(&billed, context, printed);
    let built = match document {
        BillingDocument::Invoice => Some(invoice),
        BillingDocument::CreditNote(note) => {
            let notes = credit_notes::list_by_invoice(conn, id)?;
            let note = notes.into_iter().find(|own| own.id == *note);
            note.map(|note| build_credit_note_document(note, &lines, invoice))
        }
    };
    Ok(built.map(|document| if document.seller.gst_registered { document } else { remove_tax(document) }))
}

fn build_invoice_document(billed: &DeskInvoice, context: DocumentContext, lines: Vec<DocumentLine>) -> InvoiceDocument {
    let invoice = &billed.invoice;
    let booking = context.booking_number.unwrap_or_default();
    let membership = context.membership_number.unwrap_or_default();
    let (kind, reference) = match invoice.invoice_type {
        InvoiceType::Service if shows_tax(billed) => {
            (DocumentKind::TaxInvoice, DocumentReference::Booking { number: booking })
        }
        InvoiceType::Service => (DocumentKind::BillOfSupply, DocumentReference::Booking { number: booking }),
        InvoiceType::MembershipPurchase => {
            (DocumentKind::MembershipSale, DocumentReference::Membership { number: membership })
        }
        InvoiceType::MembershipSession => (
            DocumentKind::MembershipSession,
            DocumentReference::Session { booking_number: booking, membership_number: membership },
        ),
    };
    InvoiceDocument {
        kind,
        seller: DocumentSeller {
            name: billed.seller_name.clone(),
            address: billed.seller_address.clone(),
            phone: context.branch_phone,
            gstin: billed.seller_gstin.clone(),
            gst_registered: shows_tax(billed),
        },
        brand: Branding {
            colour: context.brand_colour.and_then(|colour| Colour::parse(&colour).ok()),
            logo: context.logo,
        },
        number: invoice.invoice_number.clone(),
        date: invoice.invoice_date,
        customer: DocumentCustomer {
            name: billed.customer_name.clone(),
            phone: context.customer_phone,
            gstin: billed.customer_gstin.clone(),
        },
        reference,
        lines,
        totals: document_totals(billed),
        payment_method: invoice.payment_method,
        gems_earned: invoice.gems_earned,
        gems_redeemed: billed.gems_redeemed,
    }
}

fn document_totals(billed: &DeskInvoice) -> DocumentTotals {
    let invoice = &billed.invoice;
    DocumentTotals {
        subtotal_paise: invoice.subtotal_paise,
        discount_paise: invoice.discount_paise,
        offer_name: billed.offer_name.clone(),
        redeemed_value_paise: billed.redeemed_value_paise,
        rounding_paise: invoice.total_amount_paise - invoice.taxable_value_paise - invoice.gst_amount_paise,
        total_paise: invoice.total_amount_paise,
        rate_basis_points: billed.gst_rate_basis_points,
        taxable_value_paise: invoice.taxable_value_paise,
        cgst_paise: billed.cgst_paise,
        sgst_paise: billed.sgst_paise,
    }
}

fn document_line(line: &InvoiceLine, minutes: Option<i64>) -> DocumentLine {
    DocumentLine {
        description: line.description.clone(),
        detail: minutes.map(|minutes| format!("{minutes} min")),
        sac: line.sac.clone(),
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

/// Prices include tax, so the total stays the same.
fn remove_tax(mut document: InvoiceDocument) -> InvoiceDocument {
    for line in &mut document.lines {
        line.taxable_value_paise = line.total_paise;
        (line.cgst_paise, line.sgst_paise) = (0, 0);
    }
    let totals = &mut document.totals;
    totals.taxable_value_paise = totals.total_paise - totals.rounding_paise;
    (totals.rate_basis_points, totals.cgst_paise, totals.sgst_paise) = (0, 0, 0);
    document
}

/// The lines of the invoice as far as the note credits them.
fn build_credit_note_document(note: CreditNote, lines: &[InvoiceLine], invoice: InvoiceDocument) -> InvoiceDocument {
    let line_of = |credited: &CreditNoteLine| {
        let line = lines.iter().find(|line| line.line_number == credited.line_number)?;
        Some(credited_line(line, credited))
    };
    let lines: Vec<DocumentLine> = note.lines.iter().filter_map(line_of).collect();
    let sum = |of: fn(&DocumentLine) -> i64| lines.iter().map(of).sum::<i64>();
    let discount_paise = sum(|line| line.discount_paise);
    let refund = |refund: Payment| DocumentRefund { method: refund.method, amount_paise: refund.amount_paise };
    InvoiceDocument {
        kind: DocumentKind::CreditNote,
        number: note.credit_note_number,
        date: note.credit_date,
        reference: DocumentReference::CreditedInvoice {
            number: invoice.number,
            date: invoice.date,
            reason: note.reason,
            carries_tax: note.carries_tax,
            refunds: note.refunds.into_iter().map(refund).collect(),
        },
        totals: DocumentTotals {
            subtotal_paise: sum(|line| line.price_paise),
            discount_paise,
            offer_name: invoice.totals.offer_name.filter(|_| discount_paise > 0),
            redeemed_value_paise: sum(|line| line.redeemed_value_paise),
            rounding_paise: note.rounding_paise,
            total_paise: note.total_amount_paise,
            rate_basis_points: if note.carries_tax { note.gst_rate_basis_points } else { 0 },
            taxable_value_paise: note.taxable_value_paise,
            cgst_paise: note.cgst_paise,
            sgst_paise: note.sgst_paise,
        },
        lines,
        gems_earned: note.gems_taken_back,
        gems_redeemed: note.gems_given_back,
        ..invoice
    }
}

/// A line that is credited whole is printed as on the invoice, of another one only what is credited.
fn credited_line(line: &InvoiceLine, credited: &CreditNoteLine) -> DocumentLine {
    let printed = DocumentLine {
        total_paise: credited.total_amount_paise,
        taxable_value_paise: credited.taxable_value_paise,
        cgst_paise: credited.cgst_paise,
        sgst_paise: credited.sgst_paise,
        ..document_line(line, None)
    };
    if credited.total_amount_paise == line.total_amount_paise {
        return printed;
    }
    DocumentLine {
        detail: Some(format!("Part of {}", format_rupees(line.total_amount_paise))),
        price_paise: credited.total_amount_paise,
        discount_paise: 0,
        redeemed_value_paise: 0,
        redeemed_with_gems: false,
        ..printed
    }
}
