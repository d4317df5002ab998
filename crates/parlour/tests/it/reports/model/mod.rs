//! Reports are what adding up the rows gives, whatever has happened.

mod expected_reports;
mod source_rows;

use std::collections::BTreeSet;

use chrono::{Days, NaiveDate};
use expected_reports::ReportQuery;
use parlour_db::{DbError, params};
use parlour_domain::auth::role::Role;
use parlour_domain::billing::invoice::{InvoiceType, PaymentMethod};
use parlour_domain::billing::payment::Payment;
use parlour_domain::ids::InvoiceId;
use parlour_domain::ist::parse_date;
use parlour_store::billing::payment_corrections;
use parlour_store::bookings::reopening;
use parlour_testkit::actions::kept_days::{keep_days, list_days_to_keep, list_kept_days};
use parlour_testkit::fixtures::seeded_rng::SeededRng;
use parlour_testkit::fixtures::small_salon::{GOA, PUNE, small_salon_at};
use parlour_testkit::{TestSalon, test_on_both_engines};
use serde_json::Value;

const HISTORY_COUNT: u64 = 3;
const PERIODS_PER_HISTORY: u64 = 6;
/// Half of the finished days that are not kept yet are kept before these rounds, and all of them before the last.
const ROUNDS_THAT_KEEP_DAYS: [u64; 3] = [2, 3, 5];
/// Some invoices are changed before this round.
const ROUND_THAT_CHANGES: u64 = 4;
/// The first day on which anything has happened.
use parlour_testkit::fixtures::random_sales::{DAY_COUNT, FIRST_DAY, insert_random_sales};

type ExpectedReport = fn(&source_rows::SourceRows, &ReportQuery) -> Value;

const EXPECTED_REPORTS: [(&str, ExpectedReport); 8] = [
    ("sales", expected_reports::sales),
    ("services", expected_reports::services),
    ("staff", expected_reports::staff),
    ("customers", expected_reports::customers),
    ("leads", expected_reports::leads),
    ("memberships", expected_reports::memberships),
    ("gst", expected_reports::gst),
    ("day-close", expected_reports::day_close),
];

fn random_period(rng: &mut SeededRng) -> (NaiveDate, NaiveDate) {
    let begin = parse_date(FIRST_DAY).unwrap() - Days::new(10);
    let from = begin + Days::new(rng.below(DAY_COUNT + 10));
    let length = [0, 1, 6, 30, 100, 200][usize::try_from(rng.below(6)).unwrap()];
    (from, from + Days::new(length))
}

async fn keep_some_days(salon: &TestSalon, rng: &mut SeededRng, are_all_meant: bool) {
    let mut days = list_days_to_keep(salon).await;
    days.retain(|_| are_all_meant || rng.one_chance_in(2));
    assert!(!days.is_empty());
    assert_eq!(keep_days(&salon.app, &days).await, days.len());
}

/// One invoice in ten is paid in another way, has its visit billed anew, or is a slip that counts nowhere.
async fn change_some_invoices(salon: &TestSalon, rng: &mut SeededRng) {
    let read = salon.app.db.read(|conn| -> Result<Vec<(InvoiceId, InvoiceType, i64)>, DbError> {
        conn.all(
            "select id, invoice_type, total_amount_paise from invoices
             where voided_at is null and superseded_at is null and payment_status = 'paid' order by id",
            params![],
        )
    });
    let mut changes = Vec::new();
    for (invoice, kind, amount_paise) in read.await.unwrap() {
        if rng.one_chance_in(10) {
            let payment = Payment { method: rng.one_of(PaymentMethod::ALL), amount_paise, reference: None };
            changes.push((invoice, kind, payment, rng.one_chance_in(2)));
        }
    }
    assert!(!changes.is_empty());
    let now = salon.now();
    let changed = salon.app.db.write(move |tx| -> Result<(), DbError> {
        for (invoice, kind, payment, is_billed_anew) in &changes {
            match kind {
                InvoiceType::MembershipSession => reopening::void_slip(tx, invoice, now)?,
                InvoiceType::Service if *is_billed_anew => reopening::supersede_invoice(tx, invoice, now)?,
                InvoiceType::Service | InvoiceType::MembershipPurchase if payment.amount_paise > 0 => {
                    let payments = std::slice::from_ref(payment);
                    payment_corrections::replace_payments(tx, invoice, payments, payment.method)?;
                }
                InvoiceType::Service | InvoiceType::MembershipPurchase => {}
            }
        }
        Ok(())
    });
    changed.await.unwrap();
}

#[test_on_both_engines]
async fn reports_equal_the_sums_of_the_rows() {
    let mut figures = SeenFigures::default();
    for seed in 1..=HISTORY_COUNT {
        let salon = small_salon_at("2027-03-14 20:00").await;
        let manager = salon.member("Meera", Role::Manager).await;
        insert_random_sales(&salon, seed).await;
        let mut rows = source_rows::read_source_rows(&salon).await;
        let mut rng = SeededRng::new(1_000 + seed);
        for round in 0..PERIODS_PER_HISTORY {
            if ROUNDS_THAT_KEEP_DAYS.contains(&round) {
                keep_some_days(&salon, &mut rng, round == PERIODS_PER_HISTORY - 1).await;
            }
            if round == ROUND_THAT_CHANGES {
                let kept = list_kept_days(&salon).await.len();
                change_some_invoices(&salon, &mut rng).await;
                assert!((1..kept).contains(&list_kept_days(&salon).await.len()), "some days of {kept} are thrown away");
                rows = source_rows::read_source_rows(&salon).await;
            }
            // Some are of all that there is.
            let (from, to) = match round {
                0 | 3 | 4 | 5 => (parse_date("2026-10-01").unwrap(), parse_date("2027-04-30").unwrap()),
                _ => random_period(&mut rng),
            };
            for branch in [None, Some(PUNE), Some(GOA)] {
                let query = ReportQuery { from, to, branch, today: salon.now().ist_date() };
                for (name, naive) in EXPECTED_REPORTS {
                    let branch = branch.map_or(String::new(), |branch| format!("&branchId={branch}"));
                    let path = format!("/api/reports/{name}?from={from}&to={to}{branch}");
                    let found = manager.get(&path).await.expect_ok()["report"].clone();
                    assert_eq!(found, naive(&rows, &query), "history {seed}: {path}");
                    figures.note(&found);
                }
            }
        }
    }
    assert_eq!(figures.always_zero(), Vec::<&String>::new(), "figures that proved nothing");
}

/// The names of all figures, and of those that were ever not zero.
#[derive(Default)]
struct SeenFigures {
    names: BTreeSet<String>,
    non_zero: BTreeSet<String>,
}

impl SeenFigures {
    fn note(&mut self, part: &Value) {
        match part {
            Value::Object(fields) => {
                for (name, value) in fields {
                    if value.is_i64() || value.is_boolean() {
                        self.names.insert(name.clone());
                    }
                    if value.as_i64().is_some_and(|figure| figure != 0) || *value == Value::Bool(true) {
                        self.non_zero.insert(name.clone());
                    }
                    self.note(value);
                }
            }
            Value::Array(items) => items.iter().for_each(|item| self.note(item)),
            _ => {}
        }
    }

    fn always_zero(&self) -> Vec<&String> {
        self.names.difference(&self.non_zero).collect()
    }
}
