//! What customers, the desk and jobs do with bookings.

mod assigned;
mod audited_place;
mod check_lines;
mod check_request;
mod check_time;
mod checkout;
mod convert_lead;
mod customer;
mod desk;
mod follow_up_jobs;
mod insert;
mod jobs;
mod locked_booking;
mod notifications;
mod record_past;
mod request_refusal;
mod staff_wish;

pub use assigned::finish::{finish, take_back_finish};
pub use assigned::start_own::start_own;
pub use audited_place::AuditedPlace;
pub use check_lines::RequestedLine;
pub use check_request::{BookingRequestFields, DeskRequestFields, validate_desk_request, validate_request};
pub use check_time::{BookingStart, BookingStartFields, validate_start_minute};
pub use checkout::bill::Reduction;
pub use checkout::check_checkout::{Checkout, CheckoutFields, NewTip, validate_checkout};
pub use checkout::complete::{CompletedBooking, complete};
pub use checkout::complete_refusal::{CheckoutFieldError, CompleteRefusal};
pub use checkout::quote::{ApplicableOffer, Quote, QuotedMembership, QuotedService, quote};
pub use checkout::suggest::{SuggestedBecause, SuggestedReduction, suggest_reduction};
pub use customer::answer_time_offer::{TimeOfferRefusal, accept_time, decline_time};
pub use customer::cancel::{CancelRefusal, cancel};
pub use customer::request::{BookingRequest, request};
pub use customer::reschedule::{RescheduleRefusal, reschedule, validate_reschedule};
pub use desk::approve::approve;
pub use desk::arrive::arrive;
pub use desk::assign::assign;
pub use desk::book_at_desk::{DeskRequest, book_at_desk};
pub use desk::cancel_at_desk::cancel_at_desk;
pub use desk::change_lines::{LineChange, change_lines, check_may_set_prices, validate_lines};
pub use desk::change_services::{change_services, validate_service_change};
pub use desk::chosen_staff::ChosenStaff;
pub use desk::mark_noshow::mark_noshow;
pub use desk::offer_time::{offer_time, validate_time_offer};
pub use desk::place::{Placement, place, validate_placement};
pub(crate) use desk::reassign::reassign;
pub use desk::reassign::{
    ReassignFieldError, ReassignRefusal, Reassignment, RefusedBooking, validate_reassigned_staff,
};
pub use desk::reject::reject;
pub use desk::reopen::{ReopenRefusal, reopen};
pub use desk::reschedule_at_desk::{reschedule_at_desk, validate_reschedule_at_desk};
pub use desk::start::start;
pub use desk::undo::{find_undoable, undo};
pub use locked_booking::DeskRefusal;
pub use parlour_domain::booking::field_error::BookingFieldError;
pub use parlour_domain::booking::line_field_error::LineFieldError;
pub use request_refusal::RequestRefusal;
pub use staff_wish::StaffWish;

pub use jobs::alert_possible_noshow::alert_possible_noshow;
pub use jobs::handle_unanswered_request::{UnansweredOutcome, handle_unanswered_request};
pub(crate) use notifications::notify_desk_of_cancellation;
pub use record_past::{PastBooking, PastOutcome, record_past};
