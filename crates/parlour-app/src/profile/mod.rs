//! What a person tells us about themselves, and what they may ask of us about it.

mod change;
mod consent;
mod erase;
mod export;
mod onboard;

pub use change::{ProfilePatch, change, read_or_create};
pub use erase::{EraseRefusal, erase};
pub use export::export;
pub use onboard::{Onboarding, onboard};
