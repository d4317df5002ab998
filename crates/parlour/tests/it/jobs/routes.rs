//! What the job routes answer, and whom they tell.

use std::collections::BTreeMap;
use std::time::Duration;

use chrono::{DateTime, Utc};
use parlour_domain::ist::DAY_MS;
use parlour_integrations::heartbeats::Heartbeats;
use parlour_testkit::fixtures::integrations::unrestricted_client;
use parlour_testkit::process::eventually;
use parlour_testkit::servers::recording_server::RecordingServer;
use parlour_testkit::{SalonOptions, TestSalon, test_on_both_engines};
use parlour_worker::worker_context::Integrations;

/// On the last day that a calendar has there is no next week, which no job expects.
#[test_on_both_engines]
async fn a_panicking_job_fails_and_reports_a_failed_heartbeat() {
    let monitor = RecordingServer::start().await;
    let url = format!("{}/ping/gems", monitor.url).parse().unwrap();
    let heartbeats = Heartbeats::new(BTreeMap::from([("gems-expiry-reminder".to_owned(), url)]), unrestricted_client());
    let integrations = Integrations { heartbeats: Some(heartbeats), ..Integrations::default() };
    let salon = TestSalon::with_integrations(SalonOptions::default(), integrations).await;
    let machine = salon.admin_visitor();
    let heard = || async { monitor.seen().pop() };
    assert_eq!(machine.post_empty("/api/jobs/gems-expiry-reminder").await.status, 200);
    let seen = eventually(Duration::from_secs(10), heard).await;
    assert_eq!((&*seen.method, &*seen.path), ("GET", "/ping/gems"));

    let last_day = DateTime::<Utc>::MAX_UTC.timestamp_millis() - DAY_MS;
    salon.app.clock.advance_millis(last_day - salon.now().millis());
    let failed = machine.post_empty("/api/jobs/gems-expiry-reminder").await;
    assert_eq!((failed.status.as_u16(), failed.text().as_str()), (500, "Job failed"));
    let seen = eventually(Duration::from_secs(10), heard).await;
    assert_eq!((&*seen.method, &*seen.path), ("POST", "/ping/gems/fail"));
}
