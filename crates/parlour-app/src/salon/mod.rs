//! The salon itself, as customers know it and owners name it.

mod change;
mod read;

pub use change::{SalonPatch, change};
pub use read::{SalonIdentity, UNNAMED_SALON, find_name_beside, read_identity};
