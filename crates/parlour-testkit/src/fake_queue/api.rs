//! The provider's API, as far as it is used.

use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::Bytes;
use axum::extract::State;
use axum::http::{HeaderMap, Method, StatusCode, Uri, header};
use axum::response::{IntoResponse, Json, Redirect, Response};
use serde_json::{Value, json};

use super::message::{Message, Schedule, forwarded_headers, header_text};
use super::state::{QueueFault, SharedQueue, TOKEN};

const DEDUPLICATED_FOR_SECONDS: i64 = 600;
/// What those who pay nothing may ask for.
const MAX_DELAY_SECONDS: i64 = 7 * 86_400;
const MAX_RETRIES: u32 = 3;
const KNOWN_HEADERS: [&str; 6] = [
    "upstash-method",
    "upstash-not-before",
    "upstash-retries",
    "upstash-deduplication-id",
    "upstash-cron",
    "upstash-schedule-id",
];

/// Destinations stand in the path unescaped, with slashes and colons, which no route describes.
pub(super) fn router(shared: Arc<SharedQueue>) -> Router {
    Router::new().fallback(answer).with_state(shared)
}

async fn answer(
    State(shared): State<Arc<SharedQueue>>,
    method: Method,
    uri: Uri,
    headers: HeaderMap,
    body: Bytes,
) -> Response {
    shared.state().requested += 1;
    let fault = shared.state().fault;
    match fault {
        QueueFault::None => {}
        QueueFault::NeverAnswers => tokio::time::sleep(Duration::from_mins(1)).await,
        QueueFault::Status(status) => {
            let status = StatusCode::from_u16(status).expect("a status");
            return (status, Json(json!({ "error": format!("never to be shown: {TOKEN}") }))).into_response();
        }
        QueueFault::Redirecting => return Redirect::temporary("/elsewhere").into_response(),
        QueueFault::HtmlPage => return "<html>Welcome to the hotel Wi-Fi</html>".into_response(),
        QueueFault::HugeBody => return " ".repeat(1024 * 1024).into_response(),
    }
    if header_text(&headers, header::AUTHORIZATION.as_str()) != Some(format!("Bearer {TOKEN}")) {
        return error_response(StatusCode::UNAUTHORIZED, "unauthorized");
    }
    let (path, posts) = (uri.path(), method == Method::POST);
    let answer = if let Some(to) = path.strip_prefix("/v2/publish/").filter(|_| posts) {
        publish(&shared, to, &headers, &body)
    } else if let Some(to) = path.strip_prefix("/v2/schedules/").filter(|_| posts) {
        create_schedule(&shared, to, &headers, &body)
    } else if path == "/v2/schedules" && method == Method::GET {
        Ok((StatusCode::OK, shared.state().schedules.values().map(Schedule::to_json).collect()))
    } else if let Some(id) = path.strip_prefix("/v2/schedules/") {
        get_or_delete_schedule(&shared, &method, id)
    } else {
        Err((StatusCode::NOT_FOUND, "unknown path"))
    };
    match answer {
        Ok((status, answer)) => (status, Json(answer)).into_response(),
        Err((status, why)) => error_response(status, why),
    }
}

type ApiResult = Result<(StatusCode, Value), (StatusCode, &'static str)>;

const BAD_REQUEST: StatusCode = StatusCode::BAD_REQUEST;

fn error_response(status: StatusCode, why: &str) -> Response {
    (status, Json(json!({ "error": why }))).into_response()
}

fn publish(shared: &SharedQueue, to: &str, headers: &HeaderMap, body: &Bytes) -> ApiResult {
    let retries = validate_and_read_retries(to, headers)?;
    let mut state = shared.state();
    let now = state.now();
    let not_before = match header_text(headers, "upstash-not-before") {
        Some(given) => Some(given.parse::<i64>().map_err(|_| (BAD_REQUEST, "invalid Upstash-Not-Before"))?),
        None => None,
    };
    if not_before.is_some_and(|seconds| seconds > now + MAX_DELAY_SECONDS) {
        return Err((BAD_REQUEST, "the delay is longer than the plan allows"));
    }
    let deduplication_id = header_text(headers, "upstash-deduplication-id");
    let known = state.published.iter().rev().find(|message| {
        message.deduplication_id.is_some()
            && message.deduplication_id == deduplication_id
            && now - message.published_at < DEDUPLICATED_FOR_SECONDS
    });
    if let Some(known) = known {
        return Ok((StatusCode::ACCEPTED, json!({ "messageId": known.id, "deduplicated": true })));
    }
    let id = format!("msg_{}", state.published.len() + 1);
    state.enqueue(Message {
        id: id.clone(),
        destination: to.to_owned(),
        body: body.to_vec(),
        content_type: header_text(headers, "content-type"),
        deduplication_id,
        not_before,
        published_at: now,
        due_at: not_before.unwrap_or(now).max(now),
        retries,
        retried: 0,
        schedule_id: None,
        forwarded: forwarded_headers(headers),
    });
    Ok((StatusCode::OK, json!({ "messageId": id })))
}

fn create_schedule(shared: &SharedQueue, to: &str, headers: &HeaderMap, body: &Bytes) -> ApiResult {
    let retries = validate_and_read_retries(to, headers)?;
    let cron =
        header_text(headers, "upstash-cron").filter(|cron| is_cron(cron)).ok_or((BAD_REQUEST, "invalid cron"))?;
    let mut state = shared.state();
    let id = match header_text(headers, "upstash-schedule-id") {
        Some(id) if id.chars().all(|c| c.is_ascii_alphanumeric() || "._-".contains(c)) => id,
        Some(_) => return Err((BAD_REQUEST, "invalid schedule id")),
        None => format!("scd_{}", state.schedules.len() + 1),
    };
    let schedule = Schedule {
        id: id.clone(),
        destination: to.to_owned(),
        cron,
        body: body.to_vec(),
        content_type: header_text(headers, "content-type"),
        retries,
        forwarded: forwarded_headers(headers),
        created_at: state.now(),
    };
    state.schedules.insert(id.clone(), schedule);
    Ok((StatusCode::OK, json!({ "scheduleId": id })))
}

fn get_or_delete_schedule(shared: &SharedQueue, method: &Method, id: &str) -> ApiResult {
    let mut state = shared.state();
    let unknown = (StatusCode::NOT_FOUND, "schedule not found");
    match *method {
        Method::GET => Ok((StatusCode::OK, state.schedules.get(id).ok_or(unknown)?.to_json())),
        Method::DELETE => {
            state.schedules.remove(id).ok_or(unknown)?;
            Ok((StatusCode::OK, Value::Null))
        }
        _ => Err((StatusCode::METHOD_NOT_ALLOWED, "unknown method")),
    }
}

/// How often a delivery is retried, where all that is requested for is understood.
fn validate_and_read_retries(to: &str, headers: &HeaderMap) -> Result<u32, (StatusCode, &'static str)> {
    let is_known = |name: &str| {
        !name.starts_with("upstash-")
            || name.starts_with("upstash-forward-")
            || name.starts_with("upstash-telemetry-")
            || KNOWN_HEADERS.contains(&name)
    };
    if !headers.keys().all(|name| is_known(name.as_str())) {
        return Err((BAD_REQUEST, "the fake does not know one of the headers"));
    }
    if !to.starts_with("http://") && !to.starts_with("https://") {
        return Err((BAD_REQUEST, "invalid destination url: endpoint has invalid scheme"));
    }
    if header_text(headers, "upstash-method").is_some_and(|method| method != "POST") {
        return Err((BAD_REQUEST, "the fake only posts"));
    }
    match header_text(headers, "upstash-retries").map(|given| given.parse()) {
        None => Ok(MAX_RETRIES),
        Some(Ok(retries)) if retries <= MAX_RETRIES => Ok(retries),
        Some(_) => Err((BAD_REQUEST, "invalid retries")),
    }
}

/// Five fields of what cron is written with, after a zone or none.
fn is_cron(cron: &str) -> bool {
    let fields = match cron.split_once(' ') {
        Some((zone, rest)) if zone.starts_with("CRON_TZ=") => rest,
        _ => cron,
    };
    let is_field = |field: &str| field.chars().all(|c| c.is_ascii_digit() || "*/,-".contains(c));
    fields.split(' ').count() == 5 && fields.split(' ').all(|field| !field.is_empty() && is_field(field))
}
