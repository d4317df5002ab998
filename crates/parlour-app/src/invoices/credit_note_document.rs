//! The printed form of a credit note.

use parlour_domain::billing::amount_format::format_rupees;
use parlour_domain::billing::invoice_document::{
    DocumentKind, DocumentLine, DocumentReference, DocumentTotals, InvoiceDocument,
};
use parlour_store::billing::invoice_documents::{self, PrintedCreditLine, PrintedCreditNote};
use parlour_store::{Conn, DbError};
use parlour_texts::Texts;

use super::invoice_document::{build_invoice, remove_tax, sold_minutes, word_package};
use crate::notifications::wording::texts_in;

/// None if there is no such credit note.
pub fn build_credit_note_document(conn: &mut Conn<'_>, id: &str) -> Result<Option<InvoiceDocument>, DbError> {
    let Some(note) = invoice_documents::find_printed_credit_note(conn, id)? else { return Ok(None) };
    let Some(invoice) = build_invoice(conn, &note.invoice_id)? else { return Ok(None) };
    let credited = invoice_documents::list_printed_credit_lines(conn, id)?;
    let refunds = invoice_documents::list_printed_refunds(conn, id)?;
    let (is_taxed, texts) = (invoice.seller.gst_registered, texts_in(Some(invoice.language)));
    let package_minutes = sold_minutes(&invoice);
    let mut document = InvoiceDocument {
        kind: DocumentKind::CreditNote,
        totals: document_totals(&note),
        number: note.credit_note_number,
        date: note.credit_date,
        reference: DocumentReference::CreditedInvoice {
            number: invoice.number,
            date: invoice.date,
            reason: note.reason,
            without_tax: is_taxed && !note.carries_tax,
        },
        lines: credited.into_iter().map(|line| document_line(line, package_minutes, texts)).collect(),
        payment_method: None,
        payments: refunds.into_iter().map(Into::into).collect(),
        membership: None,
        gems_earned: note.gems_taken_back,
        gems_redeemed: note.gems_given_back,
        ..invoice
    };
    if !is_taxed {
        remove_tax(&mut document);
    }
    Ok(Some(document))
}

fn document_totals(note: &PrintedCreditNote) -> DocumentTotals {
    DocumentTotals {
        subtotal_paise: note.total_amount_paise - note.rounding_paise,
        rounding_paise: note.rounding_paise,
        total_paise: note.total_amount_paise,
        rate_basis_points: note.gst_rate_basis_points,
        taxable_value_paise: note.taxable_value_paise,
        cgst_paise: note.cgst_paise,
        sgst_paise: note.sgst_paise,
        ..DocumentTotals::default()
    }
}

fn document_line(line: PrintedCreditLine, package_minutes: Option<i64>, texts: Texts) -> DocumentLine {
    let is_part = line.total_amount_paise < line.invoiced_paise;
    DocumentLine {
        description: match package_minutes {
            Some(minutes) => word_package(&line.description, minutes, texts),
            None => line.description,
        },
        detail: is_part.then(|| texts.document().part_of(&format_rupees(line.invoiced_paise))),
        sac: line.sac,
        quantity: 1,
        price_paise: line.total_amount_paise,
        discount_paise: 0,
        redeemed_value_paise: 0,
        redeemed_with_gems: line.gems_given_back > 0,
        total_paise: line.total_amount_paise,
        taxable_value_paise: line.taxable_value_paise,
        cgst_paise: line.cgst_paise,
        sgst_paise: line.sgst_paise,
    }
}
