//! No-shows in a customer's record, and how one is taken out of it again.

use serde::Serialize;

use super::{COMPLETED_UNTIL_NO_APPROVAL, NOSHOWS_UNTIL_APPROVAL};
use crate::ids::BookingId;

/// What a customer's no-shows and completed bookings have come to.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct NoShowStanding {
    pub noshow_count: i64,
    pub consecutive_completed_bookings: i64,
    pub booking_requires_approval: bool,
    /// The no-show because of which requests need approval. None if a manager has decided it.
    pub approval_booking_id: Option<BookingId>,
}

/// A no-show that was counted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CountedNoShow {
    pub booking_id: BookingId,
    /// The customer's number of no-shows with this one.
    pub number: i64,
    /// How many completed bookings in a row it ended.
    pub ended_streak: i64,
}

/// Takes a no-show out of a customer's record, which is then as if it had never been counted. `later` are the no-shows
/// that were counted after it, the earliest first; they are corrected too.
pub fn take_back_no_show(standing: &mut NoShowStanding, taken_back: &CountedNoShow, later: &mut [CountedNoShow]) {
    standing.noshow_count = (standing.noshow_count - 1).max(0);
    let Some(next) = later.first_mut() else {
        let since = standing.consecutive_completed_bookings;
        standing.consecutive_completed_bookings += taken_back.ended_streak;
        let is_cleared = since > 0 && standing.consecutive_completed_bookings >= COMPLETED_UNTIL_NO_APPROVAL;
        if is_cleared || standing.approval_booking_id.as_ref() == Some(&taken_back.booking_id) {
            standing.require_no_approval();
        }
        return;
    };
    let between = next.ended_streak;
    next.ended_streak += taken_back.ended_streak;
    let is_cleared_before_next = between > 0 && next.ended_streak >= COMPLETED_UNTIL_NO_APPROVAL;
    for no_show in later.iter_mut() {
        no_show.number -= 1;
    }
    // Without a reason among the no-shows, a manager has decided it.
    let Some(reason) = &standing.approval_booking_id else { return };
    let is_later = later.iter().position(|no_show| no_show.booking_id == *reason);
    let candidates = match is_later {
        Some(at) => &later[at..],
        None if *reason == taken_back.booking_id || is_cleared_before_next => &*later,
        // An earlier no-show is the reason.
        None => return,
    };
    match candidates.iter().find(|no_show| no_show.number >= NOSHOWS_UNTIL_APPROVAL) {
        Some(no_show) => standing.approval_booking_id = Some(no_show.booking_id.clone()),
        None => standing.require_no_approval(),
    }
}

impl NoShowStanding {
    fn require_no_approval(&mut self) {
        self.booking_requires_approval = false;
        self.approval_booking_id = None;
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    enum Event {
        NoShow,
        Completed,
    }

    /// Counts what happens as the database does. Each no-show is named by its position.
    fn replay(events: &[(usize, Event)]) -> (NoShowStanding, Vec<CountedNoShow>) {
        let mut standing = NoShowStanding {
            noshow_count: 0,
            consecutive_completed_bookings: 0,
            booking_requires_approval: false,
            approval_booking_id: None,
        };
        let mut counted = Vec::new();
        for (position, event) in events {
            match event {
                Event::NoShow => {
                    standing.noshow_count += 1;
                    let booking_id = BookingId::new(position.to_string());
                    if !standing.booking_requires_approval && standing.noshow_count >= NOSHOWS_UNTIL_APPROVAL {
                        standing.booking_requires_approval = true;
                        standing.approval_booking_id = Some(booking_id.clone());
                    }
                    let ended_streak = std::mem::take(&mut standing.consecutive_completed_bookings);
                    counted.push(CountedNoShow { booking_id, number: standing.noshow_count, ended_streak });
                }
                Event::Completed => {
                    standing.consecutive_completed_bookings += 1;
                    if standing.consecutive_completed_bookings >= COMPLETED_UNTIL_NO_APPROVAL {
                        standing.require_no_approval();
                    }
                }
            }
        }
        (standing, counted)
    }

    proptest! {
        /// Any number of no-shows, taken back in any order, leave what there would be without them.
        #[test]
        fn the_record_is_as_if_it_had_never_been_counted(
            events in prop::collection::vec(prop_oneof![Just(Event::NoShow), Just(Event::Completed)], 1..24),
            choices in prop::collection::vec(any::<prop::sample::Index>(), 1..5),
        ) {
            let mut events: Vec<(usize, Event)> = events.into_iter().enumerate().collect();
            let (mut standing, mut counted) = replay(&events);
            for choice in choices {
                if counted.is_empty() {
                    break;
                }
                let mut later = counted.split_off(choice.index(counted.len()));
                let taken_back = later.remove(0);
                take_back_no_show(&mut standing, &taken_back, &mut later);
                counted.append(&mut later);
                events.retain(|(position, _)| position.to_string() != taken_back.booking_id.as_str());
                let (expected, expected_counted) = replay(&events);
                prop_assert_eq!(&standing, &expected);
                prop_assert_eq!(&counted, &expected_counted);
            }
        }
    }

    #[test]
    fn a_managers_decision_stays() {
        let (mut standing, counted) = replay(&[(0, Event::NoShow), (1, Event::NoShow), (2, Event::NoShow)]);
        standing.approval_booking_id = None;
        take_back_no_show(&mut standing, &counted[2], &mut []);
        assert!(standing.booking_requires_approval && standing.noshow_count == 2);
    }

    #[test]
    fn a_count_that_a_manager_has_cleared_stays_at_zero() {
        let (mut standing, counted) = replay(&[(0, Event::NoShow)]);
        standing.noshow_count = 0;
        take_back_no_show(&mut standing, &counted[0], &mut []);
        assert_eq!(standing.noshow_count, 0);
    }
}
