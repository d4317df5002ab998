//! Publishes messages through the provider's REST interface.

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use serde::Serialize;
use serde_json::Value;
use url::Url;

use crate::http_client::{OutboundHttpClient, SendFailure};

/// The URL of the provider.
pub const PROVIDER_URL: &str = "https://main.realtime.ably.net";

/// Publishes messages to a channel. Holds the secret itself, because publishing sends it to the provider.
pub struct RealtimePublisher {
    base: String,
    key_name: String,
    secret: String,
    http_client: OutboundHttpClient,
}

#[derive(Debug, Clone, PartialEq)]
pub struct RealtimeMessage {
    /// The provider delivers an id once.
    pub id: String,
    pub channel: String,
    pub name: String,
    pub data: Value,
}

#[derive(Serialize)]
struct PublishBody<'a> {
    id: &'a str,
    name: &'a str,
    data: &'a Value,
}

impl RealtimePublisher {
    /// `base` is [`PROVIDER_URL`], except in tests.
    pub fn new(base: &str, key_name: String, secret: String, http_client: OutboundHttpClient) -> Self {
        Self { base: base.trim_end_matches('/').to_owned(), key_name, secret, http_client }
    }

    pub async fn publish(&self, message: &RealtimeMessage) -> Result<(), SendFailure> {
        let url = format!("{}/channels/{}/messages", self.base, encode_channel(&message.channel));
        let url = Url::parse(&url).map_err(|_| SendFailure::Refused(400))?;
        let RealtimeMessage { id, name, data, .. } = message;
        let request = self.http_client.post(url).basic_auth(&self.key_name, Some(&self.secret)).json(&PublishBody {
            id,
            name,
            data,
        });
        self.http_client.send_request(request).await
    }
}

/// Encodes at least what `encodeURIComponent` does.
fn encode_channel(channel: &str) -> String {
    const ENCODED: AsciiSet = NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~');
    utf8_percent_encode(channel, &ENCODED).to_string()
}

debug_only! { RealtimePublisher { key_name } }

#[cfg(test)]
mod tests {
    use super::*;
    use crate::http_client::AllowedHosts;

    #[test]
    fn a_channel_is_one_segment_of_the_path() {
        assert_eq!(encode_channel("admin:events"), "admin%3Aevents");
        assert_eq!(encode_channel("customer:usr_1-a.b:events"), "customer%3Ausr_1-a.b%3Aevents");
        assert_eq!(encode_channel("a/../b?c#d%e f+आ"), "a%2F..%2Fb%3Fc%23d%25e%20f%2B%E0%A4%86");
    }

    #[test]
    fn the_secret_is_not_shown() {
        let http_client = OutboundHttpClient::new(AllowedHosts::Public).unwrap();
        let publisher = RealtimePublisher::new(PROVIDER_URL, "app.key".to_owned(), "s3cret".to_owned(), http_client);
        assert_eq!(format!("{publisher:?}"), r#"RealtimePublisher { key_name: "app.key", .. }"#);
    }
}
