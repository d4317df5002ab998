//! What happens in the salon, thought up beforehand: who comes, what they want and what becomes of it.
//!
//! People act seven minutes after a quarter of an hour, so that nothing that is scheduled comes at the same minute.

use chrono::{Datelike, Days, NaiveDate};
use parlour_domain::ist::{DAY_MS, HOUR_MS, MINUTE_MS, Timestamp, time_at_minute};

/// How long the simulation is, and how closely it is checked.
#[derive(Debug, Clone, Copy)]
pub(super) struct SimulatedPeriod {
    pub(super) opening: NaiveDate,
    pub(super) days: u64,
    /// On these days every slot of every schedule is waited for; on others reminders come by the hour.
    pub(super) checked_every_slot: (u64, u64),
    pub(super) bookings_per_day: u64,
    pub(super) seed: u64,
}

impl SimulatedPeriod {
    pub(super) fn begin(&self) -> Timestamp {
        Timestamp::ist_midnight(self.opening)
    }

    pub(super) fn end(&self) -> Timestamp {
        self.day(self.days)
    }

    fn day(&self, nth: u64) -> Timestamp {
        Timestamp::ist_midnight(self.opening + Days::new(nth))
    }

    pub(super) fn is_checked_every_slot(&self, at: Timestamp) -> bool {
        (self.day(self.checked_every_slot.0)..self.day(self.checked_every_slot.1)).contains(&at)
    }
}

#[derive(Debug, Clone)]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of the profile")]
pub(super) struct Customer {
    pub(super) name: String,
    pub(super) born: NaiveDate,
    pub(super) consents: bool,
    pub(super) wants_reminders: bool,
    pub(super) wants_alerts: bool,
    pub(super) has_browser: bool,
}

/// People and records are known by their places in the lists.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Event {
    Ask { booking: usize, start: Timestamp },
    Approve { booking: usize },
    Reject { booking: usize },
    CancelByCustomer { booking: usize },
    CancelByDesk { booking: usize },
    MoveByCustomer { booking: usize, start: Timestamp },
    MoveByDesk { booking: usize, start: Timestamp },
    Start { booking: usize },
    Complete { booking: usize },
    Miss { booking: usize },
    Sell { membership: usize },
    EndMembership { membership: usize },
    CaptureLead { lead: usize },
    AdvanceLead { lead: usize, to: &'static str },
    Offer { offer: usize, until: NaiveDate },
}

#[derive(Debug, Clone, Copy)]
pub(super) struct MembershipSale {
    pub(super) customer: usize,
    pub(super) validity_days: i64,
}

#[derive(Debug, Default)]
pub(super) struct History {
    pub(super) customers: Vec<Customer>,
    /// Whose each booking is.
    pub(super) bookings: Vec<usize>,
    pub(super) memberships: Vec<MembershipSale>,
    pub(super) lead_count: usize,
    pub(super) offer_count: usize,
    /// In order of time; some of it before the salon's machines are switched on.
    pub(super) acts: Vec<(Timestamp, Event)>,
}

/// Draws that come again for the same seed.
pub(super) struct SeededRng(u64);

impl SeededRng {
    pub(super) fn new(seed: u64) -> Self {
        Self(seed)
    }

    pub(super) fn below(&mut self, limit: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (mixed ^ (mixed >> 31)) % limit
    }

    fn index(&mut self, limit: usize) -> usize {
        usize::try_from(self.below(limit as u64)).unwrap()
    }

    fn millis(&mut self, limit: u64, unit: i64) -> i64 {
        i64::try_from(self.below(limit)).unwrap() * unit
    }
}

const QUARTER_HOUR_MS: i64 = 15 * MINUTE_MS;
const HAIRCUT_MS: i64 = 45 * MINUTE_MS;

/// When people act in that quarter of an hour or, if it is past, in the next.
fn next_event_time(at: Timestamp) -> Timestamp {
    let (offset, quarter) = (7 * MINUTE_MS, QUARTER_HOUR_MS);
    Timestamp::from_millis((at.millis() - offset + quarter - 1).div_euclid(quarter) * quarter + offset)
}

impl History {
    pub(super) fn of(span: &SimulatedPeriod) -> Self {
        let mut rng = SeededRng::new(span.seed);
        let mut history = Self { customers: random_customers(span, &mut rng), ..Self::default() };
        history.add_bookings_of_previous_year(span, &mut rng);
        for nth in 0..span.days {
            for _ in 0..span.bookings_per_day {
                history.add_booking(span.day(nth), &mut rng);
            }
        }
        history.memberships(span, &mut rng);
        history.leads(span, &mut rng);
        history.offers(span, &mut rng);
        history.acts.retain(|(at, _)| *at < span.end());
        // Of what comes at the same minute, what was thought of first.
        history.acts.sort_by_key(|(at, _)| *at);
        history
    }

    fn new_booking(&mut self, rng: &mut SeededRng) -> usize {
        self.bookings.push(rng.index(self.customers.len()));
        self.bookings.len() - 1
    }

    /// Visits whose gems are about to expire.
    fn add_bookings_of_previous_year(&mut self, span: &SimulatedPeriod, rng: &mut SeededRng) {
        for nth in 0..=span.days.min(30) {
            let booking = self.new_booking(rng);
            let day = span.day(nth).plus_days(-365);
            let asked = next_event_time(day.plus_millis(11 * HOUR_MS + rng.millis(8, HOUR_MS)));
            let start = day.plus_millis(19 * HOUR_MS + 30 * MINUTE_MS);
            self.acts.push((asked, Event::Ask { booking, start }));
            self.acts.push((asked.plus_millis(QUARTER_HOUR_MS), Event::Approve { booking }));
            self.acts.push((next_event_time(start.plus_millis(HAIRCUT_MS)), Event::Complete { booking }));
        }
    }

    /// Asked for on this day, for one of the days that follow.
    fn add_booking(&mut self, day: Timestamp, rng: &mut SeededRng) {
        let booking = self.new_booking(rng);
        let asked = next_event_time(day.plus_millis(10 * HOUR_MS + rng.millis(36, QUARTER_HOUR_MS)));
        let ahead = day.plus_days(1 + rng.millis(3, 1));
        let start = ahead.plus_millis(10 * HOUR_MS + rng.millis(20, 30 * MINUTE_MS));
        let answered = asked.plus_millis(QUARTER_HOUR_MS * (1 + rng.millis(6, 1)));
        let over = next_event_time(start.plus_millis(HAIRCUT_MS));
        self.acts.push((asked, Event::Ask { booking, start }));
        let outcome = rng.below(10);
        let mut then = |at: Timestamp, act: Event| self.acts.push((at, act));
        match outcome {
            // Nobody ever answers.
            0 => {}
            // Too late to spare the desk an alert.
            1 => then(asked.plus_millis(3 * HOUR_MS), Event::Reject { booking }),
            2 => {
                then(answered, Event::Approve { booking });
                then(answered.plus_millis(HOUR_MS), Event::CancelByCustomer { booking });
            }
            3 => {
                then(answered, Event::Approve { booking });
                then(next_event_time(start.plus_millis(-2 * HOUR_MS)), Event::CancelByDesk { booking });
            }
            4 => {
                then(answered, Event::Approve { booking });
                then(over.plus_millis(HOUR_MS), Event::Miss { booking });
            }
            5 => {
                let start = start.plus_days(1);
                then(answered, Event::Approve { booking });
                then(answered.plus_millis(QUARTER_HOUR_MS), Event::MoveByCustomer { booking, start });
                then(answered.plus_millis(3 * QUARTER_HOUR_MS), Event::Approve { booking });
                then(over.plus_days(1), Event::Complete { booking });
            }
            6 => {
                let start = start.plus_millis(2 * HOUR_MS);
                then(answered, Event::Approve { booking });
                then(answered.plus_millis(QUARTER_HOUR_MS), Event::MoveByDesk { booking, start });
                then(over.plus_millis(2 * HOUR_MS), Event::Complete { booking });
            }
            7 => {
                then(asked.plus_millis(3 * HOUR_MS), Event::Approve { booking });
                then(next_event_time(start), Event::Start { booking });
                then(over, Event::Complete { booking });
            }
            // Looked for in vain, and yet they came.
            8 => {
                then(answered, Event::Approve { booking });
                then(over.plus_millis(2 * QUARTER_HOUR_MS), Event::Complete { booking });
            }
            _ => {
                then(answered, Event::Approve { booking });
                then(over, Event::Complete { booking });
            }
        }
    }

    /// One after the other, each of another length; now and then one is given back.
    fn memberships(&mut self, span: &SimulatedPeriod, rng: &mut SeededRng) {
        const DAYS: [i64; 8] = [1, 8, 2, 31, 9, 12, 38, 7];
        for customer in 0..self.customers.len().min(10) {
            let mut day = span.begin().plus_days(rng.millis(4, 1));
            while day < span.end() {
                let validity_days = DAYS[rng.index(DAYS.len())];
                let membership = self.memberships.len();
                self.memberships.push(MembershipSale { customer, validity_days });
                let sold = next_event_time(day.plus_millis(12 * HOUR_MS));
                self.acts.push((sold, Event::Sell { membership }));
                if validity_days > 10 && rng.below(4) == 0 {
                    self.acts.push((sold.plus_days(5), Event::EndMembership { membership }));
                }
                day = day.plus_days(validity_days + rng.millis(3, 1));
            }
        }
    }

    fn leads(&mut self, span: &SimulatedPeriod, rng: &mut SeededRng) {
        for nth in (0..span.days).step_by(2) {
            let lead = self.lead_count;
            self.lead_count += 1;
            let captured = next_event_time(span.day(nth).plus_millis(13 * HOUR_MS));
            self.acts.push((captured, Event::CaptureLead { lead }));
            self.acts.push((captured.plus_millis(HOUR_MS), Event::AdvanceLead { lead, to: "contacted" }));
            if rng.below(3) > 0 {
                self.acts.push((captured.plus_days(1), Event::AdvanceLead { lead, to: "follow_up" }));
                let given_up = captured.plus_days(3 + rng.millis(4, 1));
                self.acts.push((given_up, Event::AdvanceLead { lead, to: "lost" }));
            }
        }
    }

    fn offers(&mut self, span: &SimulatedPeriod, rng: &mut SeededRng) {
        for nth in (0..span.days).step_by(3) {
            let offer = self.offer_count;
            self.offer_count += 1;
            let day = span.day(nth);
            let until = day.ist_date() + Days::new(rng.below(6));
            self.acts.push((next_event_time(day.plus_millis(14 * HOUR_MS)), Event::Offer { offer, until }));
        }
    }
}

/// Some with their birthday soon; of all opinions on what they want to hear of.
fn random_customers(span: &SimulatedPeriod, rng: &mut SeededRng) -> Vec<Customer> {
    (0..12)
        .map(|nth: u64| {
            let birthday = span.opening + Days::new(rng.below(span.days));
            // A year that is no leap year, so that every day is one of it.
            let born = NaiveDate::from_ymd_opt(1990, birthday.month(), birthday.day().min(28)).unwrap();
            Customer {
                name: format!("Guest{nth:02}"),
                born,
                consents: !nth.is_multiple_of(3),
                wants_reminders: nth % 5 != 1,
                wants_alerts: nth % 4 != 2,
                has_browser: nth.is_multiple_of(2),
            }
        })
        .collect()
}

/// `HH:MM` on the salon's wall.
pub(super) fn time_text(at: Timestamp) -> String {
    let minutes = u32::try_from((at.millis() - Timestamp::ist_midnight(at.ist_date()).millis()) / MINUTE_MS);
    time_at_minute(minutes.unwrap()).format("%H:%M").to_string()
}

pub(super) fn haircut_end(start: Timestamp) -> Timestamp {
    start.plus_millis(HAIRCUT_MS)
}

pub(super) fn one_day_after(at: Timestamp) -> Timestamp {
    at.plus_millis(DAY_MS)
}
