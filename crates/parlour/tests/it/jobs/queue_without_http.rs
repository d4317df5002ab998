//! The built-in queue runs jobs in its own process; an external queue needs its keys.

use std::net::TcpListener;
use std::time::Duration;

use parlour_db::{DbError, params};
use parlour_domain::auth::app_kind::AppKind;
use parlour_store::jobs::queued_jobs::{self, QueuedJob};
use parlour_testkit::fixtures::secrets::SECRET_KEY;
use parlour_testkit::process::{Installation, eventually};
use parlour_testkit::test_on_both_engines;

use crate::parlour_binary::installation_on_current_engine;
use crate::parlour_binary::production_installation;

/// Asks a salon that is served for a job, and waits until it is done.
async fn run_session_cleanup_job(salon: &Installation) {
    let db = salon.database().await;
    let now = parlour_integrations::clock::Clock::real().now();
    let asked = db.write(move |tx| {
        let (id, kind) = ("work", "session-cleanup");
        queued_jobs::enqueue(tx, &QueuedJob { id, kind, payload: "{}", subject: id, dedup_key: id, due_at: now }, now)
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
        .with("PARLOUR_SECRET_KEY", SECRET_KEY)
}

#[test_on_both_engines]
async fn jobs_run_without_a_request_to_the_admin_url() {
    let proxy = TcpListener::bind("127.0.0.1:0").unwrap();
    proxy.set_nonblocking(true).unwrap();
    let salon = production_installation_at(&format!("https://localhost:{}", proxy.local_addr().unwrap().port()));
    for address in ["127.0.0.1:0", "0.0.0.0:0"] {
        let process = salon.clone().with("PARLOUR_ADMIN_ADDR", address).serve(&[]);
        run_session_cleanup_job(process.installation()).await;
        let db = salon.database().await;
        db.write(|tx| tx.execute("delete from queued_jobs where id = 'work'", params![]).map(drop)).await.unwrap();
    }
    let nobody = proxy.accept().unwrap_err();
    assert_eq!(nobody.kind(), std::io::ErrorKind::WouldBlock, "no job leaves the process");
}

#[tokio::test]
async fn an_external_queue_without_signing_keys_is_refused_at_the_start() {
    let unheard = production_installation()
        .with("PARLOUR_QUEUE_URL", "http://127.0.0.1:9")
        .with("PARLOUR_QUEUE_TOKEN", "hunter2");
    let refused = unheard.run(&["serve"]);
    assert!(refused.expect_error_line().contains("PARLOUR_QUEUE_CURRENT_SIGNING_KEY"), "{refused:?}");
    let looked = unheard.run(&["doctor"]);
    let line = looked.stdout.lines().find(|line| line.contains("PARLOUR_QUEUE_CURRENT_SIGNING_KEY"));
    assert!(line.is_some_and(|line| line.starts_with("FAIL")) && !looked.status.success(), "{looked:?}");
    let heard = unheard.with("PARLOUR_QUEUE_NEXT_SIGNING_KEY", "sig_1").serve(&[]);
    heard.get(AppKind::Admin, "/api/health").await.expect_ok();
}
