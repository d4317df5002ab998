pub mod email_recipients;
pub mod emails;
mod message_json;
pub mod notification_records;
pub mod push_subscriptions;
pub mod realtime_messages;
pub mod recipients;

use parlour_domain::ist::Timestamp;

/// What is due is claimed by whoever sends it, so that nobody else does.
#[derive(Debug, Clone, Copy)]
pub struct Claim {
    pub now: Timestamp,
    /// Nobody else claims it before then.
    pub until: Timestamp,
    pub limit: i64,
}

/// An email or a notification is to be sent: $1 is the present.
const IS_DUE: &str = "status = 'pending' and try_at <= $1";
