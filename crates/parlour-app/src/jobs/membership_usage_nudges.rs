//! Some members are reminded that they have hours to use.

use chrono::NaiveDate;
use parlour_domain::ids::MembershipId;
use parlour_domain::ist::Timestamp;
use parlour_domain::membership::hours_and_minutes;
use parlour_domain::notice::NotificationType;
use parlour_store::expiring::{self, Nudging, RunningMembership};
use parlour_store::{DbError, Tx};
use sha2::{Digest, Sha256};

use super::steps::{after, tell_person};
use super::{BATCH, JobError};
use crate::backstage::Backstage;
use crate::occasion::Occasion;
use crate::telling::{SentAs, Telling};

const MOST: usize = 20;

pub(super) async fn run(backstage: &Backstage, at: Timestamp) -> Result<u64, JobError> {
    let mut chosen = draw(backstage, at.ist_date()).await?;
    // Those that run at the same time hold people in the same order.
    chosen.sort_by(|one, other| one.customer_id.cmp(&other.customer_id));
    let occasion = backstage.occasion();
    let told = backstage.app.db.write(move |tx| {
        let mut told = 0;
        for membership in &chosen {
            told += u64::from(nudge(tx, &occasion, membership, &month(at.ist_date()))?);
        }
        Ok::<u64, DbError>(told)
    });
    Ok(told.await?)
}

/// Everyone draws a lot, and the lowest are nudged; no more than these are kept in mind.
async fn draw(backstage: &Backstage, day: NaiveDate) -> Result<Vec<RunningMembership>, JobError> {
    let now = backstage.app.clock.now();
    let mut lowest: Vec<(u64, RunningMembership)> = Vec::new();
    let mut next = Some((now, String::new()));
    while let Some((expires_at, id)) = next {
        let read = backstage.app.db.read(move |conn| {
            let nudging = Nudging { now, period: &month(day), since: Timestamp::ist_midnight(day) };
            expiring::memberships_to_nudge(conn, &nudging, (expires_at, &id), BATCH)
        });
        let some = read.await?;
        next = after(&some, |last| (last.expires_at, last.id.to_string()));
        lowest.extend(some.into_iter().map(|membership| (lot(day, &membership.id), membership)));
        lowest.sort_by_key(|(lot, _)| *lot);
        lowest.truncate(MOST);
    }
    Ok(lowest.into_iter().map(|(_, membership)| membership).collect())
}

/// Another one each day, and on one day always the same: a run that comes again chooses the same people.
fn lot(day: NaiveDate, membership: &MembershipId) -> u64 {
    let digest = Sha256::digest(format!("{day} {membership}"));
    digest.iter().take(8).fold(0, |lot, byte| (lot << 8) | u64::from(*byte))
}

/// Nobody hears of it twice in one.
fn month(day: NaiveDate) -> String {
    day.format("%Y-%m").to_string()
}

fn nudge(
    tx: &mut Tx<'_>,
    occasion: &Occasion,
    membership: &RunningMembership,
    month: &str,
) -> Result<bool, DbError> {
    let left = hours_and_minutes(membership.minutes_left);
    let last_day = membership.expires_at.plus_millis(-1).ist_date().format("%-d %b %Y");
    let telling = Telling {
        user_id: &membership.customer_id,
        booking_id: None,
        kind: NotificationType::MembershipUsageNudge,
        title: "Time for yourself",
        body: &format!("Your {} membership has {left} left, until {last_day}", membership.tier_name),
        subject: "",
        period: month,
        sent_as: SentAs::Push,
    };
    tell_person(tx, occasion, &telling)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_day_another_order() {
        let day = |day| NaiveDate::from_ymd_opt(2027, 3, day).unwrap();
        let order = |day| {
            let mut members: Vec<u32> = (0..50).collect();
            members.sort_by_key(|member| lot(day, &MembershipId::new(format!("m{member}"))));
            members
        };
        assert_eq!(order(day(1)), order(day(1)));
        assert_ne!(order(day(1)), order(day(2)));
        let firsts: std::collections::BTreeSet<u32> = (1..=31).map(|nth| order(day(nth))[0]).collect();
        assert!(firsts.len() > 15, "{firsts:?}");
    }
}
