//! Reports are what adding up the rows gives, whatever has happened.

mod history;
mod naive;
mod raw;

use std::collections::BTreeSet;

use chrono::{Days, NaiveDate};
use parlour_domain::ist::parse_date;
use parlour_domain::role::Role;
use parlour_testkit::test_on_both_engines;
use serde_json::Value;

use crate::small_salon::{GOA, PUNE, small_salon_at};
use history::Dice;
pub(crate) use history::live;
use naive::Asked;

const HISTORIES: u64 = 3;
const PERIODS: u64 = 6;
/// The first day on which anything has happened.
const BEGIN: &str = "2026-10-20";
const DAYS: u64 = 146;

type Naive = fn(&raw::Rows, &Asked) -> Value;

const REPORTS: [(&str, Naive); 8] = [
    ("sales", naive::sales),
    ("services", naive::services),
    ("staff", naive::staff),
    ("customers", naive::customers),
    ("leads", naive::leads),
    ("memberships", naive::memberships),
    ("gst", naive::gst),
    ("day-close", naive::day_close),
];

fn some_period(dice: &mut Dice) -> (NaiveDate, NaiveDate) {
    let begin = parse_date(BEGIN).unwrap() - Days::new(10);
    let from = begin + Days::new(dice.below(DAYS + 10));
    let length = [0, 1, 6, 30, 100, 200][usize::try_from(dice.below(6)).unwrap()];
    (from, from + Days::new(length))
}

#[test_on_both_engines]
async fn reports_equal_what_adding_up_the_rows_gives() {
    let mut figures = Figures::default();
    for seed in 1..=HISTORIES {
        let salon = small_salon_at("2027-03-14 20:00").await;
        let manager = salon.member("Meera", Role::Manager).await;
        history::live(&salon, seed).await;
        let rows = raw::read(&salon).await;
        let mut dice = Dice::new(1_000 + seed);
        for round in 0..PERIODS {
            // The first is all that there is.
            let (from, to) = match round {
                0 => (parse_date("2026-10-01").unwrap(), parse_date("2027-04-30").unwrap()),
                _ => some_period(&mut dice),
            };
            for branch in [None, Some(PUNE), Some(GOA)] {
                let asked = Asked { from, to, branch, today: salon.now().ist_date() };
                for (name, naive) in REPORTS {
                    let branch = branch.map_or(String::new(), |branch| format!("&branchId={branch}"));
                    let path = format!("/api/reports/{name}?from={from}&to={to}{branch}");
                    let found = manager.get(&path).await.expect_ok()["report"].clone();
                    assert_eq!(found, naive(&rows, &asked), "history {seed}: {path}");
                    figures.note(&found);
                }
            }
        }
    }
    assert_eq!(figures.always_nothing(), ["differencePaise"], "figures that proved nothing");
}

/// The names of all figures, and those that were ever something.
#[derive(Default)]
struct Figures {
    named: BTreeSet<String>,
    something: BTreeSet<String>,
}

impl Figures {
    fn note(&mut self, part: &Value) {
        match part {
            Value::Object(fields) => {
                for (name, value) in fields {
                    if value.is_i64() || value.is_boolean() {
                        self.named.insert(name.clone());
                    }
                    if value.as_i64().is_some_and(|figure| figure != 0) || *value == Value::Bool(true) {
                        self.something.insert(name.clone());
                    }
                    self.note(value);
                }
            }
            Value::Array(items) => items.iter().for_each(|item| self.note(item)),
            _ => {}
        }
    }

    fn always_nothing(&self) -> Vec<&String> {
        self.named.difference(&self.something).collect()
    }
}
