//! Figures beside those of the period before.

use parlour_app::reports::Report;
use parlour_store::reports::ReportScope;
use parlour_store::{Conn, DbError};

use super::read_request::ReadRequest;

/// Of fewer visits, customers or leads in a period, a percentage would say more than there is to say.
const MIN_COUNT: i64 = 10;

/// A report, and the same of the period before, which has as many days.
pub(super) struct WithBefore<R> {
    pub(super) now: R,
    pub(super) before: R,
}

impl<R: Report> WithBefore<R> {
    pub(super) fn compute(conn: &mut Conn<'_>, request: &ReadRequest) -> Result<Self, DbError> {
        let ReportScope { period, branch } = &request.scope;
        let earlier = ReportScope { period: period.previous(), branch: branch.clone() };
        Ok(Self {
            now: R::compute(conn, &request.scope, request.today)?,
            before: R::compute(conn, &earlier, request.today)?,
        })
    }
}

/// How many visits, or what else is counted, two periods had.
#[derive(Debug, Clone, Copy)]
pub(super) struct Counted {
    pub(super) now: i64,
    pub(super) before: i64,
}

/// By how much a figure has changed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Change {
    /// `+18%`
    pub(crate) text: String,
    /// Green where there is more, red where there is less.
    pub(crate) class: &'static str,
}

impl Change {
    /// Of what is neither better nor worse where there is more of it.
    pub(super) fn neutral(self) -> Self {
        Self { class: "soft", ..self }
    }
}

impl Counted {
    /// From one amount to another. None if it is about too few of them, or about nothing.
    pub(super) fn change(self, before: i64, now: i64) -> Option<Change> {
        if self.now < MIN_COUNT || self.before < MIN_COUNT || before <= 0 {
            return None;
        }
        let percent = rounded_percent(now.saturating_sub(before), before);
        Some(match percent {
            0 => Change { text: "0%".to_owned(), class: "soft" },
            1.. => Change { text: format!("+{percent}%"), class: "up" },
            _ => Change { text: format!("−{}%", percent.unsigned_abs()), class: "down" },
        })
    }
}

/// Halves are rounded away from zero.
fn rounded_percent(part: i64, whole: i64) -> i64 {
    let (part, whole) = (i128::from(part), i128::from(whole));
    let percent = (part.abs() * 200 + whole) / (2 * whole) * part.signum();
    i64::try_from(percent).unwrap_or(i64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_change_is_rounded_and_has_a_sign() {
        let counted = Counted { now: 372, before: 393 };
        let change = |before: i64, now: i64| {
            let found = counted.change(before, now);
            found.map(|change| (change.text, change.class))
        };
        for (before, now, text, class) in [
            (83_596_000, 98_643_000, "+18%", "up"),
            (100, 96, "−4%", "down"),
            (1_000, 1_004, "0%", "soft"),
            (200, 201, "+1%", "up"),
            (100, -20, "−120%", "down"),
        ] {
            assert_eq!(change(before, now), Some((text.to_owned(), class)));
        }
        assert_eq!(change(0, 500), None, "from nothing there is no percentage");
    }

    #[test]
    fn more_hours_are_neither_better_nor_worse() {
        let counted = Counted { now: 12, before: 10 };
        for (now, text) in [(120, "+20%"), (80, "−20%")] {
            let change = counted.change(100, now).unwrap().neutral();
            assert_eq!((change.text.as_str(), change.class), (text, "soft"));
        }
    }

    #[test]
    fn few_visits_have_no_percentage() {
        assert_eq!(Counted { now: 9, before: 100 }.change(100, 200), None);
        assert_eq!(Counted { now: 100, before: 9 }.change(100, 200), None);
        assert!(Counted { now: 10, before: 10 }.change(100, 200).is_some());
    }
}
