//! The whole Saturday: sixty visits, as in the story over HTTP.

use std::time::Duration;

use parlour_testkit::checks::staff_time::assert_nobody_is_double_booked;
use parlour_testkit::fixtures::busy_saturday::{
    BILLED_VISITS, KNOWN_VISITS, NOT_THERE_IN_TIME, OTHER_TIME, REQUEST_WITH_OTHER_TIME, ROHAN, SaturdayEvent,
    VisitState, events_at, minutes_of, minutes_of_the_day, time_text, visits_at_full_hours, walk_ins_at,
};
use parlour_testkit::{Engine, run_within};

use super::day::{BOARD, Day, Visit};

impl Day {
    /// Thirty-seven visits before the doors open, at full hours. Nine of them were asked for in the app.
    async fn fill_the_long_day(&mut self) {
        let mut asked = Vec::new();
        for visit in visits_at_full_hours() {
            if visit.is_request {
                asked.push(self.customer_asks(visit.staff, visit.start, visit.services, true).await);
            } else {
                self.booked_before(visit.staff, visit.start, visit.services).await;
            }
        }
        let request = REQUEST_WITH_OTHER_TIME;
        let other_time = self.customer_asks(request.staff, request.start, request.services, false).await;
        for screen in &self.screens {
            screen.open(BOARD).await;
            screen.sees_count("#q-requests", 9).await;
        }
        let last = asked.pop().expect("a request");
        for visit in asked {
            self.approve(visit).await;
        }
        self.answer_requests(last, (other_time, OTHER_TIME)).await;
        assert_eq!(self.visits[other_time].staff, ROHAN, "nobody else is free at one");
        for (staff, start) in NOT_THERE_IN_TIME {
            let visit = self.index_of(staff, start);
            self.visits[visit].state = VisitState::Missing;
        }
    }

    fn index_of(&self, staff: &str, start: i64) -> usize {
        let found = self.visits.iter().position(|visit| visit.staff == staff && visit.start == start);
        found.unwrap_or_else(|| panic!("{staff} has nothing at {}", time_text(start)))
    }

    async fn play(&mut self, event: SaturdayEvent) {
        match event {
            SaturdayEvent::MeenaFallsIll => self.meena_falls_ill().await,
            SaturdayEvent::LateCustomerComes(staff, start) => {
                self.late_customer_comes(self.index_of(staff, start)).await;
            }
            SaturdayEvent::IsMarkedMissing(staff, start) => self.mark_missing(self.index_of(staff, start)).await,
            SaturdayEvent::MissingCustomerComes(staff, start) => {
                let visit = self.index_of(staff, start);
                self.take_no_show_back(visit).await;
                self.begin_visit(visit).await;
            }
            SaturdayEvent::MissingCustomerHasNoTime(staff, start) => {
                self.no_show_cannot_be_taken_back(self.index_of(staff, start)).await;
            }
            SaturdayEvent::WalkIn(staff, services) => {
                self.somebody_walks_in(staff, services).await;
            }
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
    assert_eq!(day.visits.len(), KNOWN_VISITS);
    for minute in minutes_of_the_day() {
        day.time_passes_until(minute);
        day.bill_those_who_are_ready().await;
        for event in events_at(minute) {
            day.play(event).await;
        }
        day.begin_those_who_came().await;
        for (staff, services) in walk_ins_at(minute) {
            day.somebody_walks_in(staff, services).await;
        }
        if minute % 60 == 50 {
            assert_nobody_is_double_booked(&day.salon).await;
        }
        if minute == 16 * 60 {
            day.put_wrong_bill_right().await;
            day.correct_a_payment().await;
        }
    }
    assert_eq!(day.book.bill_count, BILLED_VISITS);
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
