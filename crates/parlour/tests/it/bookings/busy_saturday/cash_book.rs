//! What the cashier writes down, from the price list and without asking the salon.

use std::collections::BTreeMap;

use parlour_testkit::actions::counter::{OPENING_FLOAT_PAISE, payment};
use serde_json::{Value, json};

/// The price list on the wall.
fn price_paise(service: &str) -> i64 {
    match service {
        "service-cut" => 120_000,
        "service-wash" => 30_000,
        "service-massage" => 300_000,
        "service-steam" => 80_000,
        "service-small-07" => 107,
        "service-small-24" => 124,
        other => panic!("{other} is not on the list"),
    }
}

pub(crate) fn total_paise(services: &[&str]) -> i64 {
    services.iter().map(|service| price_paise(service)).sum()
}

type Amounts = BTreeMap<&'static str, i64>;

#[derive(Debug, Default)]
pub(crate) struct CashBook {
    pub(crate) taken: Amounts,
    pub(crate) given_back: Amounts,
    pub(crate) tips_by_method: Amounts,
    pub(crate) tips_by_staff: Amounts,
    pub(crate) moved: i64,
    pub(crate) bill_count: usize,
}

pub(crate) fn amount(amounts: &Amounts, key: &str) -> i64 {
    amounts.get(key).copied().unwrap_or(0)
}

impl CashBook {
    pub(crate) fn add(amounts: &mut Amounts, key: &'static str, paise: i64) {
        *amounts.entry(key).or_insert(0) += paise;
    }

    /// What should be in the drawer.
    pub(crate) fn expected_cash_paise(&self) -> i64 {
        OPENING_FLOAT_PAISE + amount(&self.taken, "cash") + amount(&self.tips_by_method, "cash")
            - amount(&self.given_back, "cash")
            + self.moved
    }

    /// How the next customer pays: every fourth alike, every third with a tip. The first part takes the odd paise.
    pub(crate) fn next_checkout(&mut self, total: i64, staff: &'static str) -> Value {
        let number = self.bill_count;
        self.bill_count += 1;
        let methods: &[&'static str] = match number % 4 {
            0 => &["cash"],
            1 => &["upi"],
            2 => &["cash", "card"],
            _ => &["card", "upi", "cash"],
        };
        let count = i64::try_from(methods.len()).unwrap();
        let part = total / count;
        let mut payments = Vec::new();
        for (at, method) in methods.iter().copied().enumerate() {
            let paise = if at == 0 { total - part * (count - 1) } else { part };
            Self::add(&mut self.taken, method, paise);
            payments.push(payment(method, paise));
        }
        let mut tips = Vec::new();
        if number.is_multiple_of(3) {
            let (method, paise) = (["cash", "upi"][number % 2], 5_000 + i64::try_from(number).unwrap());
            Self::add(&mut self.tips_by_method, method, paise);
            Self::add(&mut self.tips_by_staff, staff, paise);
            tips.push(json!({ "staffId": staff, "method": method, "amountPaise": paise }));
        }
        json!({ "payments": payments, "tips": tips })
    }
}
