//! Whoever is expected soon is reminded.

use parlour_domain::ist::{DAY_MS, HOUR_MS, Timestamp};
use parlour_domain::job::Job;
use parlour_domain::letter::LetterKind;
use parlour_domain::notice::NotificationType;
use parlour_store::upcoming::{self, Position, UpcomingVisit};
use parlour_store::{DbError, Tx};

use super::steps::{Step, after, in_steps, tell_person};
use super::{BATCH, JobError};
use crate::backstage::Backstage;
use crate::occasion::Occasion;
use crate::telling::{SentAs, Telling};

/// Nobody is woken: what comes of a slot at night is the first slot's of the morning. Whoever asks for it at night without
/// one has reasons.
pub(super) async fn run(backstage: &Backstage, slot: Option<Timestamp>) -> Result<u64, JobError> {
    let now = backstage.app.clock.now();
    let is_day = Job::AppointmentReminders.schedule().is_none_or(|schedule| schedule.is_within(now));
    if slot.is_some() && !is_day {
        return Ok(0);
    }
    in_steps(backstage, Position::start_of(now.ist_date()), move |tx, occasion, from| {
        let mut visits = upcoming::starting_between(tx, now, now.plus_millis(DAY_MS), from, BATCH)?;
        let next = after(&visits, Position::of);
        // Those that run at the same time hold people in the same order, and none waits for another for ever.
        visits.sort_by(|one, other| one.customer_id.cmp(&other.customer_id));
        let mut processed = 0;
        for visit in &visits {
            processed += u64::from(remind(tx, occasion, visit, now)?);
        }
        Ok(Step { processed, next })
    })
    .await
}

fn remind(
    tx: &mut Tx<'_>,
    occasion: &Occasion,
    visit: &UpcomingVisit,
    now: Timestamp,
) -> Result<bool, DbError> {
    let Some((kind, letter)) = reminder(visit.starts_at(), now) else { return Ok(false) };
    let title = match kind {
        NotificationType::Reminder1h => "Your visit begins within the hour",
        _ => "Your visit is coming up",
    };
    let (date, start) = (visit.booking_date.format("%a %-d %b %Y"), visit.start_time.format("%H:%M"));
    let telling = Telling {
        user_id: &visit.customer_id,
        booking_id: Some(&visit.id),
        kind,
        title,
        body: &format!("{}: {date} at {start}, {}", visit.booking_number, visit.branch_name),
        subject: visit.id.as_str(),
        period: &visit.starts_at().to_string(),
        sent_as: SentAs::PushAndLetter(letter),
    };
    tell_person(tx, occasion, &telling)
}

/// Which reminder it is time for.
fn reminder(starts_at: Timestamp, now: Timestamp) -> Option<(NotificationType, LetterKind)> {
    let left = starts_at.millis_since(now);
    if left <= 0 || left > DAY_MS {
        return None;
    }
    Some(if left <= HOUR_MS {
        (NotificationType::Reminder1h, LetterKind::Reminder1h)
    } else {
        (NotificationType::Reminder24h, LetterKind::Reminder24h)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_day_before_and_then_an_hour_before() {
        let now = Timestamp::from_millis(1_800_000_000_000);
        let wanted = |millis| reminder(now.plus_millis(millis), now).map(|(kind, _)| kind.as_str());
        for (millis, kind) in [
            (-1, None),
            (0, None),
            (1, Some("reminder_1h")),
            (HOUR_MS, Some("reminder_1h")),
            (HOUR_MS + 1, Some("reminder_24h")),
            (DAY_MS, Some("reminder_24h")),
            (DAY_MS + 1, None),
        ] {
            assert_eq!(wanted(millis), kind, "{millis}");
        }
    }
}
