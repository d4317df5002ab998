//! Monitors that raise an alarm when a job stops running: each job reports its runs to its own URL.

use std::collections::BTreeMap;
use std::fmt;
use std::time::Duration;

use reqwest::RequestBuilder;
use reqwest::header::CONTENT_TYPE;
use url::Url;

use super::http_client::{OutboundHttpClient, SendFailure};

const TIMEOUT: Duration = Duration::from_secs(5);
const RETRY_DELAY: Duration = Duration::from_millis(250);

/// The monitor URL of each job. The URLs are secret.
pub struct Heartbeats {
    urls: BTreeMap<String, Url>,
    http_client: OutboundHttpClient,
}

impl Heartbeats {
    pub fn new(urls: BTreeMap<String, Url>, http_client: OutboundHttpClient) -> Self {
        Self { urls, http_client }
    }

    /// Reports a run to the monitor of the job, if it has one. Tries twice; a failure is only logged.
    pub async fn ping(&self, job: &str, ok: bool) {
        let Some(url) = self.urls.get(job) else { return };
        let mut outcome = self.http_client.send_request(self.request(job, url, ok)).await;
        if let Err(SendFailure::Retryable { .. }) = outcome {
            tokio::time::sleep(RETRY_DELAY).await;
            outcome = self.http_client.send_request(self.request(job, url, ok)).await;
        }
        if let Err(failure) = outcome {
            tracing::warn!(job, ok, "the heartbeat monitor {failure}");
        }
    }

    fn request(&self, job: &str, url: &Url, ok: bool) -> RequestBuilder {
        let request = if ok {
            self.http_client.get(url.clone())
        } else {
            let text = format!("{job} failed");
            self.http_client.post(failure_url(url)).header(CONTENT_TYPE, "text/plain; charset=utf-8").body(text)
        };
        request.timeout(self.http_client.timeout_at_most(TIMEOUT))
    }
}

/// Adds `/fail` to the path.
fn failure_url(url: &Url) -> Url {
    let mut url = url.clone();
    let path = format!("{}/fail", url.path().trim_end_matches('/'));
    url.set_path(&path);
    url
}

impl fmt::Debug for Heartbeats {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("Heartbeats").field("jobs", &self.urls.keys()).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::super::http_client::AllowedHosts;
    use super::*;

    #[test]
    fn failure_is_reported_below_the_path() {
        for (url, expected) in [
            ("https://hc-ping.com/1f2e", "https://hc-ping.com/1f2e/fail"),
            ("https://hc-ping.com/key/daily%20report?create=1", "https://hc-ping.com/key/daily%20report/fail?create=1"),
            ("https://beats.example.in/api/v1/heartbeat/t/", "https://beats.example.in/api/v1/heartbeat/t/fail"),
            ("https://beats.example.in", "https://beats.example.in/fail"),
            ("http://user:pw@127.0.0.1:4000/a?b=c#d", "http://user:pw@127.0.0.1:4000/a/fail?b=c#d"),
        ] {
            assert_eq!(failure_url(&url.parse().unwrap()).as_str(), expected);
        }
    }

    #[test]
    fn urls_are_not_shown() {
        let url = Url::parse("https://hc-ping.com/s3cret").unwrap();
        let urls = BTreeMap::from([("gems-expire".to_owned(), url)]);
        let heartbeats = Heartbeats::new(urls, OutboundHttpClient::new(AllowedHosts::Anywhere).unwrap());
        assert_eq!(format!("{heartbeats:?}"), r#"Heartbeats { jobs: ["gems-expire"], .. }"#);
    }
}
