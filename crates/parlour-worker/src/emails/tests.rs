use chrono::{NaiveDate, NaiveTime};
use parlour_domain::billing::invoice::PaymentMethod;
use parlour_domain::billing::invoice_document::{DocumentKind, DocumentMembership, DocumentReference, InvoiceDocument};
use parlour_domain::ids::BookingId;
use parlour_domain::ist::Timestamp;
use parlour_texts::Texts;
use serde_json::json;

use super::*;

fn salon() -> SalonContact {
    SalonContact {
        name: "Parlour <MG Road>".to_owned(),
        branch_name: None,
        address: "12 MG Road, Pune & around".to_owned(),
        phone: Some("+912012345678".to_owned()),
    }
}

fn reader() -> EmailRecipient {
    EmailRecipient {
        name: "आशा \"O'Neil\" <b>&\r\nBcc: x".to_owned(),
        texts: Texts::ENGLISH,
        home_url: "https://salon.example".to_owned(),
        unsubscribe_url: Some("https://salon.example/unsubscribe/a.b".to_owned()),
    }
}

fn haircut() -> BookingSummary {
    BookingSummary {
        id: BookingId::new("b1"),
        number: "BK-PUN-2703-H-00001".to_owned(),
        date: NaiveDate::from_ymd_opt(2027, 3, 5).unwrap(),
        start: NaiveTime::from_hms_opt(11, 0, 0).unwrap(),
        end: NaiveTime::from_hms_opt(11, 45, 0).unwrap(),
        services: vec![BookedService { name: "Cut & colour".to_owned(), minutes: 45, price_paise: 149_900 }],
        total_paise: 149_900,
        calendar: None,
    }
}

fn assert_both(email: &EmailMessage, text: &str, html: &str) {
    assert!(email.text.contains(text), "{}", email.text);
    assert!(email.html.contains(html), "{}", email.html);
}

#[test]
fn names_are_never_markup() {
    let email = booking_email(&BookingNews::Confirmed, &haircut(), &salon(), &reader());
    assert_eq!(email.subject, "Confirmed: Fri 5 Mar, 11:00 am at Parlour <MG Road>");
    assert_both(&email, "Hello आशा \"O'Neil\" <b>& Bcc: x,", "Hello आशा &#34;O&#39;Neil&#34; &#60;b&#62;&#38; Bcc: x,");
    assert_both(&email, "- Cut & colour (45 min): ₹1,499", "Cut &#38; colour (45 min)");
    assert!(!email.html.contains("<b>") && !email.html.contains("<MG"), "{}", email.html);
}

#[test]
fn the_text_form_has_every_part() {
    let email = booking_email(
        &BookingNews::Confirmed,
        &haircut(),
        &salon(),
        &EmailRecipient { name: "Asha".to_owned(), ..reader() },
    );
    let expected = "Your booking is confirmed\n\nHello Asha,\n\nWe look forward to seeing you.\n\n\
        Day: Friday, 5 March 2027\nTime: 11:00 am to 11:45 am\nWhere: Parlour <MG Road>, 12 MG Road, Pune & around\n\
        Booking: BK-PUN-2703-H-00001\n\n- Cut & colour (45 min): ₹1,499\n  To pay at the salon: ₹1,499\n\n\
        If you cannot come, please let us know early, so that someone else can have the time.\n\n\
        See your visit:\nhttps://salon.example/visits/b1\n\n\
        -- \nParlour <MG Road>\n12 MG Road, Pune & around\n+912012345678";
    assert_eq!(email.text.trim_end(), expected);
}

#[test]
fn every_booking_e_mail_says_what_has_changed() {
    let reason = || Some("The stylist is ill.\nWe are sorry.".to_owned());
    for (news, title, more) in [
        (BookingNews::Confirmed, "Your booking is confirmed", "We look forward"),
        (BookingNews::Rescheduled { is_confirmed: true }, "Your booking has a new time", "Please note the new time"),
        (BookingNews::Rescheduled { is_confirmed: false }, "You have rescheduled your booking", "write to you soon"),
        (BookingNews::Cancelled { reason: reason() }, "Your booking is cancelled", "The stylist is ill. We are sorry."),
        (
            BookingNews::Rejected { reason: reason() },
            "We cannot accept your booking",
            "The stylist is ill. We are sorry.",
        ),
        (BookingNews::WithinDay, "Your appointment is coming up", "reminder"),
        (BookingNews::WithinHour, "See you soon", "within the hour"),
    ] {
        let email = booking_email(&news, &haircut(), &salon(), &reader());
        assert_both(&email, title, title);
        assert_both(&email, more, more);
        assert_both(&email, "Friday, 5 March 2027", "Friday, 5 March 2027");
        assert_eq!(email.unsubscribe_url, None, "these e-mails cannot be declined");
    }
}

#[test]
fn buttons_lead_to_the_page_that_the_e_mail_is_about() {
    let day = NaiveDate::from_ymd_opt(2027, 3, 5).unwrap();
    let offered = BookingNews::TimeOffered {
        date: day,
        start: NaiveTime::from_hms_opt(12, 0, 0).unwrap(),
        staff_name: "Meera".to_owned(),
        answer_by: Timestamp::from_millis(0),
    };
    let membership = MembershipSummary {
        number: "M-1".to_owned(),
        tier: "Ten".to_owned(),
        total_minutes: 600,
        used_minutes: 0,
        paid_paise: 0,
        payments: Vec::new(),
        starts_on: day,
        ends_on: day,
    };
    let about = |news: &BookingNews| booking_email(news, &haircut(), &salon(), &reader());
    for (email, label, path) in [
        (about(&BookingNews::Confirmed), "See your visit", "/visits/b1"),
        (about(&BookingNews::WithinDay), "See your visit", "/visits/b1"),
        (about(&offered), "Answer the offer", "/visits/b1"),
        (about(&BookingNews::Cancelled { reason: None }), "Find another time", "/book"),
        (about(&BookingNews::Rejected { reason: None }), "Find another time", "/book"),
        (membership_created_email(&membership, day, &salon(), &reader()), "See your membership", "/rewards"),
        (membership_expired_email(&membership, &salon(), &reader()), "Book a visit", "/book"),
        (birthday_offer_email(&[], &salon(), &reader()), "Book a visit", "/book"),
        (review_request_email(&[], day, &salon(), &reader()), "Book your next visit", "/book"),
    ] {
        let url = format!("https://salon.example{path}");
        assert_both(&email, &format!("{label}:\n{url}\n"), &format!("href=\"{url}\""));
    }
}

#[test]
fn marketing_e_mails_can_be_unsubscribed_from() {
    let url = "https://salon.example/unsubscribe/a.b";
    let on = NaiveDate::from_ymd_opt(2027, 3, 5).unwrap();
    for email in [birthday_offer_email(&[], &salon(), &reader()), review_request_email(&[], on, &salon(), &reader())] {
        assert_eq!(email.unsubscribe_url.as_deref(), Some(url));
        assert_both(&email, url, &format!("href=\"{url}\""));
    }
}

fn sample_document() -> InvoiceDocument {
    let line = |name: &str, paise: i64| {
        json!({
            "description": name, "sac": "999721", "quantity": 1, "pricePaise": paise, "discountPaise": 0,
            "redeemedValuePaise": 0, "redeemedWithGems": false, "totalPaise": paise, "taxableValuePaise": paise,
            "cgstPaise": 0, "sgstPaise": 0,
        })
    };
    let document = json!({
        "kind": "tax_invoice",
        "seller": {
            "name": "Parlour", "address": "12 MG Road", "phone": null, "gstin": "29AAGCB7383J1Z4",
            "gstRegistered": true,
        },
        "number": "PUN/2627/000042",
        "date": "2027-03-05",
        "customer": {
            "name": "Asha", "phone": null, "gstin": "27AAPFU0939F1ZV", "legalName": "Rao & Co",
            "address": "1 MG Road\nPune",
        },
        "reference": { "type": "booking", "number": "BK-42" },
        "lines": [line("Cut", 150_000), line("Gloss", 50_050)],
        "totals": {
            "subtotalPaise": 200_050, "discountPaise": 20_060, "discountReason": "Late by an hour",
            "redeemedValuePaise": 0, "roundingPaise": 10, "totalPaise": 180_000, "rateBasisPoints": 500,
            "taxableValuePaise": 171_418, "cgstPaise": 4_286, "sgstPaise": 4_286,
        },
        "payments": [
            { "method": "upi", "amountPaise": 130_000, "reference": "412233445566" },
            { "method": "cash", "amountPaise": 50_000 },
        ],
        "gemsEarned": 18,
    });
    serde_json::from_value(document).unwrap()
}

#[test]
fn a_bill_says_how_it_was_paid() {
    let text = |bill: &InvoiceDocument| {
        invoice_email(bill, PdfSource::Link("https://salon.example".to_owned()), &salon(), &reader()).text
    };
    let mut bill = sample_document();
    bill.payments.truncate(1);
    assert!(text(&bill).contains("Paid by: UPI, ref. 412233445566\n"));
    bill.payments.clear();
    bill.payment_method = Some(PaymentMethod::Card);
    assert!(text(&bill).contains("Paid by: Card\n"));
    bill.totals.total_paise = 0;
    assert!(!text(&bill).contains("Paid by"));
    bill.totals.redeemed_value_paise = 1;
    assert!(text(&bill).contains("Paid by: Gems\n"));
}

#[test]
fn a_membership_and_its_sessions_show_hours_and_validity() {
    let text = |bill: &InvoiceDocument| {
        invoice_email(bill, PdfSource::Link("https://salon.example".to_owned()), &salon(), &reader()).text
    };
    let mut bill = sample_document();
    bill.kind = DocumentKind::MembershipSale;
    bill.membership = Some(DocumentMembership {
        valid_from: NaiveDate::from_ymd_opt(2027, 3, 5).unwrap(),
        valid_until: NaiveDate::from_ymd_opt(2028, 3, 3).unwrap(),
        total_minutes: 600,
        minutes_left: None,
    });
    let sold = "Hours: 10 h\nValid from: Friday, 5 March 2027\nValid until: Friday, 3 March 2028\n";
    assert!(text(&bill).contains(sold), "{}", text(&bill));
    bill.kind = DocumentKind::MembershipSession;
    bill.membership = bill.membership.map(|terms| DocumentMembership { minutes_left: Some(90), ..terms });
    let slip = text(&bill);
    assert!(slip.contains("Hours left: 1 h 30 min of 10 h\nValid until: Friday, 3 March 2028\n"), "{slip}");
    bill.voided_on = NaiveDate::from_ymd_opt(2027, 3, 6);
    let void = text(&bill);
    assert!(void.contains("reversed on Saturday, 6 March 2027: this slip is void.") && !void.contains("Hours left"));
}

#[test]
fn a_credit_note_lists_what_is_credited_and_refunded() {
    let mut note = sample_document();
    note.kind = DocumentKind::CreditNote;
    note.number = "PUN/2627/C00003".to_owned();
    (note.totals.discount_paise, note.totals.subtotal_paise) = (0, 179_990);
    let reference = |without_tax| DocumentReference::CreditedInvoice {
        number: "PUN/2627/000042".to_owned(),
        date: NaiveDate::from_ymd_opt(2027, 3, 5).unwrap(),
        reason: "Wrong\nshade".to_owned(),
        without_tax,
    };
    note.reference = reference(false);
    let text = |note: &InvoiceDocument| {
        credit_note_email(note, PdfSource::Attached(b"%PDF".to_vec()), &salon(), &reader()).unwrap().text
    };
    let sent = text(&note);
    for said in [
        "We have credited ₹1,800 of invoice PUN/2627/000042.",
        "    Wrong shade\n",
        "For: PUN/2627/000042 of Friday, 5 March 2027\nRefunded by UPI: ₹1,300, ref. 412233445566\nRefunded by cash: ₹500\n",
        "Earned gems removed: 18\n",
        "- Cut: ₹1,500\n- Gloss: ₹500.50\n- Rounding: ₹0.10\n  Credited, with ₹85.72 GST: ₹1,800\n",
    ] {
        assert!(sent.contains(said), "{said} is not in {sent}");
    }
    assert!(!sent.contains("carries no tax"));
    note.reference = reference(true);
    (note.totals.cgst_paise, note.totals.sgst_paise) = (0, 0);
    let late = text(&note);
    assert!(late.contains("This credit note carries no tax") && late.contains("  Credited: ₹1,800\n"), "{late}");
    assert!(credit_note_email(&sample_document(), PdfSource::Link(String::new()), &salon(), &reader()).is_none());
}

#[test]
fn an_invoice_is_attached_or_linked() {
    let bill = sample_document();
    let attached = invoice_email(&bill, PdfSource::Attached(b"%PDF".to_vec()), &salon(), &reader());
    assert_eq!(attached.attachments[0].name, "PUN-2627-000042.pdf");
    assert_both(&attached, "- Discount: Late by an hour: −₹200.60", "−₹200.60");
    assert_both(&attached, "- Rounding: ₹0.10", "₹0.10");
    assert_both(&attached, "  Total, with ₹85.72 GST: ₹1,800", "Total, with ₹85.72 GST");
    assert_both(&attached, "Paid by UPI: ₹1,300, ref. 412233445566\nPaid by cash: ₹500\n", "Paid by cash");
    assert_both(
        &attached,
        "Billed to: Rao & Co, 1 MG Road, Pune, GSTIN 27AAPFU0939F1ZV",
        "Rao &#38; Co, 1 MG Road, Pune",
    );
    let url = "https://salon.example/api/invoices/1/pdf";
    let found = invoice_email(&bill, PdfSource::Link(url.to_owned()), &salon(), &reader());
    assert!(found.attachments.is_empty());
    assert_both(&found, url, &format!("href=\"{url}\""));
    let mut supplied = bill;
    supplied.kind = DocumentKind::BillOfSupply;
    (supplied.totals.cgst_paise, supplied.totals.sgst_paise, supplied.customer.gstin) = (0, 0, None);
    let found = invoice_email(&supplied, PdfSource::Link(url.to_owned()), &salon(), &reader());
    assert!(!found.text.to_lowercase().contains("invoice ") && !found.text.contains("GST"), "{}", found.text);
    assert_both(&found, "Bill of supply: PUN/2627/000042", "Open the bill");
}

#[test]
fn the_rows_of_a_gst_summary_add_up_to_its_key_figures() {
    use crate::emails::figures::{BranchGst, GstEmailFigures, GstLine, TaxAmounts};
    let sum = |value_paise, half_paise| TaxAmounts { value_paise, cgst_paise: half_paise, sgst_paise: half_paise };
    let line =
        |rate_basis_points, billed, credited| GstLine { sac: "999721".to_owned(), rate_basis_points, billed, credited };
    let lines = vec![
        line(500, sum(1_000_000, 25_000), sum(200_000, 5_000)),
        line(1_800, sum(0, 0), sum(100_000, 9_000)),
        line(0, sum(70_000, 0), sum(20_000, 0)),
    ];
    let branch = BranchGst { name: "Pune".to_owned(), gstin: Some("27AAPFU0939F1ZV".to_owned()), lines };
    let month = NaiveDate::from_ymd_opt(2027, 2, 1).unwrap();
    let email = monthly_gst_email(&GstEmailFigures { month, branches: vec![branch] }, &salon(), Texts::ENGLISH);
    let key_figures = "GST to pay: ₹220\nTaxable value: ₹7,000\nCGST: ₹110\nSGST: ₹110\nWithout GST: ₹500\n";
    assert!(email.text.contains(key_figures), "{}", email.text);
    let taxed = "\nPune (27AAPFU0939F1ZV)\n\
        - 999721 at 5%, Taxable ₹10,000, CGST ₹250, SGST ₹250, GST ₹500\n\
        - Credit notes, 999721 at 5%, Taxable −₹2,000, CGST −₹50, SGST −₹50, GST −₹100\n\
        - Credit notes, 999721 at 18%, Taxable −₹1,000, CGST −₹90, SGST −₹90, GST −₹180\n\
        - Total, Taxable ₹7,000, CGST ₹110, SGST ₹110, GST ₹220\n";
    assert!(email.text.contains(taxed), "{}", email.text);
    let untaxed = "\nPune, bills of supply (no GST)\n- 999721, Value ₹700\n- Credit notes, 999721, Value −₹200\n\
        - Total, Value ₹500\n";
    assert!(email.text.contains(untaxed), "{}", email.text);
}
