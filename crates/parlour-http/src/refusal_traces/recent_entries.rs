//! Which refusals get an audit entry: nobody can cause many.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use parlour_domain::ids::UserId;
use parlour_domain::ist::{MINUTE_MS, Timestamp};

use super::refusal::{Refusal, RefusalReason};

/// So many users have audit entries of their own in one minute; the others share one of each reason.
const MAX_KEYS: usize = 60;
/// Refusals of the same reason and user within this time have one audit entry.
const ENTRY_INTERVAL_MS: i64 = MINUTE_MS;

/// When an audit entry was last written, by reason and user.
#[derive(Debug, Default)]
pub(crate) struct RefusalTraces {
    recent: Mutex<HashMap<(RefusalReason, Option<UserId>), RecentEntry>>,
}

#[derive(Debug)]
struct RecentEntry {
    written_at: Timestamp,
    /// Refusals since then.
    without_entry: u64,
}

impl RecentEntry {
    fn is_recent(&self, now: Timestamp) -> bool {
        (0..ENTRY_INTERVAL_MS).contains(&now.millis_since(self.written_at))
    }
}

impl RefusalTraces {
    /// Whether a refusal gets an entry of its own; then how many before it got none.
    pub(super) fn next_entry(&self, refusal: &Refusal, now: Timestamp) -> Option<u64> {
        let mut recent = self.recent.lock().unwrap_or_else(PoisonError::into_inner);
        let mut key = (refusal.reason, refusal.user.clone());
        if recent.len() >= MAX_KEYS && !recent.contains_key(&key) {
            recent.retain(|_, entry| entry.is_recent(now));
            if recent.len() >= MAX_KEYS {
                key.1 = None;
            }
        }
        if let Some(entry) = recent.get_mut(&key).filter(|entry| entry.is_recent(now)) {
            entry.without_entry += 1;
            return None;
        }
        let previous = recent.insert(key, RecentEntry { written_at: now, without_entry: 0 });
        Some(previous.map_or(0, |entry| entry.without_entry))
    }
}

#[cfg(test)]
mod tests {
    use parlour_domain::auth::role::Role;

    use super::*;

    fn at(seconds: i64) -> Timestamp {
        Timestamp::from_millis(1_800_000_000_000 + seconds * 1_000)
    }

    fn refusal_of(user: &str) -> Refusal {
        Refusal::of_caller(RefusalReason::Role, "", (UserId::new(user), Role::Staff))
    }

    #[test]
    fn a_reason_and_user_have_one_entry_a_minute() {
        let traces = RefusalTraces::default();
        assert_eq!(traces.next_entry(&refusal_of("a"), at(0)), Some(0));
        assert_eq!(traces.next_entry(&refusal_of("a"), at(0)), None);
        assert_eq!(traces.next_entry(&refusal_of("b"), at(1)), Some(0), "somebody else");
        let other = Refusal { reason: RefusalReason::Origin, ..refusal_of("a") };
        assert_eq!(traces.next_entry(&other, at(1)), Some(0), "something else");
        assert_eq!(traces.next_entry(&refusal_of("a"), at(59)), None);
        assert_eq!(traces.next_entry(&refusal_of("a"), at(60)), Some(2), "and says how many had none");
        assert_eq!(traces.next_entry(&refusal_of("a"), at(120)), Some(0));
        assert_eq!(traces.next_entry(&refusal_of("a"), at(-500)), Some(0), "a clock that was set back");
    }

    #[test]
    fn many_users_share_an_entry() {
        let traces = RefusalTraces::default();
        let written = |seconds: i64| {
            (0..10_000).filter(|user| traces.next_entry(&refusal_of(&user.to_string()), at(seconds)).is_some()).count()
        };
        assert_eq!(written(0), MAX_KEYS + 1);
        assert_eq!(written(30), 0);
        assert_eq!(written(60), MAX_KEYS + 1);
        assert!(traces.recent.lock().unwrap().len() <= MAX_KEYS + RefusalReason::ALL.len());
    }
}
