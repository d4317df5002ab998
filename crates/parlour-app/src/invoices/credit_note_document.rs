//! The printed form of a credit note.

use parlour_domain::billing::amount_format::format_rupees;
use parlour_domain::billing::invoice_document::{
    DocumentKind, DocumentLine, DocumentReference, DocumentTotals, InvoiceDocument,
};
use parlour_store::billing::invoice_documents::{self, PrintedCreditLine, PrintedCreditNote};
use parlour_store::{Conn, DbError};

use super::invoice_document::{build_invoice, remove_tax};

/// None if there is no such credit note.
pub fn build_credit_note_document(conn: &mut Conn<'_>, id: &str) -> Result<Option<InvoiceDocument>, DbError> {
    let Some(note) = invoice_documents::find_printed_credit_note(conn, id)? else { return Ok(None) };
    let Some(invoice) = build_invoice(conn, &note.invoice_id)? else { return Ok(None) };
    let credited = invoice_documents::list_printed_credit_lines(conn, id)?;
    let refunds = invoice_documents::list_printed_refunds(conn, id)?;
    let is_taxed = invoice.seller.gst_registered;
    // Without lines of its own it credits the whole invoice.
    let (lines, totals) = if credited.is_empty() {
        (invoice.lines.clone(), invoice.totals.clone())
    } else {
        (merge_corrections(credited).into_iter().map(document_line).collect(), document_totals(&note))
    };
    let mut document = InvoiceDocument {
        kind: DocumentKind::CreditNote,
        number: note.credit_note_number.clone(),
        date: note.credit_date,
        reference: DocumentReference::CreditedInvoice {
            number: invoice.number,
            date: invoice.date,
            reason: note.reason,
            without_tax: is_taxed && !note.carries_tax,
        },
        lines,
        totals,
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

/// The last note of an invoice can correct the tax of a line that was credited whole before, by a paisa. That line is
/// not printed: another one takes its correction.
fn merge_corrections(lines: Vec<PrintedCreditLine>) -> Vec<PrintedCreditLine> {
    let is_credited = |line: &PrintedCreditLine| line.total_amount_paise > 0 || line.gems_given_back > 0;
    let (mut credited, corrections): (Vec<_>, Vec<_>) = lines.into_iter().partition(is_credited);
    let Some(largest) = credited.iter_mut().max_by_key(|line| line.total_amount_paise) else { return corrections };
    for correction in corrections {
        largest.taxable_value_paise += correction.taxable_value_paise;
        largest.cgst_paise += correction.cgst_paise;
        largest.sgst_paise += correction.sgst_paise;
    }
    credited
}

fn document_line(line: PrintedCreditLine) -> DocumentLine {
    let is_part = line.total_amount_paise < line.invoiced_paise;
    DocumentLine {
        description: line.description,
        detail: is_part.then(|| format!("Part of {}", format_rupees(line.invoiced_paise))),
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_correction_of_tax_is_printed_with_another_line() {
        let line = |total_amount_paise, cgst_paise| PrintedCreditLine {
            description: "Cut".to_owned(),
            sac: "999721".to_owned(),
            invoiced_paise: 50_000,
            total_amount_paise,
            taxable_value_paise: total_amount_paise - 2 * cgst_paise,
            cgst_paise,
            sgst_paise: cgst_paise,
            gems_given_back: 0,
        };
        let printed = merge_corrections(vec![line(0, 1), line(10_000, 238), line(20_000, 476), line(0, -2)]);
        let tax: Vec<_> = printed.iter().map(|line| (line.total_amount_paise, line.cgst_paise)).collect();
        assert_eq!(tax, [(10_000, 238), (20_000, 475)]);
        assert_eq!(printed[1].taxable_value_paise, 20_000 - 2 * 475);
        assert_eq!(merge_corrections(vec![line(0, 1)]).len(), 1);
    }
}
