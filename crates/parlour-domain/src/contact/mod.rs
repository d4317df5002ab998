//! How somebody is reached.

pub mod email_address;
pub mod phone;
