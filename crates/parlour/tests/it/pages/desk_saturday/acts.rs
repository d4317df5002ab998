//! What happens on that day, on one screen after the other.

use parlour_testkit::actions::bookings::shown_booking;
use parlour_testkit::actions::counter::{OPENING_FLOAT_PAISE, paise, payment, rows};
use parlour_testkit::actions::visits::noshow_counters;
use parlour_testkit::checks::database::count_rows;
use parlour_testkit::fixtures::busy_saturday::{
    CUT, CashBook, KAVYA, MEENA, ROHAN, SATURDAY, Services, VisitState, WASH, time_text, total_paise,
};
use parlour_testkit::fixtures::small_salon::{PUNE, STYLIST};
use serde_json::{Value, json};

use super::day::{Day, Visit};
use super::screen::Screen;
use crate::bookings::busy_saturday::assert_report_matches;

impl Screen {
    /// So many wait in a list beside the board.
    pub(super) async fn sees_count(&self, list: &str, count: usize) {
        if count == 0 {
            return self.sees_no_more(list).await;
        }
        let script = format!("return document.querySelector('{list} .count')?.textContent === '{count}'");
        self.sees_true(&format!("{count} in {list}"), &script).await;
    }

    async fn block(&self, staff: &str, (from, until): (&str, &str), reason: &str) {
        self.page.choose("staffId", staff).await;
        self.page.fill("startTime", from).await;
        self.page.fill("endTime", until).await;
        self.page.fill("reason", reason).await;
        self.click("form[action^='/board/blocks?'] button.main").await;
    }
}

impl Day {
    /// The next turn's screens: who acts, and who looks on.
    fn pair(&mut self) -> (&Screen, &Screen) {
        let (actor, onlooker) = self.next_turn();
        (&self.screens[actor], &self.screens[onlooker])
    }

    pub(super) async fn somebody_calls(&mut self, staff: &'static str, start: i64, services: Services) -> usize {
        let (name, customer) = self.caller();
        let (screen, other) = self.pair();
        let id = screen.book((name, &customer), (staff, start), services).await;
        other.sees(&id, (staff, start, "confirmed")).await;
        screen.to_board().await;
        self.note(id, staff, start, services)
    }

    pub(super) async fn somebody_walks_in(&mut self, staff: &'static str, services: Services) -> usize {
        let (name, customer) = self.caller();
        let now = self.now;
        let (screen, other) = self.pair();
        let id = screen.walk_in((name, &customer), staff, services).await;
        other.sees(&id, (staff, now, "progress")).await;
        screen.to_board().await;
        let visit = self.note(id, staff, now, services);
        self.visits[visit].state = VisitState::Begun;
        visit
    }

    pub(super) async fn approve(&mut self, visit: usize) {
        let Visit { id, staff, start, .. } = self.visits[visit].clone();
        let (screen, other) = self.pair();
        screen.click("nav.side [data-part=side] a[href='/requests']").await;
        screen.click(&format!("#r-{id} form[action$='/approve'] button")).await;
        other.sees(&id, (staff, start, "confirmed")).await;
        screen.to_board().await;
    }

    /// One request is approved, the other is answered with another time, which the customer takes.
    pub(super) async fn answer_requests(&mut self, approved: usize, (other_time, start): (usize, i64)) {
        let (yes, later) = (self.visits[approved].clone(), self.visits[other_time].clone());
        let (actor, onlooker) = self.next_turn();
        let (screen, other) = (&self.screens[actor], &self.screens[onlooker]);
        screen.click("nav.side [data-part=side] a[href='/requests']").await;
        screen.page.check_page().await;
        screen.click(&format!("#r-{} form[action$='/approve'] button", yes.id)).await;
        other.sees(&yes.id, (yes.staff, yes.start, "confirmed")).await;
        other.sees_count("#q-requests", 1).await;
        screen.page.click(&format!("#r-{} details:has(.slots) > summary", later.id)).await;
        screen.click(&format!("#r-{} .slot[value^='{}']", later.id, time_text(start))).await;
        other.sees_no_more("#q-requests [formaction]").await;
        self.customer_takes_time(other_time, start).await;
        let (screen, other) = (&self.screens[actor], &self.screens[onlooker]);
        let taken = &self.visits[other_time];
        other.sees(&taken.id, (taken.staff, start, "confirmed")).await;
        other.sees_count("#q-requests", 0).await;
        // The list itself, too.
        screen.sees_no_more(&format!("#r-{}", later.id)).await;
        screen.to_board().await;
    }

    /// Nobody answers when somebody is marked as there; the button is pressed again, and counts once.
    pub(super) async fn begin_while_server_dies(&mut self, visit: usize) {
        let Visit { id, staff, start, .. } = self.visits[visit].clone();
        let (actor, onlooker) = self.next_turn();
        self.screens[actor].open_sheet(&id).await;
        let button = format!("[data-part=sheet] form[action='/bookings/{id}/arrive'] button[type=submit]");
        self.server_dies_under(actor, &button).await;
        self.screens[actor].press_in_sheet(&id, "start").await;
        self.screens[actor].to_board().await;
        self.screens[onlooker].sees(&id, (staff, start, "progress")).await;
        let arrivals = "select count(*) from audit_log where record_id = $1 and action = 'booking.arrive'";
        assert_eq!(count_rows(&self.salon, &id, arrivals).await, 1);
        self.visits[visit].state = VisitState::Begun;
    }

    pub(super) async fn mark_missing(&mut self, visit: usize) {
        let Visit { id, staff, start, .. } = self.visits[visit].clone();
        let (screen, other) = self.pair();
        screen.press_quick(&id, "no-show").await;
        other.sees(&id, (staff, start, "noshow")).await;
        self.visits[visit].state = VisitState::Missing;
    }

    /// They turn up after all.
    pub(super) async fn take_no_show_back(&mut self, visit: usize) {
        let Visit { id, staff, start, .. } = self.visits[visit].clone();
        let (screen, other) = self.pair();
        screen.open_sheet(&id).await;
        screen.press_in_sheet(&id, "undo").await;
        screen.close_sheet().await;
        other.sees(&id, (staff, start, "confirmed")).await;
        self.visits[visit].state = VisitState::Expected;
    }

    /// Their time was given away.
    pub(super) async fn no_show_cannot_be_taken_back(&mut self, visit: usize) {
        let id = self.visits[visit].id.clone();
        let (screen, _) = self.pair();
        screen.open_sheet(&id).await;
        screen.press_in_sheet(&id, "undo").await;
        screen.page.wait_for(".errors").await;
        screen.to_board().await;
    }

    /// They are moved to now by the form of the sheet, which tells nobody, or by keys; and begun with.
    pub(super) async fn late_customer_comes(&mut self, visit: usize) {
        let Visit { id, staff, start, .. } = self.visits[visit].clone();
        let now = self.now;
        let (screen, other) = self.pair();
        if visit.is_multiple_of(2) {
            screen.move_by_keys(&id, (now - start) / 5, 0).await;
        } else {
            screen.open_sheet(&id).await;
            screen.move_quietly(&id, now).await;
            screen.close_sheet().await;
        }
        other.sees(&id, (staff, now, "confirmed")).await;
        other.sees_no_more(&format!("#q-late a[href$='visit={id}']")).await;
        self.visits[visit].start = now;
        self.begin_visit(visit).await;
    }

    /// Who has time for one of her visits: at the same time, or in the evening.
    async fn find_room(&self, start: i64) -> (&'static str, i64) {
        for to in [start, 18 * 60, 18 * 60 + 30] {
            let path = format!(
                "/api/desk/free-staff?branchId={PUNE}&date={SATURDAY}&startTime={}&serviceIds=service-wash",
                time_text(to)
            );
            let data = self.desks[0].get(&path).await.expect_ok();
            let is_free =
                |staff: &str| rows(&data, "staff").iter().any(|row| row["id"] == staff && row["free"] == true);
            if let Some(staff) = [STYLIST, KAVYA, ROHAN].into_iter().find(|staff| is_free(staff)) {
                return (staff, to);
            }
        }
        panic!("nobody has time for what Meena should do at {}", time_text(start));
    }

    async fn try_to_block(&self, screen: usize) {
        let screen = &self.screens[screen];
        screen.page.click(".phead details.pop:not(.bell) > summary").await;
        screen.click("a[href^='/board/blocks']").await;
        screen.block(MEENA, (&time_text(self.now), "19:00"), "Ill").await;
    }

    /// Her time cannot be blocked before everything in it has gone to somebody else.
    pub(super) async fn meena_falls_ill(&mut self) {
        let (actor, onlooker) = self.next_turn();
        self.try_to_block(actor).await;
        self.screens[actor].page.wait_for(".errors").await;
        self.screens[actor].to_board().await;
        for visit in 0..self.visits.len() {
            let Visit { id, staff, start, .. } = self.visits[visit].clone();
            if staff != MEENA || start < self.now {
                continue;
            }
            let (to, at) = self.find_room(start).await;
            let columns = self.screens[actor].columns_between(MEENA, to).await;
            self.screens[actor].move_by_keys(&id, (at - start) / 5, columns).await;
            self.screens[onlooker].sees(&id, (to, at, "confirmed")).await;
            (self.visits[visit].staff, self.visits[visit].start) = (to, at);
        }
        self.try_to_block(actor).await;
        let other = &self.screens[onlooker];
        let script = format!("return document.querySelector('#s-{MEENA}').innerText.includes('Ill')");
        other.sees_true("her time is blocked", &script).await;
        assert_eq!(other.page.count(&format!("#s-{MEENA} a.confirmed")).await, 0);
        self.screens[actor].to_board().await;
    }

    /// Nobody is free: one screen lets somebody wait, the other gives them to whoever has time next.
    pub(super) async fn somebody_waits(&mut self, start: i64, services: Services, staff: &'static str) -> usize {
        let (name, customer) = self.caller();
        let (screen, other) = self.pair();
        let id = screen.walk_in_later((name, &customer), start, services).await;
        screen.to_board().await;
        other.sees_count("#q-waiting", 1).await;
        other.click("#q-waiting [formaction*='/approve']").await;
        screen.sees(&id, (staff, start, "confirmed")).await;
        screen.sees_count("#q-waiting", 0).await;
        self.note(id, staff, start, services)
    }

    fn billed_alone_by(&self, method: &str) -> usize {
        let is_so = |visit: &Visit| {
            let payments = visit.checkout["payments"].as_array();
            payments.is_some_and(|all| all.len() == 1 && all[0]["method"] == method)
        };
        self.visits.iter().position(is_so).expect("a bill that was paid so")
    }

    async fn open_invoice(&self, screen: usize, visit: usize) {
        let Visit { id, .. } = &self.visits[visit];
        let screen = &self.screens[screen];
        screen.open_sheet(id).await;
        screen.click("[data-part=sheet] .sf a[href^='/invoices/']").await;
    }

    /// A cut was billed where there was a wash. The manager credits it at the second screen; then it is billed again.
    pub(super) async fn put_wrong_bill_right(&mut self) {
        let is_cut = |visit: &Visit| visit.services == CUT && visit.checkout["payments"][0]["method"] == "cash";
        let wrong = self.visits.iter().position(is_cut).expect("a cut");
        let Visit { id, staff, start, checkout, .. } = self.visits[wrong].clone();
        self.screens[1].page.sign_in_as(&self.manager).await;
        self.screens[1].to_board().await;
        self.open_invoice(1, wrong).await;
        let screen = &self.screens[1];
        screen.click("a[href$='/credit-note']").await;
        screen.page.fill("reason", "It was a wash").await;
        screen.click("form[method=post][action$='/credit-note'] button[type=submit]").await;
        screen.page.wait_for_text("The credit note was issued.").await;
        for part in checkout["payments"].as_array().unwrap() {
            let method = ["cash", "upi", "card"].into_iter().find(|method| part["method"] == *method).unwrap();
            CashBook::add(&mut self.book.given_back, method, paise(part, "amountPaise"));
        }
        screen.page.press_button("Open the visit again").await;
        screen.page.fill("why", "It was a wash").await;
        screen.click("form[action$='/reopen'] button").await;
        self.screens[0].sees(&id, (staff, start, "progress")).await;
        screen.page.sign_in_as(&self.desks[1]).await;
        screen.to_board().await;
        self.change_service(&id, "service-wash").await;
        self.visits[wrong].services = WASH;
        CashBook::add(&mut self.book.taken, "upi", total_paise(WASH));
        self.bill_as(wrong, json!({ "payments": [payment("upi", total_paise(WASH))] })).await;
    }

    async fn change_service(&mut self, id: &str, service: &str) {
        let (screen, _) = self.pair();
        screen.open_sheet(id).await;
        screen.page.click("[data-part=sheet] details:has(form[action$='/lines']) > summary").await;
        screen.page.click(&format!("#lines-service-1 option[value='{service}']")).await;
        screen.press_in_sheet(id, "lines").await;
        screen.close_sheet().await;
    }

    /// What was typed as UPI was a card.
    pub(super) async fn correct_a_payment(&mut self) {
        let visit = self.billed_alone_by("upi");
        let total = total_paise(self.visits[visit].services);
        self.open_invoice(0, visit).await;
        let screen = &self.screens[0];
        screen.click("a[href$='/payments']").await;
        screen.page.choose("method-1", "card").await;
        screen.page.fill("reason", "It was a card").await;
        screen.click("form[action$='/payments'] button[type=submit]").await;
        screen.page.wait_for_text("The payments were corrected.").await;
        screen.to_board().await;
        CashBook::add(&mut self.book.taken, "upi", -total);
        CashBook::add(&mut self.book.taken, "card", total);
    }

    /// Cash goes to the bank, and five rupees are missing.
    pub(super) async fn close_the_day(&mut self, moved: i64) {
        assert_report_matches(&self.book, &self.desks[0], &self.manager).await;
        let screen = &self.screens[0];
        screen.click("nav.side [data-part=side] a[href^='/day-close']").await;
        screen.page.check_page().await;
        screen.page.tick("direction", "out").await;
        screen.page.fill("amount", &(-moved / 100).to_string()).await;
        screen.page.fill("reason", "To the bank").await;
        screen.click("form[action^='/day-close/movements'] button").await;
        self.book.moved = moved;
        let expected = self.book.expected_cash_paise();
        let counted = expected - 500;
        let screen = &self.screens[0];
        screen.page.fill("float", &(OPENING_FLOAT_PAISE / 100).to_string()).await;
        screen.page.fill("counted", &format!("{}.{:02}", counted / 100, counted % 100)).await;
        screen.click("form[data-cash] button.main").await;
        screen.page.wait_for("button[name=sure]").await;
        screen.page.check_page().await;
        screen.click("button[name=sure]").await;
        screen.page.wait_for_text("The day is closed.").await;
        screen.page.check_page().await;
        let path = format!("/api/desk/day-close?date={SATURDAY}&branchId={PUNE}");
        let close = self.desks[1].get(&path).await.expect_ok()["report"]["dayClose"].clone();
        assert_eq!((paise(&close, "expectedCashPaise"), paise(&close, "differencePaise")), (expected, -500));
    }

    pub(super) async fn assert_everybody_was_served(&self) {
        for visit in &self.visits {
            let shown = shown_booking(&self.desks[0], &visit.id).await;
            let expected = if visit.state == VisitState::Billed { "completed" } else { "no_show" };
            assert_eq!(shown["status"], expected, "{visit:?}");
            let is_by_them = |line: &Value| line["staffId"] == visit.staff;
            assert!(rows(&shown, "services").iter().all(is_by_them), "{visit:?}: {shown}");
        }
        for customer in &self.customers {
            let (count, _, _) = noshow_counters(&self.salon, customer).await;
            let missing = self.visits.iter().filter(|visit| visit.state == VisitState::Missing);
            let missing = missing.filter(|visit| self.customers[visit.customer].id() == customer.id()).count();
            assert_eq!(count, i64::try_from(missing).unwrap());
        }
    }
}
