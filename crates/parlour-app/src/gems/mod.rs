//! What happens to loyalty gems. Each act holds the account first, so that those which race end as if they
//! had queued.

mod account;
mod adjust;
mod earn;
mod expire;
mod redeem;
mod reverse;

pub(crate) use account::hold;
pub use account::{SpendRefusal, open};
pub use adjust::adjust;
pub use earn::earn;
pub use expire::{Expired, expire_due};
pub use redeem::{Redemption, redeem};
pub use reverse::{Reversed, reverse};
