//! What jobs do with bookings.

pub(super) mod alert_possible_noshow;
pub(super) mod handle_unanswered_request;
