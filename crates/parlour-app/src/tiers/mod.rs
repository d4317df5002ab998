//! What managers do with membership tiers. Sold memberships keep their terms.

mod add;
mod change;
mod tier_patch;

pub use add::{NewTier, add};
pub use change::{TierRefusal, change};
pub use tier_patch::TierPatch;
