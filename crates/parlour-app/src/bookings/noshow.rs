//! The customer did not come.

use parlour_domain::booking::BookingStatus;
use parlour_domain::ids::BookingId;
use parlour_domain::job::Job;
use parlour_store::bookings::Booking;
use parlour_store::work::{self, Work};
use parlour_store::{DbError, Tx, desk_changes, occupancy};

use super::follow_up;
use super::in_hand::{DeskRefusal, put_back, take_in};
use crate::occasion::Occasion;

/// What it means for the customer's standing is worked out in the background.
pub fn mark_noshow(tx: &mut Tx<'_>, occasion: &Occasion, id: &BookingId) -> Result<Booking, DeskRefusal> {
    let before = take_in(tx, id, &[BookingStatus::Confirmed])?;
    desk_changes::miss(tx, id, occasion.now)?;
    occupancy::release(tx, id)?;
    follow_up::withdraw(tx, id)?;
    count_later(tx, occasion, id)?;
    put_back(tx, occasion, "booking.noshow", &before)
}

/// Under a subject of its own: what else happens to the booking does not undo it.
fn count_later(tx: &mut Tx<'_>, occasion: &Occasion, booking: &BookingId) -> Result<(), DbError> {
    let kind = Job::NoshowEscalation.as_str();
    let later = Work {
        id: &occasion.new_id(),
        kind,
        payload: &serde_json::json!({ "bookingId": booking }).to_string(),
        subject: &format!("noshow:{booking}"),
        dedup_key: &format!("{kind}:{booking}"),
        due_at: occasion.now,
    };
    work::schedule(tx, &later, occasion.now)
}
