//! Issued codes and tokens. The oldest are dropped when there are too many, so that memory is bounded.

use std::collections::VecDeque;

const MAX_SECRETS: usize = 1000;

pub(super) struct IssuedSecrets<T> {
    lifetime_seconds: i64,
    entries: VecDeque<Entry<T>>,
}

struct Entry<T> {
    secret: String,
    expires_at: i64,
    value: T,
}

impl<T> IssuedSecrets<T> {
    pub(super) fn with_lifetime(lifetime_seconds: i64) -> Self {
        Self { lifetime_seconds, entries: VecDeque::new() }
    }

    pub(super) fn add(&mut self, secret: String, value: T, now: i64) {
        if self.entries.len() == MAX_SECRETS {
            self.entries.pop_front();
        }
        self.entries.push_back(Entry { secret, expires_at: now + self.lifetime_seconds, value });
    }

    /// Removes a secret and returns its value, unless it has expired.
    pub(super) fn take(&mut self, secret: &str, now: i64) -> Option<T> {
        let position = self.entries.iter().position(|entry| entry.secret == secret)?;
        self.entries.remove(position).filter(|entry| now < entry.expires_at).map(|entry| entry.value)
    }

    pub(super) fn get(&self, secret: &str, now: i64) -> Option<&T> {
        let entry = self.entries.iter().find(|entry| entry.secret == secret)?;
        (now < entry.expires_at).then_some(&entry.value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_secret_can_be_taken_once_before_it_expires() {
        let mut codes = IssuedSecrets::with_lifetime(60);
        codes.add("a".into(), 1, 100);
        codes.add("b".into(), 2, 100);
        assert_eq!(codes.take("a", 159), Some(1));
        assert_eq!(codes.take("a", 159), None);
        assert_eq!(codes.get("b", 159), Some(&2));
        assert_eq!(codes.get("b", 160), None);
        assert_eq!(codes.take("b", 160), None);
        assert_eq!(codes.take("b", 100), None);
    }

    #[test]
    fn the_oldest_are_dropped() {
        let mut codes = IssuedSecrets::with_lifetime(60);
        for number in 0..=MAX_SECRETS {
            codes.add(number.to_string(), number, 100);
        }
        assert_eq!(codes.entries.len(), MAX_SECRETS);
        assert_eq!(codes.get("0", 100), None);
        assert_eq!(codes.get("1", 100), Some(&1));
        assert_eq!(codes.get("1000", 100), Some(&1000));
    }
}
