//! What the desk does with memberships.

mod cancel;
mod desk_terms;
mod expire;
mod record_earlier_sale;
mod record_session;
mod reverse_session;
mod sell;
mod session_lines;
mod session_refusal;
mod take_minutes;

pub use cancel::{CancelMembershipRefusal, cancel};
pub use desk_terms::has_fixed_terms;
pub use expire::expire_overdue;
pub use record_session::{NewSession, RecordedSession, record_session};
pub use reverse_session::{ReverseSessionRefusal, ReversedSession, reverse_session};
pub use sell::{MembershipSale, SaleFieldError, SaleFields, SellRefusal, SoldMembership, sell, validate_sale};
pub use session_lines::{SessionFieldError, SessionFields, SessionLine, SessionLineFields, validate_session_fields};
pub use session_refusal::SessionRefusal;

pub use record_earlier_sale::{EarlierSale, RecordSaleRefusal, record_earlier_sale};
pub(crate) use take_minutes::{check_usable, take_minutes};
