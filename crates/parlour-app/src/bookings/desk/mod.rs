//! What the desk does with bookings.

pub(super) mod approve;
pub(super) mod arrive;
pub(super) mod assign;
pub(super) mod book_at_desk;
pub(super) mod cancel_at_desk;
pub(super) mod change_lines;
pub(super) mod change_services;
pub(super) mod chosen_staff;
pub(super) mod mark_noshow;
pub(super) mod offer_time;
pub(super) mod place;
pub(super) mod reassign;
pub(super) mod reject;
pub(super) mod reopen;
pub(super) mod reschedule_at_desk;
pub(super) mod start;
pub(super) mod undo;
