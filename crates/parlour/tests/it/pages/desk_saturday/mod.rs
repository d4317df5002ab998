//! The busy Saturday at two screens: each receptionist sees what the other one does, and nobody ever reloads a page.

mod acts;
mod day;
mod long;
mod screen;

use std::time::Duration;

use parlour_testkit::checks::staff_time::assert_nobody_is_double_booked;
use parlour_testkit::fixtures::busy_saturday::{CUT, KAVYA, MASSAGE, MEENA, ROHAN, STEAM, TEN_MINUTES, WASH};
use parlour_testkit::fixtures::small_salon::{STYLIST, THERAPIST};
use parlour_testkit::test_on_both_engines;

use day::{BOARD, Day};

/// The visits of the short day that are known before the doors open.
struct Known {
    late: usize,
    absent: usize,
    of_meena: [usize; 2],
    at_ten: [usize; 3],
}

impl Day {
    async fn fill_the_short_day(&mut self) -> Known {
        let at_ten = [
            self.booked_before(STYLIST, 600, CUT).await,
            self.booked_before(MEENA, 600, WASH).await,
            self.booked_before(THERAPIST, 600, MASSAGE).await,
        ];
        let absent = self.booked_before(KAVYA, 600, CUT).await;
        let late = self.booked_before(ROHAN, 645, CUT).await;
        let of_meena = [self.booked_before(MEENA, 660, WASH).await, self.booked_before(MEENA, 720, WASH).await];
        for screen in &self.screens {
            screen.open(BOARD).await;
            screen.page.check_page().await;
        }
        Known { late, absent, of_meena, at_ten }
    }

    /// Ten o'clock: requests, a call, somebody from the street, and the first three. The visits of noon.
    async fn play_ten(&mut self, known: &Known) -> [usize; 3] {
        let steam = self.customer_asks(THERAPIST, 720, STEAM, true).await;
        let wash = self.customer_asks(ROHAN, 1080, WASH, false).await;
        for screen in &self.screens {
            screen.sees_count("#q-requests", 2).await;
        }
        let called = self.somebody_calls(KAVYA, 720, CUT).await;
        self.answer_requests(steam, (wash, 720)).await;
        for visit in known.at_ten {
            self.begin_visit(visit).await;
        }
        let from_the_street = self.somebody_walks_in(ROHAN, TEN_MINUTES).await;
        // Three of the morning, one from the street; four of the morning and three of noon are still to come.
        for screen in &self.screens {
            screen.sees_tallies([7, 4, 0, 0]).await;
        }
        self.bill(from_the_street).await;
        [steam, wash, called]
    }

    /// Eleven: somebody has not come and somebody is late, and Meena goes home.
    async fn play_eleven(&mut self, known: &Known) -> usize {
        self.mark_missing(known.absent).await;
        // The change brought the list of those who are late up to date, too.
        for screen in &self.screens {
            screen.sees_element(&format!("#q-late a[href$='visit={}']", self.visits[known.late].id)).await;
        }
        self.take_no_show_back(known.absent).await;
        self.late_customer_comes(known.absent).await;
        self.late_customer_comes(known.late).await;
        for visit in known.at_ten {
            self.bill(visit).await;
        }
        self.meena_falls_ill().await;
        self.begin_visit(known.of_meena[0]).await;
        self.somebody_waits(690, WASH, STYLIST).await
    }

    async fn play_noon(&mut self, known: &Known, of_noon: [usize; 3], waited: usize) {
        for visit in [known.absent, known.late, known.of_meena[0]] {
            self.bill(visit).await;
        }
        self.begin_while_server_dies(of_noon[0]).await;
        self.bill(of_noon[0]).await;
        for visit in [of_noon[1], of_noon[2], waited, known.of_meena[1]] {
            self.begin_visit(visit).await;
            self.bill(visit).await;
        }
        assert_eq!(self.book.bill_count, 12);
        self.put_wrong_bill_right().await;
        self.correct_a_payment().await;
    }

    async fn play_short_day(&mut self) {
        let known = self.fill_the_short_day().await;
        let of_noon = self.play_ten(&known).await;
        self.time_passes_until(660);
        let waited = self.play_eleven(&known).await;
        self.time_passes_until(720);
        self.play_noon(&known, of_noon, waited).await;
        assert_nobody_is_double_booked(&self.salon).await;
        self.close_the_day(-100_000).await;
        self.assert_everybody_was_served().await;
        self.print_waits();
    }

    fn print_waits(&self) {
        let mut waits: Vec<Duration> =
            self.screens.iter().flat_map(|screen| screen.waits.lock().unwrap().clone()).collect();
        waits.sort();
        let (count, most) = (waits.len(), waits.last().copied().unwrap_or_default());
        println!("{count} changes seen on the other screen, the slowest after {most:?}");
    }
}

// `make soak` plays the longer day, at a server that is not killed.
#[test_on_both_engines]
async fn a_saturday_goes_on_although_the_server_is_killed_twice() {
    Day::begin("2027-03-06 10:00", true).await.play_short_day().await;
}
