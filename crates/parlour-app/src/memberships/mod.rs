//! What the desk does with memberships.

mod cancel;
mod expire;
mod record_earlier_sale;
mod record_session;
mod sell;
mod session_lines;

pub use cancel::{CancelMembershipRefusal, cancel};
pub use expire::expire_overdue;
pub use record_session::{NewSession, RecordedSession, SessionRefusal, record_session};
pub use sell::{MembershipSale, SaleFieldError, SellRefusal, SoldMembership, sell, validate_sale};
pub use session_lines::{SessionLine, SessionLineError, SessionLineFields, validate_lines};

pub(crate) use record_earlier_sale::{EarlierSale, RecordSaleRefusal, record_earlier_sale};
