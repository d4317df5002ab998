//! Customers hear how many of their gems are lost in a week.

use chrono::{Days, NaiveDate};
use parlour_domain::ids::UserId;
use parlour_domain::ist::Timestamp;
use parlour_domain::notice::NotificationType;
use parlour_store::expiring::{self, OpenLot};
use parlour_store::{DbError, Tx};

use super::steps::{Step, after, in_steps, tell_person};
use super::{BATCH, JobError};
use crate::backstage::Backstage;
use crate::occasion::Occasion;
use crate::telling::{SentAs, Telling};

const DAYS_BEFORE: u64 = 7;

/// The gems of one day.
#[derive(Debug, Clone, Copy)]
struct Loss {
    told_on: NaiveDate,
    from: Timestamp,
    until: Timestamp,
}

pub(super) async fn run(backstage: &Backstage, at: Timestamp) -> Result<u64, JobError> {
    let day = at.ist_date() + Days::new(DAYS_BEFORE);
    // A run that comes late announces no loss that has been.
    let from = Timestamp::ist_midnight(day).max(backstage.app.clock.now().plus_millis(1));
    let loss = Loss { told_on: at.ist_date(), from, until: Timestamp::ist_midnight(day + Days::new(1)) };
    in_steps(backstage, (from, String::new()), move |tx, occasion, (expires_at, id)| {
        let lots = expiring::lots_before(tx, loss.until, (*expires_at, id), BATCH)?;
        let next = after(&lots, |last: &OpenLot| (last.expires_at, last.transaction_id.clone()));
        // Whose other lots come in a later step has been told of them in this one.
        let mut owners: Vec<UserId> = lots.into_iter().map(|lot| lot.user_id).collect();
        owners.sort();
        owners.dedup();
        let mut processed = 0;
        for owner in &owners {
            processed += u64::from(warn(tx, occasion, owner, loss)?);
        }
        Ok(Step { processed, next })
    })
    .await
}

fn warn(tx: &mut Tx<'_>, occasion: &Occasion, owner: &UserId, loss: Loss) -> Result<bool, DbError> {
    let gems = expiring::gems_between(tx, owner, loss.from, loss.until)?;
    let (are, noun) = if gems == 1 { ("expires", "gem") } else { ("expire", "gems") };
    let day = loss.from.ist_date().format("%-d %b %Y");
    let telling = Telling {
        user_id: owner,
        booking_id: None,
        kind: NotificationType::GemsExpiry7d,
        title: "Some of your gems are about to expire",
        body: &format!("{gems} {noun} {are} on {day}"),
        subject: "",
        period: &loss.told_on.to_string(),
        sent_as: SentAs::Push,
    };
    tell_person(tx, occasion, &telling)
}
