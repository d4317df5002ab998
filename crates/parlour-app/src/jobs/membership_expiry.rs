//! Members hear that their time is running out.

use chrono::Days;
use parlour_domain::ist::Timestamp;
use parlour_domain::membership::hours_and_minutes;
use parlour_domain::notice::NotificationType;
use parlour_store::expiring::{self, RunningMembership};
use parlour_store::{DbError, Tx};

use super::steps::{Step, after, in_steps, tell_person};
use super::{BATCH, JobError};
use crate::backstage::Backstage;
use crate::occasion::Occasion;
use crate::telling::{SentAs, Telling};

const DAYS_BEFORE: [(u64, NotificationType); 3] = [
    (30, NotificationType::MembershipExpiry30d),
    (7, NotificationType::MembershipExpiry7d),
    (1, NotificationType::MembershipExpiry1d),
];

pub(super) async fn run(backstage: &Backstage, at: Timestamp) -> Result<u64, JobError> {
    let mut told = 0;
    for (days, kind) in DAYS_BEFORE {
        let day = at.ist_date() + Days::new(days);
        let (from, until) = (Timestamp::ist_midnight(day), Timestamp::ist_midnight(day + Days::new(1)));
        // A run that comes late announces no end that has been.
        let from = from.max(backstage.app.clock.now().plus_millis(1));
        told += in_steps(backstage, (from, String::new()), move |tx, occasion, (expires_at, id)| {
            let mut ending = expiring::memberships_before(tx, until, (*expires_at, id), BATCH)?;
            let next = after(&ending, |last| (last.expires_at, last.id.to_string()));
            // Those that run at the same time hold people in the same order.
            ending.sort_by(|one, other| one.customer_id.cmp(&other.customer_id));
            let mut processed = 0;
            for membership in &ending {
                processed += u64::from(tell(tx, occasion, membership, kind)?);
            }
            Ok(Step { processed, next })
        })
        .await?;
    }
    Ok(told)
}

/// With the day itself: the notice may be read days later.
fn tell(
    tx: &mut Tx<'_>,
    occasion: &Occasion,
    membership: &RunningMembership,
    kind: NotificationType,
) -> Result<bool, DbError> {
    let last_day = membership.expires_at.plus_millis(-1).ist_date().format("%-d %b %Y");
    let left = hours_and_minutes(membership.minutes_left);
    let telling = Telling {
        user_id: &membership.customer_id,
        booking_id: None,
        kind,
        title: &format!("Your membership is good until {last_day}"),
        body: &format!("{}: {}, {left} left", membership.membership_number, membership.tier_name),
        subject: membership.id.as_str(),
        period: "",
        sent_as: SentAs::Push,
    };
    tell_person(tx, occasion, &telling)
}
