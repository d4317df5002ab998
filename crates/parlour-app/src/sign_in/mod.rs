//! Signing in and out, and who may do what.

mod change_role;
mod people;
mod session;
mod with_identity;

pub(crate) use change_role::give_role;
pub use change_role::{RoleRefusal, change_role};
pub use people::{PersonRefusal, find_or_make};
pub use session::{Started, end, end_everywhere, extend, find, start};
pub use with_identity::{SignInRefusal, SignedIn, with_identity};
