//! An external queue that speaks the protocol of `QStash`: it stores published jobs and calls the job routes, with a
//! signature.

use std::time::Duration;

use reqwest::header::CONTENT_TYPE;
use reqwest::{RequestBuilder, Response, StatusCode};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use url::Url;

use crate::bounded_body::read_at_most;
use crate::connection_error::ConnectionError;

/// The queue only has to store a message.
const TIMEOUT: Duration = Duration::from_secs(10);
/// Far more than the queue answers.
const MAX_RESPONSE_BYTES: usize = 64 * 1024;
/// Far more than the list of our schedules.
const MAX_LIST_BYTES: usize = 4 * 1024 * 1024;
/// The retries after the first delivery, as the contract demands.
const RETRIES: &str = "3";

/// Our account at the external queue. Clones share connections.
#[derive(Clone)]
pub struct ExternalQueue {
    url: String,
    token: String,
    admin_url: String,
    http: reqwest::Client,
}

debug_only! { ExternalQueue { url, admin_url } }

/// Why the queue did not accept something. The text continues a sentence that begins with "the queue", and contains
/// neither the token nor a body nor an answer.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum QueueFailure {
    #[error("could not be reached: {0}")]
    Unreachable(String),
    #[error("did not answer in time")]
    TimedOut,
    #[error("does not take our token")]
    Unauthorized,
    /// The limit of messages per day or of schedules.
    #[error("takes no more from our account (status {0})")]
    LimitReached(u16),
    #[error("answered with status {0}")]
    Status(u16),
    #[error("redirects elsewhere, which is not followed")]
    Redirected,
    #[error("answered with something that cannot be read")]
    Unreadable,
}

impl ExternalQueue {
    /// `admin_url` is the public URL of the admin app, without a slash at the end; signatures contain it. `http` must not
    /// follow redirects, which would send jobs to other hosts.
    pub fn new(url: &Url, token: &str, admin_url: &str, http: reqwest::Client) -> Self {
        let url = url.as_str().trim_end_matches('/').to_owned();
        Self { url, token: token.to_owned(), admin_url: admin_url.to_owned(), http }
    }

    /// Publishes a job, to be run at once or not before a time (real time, in seconds). The queue ignores the same
    /// `job_id` within ten minutes.
    pub async fn publish(
        &self,
        job: &str,
        body: &str,
        job_id: &str,
        not_before_seconds: Option<i64>,
    ) -> Result<(), QueueFailure> {
        let mut request = self.post("publish", job)?;
        request = request.header("Upstash-Deduplication-Id", job_id).body(body.to_owned());
        if let Some(seconds) = not_before_seconds {
            request = request.header("Upstash-Not-Before", seconds);
        }
        match send_for_json(request, MAX_RESPONSE_BYTES).await? {
            QueueResponse { message_id: Some(_), .. } => Ok(()),
            _ => Err(QueueFailure::Unreadable),
        }
    }

    /// Creates the schedule with this id, or replaces it.
    pub async fn schedule(&self, id: &str, job: &str, cron: &str) -> Result<(), QueueFailure> {
        let request = self.post("schedules", job)?;
        let request = request.header("Upstash-Cron", cron).header("Upstash-Schedule-Id", id);
        match send_for_json(request, MAX_RESPONSE_BYTES).await? {
            QueueResponse { schedule_id: Some(_), .. } => Ok(()),
            _ => Err(QueueFailure::Unreadable),
        }
    }

    /// The ids of all schedules of our account.
    pub async fn schedule_ids(&self) -> Result<Vec<String>, QueueFailure> {
        let request = self.http.get(self.address("schedules")?).timeout(TIMEOUT).bearer_auth(&self.token);
        let schedules: Vec<QueueResponse> = send_for_json(request, MAX_LIST_BYTES).await?;
        Ok(schedules.into_iter().filter_map(|schedule| schedule.schedule_id).collect())
    }

    /// Deletes a schedule; a missing one is no failure.
    pub async fn unschedule(&self, id: &str) -> Result<(), QueueFailure> {
        let address = self.address(&format!("schedules/{id}"))?;
        match send_checked(self.http.delete(address).timeout(TIMEOUT).bearer_auth(&self.token)).await {
            Ok(_) | Err(QueueFailure::Status(404)) => Ok(()),
            Err(failure) => Err(failure),
        }
    }

    fn address(&self, path: &str) -> Result<Url, QueueFailure> {
        let address = Url::parse(&format!("{}/v2/{path}", self.url));
        address.map_err(|_| QueueFailure::Unreachable("no such address".into()))
    }

    /// The destination URL is part of the path, unescaped.
    fn post(&self, what: &str, job: &str) -> Result<RequestBuilder, QueueFailure> {
        let address = self.address(&format!("{what}/{}/api/jobs/{job}", self.admin_url))?;
        let request = self.http.post(address).timeout(TIMEOUT).bearer_auth(&self.token);
        Ok(request.header(CONTENT_TYPE, "application/json").header("Upstash-Retries", RETRIES))
    }
}

/// The answer to a publication, or a schedule.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct QueueResponse {
    message_id: Option<String>,
    schedule_id: Option<String>,
}

/// Requires JSON, so that the login page of a network is not taken for a success.
async fn send_for_json<T: DeserializeOwned>(request: RequestBuilder, at_most: usize) -> Result<T, QueueFailure> {
    let body = read_at_most(&mut send_checked(request).await?, at_most).await?;
    body.and_then(|body| serde_json::from_slice(&body).ok()).ok_or(QueueFailure::Unreadable)
}

async fn send_checked(request: RequestBuilder) -> Result<Response, QueueFailure> {
    let response = request.send().await?;
    match response.status() {
        // A repeated publication gets 202.
        status if status.is_success() => Ok(response),
        StatusCode::UNAUTHORIZED | StatusCode::FORBIDDEN => Err(QueueFailure::Unauthorized),
        status @ (StatusCode::PAYMENT_REQUIRED | StatusCode::PRECONDITION_FAILED | StatusCode::TOO_MANY_REQUESTS) => {
            Err(QueueFailure::LimitReached(status.as_u16()))
        }
        status if status.is_redirection() => Err(QueueFailure::Redirected),
        status => Err(QueueFailure::Status(status.as_u16())),
    }
}

impl From<reqwest::Error> for QueueFailure {
    fn from(error: reqwest::Error) -> Self {
        match ConnectionError::from(&error) {
            ConnectionError::TimedOut => Self::TimedOut,
            ConnectionError::Failed(cause) => Self::Unreachable(cause),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn queue(url: &str, admin_url: &str) -> ExternalQueue {
        let http = reqwest::Client::builder().no_proxy().build().unwrap();
        ExternalQueue::new(&Url::parse(url).unwrap(), "hunter2", admin_url, http)
    }

    #[test]
    fn the_destination_stands_in_the_path_as_it_is() {
        for (url, admin_url, expected) in [
            (
                "https://queue.example",
                "https://admin.example.in",
                "https://queue.example/v2/publish/https://admin.example.in/api/jobs/invoice-pdf",
            ),
            (
                "http://127.0.0.1:8080/",
                "http://127.0.0.1:3001",
                "http://127.0.0.1:8080/v2/publish/http://127.0.0.1:3001/api/jobs/invoice-pdf",
            ),
            (
                "https://gate.example/queue/",
                "http://[::1]:3001",
                "https://gate.example/queue/v2/publish/http://[::1]:3001/api/jobs/invoice-pdf",
            ),
        ] {
            let request = queue(url, admin_url).post("publish", "invoice-pdf").unwrap().build().unwrap();
            assert_eq!(request.url().as_str(), expected);
        }
    }

    #[test]
    fn the_token_travels_and_is_not_shown() {
        let queue = queue("https://queue.example", "https://admin.example.in");
        let request = queue.post("publish", "invoice-pdf").unwrap().build().unwrap();
        assert_eq!(request.headers()["authorization"], "Bearer hunter2");
        assert!(!format!("{queue:?} {request:?}").contains("hunter2"));
    }

    #[tokio::test]
    async fn a_token_that_no_header_can_carry_is_a_failure_like_any_other() {
        let http = reqwest::Client::builder().no_proxy().build().unwrap();
        let url = Url::parse("http://127.0.0.1:9").unwrap();
        let queue = ExternalQueue::new(&url, "hunter\n2", "https://admin.example.in", http);
        let failure = queue.publish("invoice-pdf", "{}", "work-1", None).await.unwrap_err();
        assert!(matches!(failure, QueueFailure::Unreachable(_)), "{failure}");
        assert!(!failure.to_string().contains("hunter"));
    }
}
