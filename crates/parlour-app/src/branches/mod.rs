//! What owners do with branches.

mod branch_patch;
mod branding_patch;
mod change;
mod check;
mod live_check;
mod open;
mod unset_primary;

pub use branch_patch::BranchPatch;
pub use branding_patch::{BrandingPatch, Logo, LogoError, MAX_LOGO_BYTES};
pub use change::{change, validate_change};
pub use check::{BranchFieldError, BranchRefusal};
pub use live_check::{LiveCheck, live_check};
pub use open::{NewBranch, open, validate_new};
