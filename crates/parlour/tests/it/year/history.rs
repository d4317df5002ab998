//! What happens in the salon, thought up beforehand: who comes, what they want and what becomes of it.
//!
//! People act seven minutes after a quarter of an hour, so that nothing that is scheduled comes at the same minute.

use chrono::{Datelike, Days, NaiveDate};
use parlour_domain::ist::{DAY_MS, HOUR_MS, MINUTE_MS, Timestamp, minutes_after_midnight};

/// How long a life is looked at, and how closely.
#[derive(Debug, Clone, Copy)]
pub(super) struct Span {
    pub(super) opening: NaiveDate,
    pub(super) days: u64,
    /// On these days every slot of every schedule is waited for; on others reminders come by the hour.
    pub(super) closely: (u64, u64),
    pub(super) visits_a_day: u64,
    pub(super) seed: u64,
}

impl Span {
    pub(super) fn begin(&self) -> Timestamp {
        Timestamp::ist_midnight(self.opening)
    }

    pub(super) fn end(&self) -> Timestamp {
        self.day(self.days)
    }

    fn day(&self, nth: u64) -> Timestamp {
        Timestamp::ist_midnight(self.opening + Days::new(nth))
    }

    pub(super) fn is_close(&self, at: Timestamp) -> bool {
        (self.day(self.closely.0)..self.day(self.closely.1)).contains(&at)
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
pub(super) enum Act {
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
pub(super) struct Sold {
    pub(super) customer: usize,
    pub(super) validity_days: i64,
}

#[derive(Debug, Default)]
pub(super) struct History {
    pub(super) customers: Vec<Customer>,
    /// Whose each booking is.
    pub(super) bookings: Vec<usize>,
    pub(super) memberships: Vec<Sold>,
    pub(super) lead_count: usize,
    pub(super) offer_count: usize,
    /// In order of time; some of it before the salon's machines are switched on.
    pub(super) acts: Vec<(Timestamp, Act)>,
}

/// Draws that come again for the same seed.
pub(super) struct Lots(u64);

impl Lots {
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

const QUARTER_MS: i64 = 15 * MINUTE_MS;
const CUT_MS: i64 = 45 * MINUTE_MS;

/// When people act in that quarter of an hour or, if it is past, in the next.
fn when_people_act(at: Timestamp) -> Timestamp {
    let (offset, quarter) = (7 * MINUTE_MS, QUARTER_MS);
    Timestamp::from_millis((at.millis() - offset + quarter - 1).div_euclid(quarter) * quarter + offset)
}

impl History {
    pub(super) fn of(span: &Span) -> Self {
        let mut lots = Lots::new(span.seed);
        let mut history = Self { customers: customers(span, &mut lots), ..Self::default() };
        history.year_before(span, &mut lots);
        for nth in 0..span.days {
            for _ in 0..span.visits_a_day {
                history.a_visit(span.day(nth), &mut lots);
            }
        }
        history.memberships(span, &mut lots);
        history.leads(span, &mut lots);
        history.offers(span, &mut lots);
        history.acts.retain(|(at, _)| *at < span.end());
        // Of what comes at the same minute, what was thought of first.
        history.acts.sort_by_key(|(at, _)| *at);
        history
    }

    fn new_booking(&mut self, lots: &mut Lots) -> usize {
        self.bookings.push(lots.index(self.customers.len()));
        self.bookings.len() - 1
    }

    /// Visits whose gems are about to expire.
    fn year_before(&mut self, span: &Span, lots: &mut Lots) {
        for nth in 0..=span.days.min(30) {
            let booking = self.new_booking(lots);
            let day = span.day(nth).plus_days(-365);
            let asked = when_people_act(day.plus_millis(11 * HOUR_MS + lots.millis(8, HOUR_MS)));
            let start = day.plus_millis(19 * HOUR_MS + 30 * MINUTE_MS);
            self.acts.push((asked, Act::Ask { booking, start }));
            self.acts.push((asked.plus_millis(QUARTER_MS), Act::Approve { booking }));
            self.acts.push((when_people_act(start.plus_millis(CUT_MS)), Act::Complete { booking }));
        }
    }

    /// Asked for on this day, for one of the days that follow.
    fn a_visit(&mut self, day: Timestamp, lots: &mut Lots) {
        let booking = self.new_booking(lots);
        let asked = when_people_act(day.plus_millis(10 * HOUR_MS + lots.millis(36, QUARTER_MS)));
        let ahead = day.plus_days(1 + lots.millis(3, 1));
        let start = ahead.plus_millis(10 * HOUR_MS + lots.millis(20, 30 * MINUTE_MS));
        let answered = asked.plus_millis(QUARTER_MS * (1 + lots.millis(6, 1)));
        let over = when_people_act(start.plus_millis(CUT_MS));
        self.acts.push((asked, Act::Ask { booking, start }));
        let fate = lots.below(10);
        let mut then = |at: Timestamp, act: Act| self.acts.push((at, act));
        match fate {
            // Nobody ever answers.
            0 => {}
            // Too late to spare the desk an alert.
            1 => then(asked.plus_millis(3 * HOUR_MS), Act::Reject { booking }),
            2 => {
                then(answered, Act::Approve { booking });
                then(answered.plus_millis(HOUR_MS), Act::CancelByCustomer { booking });
            }
            3 => {
                then(answered, Act::Approve { booking });
                then(when_people_act(start.plus_millis(-2 * HOUR_MS)), Act::CancelByDesk { booking });
            }
            4 => {
                then(answered, Act::Approve { booking });
                then(over.plus_millis(HOUR_MS), Act::Miss { booking });
            }
            5 => {
                let start = start.plus_days(1);
                then(answered, Act::Approve { booking });
                then(answered.plus_millis(QUARTER_MS), Act::MoveByCustomer { booking, start });
                then(answered.plus_millis(3 * QUARTER_MS), Act::Approve { booking });
                then(over.plus_days(1), Act::Complete { booking });
            }
            6 => {
                let start = start.plus_millis(2 * HOUR_MS);
                then(answered, Act::Approve { booking });
                then(answered.plus_millis(QUARTER_MS), Act::MoveByDesk { booking, start });
                then(over.plus_millis(2 * HOUR_MS), Act::Complete { booking });
            }
            7 => {
                then(asked.plus_millis(3 * HOUR_MS), Act::Approve { booking });
                then(when_people_act(start), Act::Start { booking });
                then(over, Act::Complete { booking });
            }
            // Looked for in vain, and yet they came.
            8 => {
                then(answered, Act::Approve { booking });
                then(over.plus_millis(2 * QUARTER_MS), Act::Complete { booking });
            }
            _ => {
                then(answered, Act::Approve { booking });
                then(over, Act::Complete { booking });
            }
        }
    }

    /// One after the other, each of another length; now and then one is given back.
    fn memberships(&mut self, span: &Span, lots: &mut Lots) {
        const DAYS: [i64; 8] = [1, 8, 2, 31, 9, 12, 38, 7];
        for customer in 0..self.customers.len().min(10) {
            let mut day = span.begin().plus_days(lots.millis(4, 1));
            while day < span.end() {
                let validity_days = DAYS[lots.index(DAYS.len())];
                let membership = self.memberships.len();
                self.memberships.push(Sold { customer, validity_days });
                let sold = when_people_act(day.plus_millis(12 * HOUR_MS));
                self.acts.push((sold, Act::Sell { membership }));
                if validity_days > 10 && lots.below(4) == 0 {
                    self.acts.push((sold.plus_days(5), Act::EndMembership { membership }));
                }
                day = day.plus_days(validity_days + lots.millis(3, 1));
            }
        }
    }

    fn leads(&mut self, span: &Span, lots: &mut Lots) {
        for nth in (0..span.days).step_by(2) {
            let lead = self.lead_count;
            self.lead_count += 1;
            let captured = when_people_act(span.day(nth).plus_millis(13 * HOUR_MS));
            self.acts.push((captured, Act::CaptureLead { lead }));
            self.acts.push((captured.plus_millis(HOUR_MS), Act::AdvanceLead { lead, to: "contacted" }));
            if lots.below(3) > 0 {
                self.acts.push((captured.plus_days(1), Act::AdvanceLead { lead, to: "follow_up" }));
                let given_up = captured.plus_days(3 + lots.millis(4, 1));
                self.acts.push((given_up, Act::AdvanceLead { lead, to: "lost" }));
            }
        }
    }

    fn offers(&mut self, span: &Span, lots: &mut Lots) {
        for nth in (0..span.days).step_by(3) {
            let offer = self.offer_count;
            self.offer_count += 1;
            let day = span.day(nth);
            let until = day.ist_date() + Days::new(lots.below(6));
            self.acts.push((when_people_act(day.plus_millis(14 * HOUR_MS)), Act::Offer { offer, until }));
        }
    }
}

/// Some with their birthday soon; of all opinions on what they want to hear of.
fn customers(span: &Span, lots: &mut Lots) -> Vec<Customer> {
    (0..12)
        .map(|nth: u64| {
            let birthday = span.opening + Days::new(lots.below(span.days));
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
pub(super) fn wall(at: Timestamp) -> String {
    let minutes = u32::try_from((at.millis() - Timestamp::ist_midnight(at.ist_date()).millis()) / MINUTE_MS);
    minutes_after_midnight(minutes.unwrap()).format("%H:%M").to_string()
}

pub(super) fn cut_from(start: Timestamp) -> Timestamp {
    start.plus_millis(CUT_MS)
}

pub(super) fn a_day_after(at: Timestamp) -> Timestamp {
    at.plus_millis(DAY_MS)
}
