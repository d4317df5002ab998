//! The world outside: whoever Parlour talks to over the network.

pub mod chat;
pub mod clock;
pub mod external_queue;
pub mod file_storage;
pub mod heartbeats;
pub mod http_client;
pub mod identity;
pub mod invoicing;
pub mod mail;
pub mod queue_signature;
pub mod realtime;
pub mod web_push;
