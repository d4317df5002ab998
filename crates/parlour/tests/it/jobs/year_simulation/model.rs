//! What everyone should have heard, worked out from what happened and from when somebody looked at the clock, without
//! a database and without the jobs.

use std::collections::{BTreeMap, BTreeSet};

use chrono::{Datelike, Days, NaiveDate, Timelike, Weekday};
use parlour_domain::ist::{DAY_MS, HOUR_MS, MINUTE_MS, Timestamp};

use super::history::{Event, History, haircut_end, one_day_after};

const JUST_OVER_AN_HOUR_MS: i64 = HOUR_MS + 1;

/// Who, what kind, about what, for which period.
pub(super) type ExpectedMessage = (String, &'static str, String, String);

/// What the records are called in the salon that is looked at.
pub(super) struct RecordIds {
    pub(super) customers: Vec<String>,
    pub(super) desk: String,
    pub(super) bookings: Vec<String>,
    /// Of bookings and of memberships, where there is one.
    pub(super) invoices: (Vec<Option<String>>, Vec<Option<String>>),
    pub(super) memberships: Vec<String>,
    pub(super) leads: Vec<String>,
    pub(super) reports_to: String,
}

#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct ExpectedMessages {
    pub(super) feed: BTreeSet<ExpectedMessage>,
    pub(super) letters: BTreeSet<ExpectedMessage>,
}

impl ExpectedMessages {
    #[expect(clippy::needless_pass_by_value, reason = "made where it is passed")]
    fn push(&mut self, who: &str, kind: &'static str, subject: &str, period: impl ToString) {
        let told = (who.to_owned(), kind, subject.to_owned(), period.to_string());
        assert!(self.feed.insert(told.clone()), "nobody should hear twice of {told:?}");
    }

    #[expect(clippy::needless_pass_by_value, reason = "made where it is passed")]
    fn letter(&mut self, who: &str, kind: &'static str, subject: &str, period: impl ToString) {
        let told = (who.to_owned(), kind, subject.to_owned(), period.to_string());
        assert!(self.letters.insert(told.clone()), "nobody should be written to twice of {told:?}");
    }
}

/// A schedule of the contract, or ours: its job, and whether a minute on the local is one of its slots.
type Schedule = (&'static str, fn(&LocalMinute) -> bool);

pub(super) struct LocalMinute {
    date: NaiveDate,
    /// After midnight.
    minute: u32,
}

pub(super) const SCHEDULES: [Schedule; 15] = [
    ("appointment-reminders", |local| local.minute % 15 == 0 && (8 * 60..=22 * 60).contains(&local.minute)),
    ("membership-expiry", |local| local.minute == 30),
    ("birthday-emails", |local| local.minute == 9 * 60 + 30),
    ("lead-followups", |local| local.minute == 10 * 60 + 30),
    ("gems-expiry-reminder", |local| local.minute == 10 * 60 + 30),
    ("membership-usage-nudges", |local| local.minute == 11 * 60),
    ("daily-sales-report", |local| local.minute == 22 * 60 + 30),
    ("weekly-report", |local| local.minute == 9 * 60 && local.date.weekday() == Weekday::Mon),
    ("nightly-sales-summary", |local| local.minute == 23 * 60 + 30),
    ("membership-auto-expire", |local| local.minute == 0),
    ("offer-auto-expire", |local| local.minute == 5),
    ("gems-auto-expire", |local| local.minute == 10),
    ("session-cleanup", |local| local.minute == 2 * 60 + 30 && local.date.weekday() == Weekday::Sun),
    ("monthly-gst-summary", |local| local.minute == 60 && local.date.day() == 1),
    ("retention", |local| local.minute == 3 * 60 && local.date.day() == 1),
];

/// Every slot after the one instant and until the other, in order.
fn slots(job: &str, after: Timestamp, until: Timestamp) -> Vec<Timestamp> {
    let (_, is_slot) = SCHEDULES.iter().find(|(name, _)| *name == job).unwrap();
    let mut found = Vec::new();
    let mut at = Timestamp::from_millis(after.millis().div_euclid(MINUTE_MS) * MINUTE_MS).plus_millis(MINUTE_MS);
    while at <= until {
        let time = at.ist_time();
        if is_slot(&LocalMinute { date: at.ist_date(), minute: time.hour() * 60 + time.minute() }) {
            found.push(at);
        }
        at = at.plus_millis(MINUTE_MS);
    }
    found
}

#[derive(Debug, Clone, Copy)]
pub(super) struct Run {
    /// For which time.
    pub(super) slot: Timestamp,
    /// When somebody came to it.
    pub(super) at: Timestamp,
}

/// Each time somebody looked at the clock, the last of the slots that had come since; the first look begins nothing.
fn runs(job: &str, wakeups: &[Timestamp]) -> Vec<Run> {
    let all = slots(job, wakeups[0], wakeups[wakeups.len() - 1]);
    let mut next = all.iter().copied().peekable();
    let mut runs = Vec::new();
    for at in wakeups {
        let mut last = None;
        while let Some(slot) = next.next_if(|slot| slot <= at) {
            last = Some(slot);
        }
        runs.extend(last.map(|slot| Run { slot, at: *at }));
    }
    runs
}

/// A booking as it was for a while.
#[derive(Debug, Clone)]
pub(super) struct BookingPhase {
    pub(super) from: Timestamp,
    /// Whoever wakeups then sees what came after.
    pub(super) until: Timestamp,
    pub(super) status: &'static str,
    pub(super) start: Timestamp,
    requested_at: Timestamp,
    moves: usize,
}

impl BookingPhase {
    fn is_current_at(&self, at: Timestamp) -> bool {
        self.from <= at && at < self.until
    }
}

pub(super) struct Model<'a> {
    history: &'a History,
    wakeups: &'a [Timestamp],
    runs: BTreeMap<&'static str, Vec<Run>>,
}

impl<'a> Model<'a> {
    /// `wakeups` are when somebody looked at the clock, in order.
    pub(super) fn of(history: &'a History, wakeups: &'a [Timestamp]) -> Self {
        let runs = SCHEDULES.iter().map(|(job, _)| (*job, runs(job, wakeups))).collect();
        Self { history, wakeups, runs }
    }

    /// When work that was due then was done.
    fn done(&self, due: Timestamp) -> Option<Timestamp> {
        self.wakeups.get(self.wakeups.partition_point(|look| *look < due)).copied()
    }

    pub(super) fn runs(&self, job: &str) -> &[Run] {
        &self.runs[job]
    }

    pub(super) fn expected(&self, names: &RecordIds) -> ExpectedMessages {
        let mut expected = ExpectedMessages::default();
        for booking in 0..self.history.bookings.len() {
            self.add_booking_messages(names, booking, &mut expected);
        }
        self.add_membership_messages(names, &mut expected);
        self.add_birthday_messages(names, &mut expected);
        self.add_gems_messages(names, &mut expected);
        self.add_lead_messages(names, &mut expected);
        self.add_report_messages(names, &mut expected);
        expected
    }

    /// Its life, with the rejection that comes by itself.
    pub(super) fn booking_phases(&self, booking: usize) -> Vec<BookingPhase> {
        let mut booking_phases: Vec<BookingPhase> = Vec::new();
        for (at, act) in &self.history.acts {
            let before = booking_phases.last().cloned();
            let next = |status: &'static str| {
                let before = before.clone().unwrap();
                BookingPhase { from: *at, until: Timestamp::FAR_FUTURE, status, ..before }
            };
            let next = match act {
                Event::Ask { booking: which, start } if *which == booking => BookingPhase {
                    from: *at,
                    until: Timestamp::FAR_FUTURE,
                    status: "pending",
                    start: *start,
                    requested_at: *at,
                    moves: 0,
                },
                Event::Approve { booking: which } if *which == booking => next("confirmed"),
                Event::Reject { booking: which } if *which == booking => next("rejected"),
                Event::CancelByCustomer { booking: which } if *which == booking => next("cancelled"),
                Event::CancelByDesk { booking: which } if *which == booking => next("cancelled"),
                Event::Start { booking: which } if *which == booking => next("in_progress"),
                Event::Complete { booking: which } if *which == booking => next("completed"),
                Event::Miss { booking: which } if *which == booking => next("no_show"),
                Event::MoveByCustomer { booking: which, start } if *which == booking => {
                    let moved = next("pending");
                    BookingPhase { start: *start, requested_at: *at, moves: moved.moves + 1, ..moved }
                }
                Event::MoveByDesk { booking: which, start } if *which == booking => {
                    let moved = next("confirmed");
                    BookingPhase { start: *start, moves: moved.moves + 1, ..moved }
                }
                _ => continue,
            };
            if let Some(before) = booking_phases.last_mut() {
                before.until = *at;
            }
            booking_phases.push(next);
        }
        let last = booking_phases.last().cloned();
        if let Some(last) = last.filter(|last| last.status == "pending")
            && let Some(at) = self.done(one_day_after(last.requested_at).plus_millis(MINUTE_MS))
        {
            booking_phases.last_mut().unwrap().until = at;
            booking_phases.push(BookingPhase { from: at, status: "rejected", ..last });
        }
        booking_phases
    }

    fn add_booking_messages(&self, names: &RecordIds, booking: usize, expected: &mut ExpectedMessages) {
        let booking_phases = self.booking_phases(booking);
        if booking_phases.is_empty() {
            return;
        }
        let customer = &self.history.customers[self.history.bookings[booking]];
        let (who, id) = (&names.customers[self.history.bookings[booking]], &names.bookings[booking]);
        expected.push(&names.desk, "booking_created", id, "");
        for (nth, phase) in booking_phases.iter().enumerate() {
            let before = nth.checked_sub(1).map(|nth| &booking_phases[nth]);
            let moved = before.is_some_and(|before| before.moves < phase.moves);
            let by_desk = self.history.acts.iter().any(|(at, act)| {
                *at == phase.from && matches!(act, Event::CancelByDesk { booking: which } if *which == booking)
            });
            match phase.status {
                _ if moved => {
                    expected.push(who, "booking_rescheduled", id, phase.moves);
                    expected.letter(who, "booking-rescheduled", id, phase.moves);
                    if phase.status == "pending" {
                        expected.push(&names.desk, "booking_rescheduled", id, phase.moves);
                    }
                }
                "confirmed" => {
                    expected.push(who, "booking_confirmed", id, phase.moves);
                    expected.letter(who, "booking-confirmed", id, phase.moves);
                }
                "rejected" => {
                    expected.push(who, "booking_rejected", id, "");
                    expected.letter(who, "booking-rejected", id, "");
                }
                "cancelled" => {
                    expected.push(who, "booking_cancelled", id, "");
                    expected.letter(who, "booking-cancelled", id, "");
                    if !by_desk {
                        expected.push(&names.desk, "booking_cancelled", id, "");
                    }
                }
                "completed" => self.add_completion_messages(names, booking, phase.from, expected),
                _ => {}
            }
            self.add_desk_alerts(names, id, phase, expected);
        }
        if customer.wants_reminders {
            self.add_reminders(who, id, &booking_phases, expected);
        }
    }

    fn add_completion_messages(
        &self,
        names: &RecordIds,
        booking: usize,
        at: Timestamp,
        expected: &mut ExpectedMessages,
    ) {
        let customer = self.history.bookings[booking];
        let (who, id) = (&names.customers[customer], &names.bookings[booking]);
        if self.done(at).is_some() {
            let invoice = names.invoices.0[booking].as_ref().unwrap();
            expected.push(who, "invoice_ready", invoice, "");
            expected.letter(who, "invoice", invoice, "");
        }
        if self.history.customers[customer].consents && self.done(one_day_after(at)).is_some() {
            expected.push(who, "review_request", id, "");
            expected.letter(who, "review-request", id, "");
        }
    }

    /// What the desk is asked about a request that waits, and about a visit that should be over.
    fn add_desk_alerts(&self, names: &RecordIds, id: &str, phase: &BookingPhase, expected: &mut ExpectedMessages) {
        let (kind, due, period) = match phase.status {
            "pending" => ("stale_booking", phase.requested_at.plus_millis(2 * HOUR_MS), phase.requested_at),
            "confirmed" => {
                ("noshow_check", haircut_end(phase.start).plus_millis(15 * MINUTE_MS), haircut_end(phase.start))
            }
            _ => return,
        };
        if self.done(due).is_some_and(|at| phase.is_current_at(at)) {
            expected.push(&names.desk, kind, id, period);
        }
    }

    fn add_reminders(&self, who: &str, id: &str, booking_phases: &[BookingPhase], expected: &mut ExpectedMessages) {
        let mut announced = BTreeSet::new();
        for &Run { at, .. } in self.runs("appointment-reminders") {
            let Some(visit) = booking_phases.iter().find(|visit| visit.is_current_at(at)) else { continue };
            let ahead = visit.start.millis_since(at);
            let kinds = match ahead {
                _ if visit.status != "confirmed" => continue,
                1..=HOUR_MS => ("reminder_1h", "reminder-1h"),
                JUST_OVER_AN_HOUR_MS..=DAY_MS => ("reminder_24h", "reminder-24h"),
                _ => continue,
            };
            if announced.insert((kinds.0, visit.start)) {
                expected.push(who, kinds.0, id, visit.start);
                expected.letter(who, kinds.1, id, visit.start);
            }
        }
    }

    /// When each membership was sold, when it ends, and when it was given back.
    pub(super) fn terms(&self) -> Vec<Option<Term>> {
        let mut terms = vec![None; self.history.memberships.len()];
        for (at, act) in &self.history.acts {
            match act {
                Event::Sell { membership } => {
                    let days = self.history.memberships[*membership].validity_days;
                    let begin = Timestamp::ist_midnight(at.ist_date());
                    let expires = Timestamp::ist_midnight(begin.ist_date() + Days::new(days.unsigned_abs()));
                    terms[*membership] = Some(Term { sold: *at, expires, cancelled_at: None });
                }
                Event::EndMembership { membership } => {
                    terms[*membership].as_mut().unwrap().cancelled_at = Some(*at);
                }
                _ => {}
            }
        }
        terms
    }

    fn add_membership_messages(&self, names: &RecordIds, expected: &mut ExpectedMessages) {
        let terms = self.terms();
        for (nth, term) in terms.iter().enumerate() {
            let Some(term) = term else { continue };
            let owner = self.history.memberships[nth].customer;
            let (who, id) = (&names.customers[owner], &names.memberships[nth]);
            let wants_alerts = self.history.customers[owner].wants_alerts;
            expected.push(who, "membership_created", id, "");
            expected.letter(who, "membership-created", id, "");
            let invoice = names.invoices.1[nth].as_ref().unwrap();
            expected.push(who, "invoice_ready", invoice, "");
            expected.letter(who, "invoice", invoice, "");
            for &Run { slot, at } in self.runs("membership-expiry") {
                let days = term.expires.ist_date().signed_duration_since(slot.ist_date()).num_days();
                let kind = match days {
                    30 => "membership_expiry_30d",
                    7 => "membership_expiry_7d",
                    1 => "membership_expiry_1d",
                    _ => continue,
                };
                if wants_alerts && term.is_running(at) {
                    expected.push(who, kind, id, "");
                }
            }
            let others = terms
                .iter()
                .enumerate()
                .filter(|(other, _)| *other != nth && self.history.memberships[*other].customer == owner);
            let end = self.done(term.expires.plus_millis(HOUR_MS)).filter(|_| term.cancelled_at.is_none());
            if let Some(at) = end
                && wants_alerts
                && !others.filter_map(|(_, other)| *other).any(|other| other.is_running(at))
            {
                expected.push(who, "membership_expired", id, "");
                expected.letter(who, "membership-expired", id, "");
            }
        }
        self.add_usage_nudges(names, &terms, expected);
    }

    /// Fewer than are nudged in one day: everybody is, once a month.
    fn add_usage_nudges(&self, names: &RecordIds, terms: &[Option<Term>], expected: &mut ExpectedMessages) {
        let mut nudged = BTreeSet::new();
        for &Run { slot, at } in self.runs("membership-usage-nudges") {
            let month = slot.ist_date().format("%Y-%m").to_string();
            for (nth, term) in terms.iter().enumerate() {
                let owner = self.history.memberships[nth].customer;
                let is_running = term.is_some_and(|term| term.is_running(at));
                let wants_alerts = self.history.customers[owner].wants_alerts;
                if is_running && wants_alerts && nudged.insert((owner, month.clone())) {
                    expected.push(&names.customers[owner], "membership_usage_nudge", "", &month);
                }
            }
        }
    }

    fn add_birthday_messages(&self, names: &RecordIds, expected: &mut ExpectedMessages) {
        for &Run { slot, .. } in self.runs("birthday-emails") {
            let today = slot.ist_date();
            for (nth, customer) in self.history.customers.iter().enumerate() {
                let is_today = (customer.born.month(), customer.born.day()) == (today.month(), today.day());
                if is_today && customer.consents {
                    expected.push(&names.customers[nth], "birthday_offer", "", today.year());
                    expected.letter(&names.customers[nth], "birthday-offer", "", today.year());
                }
            }
        }
    }

    /// Whose gems are lost, and when: twelve for each cut of 1,200 rupees.
    pub(super) fn expiring_lots(&self) -> Vec<(usize, Timestamp)> {
        let completed = self.history.acts.iter().filter_map(|(at, act)| match act {
            Event::Complete { booking } => Some((self.history.bookings[*booking], at.plus_days(365))),
            _ => None,
        });
        completed.collect()
    }

    fn add_gems_messages(&self, names: &RecordIds, expected: &mut ExpectedMessages) {
        let mut told = BTreeSet::new();
        let expiring_lots = self.expiring_lots();
        for &Run { slot, at } in self.runs("gems-expiry-reminder") {
            for (owner, expires) in &expiring_lots {
                let is_in_a_week = expires.ist_date() == slot.ist_date() + Days::new(7) && *expires > at;
                let is_earned = expires.plus_days(-365) <= at;
                if is_in_a_week && is_earned && told.insert(("soon", *owner, slot.ist_date())) {
                    expected.push(&names.customers[*owner], "gems_expiry_7d", "", slot.ist_date());
                }
            }
        }
        let mut lost = vec![false; expiring_lots.len()];
        for &Run { at, .. } in self.runs("gems-auto-expire") {
            for (nth, (owner, expires)) in expiring_lots.iter().enumerate() {
                if *expires <= at && !std::mem::replace(&mut lost[nth], true) {
                    let is_news = told.insert(("lost", *owner, at.ist_date()));
                    if is_news {
                        expected.push(&names.customers[*owner], "gems_expired", "", at.ist_date());
                    }
                }
            }
        }
    }

    fn add_lead_messages(&self, names: &RecordIds, expected: &mut ExpectedMessages) {
        for lead in 0..self.history.lead_count {
            let step = |wanted: &str| {
                let found = self.history.acts.iter().find(
                    |(_, act)| matches!(act, Event::AdvanceLead { lead: which, to } if *which == lead && *to == wanted),
                );
                found.map(|(at, _)| *at)
            };
            let (Some(contacted), Some(waiting)) = (step("contacted"), step("follow_up")) else { continue };
            let lost = step("lost").unwrap_or(Timestamp::FAR_FUTURE);
            for &Run { slot, at } in self.runs("lead-followups") {
                let is_silent = contacted <= slot.plus_millis(-48 * HOUR_MS);
                if is_silent && (waiting..lost).contains(&at) {
                    expected.push(&names.desk, "lead_followup", &names.leads[lead], slot.ist_date());
                }
            }
        }
    }

    fn add_report_messages(&self, names: &RecordIds, expected: &mut ExpectedMessages) {
        for (job, days_before, to_chat) in
            [("daily-sales-report", 0, true), ("weekly-report", 7, true), ("monthly-gst-summary", 1, false)]
        {
            for &Run { slot, .. } in self.runs(job) {
                let mut first = slot.ist_date() - Days::new(days_before);
                if job == "monthly-gst-summary" {
                    first = first.with_day(1).unwrap();
                }
                expected.letter(&names.reports_to, job, "", first);
                if to_chat {
                    expected.letter("chat", job, "", first);
                }
            }
        }
    }
}

#[derive(Debug, Clone, Copy)]
pub(super) struct Term {
    sold: Timestamp,
    pub(super) expires: Timestamp,
    pub(super) cancelled_at: Option<Timestamp>,
}

impl Term {
    fn is_running(&self, at: Timestamp) -> bool {
        self.sold <= at && at < self.expires && self.cancelled_at.is_none_or(|end| at < end)
    }
}
