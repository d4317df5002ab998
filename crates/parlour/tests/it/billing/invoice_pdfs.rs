//! Invoices on paper: printed, kept, brought, and read under addresses that open them for a while.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use axum::extract::{Request, State};
use axum::http::{Method, StatusCode};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use parlour_app::file_links::LinkedFile;
use parlour_db::{DbError, params};
use parlour_domain::auth::app_kind::AppKind;
use parlour_domain::auth::role::Role;
use parlour_domain::job::Job;
use parlour_integrations::clock::Clock;
use parlour_integrations::file_storage::{Bucket, FileStorage, FileStorageError};
use parlour_integrations::invoicing::InvoicingClient;
use parlour_testkit::actions::emails::{emails_in_folder, mailer_to_folder, queued_emails_about};
use parlour_testkit::actions::invoices::{
    INVOICES_PATH, bill_haircut, correct_payments, create_credit_note, create_credit_note_with, invoice_id_by_number,
    shown_invoice,
};
use parlour_testkit::actions::jobs::run_job_with_body;
use parlour_testkit::actions::memberships::{massage_session, post_membership, record_session, ten_hour_sale};
use parlour_testkit::actions::notifications::notifications_of_type;
use parlour_testkit::actions::people::{manager, receptionist};
use parlour_testkit::checks::audit_log::admin_changes_of_record;
use parlour_testkit::checks::database::{update_rows, write_transaction};
use parlour_testkit::checks::pdf::{assert_contains_all, pdf_corner_colour, pdf_pictures, pdf_text};
use parlour_testkit::fixtures::small_salon::{PUNE, fill_small_salon};
use parlour_testkit::fixtures::spa_salon::insert_membership_tiers;
use parlour_testkit::s3_server::S3Server;
use parlour_testkit::{Person, Reply, SalonOptions, TestSalon, test_on_both_engines};
use parlour_worker::worker_context::Integrations;
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::net::TcpListener;

const INVOICING_SECRET: &str = "between-us-and-the-printer";

/// The real invoicing service, which can be set to fail and counts the PDFs that it renders.
#[derive(Default)]
struct TestInvoicingService {
    is_failing: AtomicBool,
    printed: AtomicU64,
}

impl TestInvoicingService {
    async fn start() -> (Arc<Self>, InvoicingClient) {
        let invoicing_service = Arc::new(Self::default());
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap()).parse().unwrap();
        let router = parlour_invoicing::router(INVOICING_SECRET, Clock::real_unix_seconds)
            .layer(from_fn_with_state(Arc::clone(&invoicing_service), Self::count_or_fail));
        // Ends with the test's runtime.
        tokio::spawn(async move { axum::serve(listener, router).await });
        let http = reqwest::Client::builder().no_proxy().build().unwrap();
        (invoicing_service, InvoicingClient::new(url, INVOICING_SECRET, http))
    }

    async fn count_or_fail(State(invoicing_service): State<Arc<Self>>, request: Request, next: Next) -> Response {
        if invoicing_service.is_failing.load(Ordering::Acquire) {
            return StatusCode::INTERNAL_SERVER_ERROR.into_response();
        }
        let answer = next.run(request).await;
        if answer.status() == StatusCode::OK {
            invoicing_service.printed.fetch_add(1, Ordering::AcqRel);
        }
        answer
    }

    fn set_failing(&self, whether: bool) {
        self.is_failing.store(whether, Ordering::Release);
    }

    fn printed(&self) -> u64 {
        self.printed.load(Ordering::Acquire)
    }
}

/// A salon that renders, stores and sends invoices.
struct SalonWithPdfs {
    salon: TestSalon,
    invoicing_service: Arc<TestInvoicingService>,
    home: TempDir,
}

impl SalonWithPdfs {
    async fn open() -> Self {
        Self::open_with_files(|home| FileStorage::in_folder(&home.path().join("files")).unwrap()).await
    }

    async fn open_with_files(files: impl FnOnce(&TempDir) -> FileStorage) -> Self {
        let home = tempfile::tempdir().unwrap();
        std::fs::create_dir(home.path().join("mail")).unwrap();
        let (invoicing_service, client) = TestInvoicingService::start().await;
        let integrations = Integrations {
            mail: mailer_to_folder(&home.path().join("mail")),
            invoicing: Some(client),
            files: Some(files(&home)),
            ..Integrations::default()
        };
        let salon = TestSalon::with_integrations(SalonOptions::default(), integrations).await;
        Self { salon: insert_membership_tiers(fill_small_salon(salon).await).await, invoicing_service, home }
    }

    async fn run_pdf_job(&self, invoice: &str) -> Value {
        run_job_with_body(&self.salon, Job::InvoicePdf, &json!({ "invoiceId": invoice })).await
    }

    fn sent_emails(&self) -> Vec<String> {
        emails_in_folder(&self.home.path().join("mail"))
    }

    fn pdf_path(&self, invoice: &str) -> PathBuf {
        self.home.path().join(format!("files/invoices/PUN/2627/{invoice}.pdf"))
    }

    /// At the desk. What is not rendered yet is rendered when somebody asks for it.
    async fn read_pdf(&self, desk: &Person, path: &str) -> Vec<u8> {
        desk.get(path).await;
        self.salon.run_due_jobs().await;
        let path = self.expect_redirect(&desk.get(path).await, AppKind::Admin);
        desk.get(&path).await.bytes
    }

    /// The path of an address that one of the apps has led to.
    #[track_caller]
    fn expect_redirect(&self, reply: &Reply, app_kind: AppKind) -> String {
        assert_eq!(reply.status, StatusCode::SEE_OTHER, "{}", reply.text());
        let location = reply.header("location").unwrap();
        let path = location.strip_prefix(self.salon.url(app_kind)).unwrap();
        assert!(path.starts_with("/files/"), "{location}");
        path.to_owned()
    }
}

fn job_outcome(attached: bool, reason: Option<&str>, sent: bool) -> Value {
    json!({ "success": true, "attached": attached, "reason": reason, "sent": sent })
}

fn has_pdf_attachment(email: &str) -> bool {
    email.contains("application/pdf")
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
async fn open_jobs_of_invoice(salon: &TestSalon, invoice: &str) -> Vec<(Value, i64)> {
    let (subject, now) = (format!("invoice:{invoice}"), salon.now());
    let read = salon.app.db.read(move |conn| -> Result<_, DbError> {
        conn.all::<(String, parlour_domain::ist::Timestamp)>(
            "select payload, due_at from queued_jobs
             where subject = $1 and done_at is null and parked_at is null order by due_at, id",
            params![subject],
        )
    });
    let rows = read.await.unwrap().into_iter();
    rows.map(|(payload, due_at)| (serde_json::from_str(&payload).unwrap(), due_at.millis_since(now) / 1_000)).collect()
}

async fn mark_all_jobs_done(salon: &TestSalon) {
    let now = salon.now();
    write_transaction(&salon.app, move |tx| {
        tx.execute("update queued_jobs set done_at = $1 where done_at is null", params![now]).map(drop)
    })
    .await;
}

async fn stored_pdf_url(salon: &TestSalon, invoice: &str) -> Option<String> {
    let invoice = invoice.to_owned();
    let read = salon.app.db.read(move |conn| -> Result<_, DbError> {
        conn.one::<(Option<String>,)>("select pdf_url from invoices where id = $1", params![invoice])
    });
    read.await.unwrap().unwrap().0
}

#[test_on_both_engines]
async fn an_invoice_pdf_is_rendered_stored_and_sent_once() {
    let pdf_salon = SalonWithPdfs::open().await;
    let salon = &pdf_salon.salon;
    let (desk, asha) = (receptionist(salon).await, salon.customer("Asha").await);
    let id = bill_haircut(salon, &desk, &asha).await;
    let booking = shown_invoice(&desk, &id).await["bookingId"].clone();
    let told = json!({ "bookingId": booking });
    assert_eq!(run_job_with_body(salon, Job::InvoicePdf, &told).await, job_outcome(true, None, true));
    assert_eq!(shown_invoice(&desk, &id).await["hasPdf"], true);
    let stable = format!("{}/api/invoices/{id}/pdf", salon.url(AppKind::Customer));
    assert_eq!(stored_pdf_url(salon, &id).await, Some(stable));
    let kept = std::fs::read(pdf_salon.pdf_path(&id)).unwrap();
    assert!(kept.starts_with(b"%PDF-"));
    let again = job_outcome(true, Some("it was sent before"), false);
    assert_eq!(run_job_with_body(salon, Job::InvoicePdf, &told).await, again);
    assert_eq!(pdf_salon.run_pdf_job(&id).await, again);
    assert_eq!(pdf_salon.invoicing_service.printed(), 1, "what is kept is not printed again");
    let sent_emails = pdf_salon.sent_emails();
    assert_eq!(sent_emails.len(), 1);
    assert!(
        has_pdf_attachment(&sent_emails[0]) && sent_emails[0].contains("PUN-2627-000001.pdf"),
        "{}",
        sent_emails[0]
    );
    let rows = notifications_of_type(salon, "invoice_ready").await;
    assert_eq!(rows.len(), 1);
    assert_eq!((rows[0].user_id.as_str(), rows[0].subject.as_str()), (asha.id().as_str(), id.as_str()));
    assert_eq!(rows[0].body, "PUN/2627/000001 of 1 Mar 2027");
    salon.run_due_jobs().await;
}

#[test_on_both_engines]
async fn a_pdf_link_works_for_permitted_users_until_it_expires() {
    let pdf_salon = SalonWithPdfs::open().await;
    let salon = &pdf_salon.salon;
    let (desk, asha, tara) = (receptionist(salon).await, salon.customer("Asha").await, salon.customer("Tara").await);
    let id = bill_haircut(salon, &desk, &asha).await;
    pdf_salon.run_pdf_job(&id).await;
    let (own, at_desk) = (format!("/api/invoices/{id}/pdf"), format!("{INVOICES_PATH}/{id}/pdf"));
    let path = pdf_salon.expect_redirect(&asha.get(&own).await, AppKind::Customer);
    let desk_path = pdf_salon.expect_redirect(&desk.get(&at_desk).await, AppKind::Admin);
    let strangers = [salon.visitor(), salon.admin_visitor()];
    let kept = std::fs::read(pdf_salon.pdf_path(&id)).unwrap();
    for (stranger, path) in strangers.iter().zip([&path, &desk_path]) {
        assert_eq!(expect_pdf(&stranger.get(path).await, "PUN-2627-000001.pdf"), kept);
        // The address is the key, at either door.
        expect_pdf(&stranger.get(&path.clone()).await, "PUN-2627-000001.pdf");
    }
    tara.get(&own).await.expect_error(404, "NOT_FOUND");
    salon.visitor().get(&own).await.expect_error(401, "UNAUTHENTICATED");

    let file =
        LinkedFile { name: format!("invoices/PUN/2627/{id}.pdf"), download_name: "PUN-2627-000001.pdf".to_owned() };
    let signer = salon.worker().integrations.links.signer(&salon.app).await.unwrap();
    let now = Clock::real_unix_seconds();
    let opens = async |token: String| salon.visitor().get(&format!("/files/{token}")).await;
    expect_pdf(&opens(signer.sign(&file, now + 60)).await, "PUN-2627-000001.pdf");
    opens(signer.sign(&file, now - 1)).await.expect_error(404, "NOT_FOUND");
    let missing = LinkedFile { name: "invoices/PUN/2627/nope.pdf".to_owned(), ..file.clone() };
    opens(signer.sign(&missing, now + 60)).await.expect_error(404, "NOT_FOUND");
    let token = path.strip_prefix("/files/").unwrap();
    let mut tampered = token.to_owned();
    let other = if tampered.pop() == Some('A') { 'B' } else { 'A' };
    // The last email of a signature holds bits that count for nothing; the first does not.
    tampered.replace_range(0..1, &other.to_string());
    for wrong in [tampered.as_str(), "nope", "a.b", "%00", &token[..token.len() - 8], "../secret"] {
        opens(wrong.to_owned()).await.expect_error(404, "NOT_FOUND");
    }
    // Another process signs and reads with the same secret.
    let other = parlour_app::file_links::FileLinks::default();
    let app = salon.open_in_second_process().await;
    assert_eq!(other.file_of_token(&app, token).await.unwrap(), Some(file));
    salon.run_due_jobs().await;
}

#[test_on_both_engines]
async fn without_the_invoicing_service_the_email_is_sent_first_and_the_pdf_later() {
    let pdf_salon = SalonWithPdfs::open().await;
    let salon = &pdf_salon.salon;
    let (desk, asha) = (receptionist(salon).await, salon.customer("Asha").await);
    let id = bill_haircut(salon, &desk, &asha).await;
    mark_all_jobs_done(salon).await;
    pdf_salon.invoicing_service.set_failing(true);
    let reason = "the invoicing service answered with status 500";
    assert_eq!(pdf_salon.run_pdf_job(&id).await, job_outcome(false, Some(reason), true));
    let sent_emails = pdf_salon.sent_emails();
    assert_eq!(sent_emails.len(), 1);
    assert!(!has_pdf_attachment(&sent_emails[0]));
    asha.get(&format!("/api/invoices/{id}/pdf")).await.expect_error(404, "NOT_FOUND");
    let quietly = json!({ "invoiceId": id, "quiet": true });
    let now_and_later = [(quietly.clone(), 0), (quietly.clone(), 600)];
    assert_eq!(open_jobs_of_invoice(salon, &id).await, now_and_later, "whoever looked has it made now");
    mark_all_jobs_done(salon).await;

    salon.advance_seconds(600);
    assert_eq!(run_job_with_body(salon, Job::InvoicePdf, &quietly).await, job_outcome(false, Some(reason), false));
    assert_eq!(open_jobs_of_invoice(salon, &id).await, [(quietly.clone(), 600)], "20 minutes after the sale");
    assert_eq!(run_job_with_body(salon, Job::InvoicePdf, &quietly).await, job_outcome(false, Some(reason), false));
    assert_eq!(open_jobs_of_invoice(salon, &id).await.len(), 1);
    let status = pdf_salon.salon.member("Dev", Role::Developer).await.get("/api/integrations").await.expect_ok();
    let named = |name: &str| {
        let all = status["integrations"].as_array().unwrap();
        all.iter().find(|one| one["name"] == name).unwrap().clone()
    };
    assert_eq!(named("invoicing")["lastError"], reason);

    pdf_salon.invoicing_service.set_failing(false);
    assert_eq!(run_job_with_body(salon, Job::InvoicePdf, &quietly).await, job_outcome(true, None, false));
    let path = pdf_salon.expect_redirect(&asha.get(&format!("/api/invoices/{id}/pdf")).await, AppKind::Customer);
    expect_pdf(&asha.get(&path).await, "PUN-2627-000001.pdf");
    assert_eq!(pdf_salon.sent_emails().len(), 1, "nobody is written to twice");
    salon.advance_seconds(30 * 24 * 60 * 60);
    pdf_salon.invoicing_service.set_failing(true);
    std::fs::remove_file(pdf_salon.pdf_path(&id)).unwrap();
    mark_all_jobs_done(salon).await;
    pdf_salon.run_pdf_job(&id).await;
    assert_eq!(open_jobs_of_invoice(salon, &id).await, [], "after a week it is left to whoever looks");
}

#[test_on_both_engines]
async fn without_invoicing_storage_or_email_the_job_reports_the_reason() {
    let salon = insert_membership_tiers(fill_small_salon(TestSalon::open().await).await).await;
    let (desk, asha) = (receptionist(&salon).await, salon.customer("Asha").await);
    let id = bill_haircut(&salon, &desk, &asha).await;
    let told = json!({ "invoiceId": id });
    let reason = "file storage is not set up; no mail is set up";
    assert_eq!(run_job_with_body(&salon, Job::InvoicePdf, &told).await, job_outcome(false, Some(reason), false));
    assert_eq!(queued_emails_about(&salon, &id).await.len(), 1);
    assert_eq!(open_jobs_of_invoice(&salon, &id).await, [], "nobody will ever print it");
    salon.run_due_jobs().await;

    let home = tempfile::tempdir().unwrap();
    let integrations = Integrations {
        mail: mailer_to_folder(home.path()),
        files: Some(FileStorage::in_folder(home.path()).unwrap()),
        ..Integrations::default()
    };
    let salon = fill_small_salon(TestSalon::with_integrations(SalonOptions::default(), integrations).await).await;
    let (desk, asha) = (receptionist(&salon).await, salon.customer("Asha").await);
    let id = bill_haircut(&salon, &desk, &asha).await;
    update_rows(
        &salon,
        asha.id().as_str(),
        "update users set email = null, email_folded = null, email_verified = false where id = $1",
    )
    .await;
    let reason = "the invoicing service is not set up; the customer has no e-mail address";
    let told = json!({ "invoiceId": id });
    assert_eq!(run_job_with_body(&salon, Job::InvoicePdf, &told).await, job_outcome(false, Some(reason), false));
    assert_eq!(queued_emails_about(&salon, &id).await, []);
    assert_eq!(notifications_of_type(&salon, "invoice_ready").await.len(), 1, "the app tells them");
    salon.run_due_jobs().await;
}

#[test_on_both_engines]
async fn the_desk_can_resend_an_invoice() {
    let pdf_salon = SalonWithPdfs::open().await;
    let salon = &pdf_salon.salon;
    let (desk, asha) = (receptionist(salon).await, salon.customer("Asha").await);
    let id = bill_haircut(salon, &desk, &asha).await;
    mark_all_jobs_done(salon).await;
    assert_eq!(pdf_salon.run_pdf_job(&id).await["sent"], true);
    for times in 2..4 {
        desk.post_empty(&format!("{INVOICES_PATH}/{id}/send")).await.expect_ok();
        let (told, due) = open_jobs_of_invoice(salon, &id).await.remove(0);
        assert_eq!(due, 0);
        assert_eq!(run_job_with_body(salon, Job::InvoicePdf, &told).await, job_outcome(true, None, true));
        let again = job_outcome(true, Some("it was sent before"), false);
        assert_eq!(
            run_job_with_body(salon, Job::InvoicePdf, &told).await,
            again,
            "the same work again is no other letter"
        );
        assert_eq!(pdf_salon.sent_emails().len(), times);
        mark_all_jobs_done(salon).await;
    }
    assert_eq!(notifications_of_type(salon, "invoice_ready").await.len(), 1);
    assert_eq!(pdf_salon.invoicing_service.printed(), 1);
    std::fs::remove_file(pdf_salon.pdf_path(&id)).unwrap();
    desk.post_empty(&format!("{INVOICES_PATH}/{id}/send")).await.expect_ok();
    let (told, _) = open_jobs_of_invoice(salon, &id).await.remove(0);
    assert_eq!(run_job_with_body(salon, Job::InvoicePdf, &told).await, job_outcome(true, None, true));
    assert_eq!(pdf_salon.invoicing_service.printed(), 2, "what was lost is printed anew");
    assert!(pdf_salon.pdf_path(&id).exists());
    salon.run_due_jobs().await;
}

#[test_on_both_engines]
async fn membership_pdfs_are_rendered_at_sale_and_session_pdfs_on_request() {
    let pdf_salon = SalonWithPdfs::open().await;
    let salon = &pdf_salon.salon;
    let (desk, asha) = (receptionist(salon).await, salon.customer("Asha").await);
    let sold = post_membership(&desk, &ten_hour_sale(&asha)).await.expect_created();
    let purchase = sold["membership"]["invoiceId"].as_str().unwrap().to_owned();
    let told = json!({ "invoiceId": purchase });
    assert_eq!(open_jobs_of_invoice(salon, &purchase).await, [(told.clone(), 0)]);
    assert_eq!(run_job_with_body(salon, Job::InvoicePdf, &told).await, job_outcome(true, None, true));
    mark_all_jobs_done(salon).await;
    record_session(&desk, sold["membership"]["id"].as_str().unwrap(), &massage_session(60)).await.expect_created();
    let slip = invoice_id_by_number(&desk, "PUN/2627/S00001").await;
    for _ in 0..3 {
        asha.get(&format!("/api/invoices/{slip}/pdf")).await.expect_error(404, "NOT_FOUND");
    }
    let quietly = json!({ "invoiceId": slip, "quiet": true });
    assert_eq!(open_jobs_of_invoice(salon, &slip).await, [(quietly.clone(), 0)]);
    assert_eq!(run_job_with_body(salon, Job::InvoicePdf, &quietly).await, job_outcome(true, None, false));
    let path = pdf_salon.expect_redirect(&asha.get(&format!("/api/invoices/{slip}/pdf")).await, AppKind::Customer);
    expect_pdf(&asha.get(&path).await, "PUN-2627-S00001.pdf");
    assert_eq!(pdf_salon.sent_emails().len(), 1, "nobody is written to about the slip");
    assert_eq!(notifications_of_type(salon, "invoice_ready").await.len(), 1);
    salon.run_due_jobs().await;
}

#[test_on_both_engines]
async fn a_credit_note_has_a_pdf() {
    let pdf_salon = SalonWithPdfs::open().await;
    let salon = &pdf_salon.salon;
    let (desk, meera, asha) = (receptionist(salon).await, manager(salon).await, salon.customer("Asha").await);
    let id = bill_haircut(salon, &desk, &asha).await;
    let at = format!("{INVOICES_PATH}/{id}/credit-note/pdf");
    desk.get(&at).await.expect_error(404, "NOT_FOUND");
    assert_eq!(open_jobs_of_invoice(salon, &id).await, [], "there is nothing to print");
    pdf_salon.run_pdf_job(&id).await;
    create_credit_note(&meera, &id).await;
    let quietly = json!({ "invoiceId": id, "quiet": true });
    assert_eq!(open_jobs_of_invoice(salon, &id).await, [(quietly.clone(), 0)]);
    let not_yet = desk.get(&at).await;
    assert_eq!(not_yet.json()["error"]["retryable"], true, "{}", not_yet.text());
    not_yet.expect_error(404, "NOT_FOUND");
    assert_eq!(run_job_with_body(salon, Job::InvoicePdf, &quietly).await, job_outcome(true, None, true));
    assert_eq!(pdf_salon.invoicing_service.printed(), 2);
    let path = pdf_salon.expect_redirect(&desk.get(&at).await, AppKind::Admin);
    expect_pdf(&desk.get(&path).await, "PUN-2627-C00001.pdf");
    assert_eq!(run_job_with_body(salon, Job::InvoicePdf, &quietly).await, job_outcome(true, None, false));
    assert_eq!(pdf_salon.invoicing_service.printed(), 2);
    salon.admin_visitor().get(&at).await.expect_error(401, "UNAUTHENTICATED");

    let sent_emails = pdf_salon.sent_emails();
    let brought: Vec<_> = sent_emails.iter().filter(|email| email.contains("Credit note PUN/")).collect();
    assert_eq!((sent_emails.len(), brought.len()), (2, 1), "once");
    assert!(has_pdf_attachment(brought[0]) && brought[0].contains("PUN-2627-C00001.pdf"), "{}", brought[0]);
    let own = format!("/api/invoices/{id}/credit-note/pdf");
    let path = pdf_salon.expect_redirect(&asha.get(&own).await, AppKind::Customer);
    expect_pdf(&asha.get(&path).await, "PUN-2627-C00001.pdf");
    salon.customer("Tara").await.get(&own).await.expect_error(404, "NOT_FOUND");
    salon.visitor().get(&own).await.expect_error(401, "UNAUTHENTICATED");
    assert_eq!(notifications_of_type(salon, "invoice_ready").await.len(), 1);
    salon.run_due_jobs().await;
}

#[test_on_both_engines]
async fn every_credit_note_has_its_own_pdf_and_email() {
    let pdf_salon = SalonWithPdfs::open().await;
    let salon = &pdf_salon.salon;
    let (desk, meera, asha) = (receptionist(salon).await, manager(salon).await, salon.customer("Asha").await);
    let id = bill_haircut(salon, &desk, &asha).await;
    pdf_salon.run_pdf_job(&id).await;
    let part = create_credit_note_with(&meera, &id, &json!({ "amountPaise": 20_000 })).await;
    let quietly = json!({ "invoiceId": id, "quiet": true });
    run_job_with_body(salon, Job::InvoicePdf, &quietly).await;
    let rest = create_credit_note(&meera, &id).await;
    let at = |note: &Value| format!("{INVOICES_PATH}/{id}/credit-notes/{}/pdf", note["id"].as_str().unwrap());
    let own = |note: &Value| format!("/api/invoices/{id}/credit-notes/{}/pdf", note["id"].as_str().unwrap());
    desk.get(&at(&rest)).await.expect_error(404, "NOT_FOUND");
    desk.get(&format!("{INVOICES_PATH}/{id}/credit-notes/nope/pdf")).await.expect_error(404, "NOT_FOUND");
    assert_eq!(run_job_with_body(salon, Job::InvoicePdf, &quietly).await, job_outcome(true, None, true));
    assert_eq!(pdf_salon.invoicing_service.printed(), 3);
    let newest = json!({ "id": "" });
    for (note, number, texts) in [
        (&part, "C00001", ["Part of ₹1,200.00", "₹200.00", "Refunded by cash"]),
        (&rest, "C00002", ["Part of ₹1,200.00", "₹1,000.00", "Refunded by cash"]),
        (&newest, "C00002", ["Part of ₹1,200.00", "₹1,000.00", "Refunded by cash"]),
    ] {
        let (desks, customers) = if note["id"] == "" {
            (format!("{INVOICES_PATH}/{id}/credit-note/pdf"), format!("/api/invoices/{id}/credit-note/pdf"))
        } else {
            (at(note), own(note))
        };
        let path = pdf_salon.expect_redirect(&desk.get(&desks).await, AppKind::Admin);
        let pdf = desk.get(&path).await;
        expect_pdf(&pdf, &format!("PUN-2627-{number}.pdf"));
        assert_contains_all(&pdf_text(&pdf.bytes), &texts);
        let path = pdf_salon.expect_redirect(&asha.get(&customers).await, AppKind::Customer);
        expect_pdf(&asha.get(&path).await, &format!("PUN-2627-{number}.pdf"));
        salon.customer("Tara").await.get(&customers).await.expect_error(404, "NOT_FOUND");
        salon.visitor().get(&customers).await.expect_error(401, "UNAUTHENTICATED");
    }
    let sent_emails = pdf_salon.sent_emails();
    for (number, text) in [("C00001", "of invoice PUN/2627/000001"), ("C00002", "of invoice PUN/2627/000001")] {
        let about: Vec<_> =
            sent_emails.iter().filter(|email| email.contains(&format!("Credit note PUN/2627/{number}"))).collect();
        assert_eq!(about.len(), 1, "{number}");
        assert!(has_pdf_attachment(about[0]) && about[0].contains(text), "{}", about[0]);
    }
    salon.run_due_jobs().await;
}

#[test_on_both_engines]
async fn a_corrected_invoice_is_rendered_anew() {
    let pdf_salon = SalonWithPdfs::open().await;
    let salon = &pdf_salon.salon;
    let (desk, asha) = (receptionist(salon).await, salon.customer("Asha").await);
    let id = bill_haircut(salon, &desk, &asha).await;
    pdf_salon.run_pdf_job(&id).await;
    let old = std::fs::read(pdf_salon.pdf_path(&id)).unwrap();
    let emails = pdf_salon.sent_emails().len();
    let upi = json!([{ "method": "upi", "amountPaise": 120_000 }]);
    correct_payments(&desk, &id, &upi).await.expect_ok();
    desk.get(&format!("{INVOICES_PATH}/{id}/pdf")).await.expect_error(404, "NOT_FOUND");
    salon.run_due_jobs().await;
    let quietly = json!({ "invoiceId": id, "quiet": true });
    run_job_with_body(salon, Job::InvoicePdf, &quietly).await;
    assert_eq!(pdf_salon.invoicing_service.printed(), 2);
    let new = std::fs::read(pdf_salon.pdf_path(&id)).unwrap();
    assert!(old != new && pdf_text(&new).contains("UPI"), "the payment is the new one");
    assert_eq!(pdf_salon.sent_emails().len(), emails, "nobody is written to again");
}

#[test_on_both_engines]
async fn a_credit_note_email_is_sent_without_pdf_if_rendering_fails() {
    let pdf_salon = SalonWithPdfs::open().await;
    let salon = &pdf_salon.salon;
    let (desk, meera) = (receptionist(salon).await, manager(salon).await);
    let (asha, tara) = (salon.customer("Asha").await, salon.customer("Tara").await);
    let id = bill_haircut(salon, &desk, &asha).await;
    pdf_salon.run_pdf_job(&id).await;
    pdf_salon.invoicing_service.set_failing(true);
    create_credit_note(&meera, &id).await;
    let quietly = json!({ "invoiceId": id, "quiet": true });
    let reason = "the invoicing service answered with status 500";
    assert_eq!(run_job_with_body(salon, Job::InvoicePdf, &quietly).await, job_outcome(false, Some(reason), true));
    let written = queued_emails_about(salon, &id).await;
    let kinds: Vec<&str> = written.iter().map(|(kind, _, _)| kind.as_str()).collect();
    assert_eq!(kinds, ["credit-note", "invoice"]);
    assert!(!pdf_salon.sent_emails().iter().any(|email| email.contains("C00001.pdf")));
    pdf_salon.invoicing_service.set_failing(false);
    assert_eq!(run_job_with_body(salon, Job::InvoicePdf, &quietly).await, job_outcome(true, None, false));
    assert_eq!(queued_emails_about(salon, &id).await.len(), 2, "the paper follows quietly");

    let old = bill_haircut(salon, &desk, &tara).await;
    create_credit_note(&meera, &old).await;
    salon.advance_seconds(8 * 24 * 60 * 60);
    let quietly = json!({ "invoiceId": old, "quiet": true });
    assert_eq!(run_job_with_body(salon, Job::InvoicePdf, &quietly).await, job_outcome(true, None, false));
    assert_eq!(queued_emails_about(salon, &old).await, [], "nobody is told what is old");
    salon.run_due_jobs().await;
}

#[test_on_both_engines]
async fn a_pdf_link_from_an_email_leads_to_sign_in_first() {
    let pdf_salon = SalonWithPdfs::open().await;
    let salon = &pdf_salon.salon;
    let (desk, asha) = (receptionist(salon).await, salon.customer("Asha").await);
    let id = bill_haircut(salon, &desk, &asha).await;
    pdf_salon.run_pdf_job(&id).await;
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
    pdf_salon.expect_redirect(&browser.get(&format!("/api/invoices/{id}/pdf")).await, AppKind::Customer);
    salon.run_due_jobs().await;
}

#[test_on_both_engines]
async fn without_a_gstin_a_pdf_shows_no_tax() {
    let pdf_salon = SalonWithPdfs::open().await;
    let salon = &pdf_salon.salon;
    let (owner, desk) = (salon.member("Olga", Role::Owner).await, receptionist(salon).await);
    let asha = salon.customer("Asha").await;
    let id = bill_haircut(salon, &desk, &asha).await;
    assert_eq!(pdf_salon.run_pdf_job(&id).await, job_outcome(true, None, true));
    let text = pdf_text(&std::fs::read(pdf_salon.pdf_path(&id)).unwrap());
    assert_contains_all(&text, &["BILL OF SUPPLY", "₹1,200.00"]);
    for absent in ["TAX INVOICE", "CGST", "SGST", "Taxable", "GSTIN"] {
        assert!(!text.contains(absent), "{absent} is in: {text}");
    }
    // The books are kept as the branch says that it is: registered.
    let billed = shown_invoice(&desk, &id).await;
    assert_eq!((&billed["gstRegistered"], &billed["gstAmountPaise"]), (&json!(true), &json!(5_714)));

    patch_branding(&owner, &json!({ "gstin": "27AAPFU0939F1ZV" })).await.expect_ok();
    let next = bill_haircut(salon, &desk, &salon.customer("Tara").await).await;
    assert_eq!(pdf_salon.run_pdf_job(&next).await, job_outcome(true, None, true));
    let text = pdf_text(&std::fs::read(pdf_salon.pdf_path(&next)).unwrap());
    assert_contains_all(&text, &["TAX INVOICE", "GSTIN 27AAPFU0939F1ZV", "CGST at 2.5%", "₹28.57", "₹1,142.86"]);
    salon.run_due_jobs().await;
}

#[test_on_both_engines]
async fn the_desk_can_request_a_qr_code_for_upi() {
    let pdf_salon = SalonWithPdfs::open().await;
    let salon = &pdf_salon.salon;
    let (desk, asha) = (receptionist(salon).await, salon.customer("Asha").await);
    let id = bill_haircut(salon, &desk, &asha).await;
    pdf_salon.run_pdf_job(&id).await;
    let at = format!("{INVOICES_PATH}/{id}/pdf?qr=upi");
    pdf_salon.expect_redirect(&desk.get(&at).await, AppKind::Admin);
    update_rows(salon, PUNE, "update branches set upi_id = 'salon@okbank' where id = $1").await;
    let invoice = id.clone();
    write_transaction(&salon.app, move |tx| {
        tx.execute("delete from invoice_payments where invoice_id = $1", params![invoice])?;
        let insert = "insert into invoice_payments (invoice_id, payment_number, method, amount_paise)
            values ($1, 1, 'upi', 120000)";
        tx.execute(insert, params![invoice]).map(drop)
    })
    .await;
    let text = pdf_text(&expect_pdf(&desk.get(&at).await, "PUN-2627-000001.pdf"));
    assert_contains_all(&text, &["PAY BY UPI", "salon@okbank", "₹1,200.00"]);
    let stored = pdf_text(&std::fs::read(pdf_salon.pdf_path(&id)).unwrap());
    assert!(!stored.contains("PAY BY UPI"), "{stored}");
    pdf_salon.invoicing_service.set_failing(true);
    desk.get(&at).await.expect_error(502, "UPSTREAM_ERROR");
    let unknown = format!("{INVOICES_PATH}/{id}/pdf?qr=card");
    assert_eq!(desk.get(&unknown).await.expect_invalid_fields(), ["qr"]);
    salon.run_due_jobs().await;
}

/// A PNG that says it is this large, and holds nothing.
fn blank_png_of_size(width: u32, height: u32) -> String {
    let mut file = b"\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR".to_vec();
    file.extend(width.to_be_bytes());
    file.extend(height.to_be_bytes());
    STANDARD.encode(file)
}

/// One red point.
const RED_PIXEL_PNG: &str =
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==";

async fn patch_branding(owner: &Person, wish: &Value) -> Reply {
    owner.patch(&format!("/api/branches/{PUNE}"), wish).await
}

#[test_on_both_engines]
async fn a_branch_has_a_brand_colour_and_a_logo() {
    let pdf_salon = SalonWithPdfs::open().await;
    let salon = &pdf_salon.salon;
    let (owner, desk, asha) =
        (salon.member("Olga", Role::Owner).await, receptionist(salon).await, salon.customer("Asha").await);
    let look = json!({ "brandColour": "#7a3b69", "logo": RED_PIXEL_PNG });
    let branch = patch_branding(&owner, &look).await.expect_ok()["branch"].clone();
    assert_eq!((&branch["brandColour"], &branch["logo"]), (&json!("#7A3B69"), &json!(RED_PIXEL_PNG)));
    patch_branding(&owner, &json!({ "phone": "9876543210" })).await.expect_ok();
    let listed = owner.get("/api/branches").await.expect_ok()["branches"].clone();
    let rows = listed.as_array().unwrap();
    let of = |id: &str| rows.iter().find(|row| row["id"] == id).unwrap();
    assert_eq!(of(PUNE)["logo"], RED_PIXEL_PNG, "what is not named stays");
    assert_eq!(of("branch-goa")["logo"], Value::Null);
    let log = admin_changes_of_record(salon, PUNE, "branch.change").await;
    let (_, before, after) = log.iter().find(|(_, before, _)| before["logo"].is_null()).unwrap();
    assert_eq!(before["brandColour"], Value::Null);
    assert_eq!(after["brandColour"], "#7A3B69");
    let named = after["logo"].as_str().unwrap();
    assert!(named.starts_with("PNG, 1 × 1, ") && named.len() < 80, "{named}");

    let id = bill_haircut(salon, &desk, &asha).await;
    assert_eq!(pdf_salon.run_pdf_job(&id).await, job_outcome(true, None, true));
    assert_eq!(pdf_salon.invoicing_service.printed(), 1);
    patch_branding(&owner, &json!({ "logo": blank_png_of_size(300, 120) })).await.expect_ok();
    let other = bill_haircut(salon, &desk, &salon.customer("Tara").await).await;
    assert_eq!(
        pdf_salon.run_pdf_job(&other).await,
        job_outcome(true, None, true),
        "printed without a picture that is none"
    );
    let bare = patch_branding(&owner, &json!({ "logo": null, "brandColour": null })).await.expect_ok();
    assert_eq!((&bare["branch"]["brandColour"], &bare["branch"]["logo"]), (&Value::Null, &Value::Null));

    let too_long = STANDARD.encode(vec![0_u8; 150 * 1024 + 1]);
    for (field, wrong) in [
        ("brandColour", json!("red")),
        ("brandColour", json!("#12345")),
        ("brandColour", json!(7)),
        ("logo", json!("***")),
        ("logo", json!(STANDARD.encode("<svg xmlns='http://www.w3.org/2000/svg'/>"))),
        ("logo", json!(STANDARD.encode("GIF89a"))),
        ("logo", json!(blank_png_of_size(30_000, 30_000))),
        ("logo", json!(too_long)),
    ] {
        assert_eq!(patch_branding(&owner, &json!({ field: wrong })).await.expect_invalid_fields(), [field]);
    }
    let new = json!({ "code": "DEL", "name": "Delhi", "address": "Delhi", "brandColour": "x", "logo": "x" });
    assert_eq!(owner.post("/api/branches", &new).await.expect_invalid_fields(), ["brandColour", "logo"]);
    let new = json!({ "code": "DEL", "name": "Delhi", "address": "Delhi", "logo": RED_PIXEL_PNG });
    assert_eq!(owner.post("/api/branches", &new).await.expect_created()["branch"]["logo"], RED_PIXEL_PNG);
    salon.run_due_jobs().await;
}

fn four_to_one_logo() -> Vec<u8> {
    let mut bytes = Vec::new();
    let logo = image::RgbImage::from_pixel(1_200, 300, image::Rgb([20, 90, 160]));
    logo.write_with_encoder(image::codecs::png::PngEncoder::new(&mut bytes)).unwrap();
    bytes
}

/// The owner uploads a logo, as the pages show it, and chooses a colour. All three kinds of documents wear both.
#[test_on_both_engines]
async fn the_uploaded_logo_and_the_brand_colour_are_on_every_document() {
    let pdf_salon = SalonWithPdfs::open().await;
    let salon = &pdf_salon.salon;
    let (owner, desk, asha) =
        (salon.member("Olga", Role::Owner).await, receptionist(salon).await, salon.customer("Asha").await);
    let plain = bill_haircut(salon, &desk, &asha).await;
    pdf_salon.run_pdf_job(&plain).await;
    let plain = std::fs::read(pdf_salon.pdf_path(&plain)).unwrap();
    assert_eq!((pdf_pictures(&plain), pdf_corner_colour(&plain)), (vec![], [0x8a, 0x2f, 0x5c]));

    patch_branding(&owner, &json!({ "brandColour": "#7a3b69" })).await.expect_ok();
    let upload = owner.send(Method::PUT, &format!("/api/branches/{PUNE}/logo"), four_to_one_logo()).await;
    let url = upload.expect_ok()["branch"]["logoUrl"].as_str().unwrap().to_owned();
    let tara = salon.customer("Tara").await;
    let id = bill_haircut(salon, &desk, &tara).await;
    let membership = post_membership(&desk, &ten_hour_sale(&asha)).await.expect_created()["membership"]["id"].clone();
    let session = record_session(&desk, membership.as_str().unwrap(), &massage_session(60)).await.expect_created();
    let slip = invoice_id_by_number(&desk, session["invoice"]["invoiceNumber"].as_str().unwrap()).await;
    create_credit_note(&owner, &id).await;
    for document in [format!("{id}/pdf"), format!("{id}/credit-note/pdf"), format!("{slip}/pdf")] {
        let path = format!("{INVOICES_PATH}/{document}");
        let pdf = pdf_salon.read_pdf(&desk, &path).await;
        assert_eq!(pdf_pictures(&pdf), [(480, 120)], "{path}");
        assert_eq!(pdf_corner_colour(&pdf), [0x7a, 0x3b, 0x69], "{path}");
        assert!(pdf.len() < 200_000, "{} bytes", pdf.len());
    }

    // A picture that is lost keeps nobody from their invoice.
    let file = pdf_salon.home.path().join("files/media").join(url.rsplit('/').next().unwrap());
    std::fs::remove_file(file).unwrap();
    let without = bill_haircut(salon, &desk, &salon.customer("Uma").await).await;
    assert_eq!(pdf_salon.run_pdf_job(&without).await, job_outcome(true, None, true));
    assert_eq!(pdf_pictures(&std::fs::read(pdf_salon.pdf_path(&without)).unwrap()), []);
    salon.run_due_jobs().await;
}

#[test_on_both_engines]
async fn pdfs_are_stored_in_an_s3_bucket() {
    let server = tokio::task::spawn_blocking(S3Server::start).await.unwrap();
    let bucket = server.bucket("salon/papers");
    let pdf_salon = SalonWithPdfs::open_with_files(|_| FileStorage::in_bucket(&bucket).unwrap()).await;
    let salon = &pdf_salon.salon;
    let (desk, asha) = (receptionist(salon).await, salon.customer("Asha").await);
    let id = bill_haircut(salon, &desk, &asha).await;
    assert_eq!(pdf_salon.run_pdf_job(&id).await, job_outcome(true, None, true));
    assert!(has_pdf_attachment(&pdf_salon.sent_emails()[0]));
    let path = pdf_salon.expect_redirect(&asha.get(&format!("/api/invoices/{id}/pdf")).await, AppKind::Customer);
    let paper = expect_pdf(&asha.get(&path).await, "PUN-2627-000001.pdf");

    let whole = FileStorage::in_bucket(&Bucket { prefix: String::new(), ..bucket.clone() }).unwrap();
    let name = format!("salon/papers/invoices/PUN/2627/{id}.pdf");
    assert_eq!(whole.get(&name).await.unwrap().unwrap(), paper);
    assert!(whole.has(&name).await.unwrap());
    assert!(!whole.has("salon/papers/nope.pdf").await.unwrap());
    assert_eq!(whole.get("salon/papers/nope.pdf").await.unwrap(), None);
    let thief = FileStorage::in_bucket(&Bucket { secret_key: "guessed".to_owned(), ..bucket }).unwrap();
    assert!(matches!(thief.get(&format!("invoices/PUN/2627/{id}.pdf")).await, Err(FileStorageError::Refused)));
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
    salon.run_due_jobs().await;
}
