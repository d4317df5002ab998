//! Numbers that are known before the server has counted them. While a transaction takes the next number of a counter, the
//! others of this process wait, so the number is one more than the last. It travels with the rows that carry it and with
//! the commit, and the row of the counter is locked for no round trip. If another process has taken the number, the
//! statement fails, nothing is stored, and the work runs again with the number that the server counts.

use std::collections::HashMap;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// Whoever has waited so long goes on without a turn: the row of the counter keeps transactions apart in any case.
const TURN_TIME_LIMIT: Duration = Duration::from_secs(2);
/// So many numbers are counted by the server after another process has taken one that was expected.
const COUNTED_AFTER_CONFLICT: u32 = 64;

/// The counters of one process, by name.
#[derive(Debug, Default)]
pub(crate) struct ExpectedNumbers(Mutex<HashMap<String, Arc<Counter>>>);

#[derive(Debug, Default)]
struct Counter {
    state: Mutex<CounterState>,
    turn_ended: Condvar,
}

#[derive(Debug, Default)]
struct CounterState {
    is_taken: bool,
    /// The last number that this process has stored.
    last: Option<i64>,
    /// So many numbers are counted by the server before one is expected again.
    to_count: u32,
}

/// The right to take numbers of a counter, until the transaction has ended.
#[derive(Debug)]
pub(crate) struct NumberTurn {
    counter: Arc<Counter>,
    /// The last number, with those of this transaction.
    last: Option<i64>,
}

impl ExpectedNumbers {
    /// Waits for the transactions of this process that take a number of the same counter. None if that took too long.
    pub(crate) fn wait_for_turn(&self, counter: &str) -> Option<NumberTurn> {
        let counter = Arc::clone(lock(&self.0).entry(counter.to_owned()).or_default());
        let limit = Instant::now() + TURN_TIME_LIMIT;
        let mut state = lock(&counter.state);
        while state.is_taken {
            let left = limit.checked_duration_since(Instant::now())?;
            state = counter.turn_ended.wait_timeout(state, left).unwrap_or_else(PoisonError::into_inner).0;
        }
        state.is_taken = true;
        let last = state.last;
        drop(state);
        Some(NumberTurn { counter, last })
    }
}

impl NumberTurn {
    pub(crate) fn is_of(&self, numbers: &ExpectedNumbers, counter: &str) -> bool {
        lock(&numbers.0).get(counter).is_some_and(|known| Arc::ptr_eq(known, &self.counter))
    }

    /// The next number; none if the server has to count.
    pub(crate) fn expected_number(&self) -> Option<i64> {
        let mut state = lock(&self.counter.state);
        if state.to_count > 0 {
            state.to_count -= 1;
            return None;
        }
        self.last.map(|last| last + 1)
    }

    /// Lets the server count for a while: another process takes numbers.
    pub(crate) fn note_conflict(&self) {
        lock(&self.counter.state).to_count = COUNTED_AFTER_CONFLICT;
    }

    pub(crate) fn take(&mut self, number: i64) {
        self.last = Some(number);
    }

    /// To be called after the transaction was committed.
    pub(crate) fn commit(self) {
        lock(&self.counter.state).last = self.last;
    }
}

/// The numbers of a transaction that was not committed are those that are expected next.
impl Drop for NumberTurn {
    fn drop(&mut self) {
        lock(&self.counter.state).is_taken = false;
        self.counter.turn_ended.notify_one();
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_is_expected_after_the_last_that_was_committed() {
        let numbers = ExpectedNumbers::default();
        let mut turn = numbers.wait_for_turn("a").unwrap();
        assert_eq!(turn.expected_number(), None, "nothing is known yet");
        turn.take(7);
        turn.commit();
        let mut rolled_back = numbers.wait_for_turn("a").unwrap();
        rolled_back.take(rolled_back.expected_number().unwrap());
        assert_eq!(rolled_back.expected_number(), Some(9), "a second one of the same transaction");
        drop(rolled_back);
        let mut next = numbers.wait_for_turn("a").unwrap();
        assert_eq!(next.expected_number(), Some(8));
        next.take(8);
        next.commit();
        assert_eq!(numbers.wait_for_turn("a").unwrap().expected_number(), Some(9));
        assert_eq!(numbers.wait_for_turn("b").unwrap().expected_number(), None);
    }

    #[test]
    fn after_a_conflict_the_server_counts_for_a_while() {
        let numbers = ExpectedNumbers::default();
        let mut turn = numbers.wait_for_turn("a").unwrap();
        turn.take(1);
        turn.note_conflict();
        turn.commit();
        for _ in 0..COUNTED_AFTER_CONFLICT {
            assert_eq!(numbers.wait_for_turn("a").unwrap().expected_number(), None);
        }
        assert_eq!(numbers.wait_for_turn("a").unwrap().expected_number(), Some(2));
    }

    #[test]
    fn only_one_transaction_has_the_turn() {
        let numbers = ExpectedNumbers::default();
        let turn = numbers.wait_for_turn("a").unwrap();
        assert!(turn.is_of(&numbers, "a") && !turn.is_of(&numbers, "b"));
        std::thread::scope(|scope| {
            let waiting = scope.spawn(|| numbers.wait_for_turn("a").is_some());
            assert!(numbers.wait_for_turn("b").is_some(), "another counter");
            assert!(!waiting.is_finished());
            drop(turn);
            assert!(waiting.join().unwrap());
        });
    }
}
