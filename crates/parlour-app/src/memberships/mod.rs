//! What the desk does with memberships.

mod cancel;
mod expire;
mod record_session;
mod sell;

pub use cancel::{CancelMembershipRefusal, cancel};
pub(crate) use expire::expire_overdue;
pub use record_session::{
    AskedLine, LineComplaint, Recorded, SessionLine, SessionRecord, SessionRefusal, examine_lines,
    record_session,
};
pub use sell::{MembershipSale, SaleComplaint, SellRefusal, Sold, examine_sale, sell};

use parlour_domain::ids::MembershipId;

/// By which later work about a membership is found.
fn subject(membership: &MembershipId) -> String {
    format!("membership:{membership}")
}
