pub mod email_recipients;
pub mod emails;
pub mod notification_records;
pub mod push_subscriptions;
pub mod realtime_messages;
pub mod recipients;

/// An email or a notification is to be sent: $1 is the present.
const IS_DUE: &str = "status = 'pending' and try_at <= $1";
