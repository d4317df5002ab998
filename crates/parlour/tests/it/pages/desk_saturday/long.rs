//! The whole Saturday: sixty visits, as in the story over HTTP.

use std::time::Duration;

use parlour_testkit::checks::staff_time::assert_nobody_is_double_booked;
use parlour_testkit::fixtures::small_salon::{STYLIST, THERAPIST};
use parlour_testkit::{Engine, run_within};

use super::day::{BOARD, Day, Visit};
use crate::bookings::busy_saturday::day::{KAVYA, MEENA, ROHAN, VisitState, minutes_of, time_text};
use crate::bookings::busy_saturday::{CUT, MASSAGE, STEAM, TEN_MINUTES, WASH};

impl Day {
    /// Thirty-seven visits before the doors open, at full hours. Nine of them were asked for in the app.
    async fn fill_the_long_day(&mut self) {
        let mut asked = Vec::new();
        for hour in 10..18 {
            asked.push(self.customer_asks(STYLIST, hour * 60, CUT, true).await);
            self.booked_before(KAVYA, hour * 60, CUT).await;
            self.booked_before(MEENA, hour * 60, WASH).await;
            if hour % 2 == 0 {
                self.booked_before(ROHAN, hour * 60, CUT).await;
            }
            self.booked_before(THERAPIST, hour * 60, MASSAGE).await;
        }
        let other_time = self.customer_asks(ROHAN, 1080, WASH, false).await;
        for screen in &self.screens {
            screen.open(BOARD).await;
            screen.sees_count("#q-requests", 9).await;
        }
        let last = asked.pop().expect("a request");
        for visit in asked {
            self.approve(visit).await;
        }
        self.answer_requests(last, (other_time, 780)).await;
        assert_eq!(self.visits[other_time].staff, ROHAN, "nobody else is free at one");
        for (staff, hour) in [(KAVYA, 12), (STYLIST, 15), (STYLIST, 13), (KAVYA, 13), (THERAPIST, 15)] {
            let visit = self.index_of(staff, hour * 60);
            self.visits[visit].state = VisitState::Missing;
        }
    }

    fn index_of(&self, staff: &str, start: i64) -> usize {
        let found = self.visits.iter().position(|visit| visit.staff == staff && visit.start == start);
        found.unwrap_or_else(|| panic!("{staff} has nothing at {}", time_text(start)))
    }

    /// Between two visits there are ten minutes for people from the street.
    async fn take_walk_ins(&mut self) {
        let hour = self.now / 60;
        for (staff, is_busy) in [(STYLIST, hour == 15), (KAVYA, hour == 12), (ROHAN, hour == 17)] {
            if self.now % 60 == 45 && hour < 18 && !is_busy {
                self.somebody_walks_in(staff, TEN_MINUTES).await;
            }
        }
    }

    /// One o'clock has two no-shows, who turn up after all. The time of one of them was given away for ten minutes.
    async fn customers_of_one_o_clock(&mut self) {
        let (first, second) = (self.index_of(STYLIST, 780), self.index_of(KAVYA, 780));
        match self.now {
            800 => {
                self.mark_missing(first).await;
                self.mark_missing(second).await;
                self.somebody_walks_in(KAVYA, TEN_MINUTES).await;
            }
            805 => {
                self.take_no_show_back(first).await;
                self.begin_visit(first).await;
                self.no_show_cannot_be_taken_back(second).await;
            }
            810 => {
                self.take_no_show_back(second).await;
                self.begin_visit(second).await;
            }
            _ => {}
        }
    }

    async fn what_happens_now(&mut self) {
        match self.now {
            660 => self.meena_falls_ill().await,
            730 => {
                let late = self.index_of(KAVYA, 720);
                self.late_customer_comes(late).await;
            }
            910 => {
                let late = self.index_of(STYLIST, 900);
                self.late_customer_comes(late).await;
            }
            920 => {
                // Never comes; somebody else does.
                let missing = self.index_of(THERAPIST, 900);
                self.mark_missing(missing).await;
                self.somebody_walks_in(THERAPIST, STEAM).await;
            }
            1080 => {
                self.somebody_walks_in(THERAPIST, STEAM).await;
            }
            _ => self.customers_of_one_o_clock().await,
        }
    }

    async fn bill_those_who_are_ready(&mut self) {
        for visit in 0..self.visits.len() {
            let Visit { state, start, services, .. } = self.visits[visit];
            if state == VisitState::Begun && start + minutes_of(services) <= self.now {
                self.bill(visit).await;
            }
        }
    }

    async fn begin_those_who_came(&mut self) {
        for visit in 0..self.visits.len() {
            if self.visits[visit].start == self.now && self.visits[visit].state == VisitState::Expected {
                self.begin_visit(visit).await;
            }
        }
    }
}

async fn play_long_day() {
    let mut day = Day::begin("2027-03-06 08:00", false).await;
    day.fill_the_long_day().await;
    assert_eq!(day.visits.len(), 37);
    for minute in (600..=1140).step_by(5) {
        day.time_passes_until(minute);
        day.bill_those_who_are_ready().await;
        day.what_happens_now().await;
        day.begin_those_who_came().await;
        day.take_walk_ins().await;
        if minute % 60 == 50 {
            assert_nobody_is_double_booked(&day.salon).await;
        }
        if minute == 16 * 60 {
            day.put_wrong_bill_right().await;
            day.correct_a_payment().await;
        }
    }
    assert_eq!(day.book.bill_count, 60);
    day.close_the_day(-1_500_000).await;
    // A job counts who did not come.
    day.salon.run_due_jobs().await;
    day.assert_everybody_was_served().await;
    day.print_waits();
}

#[test]
#[ignore = "long: for `make soak`"]
fn soak_sixty_visits_at_two_screens_on_sqlite() {
    run_within(Duration::from_mins(30), Engine::Sqlite, play_long_day);
}

#[test]
#[ignore = "long: for `make soak`"]
fn soak_sixty_visits_at_two_screens_on_postgres() {
    run_within(Duration::from_mins(30), Engine::Postgres, play_long_day);
}
