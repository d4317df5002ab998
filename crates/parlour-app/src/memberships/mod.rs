//! What the desk does with memberships.

mod cancel;
mod expire;
mod record_session;
mod sell;
mod session_lines;
mod take_minutes;

pub use cancel::{CancelMembershipRefusal, cancel};
pub use expire::expire_overdue;
pub use record_session::{NewSession, RecordedSession, SessionRefusal, record_session};
pub use sell::{MembershipSale, SaleFieldError, SaleFields, SellRefusal, SoldMembership, sell, validate_sale};
pub use session_lines::{SessionFieldError, SessionFields, SessionLine, SessionLineFields, validate_session_fields};

pub(crate) use take_minutes::{check_usable, take_minutes};
