//! Loyalty gems. Each use case locks the account first, so that concurrent ones run one after the other.

mod account;
mod adjust;
mod earn;
mod expire;
mod redeem;
mod reverse;
pub mod wording;

pub use account::{SpendRefusal, open_account};
pub use adjust::adjust;
pub use earn::earn;
pub use expire::{ExpiredGems, expire_due};
pub use redeem::{Redemption, redeem};
pub use reverse::{ReversedGems, give_back, preview_taken_back, reverse};

pub(crate) use account::lock_account;
pub(crate) use earn::earn_with_visit;
