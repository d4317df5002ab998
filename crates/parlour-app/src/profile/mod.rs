//! A person's own profile: onboarding, change, export and erasure.

mod change;
mod consent;
mod erase;
mod export;
mod onboard;

pub use change::{ProfilePatch, change, read_or_create};
pub use erase::{EraseRefusal, erase};
pub use export::export;
pub use onboard::{Onboarding, onboard};

pub(crate) use consent::set_marketing_consent;
pub(crate) use erase::erase_user;
