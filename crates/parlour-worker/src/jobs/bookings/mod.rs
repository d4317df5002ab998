//! Jobs about bookings.

pub(super) mod appointment_reminders;
pub(super) mod noshow_check;
pub(super) mod noshow_escalation;
pub(super) mod post_service_followup;
pub(super) mod stale_booking_alert;
