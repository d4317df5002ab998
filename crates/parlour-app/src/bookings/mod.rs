//! What customers, the desk and jobs do with bookings.

mod alert_possible_noshow;
mod approve;
mod assign;
mod bill;
mod book_at_desk;
mod cancel;
mod cancel_at_desk;
mod change_services;
mod check_request;
mod check_time;
mod complete;
mod convert_lead;
mod follow_up_jobs;
mod handle_unanswered_request;
mod insert;
mod locked_booking;
mod mark_noshow;
mod notifications;
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
pub use change_services::{change_services, validate_service_change};
pub use check_request::{BookingRequestFields, validate_desk_request, validate_request};
pub use check_time::{BookingStart, BookingStartFields};
pub use complete::{Checkout, CompleteRefusal, CompletedBooking, Reduction, complete};
pub use locked_booking::DeskRefusal;
pub use mark_noshow::mark_noshow;
pub use parlour_domain::booking::field_error::BookingFieldError;
pub use reject::reject;
pub use request::{BookingRequest, RequestRefusal, StaffPreference, request};
pub use reschedule::{RescheduleRefusal, reschedule, validate_reschedule};
pub use reschedule_at_desk::{reschedule_at_desk, validate_reschedule_at_desk};
pub use start::start;

pub(crate) use alert_possible_noshow::alert_possible_noshow;
pub(crate) use handle_unanswered_request::{UnansweredOutcome, handle_unanswered_request};
pub(crate) use notifications::notify_desk_of_cancellation;
pub(crate) use record_past::{PastBooking, PastOutcome, record_past};
