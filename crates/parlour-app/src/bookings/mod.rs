//! What happens to bookings.

mod alert_possible_noshow;
mod approve;
mod assign;
mod book_at_desk;
mod cancel;
mod cancel_at_desk;
mod change_services;
mod complete;
mod follow_up;
mod handle_unanswered_request;
mod locked_booking;
mod mark_noshow;
mod record_past;
mod reject;
mod request;
mod reschedule;
mod reschedule_at_desk;
mod start;
mod validate;

pub use approve::approve;
pub use assign::assign;
pub use book_at_desk::{DeskRequest, book_at_desk};
pub use cancel::{CancelRefusal, cancel};
pub use cancel_at_desk::cancel_at_desk;
pub use change_services::{change_services, validate_service_change};
pub use complete::{Checkout, CompleteRefusal, CompletedBooking, Reduction, complete};
pub use locked_booking::DeskRefusal;
pub use mark_noshow::mark_noshow;
pub use reject::reject;
pub use request::{BookingRequest, RequestRefusal, StaffPreference, request};
pub use reschedule::{RescheduleRefusal, reschedule, validate_reschedule};
pub use reschedule_at_desk::{reschedule_at_desk, validate_reschedule_at_desk};
pub use start::start;
pub use validate::{BookingFieldError, BookingRequestFields, validate_desk_request, validate_request};

pub(crate) use alert_possible_noshow::alert_possible_noshow;
pub(crate) use follow_up::notify_desk_of_cancellation;
pub(crate) use handle_unanswered_request::{UnansweredOutcome, handle_unanswered_request};
pub(crate) use record_past::{PastBooking, record_past};
pub(crate) use validate::validate_services;
