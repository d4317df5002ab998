//! A salon's past, thrown with dice and written row by row: nothing of what computes reports is used to make it.

use chrono::{Days, NaiveDate};
use parlour_domain::gst::{GstRate, TaxSplit};
use parlour_domain::ist::{Timestamp, parse_date, parse_time};
use parlour_store::{DbError, Tx, params};
use parlour_testkit::TestSalon;

use super::{BEGIN, DAYS};
use crate::public_reads::change;
use crate::small_salon::{GOA, PUNE};

const CUSTOMERS: u64 = 14;
const SERVICES: [&str; 5] =
    ["service-cut", "service-colour", "service-wash", "service-massage", "service-steam"];
const STAFF: [Option<&str>; 4] = [
    Some("staff-stylist-branch-pune"),
    Some("staff-therapist-branch-pune"),
    Some("staff-stylist-branch-goa"),
    None,
];
const UTM: [Option<&str>; 4] = [None, Some("meta"), Some("=cmd()"), Some("google")];

/// The same seed, the same past.
#[derive(Debug, Clone)]
pub(super) struct Dice(u64);

impl Dice {
    pub(super) fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15))
    }

    pub(super) fn below(&mut self, end: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        (mixed ^ (mixed >> 31)) % end
    }

    fn between(&mut self, least: i64, most: i64) -> i64 {
        least + i64::try_from(self.below(u64::try_from(most - least + 1).unwrap())).unwrap()
    }

    fn one_of<T: Copy>(&mut self, choices: &[T]) -> T {
        choices[usize::try_from(self.below(u64::try_from(choices.len()).unwrap())).unwrap()]
    }

    fn is_one_in(&mut self, chances: u64) -> bool {
        self.below(chances) == 0
    }

    fn day(&mut self) -> NaiveDate {
        parse_date(BEGIN).unwrap() + Days::new(self.below(DAYS))
    }

    /// Often where one day ends and the next begins.
    fn moment(&mut self) -> Timestamp {
        let midnight = Timestamp::ist_midnight(self.day());
        match self.below(4) {
            0 => midnight,
            1 => midnight.plus_millis(-1),
            _ => midnight.plus_millis(self.between(0, 86_399_999)),
        }
    }
}

pub(crate) async fn live(salon: &TestSalon, seed: u64) {
    change(&salon.app, move |tx| {
        let mut past = Past { dice: Dice::new(seed), next: 0, invoices: Vec::new(), visits: Vec::new() };
        prepare(tx)?;
        for _ in 0..12 {
            past.membership(tx)?;
        }
        for _ in 0..150 {
            past.visit(tx)?;
        }
        past.credit(tx)?;
        for _ in 0..80 {
            past.lead(tx)?;
        }
        Ok(())
    })
    .await;
}

fn prepare(tx: &mut Tx<'_>) -> Result<(), DbError> {
    let at = Timestamp::from_millis(1_700_000_000_000);
    for number in 0..CUSTOMERS {
        tx.execute(
            "insert into users (id, name, name_folded, role, created_at, updated_at)
             values ($1, $1, $1, 'customer', $2, $2)",
            params![format!("customer-{number}"), at],
        )?;
    }
    for (tier, order) in [("tier-gold", 2_i64), ("tier-silver", 1), ("tier-unsold", 3)] {
        tx.execute(
            "insert into membership_tiers (id, name, slug, default_hours_minutes, default_price_paise,
                 default_validity_days, display_order, created_at, updated_at)
             values ($1, $1, $1, 600, 100000, 90, $2, $3, $3)",
            params![tier, order, at],
        )?;
    }
    tx.execute(
        "insert into offers (id, name, slug, offer_type, start_date, end_date, created_at, updated_at)
         values ('offer', 'Offer', 'offer', 'flat', $1, $1, $2, $2)",
        params![parse_date(BEGIN), at],
    )?;
    Ok(())
}

struct Past {
    dice: Dice,
    next: u64,
    /// With the day, the branch, the customer and the amounts that a credit note repeats.
    invoices: Vec<Billed>,
    /// Bookings that a lead may have led to.
    visits: Vec<String>,
}

#[derive(Clone)]
struct Billed {
    id: String,
    day: NaiveDate,
    branch: &'static str,
    customer: String,
    total: i64,
    rate: i64,
    tax: TaxSplit,
}

struct Line {
    service: Option<&'static str>,
    staff: Option<&'static str>,
    sac: &'static str,
    price: i64,
    discount: i64,
    redeemed: i64,
}

impl Line {
    fn total(&self) -> i64 {
        self.price - self.discount - self.redeemed
    }
}

impl Past {
    fn id(&mut self, what: &str) -> String {
        self.next += 1;
        // In an order that is not the order in which things happened.
        format!("{what}-{}-{}", self.dice.below(1_000), self.next)
    }

    fn customer(&mut self) -> String {
        format!("customer-{}", self.dice.below(CUSTOMERS))
    }

    fn booking(
        &mut self,
        tx: &mut Tx<'_>,
        (day, branch, customer): (NaiveDate, &str, &str),
        membership: Option<&str>,
        minutes: i64,
    ) -> Result<String, DbError> {
        let id = self.id("booking");
        let noon = parse_time("12:00");
        tx.execute(
            "insert into bookings (id, booking_number, branch_id, customer_id, status, service_type, booking_date,
                 start_time, end_time, total_amount_paise, total_duration_minutes, is_membership_session,
                 spa_membership_id, requested_at, completed_at, created_at, updated_at)
             values ($1, $1, $2, $3, 'completed', 'spa', $4, $5, $5, 0, $6, $7, $8, $9, $9, $9, $9)",
            params![
                id,
                branch,
                customer,
                day,
                noon,
                minutes,
                membership.is_some(),
                membership,
                Timestamp::ist_midnight(day)
            ],
        )?;
        Ok(id)
    }

    fn invoice(
        &mut self,
        tx: &mut Tx<'_>,
        (kind, id): (&str, String),
        (day, branch, customer): (NaiveDate, &'static str, &str),
        (booking, membership): (Option<&str>, Option<&str>),
        lines: &[Line],
    ) -> Result<(), DbError> {
        let rate = self.dice.one_of(&[0, 500, 1_800]);
        let sum = |of: fn(&Line) -> i64| lines.iter().map(of).sum::<i64>();
        let totals: Vec<i64> = lines.iter().map(Line::total).collect();
        let total = totals.iter().sum();
        let tax = TaxSplit::of(total, GstRate::basis_points(rate));
        let method = (kind != "membership_session").then(|| self.dice.one_of(&["cash", "upi", "card"]));
        let status = self.dice.one_of(&["paid", "paid", "paid", "pending", "refunded"]);
        let discount = sum(|line| line.discount);
        self.next += 1;
        tx.execute(
            "insert into invoices (id, invoice_number, invoice_type, invoice_date, branch_id, booking_id, membership_id,
                 customer_id, seller_name, seller_address, gst_registered, customer_name, search_text, offer_id,
                 subtotal_paise, discount_paise, redeemed_value_paise, total_amount_paise, gst_rate_basis_points,
                 taxable_value_paise, cgst_paise, sgst_paise, gst_amount_paise, payment_method, payment_status, paid_at,
                 created_at)
             values ($1, $2, $3, $4, $5, $6, $7, $8, '', '', $9, '', '', $10, $11, $12, $13, $14, $15, $16, $17, $18, $19,
                 $20, $21, $22, $22)",
            params![
                id,
                format!("N/{}", self.next),
                kind,
                day,
                branch,
                booking,
                membership,
                customer,
                true,
                (discount > 0).then_some("offer"),
                sum(|line| line.price),
                discount,
                sum(|line| line.redeemed),
                total,
                rate,
                tax.taxable_value_paise,
                tax.cgst_paise,
                tax.sgst_paise,
                tax.gst_paise(),
                method,
                status,
                Timestamp::ist_midnight(day)
            ],
        )?;
        for ((line, tax), number) in lines.iter().zip(tax.by_line(&totals)).zip(1_i64..) {
            tx.execute(
                "insert into invoice_lines (invoice_id, line_number, service_id, staff_id, description, sac, price_paise,
                     discount_paise, redeemed_value_paise, total_amount_paise, gst_rate_basis_points,
                     taxable_value_paise, cgst_paise, sgst_paise)
                 values ($1, $2, $3, $4, '', $5, $6, $7, $8, $9, $10, $11, $12, $13)",
                params![
                    id,
                    number,
                    line.service,
                    line.staff,
                    line.sac,
                    line.price,
                    line.discount,
                    line.redeemed,
                    line.total(),
                    rate,
                    tax.taxable_value_paise,
                    tax.cgst_paise,
                    tax.sgst_paise
                ],
            )?;
        }
        let customer = customer.to_owned();
        self.invoices.push(Billed { id, day, branch, customer, total, rate, tax });
        Ok(())
    }

    fn line(&mut self, is_free: bool) -> Line {
        let price = if is_free { 0 } else { self.dice.between(1, 400_000) };
        let (discount, redeemed) = match self.dice.below(6) {
            0 => (self.dice.between(0, price), 0),
            1 => (0, price),
            _ => (0, 0),
        };
        Line {
            service: Some(self.dice.one_of(&SERVICES)),
            staff: self.dice.one_of(&STAFF),
            sac: self.dice.one_of(&["999721", "999723"]),
            price,
            discount,
            redeemed,
        }
    }

    fn visit(&mut self, tx: &mut Tx<'_>) -> Result<(), DbError> {
        let (day, branch) = (self.dice.day(), self.dice.one_of(&[PUNE, PUNE, GOA]));
        let customer = self.customer();
        let booking = self.booking(tx, (day, branch, &customer), None, 60)?;
        let lines: Vec<Line> = (0..=self.dice.below(3)).map(|_| self.line(false)).collect();
        let id = self.id("invoice");
        self.invoice(tx, ("service", id), (day, branch, &customer), (Some(&booking), None), &lines)?;
        self.visits.push(booking);
        Ok(())
    }

    /// Sold, used now and then, and perhaps over by now. One per customer: only one may be active.
    fn membership(&mut self, tx: &mut Tx<'_>) -> Result<(), DbError> {
        let customer = format!("customer-{}", self.next_member());
        let (day, branch) = (self.dice.day(), self.dice.one_of(&[PUNE, GOA]));
        let (id, invoice) = (self.id("membership"), self.id("invoice"));
        let (total, price) = (self.dice.between(60, 1_200), self.dice.between(1, 5_000_001));
        let expires_at = Timestamp::ist_midnight(day + Days::new(1 + self.dice.below(120)));
        let ended_at = match self.dice.below(3) {
            0 => Some(Timestamp::ist_midnight(day).plus_millis(self.dice.between(0, 90 * 86_400_000))),
            1 => Some(expires_at),
            _ => None,
        };
        let status = if ended_at.is_some() { "cancelled" } else { "active" };
        let tier = self.dice.one_of(&["tier-gold", "tier-silver"]);
        let (mut sessions, mut used) = (Vec::new(), 0);
        while used < total && !self.dice.is_one_in(4) {
            let minutes = self.dice.between(1, total - used);
            used += minutes;
            sessions.push((day + Days::new(self.dice.below(60)), minutes));
        }
        tx.execute(
            "insert into memberships (id, membership_number, customer_id, tier_id, tier_name_snapshot, total_hours_minutes,
                 used_hours_minutes, price_paid_paise, starts_at, expires_at, status, ended_at, created_by, invoice_id,
                 created_at, updated_at)
             values ($1, $1, $2, $3, $3, $4, $5, $6, $7, $8, $9, $10, $2, $11, $7, $7)",
            params![
                id,
                customer,
                tier,
                total,
                used,
                price,
                Timestamp::ist_midnight(day),
                expires_at,
                status,
                ended_at,
                invoice
            ],
        )?;
        let bought = Line { service: None, staff: None, price, discount: 0, redeemed: 0, ..self.line(true) };
        let what = ("membership_purchase", invoice);
        self.invoice(tx, what, (day, branch, &customer), (None, Some(&id)), &[bought])?;
        for (day, minutes) in sessions {
            let booking = self.booking(tx, (day, branch, &customer), Some(&id), minutes)?;
            let slip = ("membership_session", self.id("invoice"));
            let line = self.line(true);
            self.invoice(tx, slip, (day, branch, &customer), (Some(&booking), Some(&id)), &[line])?;
        }
        Ok(())
    }

    fn next_member(&self) -> u64 {
        let purchases = self.invoices.iter().map(|invoice| &invoice.customer);
        let members: std::collections::BTreeSet<&String> = purchases.collect();
        u64::try_from(members.len()).unwrap()
    }

    fn credit(&mut self, tx: &mut Tx<'_>) -> Result<(), DbError> {
        for invoice in self.invoices.clone() {
            if !self.dice.is_one_in(6) {
                continue;
            }
            let (id, day) = (self.id("credit"), invoice.day + Days::new(self.dice.below(45)));
            let Billed { branch, customer, total, rate, tax, .. } = invoice;
            tx.execute(
                "insert into credit_notes (id, credit_note_number, invoice_id, branch_id, customer_id, credit_date, reason,
                     total_amount_paise, gst_rate_basis_points, taxable_value_paise, cgst_paise, sgst_paise,
                     gst_amount_paise, created_by, created_at)
                 values ($1, $2, $3, $4, $5, $6, 'Reason', $7, $8, $9, $10, $11, $12, $5, $13)",
                params![
                    id,
                    format!("C/{}", self.next),
                    invoice.id,
                    branch,
                    customer,
                    day,
                    total,
                    rate,
                    tax.taxable_value_paise,
                    tax.cgst_paise,
                    tax.sgst_paise,
                    tax.gst_paise(),
                    Timestamp::ist_midnight(day)
                ],
            )?;
        }
        Ok(())
    }

    fn lead(&mut self, tx: &mut Tx<'_>) -> Result<(), DbError> {
        let (id, captured) = (self.id("lead"), self.dice.moment());
        let [contacted, followed_up, booked, won, lost] = std::array::from_fn(|_| {
            let wait = self.dice.one_of(&[1, 59, 61, 239, 241, 1_439, 1_441, 9_999]) * 60_000;
            self.dice.is_one_in(2).then(|| captured.plus_millis(wait + self.dice.between(-30_000, 59_999)))
        });
        let visit = self.dice.is_one_in(3).then(|| self.visits.pop()).flatten();
        let [source, medium, campaign] = std::array::from_fn(|_| self.dice.one_of(&UTM));
        tx.execute(
            "insert into leads (id, name, phone, source, utm_source, utm_medium, utm_campaign, converted_booking_id,
                 first_contacted_at, followed_up_at, booked_at, won_at, lost_at, created_at, updated_at)
             values ($1, 'Asha', '+919876543210', 'meta_ad', $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $11)",
            params![id, source, medium, campaign, visit, contacted, followed_up, booked, won, lost, captured],
        )
        .map(drop)
    }
}
