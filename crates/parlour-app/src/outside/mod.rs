//! The world outside: whoever Parlour talks to over the network.

pub mod chat;
pub mod files;
pub mod heartbeat;
pub mod identity;
pub mod invoicing;
pub mod links;
pub mod mail;
pub mod queue;
pub mod queue_signature;
pub mod reach;
pub mod realtime;
pub mod web_push;
