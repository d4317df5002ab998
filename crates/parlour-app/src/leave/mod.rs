//! Days off: asked for by whoever works, decided by a manager.

mod ask;
mod decide;
mod withdraw;

pub use ask::{AskRefusal, LeaveWish, ask};
pub use decide::{DecideRefusal, DecidedLeave, decide};
pub use withdraw::{WithdrawRefusal, withdraw};
