//! The built-in queue finds its own admin app, whatever the world calls it, and takes nobody else for it.

use std::net::TcpListener;
use std::time::Duration;

use axum::Router;
use parlour_domain::auth::app_side::AppSide;
use parlour_store::jobs::queued_jobs::{self, QueuedJob};
use parlour_store::{DbError, params};
use parlour_testkit::process::{Installation, eventually};
use parlour_testkit::{TestSalon, test_on_both_engines};

use crate::commands::serve::{certificate, in_production};
use crate::integrations::clients::closed;
use crate::jobs::built_in_queue::{another_queue_to, queue_to};
use crate::parlour_binary::installation_on_current_engine;

/// Asks a salon that is served for a job, and waits until it is done.
async fn run_session_cleanup_job(salon: &Installation) {
    let db = salon.database().await;
    let now = parlour_integrations::clock::Clock::real().now();
    let asked = db.write(move |tx| {
        let (id, kind) = ("work", "session-cleanup");
        queued_jobs::enqueue(
            tx,
            &QueuedJob { id, kind, payload: "{}", subject: id, dedup_key: id, due_at: now },
            now,
        )
    });
    asked.await.unwrap();
    let done = || async {
        let read = db.read(|conn| -> Result<_, DbError> {
            conn.one::<(bool, Option<String>)>(
                "select done_at is not null, last_error from queued_jobs where id = 'work'",
                params![],
            )
        });
        let (is_done, error) = read.await.unwrap().unwrap();
        assert_eq!(error, None);
        is_done.then_some(())
    };
    eventually(Duration::from_secs(20), done).await;
}

/// As this engine's salon is installed, with what production needs.
fn production_installation_at(admin_url: &str) -> Installation {
    installation_on_current_engine()
        .with("PARLOUR_ENV", "production")
        .with("PARLOUR_CUSTOMER_URL", "https://salon.example")
        .with("PARLOUR_ADMIN_URL", admin_url)
        .with("PARLOUR_OAUTH_ISSUER", "https://127.0.0.1:1")
        .with("PARLOUR_OAUTH_CLIENT_ID", "parlour")
}

#[test_on_both_engines]
async fn jobs_are_delivered_directly_and_not_through_the_proxy() {
    let proxy = TcpListener::bind("127.0.0.1:0").unwrap();
    proxy.set_nonblocking(true).unwrap();
    let salon =
        production_installation_at(&format!("https://localhost:{}", proxy.local_addr().unwrap().port()));
    for address in ["127.0.0.1:0", "0.0.0.0:0"] {
        let process = salon.clone().with("PARLOUR_ADMIN_ADDR", address).serve(&[]);
        run_session_cleanup_job(process.installation()).await;
        let db = salon.database().await;
        db.write(|tx| tx.execute("delete from queued_jobs where id = 'work'", params![]).map(drop))
            .await
            .unwrap();
    }
    let nobody = proxy.accept().unwrap_err();
    assert_eq!(nobody.kind(), std::io::ErrorKind::WouldBlock, "our work is not for the world to see");
}

#[test_on_both_engines]
async fn jobs_are_delivered_over_a_self_signed_certificate() {
    let salon = production_installation_at("https://desk.example");
    let (certificate, key) = certificate(salon.folder());
    let process = salon
        .with("PARLOUR_TLS_CERT", certificate.to_str().unwrap())
        .with("PARLOUR_TLS_KEY", key.to_str().unwrap())
        .serve(&[]);
    run_session_cleanup_job(process.installation()).await;
}

/// Somebody who answers whatever they are asked with this.
async fn start_server_answering(status: u16, says: String) -> String {
    let socket = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}", socket.local_addr().unwrap());
    let status = axum::http::StatusCode::from_u16(status).unwrap();
    let router = Router::new().fallback(async move || (status, says));
    // Ends with the test's runtime.
    tokio::spawn(async { axum::serve(socket, router).await });
    url
}

async fn last_error_of_job(salon: &TestSalon, id: &'static str) -> String {
    let read = salon.app.db.read(move |conn| {
        conn.one::<(Option<String>,)>(
            "select last_error from queued_jobs where id = $1 and done_at is null",
            params![id],
        )
    });
    read.await.unwrap().expect("it is not done").0.expect("and why")
}

/// A welcome page, a proxy's, an empty answer: none of them has done the work.
#[test_on_both_engines]
async fn only_a_valid_job_response_counts_as_done() {
    let huge = format!(r#"{{"success":true,"more":"{}"}}"#, "x".repeat(100_000));
    for (status, says, error) in [
        (200, "<html>Welcome</html>", "it answered 200, and not that the job is done"),
        (200, "", "it answered 200, and not that the job is done"),
        (204, "", "it answered 204, and not that the job is done"),
        (200, "{}", "it answered 200, and not that the job is done"),
        (200, r#"{"success":false}"#, "it answered 200, and not that the job is done"),
        (200, r#"{"success":"true"}"#, "it answered 200, and not that the job is done"),
        (200, &huge, "it answered with something that cannot be read"),
        (500, r#"{"success":true}"#, "it answered 500"),
    ] {
        let salon = TestSalon::open_at("2027-03-01 03:05").await;
        let now = salon.now();
        let asked = salon.app.db.write(move |tx| {
            let (id, kind) = ("work", "session-cleanup");
            queued_jobs::enqueue(
                tx,
                &QueuedJob { id, kind, payload: "{}", subject: id, dedup_key: id, due_at: now },
                now,
            )
        });
        asked.await.unwrap();
        queue_to(salon.worker(), &start_server_answering(status, says.to_owned()).await)
            .drain()
            .await
            .unwrap();
        assert_eq!(last_error_of_job(&salon, "work").await, error, "{says}");
        salon.advance_seconds(12);
        let gone = closed().await;
        let gone = gone.trim_end_matches("/hook");
        another_queue_to(&salon, gone).await.drain().await.unwrap();
        let error = last_error_of_job(&salon, "work").await;
        assert!(error.starts_with("it could not be reached: ") && error.contains("refused"), "{error}");
    }
}

#[tokio::test]
async fn an_external_queue_without_signing_keys_is_refused_at_the_start() {
    let unheard = in_production()
        .with("PARLOUR_QUEUE_URL", "http://127.0.0.1:9")
        .with("PARLOUR_QUEUE_TOKEN", "hunter2");
    let refused = unheard.run(&["serve"]);
    assert!(refused.expect_error_line().contains("PARLOUR_QUEUE_CURRENT_SIGNING_KEY"), "{refused:?}");
    let looked = unheard.run(&["doctor"]);
    let line = looked.stdout.lines().find(|line| line.contains("PARLOUR_QUEUE_CURRENT_SIGNING_KEY"));
    assert!(line.is_some_and(|line| line.starts_with("FAIL")) && !looked.status.success(), "{looked:?}");
    let heard = unheard.with("PARLOUR_QUEUE_NEXT_SIGNING_KEY", "sig_1").serve(&[]);
    heard.get(AppSide::Admin, "/api/health").await.expect_ok();
}
