//! What customers do with their bookings.

pub(super) mod answer_time_offer;
pub(super) mod cancel;
pub(super) mod request;
pub(super) mod reschedule;
