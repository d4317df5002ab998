//! Codes and tokens handed out and not yet spent. The oldest make room, so memory stays bounded.

use std::collections::VecDeque;

const MAX_SECRETS: usize = 1000;

pub(super) struct IssuedSecrets<T> {
    life_seconds: i64,
    entries: VecDeque<Entry<T>>,
}

struct Entry<T> {
    secret: String,
    expires_at: i64,
    value: T,
}

impl<T> IssuedSecrets<T> {
    pub(super) fn with_lifetime(life_seconds: i64) -> Self {
        Self { life_seconds, entries: VecDeque::new() }
    }

    pub(super) fn add(&mut self, secret: String, value: T, now: i64) {
        if self.entries.len() == MAX_SECRETS {
            self.entries.pop_front();
        }
        self.entries.push_back(Entry { secret, expires_at: now + self.life_seconds, value });
    }

    /// Spends a secret: it is gone afterwards, also when it came too late.
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
    fn a_secret_is_spent_once_and_in_time() {
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
    fn the_oldest_make_room() {
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
