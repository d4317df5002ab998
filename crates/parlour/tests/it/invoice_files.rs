//! Invoices on paper: printed, kept, brought, and read under addresses that open them for a while.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use axum::extract::{Request, State};
use axum::http::StatusCode;
use axum::middleware::{Next, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use parlour_app::backstage::Outside;
use parlour_app::clock::Clock;
use parlour_app::outside::files::{Bucket, Files, FilesError};
use parlour_app::outside::invoicing::InvoicingClient;
use parlour_app::outside::links::LinkedFile;
use parlour_domain::app_side::AppSide;
use parlour_domain::job::Job;
use parlour_domain::role::Role;
use parlour_store::{DbError, params};
use parlour_testkit::s3_server::S3Server;
use parlour_testkit::{Person, Reply, SalonOptions, TestSalon, test_on_both_engines};
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::net::TcpListener;

use crate::back_office::logged;
use crate::billing::{INVOICES, desk, numbered, pays, shows};
use crate::credit_notes::{credited, manager};
use crate::desk_memberships::{records, sells, ten_hours, visit, with_packages};
use crate::invoicing::{assert_says, text_of};
use crate::jobs_customers::feed;
use crate::jobs_triggered::{letters_about, letters_in, mail_to, runs};
use crate::small_salon::{PUNE, furnished, set};

const SECRET: &str = "between-us-and-the-printer";

/// The real invoicing service, which can be told to fail, and counts what it prints.
#[derive(Default)]
struct Printer {
    is_down: AtomicBool,
    printed: AtomicU64,
}

impl Printer {
    async fn start() -> (Arc<Self>, InvoicingClient) {
        let printer = Arc::new(Self::default());
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap()).parse().unwrap();
        let router = parlour_invoicing::router(SECRET, Clock::protocol_seconds)
            .layer(from_fn_with_state(Arc::clone(&printer), Self::stands_before));
        // Ends with the test's runtime.
        tokio::spawn(async move { axum::serve(listener, router).await });
        let http = reqwest::Client::builder().no_proxy().build().unwrap();
        (printer, InvoicingClient::new(url, SECRET, http))
    }

    async fn stands_before(State(printer): State<Arc<Self>>, request: Request, next: Next) -> Response {
        if printer.is_down.load(Ordering::Acquire) {
            return StatusCode::INTERNAL_SERVER_ERROR.into_response();
        }
        let answer = next.run(request).await;
        if answer.status() == StatusCode::OK {
            printer.printed.fetch_add(1, Ordering::AcqRel);
        }
        answer
    }

    fn fails(&self, whether: bool) {
        self.is_down.store(whether, Ordering::Release);
    }

    fn printed(&self) -> u64 {
        self.printed.load(Ordering::Acquire)
    }
}

/// A salon that prints, keeps and writes.
struct House {
    salon: TestSalon,
    printer: Arc<Printer>,
    home: TempDir,
}

impl House {
    async fn open() -> Self {
        Self::keeping(|home| Files::in_folder(&home.path().join("files")).unwrap()).await
    }

    async fn keeping(files: impl FnOnce(&TempDir) -> Files) -> Self {
        let home = tempfile::tempdir().unwrap();
        std::fs::create_dir(home.path().join("mail")).unwrap();
        let (printer, client) = Printer::start().await;
        let outside = Outside {
            mail: mail_to(&home.path().join("mail")),
            invoicing: Some(client),
            files: Some(files(&home)),
            ..Outside::default()
        };
        let salon = TestSalon::with_outside(SalonOptions::default(), outside).await;
        Self { salon: with_packages(furnished(salon).await).await, printer, home }
    }

    async fn prints(&self, invoice: &str) -> Value {
        runs(&self.salon, Job::InvoicePdf, &json!({ "invoiceId": invoice })).await
    }

    fn letters(&self) -> Vec<String> {
        letters_in(&self.home.path().join("mail"))
    }

    fn path_of(&self, invoice: &str) -> PathBuf {
        self.home.path().join(format!("files/invoices/PUN/2627/{invoice}.pdf"))
    }

    /// The path of an address that one of the apps has led to.
    #[track_caller]
    fn led_to(&self, reply: &Reply, side: AppSide) -> String {
        assert_eq!(reply.status, StatusCode::SEE_OTHER, "{}", reply.text());
        let location = reply.header("location").unwrap();
        let path = location.strip_prefix(self.salon.url(side)).unwrap();
        assert!(path.starts_with("/files/"), "{location}");
        path.to_owned()
    }
}

fn outcome(attached: bool, reason: Option<&str>, sent: bool) -> Value {
    json!({ "success": true, "attached": attached, "reason": reason, "sent": sent })
}

fn has_paper(letter: &str) -> bool {
    letter.contains("application/pdf")
}

#[track_caller]
fn expect_pdf(reply: &Reply, name: &str) -> Vec<u8> {
    assert_eq!(reply.status, StatusCode::OK, "{}", reply.text());
    assert_eq!(reply.header("content-type"), Some("application/pdf"));
    assert_eq!(reply.header("content-disposition"), Some(&*format!("inline; filename=\"{name}\"")));
    assert_eq!(reply.header("cache-control"), Some("private, no-store"));
    assert_eq!(reply.header("x-content-type-options"), Some("nosniff"));
    assert!(reply.bytes.starts_with(b"%PDF-") && reply.bytes.len() > 1_000);
    reply.bytes.clone()
}

/// Waiting work about an invoice: what it is told, and in how many seconds.
async fn waiting(salon: &TestSalon, invoice: &str) -> Vec<(Value, i64)> {
    let (subject, now) = (format!("invoice:{invoice}"), salon.now());
    let read = salon.app.db.read(move |conn| -> Result<_, DbError> {
        conn.all::<(String, parlour_domain::ist::Timestamp)>(
            "select payload, due_at from work
             where subject = $1 and done_at is null and parked_at is null order by due_at, id",
            params![subject],
        )
    });
    let rows = read.await.unwrap().into_iter();
    rows.map(|(payload, due_at)| (serde_json::from_str(&payload).unwrap(), due_at.millis_since(now) / 1_000))
        .collect()
}

async fn everything_is_done(salon: &TestSalon) {
    let now = salon.now();
    crate::public_reads::change(&salon.app, move |tx| {
        tx.execute("update work set done_at = $1 where done_at is null", params![now]).map(drop)
    })
    .await;
}

async fn stored_url(salon: &TestSalon, invoice: &str) -> Option<String> {
    let invoice = invoice.to_owned();
    let read = salon.app.db.read(move |conn| -> Result<_, DbError> {
        conn.one::<(Option<String>,)>("select pdf_url from invoices where id = $1", params![invoice])
    });
    read.await.unwrap().unwrap().0
}

#[test_on_both_engines]
async fn an_invoice_is_printed_kept_and_brought_once() {
    let house = House::open().await;
    let salon = &house.salon;
    let (desk, asha) = (desk(salon).await, salon.customer("Asha").await);
    let id = pays(salon, &desk, &asha).await;
    let booking = shows(&desk, &id).await["bookingId"].clone();
    let told = json!({ "bookingId": booking });
    assert_eq!(runs(salon, Job::InvoicePdf, &told).await, outcome(true, None, true));
    assert_eq!(shows(&desk, &id).await["hasPdf"], true);
    let stable = format!("{}/api/invoices/{id}/pdf", salon.url(AppSide::Customer));
    assert_eq!(stored_url(salon, &id).await, Some(stable));
    let kept = std::fs::read(house.path_of(&id)).unwrap();
    assert!(kept.starts_with(b"%PDF-"));
    let again = outcome(true, Some("it was sent before"), false);
    assert_eq!(runs(salon, Job::InvoicePdf, &told).await, again);
    assert_eq!(house.prints(&id).await, again);
    assert_eq!(house.printer.printed(), 1, "what is kept is not printed again");
    let letters = house.letters();
    assert_eq!(letters.len(), 1);
    assert!(has_paper(&letters[0]) && letters[0].contains("PUN-2627-000001.pdf"), "{}", letters[0]);
    let rows = feed(salon, "invoice_ready").await;
    assert_eq!(rows.len(), 1);
    assert_eq!((rows[0].user_id.as_str(), rows[0].subject.as_str()), (asha.id().as_str(), id.as_str()));
    assert_eq!(rows[0].body, "PUN/2627/000001 of 1 Mar 2027");
}

#[test_on_both_engines]
async fn a_paper_is_read_by_whoever_may_and_for_a_while() {
    let house = House::open().await;
    let salon = &house.salon;
    let (desk, asha, tara) = (desk(salon).await, salon.customer("Asha").await, salon.customer("Tara").await);
    let id = pays(salon, &desk, &asha).await;
    house.prints(&id).await;
    let (own, at_desk) = (format!("/api/invoices/{id}/pdf"), format!("{INVOICES}/{id}/pdf"));
    let path = house.led_to(&asha.get(&own).await, AppSide::Customer);
    let desk_path = house.led_to(&desk.get(&at_desk).await, AppSide::Admin);
    let strangers = [salon.visitor(), salon.stranger_at_the_desk()];
    let kept = std::fs::read(house.path_of(&id)).unwrap();
    for (stranger, path) in strangers.iter().zip([&path, &desk_path]) {
        assert_eq!(expect_pdf(&stranger.get(path).await, "PUN-2627-000001.pdf"), kept);
        // The address is the key, at either door.
        expect_pdf(&stranger.get(&path.clone()).await, "PUN-2627-000001.pdf");
    }
    tara.get(&own).await.expect_error(404, "NOT_FOUND");
    salon.visitor().get(&own).await.expect_error(401, "UNAUTHENTICATED");

    let file = LinkedFile {
        name: format!("invoices/PUN/2627/{id}.pdf"),
        shown_as: "PUN-2627-000001.pdf".to_owned(),
    };
    let signer = salon.backstage().outside.links.signer(&salon.app).await.unwrap();
    let now = Clock::protocol_seconds();
    let opens = async |token: String| salon.visitor().get(&format!("/files/{token}")).await;
    expect_pdf(&opens(signer.sign(&file, now + 60)).await, "PUN-2627-000001.pdf");
    opens(signer.sign(&file, now - 1)).await.expect_error(404, "NOT_FOUND");
    let missing = LinkedFile { name: "invoices/PUN/2627/nope.pdf".to_owned(), ..file.clone() };
    opens(signer.sign(&missing, now + 60)).await.expect_error(404, "NOT_FOUND");
    let token = path.strip_prefix("/files/").unwrap();
    let mut tampered = token.to_owned();
    let other = if tampered.pop() == Some('A') { 'B' } else { 'A' };
    // The last letter of a signature holds bits that count for nothing; the first does not.
    tampered.replace_range(0..1, &other.to_string());
    for wrong in [tampered.as_str(), "nope", "a.b", "%00", &token[..token.len() - 8], "../secret"] {
        opens(wrong.to_owned()).await.expect_error(404, "NOT_FOUND");
    }
    // Another process signs and reads with the same secret.
    let other = parlour_app::outside::links::FileLinks::default();
    let app = salon.opened_again().await;
    assert_eq!(other.file_of(&app, token).await.unwrap(), Some(file));
}

#[test_on_both_engines]
async fn where_nobody_can_print_the_letter_goes_alone_and_the_paper_follows() {
    let house = House::open().await;
    let salon = &house.salon;
    let (desk, asha) = (desk(salon).await, salon.customer("Asha").await);
    let id = pays(salon, &desk, &asha).await;
    everything_is_done(salon).await;
    house.printer.fails(true);
    let reason = "the invoicing service answered with status 500";
    assert_eq!(house.prints(&id).await, outcome(false, Some(reason), true));
    let letters = house.letters();
    assert_eq!(letters.len(), 1);
    assert!(!has_paper(&letters[0]));
    asha.get(&format!("/api/invoices/{id}/pdf")).await.expect_error(404, "NOT_FOUND");
    let quietly = json!({ "invoiceId": id, "quiet": true });
    let now_and_later = [(quietly.clone(), 0), (quietly.clone(), 600)];
    assert_eq!(waiting(salon, &id).await, now_and_later, "whoever looked has it made now");
    everything_is_done(salon).await;

    salon.advance_seconds(600);
    assert_eq!(runs(salon, Job::InvoicePdf, &quietly).await, outcome(false, Some(reason), false));
    assert_eq!(waiting(salon, &id).await, [(quietly.clone(), 600)], "20 minutes after the sale");
    assert_eq!(runs(salon, Job::InvoicePdf, &quietly).await, outcome(false, Some(reason), false));
    assert_eq!(waiting(salon, &id).await.len(), 1);
    let status = house.salon.member("Dev", Role::Developer).await.get("/api/integrations").await.expect_ok();
    let named = |name: &str| {
        let all = status["integrations"].as_array().unwrap();
        all.iter().find(|one| one["name"] == name).unwrap().clone()
    };
    assert_eq!(named("invoicing")["lastError"], reason);

    house.printer.fails(false);
    assert_eq!(runs(salon, Job::InvoicePdf, &quietly).await, outcome(true, None, false));
    let path = house.led_to(&asha.get(&format!("/api/invoices/{id}/pdf")).await, AppSide::Customer);
    expect_pdf(&asha.get(&path).await, "PUN-2627-000001.pdf");
    assert_eq!(house.letters().len(), 1, "nobody is written to twice");
    salon.advance_seconds(30 * 24 * 60 * 60);
    house.printer.fails(true);
    std::fs::remove_file(house.path_of(&id)).unwrap();
    everything_is_done(salon).await;
    house.prints(&id).await;
    assert_eq!(waiting(salon, &id).await, [], "after a week it is left to whoever looks");
}

#[test_on_both_engines]
async fn without_a_printer_without_a_place_and_without_an_address() {
    let salon = with_packages(furnished(TestSalon::open().await).await).await;
    let (desk, asha) = (desk(&salon).await, salon.customer("Asha").await);
    let id = pays(&salon, &desk, &asha).await;
    let told = json!({ "invoiceId": id });
    let reason = "there is no place for files; no mail is set up";
    assert_eq!(runs(&salon, Job::InvoicePdf, &told).await, outcome(false, Some(reason), false));
    assert_eq!(letters_about(&salon, &id).await.len(), 1);
    assert_eq!(waiting(&salon, &id).await, [], "nobody will ever print it");

    let home = tempfile::tempdir().unwrap();
    let outside = Outside {
        mail: mail_to(home.path()),
        files: Some(Files::in_folder(home.path()).unwrap()),
        ..Outside::default()
    };
    let salon = furnished(TestSalon::with_outside(SalonOptions::default(), outside).await).await;
    let (desk, asha) = (crate::billing::desk(&salon).await, salon.customer("Asha").await);
    let id = pays(&salon, &desk, &asha).await;
    set(
        &salon,
        asha.id().as_str(),
        "update users set email = null, email_folded = null, email_verified = false where id = $1",
    )
    .await;
    let reason = "the invoicing service is not set up; the customer has no e-mail address";
    let told = json!({ "invoiceId": id });
    assert_eq!(runs(&salon, Job::InvoicePdf, &told).await, outcome(false, Some(reason), false));
    assert_eq!(letters_about(&salon, &id).await, []);
    assert_eq!(feed(&salon, "invoice_ready").await.len(), 1, "the app tells them");
}

#[test_on_both_engines]
async fn the_desk_sends_it_as_often_as_it_likes() {
    let house = House::open().await;
    let salon = &house.salon;
    let (desk, asha) = (desk(salon).await, salon.customer("Asha").await);
    let id = pays(salon, &desk, &asha).await;
    everything_is_done(salon).await;
    assert_eq!(house.prints(&id).await["sent"], true);
    for times in 2..4 {
        desk.press(&format!("{INVOICES}/{id}/send")).await.expect_ok();
        let (told, due) = waiting(salon, &id).await.remove(0);
        assert_eq!(due, 0);
        assert_eq!(runs(salon, Job::InvoicePdf, &told).await, outcome(true, None, true));
        let again = outcome(true, Some("it was sent before"), false);
        assert_eq!(
            runs(salon, Job::InvoicePdf, &told).await,
            again,
            "the same work again is no other letter"
        );
        assert_eq!(house.letters().len(), times);
        everything_is_done(salon).await;
    }
    assert_eq!(feed(salon, "invoice_ready").await.len(), 1);
    assert_eq!(house.printer.printed(), 1);
    std::fs::remove_file(house.path_of(&id)).unwrap();
    desk.press(&format!("{INVOICES}/{id}/send")).await.expect_ok();
    let (told, _) = waiting(salon, &id).await.remove(0);
    assert_eq!(runs(salon, Job::InvoicePdf, &told).await, outcome(true, None, true));
    assert_eq!(house.printer.printed(), 2, "what was lost is printed anew");
    assert!(house.path_of(&id).exists());
}

#[test_on_both_engines]
async fn memberships_have_papers_and_sessions_do_when_somebody_looks() {
    let house = House::open().await;
    let salon = &house.salon;
    let (desk, asha) = (desk(salon).await, salon.customer("Asha").await);
    let sold = sells(&desk, &ten_hours(&asha)).await.expect_created();
    let purchase = sold["membership"]["invoiceId"].as_str().unwrap().to_owned();
    let told = json!({ "invoiceId": purchase });
    assert_eq!(waiting(salon, &purchase).await, [(told.clone(), 0)]);
    assert_eq!(runs(salon, Job::InvoicePdf, &told).await, outcome(true, None, true));
    everything_is_done(salon).await;
    records(&desk, sold["membership"]["id"].as_str().unwrap(), &visit(60)).await.expect_created();
    let slip = numbered(&desk, "PUN/2627/S00001").await;
    for _ in 0..3 {
        asha.get(&format!("/api/invoices/{slip}/pdf")).await.expect_error(404, "NOT_FOUND");
    }
    let quietly = json!({ "invoiceId": slip, "quiet": true });
    assert_eq!(waiting(salon, &slip).await, [(quietly.clone(), 0)]);
    assert_eq!(runs(salon, Job::InvoicePdf, &quietly).await, outcome(true, None, false));
    let path = house.led_to(&asha.get(&format!("/api/invoices/{slip}/pdf")).await, AppSide::Customer);
    expect_pdf(&asha.get(&path).await, "PUN-2627-S00001.pdf");
    assert_eq!(house.letters().len(), 1, "nobody is written to about the slip");
    assert_eq!(feed(salon, "invoice_ready").await.len(), 1);
}

#[test_on_both_engines]
async fn a_credit_note_has_a_paper_too() {
    let house = House::open().await;
    let salon = &house.salon;
    let (desk, meera, asha) = (desk(salon).await, manager(salon).await, salon.customer("Asha").await);
    let id = pays(salon, &desk, &asha).await;
    let at = format!("{INVOICES}/{id}/credit-note/pdf");
    desk.get(&at).await.expect_error(404, "NOT_FOUND");
    assert_eq!(waiting(salon, &id).await, [], "there is nothing to print");
    house.prints(&id).await;
    credited(&meera, &id).await;
    let quietly = json!({ "invoiceId": id, "quiet": true });
    assert_eq!(waiting(salon, &id).await, [(quietly.clone(), 0)]);
    let not_yet = desk.get(&at).await;
    assert_eq!(not_yet.json()["error"]["retryable"], true, "{}", not_yet.text());
    not_yet.expect_error(404, "NOT_FOUND");
    assert_eq!(runs(salon, Job::InvoicePdf, &quietly).await, outcome(true, None, true));
    assert_eq!(house.printer.printed(), 2);
    let path = house.led_to(&desk.get(&at).await, AppSide::Admin);
    expect_pdf(&desk.get(&path).await, "PUN-2627-C00001.pdf");
    assert_eq!(runs(salon, Job::InvoicePdf, &quietly).await, outcome(true, None, false));
    assert_eq!(house.printer.printed(), 2);
    salon.stranger_at_the_desk().get(&at).await.expect_error(401, "UNAUTHENTICATED");

    let letters = house.letters();
    let brought: Vec<_> = letters.iter().filter(|letter| letter.contains("Credit note PUN/")).collect();
    assert_eq!((letters.len(), brought.len()), (2, 1), "once");
    assert!(has_paper(brought[0]) && brought[0].contains("PUN-2627-C00001.pdf"), "{}", brought[0]);
    let own = format!("/api/invoices/{id}/credit-note/pdf");
    let path = house.led_to(&asha.get(&own).await, AppSide::Customer);
    expect_pdf(&asha.get(&path).await, "PUN-2627-C00001.pdf");
    salon.customer("Tara").await.get(&own).await.expect_error(404, "NOT_FOUND");
    salon.visitor().get(&own).await.expect_error(401, "UNAUTHENTICATED");
    assert_eq!(feed(salon, "invoice_ready").await.len(), 1);
}

#[test_on_both_engines]
async fn a_credit_note_is_told_of_without_its_paper_and_while_it_is_news() {
    let house = House::open().await;
    let salon = &house.salon;
    let (desk, meera) = (desk(salon).await, manager(salon).await);
    let (asha, tara) = (salon.customer("Asha").await, salon.customer("Tara").await);
    let id = pays(salon, &desk, &asha).await;
    house.prints(&id).await;
    house.printer.fails(true);
    credited(&meera, &id).await;
    let quietly = json!({ "invoiceId": id, "quiet": true });
    let reason = "the invoicing service answered with status 500";
    assert_eq!(runs(salon, Job::InvoicePdf, &quietly).await, outcome(false, Some(reason), true));
    let written = letters_about(salon, &id).await;
    let kinds: Vec<&str> = written.iter().map(|(kind, _, _)| kind.as_str()).collect();
    assert_eq!(kinds, ["credit-note", "invoice"]);
    assert!(!house.letters().iter().any(|letter| letter.contains("C00001.pdf")));
    house.printer.fails(false);
    assert_eq!(runs(salon, Job::InvoicePdf, &quietly).await, outcome(true, None, false));
    assert_eq!(letters_about(salon, &id).await.len(), 2, "the paper follows quietly");

    let old = pays(salon, &desk, &tara).await;
    credited(&meera, &old).await;
    salon.advance_seconds(8 * 24 * 60 * 60);
    let quietly = json!({ "invoiceId": old, "quiet": true });
    assert_eq!(runs(salon, Job::InvoicePdf, &quietly).await, outcome(true, None, false));
    assert_eq!(letters_about(salon, &old).await, [], "nobody is told what is old");
}

#[test_on_both_engines]
async fn a_browser_that_follows_a_letter_s_link_signs_in_first() {
    let house = House::open().await;
    let salon = &house.salon;
    let (desk, asha) = (desk(salon).await, salon.customer("Asha").await);
    let id = pays(salon, &desk, &asha).await;
    house.prints(&id).await;
    let accepted = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8";
    for path in [format!("/api/invoices/{id}/pdf"), format!("/api/invoices/{id}/credit-note/pdf")] {
        let way_in = format!("/api/auth/sign-in?returnTo={}", path.replace('/', "%2F"));
        let expired = salon.visitor().with_header("cookie", "__Host-parlour=nobody-s");
        for browser in [salon.visitor(), expired] {
            let led = browser.with_header("accept", accepted).get(&path).await;
            assert_eq!((led.status, led.header("location")), (StatusCode::SEE_OTHER, Some(way_in.as_str())));
        }
        salon.visitor().get(&path).await.expect_error(401, "UNAUTHENTICATED");
    }
    let browser = salon.customer("Asha").await.with_header("accept", accepted);
    house.led_to(&browser.get(&format!("/api/invoices/{id}/pdf")).await, AppSide::Customer);
}

#[test_on_both_engines]
async fn without_a_gstin_no_paper_asks_for_tax() {
    let house = House::open().await;
    let salon = &house.salon;
    let (owner, desk) = (salon.member("Olga", Role::Owner).await, desk(salon).await);
    let asha = salon.customer("Asha").await;
    let id = pays(salon, &desk, &asha).await;
    assert_eq!(house.prints(&id).await, outcome(true, None, true));
    let text = text_of(&std::fs::read(house.path_of(&id)).unwrap());
    assert_says(&text, &["BILL OF SUPPLY", "₹1,200.00"]);
    for absent in ["TAX INVOICE", "CGST", "SGST", "Taxable", "GSTIN"] {
        assert!(!text.contains(absent), "{absent} is in: {text}");
    }
    // The books are kept as the branch says that it is: registered.
    let billed = shows(&desk, &id).await;
    assert_eq!((&billed["gstRegistered"], &billed["gstAmountPaise"]), (&json!(true), &json!(5_714)));

    dresses(&owner, &json!({ "gstin": "27AAPFU0939F1ZV" })).await.expect_ok();
    let next = pays(salon, &desk, &salon.customer("Tara").await).await;
    assert_eq!(house.prints(&next).await, outcome(true, None, true));
    let text = text_of(&std::fs::read(house.path_of(&next)).unwrap());
    assert_says(&text, &["TAX INVOICE", "GSTIN 27AAPFU0939F1ZV", "CGST at 2.5%", "₹28.57", "₹1,142.86"]);
}

/// A PNG that says it is this large, and holds nothing.
fn hollow(width: u32, height: u32) -> String {
    let mut file = b"\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR".to_vec();
    file.extend(width.to_be_bytes());
    file.extend(height.to_be_bytes());
    STANDARD.encode(file)
}

/// One red point.
const RED_POINT: &str =
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==";

async fn dresses(owner: &Person, wish: &Value) -> Reply {
    owner.patch(&format!("/api/branches/{PUNE}"), wish).await
}

#[test_on_both_engines]
async fn a_branch_has_a_colour_and_a_picture() {
    let house = House::open().await;
    let salon = &house.salon;
    let (owner, desk, asha) =
        (salon.member("Olga", Role::Owner).await, desk(salon).await, salon.customer("Asha").await);
    let look = json!({ "brandColour": "#7a3b69", "logo": RED_POINT });
    let branch = dresses(&owner, &look).await.expect_ok()["branch"].clone();
    assert_eq!((&branch["brandColour"], &branch["logo"]), (&json!("#7A3B69"), &json!(RED_POINT)));
    dresses(&owner, &json!({ "phone": "9876543210" })).await.expect_ok();
    let listed = owner.get("/api/branches").await.expect_ok()["branches"].clone();
    let rows = listed.as_array().unwrap();
    let of = |id: &str| rows.iter().find(|row| row["id"] == id).unwrap();
    assert_eq!(of(PUNE)["logo"], RED_POINT, "what is not named stays");
    assert_eq!(of("branch-goa")["logo"], Value::Null);
    let log = logged(salon, PUNE, "branch.change").await;
    let (_, before, after) = log.iter().find(|(_, before, _)| before["logo"].is_null()).unwrap();
    assert_eq!(before["brandColour"], Value::Null);
    assert_eq!(after["brandColour"], "#7A3B69");
    let named = after["logo"].as_str().unwrap();
    assert!(named.starts_with("PNG, 1 × 1, ") && named.len() < 80, "{named}");

    let id = pays(salon, &desk, &asha).await;
    assert_eq!(house.prints(&id).await, outcome(true, None, true));
    assert_eq!(house.printer.printed(), 1);
    dresses(&owner, &json!({ "logo": hollow(300, 120) })).await.expect_ok();
    let other = pays(salon, &desk, &salon.customer("Tara").await).await;
    assert_eq!(
        house.prints(&other).await,
        outcome(true, None, true),
        "printed without a picture that is none"
    );
    let bare = dresses(&owner, &json!({ "logo": null, "brandColour": null })).await.expect_ok();
    assert_eq!((&bare["branch"]["brandColour"], &bare["branch"]["logo"]), (&Value::Null, &Value::Null));

    let too_long = STANDARD.encode(vec![0_u8; 150 * 1024 + 1]);
    for (field, wrong) in [
        ("brandColour", json!("red")),
        ("brandColour", json!("#12345")),
        ("brandColour", json!(7)),
        ("logo", json!("***")),
        ("logo", json!(STANDARD.encode("<svg xmlns='http://www.w3.org/2000/svg'/>"))),
        ("logo", json!(STANDARD.encode("GIF89a"))),
        ("logo", json!(hollow(30_000, 30_000))),
        ("logo", json!(too_long)),
    ] {
        assert_eq!(dresses(&owner, &json!({ field: wrong })).await.expect_invalid(), [field]);
    }
    let new = json!({ "code": "DEL", "name": "Delhi", "address": "Delhi", "brandColour": "x", "logo": "x" });
    assert_eq!(owner.post("/api/branches", &new).await.expect_invalid(), ["brandColour", "logo"]);
    let new = json!({ "code": "DEL", "name": "Delhi", "address": "Delhi", "logo": RED_POINT });
    assert_eq!(owner.post("/api/branches", &new).await.expect_created()["branch"]["logo"], RED_POINT);
}

#[test_on_both_engines]
async fn papers_are_kept_in_a_bucket_just_as_well() {
    let server = tokio::task::spawn_blocking(S3Server::start).await.unwrap();
    let bucket = server.bucket("salon/papers");
    let house = House::keeping(|_| Files::in_bucket(&bucket).unwrap()).await;
    let salon = &house.salon;
    let (desk, asha) = (desk(salon).await, salon.customer("Asha").await);
    let id = pays(salon, &desk, &asha).await;
    assert_eq!(house.prints(&id).await, outcome(true, None, true));
    assert!(has_paper(&house.letters()[0]));
    let path = house.led_to(&asha.get(&format!("/api/invoices/{id}/pdf")).await, AppSide::Customer);
    let paper = expect_pdf(&asha.get(&path).await, "PUN-2627-000001.pdf");

    let whole = Files::in_bucket(&Bucket { prefix: String::new(), ..bucket.clone() }).unwrap();
    let name = format!("salon/papers/invoices/PUN/2627/{id}.pdf");
    assert_eq!(whole.get(&name).await.unwrap().unwrap(), paper);
    assert!(whole.has(&name).await.unwrap());
    assert!(!whole.has("salon/papers/nope.pdf").await.unwrap());
    assert_eq!(whole.get("salon/papers/nope.pdf").await.unwrap(), None);
    let thief = Files::in_bucket(&Bucket { secret_key: "guessed".to_owned(), ..bucket }).unwrap();
    assert!(matches!(thief.get(&format!("invoices/PUN/2627/{id}.pdf")).await, Err(FilesError::Refused)));
    assert!(thief.put("mine.pdf", "mine").await.is_err());
    assert!(thief.delete(&name).await.is_err());
    whole.put("old.pdf", "old").await.unwrap();
    for _ in 0..2 {
        whole.delete("old.pdf").await.unwrap();
        assert!(!whole.has("old.pdf").await.unwrap());
    }
    tokio::task::spawn_blocking(move || drop(server)).await.unwrap();
    // The place is gone, and whoever reads hears so.
    asha.get(&path).await.expect_error(502, "UPSTREAM_ERROR");
}
