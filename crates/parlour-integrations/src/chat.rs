//! The chat room where reports are posted, through an incoming webhook.

use std::fmt;

use parlour_domain::text::letters_within;
use serde_json::{Value, json};
use url::Url;

use super::http_client::{OutboundHttpClient, SendFailure};

/// The longest message that the services accept; Discord accepts less.
const MAX_CHARS: usize = 4000;
const MAX_DISCORD_CHARS: usize = 2000;

/// The incoming webhook of a chat. Its URL is secret.
pub struct ChatWebhook {
    url: Url,
    format: WebhookFormat,
    http_client: OutboundHttpClient,
}

/// The format that a service expects. Most accept the fields of Slack; Google Chat refuses fields that it does not know.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum WebhookFormat {
    Plain,
    Slack,
    Discord,
}

impl ChatWebhook {
    pub fn new(url: Url, http_client: OutboundHttpClient) -> Self {
        Self { format: WebhookFormat::of(&url), url, http_client }
    }

    /// Posts a message to the chat.
    pub async fn post(&self, text: &str) -> Result<(), SendFailure> {
        let message = self.format.message(text);
        self.http_client.send_request(self.http_client.post(self.url.clone()).json(&message)).await
    }
}

impl fmt::Debug for ChatWebhook {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("ChatWebhook").field("host", &self.url.host_str()).finish_non_exhaustive()
    }
}

impl WebhookFormat {
    fn of(url: &Url) -> Self {
        let host = url.host_str().unwrap_or_default();
        let is_at = |domain: &str| host.strip_suffix(domain).is_some_and(|rest| rest.is_empty() || rest.ends_with('.'));
        let is_discord = is_at("discord.com") || is_at("discordapp.com");
        // Discord accepts messages in Slack's format under this path.
        if is_at("slack.com") || is_discord && url.path().trim_end_matches('/').ends_with("/slack") {
            Self::Slack
        } else if is_discord {
            Self::Discord
        } else {
            Self::Plain
        }
    }

    fn message(self, text: &str) -> Value {
        match self {
            Self::Plain => json!({ "text": truncate(text, MAX_CHARS) }),
            // These characters would mention people or make links.
            Self::Slack => {
                let text = truncate(text, MAX_CHARS);
                json!({ "text": text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;") })
            }
            Self::Discord => {
                json!({ "content": truncate(text, MAX_DISCORD_CHARS), "allowed_mentions": { "parse": [] } })
            }
        }
    }
}

fn truncate(text: &str, longest: usize) -> String {
    if text.chars().count() <= longest {
        return text.to_owned();
    }
    format!("{}…", letters_within(text, longest - 1))
}

#[cfg(test)]
mod tests {
    use super::super::http_client::AllowedHosts;
    use super::*;

    fn hook(url: &str) -> ChatWebhook {
        ChatWebhook::new(url.parse().unwrap(), OutboundHttpClient::new(AllowedHosts::Public).unwrap())
    }

    #[test]
    fn each_service_gets_its_own_format() {
        let text = "Cut & colour <!channel>: ₹1,200";
        let plain = json!({ "text": text });
        let slack = json!({ "text": "Cut &amp; colour &lt;!channel&gt;: ₹1,200" });
        let discord = json!({ "content": text, "allowed_mentions": { "parse": [] } });
        for (url, expected) in [
            ("https://hooks.slack.com/services/T0/B0/x", &slack),
            ("https://chat.googleapis.com/v1/spaces/A/messages?key=k&token=t", &plain),
            ("https://mattermost.example.in/hooks/x", &plain),
            ("https://notslack.com/hooks/x", &plain),
            ("https://discord.com/api/webhooks/1/x", &discord),
            ("https://ptb.discord.com/api/webhooks/1/x", &discord),
            ("https://discordapp.com/api/webhooks/1/x", &discord),
            ("https://discord.com/api/webhooks/1/x/slack", &slack),
        ] {
            assert_eq!(&hook(url).format.message(text), expected, "{url}");
        }
    }

    #[test]
    fn a_long_message_is_cut_rather_than_refused() {
        let text = "₹".repeat(5000);
        for (format, field, longest) in [
            (WebhookFormat::Plain, "text", 4000),
            (WebhookFormat::Slack, "text", 4000),
            (WebhookFormat::Discord, "content", 2000),
        ] {
            let message = format.message(&text);
            let posted = message[field].as_str().unwrap();
            assert_eq!(posted.chars().count(), longest);
            assert!(posted.ends_with("₹…"));
        }
        assert_eq!(truncate("four", 4), "four");
    }

    #[test]
    fn the_url_is_not_shown() {
        let shown = format!("{:?}", hook("https://hooks.slack.com/services/T0/B0/s3cret?token=s3cret"));
        assert_eq!(shown, r#"ChatWebhook { host: Some("hooks.slack.com"), .. }"#);
    }
}
