pub mod email_recipients;
pub mod emails;
pub mod notification_records;
pub mod push_subscriptions;
pub mod realtime_messages;
pub mod recipients;
