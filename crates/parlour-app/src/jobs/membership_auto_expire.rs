//! Memberships that have run out are written down as such.

use parlour_domain::ist::Timestamp;
use parlour_store::{expiring, recipients};

use super::steps::{Step, after, in_steps};
use super::{BATCH, JobError};
use crate::backstage::Backstage;
use crate::memberships::expire_overdue;

pub(super) async fn run(backstage: &Backstage) -> Result<u64, JobError> {
    let start = (Timestamp::FAR_PAST, String::new());
    in_steps(backstage, start, |tx, occasion, (expires_at, id)| {
        let mut overdue = expiring::overdue_memberships(tx, occasion.now, (*expires_at, id), BATCH)?;
        let next = after(&overdue, |last| (last.expires_at, last.id.to_string()));
        overdue.sort_by(|one, other| one.customer_id.cmp(&other.customer_id));
        let mut processed = 0;
        for membership in &overdue {
            // The person first, in the order of their ids, as whoever merges two does.
            recipients::hold(tx, &membership.customer_id)?;
            processed += u64::from(expire_overdue(tx, occasion, &membership.customer_id)?);
        }
        Ok(Step { processed, next })
    })
    .await
}
