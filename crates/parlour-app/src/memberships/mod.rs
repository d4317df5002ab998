//! What the desk does with memberships.

mod cancel;
mod expire;
mod record_session;
mod sell;

use parlour_domain::ids::MembershipId;

pub use cancel::{CancelMembershipRefusal, cancel};
pub use record_session::{
    RecordedSession, SessionLine, SessionLineError, SessionLineFields, SessionRecord, SessionRefusal,
    record_session, validate_lines,
};
pub use sell::{MembershipSale, SaleFieldError, SellRefusal, SoldMembership, sell, validate_sale};

pub(crate) use expire::expire_overdue;

/// By which later work about a membership is found.
fn job_subject(membership: &MembershipId) -> String {
    format!("membership:{membership}")
}
