//! What happens to bookings.

mod approve;
mod assign;
mod book_at_desk;
mod cancel;
mod cancel_at_desk;
mod change_services;
mod complete;
mod examine;
mod follow_up;
mod in_hand;
mod noshow;
mod record_past;
mod reject;
mod request;
mod reschedule;
mod reschedule_at_desk;
mod start;

pub use approve::approve;
pub use assign::assign;
pub use book_at_desk::{DeskRequest, book_at_desk};
pub use cancel::{CancelRefusal, cancel};
pub use cancel_at_desk::cancel_at_desk;
pub use change_services::{change_services, examine_other_services};
pub use complete::{Checkout, CompleteRefusal, Completed, Reduction, complete};
pub(crate) use examine::examine_visit;
pub use examine::{Asked, Complaint, examine, examine_at_desk};
pub(crate) use follow_up::tell_desk_of_cancellation;
pub use in_hand::DeskRefusal;
pub use noshow::mark_noshow;
pub(crate) use record_past::{PastVisit, record_past};
pub use reject::reject;
pub use request::{BookingRequest, RequestRefusal, StaffWish, request};
pub use reschedule::{RescheduleRefusal, examine_move, reschedule};
pub use reschedule_at_desk::{examine_move_at_desk, reschedule_at_desk};
pub use start::start;
