//! The daily and the weekly sales report.

use chrono::NaiveDate;

use super::invoice::payment_method_name;
use super::rendering::{format_date, format_money, format_short_date, one_line};
use super::report_template::{Change, KeyFigure, ReportTemplate, Table};
use super::{EmailMessage, SalonContact, chart};
use crate::emails::figures::{ChartBar, PaymentMethodTotal, SalesEmailFigures, SalesTotals, SoldService};

pub fn daily_sales_email(figures: &SalesEmailFigures, salon: &SalonContact) -> EmailMessage {
    let when = format_date(figures.to);
    let subject = format!("Sales on {}: {}", format_short_date(figures.to), format_money(figures.totals.takings_paise));
    sales_email(figures, salon, subject, format!("Sales on {when}"))
}

pub fn weekly_sales_email(figures: &SalesEmailFigures, salon: &SalonContact) -> EmailMessage {
    let when = format_period(figures.from, figures.to);
    let subject = format!("Sales of the week {when}: {}", format_money(figures.totals.takings_paise));
    sales_email(figures, salon, subject, format!("The week {when}"))
}

/// The report in a few lines, for the chat.
pub fn sales_chat_text(figures: &SalesEmailFigures) -> String {
    let when =
        if figures.from == figures.to { format_date(figures.to) } else { format_period(figures.from, figures.to) };
    let lines: Vec<String> = key_figures(figures)
        .into_iter()
        .map(|figure| match figure.change {
            Some(change) => format!("{}: {} ({})", figure.label, figure.value, change.words),
            None => format!("{}: {}", figure.label, figure.value),
        })
        .collect();
    let best = figures.top_services.first();
    let best = best.map(|best| format!("\nBest-selling: {}, {}", one_line(&best.name), format_money(best.paise)));
    format!("Sales, {when}\n{}{}", lines.join("\n"), best.unwrap_or_default())
}

fn sales_email(figures: &SalesEmailFigures, salon: &SalonContact, subject: String, title: String) -> EmailMessage {
    let mut tables = Vec::new();
    if figures.branches.len() > 1 {
        tables.push(branch_table(figures));
    }
    tables.extend(payment_table(&figures.payments));
    tables.extend(service_table(&figures.top_services));
    let previous = figures.previous.as_ref().map(|previous| previous.name.clone());
    let chart = chart::render_png("Takings", &figures.bars, previous.as_deref());
    let report = ReportTemplate {
        subject,
        title,
        key_figures: key_figures(figures),
        compared_with: previous,
        chart_text: describe_bars(&figures.bars),
        tables,
        ..ReportTemplate::default()
    };
    report.render_email(salon, chart)
}

/// `1 to 7 March 2027`, `29 March to 4 April 2027`.
fn format_period(from: NaiveDate, to: NaiveDate) -> String {
    let first = match (from.format("%Y").to_string(), from.format("%m %Y").to_string()) {
        (_, month) if month == to.format("%m %Y").to_string() => from.format("%-d"),
        (year, _) if year == to.format("%Y").to_string() => from.format("%-d %B"),
        _ => from.format("%-d %B %Y"),
    };
    format!("{first} to {}", to.format("%-d %B %Y"))
}

fn key_figures(figures: &SalesEmailFigures) -> Vec<KeyFigure> {
    let now = figures.totals;
    let before = figures.previous.as_ref().map(|previous| previous.totals);
    let of = |label: &'static str, value: String, read: fn(SalesTotals) -> i64, more_is_better: bool| KeyFigure {
        label,
        value,
        change: before.and_then(|before| Change::of(read(now), read(before), more_is_better)),
    };
    let count = |label: &'static str, read: fn(SalesTotals) -> i64, more_is_better: bool| {
        of(label, read(now).to_string(), read, more_is_better)
    };
    vec![
        of("Takings", format_money(now.takings_paise), |totals| totals.takings_paise, true),
        average_bill(now.average_bill_paise, before.and_then(|before| before.average_bill_paise)),
        count("Invoices", |totals| totals.invoices, true),
        count("Memberships sold", |totals| totals.memberships_sold, true),
        count("Visits", |totals| totals.bookings_completed, true),
        count("New customers", |totals| totals.new_customers, true),
        count("Bookings made", |totals| totals.bookings_requested, true),
        count("Cancelled", |totals| totals.bookings_cancelled, false),
        count("No-shows", |totals| totals.bookings_noshow, false),
        count("Gems redeemed", |totals| totals.gems_redeemed, true),
        of("Tips", format_money(now.tips_paise), |totals| totals.tips_paise, true),
    ]
}

/// A dash if no sale remains. It is compared only if some remain in both periods.
fn average_bill(now: Option<i64>, before: Option<i64>) -> KeyFigure {
    KeyFigure {
        label: "Average bill",
        value: now.map_or_else(|| "–".to_owned(), format_money),
        change: now.zip(before).and_then(|(now, before)| Change::of(now, before, true)),
    }
}

fn branch_table(figures: &SalesEmailFigures) -> Table {
    let row = |name: &str, totals: SalesTotals| {
        vec![
            one_line(name),
            totals.invoices.to_string(),
            totals.bookings_completed.to_string(),
            format_money(totals.takings_paise),
        ]
    };
    let mut rows: Vec<_> = figures.branches.iter().map(|branch| row(&branch.name, branch.totals)).collect();
    rows.push(row("Total", figures.totals));
    Table { title: "Branches".to_owned(), head: vec!["Branch", "Invoices", "Visits", "Takings"], rows }
}

fn payment_table(payments: &[PaymentMethodTotal]) -> Option<Table> {
    let row = |payment: &PaymentMethodTotal| {
        vec![payment_method_name(payment.method).to_owned(), payment.invoices.to_string(), format_money(payment.paise)]
    };
    let rows: Vec<_> = payments.iter().map(row).collect();
    let head = vec!["Paid by", "Invoices", "Amount"];
    (!rows.is_empty()).then(|| Table { title: "Payments".to_owned(), head, rows })
}

fn service_table(services: &[SoldService]) -> Option<Table> {
    let row =
        |service: &SoldService| vec![one_line(&service.name), service.times.to_string(), format_money(service.paise)];
    let rows: Vec<_> = services.iter().map(row).collect();
    let head = vec!["Service", "Times", "Amount"];
    (!rows.is_empty()).then(|| Table { title: "Best-selling services".to_owned(), head, rows })
}

/// The chart as text.
fn describe_bars(bars: &[ChartBar]) -> String {
    let amounts: Vec<_> =
        bars.iter().map(|bar| format!("{} {}", one_line(&bar.label), format_money(bar.paise))).collect();
    if amounts.is_empty() { String::new() } else { format!("Takings: {}", amounts.join("; ")) }
}
