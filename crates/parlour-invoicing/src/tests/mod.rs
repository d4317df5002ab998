//! Documents as other programs read them.

mod tools;

use chrono::NaiveDate;
use parlour_domain::billing::invoice::PaymentMethod;
use parlour_domain::billing::invoice_document::{
    DocumentKind, DocumentMembership, DocumentPayment, DocumentReference, DocumentUpi, InvoiceDocument,
};
use parlour_domain::billing::upi::{UpiPayee, upi_uri};
use parlour_domain::customer::Language;

use self::tools::{first_page_in_grey, rendered_text};
use crate::render::render;
use crate::samples;

fn paid(method: PaymentMethod, amount_paise: i64, reference: Option<&str>) -> DocumentPayment {
    DocumentPayment { method, amount_paise, reference: reference.map(str::to_owned) }
}

#[track_caller]
fn assert_contains_all(text: &str, all: &[&str]) {
    for said in all {
        assert!(text.contains(said), "{said} is not in: {text}");
    }
}

#[track_caller]
fn fault(document: &InvoiceDocument) -> String {
    render(document).expect_err("a refusal").to_string().replace("Not a document to hand out: ", "")
}

/// ₹2,298 less a discount by hand of ₹229.80: ₹2,068.20, rounded to ₹2,068.
fn paid_in_parts() -> InvoiceDocument {
    let mut document = samples::discounted_invoice(&[149_900, 79_900], &[14_990, 7_990], -20);
    document.totals.discount_reason = Some("The stylist was half an hour late".to_owned());
    document.payments = vec![
        paid(PaymentMethod::Cash, 50_000, None),
        paid(PaymentMethod::Upi, 100_000, Some("412233445566")),
        paid(PaymentMethod::Card, 56_800, Some("HDFC POS slip 0042, approval 771203, batch 000118")),
    ];
    document
}

#[test]
fn every_payment_is_printed_with_its_reference() {
    let text = rendered_text(&paid_in_parts());
    assert_contains_all(
        &text,
        &[
            "Discount: The stylist was half an hour late",
            "−₹229.80",
            "Rounding",
            "−₹0.20",
            "₹2,068.00",
            "Rupees Two Thousand Sixty-Eight Only",
            "Cash, UPI, Card",
            "Paid by cash",
            "₹500.00",
            "Paid by UPI, ref. 412233445566",
            "₹1,000.00",
            "Paid by card, ref. HDFC POS slip 0042, approval 771203, batch 000118",
            "₹568.00",
        ],
    );
    assert!(!text.contains("Paid in full"), "{text}");
    let mut one = paid_in_parts();
    one.payments = vec![paid(PaymentMethod::Upi, 206_800, Some("412233445566"))];
    assert_contains_all(&rendered_text(&one), &["Paid in full by UPI, ref. 412233445566"]);
}

#[test]
fn payments_and_rounding_must_add_up() {
    let mut document = paid_in_parts();
    document.payments[0].amount_paise += 1;
    assert_eq!(fault(&document), "what was paid does not add up");
    document.payments[0].amount_paise = 0;
    assert_eq!(fault(&document), "a payment is out of range");
    document.payments = vec![paid(PaymentMethod::Cash, 1, None); 6];
    assert_eq!(fault(&document), "the number of payments is out of range");
    let mut document = paid_in_parts();
    document.payments.clear();
    document.totals.rounding_paise += 1;
    assert_eq!(fault(&document), "the total does not add up");
    document.totals.rounding_paise = 51;
    assert_eq!(fault(&document), "the rounding is out of range");
    let mut document = paid_in_parts();
    document.payments[1].reference = Some("x".repeat(65));
    assert_eq!(fault(&document), "a payment's reference is too long");
}

#[test]
fn a_business_is_billed_under_its_legal_name_and_address() {
    let mut document = samples::invoice(&[5_000_000]);
    document.customer.phone = Some("+91 98450 12345".to_owned());
    document.customer.gstin = Some("27AAPFU0939F1ZV".to_owned());
    document.customer.legal_name = Some("Kulkarni Textiles and Exports Private Limited".to_owned());
    document.customer.address = Some(
        "Unit 1204, 12th floor, Lotus Business Park\nOff Andheri Link Road, next to the Metro depot\n\
         Andheri West, Mumbai 400053\nMaharashtra, India"
            .to_owned(),
    );
    let text = rendered_text(&document);
    assert_contains_all(
        &text,
        &[
            "Kulkarni Textiles and Exports Private Limited",
            "आशा Rao",
            "Unit 1204, 12th floor, Lotus Business Park",
            "Andheri West, Mumbai 400053",
            "Maharashtra, India",
            "GSTIN 27AAPFU0939F1ZV",
            // A customer of another state changes nothing.
            "Karnataka (29)",
            "CGST at 2.5%",
        ],
    );
    document.customer.address = Some("x".repeat(501));
    assert_eq!(fault(&document), "the customer's address is too long");
}

#[test]
fn a_credit_note_in_part_shows_what_is_credited_and_refunded() {
    let mut document = samples::credit_note(&[40_000, 29_900]);
    document.lines[1].detail = Some("Part of ₹799.00".to_owned());
    document.totals.rounding_paise = 10;
    document.totals.total_paise += 10;
    document.payments =
        vec![paid(PaymentMethod::Upi, 60_000, Some("998877665544")), paid(PaymentMethod::Cash, 9_910, None)];
    let text = rendered_text(&document);
    assert_contains_all(
        &text,
        &[
            "CREDIT NOTE",
            "The colour was not the shade agreed on",
            "400.00",
            "299.00",
            "Part of ₹799.00",
            "CGST at 2.5%",
            "Rounding",
            "₹0.10",
            "Total credited",
            "₹699.10",
            "Refunded by UPI, ref. 998877665544",
            "₹600.00",
            "Refunded by cash",
            "₹99.10",
        ],
    );
    assert!(!text.contains("Paid") && !text.contains("carries no tax"), "{text}");
    document.payments[1].amount_paise -= 1;
    assert_eq!(fault(&document), "what was paid does not add up");
}

#[test]
fn a_late_credit_note_says_that_it_carries_no_tax() {
    let mut document = samples::credit_note(&[40_000]);
    document.date = NaiveDate::from_ymd_opt(2027, 12, 1).expect("a date");
    if let DocumentReference::CreditedInvoice { without_tax, .. } = &mut document.reference {
        *without_tax = true;
    }
    let line = &mut document.lines[0];
    (line.taxable_value_paise, line.cgst_paise, line.sgst_paise) = (line.total_paise, 0, 0);
    let totals = &mut document.totals;
    (totals.taxable_value_paise, totals.cgst_paise, totals.sgst_paise) = (totals.total_paise, 0, 0);
    document.payments = vec![paid(PaymentMethod::Cash, 40_000, None)];
    let text = rendered_text(&document);
    assert_contains_all(&text, &["This credit note carries no tax", "30 November", "₹400.00", "Refunded by cash"]);
    for absent in ["CGST at", "SGST", "Taxable", "incl. GST"] {
        assert!(!text.contains(absent), "{absent} is in: {text}");
    }
}

fn ten_hours(minutes_left: Option<i64>) -> DocumentMembership {
    DocumentMembership {
        valid_from: NaiveDate::from_ymd_opt(2026, 11, 15).expect("a date"),
        valid_until: NaiveDate::from_ymd_opt(2027, 11, 14).expect("a date"),
        total_minutes: 600,
        minutes_left,
    }
}

#[test]
fn a_membership_invoice_shows_its_validity() {
    let mut document = samples::invoice(&[1_500_000]);
    document.kind = DocumentKind::MembershipSale;
    document.reference = DocumentReference::Membership { number: "PRL-MEM-27-1-K7QXW".to_owned() };
    document.lines[0].description = "Gold membership".to_owned();
    document.gems_earned = 0;
    document.membership = Some(ten_hours(None));
    let text = rendered_text(&document);
    assert_contains_all(
        &text,
        &["PRL-MEM-27-1-K7QXW", "HOURS", "10 h", "VALID FROM", "15 November 2026", "VALID UNTIL", "14 November 2027"],
    );
    assert!(!text.contains("HOURS LEFT"), "{text}");
}

fn session_slip() -> InvoiceDocument {
    let mut document = samples::invoice(&[0]);
    document.kind = DocumentKind::MembershipSession;
    document.number = "BLR/2627/S00017".to_owned();
    document.reference = DocumentReference::Session {
        booking_number: "BK-BLR-2611-S-00044-M".to_owned(),
        membership_number: "PRL-MEM-27-1-K7QXW".to_owned(),
    };
    document.lines[0].detail = Some("90 min".to_owned());
    document.payment_method = None;
    document.gems_earned = 0;
    document.membership = Some(ten_hours(Some(390)));
    document
}

#[test]
fn a_session_slip_shows_the_hours_left() {
    let mut document = session_slip();
    let text = rendered_text(&document);
    assert_contains_all(
        &text,
        &["SESSION SLIP", "HOURS LEFT", "6 h 30 min of 10 h", "VALID UNTIL", "14 November 2027", "₹0.00"],
    );
    assert!(!text.contains("oid"), "{text}");
    document.membership = Some(ten_hours(Some(601)));
    assert_eq!(fault(&document), "the hours left is out of range");
}

#[test]
fn a_reversed_session_makes_its_slip_void() {
    let mut document = session_slip();
    document.voided_on = NaiveDate::from_ymd_opt(2026, 11, 16);
    let text = rendered_text(&document);
    assert_contains_all(&text, &["Void", "This slip is void", "reversed on 16 November 2026"]);
    assert!(!text.contains("HOURS LEFT"), "{text}");
}

fn with_upi_link(number: &str) -> InvoiceDocument {
    let mut document = paid_in_parts();
    document.payments[1].reference = None;
    let payee = UpiPayee { id: "lotus.salon-29@okhdfcbank", name: "Lotus Salon & Spa, Indiranagar" };
    let uri = upi_uri(payee, 100_000, number).expect("an amount");
    document.upi = Some(DocumentUpi { uri, amount_paise: 100_000 });
    document
}

#[test]
fn a_payment_link_is_drawn_as_a_qr_code_that_can_be_read() {
    assert!(!rendered_text(&paid_in_parts()).contains("PAY BY UPI"));
    for number in ["BK-1", &"BK-".repeat(13), &"BK-".repeat(30), "BK-BLR-2611-H-00001"] {
        let document = with_upi_link(number);
        let text = rendered_text(&document);
        assert_contains_all(&text, &["PAY BY UPI", "₹1,000.00", "Scan with any UPI app.", "lotus.salon-29@okhdfcbank"]);
        assert_contains_all(&text, &["Paid by cash", "To be paid by UPI", "Paid by card"]);
        let page = first_page_in_grey(&render(&document).expect("a PDF"), 300);
        let pixel = |x: usize, y: usize| page.pixels[y * page.width + x];
        let mut image = rqrr::PreparedImage::prepare_from_greyscale(page.width, page.height, pixel);
        let found = image.detect_grids();
        assert_eq!(found.len(), 1, "one QR code");
        let (_, read) = found[0].decode().expect("a QR code that can be read");
        assert_eq!(Some(read), document.upi.map(|upi| upi.uri));
    }
}

#[test]
fn only_upi_links_are_drawn() {
    for uri in ["https://salon.example/pay", "upi://pay?pa=a b", "upi://pay?pa=अ", "", "UPI://pay?pa=a@b"] {
        let mut document = with_upi_link("BK-1");
        document.upi = Some(DocumentUpi { uri: uri.to_owned(), amount_paise: 1 });
        assert_eq!(fault(&document), "the link is no UPI payment link", "{uri}");
    }
    let mut document = with_upi_link("BK-1");
    document.upi = document.upi.map(|upi| DocumentUpi { amount_paise: 206_801, ..upi });
    assert_eq!(fault(&document), "the amount of the payment link is out of range");
}

/// In the language of the customer, with the words and figures of the law as they are everywhere.
#[test]
fn a_document_in_hindi_keeps_its_title_and_the_words_of_the_law() {
    let mut document = paid_in_parts();
    document.language = Language::Hindi;
    let text = rendered_text(&document);
    assert_contains_all(
        &text,
        &[
            "टैक्स इनवॉइस",
            "TAX INVOICE",
            "Original for recipient",
            "15 नवंबर 2026",
            "GSTIN 29AAGCB7383J1Z4",
            "999721",
            "कर्नाटक (29)",
            "CGST 2.5%",
            "₹2,068.00",
            "रकम शब्दों में",
            "दो हज़ार अड़सठ रुपए मात्र",
            "कैश से भुगतान",
            "UPI से भुगतान, रेफ़. 412233445566",
        ],
    );
    for absent in ["Invoice no", "Total", "Paid", "Rupees", "Thank you", "Page"] {
        assert!(!text.contains(absent), "{absent} is in: {text}");
    }
    let mut note = samples::credit_note(&[40_000, 29_900]);
    note.language = Language::Hindi;
    assert_contains_all(&rendered_text(&note), &["क्रेडिट नोट", "CREDIT NOTE", "छह सौ निन्यानवे रुपए मात्र"]);
    let mut slip = session_slip();
    slip.language = Language::Hindi;
    assert_contains_all(&rendered_text(&slip), &["सेशन पर्ची", "SESSION SLIP", "बाकी घंटे"]);
}

/// Lines of Devanagari have signs above and below their letters.
#[test]
fn a_document_in_hindi_has_no_text_outside_of_its_page() {
    use crate::layout::lay_out_pages;
    use crate::page::{MARGIN, PAGE_WIDTH, PageElement};
    let texts = parlour_texts::Texts::for_tag("hi").expect("Hindi");
    for document in [paid_in_parts(), samples::credit_note(&[40_000, 29_900]), session_slip(), with_upi_link("BK-1")] {
        for page in lay_out_pages(&document, None, texts) {
            for element in page.elements {
                let PageElement::Text { x, line, size, .. } = element else { continue };
                let right = x + line.width * size;
                let is_inside = x >= MARGIN - 1.0 && right <= PAGE_WIDTH - MARGIN + 1.0;
                assert!(is_inside, "{} from {x} to {right}", line.text);
            }
        }
    }
}
