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

use parlour_testkit::checks::staff_time::assert_nobody_is_double_booked;
use parlour_testkit::test_on_both_engines;

use random_history::History;

async fn run_histories(seeds: std::ops::Range<u64>, steps: usize) {
    let mut counts = [0; 2];
    for seed in seeds {
        let mut history = History::begin(seed).await;
        for _ in 0..steps {
            history.step().await;
        }
        for booking_index in 0..history.model.bookings.len() {
            history.compare_booking(booking_index).await;
        }
        assert_nobody_is_double_booked(&history.salon).await;
        for day in history.model.today()..history.model.today() + 4 {
            for _ in 0..4 {
                history.compare_day(day).await;
                history.compare_desk_reads(day).await;
            }
        }
        history.salon.leaves_due_jobs("reminders and rejections are no part of the model");
        counts = [counts[0] + history.counts[0], counts[1] + history.counts[1]];
    }
    assert!(counts[0] > steps / 2 && counts[1] > steps / 10, "much is granted, and much refused: {counts:?}");
}

#[test_on_both_engines]
async fn a_live_branch_behaves_like_the_model() {
    run_histories(1..5, 100).await;
}

#[test_on_both_engines]
#[ignore = "long: for `make soak`"]
async fn soak_a_live_branch_behaves_like_the_model() {
    run_histories(100..160, 200).await;
}
