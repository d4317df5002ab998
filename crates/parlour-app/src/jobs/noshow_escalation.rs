//! A visit that nobody came to counts against the customer, once.

use parlour_domain::booking::NOSHOWS_UNTIL_APPROVAL;
use parlour_domain::ids::BookingId;
use parlour_store::{DbError, Tx, desk_changes, profiles, standing};

use super::steps::{Step, after, in_steps};
use super::{BATCH, JobError, Told};
use crate::audit::{self, Change, state};
use crate::backstage::Backstage;
use crate::occasion::Occasion;

/// This one, or all that nobody has counted.
pub(super) async fn run(backstage: &Backstage, told: &Told) -> Result<u64, JobError> {
    if let Some(id) = told.booking_id.clone() {
        let occasion = backstage.occasion();
        let counted = backstage.app.db.write(move |tx| count(tx, &occasion, &id));
        return Ok(u64::from(counted.await?));
    }
    in_steps(backstage, String::new(), |tx, occasion, from| {
        let missed = standing::uncounted(tx, from, BATCH)?;
        let next = after(&missed, BookingId::to_string);
        let mut processed = 0;
        for id in &missed {
            processed += u64::from(count(tx, occasion, id)?);
        }
        Ok(Step { processed, next })
    })
    .await
}

pub(crate) fn count(tx: &mut Tx<'_>, occasion: &Occasion, id: &BookingId) -> Result<bool, DbError> {
    let Some(customer) = desk_changes::hold(tx, id)? else { return Ok(false) };
    if !standing::mark_counted(tx, id, occasion.now)? {
        return Ok(false);
    }
    profiles::open(tx, &occasion.new_id(), &customer, occasion.now)?;
    let before = standing::hold(tx, &customer, occasion.now)?;
    let after = standing::count_noshow(tx, &customer, NOSHOWS_UNTIL_APPROVAL, occasion.now)?;
    let change = Change {
        action: "customer.noshow",
        record_id: customer.as_str(),
        concerns: Some(&customer),
        before: before.as_ref().and_then(state),
        after: after.as_ref().and_then(state),
    };
    audit::record(tx, occasion, change)?;
    Ok(true)
}
