//! Web Push: sends a message to a browser through its push service (RFC 8030).

mod encryption;
mod vapid;

use std::fmt;
use std::time::Duration;
pub use vapid::vapid_public_key;

use aws_lc_rs::digest::{SHA256, digest};
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use reqwest::header::{AUTHORIZATION, CONTENT_ENCODING, CONTENT_TYPE};
use url::Url;

use super::http_client::{OutboundHttpClient, SendFailure};
use crate::clock::Clock;
use encryption::BrowserKeys;
use vapid::Vapid;

pub use encryption::MAX_MESSAGE_BYTES;

/// Sends push messages.
#[derive(Debug)]
pub struct PushSender {
    vapid: Vapid,
    http_client: OutboundHttpClient,
}

/// The subscription of a browser. It is secret: everyone who knows it can send messages.
#[derive(Clone, PartialEq, Eq)]
pub struct PushTarget {
    pub endpoint: String,
    pub p256dh: String,
    pub auth: String,
}

/// Why a push message was not sent.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PushFailure {
    /// The push service does not know the subscription any more.
    #[error("the subscription has ended")]
    Gone,
    /// The keys are invalid or the endpoint is not allowed; this will not change.
    #[error("the subscription cannot be used")]
    Unusable,
    /// Another attempt may help, after the wait that the service asks for.
    #[error("the push service {why}")]
    Retryable { after: Option<Duration>, why: String },
    /// The push service refuses it: our key is not that of the subscription, or the message is too long.
    #[error("the push service answered with status {0}")]
    Refused(u16),
}

impl PushFailure {
    /// Whether to deactivate the subscription.
    pub fn ends_subscription(&self) -> bool {
        matches!(self, Self::Gone | Self::Unusable)
    }
}

impl From<SendFailure> for PushFailure {
    fn from(failure: SendFailure) -> Self {
        match failure {
            SendFailure::Refused(404 | 410) => Self::Gone,
            SendFailure::Refused(status) => Self::Refused(status),
            SendFailure::NotPublic => Self::Unusable,
            SendFailure::Retryable { after, why } => Self::Retryable { after, why },
        }
    }
}

impl PushSender {
    /// `private_key` is 32 bytes in base64url, `subject` a contact: `mailto:…` or `https://…`. `None` if the key is
    /// invalid.
    pub fn new(private_key: &str, subject: String, http_client: OutboundHttpClient) -> Option<Self> {
        Some(Self { vapid: Vapid::new(private_key, subject)?, http_client })
    }

    /// Sends an encrypted message of up to [`MAX_MESSAGE_BYTES`] bytes. The push service keeps it for `ttl` and replaces
    /// it by the next one with the same `topic`, which has at most 32 characters of base64url.
    pub async fn send(&self, to: &PushTarget, message: &[u8], topic: &str, ttl: Duration) -> Result<(), PushFailure> {
        if message.len() > MAX_MESSAGE_BYTES {
            // The answer of every push service.
            return Err(PushFailure::Refused(413));
        }
        let endpoint = Url::parse(&to.endpoint).map_err(|_| PushFailure::Unusable)?;
        let keys = BrowserKeys::parse(&to.p256dh, &to.auth).ok_or(PushFailure::Unusable)?;
        let body = encryption::encrypt(message, &keys).map_err(|_| PushFailure::Unusable)?;
        let authorization = self
            .vapid
            .authorization(&endpoint, Clock::real_unix_seconds())
            .map_err(|_| PushFailure::Retryable { after: None, why: "was not asked: nothing was signed".into() })?;
        let request = self
            .http_client
            .post(endpoint)
            .header(AUTHORIZATION, authorization)
            .header(CONTENT_TYPE, "application/octet-stream")
            .header(CONTENT_ENCODING, "aes128gcm")
            .header("ttl", ttl.as_secs())
            .header("topic", topic)
            .body(body);
        Ok(self.http_client.send_request(request).await?)
    }
}

/// The topic of a notification: the same for each attempt, so that a browser that was offline shows it once.
pub fn notification_topic(notification_id: &str) -> String {
    URL_SAFE_NO_PAD.encode(&digest(&SHA256, notification_id.as_bytes()).as_ref()[..24])
}

/// Does not show the keys.
impl fmt::Debug for PushTarget {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("PushTarget")
    }
}

#[cfg(test)]
mod tests {
    use super::super::http_client::AllowedHosts;
    use super::*;

    const PRIVATE: &str = "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw";

    fn sender(reach: AllowedHosts) -> PushSender {
        let subject = "mailto:desk@example.in".to_owned();
        PushSender::new(PRIVATE, subject, OutboundHttpClient::new(reach).unwrap()).unwrap()
    }

    fn target(endpoint: &str) -> PushTarget {
        PushTarget {
            endpoint: endpoint.to_owned(),
            p256dh: "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
                .to_owned(),
            auth: "BTBZMqHH6r4Tts7J_aSIgg".to_owned(),
        }
    }

    #[tokio::test]
    async fn what_never_can_be_sent_is_not_tried() {
        let sender = sender(AllowedHosts::Public);
        let ttl = Duration::from_mins(1);
        let good = target("https://push.example.net/1");
        for to in [
            target("https://localhost/push"),
            target("http://push.example.net/push"),
            target("https://192.168.0.1/push"),
            target("not a URL"),
            PushTarget { p256dh: "AAAA".to_owned(), ..good.clone() },
            PushTarget { p256dh: "B".repeat(87), ..good.clone() },
            PushTarget { auth: String::new(), ..good.clone() },
        ] {
            let failure = sender.send(&to, b"hello", "t", ttl).await.unwrap_err();
            assert_eq!(failure, PushFailure::Unusable);
            assert!(failure.ends_subscription());
        }
        let too_long = sender.send(&good, &[0; MAX_MESSAGE_BYTES + 1], "t", ttl).await;
        assert_eq!(too_long, Err(PushFailure::Refused(413)));
        let no_topic = sender.send(&good, b"hello", "two\nlines", ttl).await;
        assert_eq!(no_topic, Err(PushFailure::Refused(400)));
    }

    #[test]
    fn only_those_who_are_gone_are_forgotten() {
        for status in [404, 410] {
            assert_eq!(PushFailure::from(SendFailure::Refused(status)), PushFailure::Gone);
        }
        for status in [400, 401, 403, 413] {
            assert!(!PushFailure::from(SendFailure::Refused(status)).ends_subscription());
        }
    }

    #[test]
    fn a_topic_is_the_notices_own_and_fits() {
        let of_one = notification_topic("0197-one");
        assert_eq!((of_one.len(), notification_topic("0197-one")), (32, of_one.clone()));
        assert_ne!(notification_topic("0197-two"), of_one);
        assert!(of_one.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_".contains(&byte)));
    }

    #[test]
    fn nothing_secret_is_ever_printed() {
        let shown = format!("{:?} {:?}", sender(AllowedHosts::Public), target("https://push.example.net/s3cret"));
        for secret in [PRIVATE, "s3cret", "BTBZMqHH6r4Tts7J_aSIgg"] {
            assert!(!shown.contains(secret), "{shown}");
        }
    }
}
