//! Whatever has happened at the counter, its papers, its reports and what customers own add up.
//!
//! The long form is for `make soak`.

mod checks;
mod corrections;
mod history;
mod memberships;
mod model;
mod refusals;
mod sales;

use std::collections::BTreeMap;

use parlour_testkit::test_on_both_engines;

use history::History;

/// Runs a history for each seed; returns how often each kind of operation was carried out.
async fn run_histories(seeds: std::ops::Range<u64>, steps: usize) -> BTreeMap<&'static str, usize> {
    let mut counts = BTreeMap::new();
    for seed in seeds {
        let mut history = History::begin(seed).await;
        for _ in 0..2 {
            history.sell_membership().await;
        }
        for _ in 0..steps {
            history.step().await;
        }
        history.finish().await;
        for (kind, count) in history.counts {
            *counts.entry(kind).or_insert(0) += count;
        }
    }
    counts
}

/// Operations that no run may leave out.
const KINDS: [&str; 16] = [
    "bill again",
    "cash movement",
    "close and reopen a day",
    "correct payments",
    "credit an amount",
    "credit lines",
    "credit the rest",
    "discount by hand",
    "gems",
    "membership hours",
    "membership sale",
    "offer",
    "record a session",
    "refused checkout",
    "reopen a booking",
    "reverse a session",
];

#[test_on_both_engines]
async fn everything_adds_up_after_random_histories() {
    let counts = run_histories(1..5, 40).await;
    for kind in KINDS {
        assert!(counts.contains_key(kind), "no {kind}: {counts:?}");
    }
}

#[test_on_both_engines]
#[ignore = "long: for `make soak`"]
async fn soak_everything_adds_up_after_long_random_histories() {
    let counts = run_histories(100..112, 250).await;
    for kind in KINDS {
        assert!(counts.get(kind).is_some_and(|count| *count > 20), "{kind}: {counts:?}");
    }
}
