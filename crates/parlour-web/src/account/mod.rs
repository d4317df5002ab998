//! What both apps have on the page of the signed-in user.

pub mod actions;
pub mod calendar_secret;
pub mod devices;
pub mod manifest;
pub mod sign_out;
