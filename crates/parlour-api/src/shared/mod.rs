//! What both apps answer alike.

pub(crate) mod auth;
pub(crate) mod calendar;
pub(crate) mod files;
pub(crate) mod health;
pub(crate) mod notifications;
pub(crate) mod push;
pub(crate) mod realtime;
