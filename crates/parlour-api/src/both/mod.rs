//! What both apps answer alike.

pub(crate) mod auth;
pub(crate) mod health;
