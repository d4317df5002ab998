mod admin_feed;
mod customer_feed;
mod leave_requests;
mod push_subscriptions;
mod reader_language;
mod realtime_tokens;
mod stored_messages;
