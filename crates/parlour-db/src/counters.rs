//! Counters whose numbers have no gap.

use super::conn::{Session, Tx};
use super::error::DbError;
use super::statements::sql_value::SqlValue;

/// How the numbers of a table of counters are taken. Three columns name a counter.
#[derive(Debug)]
pub struct CounterStatements {
    pub table: &'static str,
    /// Counts, and returns the number.
    pub count: &'static str,
    /// Counts if the next number is `$4`, and otherwise violates the constraint that numbers are positive.
    pub count_to_expected: &'static str,
}

impl Tx<'_> {
    /// Takes the next number of a counter. Other transactions wait for theirs until this one ends, so a number that is not
    /// used after all is given to the next. On Postgres the number may be one that is expected: if another process has
    /// taken it, the work runs again.
    pub fn take_number(&mut self, counters: &CounterStatements, counter: [SqlValue<'_>; 3]) -> Result<i64, DbError> {
        let Session::Postgres(session) = &self.conn.session else { return self.count(counters, &counter) };
        let expected_numbers = session.expected_numbers();
        let name = format!("{} {counter:?}", counters.table);
        // It is this transaction's turn already if it takes a second number.
        let own_turn = self.changes.number_turns.iter().position(|turn| turn.is_of(expected_numbers, &name));
        let turn = match own_turn {
            Some(at) => Some(self.changes.number_turns.swap_remove(at)),
            None => expected_numbers.wait_for_turn(&name),
        };
        let Some(mut turn) = turn else { return self.count(counters, &counter) };
        if !self.is_first_attempt() {
            turn.note_conflict();
        }
        let number = match turn.expected_number() {
            Some(number) => {
                let [first, second, third] = counter;
                self.run(counters.count_to_expected, &[first, second, third, SqlValue::Int(number)])?;
                number
            }
            None => self.count(counters, &counter)?,
        };
        turn.take(number);
        self.changes.number_turns.push(turn);
        Ok(number)
    }

    fn count(&mut self, counters: &CounterStatements, counter: &[SqlValue<'_>]) -> Result<i64, DbError> {
        let number = self.one_value(counters.count, counter)?;
        number.ok_or_else(|| DbError::Statement(format!("{} returned no number", counters.table)))
    }
}
