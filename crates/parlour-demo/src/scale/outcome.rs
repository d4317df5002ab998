//! What happens to a planned appointment.

use parlour_domain::booking::BookingStatus;
use parlour_domain::ist::{MINUTE_MS, Timestamp};

use super::appointment::{AppointmentPlanner, PlannedAppointment};
use super::calendar::BILLED_PER_HUNDRED;

pub(super) struct BookingOutcome {
    pub(super) status: BookingStatus,
    pub(super) confirmed_at: Option<Timestamp>,
    pub(super) ended_at: Option<Timestamp>,
    pub(super) reason: Option<&'static str>,
}

impl BookingOutcome {
    /// Every hundred consecutive bookings have the same number of each outcome, in mixed order.
    pub(super) fn plan(planner: &AppointmentPlanner<'_>, appointment: &PlannedAppointment<'_>) -> Self {
        let PlannedAppointment { starts_at, created_at, is_walkin, .. } = *appointment;
        let soon = created_at.plus_millis(planner.random.number(10, 90) * MINUTE_MS);
        let confirmed_at = if is_walkin { created_at } else { soon };
        let outcome = |status, confirmed_at, ended_at, reason| Self { status, confirmed_at, ended_at, reason };
        let is_past = planner.is_past(appointment.date);
        match appointment.number * 37 % 100 {
            0..65 if !is_past => outcome(BookingStatus::Confirmed, Some(soon), None, None),
            65..95 if !is_past => outcome(BookingStatus::Pending, None, None, None),
            _ if !is_past => outcome(BookingStatus::Cancelled, None, Some(soon), Some("Travelling.")),
            0..BILLED_PER_HUNDRED => {
                let minutes = appointment.minutes() + planner.random.number(2, 15);
                let ended_at = starts_at.plus_millis(minutes * MINUTE_MS);
                outcome(BookingStatus::Completed, Some(confirmed_at), Some(ended_at), None)
            }
            mixed if is_walkin || mixed < 95 => {
                let marked_at = starts_at.plus_millis(20 * MINUTE_MS);
                outcome(BookingStatus::NoShow, Some(confirmed_at), Some(marked_at), None)
            }
            95 => {
                let late = starts_at.plus_millis(-40 * MINUTE_MS);
                outcome(BookingStatus::Cancelled, Some(soon), Some(late), Some("Stuck in traffic."))
            }
            96..98 => outcome(BookingStatus::Cancelled, None, Some(soon), Some("Travelling.")),
            _ => outcome(BookingStatus::Rejected, None, Some(soon), Some("We are fully booked that day.")),
        }
    }
}
