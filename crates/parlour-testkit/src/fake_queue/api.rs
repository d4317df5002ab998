//! The provider's API, as far as it is used.

use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::Bytes;
use axum::extract::State;
use axum::http::{HeaderMap, Method, StatusCode, Uri, header};
use axum::response::{IntoResponse, Json, Redirect, Response};
use serde_json::{Value, json};

use super::message::{Message, Scheduled, forwarded, text};
use super::{Desk, TOKEN, Trick};

const DEDUPLICATED_FOR_SECONDS: i64 = 600;
/// What those who pay nothing may ask for.
const LONGEST_DELAY_SECONDS: i64 = 7 * 86_400;
const MOST_RETRIES: u32 = 3;
const KNOWN: [&str; 6] = [
    "upstash-method",
    "upstash-not-before",
    "upstash-retries",
    "upstash-deduplication-id",
    "upstash-cron",
    "upstash-schedule-id",
];

/// Destinations stand in the path unescaped, with slashes and colons, which no route describes.
pub(super) fn router(desk: Arc<Desk>) -> Router {
    Router::new().fallback(answer).with_state(desk)
}

async fn answer(
    State(desk): State<Arc<Desk>>,
    method: Method,
    uri: Uri,
    headers: HeaderMap,
    body: Bytes,
) -> Response {
    desk.book().asked += 1;
    let trick = desk.book().trick;
    match trick {
        Trick::None => {}
        Trick::Silent => tokio::time::sleep(Duration::from_mins(1)).await,
        Trick::Status(status) => {
            let status = StatusCode::from_u16(status).expect("a status");
            return (status, Json(json!({ "error": format!("never to be shown: {TOKEN}") }))).into_response();
        }
        Trick::Redirecting => return Redirect::temporary("/elsewhere").into_response(),
        Trick::Welcoming => return "<html>Welcome to the hotel Wi-Fi</html>".into_response(),
        Trick::Huge => return " ".repeat(1024 * 1024).into_response(),
    }
    if text(&headers, header::AUTHORIZATION.as_str()) != Some(format!("Bearer {TOKEN}")) {
        return refusal(StatusCode::UNAUTHORIZED, "unauthorized");
    }
    let (path, posts) = (uri.path(), method == Method::POST);
    let answer = if let Some(to) = path.strip_prefix("/v2/publish/").filter(|_| posts) {
        published(&desk, to, &headers, &body)
    } else if let Some(to) = path.strip_prefix("/v2/schedules/").filter(|_| posts) {
        scheduled(&desk, to, &headers, &body)
    } else if path == "/v2/schedules" && method == Method::GET {
        Ok((StatusCode::OK, desk.book().schedules.values().map(Scheduled::listed).collect()))
    } else if let Some(id) = path.strip_prefix("/v2/schedules/") {
        one_schedule(&desk, &method, id)
    } else {
        Err((StatusCode::NOT_FOUND, "unknown path"))
    };
    match answer {
        Ok((status, answer)) => (status, Json(answer)).into_response(),
        Err((status, why)) => refusal(status, why),
    }
}

type Answer = Result<(StatusCode, Value), (StatusCode, &'static str)>;

const BAD: StatusCode = StatusCode::BAD_REQUEST;

fn refusal(status: StatusCode, why: &str) -> Response {
    (status, Json(json!({ "error": why }))).into_response()
}

fn published(desk: &Desk, to: &str, headers: &HeaderMap, body: &Bytes) -> Answer {
    let retries = judge(to, headers)?;
    let mut book = desk.book();
    let now = book.now();
    let not_before = match text(headers, "upstash-not-before") {
        Some(given) => Some(given.parse::<i64>().map_err(|_| (BAD, "invalid Upstash-Not-Before"))?),
        None => None,
    };
    if not_before.is_some_and(|seconds| seconds > now + LONGEST_DELAY_SECONDS) {
        return Err((BAD, "the delay is longer than the plan allows"));
    }
    let deduplication_id = text(headers, "upstash-deduplication-id");
    let known = book.published.iter().rev().find(|message| {
        message.deduplication_id.is_some()
            && message.deduplication_id == deduplication_id
            && now - message.published_at < DEDUPLICATED_FOR_SECONDS
    });
    if let Some(known) = known {
        return Ok((StatusCode::ACCEPTED, json!({ "messageId": known.id, "deduplicated": true })));
    }
    let id = format!("msg_{}", book.published.len() + 1);
    book.take(Message {
        id: id.clone(),
        destination: to.to_owned(),
        body: body.to_vec(),
        content_type: text(headers, "content-type"),
        deduplication_id,
        not_before,
        published_at: now,
        due_at: not_before.unwrap_or(now).max(now),
        retries,
        retried: 0,
        schedule_id: None,
        forwarded: forwarded(headers),
    });
    Ok((StatusCode::OK, json!({ "messageId": id })))
}

fn scheduled(desk: &Desk, to: &str, headers: &HeaderMap, body: &Bytes) -> Answer {
    let retries = judge(to, headers)?;
    let cron = text(headers, "upstash-cron").filter(|cron| is_cron(cron)).ok_or((BAD, "invalid cron"))?;
    let mut book = desk.book();
    let id = match text(headers, "upstash-schedule-id") {
        Some(id) if id.chars().all(|c| c.is_ascii_alphanumeric() || "._-".contains(c)) => id,
        Some(_) => return Err((BAD, "invalid schedule id")),
        None => format!("scd_{}", book.schedules.len() + 1),
    };
    let schedule = Scheduled {
        id: id.clone(),
        destination: to.to_owned(),
        cron,
        body: body.to_vec(),
        content_type: text(headers, "content-type"),
        retries,
        forwarded: forwarded(headers),
        created_at: book.now(),
    };
    book.schedules.insert(id.clone(), schedule);
    Ok((StatusCode::OK, json!({ "scheduleId": id })))
}

fn one_schedule(desk: &Desk, method: &Method, id: &str) -> Answer {
    let mut book = desk.book();
    let unknown = (StatusCode::NOT_FOUND, "schedule not found");
    match *method {
        Method::GET => Ok((StatusCode::OK, book.schedules.get(id).ok_or(unknown)?.listed())),
        Method::DELETE => {
            book.schedules.remove(id).ok_or(unknown)?;
            Ok((StatusCode::OK, Value::Null))
        }
        _ => Err((StatusCode::METHOD_NOT_ALLOWED, "unknown method")),
    }
}

/// How often a delivery is retried, where all that is asked for is understood.
fn judge(to: &str, headers: &HeaderMap) -> Result<u32, (StatusCode, &'static str)> {
    let is_known = |name: &str| {
        !name.starts_with("upstash-")
            || name.starts_with("upstash-forward-")
            || name.starts_with("upstash-telemetry-")
            || KNOWN.contains(&name)
    };
    if !headers.keys().all(|name| is_known(name.as_str())) {
        return Err((BAD, "the fake does not know one of the headers"));
    }
    if !to.starts_with("http://") && !to.starts_with("https://") {
        return Err((BAD, "invalid destination url: endpoint has invalid scheme"));
    }
    if text(headers, "upstash-method").is_some_and(|method| method != "POST") {
        return Err((BAD, "the fake only posts"));
    }
    match text(headers, "upstash-retries").map(|given| given.parse()) {
        None => Ok(MOST_RETRIES),
        Some(Ok(retries)) if retries <= MOST_RETRIES => Ok(retries),
        Some(_) => Err((BAD, "invalid retries")),
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
