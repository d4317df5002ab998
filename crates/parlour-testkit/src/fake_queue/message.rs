//! What the queue keeps: messages, and schedules that make more of them.

use axum::http::HeaderMap;
use serde_json::{Value, json};

/// The largest wait between two deliveries.
const DAY_SECONDS: f64 = 86_400.0;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Message {
    pub id: String,
    pub destination: String,
    pub body: Vec<u8>,
    pub content_type: Option<String>,
    pub deduplication_id: Option<String>,
    /// What was asked for, in unix seconds.
    pub not_before: Option<i64>,
    pub published_at: i64,
    pub due_at: i64,
    pub retries: u32,
    /// How many deliveries have failed.
    pub retried: u32,
    pub schedule_id: Option<String>,
    /// `Upstash-Forward-X`, as `X`.
    pub forwarded: Vec<(String, String)>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Schedule {
    pub id: String,
    pub destination: String,
    pub cron: String,
    pub body: Vec<u8>,
    pub content_type: Option<String>,
    pub retries: u32,
    pub forwarded: Vec<(String, String)>,
    pub created_at: i64,
}

/// One try.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DeliveryAttempt {
    pub message_id: String,
    pub destination: String,
    /// How many tries came before this one.
    pub retried: u32,
    /// 0 where nobody answered.
    pub status: u16,
    pub answer: String,
}

impl Message {
    /// min(86400, e^(2.5 n)) seconds before the nth retry: about 12 s, 2.5 min, 30 min.
    pub(super) fn next_wait_seconds(&self) -> i64 {
        let wait = (2.5 * f64::from(self.retried + 1)).exp().min(DAY_SECONDS);
        #[expect(clippy::cast_possible_truncation, reason = "at most a day")]
        let seconds = wait as i64;
        seconds
    }

    /// All but the signature.
    pub(super) fn delivery_headers(&self) -> Vec<(String, String)> {
        let mut headers = vec![
            ("User-Agent".to_owned(), "Upstash-QStash".to_owned()),
            ("Upstash-Message-Id".to_owned(), self.id.clone()),
            ("Upstash-Retried".to_owned(), self.retried.to_string()),
            ("Upstash-Caller-Ip".to_owned(), "192.0.2.7".to_owned()),
            ("Upstash-Region".to_owned(), "EU-CENTRAL-1".to_owned()),
        ];
        headers.extend(self.content_type.clone().map(|given| ("Content-Type".to_owned(), given)));
        headers.extend(self.schedule_id.clone().map(|id| ("Upstash-Schedule-Id".to_owned(), id)));
        headers.extend(self.forwarded.iter().cloned());
        headers
    }
}

impl Schedule {
    pub(super) fn message(&self, id: String, now: i64) -> Message {
        Message {
            id,
            destination: self.destination.clone(),
            body: self.body.clone(),
            content_type: self.content_type.clone(),
            deduplication_id: None,
            not_before: None,
            published_at: now,
            due_at: now,
            retries: self.retries,
            retried: 0,
            schedule_id: Some(self.id.clone()),
            forwarded: self.forwarded.clone(),
        }
    }

    /// As the provider lists it.
    pub(super) fn to_json(&self) -> Value {
        json!({
            "scheduleId": self.id, "cron": self.cron, "destination": self.destination, "method": "POST",
            "retries": self.retries, "createdAt": self.created_at * 1_000, "isPaused": false,
        })
    }
}

pub(super) fn header_text(headers: &HeaderMap, name: &str) -> Option<String> {
    headers.get(name).map(|value| value.to_str().expect("headers are text").to_owned())
}

pub(super) fn forwarded_headers(headers: &HeaderMap) -> Vec<(String, String)> {
    let all = headers.keys().filter_map(|name| name.as_str().strip_prefix("upstash-forward-"));
    all.filter_map(|name| Some((name.to_owned(), header_text(headers, &format!("upstash-forward-{name}"))?))).collect()
}
