//! A request that nobody has answered.

use super::{JobError, Outcome, Told};
use crate::backstage::Backstage;
use crate::bookings::{Chased, chase_answer};

pub(super) async fn run(backstage: &Backstage, told: &Told) -> Result<Outcome, JobError> {
    let nothing = Outcome::Stale { action: "none", notified: 0 };
    let Some(booking) = told.booking_id.clone() else { return Ok(nothing) };
    let (occasion, requested_at) = (backstage.occasion(), told.requested_at);
    let chasing = backstage.app.db.write(move |tx| chase_answer(tx, &occasion, &booking, requested_at));
    Ok(match chasing.await? {
        Chased::Answered => nothing,
        Chased::Rejected => Outcome::Stale { action: "rejected", notified: 1 },
        Chased::Alerted(notified) => Outcome::Stale { action: "alerted", notified },
    })
}
