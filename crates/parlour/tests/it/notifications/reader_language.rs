//! What is no page is in the language of whoever reads it: e-mails, notifications, calendars, reports and documents.

use parlour_app::invoices::{BillingDocument, build_document};
use parlour_app::notifications::wording::{NotificationText, texts_in, word_content};
use parlour_domain::auth::role::Role;
use parlour_domain::billing::invoice_document::InvoiceDocument;
use parlour_domain::customer::Language;
use parlour_domain::ids::InvoiceId;
use parlour_domain::ist::{HOUR_MS, Timestamp};
use parlour_domain::notification::email_kind::EmailKind;
use parlour_store::DbError;
use parlour_store::notifications::emails::OutgoingEmail;
use parlour_store::notifications::{Claim, notification_records};
use parlour_testkit::actions::bookings::{
    approve_booking, cancel_booking, create_booking, haircut_request, haircut_request_at, reschedule_booking,
};
use parlour_testkit::actions::emails::{ADMIN_URL, CUSTOMER_URL, compose_email};
use parlour_testkit::actions::invoices::{bill_haircut, create_credit_note, invoice_id_by_number};
use parlour_testkit::actions::memberships::{create_membership, ten_hour_sale};
use parlour_testkit::actions::people::{manager, receptionist};
use parlour_testkit::checks::database::update_rows;
use parlour_testkit::checks::pdf::{assert_contains_all, pdf_text};
use parlour_testkit::fixtures::small_salon::{GOA, PUNE, STYLIST};
use parlour_testkit::fixtures::spa_salon::spa_salon;
use parlour_testkit::{Person, TestSalon, test_on_both_engines};
use parlour_texts::Texts;
use parlour_worker::emails::{self, ComposeInputs, EmailMessage};
use serde_json::json;

/// Names and abbreviations that are in Latin letters in Hindi too.
const LATIN_WORDS: [&str; 8] = ["CGST", "GST", "GSTIN", "PDF", "Parlour", "SAC", "SGST", "UPI"];

/// The words in Latin letters, without addresses and numbers such as `BK-PUN-2703-H-00001`.
fn latin_words(text: &str) -> Vec<&str> {
    let is_number = |word: &str| word.contains(|letter: char| letter.is_ascii_digit());
    let is_address = |word: &str| word.contains("://") || word.contains('@') || is_number(word);
    text.split_whitespace()
        .filter(|word| !is_address(word))
        .flat_map(|word| word.split(|letter: char| !letter.is_ascii_alphabetic()))
        .filter(|word| !word.is_empty() && !LATIN_WORDS.contains(word))
        .collect()
}

#[track_caller]
fn assert_hindi(text: &str) {
    assert!(text.contains(|letter: char| matches!(letter, '\u{900}'..='\u{97F}')), "{text}");
    assert_eq!(latin_words(text), Vec::<&str>::new(), "{text}");
}

#[track_caller]
fn assert_hindi_email(email: &EmailMessage) {
    assert_hindi(&email.subject);
    assert_hindi(&email.text);
    for part in ["<html lang=\"hi\">", "'Noto Sans Devanagari'", "line-height:1.6"] {
        assert!(email.html.contains(part), "{part} is not in {}", email.html);
    }
    for part in ["letter-spacing", "text-transform"] {
        assert!(!email.html.contains(part), "{part} is in {}", email.html);
    }
}

/// Whose names are in Hindi, as a salon in India may have them.
async fn salon_with_hindi_names() -> TestSalon {
    let salon = spa_salon().await;
    for (id, sql) in [
        (PUNE, "update branches set name = 'आँगन', address = 'एमजी रोड, पुणे', gstin = '27AAPFU0939F1ZV' where id = $1"),
        (GOA, "update branches set name = 'आँगन गोवा', address = 'पणजी' where id = $1"),
        ("service-cut", "update services set name = 'हेयरकट' where id = $1"),
        ("gold", "update membership_tiers set name = 'गोल्ड' where id = $1"),
    ] {
        update_rows(&salon, id, sql).await;
    }
    salon
}

/// A customer who has chosen Hindi.
async fn hindi_customer(salon: &TestSalon) -> Person {
    let asha = salon.customer("Asha").await;
    asha.patch("/api/profile", &json!({ "name": "आशा राव", "language": "hi" })).await.expect_ok();
    asha
}

/// The text of a calendar, with lines as they were before they were folded.
fn unfolded(calendar: &str) -> String {
    calendar.replace("\r\n ", "")
}

#[track_caller]
fn assert_has_line(calendar: &str, line: &str) {
    assert!(calendar.split("\r\n").any(|found| found == line), "{line} is not in {calendar}");
}

#[test_on_both_engines]
async fn emails_about_a_booking_are_in_the_language_of_their_reader() {
    let salon = salon_with_hindi_names().await;
    let (desk, asha, kiran) = (receptionist(&salon).await, hindi_customer(&salon).await, salon.customer("Kiran").await);
    let id = create_booking(&asha, &haircut_request()).await;
    approve_booking(&desk, &id, STYLIST).await.expect_ok();
    let about = async |kind, period| compose_email(&salon, kind, asha.id(), &id, period).await.unwrap();
    let confirmed = about(EmailKind::BookingConfirmed, "0").await;
    assert_eq!(confirmed.subject, "अपॉइंटमेंट कन्फ़र्म: शुक्र 5 मार्च, सुबह 11:00, आँगन");
    for part in ["नमस्ते आशा राव जी,", "शुक्रवार, 5 मार्च 2027", "- हेयरकट (45 मिनट): ₹1,200\n"]
    {
        assert!(confirmed.text.contains(part), "{part} is not in {}", confirmed.text);
    }
    assert_hindi_email(&confirmed);
    let calendar = unfolded(&String::from_utf8(confirmed.attachments[0].bytes.clone()).unwrap());
    assert_has_line(&calendar, "SUMMARY:आँगन में हेयरकट");
    assert_has_line(&calendar, "DESCRIPTION:बुकिंग BK-PUN-2703-H-00001: कन्फ़र्म।");

    reschedule_booking(&asha, &id, "2027-03-06", "12:00").await.expect_ok();
    assert_hindi_email(&about(EmailKind::BookingRescheduled, "1").await);
    approve_booking(&desk, &id, STYLIST).await.expect_ok();
    assert_hindi_email(&about(EmailKind::BookingRescheduled, "1").await);
    assert_hindi_email(&about(EmailKind::BookingChanged, "").await);
    cancel_booking(&asha, &id).await.expect_ok();
    let cancelled = about(EmailKind::BookingCancelled, "").await;
    assert_hindi_email(&cancelled);
    let calendar = unfolded(&String::from_utf8(cancelled.attachments[0].bytes.clone()).unwrap());
    assert_has_line(&calendar, "DESCRIPTION:बुकिंग BK-PUN-2703-H-00001: रद्द।");

    // Whoever has chosen nothing, or English, reads English.
    let english = create_booking(&kiran, &haircut_request_at("2027-03-05", "16:00")).await;
    approve_booking(&desk, &english, STYLIST).await.expect_ok();
    let confirmed = compose_email(&salon, EmailKind::BookingConfirmed, kiran.id(), &english, "0").await.unwrap();
    assert_eq!(confirmed.subject, "Confirmed: Fri 5 Mar, 4:00 pm at आँगन");
    assert!(confirmed.html.contains("<html lang=\"en\">") && confirmed.text.contains("Hello Kiran,"));
    let calendar = unfolded(&String::from_utf8(confirmed.attachments[0].bytes.clone()).unwrap());
    assert_has_line(&calendar, "SUMMARY:हेयरकट at आँगन");
    kiran.patch("/api/profile", &json!({ "language": "hi" })).await.expect_ok();
    let confirmed = compose_email(&salon, EmailKind::BookingConfirmed, kiran.id(), &english, "0").await.unwrap();
    assert!(confirmed.html.contains("<html lang=\"hi\">"), "the language of the moment when it is sent");
    salon.run_due_jobs().await;
}

#[test_on_both_engines]
async fn notifications_are_in_the_language_of_their_reader() {
    let salon = salon_with_hindi_names().await;
    let (desk, asha, kiran) = (receptionist(&salon).await, hindi_customer(&salon).await, salon.customer("Kiran").await);
    for (person, time) in [(&asha, "11:00"), (&kiran, "16:00")] {
        let id = create_booking(person, &haircut_request_at("2027-03-05", time)).await;
        approve_booking(&desk, &id, STYLIST).await.expect_ok();
    }
    let first = async |person: &Person| person.get("/api/notifications").await.expect_ok()["notifications"][0].clone();
    let told = first(&asha).await;
    assert_eq!(told["title"], "आपकी बुकिंग कन्फ़र्म हो गई");
    assert_eq!(told["body"], "BK-PUN-2703-H-00001: शुक्र 5 मार्च 2027, सुबह 11:00, हेयरकट");
    assert_eq!(first(&kiran).await["title"], Texts::ENGLISH.notification().booking_confirmed_title());

    // What a push message is made of.
    let now = salon.now();
    let claim = Claim { now, until: now.plus_millis(HOUR_MS), limit: 50 };
    let claimed = salon
        .app
        .db
        .write(move |tx| notification_records::claim_pending(tx, Timestamp::from_millis(0), claim))
        .await
        .unwrap();
    let pushed = |person: &Person| {
        let own = claimed.iter().find(|notification| notification.user_id == *person.id()).expect("a push message");
        (own.language, word_content(&own.content, texts_in(own.language)))
    };
    let (language, NotificationText { title, body }) = pushed(&asha);
    assert_eq!(language, Some(Language::Hindi));
    assert_hindi(&title);
    assert_hindi(&body);
    assert_ne!(pushed(&kiran).0, Some(Language::Hindi));
    salon.run_due_jobs().await;
}

#[test_on_both_engines]
async fn calendars_are_in_the_language_of_their_owner() {
    let salon = salon_with_hindi_names().await;
    let (desk, asha) = (receptionist(&salon).await, hindi_customer(&salon).await);
    let id = create_booking(&asha, &haircut_request()).await;
    let shared = asha.post_empty("/api/profile/calendar").await.expect_created();
    let url = shared["calendar"]["url"].as_str().unwrap();
    let path = &url[url.find("/calendar/").unwrap()..];
    let feed = async || unfolded(&salon.visitor().get(path).await.text());
    let file = async || unfolded(&asha.get(&format!("/api/bookings/{id}/calendar.ics")).await.text());
    assert_has_line(&feed().await, "X-WR-CALNAME:मेरे अपॉइंटमेंट");
    for calendar in [feed().await, file().await] {
        assert_has_line(&calendar, "SUMMARY:आँगन में हेयरकट");
        assert_has_line(&calendar, "DESCRIPTION:बुकिंग BK-PUN-2703-H-00001: कन्फ़र्म नहीं।");
    }
    approve_booking(&desk, &id, STYLIST).await.expect_ok();
    asha.patch("/api/profile", &json!({ "language": "en" })).await.expect_ok();
    assert_has_line(&feed().await, "X-WR-CALNAME:My visits");
    for calendar in [feed().await, file().await] {
        assert_has_line(&calendar, "SUMMARY:हेयरकट at आँगन");
        assert_has_line(&calendar, "DESCRIPTION:Booking BK-PUN-2703-H-00001\\, confirmed.");
    }
    salon.run_due_jobs().await;
}

async fn document(salon: &TestSalon, id: &str, document: BillingDocument) -> InvoiceDocument {
    let id = InvoiceId::new(id);
    let read = salon.app.db.read(move |conn| build_document(conn, &id, &document));
    read.await.unwrap().unwrap()
}

fn printed(document: &InvoiceDocument) -> String {
    pdf_text(&parlour_invoicing::render(document).unwrap())
}

#[test_on_both_engines]
async fn an_invoice_is_in_the_language_of_its_customer() {
    let salon = salon_with_hindi_names().await;
    let (desk, meera) = (receptionist(&salon).await, manager(&salon).await);
    let (asha, kiran) = (hindi_customer(&salon).await, salon.customer("Kiran").await);
    let id = bill_haircut(&salon, &desk, &asha).await;
    let email = compose_email(&salon, EmailKind::Invoice, asha.id(), &id, "").await.unwrap();
    assert_hindi_email(&email);
    let invoice = document(&salon, &id, BillingDocument::Invoice).await;
    assert_eq!(invoice.language, Language::Hindi);
    let text = printed(&invoice);
    assert_contains_all(
        &text,
        &[
            "टैक्स इनवॉइस",
            "TAX INVOICE",
            "Original for recipient",
            "आशा राव",
            "1 मार्च 2027",
            "GSTIN 27AAPFU0939F1ZV",
            "महाराष्ट्र (27)",
            "CGST 2.5%",
            "SGST 2.5%",
            "₹1,200.00",
            "रकम शब्दों में",
            "एक हज़ार दो सौ रुपए मात्र",
        ],
    );
    for absent in ["BILLED TO", "Rupees", "Total", "Thank you", "Page 1"] {
        assert!(!text.contains(absent), "{absent} is in {text}");
    }

    let note = create_credit_note(&meera, &id).await["id"].as_str().unwrap().to_owned();
    let email = compose_email(&salon, EmailKind::CreditNote, asha.id(), &id, &note).await.unwrap();
    assert_eq!(latin_words(&email.text), ["Wrong", "colour"], "what somebody typed stays as it is");
    let text = printed(&document(&salon, &id, BillingDocument::CreditNote(note)).await);
    assert_contains_all(&text, &["क्रेडिट नोट", "CREDIT NOTE", "एक हज़ार दो सौ रुपए मात्र", "Wrong colour"]);

    let english = bill_haircut(&salon, &desk, &kiran).await;
    let invoice = document(&salon, &english, BillingDocument::Invoice).await;
    assert_eq!(invoice.language, Language::English);
    let text = printed(&invoice);
    assert_contains_all(&text, &["TAX INVOICE", "BILLED TO", "Rupees One Thousand Two Hundred Only"]);
    assert!(!text.contains("टैक्स"), "{text}");
    salon.run_due_jobs().await;
}

#[test_on_both_engines]
async fn a_membership_is_in_the_language_of_its_customer() {
    let salon = salon_with_hindi_names().await;
    let (desk, asha) = (receptionist(&salon).await, hindi_customer(&salon).await);
    let membership = create_membership(&desk, &ten_hour_sale(&asha)).await;
    let email = compose_email(&salon, EmailKind::MembershipCreated, asha.id(), &membership, "").await.unwrap();
    assert_hindi_email(&email);
    assert!(email.text.contains("10 घंटे"), "{}", email.text);
    let id = invoice_id_by_number(&desk, "PUN/2627/000001").await;
    let sold = document(&salon, &id, BillingDocument::Invoice).await;
    assert_eq!(sold.lines[0].description, "मेंबरशिप गोल्ड, 10 घंटे");
    assert_contains_all(&printed(&sold), &["10 घंटे", "1 मार्च 2027", "अठारह हज़ार रुपए मात्र"]);
    asha.patch("/api/profile", &json!({ "language": "en" })).await.expect_ok();
    let sold = document(&salon, &id, BillingDocument::Invoice).await;
    assert_eq!(sold.lines[0].description, "Membership गोल्ड, 10 h");
    salon.run_due_jobs().await;
}

/// The report of this kind as it goes to an address.
async fn report(salon: &TestSalon, kind: EmailKind, to: &str, period: &str) -> EmailMessage {
    let asked = OutgoingEmail {
        id: "report-1".to_owned(),
        kind,
        user_id: None,
        recipient: to.to_owned(),
        subject: String::new(),
        period: period.to_owned(),
        attempts: 0,
        created_at: salon.now(),
    };
    let inputs = ComposeInputs {
        now: salon.now(),
        customer_url: CUSTOMER_URL.to_owned(),
        admin_url: ADMIN_URL.to_owned(),
        sender: "desk@example.in".to_owned(),
        unsubscribe: None,
        pdf: None,
    };
    let written = salon.app.db.read(move |conn| emails::compose_with(conn, &asked, &inputs));
    let written: Result<_, DbError> = written.await;
    written.unwrap().unwrap()
}

#[test_on_both_engines]
async fn a_report_is_in_the_language_of_whose_address_it_goes_to() {
    let salon = salon_with_hindi_names().await;
    let (desk, asha) = (receptionist(&salon).await, hindi_customer(&salon).await);
    bill_haircut(&salon, &desk, &asha).await;
    let olga = salon.member("Olga", Role::Owner).await;
    let (own, other) = ("Olga@test.invalid", "accountant@example.in");
    let daily = async |to| report(&salon, EmailKind::DailySalesReport, to, "2027-03-01").await;
    assert!(daily(own).await.html.contains("<html lang=\"en\">"), "nothing is chosen");
    olga.patch("/api/me", &json!({ "language": "hi" })).await.expect_ok();
    let sent = daily(own).await;
    assert_eq!(sent.subject, "सोम 1 मार्च की बिक्री: ₹1,200");
    assert_hindi_email(&sent);
    assert_eq!(sent.inline.len(), 1, "the chart");
    let weekly = report(&salon, EmailKind::WeeklyReport, own, "2027-03-01").await;
    assert_eq!(weekly.subject, "हफ़्ते की बिक्री, 1 से 7 मार्च 2027: ₹1,200");
    assert_hindi_email(&weekly);
    let monthly = report(&salon, EmailKind::MonthlyGstSummary, own, "2027-03-01").await;
    assert_eq!(monthly.subject, "मार्च 2027 का GST");
    assert_hindi_email(&monthly);
    let english = daily(other).await;
    assert_eq!(english.subject, "Sales on Mon 1 Mar: ₹1,200");
    let english = report(&salon, EmailKind::WeeklyReport, other, "2027-03-01").await;
    assert_eq!(english.subject, "Sales of the week 1 to 7 March 2027: ₹1,200");
    salon.run_due_jobs().await;
}
