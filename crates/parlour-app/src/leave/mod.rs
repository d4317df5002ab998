//! Leave: requested by staff, decided by a manager.

mod decide;
mod request;
mod withdraw;

pub use decide::{DecideLeaveRefusal, DecidedLeave, LeaveAnswer, decide};
pub use request::{LeaveRequest, LeaveRequestRefusal, request};
pub use withdraw::{WithdrawLeaveRefusal, withdraw};
