//! A busy Saturday as one story: sixty visits that are billed, five staff, one of whom falls ill.

mod day;

use parlour_testkit::actions::bookings::{post_booking_action, shown_booking};
use parlour_testkit::actions::counter::{
    PAYMENT_METHODS, close_day, correct_payments, credit_part, day_report, desk_day_close, method_row, move_cash,
    paise, payment, reopen_booking, rows, sum_by_method, tips_in_row,
};
use parlour_testkit::actions::people::own_profile;
use parlour_testkit::actions::visits::{noshow_counters, put_lines};
use parlour_testkit::checks::staff_time::assert_nobody_is_double_booked;
use parlour_testkit::fixtures::busy_saturday::{
    BILLED_VISITS, CUT, CashBook, KNOWN_VISITS, MEENA, NOT_THERE_IN_TIME, OTHER_TIME, REQUEST_WITH_OTHER_TIME,
    SATURDAY, SaturdayEvent, VisitState, WASH, amount, events_at, minutes_of_the_day, total_paise,
    visits_at_full_hours, walk_ins_at,
};
use parlour_testkit::fixtures::small_salon::PUNE;
use parlour_testkit::{Person, test_on_both_engines};
use serde_json::{Value, json};

use day::Day;

impl Day {
    async fn fill_the_day(&mut self) {
        for visit in visits_at_full_hours() {
            if visit.is_request {
                self.request_and_approve(visit.staff, visit.start, visit.services).await;
            } else {
                self.book(visit.staff, visit.start, visit.services).await;
            }
        }
        self.request_and_take_another_time(REQUEST_WITH_OTHER_TIME, OTHER_TIME).await;
        for (staff, start) in NOT_THERE_IN_TIME {
            let visit = self.index_of(staff, start);
            self.visits[visit].state = VisitState::Missing;
        }
    }

    /// At eleven Meena goes home. Her time cannot be blocked before everything in it has gone to somebody else.
    async fn meena_falls_ill(&mut self) {
        let block = json!({
            "staffId": MEENA, "date": SATURDAY, "startTime": "11:00", "endTime": "19:00", "reason": "Ill",
        });
        self.desk.post("/api/desk/blocks", &block).await.expect_error(409, "BOOKING_SLOT_UNAVAILABLE");
        let hers: Vec<usize> = (0..self.visits.len())
            .filter(|visit| self.visits[*visit].staff == MEENA && self.visits[*visit].start >= 660)
            .collect();
        assert_eq!(hers.len(), 7);
        for visit in hers {
            self.move_to_somebody_else(visit, MEENA).await;
        }
        let blocked = self.desk.post("/api/desk/blocks", &block).await.expect_created()["block"].clone();
        let board = self.desk.get(&format!("/api/desk/board?branchId={PUNE}&date={SATURDAY}")).await.expect_ok();
        let row = rows(&board, "board").iter().find(|row| row["staff"]["id"] == MEENA).unwrap();
        assert_eq!(row["blocks"], json!([blocked]));
        let open = rows(row, "bookings").iter().filter(|booking| booking["status"] == "confirmed");
        assert_eq!(open.count(), 0, "{row}");
        assert!(!self.free_for_a_wash(16 * 60 + 30).await.contains(&MEENA.to_owned()));
    }

    async fn play(&mut self, event: SaturdayEvent) {
        match event {
            SaturdayEvent::MeenaFallsIll => self.meena_falls_ill().await,
            SaturdayEvent::LateCustomerComes(staff, start) => {
                self.late_customer_comes(self.index_of(staff, start)).await;
            }
            SaturdayEvent::IsMarkedMissing(staff, start) => self.mark_missing(self.index_of(staff, start)).await,
            SaturdayEvent::MissingCustomerComes(staff, start) => {
                self.missing_customer_comes(self.index_of(staff, start)).await;
            }
            SaturdayEvent::MissingCustomerHasNoTime(staff, start) => {
                let visit = &self.visits[self.index_of(staff, start)];
                let refused = post_booking_action(&self.desk, &visit.id, "undo").await;
                refused.expect_error(409, "BOOKING_SLOT_UNAVAILABLE");
            }
            SaturdayEvent::WalkIn(staff, services) => self.walk_in(staff, services).await,
        }
    }

    fn billed_alone_by(&self, method: &str, services: &[&str]) -> usize {
        let is_so = |visit: &day::Visit| {
            let payments = visit.checkout["payments"].as_array();
            visit.services == services && payments.is_some_and(|all| all.len() == 1 && all[0]["method"] == method)
        };
        self.visits.iter().position(is_so).expect("a bill that was paid so")
    }

    /// A cut was billed where there was a wash: credited, opened again, and billed as it should have been.
    async fn put_wrong_bill_right(&mut self) {
        let wrong = self.billed_alone_by("cash", CUT);
        let (id, invoice) = (self.visits[wrong].id.clone(), self.visits[wrong].invoice.clone().unwrap());
        let customer = self.customers[self.visits[wrong].customer].clone();
        let visits = own_profile(&customer).await["totalVisits"].clone();
        reopen_booking(&self.manager, &id).await.expect_error(409, "CONFLICT");
        let note = credit_part(&self.manager, &invoice, &json!({})).await.expect_created()["creditNote"].clone();
        assert_eq!(paise(&note, "totalAmountPaise"), total_paise(CUT));
        assert_eq!(sum_by_method(rows(&note, "refunds"), "cash"), total_paise(CUT));
        CashBook::add(&mut self.book.given_back, "cash", total_paise(CUT));
        reopen_booking(&self.manager, &id).await.expect_ok();
        put_lines(&self.desk, &id, &json!([{ "serviceId": "service-wash" }])).await.expect_ok();
        self.visits[wrong].services = WASH;
        CashBook::add(&mut self.book.taken, "upi", total_paise(WASH));
        self.bill(wrong, json!({ "payments": [payment("upi", total_paise(WASH))] })).await;
        assert_ne!(self.visits[wrong].invoice.as_ref(), Some(&invoice));
        assert_eq!(own_profile(&customer).await["totalVisits"], visits);
    }

    /// What was typed as UPI was a card.
    async fn correct_a_payment(&mut self) {
        let visit = self.billed_alone_by("upi", CUT);
        let total = total_paise(CUT);
        let invoice = self.visits[visit].invoice.clone().unwrap();
        correct_payments(&self.desk, &invoice, &json!([payment("card", total)])).await.expect_ok();
        CashBook::add(&mut self.book.taken, "upi", -total);
        CashBook::add(&mut self.book.taken, "card", total);
    }

    async fn assert_everybody_was_served(&self) {
        for visit in &self.visits {
            let shown = shown_booking(&self.customers[visit.customer], &visit.id).await;
            let expected = if visit.state == VisitState::Billed { "completed" } else { "no_show" };
            assert_eq!(shown["status"], expected, "{visit:?}");
            let is_by_them = |line: &Value| line["staffId"] == visit.staff;
            assert!(rows(&shown, "services").iter().all(is_by_them), "{visit:?}: {shown}");
        }
        let missing: Vec<usize> =
            (0..self.visits.len()).filter(|visit| self.visits[*visit].state == VisitState::Missing).collect();
        let [missing] = missing[..] else { panic!("one never came: {missing:?}") };
        for (number, customer) in self.customers.iter().enumerate() {
            let (count, _, _) = noshow_counters(&self.salon, customer).await;
            assert_eq!(count, i64::from(number == self.visits[missing].customer), "customer {number}");
        }
    }
}

/// What the salon counted is what the cashier wrote down, by method and by person.
pub(crate) async fn assert_report_matches(book: &CashBook, desk: &Person, manager: &Person) {
    let report = desk_day_close(desk, PUNE, SATURDAY).await;
    for method in PAYMENT_METHODS {
        let row = method_row(&report, method);
        assert_eq!(paise(&row, "takenPaise"), amount(&book.taken, method), "{row}");
        assert_eq!(paise(&row, "givenBackPaise"), amount(&book.given_back, method), "{row}");
        assert_eq!(tips_in_row(&row), amount(&book.tips_by_method, method), "{row}");
    }
    let staff = day_report(manager, "staff", PUNE, SATURDAY).await;
    for (id, tips) in &book.tips_by_staff {
        let row = rows(&staff, "staff").iter().find(|row| row["staffId"] == *id).unwrap();
        assert_eq!(tips_in_row(row), *tips, "{row}");
    }
}

#[test_on_both_engines]
async fn a_busy_saturday_ends_with_the_right_cash() {
    let mut day = Day::begin().await;
    day.fill_the_day().await;
    assert_eq!(day.visits.len(), KNOWN_VISITS);
    for minute in minutes_of_the_day() {
        day.clock_to(minute);
        day.bill_those_who_are_ready().await;
        for event in events_at(minute) {
            day.play(event).await;
        }
        day.start_those_who_came().await;
        for (staff, services) in walk_ins_at(minute) {
            day.walk_in(staff, services).await;
        }
        if minute % 60 == 50 {
            day.salon.run_due_jobs().await;
            assert_nobody_is_double_booked(&day.salon).await;
        }
        if minute == 16 * 60 {
            day.put_wrong_bill_right().await;
            day.correct_a_payment().await;
        }
    }
    assert_eq!(day.book.bill_count, BILLED_VISITS);

    move_cash(&day.desk, PUNE, -1_500_000, "To the bank").await.expect_created();
    day.book.moved = -1_500_000;
    day.salon.run_due_jobs().await;
    assert_report_matches(&day.book, &day.desk, &day.manager).await;
    day.assert_everybody_was_served().await;

    // Five rupees are missing.
    let expected = day.book.expected_cash_paise();
    let close = close_day(&day.desk, PUNE, SATURDAY, expected - 500).await.expect_created()["dayClose"].clone();
    assert_eq!(paise(&close, "expectedCashPaise"), expected);
    assert_eq!(paise(&close, "differencePaise"), -500);
    day.salon.run_due_jobs().await;
}
