//! Clients of other services: mail, push, chat, realtime, queue, identity, file storage, invoicing.

pub mod chat;
pub mod clock;
mod connection_error;
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
