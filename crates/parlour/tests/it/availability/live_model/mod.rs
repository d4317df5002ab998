//! A live branch answers as a naive model of it does, whatever has happened before.
//!
//! The long form is for `make soak`.

mod actions;
mod booking_steps;
mod checks;
mod free_time;
mod lines;
mod model;
mod random_history;
mod random_values;
mod staff_changes;
mod visit_actions;
mod visit_steps;

use parlour_testkit::checks::staff_time::assert_nobody_is_double_booked_since;
use parlour_testkit::test_on_both_engines;

use random_history::{Counts, History, STEPS, date_of};

async fn run_histories(seeds: std::ops::Range<u64>, steps: usize) {
    let mut counts = Counts::new();
    for seed in seeds {
        let mut history = History::begin(seed).await;
        for _ in 0..steps {
            history.step().await;
        }
        for booking_index in 0..history.model.bookings.len() {
            history.compare_booking(booking_index).await;
        }
        assert_nobody_is_double_booked_since(&history.salon, date_of(history.model.today())).await;
        for day in history.model.today()..history.model.today() + 4 {
            for _ in 0..4 {
                history.compare_day(day).await;
                history.compare_desk_reads(day).await;
            }
        }
        history.salon.leaves_due_jobs("reminders and rejections are no part of the model");
        for (step, [granted, refused]) in history.counts.clone() {
            let sum = counts.entry(step).or_default();
            *sum = [sum[0] + granted, sum[1] + refused];
        }
    }
    // Everything was granted and, where it takes time, refused.
    for (step, _) in STEPS.into_iter().filter(|(step, _)| !["clock", "staff", "hours"].contains(step)) {
        assert!(counts[step][0] > 0, "{step}: {counts:?}");
    }
    for step in ["request", "book at the desk", "block", "approve", "reschedule", "lines", "undo", "place", "offer"] {
        assert!(counts[step][1] > 0, "{step}: {counts:?}");
    }
}

#[test_on_both_engines]
async fn a_live_branch_behaves_like_the_model() {
    run_histories(1..5, 100).await;
}

#[test_on_both_engines]
#[ignore = "long: for `make soak`"]
async fn soak_a_live_branch_behaves_like_the_model() {
    run_histories(100..115, 200).await;
}
