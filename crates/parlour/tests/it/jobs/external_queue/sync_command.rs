//! `parlour queue sync`.

use parlour_domain::job::Job;
use parlour_testkit::fake_queue::{FakeQueue, QueueFault, TOKEN};
use parlour_testkit::process::{CommandOutput, Installation};
use serde_json::json;

use super::call_with_provider_client;
use crate::parlour_binary::sqlite_installation;

fn installation_with_queue(queue: &FakeQueue) -> Installation {
    sqlite_installation()
        .with("PARLOUR_QUEUE_URL", queue.url().as_str())
        .with("PARLOUR_QUEUE_TOKEN", TOKEN)
        .with("PARLOUR_ADMIN_URL", "https://desk.example.in")
}

/// A command is waited for on another thread: the fake answers on this one.
async fn run_command(salon: &Installation, arguments: &'static [&'static str]) -> CommandOutput {
    let salon = salon.clone();
    tokio::task::spawn_blocking(move || salon.run(arguments)).await.unwrap()
}

#[tokio::test]
async fn repeated_syncs_register_every_schedule_once() {
    let queue = FakeQueue::start().await;
    let salon = installation_with_queue(&queue);
    let first = run_command(&salon, &["queue", "sync"]).await;
    assert_eq!(first.expect_success().lines().count(), 14);
    let said = "daily-sales-report: CRON_TZ=Asia/Kolkata 30 22 * * *";
    assert!(first.stdout.lines().any(|line| line == said), "{first:?}");
    let registered = queue.schedules();
    assert_eq!(run_command(&salon, &["queue", "sync"]).await.stdout, first.stdout);
    assert_eq!(queue.schedules().len(), 14);
    // The contract's times, in the salon's zone, two of them put right (session-cleanup, monthly-gst-summary).
    let expected = [
        ("appointment-reminders", "*/15 8-22 * * *"),
        ("birthday-emails", "30 9 * * *"),
        ("daily-sales-report", "30 22 * * *"),
        ("gems-auto-expire", "10 0 * * *"),
        ("gems-expiry-reminder", "30 10 * * *"),
        ("lead-followups", "30 10 * * *"),
        ("membership-auto-expire", "0 0 * * *"),
        ("membership-expiry", "30 0 * * *"),
        ("membership-usage-nudges", "0 11 * * *"),
        ("monthly-gst-summary", "0 1 1 * *"),
        ("nightly-sales-summary", "30 23 * * *"),
        ("offer-auto-expire", "5 0 * * *"),
        ("session-cleanup", "30 2 * * 0"),
        ("weekly-report", "0 9 * * 1"),
    ];
    assert_eq!(expected.len(), Job::scheduled().count());
    for ((job, cron), schedule) in expected.into_iter().zip(registered) {
        assert_eq!(schedule.id, format!("parlour.desk.example.in.{job}"));
        assert_eq!(schedule.destination, format!("https://desk.example.in/api/jobs/{job}"));
        assert_eq!(schedule.cron, format!("CRON_TZ=Asia/Kolkata {cron}"));
        assert_eq!(schedule.retries, 3);
    }
    // As the provider's own client sees them.
    let listed = call_with_provider_client(&queue, TOKEN, json!([["schedules.list", null]])).await;
    assert_eq!(listed[0]["is"].as_array().unwrap().len(), 14);
    // Another installation on the same account has its own.
    let other = salon.with("PARLOUR_ADMIN_URL", "https://staging.example.in");
    run_command(&other, &["queue", "sync"]).await.expect_success();
    assert_eq!(queue.schedules().len(), 28);
}

/// Who else shares the account cannot be known: they are named, and ended when somebody says that they were this salon.
#[tokio::test]
async fn sync_moves_schedules_from_the_old_address() {
    let queue = FakeQueue::start().await;
    let before = installation_with_queue(&queue);
    run_command(&before, &["queue", "sync"]).await.expect_success();
    let after = before.with("PARLOUR_ADMIN_URL", "https://desk.example.com");
    let told = run_command(&after, &["queue", "sync"]).await;
    let told = told.expect_success();
    assert!(told.contains("desk.example.in also has schedules in this queue"), "{told}");
    assert_eq!(told.lines().count(), 15);
    assert_eq!(queue.schedules().len(), 28);
    let moved = run_command(&after, &["queue", "sync", "--moved-from", "https://desk.example.in/"]).await;
    let moved = moved.expect_success();
    assert!(moved.contains("weekly-report at desk.example.in: schedule removed"), "{moved}");
    assert_eq!(moved.lines().count(), 28);
    let left = queue.schedules();
    assert_eq!(left.len(), 14);
    assert!(left.iter().all(|one| one.destination.starts_with("https://desk.example.com/")), "{left:?}");
    // What an older version knew, and what somebody else keeps there.
    let told = |id: &'static str| {
        json!(["schedules.create", { "destination": "https://elsewhere.example",
        "cron": "0 9 * * *", "scheduleId": id }])
    };
    call_with_provider_client(
        &queue,
        TOKEN,
        json!([told("parlour.desk.example.com.make-tea"), told("theirs.x"), told("scd_1")]),
    )
    .await;
    let again = run_command(&after, &["queue", "sync"]).await;
    assert_eq!(again.expect_success().lines().last(), Some("make-tea at desk.example.com: schedule removed"));
    assert_eq!(queue.schedules().len(), 16);
    let nowhere = run_command(&after, &["queue", "sync", "--moved-from", "desk"]).await;
    assert_eq!(nowhere.status.code(), Some(2), "{nowhere:?}");
}

#[tokio::test]
async fn failures_of_a_sync_are_reported() {
    let queue = FakeQueue::start().await;
    let without = run_command(&sqlite_installation(), &["queue", "sync"]).await;
    assert!(without.expect_error_line().contains("PARLOUR_QUEUE_URL"), "{without:?}");
    let nowhere = run_command(&installation_with_queue(&queue).without("PARLOUR_ADMIN_URL"), &["queue", "sync"]).await;
    assert!(nowhere.expect_error_line().contains("PARLOUR_ADMIN_URL"), "{nowhere:?}");
    assert_eq!(queue.requested(), 0);
    let stranger = installation_with_queue(&queue).with("PARLOUR_QUEUE_TOKEN", "hunter2");
    let stranger = run_command(&stranger, &["queue", "sync"]).await;
    let line = stranger.expect_error_line();
    assert!(line.contains("does not take our token") && !line.contains("hunter2"), "{line}");
    queue.inject_fault(QueueFault::Status(412));
    let full = run_command(&installation_with_queue(&queue), &["queue", "sync"]).await;
    assert!(full.expect_error_line().contains("takes no more"), "{full:?}");
    assert_eq!(full.status.code(), Some(1));
    assert_eq!(queue.requested(), 2, "the others would fail as well");
}
