//! Sample documents for tests.

use chrono::NaiveDate;
use parlour_domain::billing::gst::{GstRate, TaxSplit};
use parlour_domain::billing::invoice::PaymentMethod;
use parlour_domain::billing::invoice_document::{
    Branding, DocumentCustomer, DocumentKind, DocumentLine, DocumentReference, DocumentSeller, DocumentTotals,
    InvoiceDocument,
};
use parlour_domain::customer::Language;

/// A tax invoice with one line per price, at 5 % GST.
pub(crate) fn invoice(prices: &[i64]) -> InvoiceDocument {
    let rate = GstRate::basis_points(500);
    let tax = TaxSplit::of(prices.iter().sum(), rate);
    InvoiceDocument {
        kind: DocumentKind::TaxInvoice,
        language: Language::English,
        seller: DocumentSeller {
            name: "Lotus Salon".to_owned(),
            address: "412, 100 Feet Road\nBengaluru 560038".to_owned(),
            phone: Some("+91 80 4123 4567".to_owned()),
            gstin: Some("29AAGCB7383J1Z4".to_owned()),
            gst_registered: true,
        },
        brand: Branding::default(),
        number: "BLR/2627/000042".to_owned(),
        date: NaiveDate::from_ymd_opt(2026, 11, 15).unwrap_or_default(),
        customer: DocumentCustomer { name: "आशा Rao".to_owned(), ..DocumentCustomer::default() },
        reference: DocumentReference::Booking { number: "BK-42".to_owned() },
        lines: prices.iter().zip(tax.split_by_line(prices)).map(|(price, tax)| line(*price, tax)).collect(),
        totals: DocumentTotals {
            subtotal_paise: prices.iter().sum(),
            total_paise: prices.iter().sum(),
            rate_basis_points: rate.as_basis_points(),
            taxable_value_paise: tax.taxable_value_paise,
            cgst_paise: tax.cgst_paise,
            sgst_paise: tax.sgst_paise,
            ..DocumentTotals::default()
        },
        payment_method: Some(PaymentMethod::Upi),
        payments: Vec::new(),
        upi: None,
        membership: None,
        voided_on: None,
        gems_earned: 14,
        gems_redeemed: 0,
    }
}

/// A tax invoice whose lines are discounted, with a rounded total.
pub(crate) fn discounted_invoice(prices: &[i64], discounts: &[i64], rounding_paise: i64) -> InvoiceDocument {
    let mut document = invoice(prices);
    let totals: Vec<i64> = prices.iter().zip(discounts).map(|(price, discount)| price - discount).collect();
    let tax = TaxSplit::of(totals.iter().sum(), GstRate::basis_points(500));
    for ((line, discount), tax) in document.lines.iter_mut().zip(discounts).zip(tax.split_by_line(&totals)) {
        line.discount_paise = *discount;
        line.total_paise -= discount;
        (line.taxable_value_paise, line.cgst_paise, line.sgst_paise) =
            (tax.taxable_value_paise, tax.cgst_paise, tax.sgst_paise);
    }
    let sums = &mut document.totals;
    sums.discount_paise = discounts.iter().sum();
    sums.rounding_paise = rounding_paise;
    sums.total_paise += rounding_paise - sums.discount_paise;
    (sums.taxable_value_paise, sums.cgst_paise, sums.sgst_paise) =
        (tax.taxable_value_paise, tax.cgst_paise, tax.sgst_paise);
    document
}

/// A credit note for an invoice, with one line per credited amount.
pub(crate) fn credit_note(amounts: &[i64]) -> InvoiceDocument {
    let invoice = invoice(amounts);
    InvoiceDocument {
        kind: DocumentKind::CreditNote,
        number: "BLR/2627/C00003".to_owned(),
        date: NaiveDate::from_ymd_opt(2026, 11, 20).unwrap_or_default(),
        reference: DocumentReference::CreditedInvoice {
            number: invoice.number,
            date: invoice.date,
            reason: "The colour was not the shade agreed on".to_owned(),
            without_tax: false,
        },
        payment_method: None,
        gems_earned: 4,
        ..invoice
    }
}

fn line(price: i64, tax: TaxSplit) -> DocumentLine {
    DocumentLine {
        description: "Haircut".to_owned(),
        detail: None,
        sac: "999721".to_owned(),
        quantity: 1,
        price_paise: price,
        discount_paise: 0,
        redeemed_value_paise: 0,
        redeemed_with_gems: false,
        total_paise: price,
        taxable_value_paise: tax.taxable_value_paise,
        cgst_paise: tax.cgst_paise,
        sgst_paise: tax.sgst_paise,
    }
}
