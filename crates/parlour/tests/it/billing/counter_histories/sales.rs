//! Visits are quoted, billed and paid in every way.

use parlour_testkit::actions::bookings::get_booking;
use parlour_testkit::actions::checkout::complete_booking;
use parlour_testkit::actions::counter::{assert_paper_adds_up, create_walk_in, paise, payment, quote_booking, rows};
use parlour_testkit::actions::invoices::shown_invoice;
use parlour_testkit::checks::json::text_field;
use parlour_testkit::fixtures::small_salon::{GOA, PUNE};
use serde_json::{Value, json};

use super::history::{BRANCHES, DESK_DISCOUNT_PERCENT, History, main_method, with_references};
use super::model::{
    Amounts, Bill, Line, OFFERS, Paper, REDEEMABLE, SALON_SERVICES, SPA_SERVICES, Service, Session, Tip, Visit,
    half_tax, offer_discount, rounded_half_up,
};

/// The link opens a payment app with the amount filled in.
#[track_caller]
fn check_upi_uri(uri: &str, total: i64, booking_number: &str) {
    let query = uri.strip_prefix("upi://pay?").expect("a UPI link");
    let mut pairs: Vec<(String, String)> = url::form_urlencoded::parse(query.as_bytes()).into_owned().collect();
    pairs.sort();
    let amount = format!("{}.{:02}", total / 100, total % 100);
    let expected = [
        ("am", amount.as_str()),
        ("cu", "INR"),
        ("pa", "salon@okbank"),
        ("pn", "Parlour Pune"),
        ("tn", booking_number),
        ("tr", booking_number),
    ];
    assert_eq!(pairs, expected.map(|(name, value)| (name.to_owned(), value.to_owned())), "{uri}");
}

/// A checkout without its payments and tips, and what it must bill.
pub(super) struct Plan {
    body: Value,
    bill: Bill,
    kind: &'static str,
    is_by_manager: bool,
    gems_spent: i64,
    has_offer: bool,
    /// The position of the membership whose hours pay.
    membership: Option<usize>,
}

impl History {
    /// Distinct services of one type, in a random order.
    fn random_services(&mut self, is_spa: bool) -> Vec<Service> {
        let all: &[Service] = if is_spa { &SPA_SERVICES } else { &SALON_SERVICES };
        let mut services: Vec<Service> = Vec::new();
        for _ in 0..=self.rng.below(3) {
            let service = self.rng.one_of(all);
            if !services.contains(&service) {
                services.push(service);
            }
        }
        services
    }

    pub(super) async fn create_visit(&mut self) -> usize {
        let is_spa = self.rng.one_chance_in(3);
        let (branch, customer) = (self.rng.one_of(&BRANCHES), usize::try_from(self.rng.below(4)).unwrap());
        let services = self.random_services(is_spa);
        let ids: Vec<&str> = services.iter().map(|(id, ..)| *id).collect();
        let id = create_walk_in(&self.salon, &self.desk, &self.customers[customer], branch, &ids).await;
        let booking = get_booking(&self.desk, &id).await.expect_ok()["booking"].clone();
        let number = text_field(&booking, "bookingNumber").to_owned();
        self.books.visits.push(Visit {
            id,
            number,
            branch,
            customer,
            services,
            is_spa,
            paper: None,
            is_session: false,
            was_reopened: false,
        });
        self.books.visits.len() - 1
    }

    pub(super) async fn check_out(&mut self) {
        let waiting = Self::pick(&mut self.rng, &self.books.visits, Visit::can_be_billed);
        let visit = match waiting {
            Some(visit) => visit,
            None => self.create_visit().await,
        };
        let plan = self.random_plan(visit);
        self.quote(visit, &plan).await;
        if plan.membership.is_some() {
            self.complete_with_hours(visit, &plan).await;
        } else {
            self.complete_and_pay(visit, &plan).await;
        }
        self.count(plan.kind);
        self.books.customers[self.books.visits[visit].customer].visits += 1;
    }

    fn random_plan(&mut self, visit: usize) -> Plan {
        let today = self.today();
        let Visit { customer, services, is_spa, branch, .. } = &self.books.visits[visit];
        let (services, is_spa, branch, customer) = (services.clone(), *is_spa, *branch, *customer);
        let subtotal = self.books.visits[visit].subtotal();
        let mut bill = Bill { subtotal, ..Bill::default() };
        let mut plan = Plan {
            body: json!({}),
            bill,
            kind: "plain",
            is_by_manager: self.rng.one_chance_in(3),
            gems_spent: 0,
            has_offer: false,
            membership: None,
        };
        let balance = self.books.customers[customer].gems;
        let affordable: Vec<(&str, i64)> = REDEEMABLE
            .into_iter()
            .filter(|(service, gems)| *gems <= balance && services.iter().any(|(id, ..)| id == service))
            .collect();
        let offer = self.rng.one_of(&OFFERS).0;
        let off = offer_discount(offer, &services).filter(|_| !is_spa && !self.books.has_used_offer(customer, today));
        let membership = self.books.active_membership(customer).filter(|membership| {
            let left = self.books.memberships[*membership].minutes - self.books.used_minutes(*membership);
            is_spa && self.books.visits[visit].minutes() <= left
        });
        match (self.rng.below(5), off, affordable.first(), membership) {
            (0..=2, _, _, Some(membership)) => {
                plan.body = json!({ "membershipId": self.books.memberships[membership].id });
                (bill.subtotal, plan.kind, plan.membership) = (0, "membership hours", Some(membership));
            }
            (0 | 1, Some(off), ..) => {
                plan.body = json!({ "offerId": offer });
                (bill.discount, plan.kind, plan.has_offer) = (off, "offer", true);
            }
            (1 | 2, _, Some((dearest, _)), _) => {
                let is_named = self.rng.one_chance_in(2);
                let (service, gems) = if is_named { self.rng.one_of(&affordable) } else { affordable[0] };
                plan.body =
                    if is_named { json!({ "gemsRedeemedServiceId": service }) } else { json!({ "redeemGems": true }) };
                assert!(is_named || service == *dearest);
                let price = services.iter().find(|(id, ..)| *id == service).map_or(0, |(_, price, _)| *price);
                (bill.redeemed, plan.gems_spent, plan.kind) = (price, gems, "gems");
            }
            (3, ..) => {
                let (discount, off) = self.random_discount(subtotal, plan.is_by_manager);
                plan.body = json!({ "discount": discount });
                (bill.discount, plan.kind) = (off, "discount by hand");
            }
            _ => {}
        }
        plan.bill = if branch == GOA && plan.membership.is_none() { bill.rounded_to_rupee() } else { bill };
        println!("visit {visit} of customer {customer} in {branch}: {} {:?}", plan.body, plan.bill);
        plan
    }

    /// A discount that this person may give, and what it is in paise.
    fn random_discount(&mut self, subtotal: i64, is_by_manager: bool) -> (Value, i64) {
        let most_percent = if is_by_manager { 100 } else { DESK_DISCOUNT_PERCENT };
        if self.rng.one_chance_in(2) {
            let percent = self.rng.between(1, most_percent);
            return (json!({ "percent": percent, "reason": "A friend" }), rounded_half_up(subtotal * percent, 100));
        }
        let most = if is_by_manager { subtotal } else { rounded_half_up(subtotal * DESK_DISCOUNT_PERCENT, 100) };
        let amount = if self.rng.one_chance_in(4) { most } else { self.rng.between(1, most) };
        (json!({ "amountPaise": amount, "reason": "A friend" }), amount)
    }

    fn gems_to_earn(plan: &Plan) -> i64 {
        if plan.membership.is_some() { 0 } else { plan.bill.before_rounding() / 10_000 }
    }

    async fn quote(&self, visit: usize, plan: &Plan) {
        let visit = &self.books.visits[visit];
        let person = if plan.is_by_manager { &self.manager } else { &self.desk };
        let quote = quote_booking(person, &visit.id, &plan.body).await.expect_ok()["quote"].clone();
        let Bill { subtotal, discount, redeemed, rounding } = plan.bill;
        let (before, total, half) =
            (plan.bill.before_rounding(), plan.bill.total(), half_tax(plan.bill.before_rounding()));
        if plan.membership.is_none() {
            for (field, expected) in [("subtotalPaise", subtotal), ("discountPaise", discount)] {
                assert_eq!(paise(&quote, field), expected, "{field} of {quote}");
            }
        }
        for (field, expected) in [
            ("redeemedValuePaise", redeemed),
            ("taxableValuePaise", before - 2 * half),
            ("cgstPaise", half),
            ("sgstPaise", half),
            ("gstAmountPaise", 2 * half),
            ("roundingPaise", rounding),
            ("totalAmountPaise", total),
            ("gemsToEarn", Self::gems_to_earn(plan)),
            ("gemsBalance", self.books.customers[visit.customer].gems),
        ] {
            assert_eq!(paise(&quote, field), expected, "{field} of {quote}");
        }
        assert_eq!(rows(&quote, "lines").len(), visit.services.len(), "{quote}");
        self.check_choices(visit, &quote);
        if visit.branch == PUNE && total > 0 {
            check_upi_uri(text_field(&quote, "upiUri"), total, &visit.number);
        } else {
            assert_eq!(quote["upiUri"], Value::Null, "{quote}");
        }
    }

    /// What the quote says the desk could choose.
    fn check_choices(&self, visit: &Visit, quote: &Value) {
        let can_use_offer = !visit.is_spa && !self.books.has_used_offer(visit.customer, self.today());
        for (offer, ..) in OFFERS {
            let listed = rows(quote, "applicableOffers").iter().find(|row| row["id"] == offer);
            let expected = offer_discount(offer, &visit.services).filter(|_| can_use_offer);
            assert_eq!(listed.map(|row| paise(row, "takesOffPaise")), expected, "{offer} of {quote}");
        }
        for (service, gems) in REDEEMABLE.into_iter().filter(|(id, _)| visit.services.iter().any(|one| one.0 == *id)) {
            let listed = rows(quote, "redeemableServices").iter().find(|row| row["serviceId"] == service);
            // A service that the balance does not cover may be left out.
            let is_affordable = gems <= self.books.customers[visit.customer].gems;
            assert!(listed.is_some() || !is_affordable, "{service} of {quote}");
            assert_eq!(listed.map_or(gems, |row| paise(row, "gemsRequired")), gems, "{quote}");
        }
        let membership = match self.books.active_membership(visit.customer) {
            Some(at) => {
                let membership = &self.books.memberships[at];
                let left = membership.minutes - self.books.used_minutes(at);
                (json!(membership.id), json!(left))
            }
            None => (Value::Null, Value::Null),
        };
        let shown = &quote["membership"];
        assert_eq!((shown["id"].clone(), shown["remainingMinutes"].clone()), membership, "{quote}");
    }

    async fn complete_and_pay(&mut self, visit: usize, plan: &Plan) {
        let total = plan.bill.total();
        let (mut body, mut payments, mut shown_payments, mut method) =
            (plan.body.clone(), Amounts::new(), Vec::new(), "cash");
        match (total, self.rng.below(3)) {
            (0, 0) => {
                method = "card";
                body["paymentMethod"] = json!(method);
            }
            (0, 1) => body["payments"] = json!([]),
            (0, _) => {}
            (_, 0) => {
                method = "upi";
                body["paymentMethod"] = json!(method);
                payments.push((method, total));
                shown_payments = with_references(&[payment(method, total)]);
            }
            _ => {
                let (amounts, sent) = self.random_payments(total);
                (method, shown_payments) = (main_method(&amounts), with_references(&sent));
                payments = amounts;
                body["payments"] = json!(sent);
            }
        }
        self.add_tips(visit, &mut body);
        let Visit { id, branch, customer, .. } = &self.books.visits[visit];
        let (id, branch, customer) = (id.clone(), *branch, *customer);
        let person = if plan.is_by_manager { self.manager.clone() } else { self.desk.clone() };
        let done = complete_booking(&person, &id, &body).await.expect_ok();
        assert_eq!(done["booking"]["status"], "completed");
        let half = half_tax(plan.bill.before_rounding());
        assert_eq!((&done["invoice"]["totalPaise"], &done["invoice"]["gstPaise"]), (&json!(total), &json!(2 * half)));
        let earned = Self::gems_to_earn(plan);
        assert_eq!((&done["gemsEarned"], &done["discountPaise"]), (&json!(earned), &json!(plan.bill.discount)));
        let shown = shown_invoice(&self.desk, text_field(&done["invoice"], "id")).await;
        assert_eq!(shown["payments"], json!(shown_payments));
        assert_eq!(shown["paymentMethod"], method);
        let (reason, by) = if plan.kind == "discount by hand" {
            (json!("A friend"), json!(person.id().as_str()))
        } else {
            (Value::Null, Value::Null)
        };
        assert_eq!((&shown["discountReason"], &shown["discountedBy"]), (&reason, &by));
        if self.books.visits[visit].was_reopened {
            self.count("bill again");
        }
        let mut paper = self.read_new_paper(&shown, plan.bill);
        (paper.branch, paper.customer, paper.payments) = (branch, customer, payments);
        (paper.has_offer, paper.gems_earned) = (plan.has_offer, earned);
        self.books.papers.push(paper);
        self.books.visits[visit].paper = Some(self.books.papers.len() - 1);
        self.books.customers[customer].gems += earned - plan.gems_spent;
        self.books.customers[customer].spent += total;
    }

    fn add_tips(&mut self, visit: usize, body: &mut Value) {
        let (branch, day) = (self.books.visits[visit].branch, self.today());
        let mut tips = Vec::new();
        for _ in 0..self.rng.below(3) {
            let staff = format!("staff-{}-{branch}", self.rng.one_of(&["stylist", "therapist"]));
            let (method, paise) = (self.rng.one_of(&["cash", "upi", "card"]), self.rng.between(1, 20_000));
            tips.push(json!({ "staffId": staff, "method": method, "amountPaise": paise }));
            self.books.tips.push(Tip { branch, day, method, staff, paise });
        }
        if !tips.is_empty() {
            body["tips"] = json!(tips);
        }
    }

    /// A new invoice as the desk sees it; its amounts must be those of the bill.
    pub(super) fn read_new_paper(&self, shown: &Value, bill: Bill) -> Paper {
        assert_paper_adds_up(shown);
        let half = half_tax(bill.before_rounding());
        for (field, expected) in [
            ("subtotalPaise", bill.subtotal),
            ("discountPaise", bill.discount),
            ("redeemedValuePaise", bill.redeemed),
            ("cgstPaise", half),
            ("roundingPaise", bill.rounding),
            ("totalAmountPaise", bill.total()),
            ("creditedPaise", 0),
        ] {
            assert_eq!(paise(shown, field), expected, "{field} of {shown}");
        }
        assert_eq!((&shown["creditNotes"], &shown["paymentStatus"]), (&json!([]), &json!("paid")));
        let line = |row: &Value| Line {
            number: paise(row, "lineNumber"),
            left: paise(row, "totalAmountPaise"),
            gems_left: paise(row, "gemsRedeemed"),
        };
        let lines: Vec<Line> = rows(shown, "lines").iter().map(line).collect();
        assert_eq!(lines.iter().map(|line| line.left).sum::<i64>(), bill.before_rounding(), "{shown}");
        assert!(lines.iter().all(|line| line.left >= 0), "{shown}");
        Paper {
            id: text_field(shown, "id").to_owned(),
            number: text_field(shown, "invoiceNumber").to_owned(),
            branch: PUNE,
            day: self.today(),
            customer: 0,
            membership: None,
            bill,
            gems_earned: 0,
            has_offer: false,
            lines,
            payments: Amounts::new(),
            notes: Vec::new(),
            is_superseded: false,
        }
    }

    async fn complete_with_hours(&mut self, visit: usize, plan: &Plan) {
        let Visit { id, number, .. } = &self.books.visits[visit];
        let (id, number, minutes) = (id.clone(), number.clone(), self.books.visits[visit].minutes());
        let membership = plan.membership.unwrap();
        let done = complete_booking(&self.desk, &id, &plan.body).await.expect_ok();
        let booking = &done["booking"];
        assert_eq!((&booking["status"], &booking["isMembershipSession"]), (&json!("completed"), &json!(true)));
        assert_eq!(booking["spaMembershipId"], self.books.memberships[membership].id.as_str());
        assert_eq!(
            (&booking["totalAmountPaise"], &booking["bookingNumber"]),
            (&json!(0), &json!(format!("{number}-M")))
        );
        assert_eq!((&done["invoice"]["totalPaise"], &done["gemsEarned"]), (&json!(0), &json!(0)));
        let slip = text_field(&done["invoice"], "id").to_owned();
        let shown = shown_invoice(&self.desk, &slip).await;
        assert_eq!((&shown["invoiceType"], &shown["payments"]), (&json!("membership_session"), &json!([])));
        assert_eq!((&shown["paymentMethod"], &shown["totalAmountPaise"]), (&json!("cash"), &json!(0)));
        self.books.visits[visit].is_session = true;
        let session = Session { membership, booking: id, slip, minutes, visit: Some(visit), is_reversed: false };
        self.books.sessions.push(session);
    }
}
