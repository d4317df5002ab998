//! A random history: each operation is sent to the salon and entered in the books of the model.

use std::collections::BTreeMap;

use chrono::NaiveDate;
use parlour_domain::ist::HOUR_MS;
use parlour_testkit::actions::counter::{PAYMENT_METHODS, move_cash, patch_branch_as_owner};
use parlour_testkit::actions::gems::{adjust_gems, make_service_redeemable};
use parlour_testkit::actions::offers::insert_offer;
use parlour_testkit::actions::people::{manager, own_profile, receptionist};
use parlour_testkit::checks::database::update_rows;
use parlour_testkit::fixtures::seeded_rng::SeededRng;
use parlour_testkit::fixtures::small_salon::{GOA, PUNE, THERAPIST_IN_GOA};
use parlour_testkit::fixtures::spa_salon::spa_salon;
use parlour_testkit::{Person, TestSalon};
use serde_json::{Value, json};

use super::model::{Amounts, Books, OFFERS, REDEEMABLE, Totals};

pub(super) const BRANCHES: [&str; 2] = [PUNE, GOA];
/// The first has a GSTIN.
const CUSTOMERS: [&str; 4] = ["Asha", "Tara", "Leela", "Noor"];
pub(super) const DESK_DISCOUNT_PERCENT: i64 = 10;

pub(super) struct History {
    pub(super) salon: TestSalon,
    pub(super) desk: Person,
    pub(super) manager: Person,
    pub(super) customers: Vec<Person>,
    pub(super) books: Books,
    pub(super) rng: SeededRng,
    pub(super) first_day: NaiveDate,
    /// How often each kind of operation was carried out.
    pub(super) counts: BTreeMap<&'static str, usize>,
}

impl History {
    /// Pune has a UPI account; Goa bills in whole rupees.
    pub(super) async fn begin(seed: u64) -> Self {
        println!("history {seed}");
        let salon = spa_salon().await;
        let pune =
            json!({ "upiId": "salon@okbank", "upiName": "Parlour Pune", "deskDiscountPercent": DESK_DISCOUNT_PERCENT });
        patch_branch_as_owner(&salon, PUNE, &pune).await;
        let goa = json!({ "roundInvoices": "rupee", "deskDiscountPercent": DESK_DISCOUNT_PERCENT });
        patch_branch_as_owner(&salon, GOA, &goa).await;
        let manager = manager(&salon).await;
        manager.patch(&format!("/api/staff/{THERAPIST_IN_GOA}"), &json!({ "isActive": true })).await.expect_ok();
        for (id, kind, figure, services) in OFFERS {
            insert_offer(&salon, id, kind, figure, services).await;
        }
        for (service, gems) in REDEEMABLE {
            make_service_redeemable(&salon, service, gems).await;
        }
        let mut customers = Vec::new();
        for name in CUSTOMERS {
            let customer = salon.customer(name).await;
            own_profile(&customer).await;
            adjust_gems(&salon, &customer, 40).await;
            customers.push(customer);
        }
        let gstin = "update profiles set gstin = '27AAPFU0939F1ZV' where user_id = $1";
        update_rows(&salon, customers[0].id().as_str(), gstin).await;
        let desk = receptionist(&salon).await;
        let books = Books { customers: vec![Totals { gems: 40, spent: 0, visits: 0 }; 4], ..Books::default() };
        let (rng, first_day) = (SeededRng::new(seed), salon.now().ist_date());
        Self { salon, desk, manager, customers, books, rng, first_day, counts: BTreeMap::new() }
    }

    pub(super) fn today(&self) -> NaiveDate {
        self.salon.now().ist_date()
    }

    pub(super) fn count(&mut self, kind: &'static str) {
        *self.counts.entry(kind).or_insert(0) += 1;
    }

    pub(super) async fn step(&mut self) {
        self.salon.advance_seconds(5 * 60);
        match self.rng.below(30) {
            0 | 1 => self.sell_membership().await,
            2 | 3 => self.record_session().await,
            4 | 5 => self.reverse_session().await,
            6..=11 => self.credit().await,
            12 | 13 => self.correct_payments().await,
            14..=16 => self.reopen_booking().await,
            17 => self.move_cash().await,
            18 => self.refuse_checkout().await,
            19 => self.close_and_reopen_day().await,
            20 => self.refuse_credit().await,
            21 => self.begin_next_day().await,
            _ => self.check_out().await,
        }
    }

    /// Credits all that is left of some papers and compares everything.
    pub(super) async fn finish(&mut self) {
        for paper in 0..self.books.papers.len() {
            if self.can_be_credited(paper) && self.rng.one_chance_in(2) {
                self.credit_rest(paper).await;
            }
        }
        self.check_papers().await;
        self.check_customers().await;
        self.check_memberships().await;
        let (first, last) = (self.first_day, self.today());
        for day in first.iter_days().take_while(|day| *day <= last) {
            for branch in BRANCHES {
                self.check_day(branch, day).await;
            }
        }
        self.check_gst_lists().await;
        self.salon.run_due_jobs().await;
    }

    async fn move_cash(&mut self) {
        let branch = self.rng.one_of(&BRANCHES);
        let paise = self.rng.between(1, 500_000) * self.rng.one_of(&[1, -1, -1]);
        println!("{paise} paise of cash move in {branch}");
        move_cash(&self.desk, branch, paise, "Bank").await.expect_created();
        self.books.movements.push((branch, self.today(), paise));
        self.count("cash movement");
    }

    /// The day is compared, perhaps closed, and over.
    async fn begin_next_day(&mut self) {
        let today = self.today();
        for branch in BRANCHES {
            self.check_day(branch, today).await;
            if self.rng.one_chance_in(2) {
                self.close(branch, today).await;
            }
        }
        let now = self.salon.now();
        let morning = now.next_ist_midnight().plus_millis(10 * HOUR_MS);
        self.salon.app.clock.advance_millis(morning.millis_since(now));
        println!("{} begins", self.today());
        // A session lasts a week.
        self.desk = receptionist(&self.salon).await;
        self.manager = manager(&self.salon).await;
        for (customer, name) in self.customers.iter_mut().zip(CUSTOMERS) {
            *customer = self.salon.customer(name).await;
        }
    }

    pub(super) fn is_closed(&self, branch: &str, day: NaiveDate) -> bool {
        self.books.closed.iter().any(|(at, on)| *at == branch && *on == day)
    }

    /// Up to five payments of this sum, with what is sent and what is stored.
    pub(super) fn random_payments(&mut self, total: i64) -> (Amounts, Vec<Value>) {
        let most = self.rng.between(1, 5).min(total);
        let (mut left, mut amounts, mut sent) = (total, Vec::new(), Vec::new());
        for part in (0..most).rev() {
            let paise = if part == 0 { left } else { self.rng.between(1, left - part) };
            left -= paise;
            let method = self.rng.one_of(&PAYMENT_METHODS);
            let mut payment = json!({ "method": method, "amountPaise": paise });
            if self.rng.one_chance_in(3) {
                payment["reference"] = json!(format!("ref {paise}"));
            }
            amounts.push((method, paise));
            sent.push(payment);
        }
        (amounts, sent)
    }

    /// The position of a random element for which this is true.
    pub(super) fn pick<T>(rng: &mut SeededRng, all: &[T], is_meant: impl Fn(&T) -> bool) -> Option<usize> {
        let meant: Vec<usize> = (0..all.len()).filter(|at| is_meant(&all[*at])).collect();
        (!meant.is_empty()).then(|| rng.one_of(&meant))
    }
}

/// The method of the largest payment, the first of equal ones.
pub(super) fn main_method(payments: &[(&'static str, i64)]) -> &'static str {
    let mut largest = payments[0];
    for payment in payments {
        if payment.1 > largest.1 {
            largest = *payment;
        }
    }
    largest.0
}

/// The payments as an invoice or a credit note shows them.
pub(super) fn with_references(sent: &[Value]) -> Vec<Value> {
    let shown = |payment: &Value| {
        let reference = payment.get("reference").cloned().unwrap_or(Value::Null);
        json!({ "method": payment["method"], "amountPaise": payment["amountPaise"], "reference": reference })
    };
    sent.iter().map(shown).collect()
}
