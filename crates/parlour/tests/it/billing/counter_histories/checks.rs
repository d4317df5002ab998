//! What the salon shows is compared with the books.

use std::collections::BTreeSet;

use chrono::NaiveDate;
use parlour_testkit::actions::counter::{
    PAYMENT_METHODS, assert_paper_adds_up, day_report, desk_day_close, method_row, paise, rows, tips_in_row,
};
use parlour_testkit::actions::gems::verified_gems_balance;
use parlour_testkit::actions::invoices::shown_invoice;
use parlour_testkit::actions::memberships::membership_detail;
use parlour_testkit::actions::people::own_profile;
use parlour_testkit::checks::json::text_field;
use serde_json::{Value, json};

use super::history::{BRANCHES, History};
use super::model::{Note, Paper, half_tax};

impl History {
    pub(super) async fn check_papers(&self) {
        for paper in 0..self.books.papers.len() {
            self.check_paper(paper).await;
        }
    }

    /// The invoice is as it was issued, and shows its credit notes.
    pub(super) async fn check_paper(&self, paper: usize) {
        let paper = &self.books.papers[paper];
        let shown = shown_invoice(&self.desk, &paper.id).await;
        assert_paper_adds_up(&shown);
        let credited: i64 = paper.notes.iter().map(Note::total).sum();
        let half = half_tax(paper.bill.before_rounding());
        for (field, expected) in [
            ("totalAmountPaise", paper.bill.total()),
            ("cgstPaise", half),
            ("creditedPaise", credited),
            ("gemsEarned", paper.gems_earned),
        ] {
            assert_eq!(paise(&shown, field), expected, "{field} of {shown}");
        }
        assert_eq!(shown["paymentStatus"], "paid", "{shown}");
        let paid: i64 = rows(&shown, "payments").iter().map(|payment| paise(payment, "amountPaise")).sum();
        assert_eq!(paid, paper.bill.total(), "{shown}");
        let listed: BTreeSet<(String, i64)> = rows(&shown, "creditNotes")
            .iter()
            .map(|note| (text_field(note, "number").to_owned(), paise(note, "totalAmountPaise")))
            .collect();
        let expected = paper.notes.iter().map(|note| (note.number.clone(), note.total())).collect();
        assert_eq!(listed, expected, "{shown}");
        if paper.is_credited_whole() {
            let sum = |of: fn(&Note) -> i64| paper.notes.iter().map(of).sum::<i64>();
            assert_eq!(sum(|note| note.half_tax), half, "{shown}");
            assert_eq!(sum(|note| note.rounding), paper.bill.rounding, "{shown}");
            assert_eq!(sum(|note| note.before_rounding), paper.bill.before_rounding(), "{shown}");
        }
    }

    pub(super) async fn check_customers(&self) {
        for (customer, totals) in self.customers.iter().zip(&self.books.customers) {
            let profile = own_profile(customer).await;
            assert_eq!(paise(&profile, "totalSpentPaise"), totals.spent, "{profile}");
            assert_eq!(paise(&profile, "totalVisits"), totals.visits, "{profile}");
            assert_eq!(verified_gems_balance(&self.salon, customer).await, totals.gems);
        }
    }

    pub(super) async fn check_memberships(&self) {
        for (at, membership) in self.books.memberships.iter().enumerate() {
            let shown = membership_detail(&self.desk, &membership.id).await;
            assert_eq!(paise(&shown, "usedHoursMinutes"), self.books.used_minutes(at), "{shown}");
            assert_eq!(paise(&shown, "totalHoursMinutes"), membership.minutes, "{shown}");
            assert_eq!(shown["status"] == "active", membership.is_active, "{shown}");
        }
    }

    /// The reports of a branch's day.
    pub(super) async fn check_day(&self, branch: &str, day: NaiveDate) {
        let date = day.to_string();
        let report = day_report(&self.manager, "day-close", branch, &date).await;
        assert_eq!(desk_day_close(&self.desk, branch, &date).await, report, "the desk sees the same");
        for method in PAYMENT_METHODS {
            let row = method_row(&report, method);
            let (taken, given_back) =
                (self.books.taken(branch, day, method), self.books.given_back(branch, day, method));
            assert_eq!(paise(&row, "takenPaise"), taken, "{branch} on {day}: {row}");
            assert_eq!(paise(&row, "givenBackPaise"), given_back, "{branch} on {day}: {row}");
            assert_eq!(paise(&row, "netPaise"), taken - given_back, "{branch} on {day}: {row}");
            assert_eq!(tips_in_row(&row), self.books.tipped(branch, day, method), "{branch} on {day}: {row}");
        }
        let (papers, notes) = (self.books.papers_of(branch, day), self.books.notes_of(branch, day));
        let invoiced: i64 = papers.iter().map(|paper| paper.bill.total()).sum();
        assert_eq!(paise(&report["invoiced"], "totalAmountPaise"), invoiced, "{report}");
        let credited: i64 = notes.iter().map(|note| note.total()).sum();
        let sales = day_report(&self.manager, "sales", branch, &date).await["totals"].clone();
        assert_eq!(paise(&sales, "totalAmountPaise"), invoiced, "{sales}");
        assert_eq!(paise(&sales, "creditedPaise"), credited, "{sales}");
        assert_eq!(paise(&sales, "netAmountPaise"), invoiced - credited, "{sales}");
        self.check_gst(branch, day, &papers, &notes).await;
        self.check_staff_tips(branch, day).await;
    }

    async fn check_gst(&self, branch: &str, day: NaiveDate, papers: &[&Paper], notes: &[&Note]) {
        let totals = day_report(&self.manager, "gst", branch, &day.to_string()).await["totals"].clone();
        let before: i64 = papers.iter().map(|paper| paper.bill.before_rounding()).sum();
        let half: i64 = papers.iter().map(|paper| half_tax(paper.bill.before_rounding())).sum();
        let credited: i64 = notes.iter().map(|note| note.before_rounding).sum();
        let credited_half: i64 = notes.iter().map(|note| note.half_tax).sum();
        for (field, expected) in [
            ("taxableValuePaise", before - 2 * half),
            ("cgstPaise", half),
            ("sgstPaise", half),
            ("gstAmountPaise", 2 * half),
            ("creditedTaxableValuePaise", credited - 2 * credited_half),
            ("creditedGstPaise", 2 * credited_half),
            ("netGstPaise", 2 * (half - credited_half)),
        ] {
            assert_eq!(paise(&totals, field), expected, "{field} of {branch} on {day}: {totals}");
        }
    }

    async fn check_staff_tips(&self, branch: &str, day: NaiveDate) {
        let report = day_report(&self.manager, "staff", branch, &day.to_string()).await;
        let here = || self.books.tips.iter().filter(move |tip| tip.branch == branch && tip.day == day);
        let staff: BTreeSet<&str> = here().map(|tip| tip.staff.as_str()).collect();
        for id in staff {
            let expected: i64 = here().filter(|tip| tip.staff == id).map(|tip| tip.paise).sum();
            let row = rows(&report, "staff").iter().find(|row| row["staffId"] == id);
            assert_eq!(row.map(tips_in_row), Some(expected), "{id} on {day}: {report}");
        }
    }

    /// The lists of the GST report: papers with a customer's GSTIN, and the numbers of each series.
    pub(super) async fn check_gst_lists(&self) {
        let path = format!("/api/reports/gst?from={}&to={}", self.first_day, self.today());
        let report = self.manager.get(&path).await.expect_ok()["report"].clone();
        let b2b = json!(rows(&report, "b2b")).to_string();
        for paper in self.books.papers.iter().filter(|paper| paper.bill.total() > 0) {
            let numbers = paper.notes.iter().map(|note| &note.number).chain([&paper.number]);
            for number in numbers {
                assert_eq!(b2b.contains(number.as_str()), paper.customer == 0, "{number} of {b2b}");
            }
        }
        for branch in BRANCHES {
            let papers = || self.books.papers.iter().filter(move |paper| paper.branch == branch);
            let invoices: BTreeSet<&String> = papers().map(|paper| &paper.number).collect();
            let notes: BTreeSet<&String> = papers().flat_map(|paper| &paper.notes).map(|note| &note.number).collect();
            for series in [invoices, notes] {
                let Some(first) = series.first() else { continue };
                let row = rows(&report, "documents").iter().find(|row| row["first"] == first.as_str());
                let row = row.unwrap_or_else(|| panic!("{first} in {report}"));
                let expected = json!({ "last": series.last(), "count": series.len() });
                assert_eq!(json!({ "last": row["last"], "count": row["count"] }), expected);
            }
        }
    }

    /// Both routes refuse for the same reason.
    #[track_caller]
    pub(super) fn assert_same_refusal(quoted: &Value, completed: &Value) {
        let reason = |error: &Value| (error["statusCode"].clone(), error["code"].clone(), error["details"].clone());
        assert_eq!(reason(quoted), reason(completed));
    }
}
