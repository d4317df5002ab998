//! The job routes, which machines call: no session, no envelope.

pub mod gate;

use axum::extract::State;
use axum::response::{IntoResponse, Response};
use http::header::{CONTENT_TYPE, HeaderName, HeaderValue};
use http::{HeaderMap, StatusCode};
use parlour_app::clock::Clock;
use parlour_app::jobs::{self, JobError, Outcome, Told};
use parlour_domain::job::Job;

use crate::body::Body;
use crate::error::ApiError;
use crate::id_path::Named;
use crate::web::Web;
use gate::JobGate;

/// Says that the external queue asks because a schedule says so.
const SCHEDULE_ID: HeaderName = HeaderName::from_static("upstash-schedule-id");
const JSON: HeaderValue = HeaderValue::from_static("application/json");

/// Run a job
///
/// For the queue, which signs what it delivers; `parlour job` does the same by hand. A job may run twice. It answers
/// without an envelope: `success`, and by its kind `processed`, `sent`, `notified`, `action`, `attached`, `reason`.
/// 401 `Unauthorized` and 500 `Job failed` are plain text.
#[utoipa::path(
    post, path = "/api/jobs/{name}", tag = "Jobs", params(("name" = inline(Job), Path)),
    responses(
        (status = 200, body = serde_json::Value),
        (status = 401, description = "Unauthorized", body = String, content_type = "text/plain"),
        (status = 500, description = "Job failed", body = String, content_type = "text/plain"),
    ),
)]
pub(crate) async fn run(
    State(web): State<Web>,
    Named(name): Named,
    headers: HeaderMap,
    body: Result<Body, ApiError>,
) -> Result<Response, ApiError> {
    let bytes = body.ok().map(|body| body.bytes);
    let is_admitted = |gate: &JobGate| {
        gate.admits(&headers, &format!("/api/jobs/{name}"), bytes.as_deref(), Clock::protocol_seconds())
    };
    if !web.job_gate().is_some_and(is_admitted) {
        return Ok((StatusCode::UNAUTHORIZED, "Unauthorized").into_response());
    }
    let job = Job::parse(&name).ok_or_else(|| ApiError::not_found("This job"))?;
    let (is_scheduled, now) = (headers.contains_key(SCHEDULE_ID), web.app().clock.now());
    if is_scheduled && is_out_of_hours(&web, job) {
        return Ok(done(&Outcome::Processed(0)));
    }
    // What cannot be read was not said.
    let told = Told::read(&bytes.unwrap_or_default(), now);
    let told = if is_scheduled { told.by_schedule(job, now) } else { told };
    let backstage = web.backstage().clone();
    // A task of its own: it runs to its end though the caller hangs up.
    let running = tokio::spawn(async move { jobs::run_and_report(&backstage, job, &told).await });
    match running.await {
        Ok(Ok(outcome)) => Ok(done(&outcome)),
        Ok(Err(error)) => Ok(failed(job, &error)),
        // Panics have been caught, and nobody ends it: this is the process's own end.
        Err(_) => Ok(failed(job, &JobError::Outside("it was ended".to_owned()))),
    }
}

/// Cron cannot say when a quarter-hourly schedule ends within the hour.
fn is_out_of_hours(web: &Web, job: Job) -> bool {
    job.schedule().is_some_and(|schedule| !schedule.is_within(web.app().clock.now()))
}

fn done(outcome: &Outcome) -> Response {
    ([(CONTENT_TYPE, JSON)], outcome.body().to_string()).into_response()
}

fn failed(job: Job, error: &JobError) -> Response {
    tracing::error!(%job, %error, "a job failed");
    (StatusCode::INTERNAL_SERVER_ERROR, "Job failed").into_response()
}
