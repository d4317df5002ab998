//! Credit notes, corrected payments, reopened bookings, closed days.

use chrono::NaiveDate;
use parlour_testkit::actions::bookings::get_booking;
use parlour_testkit::actions::counter::{
    OPENING_FLOAT_PAISE, PAYMENT_METHODS, assert_paper_adds_up, close_day, correct_payments, credit_part,
    desk_day_close, move_cash, paise, quote_booking, reopen_booking, reopen_day, rows, sum_by_method,
};
use parlour_testkit::actions::invoices::shown_invoice;
use parlour_testkit::actions::memberships::membership_detail;
use parlour_testkit::checks::json::text_field;
use serde_json::{Value, json};

use super::history::{BRANCHES, History, main_method, with_references};
use super::model::{CreditRequest, Line, Note, Paper, Visit};

impl History {
    pub(super) fn can_be_credited(&self, paper: usize) -> bool {
        let paper = &self.books.papers[paper];
        paper.left() > 0 && !paper.is_superseded
    }

    pub(super) async fn credit(&mut self) {
        let is_open = |paper: &Paper| paper.left() > 0 && !paper.is_superseded;
        let Some(paper) = Self::pick(&mut self.rng, &self.books.papers, is_open) else { return };
        let request = self.random_credit_request(paper);
        self.credit_paper(paper, &request).await;
    }

    pub(super) async fn credit_rest(&mut self, paper: usize) {
        self.credit_paper(paper, &CreditRequest::Rest).await;
    }

    /// A request that must be granted.
    fn random_credit_request(&mut self, paper: usize) -> CreditRequest {
        let left = self.books.papers[paper].left();
        match self.rng.below(4) {
            0 => CreditRequest::Rest,
            1 if left < 200 => CreditRequest::Rest,
            1 if self.rng.one_chance_in(4) => CreditRequest::Amount(left),
            1 => CreditRequest::Amount(self.rng.between(100, left - 100)),
            _ => self.random_lines(paper).unwrap_or(CreditRequest::Rest),
        }
    }

    fn random_lines(&mut self, paper: usize) -> Option<CreditRequest> {
        let (left, left_before) = (self.books.papers[paper].left(), self.books.papers[paper].left_before_rounding());
        let lines: Vec<Line> = self.books.papers[paper].lines.clone();
        let (mut named, mut sum) = (Vec::new(), 0);
        for line in lines.into_iter().filter(|line| line.left > 0 || line.gems_left > 0) {
            if self.rng.one_chance_in(3) {
                continue;
            }
            let is_whole = line.left <= 1 || self.rng.one_chance_in(2);
            let amount = if is_whole { line.left } else { self.rng.between(1, line.left - 1) };
            named.push((line.number, (!is_whole).then_some(amount)));
            sum += amount;
        }
        let is_last = sum == left_before || sum == left;
        let is_allowed = is_last || (sum >= 100 && left - sum >= 100);
        (is_allowed && !named.is_empty()).then_some(CreditRequest::Lines(named))
    }

    async fn credit_paper(&mut self, paper: usize, request: &CreditRequest) {
        let (mut body, kind) = match request {
            CreditRequest::Rest => (json!({}), "credit the rest"),
            CreditRequest::Amount(paise) => (json!({ "amountPaise": paise }), "credit an amount"),
            CreditRequest::Lines(lines) => {
                let line = |(number, amount): &(i64, Option<i64>)| match amount {
                    Some(paise) => json!({ "lineNumber": number, "amountPaise": paise }),
                    None => json!({ "lineNumber": number }),
                };
                (json!({ "lines": lines.iter().map(line).collect::<Vec<Value>>() }), "credit lines")
            }
        };
        let before = self.books.papers[paper].clone();
        let mut after = before.clone();
        let mut expected = after.credit(request, self.today());
        if self.rng.one_chance_in(3) {
            let (refunds, sent) = self.random_payments(expected.total());
            (expected.refunds, expected.has_default_refunds) = (refunds, false);
            body["refunds"] = json!(sent);
        }
        println!("paper {paper} is credited: {body}, expected {expected:?}");
        let note = credit_part(&self.manager, &before.id, &body).await.expect_created()["creditNote"].clone();
        check_note(&note, &expected);
        if expected.has_default_refunds {
            expected.refunds = check_default_refunds(&note, &before, &expected);
        } else {
            assert_eq!(note["refunds"], json!(with_references(rows(&body, "refunds"))));
        }
        expected.number = text_field(&note, "creditNoteNumber").to_owned();
        expected.gems_taken = self.check_taken_gems(&note, &before, &expected);
        after.notes.push(expected.clone());
        let totals = &mut self.books.customers[before.customer];
        totals.gems += expected.gems_given - expected.gems_taken;
        if let Some(membership) = before.membership {
            let is_over = after.is_credited_whole();
            let id = &self.books.memberships[membership].id;
            let status = membership_detail(&self.desk, id).await["status"].clone();
            assert_eq!(status, if is_over { "cancelled" } else { "active" });
            self.books.memberships[membership].is_active = !is_over;
        } else {
            totals.spent -= expected.total();
        }
        self.books.papers[paper] = after;
        self.check_paper(paper).await;
        self.count(kind);
    }

    /// The customer keeps one earned gem per 100 rupees that are left, as far as the balance allows.
    fn check_taken_gems(&self, note: &Value, before: &Paper, expected: &Note) -> i64 {
        let (given, taken) = (paise(note, "gemsGivenBack"), paise(note, "gemsTakenBack"));
        assert_eq!(given, expected.gems_given, "{note}");
        let mut after = before.clone();
        after.notes.push(expected.clone());
        let available = self.books.customers[before.customer].gems + given;
        let taken_before: i64 = before.notes.iter().map(|note| note.gems_taken).sum();
        // Gems that an earlier note could not take may be asked for again.
        let least = (before.gems_to_keep() - after.gems_to_keep()).min(available);
        let most = (before.gems_earned - after.gems_to_keep() - taken_before).min(available);
        assert!((least..=most).contains(&taken), "{taken} are not from {least} to {most}: {note}");
        taken
    }

    pub(super) async fn correct_payments(&mut self) {
        let is_meant = |paper: &Paper| paper.bill.total() > 0 && !paper.is_superseded;
        let Some(at) = Self::pick(&mut self.rng, &self.books.papers, is_meant) else { return };
        let (payments, sent) = self.random_payments(self.books.papers[at].bill.total());
        let paper = &self.books.papers[at];
        println!("the payments of paper {at} are corrected: {payments:?}");
        let reply = correct_payments(&self.desk, &paper.id, &json!(sent)).await;
        if self.is_closed(paper.branch, paper.day) || !paper.notes.is_empty() {
            reply.expect_error(409, "CONFLICT");
            return;
        }
        reply.expect_ok();
        let shown = shown_invoice(&self.desk, &paper.id).await;
        assert_eq!(shown["payments"], json!(with_references(&sent)));
        assert_eq!(shown["paymentMethod"], main_method(&payments));
        self.books.papers[at].payments = payments;
        self.count("correct payments");
    }

    pub(super) async fn reopen_booking(&mut self) {
        let papers = &self.books.papers;
        let is_over = |at: usize| papers[at].is_credited_whole() || papers[at].bill.total() == 0;
        let can_be_reopened = |visit: &Visit| visit.paper.is_some_and(is_over);
        let is_billed = |visit: &Visit| !visit.can_be_billed() && !can_be_reopened(visit);
        if let Some(refused) = Self::pick(&mut self.rng, &self.books.visits, is_billed) {
            reopen_booking(&self.manager, &self.books.visits[refused].id).await.expect_error(409, "CONFLICT");
        }
        let Some(at) = Self::pick(&mut self.rng, &self.books.visits, can_be_reopened) else { return };
        let visit = &mut self.books.visits[at];
        let paper = &mut self.books.papers[visit.paper.take().unwrap()];
        println!("visit {at} is reopened");
        reopen_booking(&self.desk, &visit.id).await.expect_error(403, "FORBIDDEN");
        reopen_booking(&self.manager, &visit.id).await.expect_ok();
        let shown = get_booking(&self.desk, &visit.id).await.expect_ok()["booking"].clone();
        assert_eq!((&shown["status"], &shown["bookingNumber"]), (&json!("in_progress"), &json!(visit.number)));
        (visit.was_reopened, paper.is_superseded) = (true, true);
        let totals = &mut self.books.customers[visit.customer];
        totals.visits -= 1;
        totals.gems += paper.lines.iter_mut().map(|line| std::mem::take(&mut line.gems_left)).sum::<i64>();
        self.count("reopen a booking");
    }

    /// Closes a day and compares the cash.
    pub(super) async fn close(&mut self, branch: &'static str, day: NaiveDate) -> String {
        let expected = self.books.expected_cash(branch, day, OPENING_FLOAT_PAISE);
        let counted = (expected + self.rng.between(-5_000, 5_000)).max(0);
        println!("{branch} closes {day} with {counted}");
        let close = close_day(&self.desk, branch, &day.to_string(), counted).await.expect_created()["dayClose"].clone();
        assert_eq!(paise(&close, "expectedCashPaise"), expected, "{close}");
        assert_eq!(paise(&close, "differencePaise"), counted - expected, "{close}");
        assert_eq!(close["closedBy"], self.desk.id().as_str());
        close_day(&self.desk, branch, &day.to_string(), counted).await.expect_error(409, "CONFLICT");
        self.books.closed.push((branch, day));
        text_field(&close, "id").to_owned()
    }

    pub(super) async fn close_and_reopen_day(&mut self) {
        let (branch, today) = (self.rng.one_of(&BRANCHES), self.today());
        let id = self.close(branch, today).await;
        move_cash(&self.desk, branch, 100, "Change").await.expect_error(409, "CONFLICT");
        let is_here = |visit: &Visit| visit.branch == branch && visit.can_be_billed();
        if let Some(visit) = Self::pick(&mut self.rng, &self.books.visits, is_here) {
            let id = &self.books.visits[visit].id;
            quote_booking(&self.desk, id, &json!({})).await.expect_error(409, "CONFLICT");
        }
        // On the same day whoever closed may open again, if the cash agreed.
        let close = desk_day_close(&self.desk, branch, &today.to_string()).await["dayClose"].clone();
        let agrees = paise(&close, "differencePaise") == 0;
        if !agrees {
            reopen_day(&self.desk, &id).await.expect_error(403, "FORBIDDEN");
        }
        let person = if self.rng.one_chance_in(2) && agrees { &self.desk } else { &self.manager };
        reopen_day(person, &id).await.expect_ok();
        reopen_day(&self.manager, &id).await.expect_error(409, "CONFLICT");
        self.books.closed.retain(|closed| *closed != (branch, today));
        self.count("close and reopen a day");
    }
}

fn check_note(note: &Value, expected: &Note) {
    assert_paper_adds_up(note);
    for (field, amount) in [
        ("totalAmountPaise", expected.total()),
        ("taxableValuePaise", expected.before_rounding - 2 * expected.half_tax),
        ("cgstPaise", expected.half_tax),
        ("roundingPaise", expected.rounding),
    ] {
        assert_eq!(paise(note, field), amount, "{field} of {note}");
    }
    assert_eq!(note["creditDate"], expected.day.to_string());
    let refunded: i64 = rows(note, "refunds").iter().map(|refund| paise(refund, "amountPaise")).sum();
    assert_eq!(refunded, expected.total(), "{note}");
}

/// The refunds of a note that named none. What comes after refunds that were named is the salon's decision.
fn check_default_refunds(note: &Value, before: &Paper, expected: &Note) -> Vec<(&'static str, i64)> {
    let refunds = rows(note, "refunds");
    if before.notes.iter().all(|note| note.has_default_refunds) {
        let credited: i64 = before.notes.iter().map(Note::total).sum();
        let earlier = before.refunded_last_payment_first(credited);
        let so_far = before.refunded_last_payment_first(credited + expected.total());
        for method in PAYMENT_METHODS {
            let amount = |of: &std::collections::BTreeMap<&str, i64>| of.get(method).copied().unwrap_or(0);
            assert_eq!(sum_by_method(refunds, method), amount(&so_far) - amount(&earlier), "{method} of {note}");
        }
    }
    let by_method = PAYMENT_METHODS.map(|method| (method, sum_by_method(refunds, method)));
    by_method.into_iter().filter(|(_, paise)| *paise > 0).collect()
}
