//! A day's takings as one story: sixty visits, five staff, split bills, tips, a wrong bill, a member, the bank, the close.

use std::collections::BTreeMap;

use parlour_domain::auth::role::Role;
use parlour_testkit::actions::bookings::{get_booking, replace_booking_services};
use parlour_testkit::actions::checkout::complete_booking;
use parlour_testkit::actions::counter::{
    OPENING_FLOAT_PAISE, PAYMENT_METHODS, close_day, correct_payments, create_walk_in, credit_part, day_report,
    desk_day_close, method_row, move_cash, paise, patch_branch_as_owner, payment, quote_booking, reopen_booking,
    reopen_day, rows, sum_by_method, tips_in_row,
};
use parlour_testkit::actions::gems::shown_gems_balance;
use parlour_testkit::actions::invoices::shown_invoice;
use parlour_testkit::actions::memberships::{membership_detail, post_membership, ten_hour_sale};
use parlour_testkit::actions::people::{manager, own_profile, receptionist};
use parlour_testkit::checks::json::text_field;
use parlour_testkit::fixtures::live_salon::insert_stylist;
use parlour_testkit::fixtures::small_salon::{PUNE, STYLIST, THERAPIST};
use parlour_testkit::fixtures::spa_salon::spa_salon;
use parlour_testkit::{Person, TestSalon, test_on_both_engines};
use serde_json::{Value, json};

const TODAY: &str = "2027-03-01";
const KAVYA: &str = "staff-kavya";
const MEENA: &str = "staff-meena";
const ROHAN: &str = "staff-rohan";
const STAFF: [&str; 5] = [STYLIST, THERAPIST, KAVYA, MEENA, ROHAN];

/// What the cashier writes down.
#[derive(Default)]
struct CashBook {
    taken: BTreeMap<&'static str, i64>,
    given_back: BTreeMap<&'static str, i64>,
    tips_by_method: BTreeMap<&'static str, i64>,
    tips_by_staff: BTreeMap<&'static str, i64>,
    tip_count: usize,
    moved: i64,
}

impl CashBook {
    fn cash(&self) -> i64 {
        let of = |amounts: &BTreeMap<&'static str, i64>| amounts.get("cash").copied().unwrap_or(0);
        OPENING_FLOAT_PAISE + of(&self.taken) + of(&self.tips_by_method) - of(&self.given_back) + self.moved
    }
}

struct Day {
    salon: TestSalon,
    desk: Person,
    manager: Person,
    customers: Vec<Person>,
    book: CashBook,
}

impl Day {
    async fn begin() -> Self {
        let salon = spa_salon().await;
        for stylist in [KAVYA, MEENA, ROHAN] {
            insert_stylist(&salon, stylist, "female").await;
        }
        patch_branch_as_owner(&salon, PUNE, &json!({ "roundInvoices": "rupee", "deskDiscountPercent": 10 })).await;
        let (desk, manager) = (receptionist(&salon).await, manager(&salon).await);
        let mut customers = Vec::new();
        for number in 0..12 {
            customers.push(salon.customer(&format!("guest{number}")).await);
        }
        Self { salon, desk, manager, customers, book: CashBook::default() }
    }

    /// Bills a visit with these payments in equal parts, the first taking the rest, and this tip; returns the invoice.
    async fn bill(&mut self, booking: &str, checkout: Value, methods: &[&'static str], tip: i64) -> Value {
        let quote = quote_booking(&self.desk, booking, &checkout).await.expect_ok()["quote"].clone();
        let total = paise(&quote, "totalAmountPaise");
        assert_eq!(total % 100, 0, "whole rupees: {quote}");
        let count = i64::try_from(methods.len()).unwrap();
        let part = total / count;
        let mut payments = Vec::new();
        for (at, method) in methods.iter().copied().enumerate() {
            let amount = if at == 0 { total - part * (count - 1) } else { part };
            *self.book.taken.entry(method).or_insert(0) += amount;
            payments.push(payment(method, amount));
        }
        let mut body = checkout;
        body["payments"] = json!(payments);
        if tip > 0 {
            let number = self.book.tip_count;
            self.book.tip_count += 1;
            let (staff, method) = (STAFF[number % STAFF.len()], PAYMENT_METHODS[number % 2]);
            *self.book.tips_by_staff.entry(staff).or_insert(0) += tip;
            *self.book.tips_by_method.entry(method).or_insert(0) += tip;
            body["tips"] = json!([{ "staffId": staff, "method": method, "amountPaise": tip }]);
        }
        let done = complete_booking(&self.desk, booking, &body).await.expect_ok();
        assert_eq!(done["invoice"]["totalPaise"], total, "as quoted");
        shown_invoice(&self.desk, text_field(&done["invoice"], "id")).await
    }

    /// The sixty visits. Each customer comes five times.
    async fn serve_sixty_visits(&mut self) -> Vec<Value> {
        let menu: [&[&str]; 5] = [
            &["service-cut"],
            &["service-colour", "service-small-13"],
            &["service-wash", "service-cut"],
            &["service-massage"],
            &["service-small-07", "service-small-24", "service-wash"],
        ];
        let mut invoices = Vec::new();
        for visit in 0..60 {
            let customer = self.customers[visit % 12].clone();
            let booking = create_walk_in(&self.salon, &self.desk, &customer, PUNE, menu[visit % 5]).await;
            let staff = STAFF[visit % 5];
            let assign = json!({ "action": "assign", "staffId": staff });
            self.desk.patch(&format!("/api/bookings/{booking}"), &assign).await.expect_ok();
            let checkout = match visit % 10 {
                7 => json!({ "discount": { "percent": 10, "reason": "Waited long" } }),
                _ => json!({}),
            };
            let methods: &[&'static str] = match visit % 4 {
                0 => &["cash"],
                1 => &["upi"],
                2 => &["cash", "card"],
                _ => &["card", "upi", "cash"],
            };
            let tip = if visit % 3 == 0 { 5_000 + i64::try_from(visit).unwrap() } else { 0 };
            invoices.push(self.bill(&booking, checkout, methods, tip).await);
            self.salon.advance_seconds(8 * 60);
        }
        invoices
    }

    /// Credits the rest of an invoice; the refunds are what the note says.
    async fn credit(&mut self, invoice: &str, part: &Value) -> Value {
        let note = credit_part(&self.manager, invoice, part).await.expect_created()["creditNote"].clone();
        for method in PAYMENT_METHODS {
            *self.book.given_back.entry(method).or_insert(0) += sum_by_method(rows(&note, "refunds"), method);
        }
        note
    }

    /// A colour was billed for a wash: it is credited, opened again and billed as it should have been.
    async fn put_wrong_bill_right(&mut self, wrong: &Value) {
        let (booking, owner) = (text_field(wrong, "bookingId"), self.customers[1].clone());
        reopen_booking(&self.manager, booking).await.expect_error(409, "CONFLICT");
        let note = self.credit(text_field(wrong, "id"), &json!({})).await;
        assert_eq!(note["totalAmountPaise"], wrong["totalAmountPaise"]);
        let visits = own_profile(&owner).await["totalVisits"].as_i64().unwrap();
        reopen_booking(&self.manager, booking).await.expect_ok();
        assert_eq!(own_profile(&owner).await["totalVisits"], visits - 1);
        replace_booking_services(&self.desk, booking, &json!(["service-wash"])).await.expect_ok();
        let right = self.bill(booking, json!({}), &["upi"], 0).await;
        assert_eq!((&right["totalAmountPaise"], &right["bookingId"]), (&json!(30_000), &json!(booking)));
        assert_ne!(right["invoiceNumber"], wrong["invoiceNumber"]);
        assert_eq!(own_profile(&owner).await["totalVisits"], visits);
    }

    /// A member buys ten hours in two parts and uses one of them.
    async fn sell_and_use_membership(&mut self) -> Person {
        let member = self.salon.customer("Member").await;
        let mut sale = ten_hour_sale(&member);
        sale.as_object_mut().unwrap().remove("paymentMethod");
        sale["payments"] = json!([payment("cash", 300_000), payment("card", 1_500_000)]);
        let sold = post_membership(&self.desk, &sale).await.expect_created();
        *self.book.taken.entry("cash").or_insert(0) += 300_000;
        *self.book.taken.entry("card").or_insert(0) += 1_500_000;
        let membership = text_field(&sold["membership"], "id");
        let visit = create_walk_in(&self.salon, &self.desk, &member, PUNE, &["service-massage"]).await;
        let done = complete_booking(&self.desk, &visit, &json!({ "membershipId": membership })).await.expect_ok();
        assert_eq!(done["booking"]["isMembershipSession"], true);
        assert_eq!(done["invoice"]["totalPaise"], 0);
        assert_eq!(membership_detail(&self.desk, membership).await["usedHoursMinutes"], 60);
        assert_eq!(shown_gems_balance(&member).await, 0);
        member
    }

    async fn assert_report_matches_the_book(&self) {
        let report = desk_day_close(&self.desk, PUNE, TODAY).await;
        assert_eq!(day_report(&self.manager, "day-close", PUNE, TODAY).await, report);
        for method in PAYMENT_METHODS {
            let row = method_row(&report, method);
            let of = |amounts: &BTreeMap<&'static str, i64>| amounts.get(method).copied().unwrap_or(0);
            assert_eq!(paise(&row, "takenPaise"), of(&self.book.taken), "{row}");
            assert_eq!(paise(&row, "givenBackPaise"), of(&self.book.given_back), "{row}");
            assert_eq!(tips_in_row(&row), of(&self.book.tips_by_method), "{row}");
        }
        assert!(report.to_string().contains("To the bank"), "the movements are shown: {report}");
        let staff = day_report(&self.manager, "staff", PUNE, TODAY).await;
        for (id, tips) in &self.book.tips_by_staff {
            let row = rows(&staff, "staff").iter().find(|row| row["staffId"] == *id).unwrap();
            assert_eq!(tips_in_row(row), *tips, "{row}");
        }
    }
}

#[test_on_both_engines]
async fn a_day_of_sixty_visits_closes_to_the_paisa() {
    let mut day = Day::begin().await;
    let invoices = day.serve_sixty_visits().await;
    assert!(invoices.iter().any(|invoice| rows(invoice, "payments").len() == 3));

    day.put_wrong_bill_right(&invoices[1]).await;

    // Half a bill is given back in cash although it was paid by card.
    let halved = text_field(&invoices[2], "id");
    let half = json!({ "amountPaise": 75_000, "refunds": [payment("cash", 75_000)] });
    assert_eq!(day.credit(halved, &half).await["totalAmountPaise"], 75_000);
    assert_eq!(shown_invoice(&day.desk, halved).await["creditedPaise"], 75_000);

    let member = day.sell_and_use_membership().await;

    // Cash goes to the bank, change comes in.
    move_cash(&day.desk, PUNE, -4_000_000, "To the bank").await.expect_created();
    move_cash(&day.desk, PUNE, 50_000, "Change").await.expect_created();
    day.book.moved = -3_950_000;
    day.assert_report_matches_the_book().await;

    // Three rupees are missing.
    let counted = day.book.cash() - 300;
    let close = close_day(&day.desk, PUNE, TODAY, counted).await.expect_created()["dayClose"].clone();
    assert_eq!(paise(&close, "expectedCashPaise"), day.book.cash());
    assert_eq!((paise(&close, "differencePaise"), paise(&close, "countedCashPaise")), (-300, counted));
    assert_eq!(close["closedBy"], day.desk.id().as_str());
    let close_id = text_field(&close, "id").to_owned();
    let late = create_walk_in(&day.salon, &day.desk, &member, PUNE, &["service-wash"]).await;
    assert_nothing_moves(&day, &invoices, &late).await;
    assert!(desk_day_close(&day.desk, PUNE, TODAY).await.to_string().contains(&close_id), "the close is shown");

    // Another receptionist may not open the day; a manager does, puts one thing right, and it is closed again.
    let other = day.salon.member("Sunil", Role::Receptionist).await;
    reopen_day(&other, &close_id).await.expect_error(403, "FORBIDDEN");
    reopen_day(&day.manager, &close_id).await.expect_ok();
    let (fixed, amount) = (text_field(&invoices[4], "id"), paise(&invoices[4], "totalAmountPaise"));
    assert_eq!(invoices[4]["paymentMethod"], "cash");
    correct_payments(&day.desk, fixed, &json!([payment("upi", amount)])).await.expect_ok();
    *day.book.taken.entry("cash").or_insert(0) -= amount;
    *day.book.taken.entry("upi").or_insert(0) += amount;
    day.assert_report_matches_the_book().await;
    let again = close_day(&day.desk, PUNE, TODAY, day.book.cash()).await.expect_created()["dayClose"].clone();
    assert_eq!((paise(&again, "expectedCashPaise"), paise(&again, "differencePaise")), (day.book.cash(), 0));
    assert_ne!(again["id"], close_id.as_str());
    correct_payments(&day.desk, fixed, &json!([payment("card", amount)])).await.expect_error(409, "CONFLICT");

    // Tomorrow the invoices of the closed day can be credited, on tomorrow's account.
    day.salon.advance_seconds(20 * 3_600);
    let note = credit_part(&day.manager, text_field(&invoices[0], "id"), &json!({})).await.expect_created();
    assert_eq!(note["creditNote"]["creditDate"], "2027-03-02");
    day.assert_report_matches_the_book().await;
    day.salon.run_due_jobs().await;
}

/// Checkout, sale, credit note, quote, payment correction and cash movement are refused, and nothing changes.
async fn assert_nothing_moves(day: &Day, invoices: &[Value], late: &str) {
    let before = desk_day_close(&day.desk, PUNE, TODAY).await;
    let paid = text_field(&invoices[8], "id");
    let buyer = &day.customers[3];
    let cash = json!({ "paymentMethod": "cash" });
    let amount = paise(&invoices[8], "totalAmountPaise");
    let card = json!([payment("card", amount)]);
    for reply in [
        complete_booking(&day.desk, late, &cash).await,
        complete_booking(&day.manager, late, &cash).await,
        quote_booking(&day.desk, late, &json!({})).await,
        post_membership(&day.desk, &ten_hour_sale(buyer)).await,
        credit_part(&day.manager, paid, &json!({})).await,
        credit_part(&day.manager, paid, &json!({ "amountPaise": 1_000 })).await,
        correct_payments(&day.desk, paid, &card).await,
        correct_payments(&day.manager, paid, &card).await,
        move_cash(&day.desk, PUNE, -100, "Milk").await,
        close_day(&day.desk, PUNE, TODAY, 1).await,
    ] {
        reply.expect_error(409, "CONFLICT");
    }
    assert_eq!(desk_day_close(&day.desk, PUNE, TODAY).await, before);
    assert_eq!(shown_invoice(&day.desk, paid).await["payments"], invoices[8]["payments"]);
    assert_eq!(get_booking(&day.desk, late).await.expect_ok()["booking"]["status"], "confirmed");
}
