//! Letters on their way: a real server reads them, a dead one does not stop us.

use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use parlour_domain::email_address::EmailAddress;
use parlour_domain::notification::email_kind::EmailKind;
use parlour_integrations::mail::{MailFailure, MailTransport, Mailer, Sender};
use parlour_testkit::fixtures::email_samples::{sample_email, sample_pdf};
use parlour_testkit::mail_server::{MailServer, ReceivedEmail};
use parlour_testkit::servers::tls::self_signed_certificate;
use parlour_worker::emails::EmailMessage;
use serde_json::{Value, json};
use tempfile::TempDir;

fn test_address(name: &str) -> EmailAddress {
    EmailAddress::parse(&format!("{name}@example.in")).unwrap()
}

fn mailer_at(transport: &MailTransport) -> Mailer {
    let name = Some("The \"Parlour\", आशा 🪒".to_owned());
    Mailer::new(transport, Sender { name, address: test_address("desk") }).unwrap()
}

fn mailer_to(url: &str) -> Mailer {
    mailer_at(&MailTransport::Smtp(url.parse().unwrap()))
}

fn test_email() -> EmailMessage {
    sample_email(EmailKind::Test)
}

fn decoded_part(part: &Value) -> Vec<u8> {
    STANDARD.decode(part["base64"].as_str().unwrap()).unwrap()
}

/// However a transport encodes line ends, they are the same lines.
fn trimmed_lines(text: &str) -> Vec<&str> {
    text.trim_end().lines().collect()
}

#[track_caller]
fn expect_temporary_failure(sent: &Result<(), MailFailure>) {
    let Err(MailFailure::Retryable(reason)) = sent else { panic!("{sent:?}") };
    assert!(!reason.contains('@'), "nobody is named: {reason}");
}

#[tokio::test]
async fn every_kind_of_email_arrives_unchanged() {
    let server = MailServer::start();
    let mailer = mailer_to(&server.url());
    for kind in EmailKind::ALL {
        mailer.send(&sample_email(*kind), &test_address("asha"), &format!("id-{kind}")).await.unwrap();
    }
    let received = server.emails();
    assert_eq!(received.len(), EmailKind::ALL.len());
    for (kind, got) in EmailKind::ALL.iter().zip(&received) {
        let letter = sample_email(*kind);
        got.expect_valid();
        assert_eq!((got.0["from"].as_str(), got.to()), (Some("desk@example.in"), "asha@example.in"));
        assert_eq!(got.0["hello"], "example.in");
        assert_eq!(got.header("message-id"), format!("<id-{kind}@example.in>"));
        assert_eq!(got.header("from"), "\"The \\\"Parlour\\\", आशा 🪒\" <desk@example.in>");
        assert_eq!(got.header("to"), "asha@example.in");
        assert_eq!(got.header("subject"), letter.subject);
        assert_eq!(got.header("mime-version"), "1.0");
        assert_eq!(trimmed_lines(got.text("text/plain")), trimmed_lines(&letter.text), "{kind}");
        let page = letter.html.replace("cid:chart", &format!("cid:chart.id-{kind}@example.in"));
        assert_eq!(trimmed_lines(got.text("text/html")), trimmed_lines(&page), "{kind}");
        expect_attachments(got, &letter);
        let way_out = got.0["headers"]["list-unsubscribe"].as_str();
        assert_eq!(way_out.is_some(), kind.is_marketing(), "{kind}");
        if kind.is_marketing() {
            assert_eq!(way_out, Some("<https://salon.example/unsubscribe/YXNoYQ.c2lnbmF0dXJl>"));
            assert_eq!(got.header("list-unsubscribe-post"), "List-Unsubscribe=One-Click");
        }
    }
    let connections: std::collections::HashSet<_> =
        received.iter().map(|got| got.0["connection"].to_string()).collect();
    assert_eq!(connections.len(), 1, "one conversation is enough for all of them");
}

#[track_caller]
fn expect_attachments(got: &ReceivedEmail, letter: &EmailMessage) {
    let attached: Vec<_> = got.parts().iter().filter(|part| part["disposition"] == "attachment").collect();
    assert_eq!(attached.len(), letter.attachments.len());
    for (part, file) in attached.iter().zip(&letter.attachments) {
        assert_eq!(part["fileName"], json!(file.name));
        assert_eq!(decoded_part(part), file.bytes, "{} comes whole", file.name);
        if file.name == "visit.ics" {
            assert_eq!(part["type"], "text/calendar");
            assert_eq!(part["parameters"]["method"], "PUBLISH");
        }
    }
    let shown: Vec<_> = got.parts().iter().filter(|part| part["contentId"].is_string()).collect();
    assert_eq!(shown.len(), letter.inline.len());
    for (part, picture) in shown.iter().zip(&letter.inline) {
        // As unique as the letter's own.
        let content_id = format!("{}.{}", picture.name, got.header("message-id").trim_matches(['<', '>']));
        assert_eq!(part["contentId"], json!(format!("<{content_id}>")));
        assert_eq!(decoded_part(part), picture.bytes);
        assert!(got.text("text/html").contains(&format!("src=\"cid:{content_id}\"")));
    }
}

#[test]
fn the_samples_cover_attachments_and_unsubscribe_links() {
    let invoice = sample_email(EmailKind::Invoice);
    assert_eq!(invoice.attachments[0].bytes, sample_pdf());
    for report in [EmailKind::DailySalesReport, EmailKind::WeeklyReport] {
        assert_eq!(sample_email(report).inline.len(), 1, "a chart");
    }
}

#[tokio::test]
async fn a_resent_email_has_the_same_message_id() {
    let server = MailServer::start();
    // Another process, as after a crash.
    for mailer in [mailer_to(&server.url()), mailer_to(&server.url())] {
        mailer.send(&test_email(), &test_address("asha"), "0197").await.unwrap();
    }
    let ids: Vec<_> = server.emails().iter().map(|got| got.header("message-id").to_owned()).collect();
    assert_eq!(ids, ["<0197@example.in>", "<0197@example.in>"]);
}

#[tokio::test]
async fn a_refused_recipient_is_a_permanent_failure() {
    let server = MailServer::start();
    let mailer = mailer_to(&server.url());
    let refused = mailer.send(&test_email(), &test_address("refused"), "1").await;
    assert_eq!(refused, Err(MailFailure::Refused("the mail server answered 550".to_owned())));
    let later = mailer.send(&test_email(), &test_address("later"), "2").await;
    assert_eq!(later, Err(MailFailure::Retryable("the mail server answered 451".to_owned())));
    mailer.send(&test_email(), &test_address("asha"), "3").await.unwrap();
    assert_eq!(server.emails().len(), 1);
}

#[tokio::test]
async fn a_dead_or_silent_server_is_a_temporary_failure() {
    let nobody = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    expect_temporary_failure(
        &mailer_to(&format!("smtp://{nobody}")).send(&test_email(), &test_address("asha"), "1").await,
    );
    expect_temporary_failure(
        &mailer_to("smtp://no.such.host.invalid").send(&test_email(), &test_address("asha"), "1").await,
    );

    let start_silent = MailServer::start_silent();
    let patience = Duration::from_millis(300);
    for url in [start_silent.url(), start_silent.url().replace("smtp:", "smtps:")] {
        let began = Instant::now();
        let mailer = mailer_to(&url).with_timeout(patience);
        expect_temporary_failure(&mailer.send(&test_email(), &test_address("asha"), "1").await);
        assert!(began.elapsed() >= patience && began.elapsed() < Duration::from_secs(10));
    }
}

#[tokio::test]
async fn an_aborted_email_does_not_mix_with_the_next() {
    let server = MailServer::start();
    let mailer = mailer_to(&server.url()).with_timeout(Duration::from_secs(6));
    mailer.send(&test_email(), &test_address("first"), "1").await.unwrap();
    expect_temporary_failure(&mailer.send(&test_email(), &test_address("stalled"), "2").await);
    mailer.send(&test_email(), &test_address("third"), "3").await.unwrap();
    let received = server.emails();
    assert_eq!(received.iter().map(ReceivedEmail::to).collect::<Vec<_>>(), ["first@example.in", "third@example.in"]);
    for got in &received {
        assert_eq!(trimmed_lines(got.expect_valid().text("text/plain")), trimmed_lines(&test_email().text));
    }
}

#[tokio::test]
async fn a_restarted_server_is_used_again() {
    let server = MailServer::start();
    let port = server.port();
    let mailer = mailer_to(&server.url());
    mailer.send(&test_email(), &test_address("asha"), "1").await.unwrap();
    drop(server);
    // The connection from before is closed, and nobody takes a new one.
    expect_temporary_failure(&mailer.send(&test_email(), &test_address("asha"), "2").await);
    let server = MailServer::with(&json!({ "port": port }));
    mailer.send(&test_email(), &test_address("asha"), "2").await.unwrap();
    assert_eq!(server.emails().len(), 1);
}

#[tokio::test]
async fn user_name_and_password_are_sent_unescaped() {
    let server = MailServer::with(&json!({ "name": "desk@example.in", "password": "a:b/c@d%é +" }));
    let address = format!("127.0.0.1:{}", server.port());
    let right = mailer_to(&format!("smtp://desk%40example.in:a%3Ab%2Fc%40d%25%C3%A9%20+@{address}"));
    right.send(&test_email(), &test_address("asha"), "1").await.unwrap();
    let wrong = mailer_to(&format!("smtp://desk%40example.in:other@{address}"));
    let later = wrong.send(&test_email(), &test_address("asha"), "2").await;
    assert_eq!(later, Err(MailFailure::Retryable("the mail server answered 535".to_owned())));
    // Who says nothing at all is told so when the letter begins; the letter is not to blame.
    expect_temporary_failure(&mailer_to(&server.url()).send(&test_email(), &test_address("asha"), "3").await);
    assert_eq!(server.emails().len(), 1);
}

fn start_tls_mail_server(folder: &TempDir, tls: &str) -> MailServer {
    let (certificate, key) = self_signed_certificate(folder.path());
    MailServer::with(&json!({ "certificate": certificate, "key": key, "tls": tls }))
}

#[tokio::test]
async fn a_connection_is_encrypted_where_the_server_offers_it() {
    let folder = tempfile::tempdir().unwrap();
    for tls in ["start", "required"] {
        let server = start_tls_mail_server(&folder, tls);
        // On this very machine any certificate will do.
        mailer_to(&server.url()).send(&test_email(), &test_address("asha"), "1").await.unwrap();
        assert_eq!(server.emails()[0].0["isEncrypted"], true, "{tls}");
    }
}

#[tokio::test]
async fn implicit_tls_checks_the_certificate() {
    let folder = tempfile::tempdir().unwrap();
    let server = start_tls_mail_server(&folder, "always");
    let url = format!("smtps://localhost:{}", server.port());
    let later = mailer_to(&url).send(&test_email(), &test_address("asha"), "1").await;
    expect_temporary_failure(&later);
    assert_eq!(server.emails().len(), 0);

    // The roots that the system trusts are a matter of the process: one that trusts this server gets through.
    let trusting = Command::new(std::env::current_exe().unwrap())
        .args(["--ignored", "--exact", "emails::smtp::child_process_that_trusts_the_certificate", "--nocapture"])
        .env("SSL_CERT_FILE", folder.path().join("own.crt"))
        .env("MAIL_URL_OF_THE_TEST", &url)
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&trusting.stdout).into_owned();
    assert!(trusting.status.success(), "{said}{}", String::from_utf8_lossy(&trusting.stderr));
    assert_eq!(server.emails()[0].expect_valid().0["isEncrypted"], true);
}

#[tokio::test]
#[ignore = "started by the test above"]
async fn child_process_that_trusts_the_certificate() {
    #[expect(clippy::disallowed_methods, reason = "how one test process tells another where the server is")]
    let url = std::env::var("MAIL_URL_OF_THE_TEST").unwrap();
    mailer_to(&url).send(&test_email(), &test_address("asha"), "2").await.unwrap();
}

#[tokio::test]
async fn emails_can_be_written_to_a_folder() {
    let home = tempfile::tempdir().unwrap();
    let folder = home.path().join("letters");
    let mailer = mailer_at(&MailTransport::Folder(folder.clone()));
    for _ in 0..2 {
        mailer.send(&sample_email(EmailKind::Invoice), &test_address("asha"), "0197-ab").await.unwrap();
    }
    mailer.send(&test_email(), &test_address("asha"), "../../0198").await.unwrap();
    let mut names: Vec<_> =
        std::fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    assert_eq!(names, ["0197-ab.eml", "______0198.eml"]);
    let kept = std::fs::read_to_string(folder.join("0197-ab.eml")).unwrap();
    assert!(kept.contains("\r\nMessage-ID: <0197-ab@example.in>\r\n"), "{kept}");
    assert!(kept.contains("\r\nTo: asha@example.in\r\n"));
}

/// For people: `cargo test -p parlour --test it -- --ignored write_samples_to_a_folder`, then open `target/emails`.
#[tokio::test]
#[ignore = "for people who want to see what letters look like"]
async fn write_samples_to_a_folder() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/letters");
    let mailer = mailer_at(&MailTransport::Folder(folder.clone()));
    for kind in EmailKind::ALL {
        let letter = sample_email(*kind);
        mailer.send(&letter, &test_address("asha"), kind.as_str()).await.unwrap();
        let mut page = letter.html;
        for picture in &letter.inline {
            let data = format!("data:image/png;base64,{}", STANDARD.encode(&picture.bytes));
            page = page.replace(&format!("cid:{}", picture.name), &data);
            std::fs::write(folder.join(format!("{kind}-{}.png", picture.name)), &picture.bytes).unwrap();
        }
        std::fs::write(folder.join(format!("{kind}.html")), page).unwrap();
        std::fs::write(folder.join(format!("{kind}.txt")), letter.text).unwrap();
    }
}
