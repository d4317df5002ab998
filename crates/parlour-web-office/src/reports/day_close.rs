//! `/reports/day-close`: what was taken by which method, beside what was billed and counted.

use std::sync::Arc;

use parlour_app::reports::{DayCloseReport, Report, Takings};
use parlour_domain::ids::{BranchId, UserId};
use parlour_domain::report::basis_points;
use parlour_store::billing::cash_movements::CashMovement;
use parlour_store::billing::day_closes::DayClose;
use parlour_store::reports::nearest_day::Reported;
use parlour_store::{Conn, DbError};
use parlour_web::format;
use parlour_web::salon::Salon;
use parlour_web_admin::day_close::day_path;
use parlour_web_admin::invoices::parts::{method_name, name_of};

use super::asked::{Direction, ReportName};
use super::content::{FactList, Figure, ReportContent, ShareList, ShareRow};
use super::page::{ReportView, Shown};
use super::read_request::{PAID_INVOICES, ReadRequest};
use super::table::{Cell, Column, UnsortedTable};

pub(super) struct DayCloseView;

pub(super) struct Figures {
    report: DayCloseReport,
    salon: Arc<Salon>,
    /// Those who closed days or recorded cash.
    people: Vec<(UserId, String)>,
}

impl ReportView for DayCloseView {
    const NAME: ReportName = ReportName::DayClose;
    type Figures = Figures;

    fn read(conn: &mut Conn<'_>, request: &ReadRequest) -> Result<Figures, DbError> {
        let report = DayCloseReport::compute(conn, &request.scope, request.today)?;
        let closed_by = report.day_closes.iter().map(|close| &close.closed_by);
        let recorded_by = report.cash_movements.iter().map(|movement| &movement.created_by);
        let mut people: Vec<(UserId, String)> = Vec::new();
        for user in closed_by.chain(recorded_by) {
            if people.iter().all(|(known, _)| known != user) {
                people.push((user.clone(), name_of(conn, user)?));
            }
        }
        Ok(Figures { report, salon: Arc::clone(&request.salon), people })
    }

    fn content(figures: &Figures, shown: &Shown<'_>) -> ReportContent {
        let text = shown.texts.reports();
        ReportContent {
            figures: figures.key_figures(shown),
            shares: vec![figures.methods(shown)],
            tables: vec![
                figures.methods_table(shown).sorted(shown.asked),
                figures.closes_table(shown).sorted(shown.asked),
                figures.movements_table(shown).sorted(shown.asked),
            ],
            facts: Some(figures.cash(shown)),
            notes: vec![text.day_close_note()],
            ..ReportContent::default()
        }
    }

    fn missing(figures: &Figures) -> Option<Reported> {
        let DayCloseReport { invoiced, totals, day_closes, cash_movements, .. } = &figures.report;
        let documents = invoiced.invoice_count + invoiced.session_count + totals.given_back.credit_note_count;
        let is_empty = documents == 0 && day_closes.is_empty() && cash_movements.is_empty();
        is_empty.then_some(Reported::Invoices(&PAID_INVOICES))
    }
}

impl Figures {
    fn key_figures(&self, shown: &Shown<'_>) -> Vec<Figure> {
        let (text, report) = (shown.texts.reports(), &self.report);
        let unpaid = &report.totals.unpaid;
        vec![
            Figure::new(
                text.billed(),
                format::money(report.invoiced.total_amount_paise),
                text.bill_count(report.invoiced.invoice_count),
            ),
            Figure::new(
                text.paid(),
                format::money(report.totals.taken.taken_paise),
                text.given_back_of(&format::money(report.totals.given_back.given_back_paise)),
            ),
            Figure::new(text.unpaid(), format::money(unpaid.unpaid_paise), text.bill_count(unpaid.unpaid_count)),
            Figure::new(
                text.difference(),
                format::money(report.difference_paise),
                if report.difference_paise == 0 { text.books_agree() } else { text.books_differ() },
            ),
        ]
    }

    fn methods(&self, shown: &Shown<'_>) -> ShareList {
        let text = shown.texts.reports();
        let whole = self.report.totals.taken.taken_paise;
        let rows = self.report.methods.iter().map(|row| {
            let taken = &row.takings.taken;
            ShareRow {
                name: method_name(row.payment_method, shown.texts).to_owned(),
                note: text.bill_count(taken.invoice_count),
                amount: format::money(taken.taken_paise),
                share: Some(basis_points(taken.taken_paise, whole)),
            }
        });
        ShareList { title: text.how_paid(), rows: rows.collect() }
    }

    fn cash(&self, shown: &Shown<'_>) -> FactList {
        let (text, cash) = (shown.texts.reports(), &self.report.cash);
        let facts = [
            (text.cash_payments(), cash.payments_paise),
            (text.cash_tips(), cash.tips_paise),
            (text.cash_refunds(), -cash.refunds_paise),
            (text.cash_movements(), cash.movements_paise),
            (text.cash_change(), cash.change_paise),
        ];
        let facts = facts.map(|(name, paise)| (name.to_owned(), format::money(paise)));
        FactList { title: text.cash(), facts: facts.into() }
    }

    fn methods_table(&self, shown: &Shown<'_>) -> UnsortedTable {
        let text = shown.texts.reports();
        let cells = |name: &str, takings: &Takings| {
            vec![
                Cell::text(name),
                Cell::count(takings.taken.invoice_count),
                Cell::money(takings.taken.taken_paise),
                Cell::count(takings.given_back.credit_note_count),
                Cell::money(takings.given_back.given_back_paise),
                Cell::money(takings.net_paise),
                Cell::count(takings.unpaid.unpaid_count),
                Cell::money(takings.unpaid.unpaid_paise),
                Cell::money(takings.tips.tips_paise),
            ]
        };
        let rows = self.report.methods.iter();
        let rows = rows.map(|row| cells(method_name(row.payment_method, shown.texts), &row.takings));
        UnsortedTable {
            name: "methods",
            title: text.methods(),
            rows: rows.collect(),
            foot: cells(text.total(), &self.report.totals),
            columns: vec![
                Column::text("method", text.method()),
                Column::detail("bills", text.bills()),
                Column::figure("taken", text.paid()),
                Column::detail("notes", text.credit_notes()),
                Column::detail("given-back", text.given_back()),
                Column::figure("net", text.net()),
                Column::detail("unpaid-count", text.unpaid_bills()),
                Column::figure("unpaid", text.unpaid()),
                Column::figure("tips", text.tips()),
            ],
            order: None,
        }
    }

    fn closes_table(&self, shown: &Shown<'_>) -> UnsortedTable {
        let text = shown.texts.reports();
        let row = |close: &DayClose| {
            let day = Cell::day(shown.day(close.date), close.date).with_path(day_path(&close.branch_id, close.date));
            vec![
                day,
                Cell::text(self.branch_name(&close.branch_id)),
                Cell::text(self.person_name(&close.closed_by)),
                Cell::money(close.opening_float_paise),
                Cell::money(close.expected_cash_paise),
                Cell::money(close.counted_cash_paise),
                Cell::money(close.difference_paise),
                close.note.as_deref().map_or_else(Cell::none, Cell::text),
            ]
        };
        let closes = &self.report.day_closes;
        let sum = |amount: fn(&DayClose) -> i64| Cell::money(closes.iter().map(amount).sum());
        UnsortedTable {
            name: "closes",
            title: text.closed_days(),
            rows: closes.iter().rev().map(row).collect(),
            foot: vec![
                Cell::text(text.total()),
                Cell::none(),
                Cell::none(),
                // The same float lies there day after day, within what is expected and counted.
                Cell::none(),
                sum(|close| close.expected_cash_paise),
                sum(|close| close.counted_cash_paise),
                sum(|close| close.difference_paise),
                Cell::none(),
            ],
            columns: vec![
                Column::text("day", text.day()),
                Column::text("branch", shown.texts.desk_frame().branch()),
                Column::text("by", text.by_whom()),
                Column::detail("float", text.float()),
                Column::detail("expected", text.expected()),
                Column::figure("counted", text.counted()),
                Column::figure("difference", text.difference()),
                Column::text("note", text.note()),
            ],
            order: Some(("day", Direction::Descending)),
        }
    }

    fn movements_table(&self, shown: &Shown<'_>) -> UnsortedTable {
        let text = shown.texts.reports();
        let row = |movement: &CashMovement| {
            vec![
                Cell::day(shown.day(movement.date), movement.date),
                Cell::text(self.branch_name(&movement.branch_id)),
                Cell::text(self.person_name(&movement.created_by)),
                Cell::money(movement.amount_paise),
                Cell::text(&movement.reason),
            ]
        };
        UnsortedTable {
            name: "movements",
            title: text.cash_movements(),
            rows: self.report.cash_movements.iter().rev().map(row).collect(),
            foot: vec![
                Cell::text(text.total()),
                Cell::none(),
                Cell::none(),
                Cell::money(self.report.cash.movements_paise),
                Cell::none(),
            ],
            columns: vec![
                Column::text("day", text.day()),
                Column::text("branch", shown.texts.desk_frame().branch()),
                Column::text("by", text.by_whom()),
                Column::figure("amount", text.amount()),
                Column::text("reason", text.reason()),
            ],
            order: Some(("day", Direction::Descending)),
        }
    }

    /// Also of one that is closed by now.
    fn branch_name<'a>(&'a self, id: &'a BranchId) -> &'a str {
        self.salon.any_branch(id.as_str()).map_or(id.as_str(), |branch| &branch.name)
    }

    fn person_name(&self, id: &UserId) -> &str {
        self.people.iter().find(|(known, _)| known == id).map_or("", |(_, name)| name)
    }
}
