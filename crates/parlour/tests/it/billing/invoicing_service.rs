//! The invoicing service over HTTP, asked as the app asks it; what it draws is read by others' tools.

use std::io::Write as _;
use std::process::Command;

use parlour_domain::billing::invoice_document::InvoiceDocument;
use parlour_integrations::clock::Clock;
use parlour_integrations::invoicing::{InvoicingClient, InvoicingFailure};
use parlour_testkit::checks::pdf::{assert_contains_all, pdf_text};
use proptest::prelude::*;
use proptest::test_runner::TestRunner;
use serde_json::{Value, json};

const INVOICING_SECRET: &str = "a secret that both know";

async fn start_invoicing_service() -> String {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let router = parlour_invoicing::router(INVOICING_SECRET, Clock::real_unix_seconds);
    tokio::spawn(async move { axum::serve(listener, router).await });
    format!("http://{address}")
}

fn http_client() -> reqwest::Client {
    reqwest::Client::builder().no_proxy().build().unwrap()
}

fn invoicing_client(address: &str, secret: &str) -> InvoicingClient {
    InvoicingClient::new(address.parse().unwrap(), secret, http_client())
}

/// As it goes over the wire.
fn tax_invoice() -> Value {
    json!({
        "kind": "tax_invoice",
        "seller": {
            "name": "Lotus Salon & Spa, Indiranagar",
            "address": "412, 100 Feet Road\nBengaluru 560038",
            "phone": "+91 80 4123 4567",
            "gstin": "29AAGCB7383J1Z4",
            "gstRegistered": true,
        },
        "brand": { "colour": "#7A3B69", "logo": null },
        "number": "BLR/2627/000042",
        "date": "2026-11-15",
        "customer": { "name": "आशा कुलकर्णी", "phone": "+91 98450 12345", "gstin": "27AAPFU0939F1ZV" },
        "reference": { "type": "booking", "number": "BK-20261115-0042" },
        "lines": [
            {
                "description": "Haircut and blow dry", "detail": "60 minutes", "sac": "999721", "quantity": 1,
                "pricePaise": 12_499_900, "discountPaise": 154_222, "redeemedValuePaise": 0,
                "redeemedWithGems": false, "totalPaise": 12_345_678, "taxableValuePaise": 11_757_788,
                "cgstPaise": 293_945, "sgstPaise": 293_945,
            },
            {
                "description": "Head massage", "sac": "999723", "quantity": 1, "pricePaise": 50_000,
                "discountPaise": 0, "redeemedValuePaise": 50_000, "redeemedWithGems": true, "totalPaise": 0,
                "taxableValuePaise": 0, "cgstPaise": 0, "sgstPaise": 0,
            },
        ],
        "totals": {
            "subtotalPaise": 12_549_900, "discountPaise": 154_222, "offerName": "Diwali festive offer",
            "redeemedValuePaise": 50_000, "totalPaise": 12_345_678, "rateBasisPoints": 500,
            "taxableValuePaise": 11_757_788, "cgstPaise": 293_945, "sgstPaise": 293_945,
        },
        "paymentMethod": "upi",
        "gemsEarned": 1234,
        "gemsRedeemed": 500,
    })
}

#[expect(clippy::needless_pass_by_value, reason = "made where it is passed")]
fn tax_invoice_with(changes: Value) -> InvoiceDocument {
    let mut document = tax_invoice();
    for (field, value) in changes.as_object().unwrap() {
        document[field] = value.clone();
    }
    serde_json::from_value(document).unwrap()
}

/// Whole by somebody else's judgement.
fn assert_valid_pdf(pdf: &[u8]) {
    let mut file = tempfile::NamedTempFile::new().unwrap();
    file.write_all(pdf).unwrap();
    let checked = Command::new("qpdf").arg("--check").arg(file.path()).output().expect("qpdf: run `make setup`");
    assert!(checked.status.success(), "{}", String::from_utf8_lossy(&checked.stdout));
}

async fn rendered_text(document: &InvoiceDocument) -> String {
    let pdf = invoicing_client(&start_invoicing_service().await, INVOICING_SECRET).render(document).await.unwrap();
    assert_valid_pdf(&pdf);
    pdf_text(&pdf)
}

#[tokio::test]
async fn a_tax_invoice_shows_all_legally_required_data() {
    let text = rendered_text(&tax_invoice_with(json!({}))).await;
    assert_contains_all(
        &text,
        &[
            "TAX INVOICE",
            "Original for recipient",
            "Lotus Salon & Spa, Indiranagar",
            "412, 100 Feet Road Bengaluru 560038",
            "GSTIN 29AAGCB7383J1Z4",
            "BLR/2627/000042",
            "15 November 2026",
            "BK-20261115-0042",
            "आशा कुलकर्णी",
            "GSTIN 27AAPFU0939F1ZV",
            "Karnataka (29)",
            "REVERSE CHARGE",
            "Haircut and blow dry",
            "999721",
            "999723",
            "Redeemed with gems",
            "₹1,25,499.00",
            "Discount: Diwali festive offer",
            "−₹1,542.22",
            "−₹500.00",
            "Taxable value",
            "₹1,17,577.88",
            "CGST at 2.5%",
            "SGST at 2.5%",
            "₹2,939.45",
            "₹1,23,456.78",
            "Paid in full by UPI",
            "1,234 gems earned",
            "This is a computer-generated tax invoice and needs no signature.",
            "Page 1 of 1",
        ],
    );
    let words = "Rupees One Lakh Twenty-Three Thousand Four Hundred Fifty-Six and Seventy-Eight Paise Only";
    assert_contains_all(&text, &[words]);
}

#[test]
fn names_in_indian_writing_systems_can_be_copied() {
    let names = [
        "प्रिया श्रीवास्तव",
        "कृष्णमूर्ति",
        "रुक्मिणी हूँ",
        "पूर्णिमा द्विवेदी",
        "हृदयेश त्रिपाठी",
        "लक्ष्मी ज्ञानेश्वर",
        "सिद्धार्थ ऋषि",
        "ॐ प्रकाश मिश्रा",
        "Asha आशा Rao राव",
        "শ্রেয়া চট্টোপাধ্যায়",
        "ਗੁਰਪ੍ਰੀਤ ਸਿੰਘ",
        "જ્યોત્સ્ના પટેલ",
        "ସୁଶ୍ରୀ ମହାନ୍ତି",
        "மீனாட்சி சுந்தரம்",
        "శ్రీలక్ష్మి రెడ్డి",
        "ಲಕ್ಷ್ಮೀ ಕೃಷ್ಣಮೂರ್ತಿ, 12",
        "ശ്രീജിത്ത് കൃഷ്ണൻ",
        "Asha ಆಶಾ (आशा) ஆஷா & co.",
    ];
    for name in names {
        let pdf = parlour_invoicing::render(&tax_invoice_with(json!({ "customer": { "name": name } }))).unwrap();
        assert_contains_all(&pdf_text(&pdf), &[name]);
    }
}

#[test]
fn emoji_in_names_are_left_out() {
    let customer = json!({ "customer": { "name": "Asha 💇🏽\u{200d}♀\u{fe0f}✨ Rao" } });
    let text = pdf_text(&parlour_invoicing::render(&tax_invoice_with(customer)).unwrap());
    assert_contains_all(&text, &["Asha Rao BLR/2627/000042"]);
    assert!(!text.contains(['💇', '🏽', '✨']), "{text}");
}

#[test]
fn amounts_paid_with_gems_are_not_shown_as_upi() {
    let mut line = tax_invoice()["lines"][1].clone();
    line["redeemedWithGems"] = true.into();
    let totals = json!({
        "subtotalPaise": 50_000, "discountPaise": 0, "redeemedValuePaise": 50_000, "totalPaise": 0,
        "rateBasisPoints": 500, "taxableValuePaise": 0, "cgstPaise": 0, "sgstPaise": 0,
    });
    let text =
        pdf_text(&parlour_invoicing::render(&tax_invoice_with(json!({ "lines": [line], "totals": totals }))).unwrap());
    assert_contains_all(&text, &["Paid in full with gems"]);
    assert!(!text.contains("UPI"), "{text}");
    let mut given = tax_invoice()["lines"][1].clone();
    (given["redeemedWithGems"], given["redeemedValuePaise"]) = (false.into(), 0.into());
    given["discountPaise"] = 50_000.into();
    let totals = json!({
        "subtotalPaise": 50_000, "discountPaise": 50_000, "redeemedValuePaise": 0, "totalPaise": 0,
        "rateBasisPoints": 500, "taxableValuePaise": 0, "cgstPaise": 0, "sgstPaise": 0,
    });
    let text =
        pdf_text(&parlour_invoicing::render(&tax_invoice_with(json!({ "lines": [given], "totals": totals }))).unwrap());
    assert!(!text.contains("Paid in full") && !text.contains("UPI"), "{text}");
}

#[tokio::test]
async fn a_tax_invoice_without_a_gstin_is_refused() {
    let mut seller = tax_invoice()["seller"].clone();
    seller["gstin"] = Value::Null;
    let refused = invoicing_client(&start_invoicing_service().await, INVOICING_SECRET)
        .render(&tax_invoice_with(json!({ "seller": seller })))
        .await;
    assert_eq!(refused, Err(InvoicingFailure::Refused(400)));
}

#[tokio::test]
async fn a_bill_of_supply_shows_no_tax() {
    let mut seller = tax_invoice()["seller"].clone();
    seller["gstin"] = Value::Null;
    seller["gstRegistered"] = false.into();
    let mut lines = tax_invoice()["lines"].clone();
    let mut totals = tax_invoice()["totals"].clone();
    for amounts in [&mut lines[0], &mut totals] {
        amounts["taxableValuePaise"] = 12_345_678.into();
        amounts["cgstPaise"] = 0.into();
        amounts["sgstPaise"] = 0.into();
    }
    totals["rateBasisPoints"] = 0.into();
    for kind in ["bill_of_supply", "membership_sale"] {
        let changes = json!({ "kind": kind, "seller": seller, "lines": lines, "totals": totals });
        let text = rendered_text(&tax_invoice_with(changes)).await;
        assert_contains_all(&text, &["BILL OF SUPPLY", "₹1,23,456.78", "999721", "आशा कुलकर्णी"]);
        for absent in ["CGST", "SGST", "Taxable", "TAX INVOICE", "29AAGCB7383J1Z4"] {
            assert!(!text.contains(absent), "{absent} is in: {text}");
        }
    }
}

#[tokio::test]
async fn a_credit_note_names_its_invoice_and_its_reason() {
    let changes = json!({
        "kind": "credit_note",
        "number": "BLR/2627/C00003",
        "date": "2026-11-20",
        "reference": {
            "type": "credited_invoice", "number": "BLR/2627/000042", "date": "2026-11-15",
            "reason": "शिकायत: The colour was not the shade agreed on",
        },
    });
    let text = rendered_text(&tax_invoice_with(changes)).await;
    assert_contains_all(
        &text,
        &[
            "CREDIT NOTE",
            "BLR/2627/C00003",
            "20 November 2026",
            "BLR/2627/000042",
            "15 November 2026",
            "शिकायत: The colour was not the shade agreed on",
            "Total credited",
            "₹1,23,456.78",
            "CGST at 2.5%",
            "1,234 gems taken back",
            "500 gems given back",
        ],
    );
    assert!(!text.contains("Paid in full"));
}

#[tokio::test]
async fn a_membership_is_invoiced_and_its_sessions_are_not() {
    let reference = json!({ "type": "membership", "number": "GOLD-7K2M9Q" });
    let text = rendered_text(&tax_invoice_with(json!({ "kind": "membership_sale", "reference": reference }))).await;
    assert_contains_all(&text, &["TAX INVOICE", "GOLD-7K2M9Q", "CGST at 2.5%", "₹1,23,456.78"]);
    let mut line = tax_invoice()["lines"][1].clone();
    let mut totals = tax_invoice()["totals"].clone();
    for amounts in [&mut line, &mut totals] {
        for (field, amount) in amounts.as_object_mut().unwrap() {
            if field.ends_with("Paise") {
                *amount = 0.into();
            }
        }
    }
    line["redeemedWithGems"] = false.into();
    let changes = json!({
        "kind": "membership_session",
        "number": "BLR/2627/S00017",
        "reference": { "type": "session", "bookingNumber": "BK-BLR-2611-S-00044-M", "membershipNumber": "GOLD-7K2M9Q" },
        "lines": [line], "totals": totals, "paymentMethod": null, "gemsEarned": 0, "gemsRedeemed": 0,
    });
    let text = rendered_text(&tax_invoice_with(changes)).await;
    let says = ["SESSION SLIP", "BLR/2627/S00017", "BK-BLR-2611-S-00044-M", "Membership GOLD-7K2M9Q", "₹0.00"];
    assert_contains_all(&text, &says);
    assert!(!text.contains("CGST") && !text.contains("TAX INVOICE"), "{text}");
}

#[tokio::test]
async fn a_union_territory_shows_utgst() {
    let mut seller = tax_invoice()["seller"].clone();
    seller["gstin"] = "04AAGCB7383J1ZG".into();
    let text = rendered_text(&tax_invoice_with(json!({ "seller": seller }))).await;
    assert_contains_all(&text, &["UTGST at 2.5%", "Chandigarh (04)"]);
}

#[tokio::test]
async fn long_documents_and_long_names_are_printed_completely() {
    let mut one = tax_invoice()["lines"][0].clone();
    one["sac"] = "999729".into();
    let lines: Vec<Value> = (1..=300)
        .map(|number| {
            let mut line = one.clone();
            line["description"] = format!("Service-{number:03}").into();
            line
        })
        .collect();
    let mut totals = tax_invoice()["totals"].clone();
    for field in ["discountPaise", "totalPaise", "taxableValuePaise", "cgstPaise", "sgstPaise"] {
        totals[field] = (one[field].as_i64().unwrap() * 300).into();
    }
    totals["subtotalPaise"] = (one["pricePaise"].as_i64().unwrap() * 300).into();
    totals["redeemedValuePaise"] = 0.into();
    let name = "Wolfeschlegelsteinhausenbergerdorffwelchevoralternwaren".repeat(5);
    let changes = json!({ "lines": lines, "totals": totals, "customer": { "name": name } });
    let text = rendered_text(&tax_invoice_with(changes)).await;
    for number in 1..=300 {
        assert_contains_all(&text, &[&format!("Service-{number:03}")]);
    }
    assert_contains_all(&text, &["Page 1 of 1", "₹3,70,37,034.00", "Tax Invoice BLR/2627/000042"]);
    let letters: String = text.chars().filter(|letter| letter.is_alphabetic()).collect();
    assert!(letters.contains(&name));
}

#[tokio::test]
async fn a_pdf_needs_the_shared_secret() {
    let address = start_invoicing_service().await;
    let document = tax_invoice_with(json!({}));
    assert!(invoicing_client(&address, INVOICING_SECRET).render(&document).await.unwrap().starts_with(b"%PDF-"));
    let refused = invoicing_client(&address, "another").render(&document).await;
    assert_eq!(refused, Err(InvoicingFailure::Refused(401)));
    let body = serde_json::to_vec(&document).unwrap();
    let now = Clock::real_unix_seconds();
    let post = || http_client().post(format!("{address}/render")).body(body.clone());
    let signed = |at: i64| (at.to_string(), parlour_invoicing::sign(INVOICING_SECRET, at, &body));
    let (at, signature) = signed(now);
    let (old, old_signature) = signed(now - 400);
    for request in [
        post(),
        post().header("x-timestamp", &at),
        post().header("x-signature", &signature),
        post().header("x-timestamp", &old).header("x-signature", &signature),
        post().header("x-timestamp", &old).header("x-signature", &old_signature),
        post().header("x-timestamp", &at).header("x-signature", &signature[2..]),
    ] {
        let answer = request.send().await.unwrap();
        assert_eq!((answer.status().as_u16(), answer.text().await.unwrap().as_str()), (401, "Unauthorized"));
    }
    let answer = post().header("x-timestamp", &at).header("x-signature", &signature).send().await.unwrap();
    assert_eq!(answer.status(), 200);
}

#[tokio::test]
async fn rendering_and_connection_failures_have_named_errors() {
    let address = start_invoicing_service().await;
    let mut wrong = tax_invoice_with(json!({}));
    wrong.totals.total_paise += 1;
    assert_eq!(invoicing_client(&address, INVOICING_SECRET).render(&wrong).await, Err(InvoicingFailure::Refused(400)));
    let mut large = tax_invoice_with(json!({}));
    large.brand.logo = Some("A".repeat(3 * 1024 * 1024));
    let refused = invoicing_client(&address, INVOICING_SECRET).render(&large).await;
    // The service may hang up before all of it has been said.
    assert!(matches!(refused, Err(InvoicingFailure::Refused(413) | InvoicingFailure::Unreachable(_))), "{refused:?}");
    let nobody = invoicing_client("http://127.0.0.1:9", INVOICING_SECRET).render(&tax_invoice_with(json!({}))).await;
    assert!(matches!(nobody, Err(InvoicingFailure::Unreachable(_))), "{nobody:?}");
    // Somebody else's service: it answers, with no PDF.
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let elsewhere = format!("http://{}", listener.local_addr().unwrap());
    let router = axum::Router::new().fallback(|| async { "%PNG" });
    tokio::spawn(async move { axum::serve(listener, router).await });
    let no_pdf = invoicing_client(&elsewhere, INVOICING_SECRET).render(&tax_invoice_with(json!({}))).await;
    assert_eq!(no_pdf, Err(InvoicingFailure::NoPdf));
}

/// Texts in any script, colours and amounts of any kind: always a PDF that others can read.
#[test]
fn random_documents_are_rendered() {
    let texts = prop::collection::vec("\\PC{0,40}|[\\x00-\\xff]{0,80}|[क-ह्ािु़ ]{0,60}|W{0,298}", 8);
    let amounts = prop::collection::vec(prop_oneof![0_i64..20_000_000, Just(0), Just(10_000_000_000)], 1..40);
    let cases = (texts, amounts, any::<[u8; 3]>(), 0..5_usize);
    let config = ProptestConfig { cases: 24, failure_persistence: None, ..ProptestConfig::default() };
    let outcome = TestRunner::new(config).run(&cases, |(texts, amounts, [red, green, blue], kind)| {
        let kinds = ["tax_invoice", "bill_of_supply", "credit_note", "membership_sale", "membership_session"];
        let phone: String = texts[4].chars().take(40).collect();
        let said = |place: usize| format!("1{}", texts[place]);
        let line = |amount: &i64| {
            json!({
                "description": said(0), "detail": texts[1], "sac": "999721", "quantity": 1, "pricePaise": amount,
                "discountPaise": 0, "redeemedValuePaise": 0, "redeemedWithGems": amount % 2 == 0,
                "totalPaise": amount, "taxableValuePaise": amount, "cgstPaise": 0, "sgstPaise": 0,
            })
        };
        let sum: i64 = amounts.iter().sum();
        let document = tax_invoice_with(json!({
            "kind": kinds[kind],
            "seller": {
                "name": said(2), "address": texts[3], "phone": phone, "gstRegistered": red % 2 == 0,
                "gstin": "29AAGCB7383J1Z4",
            },
            "brand": { "colour": format!("#{red:02x}{green:02x}{blue:02x}") },
            "customer": { "name": texts[5] },
            "reference": { "type": "credited_invoice", "number": "1", "date": "2026-11-15", "reason": said(6) },
            "lines": amounts.iter().map(line).collect::<Vec<_>>(),
            "totals": {
                "subtotalPaise": sum, "discountPaise": 0, "offerName": texts[7], "redeemedValuePaise": 0,
                "totalPaise": sum, "rateBasisPoints": 0, "taxableValuePaise": sum, "cgstPaise": 0, "sgstPaise": 0,
            },
        }));
        let pdf = parlour_invoicing::render(&document);
        prop_assert!(pdf.is_ok(), "{pdf:?}");
        assert_valid_pdf(&pdf.unwrap_or_default());
        Ok(())
    });
    outcome.unwrap();
}
