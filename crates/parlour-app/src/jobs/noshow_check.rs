//! A visit that should be over and has not begun.

use super::{JobError, Outcome, Told};
use crate::backstage::Backstage;
use crate::bookings::look_for_customer;

pub(super) async fn run(backstage: &Backstage, told: &Told) -> Result<Outcome, JobError> {
    let Some(booking) = told.booking_id.clone() else { return Ok(Outcome::Notified(0)) };
    let (occasion, ends_at) = (backstage.occasion(), told.ends_at);
    let looking = backstage.app.db.write(move |tx| look_for_customer(tx, &occasion, &booking, ends_at));
    Ok(Outcome::Notified(looking.await?))
}
