//! Reminds some members each day that they have hours left.

use aws_lc_rs::digest::{SHA256, digest};
use chrono::NaiveDate;
use parlour_app::notifications::notify::{NewNotification, NotificationDelivery};
use parlour_app::request_context::RequestContext;
use parlour_db::cursor::BatchCursor;
use parlour_domain::ids::MembershipId;
use parlour_domain::ist::Timestamp;
use parlour_domain::notification::message::NotificationMessage;
use parlour_domain::notification::subject::NotificationSubject;
use parlour_store::jobs::expiring_records::{self, ActiveMembership, NudgeFilter};
use parlour_store::{DbError, Tx};

use crate::jobs::batches::{next_cursor, notify_unless_erased};
use crate::jobs::{BATCH_SIZE, JobError};
use crate::worker_context::WorkerContext;

const MAX_NUDGES: usize = 20;

pub(in crate::jobs) async fn run(worker: &WorkerContext, at: Timestamp) -> Result<u64, JobError> {
    let mut chosen = choose_memberships(worker, at.ist_date()).await?;
    // All jobs lock customers in the same order, so that they cannot deadlock.
    chosen.sort_by(|one, other| one.customer_id.cmp(&other.customer_id));
    let context = worker.context();
    let notified = worker.app.db.write(move |tx| {
        let mut notified = 0;
        for membership in &chosen {
            notified += u64::from(notify_owner(tx, &context, membership, &month_key(at.ist_date()))?);
        }
        Ok::<u64, DbError>(notified)
    });
    Ok(notified.await?)
}

/// Chooses the memberships with the lowest rank of the day.
async fn choose_memberships(worker: &WorkerContext, day: NaiveDate) -> Result<Vec<ActiveMembership>, JobError> {
    let now = worker.app.clock.now();
    let mut lowest: Vec<(u64, ActiveMembership)> = Vec::new();
    let mut next = Some((now, String::new()));
    while let Some((expires_at, id)) = next {
        let read = worker.app.db.read(move |conn| {
            let nudging = NudgeFilter { now, period: &month_key(day), since: Timestamp::ist_midnight(day) };
            expiring_records::list_memberships_to_nudge(
                conn,
                &nudging,
                BatchCursor { at: expires_at, id: &id },
                BATCH_SIZE,
            )
        });
        let memberships = read.await?;
        next = next_cursor(&memberships, |last| (last.expires_at, last.id.to_string()));
        lowest.extend(memberships.into_iter().map(|membership| (daily_rank(day, &membership.id), membership)));
        lowest.sort_by_key(|(rank, _)| *rank);
        lowest.truncate(MAX_NUDGES);
    }
    Ok(lowest.into_iter().map(|(_, membership)| membership).collect())
}

/// Different each day and the same all day, so that a repeated run chooses the same members.
fn daily_rank(day: NaiveDate, membership: &MembershipId) -> u64 {
    let hash = digest(&SHA256, format!("{day} {membership}").as_bytes());
    hash.as_ref().iter().take(8).fold(0, |rank, byte| (rank << 8) | u64::from(*byte))
}

/// A member is reminded once a month at most.
fn month_key(day: NaiveDate) -> String {
    day.format("%Y-%m").to_string()
}

fn notify_owner(
    tx: &mut Tx<'_>,
    context: &RequestContext,
    membership: &ActiveMembership,
    month: &str,
) -> Result<bool, DbError> {
    let message = NotificationMessage::MembershipHoursLeft {
        tier: membership.tier_name.clone(),
        minutes_left: membership.minutes_left,
        last_day: membership.expires_at.plus_millis(-1).ist_date(),
    };
    let notification = NewNotification {
        user_id: &membership.customer_id,
        booking_id: None,
        message: &message,
        subject: NotificationSubject::Recipient,
        period: month,
        delivery: NotificationDelivery::Push,
    };
    notify_unless_erased(tx, context, &notification)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_order_changes_every_day() {
        let day = |day| NaiveDate::from_ymd_opt(2027, 3, day).unwrap();
        let order = |day| {
            let mut members: Vec<u32> = (0..50).collect();
            members.sort_by_key(|member| daily_rank(day, &MembershipId::new(format!("m{member}"))));
            members
        };
        assert_eq!(order(day(1)), order(day(1)));
        assert_ne!(order(day(1)), order(day(2)));
        let firsts: std::collections::BTreeSet<u32> = (1..=31).map(|nth| order(day(nth))[0]).collect();
        assert!(firsts.len() > 15, "{firsts:?}");
    }
}
