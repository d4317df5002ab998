//! What managers do with staff profiles: who can be booked, where, and for which services.

mod add;
mod change;
mod check;
mod staff_patch;

pub use add::{NewStaff, add, validate_new};
pub use change::{change, validate_change};
pub use check::{StaffFieldError, StaffRefusal};
pub use staff_patch::StaffPatch;
