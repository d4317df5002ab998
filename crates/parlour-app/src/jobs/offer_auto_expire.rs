//! Offers whose last day is past are switched off.

use parlour_domain::ids::OfferId;
use parlour_domain::ist::Timestamp;
use parlour_store::{DbError, Tx, expiring, offers};

use super::steps::{Step, after, in_steps};
use super::{BATCH, JobError};
use crate::audit::{self, Change, state};
use crate::backstage::Backstage;
use crate::occasion::Occasion;

pub(super) async fn run(backstage: &Backstage) -> Result<u64, JobError> {
    in_steps(backstage, (Timestamp::FAR_PAST.ist_date(), String::new()), |tx, occasion, (end_date, id)| {
        let mut ended = expiring::ended_offers(tx, occasion.now.ist_date(), (*end_date, id), BATCH)?;
        let next = after(&ended, |(id, end_date)| (*end_date, id.to_string()));
        // Those that run at the same time hold offers in the same order.
        ended.sort();
        let mut processed = 0;
        for (id, _) in &ended {
            processed += u64::from(switch_off(tx, occasion, id)?);
        }
        Ok(Step { processed, next })
    })
    .await
}

fn switch_off(tx: &mut Tx<'_>, occasion: &Occasion, id: &OfferId) -> Result<bool, DbError> {
    offers::hold(tx, id)?;
    // Read again: until it was held, a manager may have given it more days.
    let found = offers::by_id(tx, id)?;
    let Some(before) = found.filter(|offer| offer.is_active && offer.end_date < occasion.now.ist_date())
    else {
        return Ok(false);
    };
    let mut after = before.clone();
    (after.is_active, after.updated_at) = (false, occasion.now);
    offers::save(tx, &after)?;
    let change = Change {
        action: "offer.expire",
        record_id: id.as_str(),
        concerns: None,
        before: state(&before),
        after: state(&after),
    };
    audit::record(tx, occasion, change)?;
    Ok(true)
}
