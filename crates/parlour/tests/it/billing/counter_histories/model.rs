//! What the counter must answer, computed the long way: every paper is looked at, nothing is remembered.

use std::collections::BTreeMap;

use chrono::NaiveDate;

/// Id, price and minutes.
pub(super) type Service = (&'static str, i64, i64);

pub(super) const SALON_SERVICES: [Service; 6] = [
    ("service-cut", 120_000, 45),
    ("service-colour", 250_050, 90),
    ("service-wash", 30_000, 30),
    ("service-small-07", 107, 5),
    ("service-small-13", 113, 5),
    ("service-small-24", 124, 5),
];

pub(super) const SPA_SERVICES: [Service; 2] = [("service-massage", 300_000, 60), ("service-steam", 80_000, 20)];

/// Services that gems can pay for, the most expensive first, and what they cost.
pub(super) const REDEEMABLE: [(&str, i64); 2] = [("service-cut", 25), ("service-wash", 10)];

/// Id, type, figure and services.
pub(super) const OFFERS: [(&str, &str, i64, &[&str]); 3] = [
    ("fifteen", "percentage", 15, &["service-cut", "service-colour"]),
    ("rupees-off", "flat", 15_000, &["service-wash", "service-colour"]),
    ("cut-and-wash", "combo_price", 140_000, &["service-cut", "service-wash"]),
];

pub(super) fn rounded_half_up(dividend: i64, divisor: i64) -> i64 {
    (2 * dividend + divisor).div_euclid(2 * divisor)
}

/// CGST, and also SGST, in an amount with 5 % of tax in it.
pub(super) fn half_tax(paise: i64) -> i64 {
    rounded_half_up(5 * paise, 210)
}

/// What an offer takes off these services; none if it does not apply.
pub(super) fn offer_discount(offer: &str, services: &[Service]) -> Option<i64> {
    let (_, kind, figure, ids) = OFFERS.into_iter().find(|(id, ..)| *id == offer)?;
    let applicable: Vec<i64> =
        services.iter().filter(|(id, ..)| ids.contains(id)).map(|(_, price, _)| *price).collect();
    let sum: i64 = applicable.iter().sum();
    match kind {
        _ if applicable.is_empty() => None,
        "percentage" => Some(rounded_half_up(sum * figure, 100)),
        "flat" => Some(figure.min(sum)),
        _ => (applicable.len() == ids.len()).then_some((sum - figure).max(0)),
    }
}

/// The amounts of an invoice.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Bill {
    pub(super) subtotal: i64,
    pub(super) discount: i64,
    /// The price of the line that gems pay for.
    pub(super) redeemed: i64,
    pub(super) rounding: i64,
}

impl Bill {
    pub(super) fn before_rounding(self) -> i64 {
        self.subtotal - self.discount - self.redeemed
    }

    pub(super) fn total(self) -> i64 {
        self.before_rounding() + self.rounding
    }

    pub(super) fn rounded_to_rupee(self) -> Self {
        let before = self.before_rounding();
        Self { rounding: rounded_half_up(before, 100) * 100 - before, ..self }
    }
}

pub(super) type Amounts = Vec<(&'static str, i64)>;

#[derive(Debug, Clone)]
pub(super) struct Line {
    pub(super) number: i64,
    /// What was not credited yet, before rounding.
    pub(super) left: i64,
    pub(super) gems_left: i64,
}

#[derive(Debug, Clone)]
pub(super) enum CreditRequest {
    Rest,
    Amount(i64),
    /// Line number and amount; none means the whole line.
    Lines(Vec<(i64, Option<i64>)>),
}

#[derive(Debug, Clone)]
pub(super) struct Note {
    pub(super) day: NaiveDate,
    pub(super) number: String,
    pub(super) before_rounding: i64,
    pub(super) half_tax: i64,
    pub(super) rounding: i64,
    pub(super) gems_given: i64,
    pub(super) gems_taken: i64,
    pub(super) refunds: Amounts,
    pub(super) has_default_refunds: bool,
}

impl Note {
    pub(super) fn total(&self) -> i64 {
        self.before_rounding + self.rounding
    }
}

/// An invoice of services or of a membership, with its credit notes.
#[derive(Debug, Clone)]
pub(super) struct Paper {
    pub(super) id: String,
    pub(super) number: String,
    pub(super) branch: &'static str,
    pub(super) day: NaiveDate,
    pub(super) customer: usize,
    /// The position of the membership that was bought.
    pub(super) membership: Option<usize>,
    pub(super) bill: Bill,
    pub(super) gems_earned: i64,
    pub(super) has_offer: bool,
    pub(super) lines: Vec<Line>,
    pub(super) payments: Amounts,
    pub(super) notes: Vec<Note>,
    /// The booking was reopened.
    pub(super) is_superseded: bool,
}

impl Paper {
    pub(super) fn left(&self) -> i64 {
        self.bill.total() - self.notes.iter().map(Note::total).sum::<i64>()
    }

    pub(super) fn left_before_rounding(&self) -> i64 {
        self.bill.before_rounding() - self.notes.iter().map(|note| note.before_rounding).sum::<i64>()
    }

    pub(super) fn is_credited_whole(&self) -> bool {
        !self.notes.is_empty() && self.left() == 0
    }

    /// The earned gems that the customer keeps: one per 100 rupees that are left.
    pub(super) fn gems_to_keep(&self) -> i64 {
        if self.membership.is_some() { 0 } else { self.left_before_rounding() / 10_000 }
    }

    /// The note that answers this request, which must be allowed; its refunds and taken gems are not known yet.
    pub(super) fn credit(&mut self, request: &CreditRequest, day: NaiveDate) -> Note {
        let in_order = |paise: i64| {
            let mut outstanding = paise;
            let take = |line: &Line| {
                let amount = line.left.min(outstanding);
                outstanding -= amount;
                amount
            };
            self.lines.iter().map(take).collect::<Vec<i64>>()
        };
        let of_line = |lines: &[(i64, Option<i64>)], line: &Line| {
            let named = lines.iter().find(|(number, _)| *number == line.number);
            named.map_or(0, |(_, amount)| amount.unwrap_or(line.left))
        };
        let mut amounts = match request {
            CreditRequest::Rest => in_order(i64::MAX),
            CreditRequest::Amount(paise) if *paise == self.left() => in_order(i64::MAX),
            CreditRequest::Amount(paise) => in_order(*paise),
            CreditRequest::Lines(lines) => self.lines.iter().map(|line| of_line(lines, line)).collect(),
        };
        let sum: i64 = amounts.iter().sum();
        let is_last = sum == self.left_before_rounding() || sum == self.left();
        if is_last {
            amounts = in_order(i64::MAX);
        }
        let names = |line: &Line| match request {
            CreditRequest::Lines(lines) => lines.iter().any(|(number, _)| *number == line.number),
            CreditRequest::Rest | CreditRequest::Amount(_) => false,
        };
        let mut gems_given = 0;
        let is_named: Vec<bool> = self.lines.iter().map(|line| is_last || names(line)).collect();
        let before_rounding: i64 = amounts.iter().sum();
        for ((line, amount), is_named) in self.lines.iter_mut().zip(amounts).zip(is_named) {
            line.left -= amount;
            gems_given += if is_named { std::mem::take(&mut line.gems_left) } else { 0 };
        }
        let credited = self.bill.before_rounding() - self.left_before_rounding() + before_rounding;
        let earlier: i64 = self.notes.iter().map(|note| note.half_tax).sum();
        Note {
            day,
            number: String::new(),
            before_rounding,
            half_tax: half_tax(credited) - earlier,
            rounding: if is_last { self.bill.rounding } else { 0 },
            gems_given,
            gems_taken: 0,
            refunds: Vec::new(),
            has_default_refunds: true,
        }
    }

    /// What the first rupees that are given back are by each method, if the last payment comes first.
    pub(super) fn refunded_last_payment_first(&self, paise: i64) -> BTreeMap<&'static str, i64> {
        let mut found: BTreeMap<&'static str, i64> = BTreeMap::new();
        let mut outstanding = paise;
        for (method, amount) in self.payments.iter().rev() {
            let part = outstanding.min(*amount);
            outstanding -= part;
            *found.entry(*method).or_default() += part;
        }
        found
    }
}

#[derive(Debug)]
pub(super) struct Visit {
    pub(super) id: String,
    pub(super) number: String,
    pub(super) branch: &'static str,
    pub(super) customer: usize,
    pub(super) services: Vec<Service>,
    pub(super) is_spa: bool,
    /// The position of the newest paper while the booking is completed; none while it can be billed.
    pub(super) paper: Option<usize>,
    /// Completed with membership hours.
    pub(super) is_session: bool,
    pub(super) was_reopened: bool,
}

impl Visit {
    pub(super) fn can_be_billed(&self) -> bool {
        self.paper.is_none() && !self.is_session
    }

    pub(super) fn subtotal(&self) -> i64 {
        self.services.iter().map(|(_, price, _)| price).sum()
    }

    pub(super) fn minutes(&self) -> i64 {
        self.services.iter().map(|(.., minutes)| minutes).sum()
    }
}

#[derive(Debug)]
pub(super) struct Membership {
    pub(super) id: String,
    pub(super) customer: usize,
    pub(super) minutes: i64,
    pub(super) is_active: bool,
}

#[derive(Debug)]
pub(super) struct Session {
    pub(super) membership: usize,
    pub(super) booking: String,
    pub(super) slip: String,
    pub(super) minutes: i64,
    /// The visit that was paid with hours; none for a recorded session.
    pub(super) visit: Option<usize>,
    pub(super) is_reversed: bool,
}

#[derive(Debug)]
pub(super) struct Tip {
    pub(super) branch: &'static str,
    pub(super) day: NaiveDate,
    pub(super) method: &'static str,
    pub(super) staff: String,
    pub(super) paise: i64,
}

#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub(super) struct Totals {
    pub(super) gems: i64,
    pub(super) spent: i64,
    pub(super) visits: i64,
}

/// Everything that happened.
#[derive(Debug, Default)]
pub(super) struct Books {
    pub(super) papers: Vec<Paper>,
    pub(super) visits: Vec<Visit>,
    pub(super) memberships: Vec<Membership>,
    pub(super) sessions: Vec<Session>,
    pub(super) tips: Vec<Tip>,
    /// Branch, day and amount.
    pub(super) movements: Vec<(&'static str, NaiveDate, i64)>,
    /// Branches and days that are closed.
    pub(super) closed: Vec<(&'static str, NaiveDate)>,
    pub(super) customers: Vec<Totals>,
}

impl Books {
    pub(super) fn papers_of(&self, branch: &str, day: NaiveDate) -> Vec<&Paper> {
        self.papers.iter().filter(|paper| paper.branch == branch && paper.day == day).collect()
    }

    pub(super) fn notes_of(&self, branch: &str, day: NaiveDate) -> Vec<&Note> {
        let papers = self.papers.iter().filter(|paper| paper.branch == branch);
        papers.flat_map(|paper| &paper.notes).filter(|note| note.day == day).collect()
    }

    pub(super) fn taken(&self, branch: &str, day: NaiveDate, method: &str) -> i64 {
        self.papers_of(branch, day).into_iter().map(|paper| sum_of(&paper.payments, method)).sum()
    }

    pub(super) fn given_back(&self, branch: &str, day: NaiveDate, method: &str) -> i64 {
        self.notes_of(branch, day).into_iter().map(|note| sum_of(&note.refunds, method)).sum()
    }

    pub(super) fn tipped(&self, branch: &str, day: NaiveDate, method: &str) -> i64 {
        let tips = self.tips.iter().filter(|tip| tip.branch == branch && tip.day == day && tip.method == method);
        tips.map(|tip| tip.paise).sum()
    }

    pub(super) fn expected_cash(&self, branch: &str, day: NaiveDate, opening_float: i64) -> i64 {
        let moved: i64 =
            self.movements.iter().filter(|(at, on, _)| *at == branch && *on == day).map(|(.., paise)| paise).sum();
        let taken = self.taken(branch, day, "cash") + self.tipped(branch, day, "cash");
        opening_float + taken - self.given_back(branch, day, "cash") + moved
    }

    pub(super) fn used_minutes(&self, membership: usize) -> i64 {
        let sessions = self.sessions.iter().filter(|session| session.membership == membership && !session.is_reversed);
        sessions.map(|session| session.minutes).sum()
    }

    pub(super) fn active_membership(&self, customer: usize) -> Option<usize> {
        self.memberships.iter().position(|membership| membership.customer == customer && membership.is_active)
    }

    pub(super) fn has_used_offer(&self, customer: usize, day: NaiveDate) -> bool {
        let papers = self.papers.iter().filter(|paper| paper.customer == customer && paper.day == day);
        papers.filter(|paper| paper.has_offer).any(|paper| !paper.is_credited_whole())
    }
}

fn sum_of(amounts: &[(&'static str, i64)], method: &str) -> i64 {
    amounts.iter().filter(|(by, _)| *by == method).map(|(_, paise)| paise).sum()
}
