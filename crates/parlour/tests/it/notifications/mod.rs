pub(crate) mod admin_feed;
pub(crate) mod customer_feed;
pub(crate) mod push_subscriptions;
pub(crate) mod realtime_tokens;
