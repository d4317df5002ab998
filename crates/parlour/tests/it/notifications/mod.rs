mod admin_feed;
mod customer_feed;
mod push_subscriptions;
mod realtime_tokens;
mod stored_messages;
