//! Running jobs, and the jobs that are still queued.

use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use parlour_app::App;
use parlour_db::{DbError, params};
use parlour_domain::ist::{HOUR_MS, MINUTE_MS, Timestamp, parse_date, parse_time};
use parlour_domain::job::Job;
use parlour_store::jobs::queue::ClaimedJob;
use parlour_worker::jobs::{self, JobError, JobPayload, Outcome};
use parlour_worker::queue::{Delivery, JobRunner, QueueWorker};
use parlour_worker::worker_context::WorkerContext;
use serde_json::{Value, json};

use crate::TestSalon;
use crate::process::http_client;

/// The no-show check of a booking, due 15 minutes after its end.
pub fn noshow_check_job(id: &str, date: &str, time: &str) -> (String, Value, Timestamp) {
    let due = Timestamp::from_ist(parse_date(date).unwrap(), parse_time(time).unwrap());
    let payload = json!({ "bookingId": id, "endsAt": due.plus_millis(-15 * MINUTE_MS) });
    ("noshow-check".to_owned(), payload, due)
}

/// A queue whose jobs are reported to a server of the test at `url`.
pub fn queue_delivering_to(worker: &WorkerContext, url: &str) -> QueueWorker {
    let runner = ReportingRunner { http: http_client(), url: url.to_owned() };
    QueueWorker::new(worker.clone(), Delivery::BuiltIn(Box::new(runner)))
}

/// Runs no job. Reports each to a server of the test, whose answer decides whether the job succeeds, and when.
#[derive(Debug)]
struct ReportingRunner {
    http: reqwest::Client,
    url: String,
}

impl ReportingRunner {
    async fn report(&self, job: &ClaimedJob) -> Result<(), JobError> {
        let request = self
            .http
            .post(format!("{}/api/jobs/{}", self.url, job.kind))
            .header("upstash-message-id", &job.id)
            .header("upstash-retried", job.attempts.to_string())
            .body(job.payload.clone());
        let status = request.send().await.map_err(|error| JobError::Service(error.to_string()))?.status();
        if status.is_success() { Ok(()) } else { Err(JobError::Service(format!("it answered {}", status.as_u16()))) }
    }
}

impl JobRunner for ReportingRunner {
    fn run<'a>(&'a self, _: &'a WorkerContext, job: &'a ClaimedJob) -> BoxFuture<'a, Result<(), JobError>> {
        self.report(job).boxed()
    }
}

/// A queue like [`queue_delivering_to`], in another process on the same database.
pub async fn second_queue_delivering_to(salon: &TestSalon, url: &str) -> QueueWorker {
    queue_delivering_to(&WorkerContext { app: salon.open_in_second_process().await, ..salon.worker().clone() }, url)
}

/// A worker context that has no clients of other services.
pub fn worker_context_without_integrations(app: &App) -> WorkerContext {
    WorkerContext { app: app.clone(), integrations: std::sync::Arc::default() }
}

pub async fn run_job_in(app: &App, job: Job, payload: &JobPayload) -> u64 {
    match jobs::run(&worker_context_without_integrations(app), job, payload).await.unwrap() {
        Outcome::Processed(processed) => processed,
        other => panic!("{other:?}"),
    }
}

pub async fn run_job(salon: &TestSalon, job: Job) -> u64 {
    run_job_in(&salon.app, job, &JobPayload::default()).await
}

/// Runs a job in two processes at the same time; returns how much both processed.
pub async fn run_job_twice_concurrently(salon: &TestSalon, job: Job) -> u64 {
    let other = salon.open_in_second_process().await;
    let payload = JobPayload::default();
    let (one, other) = tokio::join!(run_job_in(&salon.app, job, &payload), run_job_in(&other, job, &payload));
    one + other
}

/// Runs a job with this request body.
pub async fn run_job_with_body(salon: &TestSalon, job: Job, body: &Value) -> Value {
    salon.run_job_with_payload(job, &JobPayload::read(body.to_string().as_bytes(), salon.now())).await
}

/// The open jobs of a membership: kind, payload, due time.
pub async fn open_membership_jobs(salon: &TestSalon, id: &str) -> Vec<(String, Value, Timestamp)> {
    let subject = format!("membership:{id}");
    let read = salon.app.db.read(move |conn| -> Result<Vec<(String, String, Timestamp)>, DbError> {
        conn.all(
            "select kind, payload, due_at from queued_jobs
             where subject = $1 and done_at is null and parked_at is null order by kind",
            params![subject],
        )
    });
    let rows = read.await.unwrap().into_iter();
    rows.map(|(kind, payload, due)| (kind, serde_json::from_str(&payload).unwrap(), due)).collect()
}

/// The jobs of a booking that are neither done nor cancelled: kind, payload, due time.
pub async fn open_booking_jobs(salon: &TestSalon, id: &str) -> Vec<(String, Value, Timestamp)> {
    let subject = format!("booking:{id}");
    let read = salon.app.db.read(move |conn| -> Result<Vec<(String, String, Timestamp)>, DbError> {
        conn.all(
            "select kind, payload, due_at from queued_jobs
             where subject = $1 and done_at is null and parked_at is null order by due_at, kind",
            params![subject],
        )
    });
    let rows = read.await.expect("work can be read").into_iter();
    rows.map(|(kind, payload, due)| (kind, serde_json::from_str(&payload).expect("JSON"), due)).collect()
}

/// The stale-booking alert, due two hours after the request.
pub fn stale_booking_alert_job(id: &str, due: Timestamp) -> (String, Value, Timestamp) {
    let payload = json!({ "bookingId": id, "requestedAt": due.plus_millis(-2 * HOUR_MS) });
    ("stale-booking-alert".to_owned(), payload, due)
}
