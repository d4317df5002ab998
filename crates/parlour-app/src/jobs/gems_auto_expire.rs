//! Gems that are a year old are lost.

use parlour_domain::notice::NotificationType;
use parlour_store::{DbError, Tx, gems, recipients};

use super::steps::{Step, in_steps, tell_person};
use super::{BATCH, JobError};
use crate::backstage::Backstage;
use crate::gems::{Expired, expire_due};
use crate::occasion::Occasion;
use crate::telling::{SentAs, Telling};

pub(super) async fn run(backstage: &Backstage) -> Result<u64, JobError> {
    in_steps(backstage, (), |tx, occasion, ()| {
        hold_owners(tx, occasion)?;
        let Some(expired) = expire_due(tx, occasion, BATCH)? else {
            return Ok(Step { processed: 0, next: None });
        };
        for loss in &expired {
            tell(tx, occasion, loss)?;
        }
        Ok(Step { processed: u64::try_from(expired.len()).unwrap_or(u64::MAX), next: Some(()) })
    })
    .await
}

/// Before their accounts, and in the order of their ids, as whoever merges two does: in another order they would wait
/// for each other.
fn hold_owners(tx: &mut Tx<'_>, occasion: &Occasion) -> Result<(), DbError> {
    let mut owners = gems::owners_of_due_lots(tx, occasion.now, BATCH)?;
    owners.sort();
    owners.dedup();
    owners.iter().try_for_each(|owner| recipients::hold(tx, owner).map(drop))
}

fn tell(tx: &mut Tx<'_>, occasion: &Occasion, loss: &Expired) -> Result<(), DbError> {
    let (have, noun) = if loss.gems == 1 { ("has", "gem") } else { ("have", "gems") };
    let telling = Telling {
        user_id: &loss.user_id,
        booking_id: None,
        kind: NotificationType::GemsExpired,
        title: "Some of your gems have expired",
        body: &format!("{} {noun} {have} expired after 365 days", loss.gems),
        subject: "",
        period: &occasion.now.ist_date().to_string(),
        sent_as: SentAs::Push,
    };
    tell_person(tx, occasion, &telling)?;
    Ok(())
}
