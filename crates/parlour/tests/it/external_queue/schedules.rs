//! `parlour queue sync`.

use parlour_domain::job::Job;
use parlour_testkit::fake_queue::{FakeQueue, TOKEN, Trick};
use parlour_testkit::process::{Installation, Ran};
use serde_json::json;

use super::calls;
use crate::installed::new;

fn installed(queue: &FakeQueue) -> Installation {
    new()
        .with("PARLOUR_QUEUE_URL", queue.url().as_str())
        .with("PARLOUR_QUEUE_TOKEN", TOKEN)
        .with("PARLOUR_ADMIN_URL", "https://desk.example.in")
}

/// A command is waited for on another thread: the fake answers on this one.
async fn run(salon: &Installation, arguments: &'static [&'static str]) -> Ran {
    let salon = salon.clone();
    tokio::task::spawn_blocking(move || salon.run(arguments)).await.unwrap()
}

#[tokio::test]
async fn the_schedules_are_told_once_however_often_they_are_told() {
    let queue = FakeQueue::start().await;
    let salon = installed(&queue);
    let first = run(&salon, &["queue", "sync"]).await;
    assert_eq!(first.expect_success().lines().count(), 14);
    let said = "daily-sales-report: CRON_TZ=Asia/Kolkata 30 22 * * *";
    assert!(first.stdout.lines().any(|line| line == said), "{first:?}");
    let registered = queue.schedules();
    assert_eq!(run(&salon, &["queue", "sync"]).await.stdout, first.stdout);
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
    let listed = calls(&queue, TOKEN, json!([["schedules.list", null]])).await;
    assert_eq!(listed[0]["is"].as_array().unwrap().len(), 14);
    // Another installation on the same account has its own.
    let other = salon.with("PARLOUR_ADMIN_URL", "https://staging.example.in");
    run(&other, &["queue", "sync"]).await.expect_success();
    assert_eq!(queue.schedules().len(), 28);
}

/// Who else shares the account cannot be known: they are named, and ended when somebody says that they were this salon.
#[tokio::test]
async fn a_salon_that_moves_takes_its_schedules_along() {
    let queue = FakeQueue::start().await;
    let before = installed(&queue);
    run(&before, &["queue", "sync"]).await.expect_success();
    let after = before.with("PARLOUR_ADMIN_URL", "https://desk.example.com");
    let told = run(&after, &["queue", "sync"]).await;
    let told = told.expect_success();
    assert!(told.contains("desk.example.in has schedules here too"), "{told}");
    assert_eq!(told.lines().count(), 15);
    assert_eq!(queue.schedules().len(), 28);
    let moved = run(&after, &["queue", "sync", "--moved-from", "https://desk.example.in/"]).await;
    let moved = moved.expect_success();
    assert!(moved.contains("weekly-report at desk.example.in: ended"), "{moved}");
    assert_eq!(moved.lines().count(), 28);
    let left = queue.schedules();
    assert_eq!(left.len(), 14);
    assert!(left.iter().all(|one| one.destination.starts_with("https://desk.example.com/")), "{left:?}");
    // What an older version knew, and what somebody else keeps there.
    let told = |id: &'static str| {
        json!(["schedules.create", { "destination": "https://elsewhere.example",
        "cron": "0 9 * * *", "scheduleId": id }])
    };
    calls(&queue, TOKEN, json!([told("parlour.desk.example.com.make-tea"), told("theirs.x"), told("scd_1")]))
        .await;
    let again = run(&after, &["queue", "sync"]).await;
    assert_eq!(again.expect_success().lines().last(), Some("make-tea at desk.example.com: ended"));
    assert_eq!(queue.schedules().len(), 16);
    let nowhere = run(&after, &["queue", "sync", "--moved-from", "desk"]).await;
    assert_eq!(nowhere.status.code(), Some(2), "{nowhere:?}");
}

#[tokio::test]
async fn what_cannot_be_told_is_said() {
    let queue = FakeQueue::start().await;
    let without = run(&new(), &["queue", "sync"]).await;
    assert!(without.expect_refusal().contains("PARLOUR_QUEUE_URL"), "{without:?}");
    let nowhere = run(&installed(&queue).without("PARLOUR_ADMIN_URL"), &["queue", "sync"]).await;
    assert!(nowhere.expect_refusal().contains("PARLOUR_ADMIN_URL"), "{nowhere:?}");
    assert_eq!(queue.asked(), 0);
    let stranger = installed(&queue).with("PARLOUR_QUEUE_TOKEN", "hunter2");
    let stranger = run(&stranger, &["queue", "sync"]).await;
    let line = stranger.expect_refusal();
    assert!(line.contains("does not take our token") && !line.contains("hunter2"), "{line}");
    queue.plays(Trick::Status(412));
    let full = run(&installed(&queue), &["queue", "sync"]).await;
    assert!(full.expect_refusal().contains("takes no more"), "{full:?}");
    assert_eq!(full.status.code(), Some(1));
    assert_eq!(queue.asked(), 2, "the others would fail as well");
}
