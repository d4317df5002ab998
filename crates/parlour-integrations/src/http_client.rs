//! The HTTP client for URLs that users or settings provide: no proxy, no redirects, short timeouts, and in production
//! public hosts only.

use std::net::SocketAddr;
use std::time::Duration;

use chrono::DateTime;
use parlour_domain::notification::push_endpoint::{is_public_address, may_be_public_host};
use reqwest::dns::{Addrs, Name, Resolve, Resolving};
use reqwest::header::RETRY_AFTER;
use reqwest::{Client, RequestBuilder, Response, redirect};
use url::Url;

use crate::clock::Clock;
use crate::connection_error::ConnectionError;

pub use parlour_domain::notification::push_endpoint::AllowedHosts;

const CONNECT_TIMEOUT: Duration = Duration::from_secs(5);
const REQUEST_TIMEOUT: Duration = Duration::from_secs(10);
/// A longer `Retry-After` is cut to this.
const MAX_RETRY_AFTER: Duration = Duration::from_hours(24);

/// The client for URLs that users or settings provide. Clones share connections.
#[derive(Clone)]
pub struct OutboundHttpClient {
    http: Client,
    reach: AllowedHosts,
    timeout: Duration,
}

/// Why a request failed. The text contains neither the body nor the path of the URL.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SendFailure {
    /// No answer, or a temporary failure: another attempt may help.
    #[error("{why}")]
    Retryable { after: Option<Duration>, why: String },
    /// A final refusal.
    #[error("answered with status {0}")]
    Refused(u16),
    /// Allowed in development only.
    #[error("is not https on a public host")]
    NotPublic,
}

impl OutboundHttpClient {
    pub fn new(reach: AllowedHosts) -> Result<Self, reqwest::Error> {
        Self::with_timeout(reach, REQUEST_TIMEOUT)
    }

    /// Waits for `whole` instead of ten seconds, from the name lookup to the answer.
    pub fn with_timeout(reach: AllowedHosts, whole: Duration) -> Result<Self, reqwest::Error> {
        let mut client = Client::builder()
            .redirect(redirect::Policy::none())
            .no_proxy()
            .connect_timeout(CONNECT_TIMEOUT.min(whole))
            .timeout(whole)
            .user_agent(concat!("Parlour/", env!("CARGO_PKG_VERSION")));
        if reach == AllowedHosts::Public {
            client = client.https_only(true).dns_resolver(PublicAddressResolver);
        }
        Ok(Self { http: client.build()?, reach, timeout: whole })
    }

    /// The shorter of this timeout and that of the client.
    pub(super) fn timeout_at_most(&self, timeout: Duration) -> Duration {
        timeout.min(self.timeout)
    }

    pub(super) fn get(&self, target: Url) -> RequestBuilder {
        self.http.get(target)
    }

    pub(super) fn post(&self, target: Url) -> RequestBuilder {
        self.http.post(target)
    }

    /// Succeeds if the status does. The body of the answer is not read.
    pub(super) async fn send_request(&self, request: RequestBuilder) -> Result<(), SendFailure> {
        // Fails only for invalid headers or URLs, which the server would refuse too.
        let request = request.build().map_err(|_| SendFailure::Refused(400))?;
        if !self.is_allowed_target(request.url()) {
            return Err(SendFailure::NotPublic);
        }
        match self.http.execute(request).await {
            Ok(response) => check_status(&response, Clock::real_unix_seconds()),
            Err(error) => Err(SendFailure::Retryable { after: None, why: describe(&ConnectionError::from(&error)) }),
        }
    }

    /// Checks the URL only; [`PublicAddressResolver`] checks the addresses of its host name.
    fn is_allowed_target(&self, target: &Url) -> bool {
        match self.reach {
            AllowedHosts::Anywhere => true,
            AllowedHosts::Public => {
                target.scheme() == "https" && target.host().is_some_and(|host| may_be_public_host(&host))
            }
        }
    }
}

debug_only! { OutboundHttpClient { reach } }

/// Resolves names with the system and drops every address that is not public. A name that was public when it was
/// checked may point to the local network when we connect.
#[derive(Debug)]
struct PublicAddressResolver;

#[derive(Debug, thiserror::Error)]
#[error("the name has no public address")]
struct NoPublicAddress;

impl Resolve for PublicAddressResolver {
    fn resolve(&self, name: Name) -> Resolving {
        Box::pin(async move {
            // The client sets the port.
            let found = tokio::net::lookup_host((name.as_str(), 0)).await?;
            Ok(public_addresses(found)?)
        })
    }
}

fn public_addresses(found: impl Iterator<Item = SocketAddr>) -> Result<Addrs, NoPublicAddress> {
    let public: Vec<_> = found.filter(|address| is_public_address(address.ip())).collect();
    if public.is_empty() { Err(NoPublicAddress) } else { Ok(Box::new(public.into_iter())) }
}

fn check_status(response: &Response, now: i64) -> Result<(), SendFailure> {
    match response.status().as_u16() {
        200..=299 => Ok(()),
        status @ (408 | 425 | 429 | 500..) => {
            let header = response.headers().get(RETRY_AFTER).and_then(|value| value.to_str().ok());
            let after = header.and_then(|text| parse_retry_after(text, now));
            Err(SendFailure::Retryable { after, why: format!("answered with status {status}") })
        }
        status => Err(SendFailure::Refused(status)),
    }
}

/// Parses `Retry-After`: seconds or a date.
fn parse_retry_after(text: &str, now: i64) -> Option<Duration> {
    let text = text.trim();
    let seconds = if let Ok(seconds) = text.parse() {
        seconds
    } else {
        let until = DateTime::parse_from_rfc2822(text).ok()?.timestamp();
        u64::try_from(until.saturating_sub(now)).unwrap_or_default()
    };
    Some(Duration::from_secs(seconds).min(MAX_RETRY_AFTER))
}

fn describe(error: &ConnectionError) -> String {
    match error {
        ConnectionError::TimedOut => "did not answer in time".to_owned(),
        ConnectionError::Failed(cause) => format!("could not be reached: {cause}"),
    }
}

#[cfg(test)]
mod tests {
    use std::net::TcpListener;

    use super::*;

    const NOW: i64 = 1_800_000_000;

    fn addresses(texts: &[&str]) -> Vec<SocketAddr> {
        texts.iter().map(|text| SocketAddr::new(text.parse().unwrap(), 0)).collect()
    }

    fn kept(texts: &[&str]) -> Option<Vec<SocketAddr>> {
        public_addresses(addresses(texts).into_iter()).ok().map(Iterator::collect)
    }

    #[test]
    fn local_addresses_of_a_name_are_dropped() {
        let ipv4 = "127.0.0.1 10.1.2.3 172.16.0.1 192.168.0.10 169.254.169.254 100.64.0.1 0.0.0.0";
        let ipv6 = "::1 :: fe80::1 fd00::1 ::ffff:127.0.0.1 ::ffff:10.0.0.1 64:ff9b::7f00:1";
        for neighbour in ipv4.split(' ').chain(ipv6.split(' ')) {
            assert_eq!(kept(&[neighbour]), None, "{neighbour}");
            let mixed = kept(&[neighbour, "142.250.4.95", "2404:6800:4003::5f"]);
            assert_eq!(mixed, Some(addresses(&["142.250.4.95", "2404:6800:4003::5f"])), "{neighbour}");
        }
        assert_eq!(kept(&[]), None);
    }

    #[tokio::test]
    async fn names_are_resolved_before_they_are_checked() {
        let refused = PublicAddressResolver.resolve("localhost".parse().unwrap()).await;
        assert!(refused.is_err_and(|error| error.is::<NoPublicAddress>()));
    }

    /// Skips the check of the URL: the client itself still refuses to connect.
    #[tokio::test]
    async fn in_production_the_client_connects_to_no_neighbour() {
        let neighbour = TcpListener::bind("127.0.0.1:0").unwrap();
        neighbour.set_nonblocking(true).unwrap();
        let port = neighbour.local_addr().unwrap().port();
        let http_client = OutboundHttpClient::new(AllowedHosts::Public).unwrap();
        let error = http_client.http.get(format!("https://localhost:{port}/")).send().await.unwrap_err();
        assert_eq!(describe(&ConnectionError::from(&error)), "could not be reached: the name has no public address");
        assert!(http_client.http.get(format!("http://127.0.0.1:{port}/")).send().await.is_err());
        assert!(neighbour.accept().is_err());
    }

    #[tokio::test]
    async fn in_production_only_public_https_is_tried() {
        let http_client = OutboundHttpClient::new(AllowedHosts::Public).unwrap();
        for target in [
            "http://example.com/",
            "https://localhost/",
            "https://hooks.internal/x",
            "https://127.0.0.1/",
            "https://[::1]:8443/",
            "https://[::ffff:10.0.0.1]/",
            "https://169.254.169.254/latest/meta-data",
        ] {
            let outcome = http_client.send_request(http_client.post(target.parse().unwrap())).await;
            assert_eq!(outcome, Err(SendFailure::NotPublic), "{target}");
        }
        for target in ["https://hooks.slack.com/services/x", "https://chat.example.in:8443/hooks/x"] {
            assert!(http_client.is_allowed_target(&target.parse().unwrap()), "{target}");
        }
    }

    #[test]
    fn patience_is_asked_for_in_seconds_or_until_a_date() {
        let cases = [
            ("0", Some(0)),
            (" 120 ", Some(120)),
            ("999999999", Some(86_400)),
            ("Fri, 15 Jan 2027 08:10:00 GMT", Some(600)),
            ("Fri, 15 Jan 2027 07:00:00 GMT", Some(0)),
            ("Fri, 15 Jan 2100 08:10:00 GMT", Some(86_400)),
            ("-1", None),
            ("soon", None),
            ("", None),
        ];
        for (text, seconds) in cases {
            assert_eq!(parse_retry_after(text, NOW), seconds.map(Duration::from_secs), "{text}");
        }
    }
}
