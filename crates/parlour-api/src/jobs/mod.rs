//! The job routes for an external queue: no session, no envelope.

use axum::response::{IntoResponse, Response};
use http::header::{CONTENT_TYPE, HeaderName, HeaderValue};
use http::{HeaderMap, StatusCode};
use parlour_domain::job::Job;
use parlour_http::host::{FromThisMachine, is_from_other_site};
use parlour_http::job_authentication::JobRequest;
use parlour_http::refusal_traces::{Refusal, RefusalReason};
use parlour_http::request_info::RequestInfo;
use parlour_integrations::clock::Clock;
use parlour_worker::jobs::{self, JobError, JobPayload, Outcome};

use crate::prelude::*;

/// Set by the external queue on scheduled requests.
const SCHEDULE_ID: HeaderName = HeaderName::from_static("upstash-schedule-id");
const JSON: HeaderValue = HeaderValue::from_static("application/json");

/// Run a job
///
/// For the external queue, which signs its requests; `parlour job` does the same by hand. A job may run twice. The
/// response has no envelope: `success`, and depending on the job `processed`, `sent`, `notified`, `action`,
/// `attached`, `reason`. 401 `Unauthorized` and 500 `Job failed` are plain text.
#[utoipa::path(
    post, path = "/api/jobs/{name}", tag = "Jobs", params(("name" = inline(Job), Path)),
    responses(
        (status = 200, body = serde_json::Value),
        (status = 401, description = "Unauthorized", body = String, content_type = "text/plain"),
        (status = 500, description = "Job failed", body = String, content_type = "text/plain"),
    ),
)]
pub(crate) async fn run(
    State(state): State<HttpState>,
    request_info: RequestInfo,
    PathId(name): PathId,
    FromThisMachine(is_from_this_machine): FromThisMachine,
    headers: HeaderMap,
    body: Result<RequestBody, HttpError>,
) -> Result<Response, HttpError> {
    let bytes = body.ok().map(|body| body.bytes);
    let request = JobRequest {
        headers: &headers,
        path: &format!("/api/jobs/{name}"),
        body: bytes.as_deref(),
        // Not every page that a developer opens may run jobs.
        is_from_this_machine: is_from_this_machine && !is_from_other_site(&headers),
    };
    let authorized = state.job_authenticator().map_or(Err("this app has no jobs".to_owned()), |authenticator| {
        authenticator.authorize(&request, Clock::real_unix_seconds())
    });
    if let Err(reason) = authorized {
        request_info.set_refusal(Refusal::anonymous(RefusalReason::JobSignature, reason));
        return Ok((StatusCode::UNAUTHORIZED, "Unauthorized").into_response());
    }
    let job = Job::parse(&name).ok_or_else(|| HttpError::not_found("This job"))?;
    let (is_scheduled, now) = (headers.contains_key(SCHEDULE_ID), state.now());
    if is_scheduled && is_outside_schedule(&state, job) {
        return Ok(outcome_response(&Outcome::Processed(0)));
    }
    // An unreadable payload counts as empty.
    let payload = JobPayload::read(&bytes.unwrap_or_default(), now);
    let payload = if is_scheduled { payload.with_latest_slot(job, now) } else { payload };
    let worker = state.worker().clone();
    // In its own task, the job finishes even if the client disconnects.
    let running = tokio::spawn(async move { jobs::run_and_ping_heartbeat(&worker, job, &payload).await });
    match running.await {
        Ok(Ok(outcome)) => Ok(outcome_response(&outcome)),
        Ok(Err(error)) => Ok(failure_response(job, &error)),
        // The job catches its panics, and only the end of the process stops its task.
        Err(_) => Ok(failure_response(job, &JobError::Interrupted)),
    }
}

/// A cron expression cannot end a quarter-hourly schedule within an hour.
fn is_outside_schedule(state: &HttpState, job: Job) -> bool {
    job.schedule().is_some_and(|schedule| !schedule.is_within_hours(state.now()))
}

fn outcome_response(outcome: &Outcome) -> Response {
    ([(CONTENT_TYPE, JSON)], outcome.body().to_string()).into_response()
}

fn failure_response(job: Job, error: &JobError) -> Response {
    tracing::error!(%job, %error, "a job failed");
    (StatusCode::INTERNAL_SERVER_ERROR, "Job failed").into_response()
}
