//! What both apps have on the page of the signed-in user, and what belongs to everybody: the language, and the installed
//! app.

pub mod actions;
pub mod calendar_secret;
pub mod devices;
pub mod language_choice;
pub mod manifest;
pub mod sign_out;
