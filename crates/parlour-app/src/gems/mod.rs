//! What happens to loyalty gems. Each act holds the account first, so that those which race end as if they
//! had queued.

mod account;
mod adjust;
mod earn;
mod expire;
mod redeem;
mod reverse;

pub use account::{SpendRefusal, open_account};
pub use adjust::adjust;
pub use earn::earn;
pub use expire::{ExpiredGems, expire_due};
pub use redeem::{Redemption, redeem};
pub use reverse::{ReversedGems, reverse};

pub(crate) use account::lock_account;
