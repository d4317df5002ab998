//! The daily and the weekly sales report.

use chrono::{Datelike, NaiveDate};
use parlour_texts::{ReportEmailTexts, Texts};

use super::chart::Legend;
use super::invoice::payment_method_name;
use super::rendering::{format_money, one_line};
use super::report_template::{Change, KeyFigure, ReportTemplate, Table};
use super::{EmailMessage, SalonContact, chart};
use crate::emails::figures::{ChartBar, PaymentMethodTotal, SalesEmailFigures, SalesTotals, SoldService};

pub fn daily_sales_email(figures: &SalesEmailFigures, salon: &SalonContact, texts: Texts) -> EmailMessage {
    let (text, takings) = (texts.report_email(), format_money(figures.totals.takings_paise));
    let subject = text.daily_subject(&texts.format_weekday_and_day(figures.to), &takings);
    sales_email(figures, salon, texts, (subject, text.daily_title(&texts.format_long_date(figures.to))))
}

pub fn weekly_sales_email(figures: &SalesEmailFigures, salon: &SalonContact, texts: Texts) -> EmailMessage {
    let (text, takings) = (texts.report_email(), format_money(figures.totals.takings_paise));
    let period = format_period(figures.from, figures.to, texts);
    let subject = text.weekly_subject(&period, &takings);
    sales_email(figures, salon, texts, (subject, text.weekly_title(&period)))
}

/// The report in a few lines, for the chat.
pub fn sales_chat_text(figures: &SalesEmailFigures, texts: Texts) -> String {
    let text = texts.report_email();
    let period = if is_of_day(figures) {
        texts.format_long_date(figures.to)
    } else {
        format_period(figures.from, figures.to, texts)
    };
    let figure_line = |figure: KeyFigure| match figure.change {
        Some(change) => text.chat_figure_with_change(figure.label, &figure.value, &change.words),
        None => text.chat_figure(figure.label, &figure.value),
    };
    let best = figures.top_services.first();
    let best = best.map(|best| text.chat_best(&one_line(&best.name), &format_money(best.paise)));
    let figure_lines = key_figures(figures, text).into_iter().map(figure_line);
    let lines: Vec<String> = std::iter::once(text.chat_title(&period)).chain(figure_lines).chain(best).collect();
    lines.join("\n")
}

fn is_of_day(figures: &SalesEmailFigures) -> bool {
    figures.from == figures.to
}

fn sales_email(
    figures: &SalesEmailFigures,
    salon: &SalonContact,
    texts: Texts,
    (subject, title): (String, String),
) -> EmailMessage {
    let text = texts.report_email();
    let mut tables = Vec::new();
    if figures.branches.len() > 1 {
        tables.push(branch_table(figures, text));
    }
    tables.extend(payment_table(&figures.payments, texts));
    tables.extend(service_table(&figures.top_services, text));
    let legend = figures.previous.as_ref().map(|previous| Legend { now: text.now(), previous: &previous.name });
    let chart = chart::render_png(text.takings(), &figures.bars, legend, text);
    let compared_with = if is_of_day(figures) { text.compared_with_day() } else { text.compared_with_week() };
    let report = ReportTemplate {
        subject,
        title,
        key_figures: key_figures(figures, text),
        compared_with: figures.previous.as_ref().map(|_| compared_with),
        chart_text: describe_bars(&figures.bars, text),
        tables,
        ..ReportTemplate::default()
    };
    report.render_email(salon, texts, chart)
}

/// `1 to 7 March 2027`, `29 March to 4 April 2027`.
fn format_period(from: NaiveDate, to: NaiveDate, texts: Texts) -> String {
    let text = texts.report_email();
    if (from.year(), from.month()) == (to.year(), to.month()) {
        return text.period_in_month(&from.day().to_string(), &to.day().to_string(), &texts.format_month(to));
    }
    text.period(&texts.format_full_day(from, to), &texts.format_full_date(to))
}

fn key_figures(figures: &SalesEmailFigures, text: ReportEmailTexts) -> Vec<KeyFigure> {
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
        of(text.takings(), format_money(now.takings_paise), |totals| totals.takings_paise, true),
        average_bill(now.average_bill_paise, before.and_then(|before| before.average_bill_paise), text),
        count(text.invoices(), |totals| totals.invoices, true),
        count(text.memberships_sold(), |totals| totals.memberships_sold, true),
        count(text.visits(), |totals| totals.bookings_completed, true),
        count(text.new_customers(), |totals| totals.new_customers, true),
        count(text.bookings_made(), |totals| totals.bookings_requested, true),
        count(text.cancelled(), |totals| totals.bookings_cancelled, false),
        count(text.noshows(), |totals| totals.bookings_noshow, false),
        count(text.gems_redeemed(), |totals| totals.gems_redeemed, true),
        of(text.tips(), format_money(now.tips_paise), |totals| totals.tips_paise, true),
    ]
}

/// A dash if no sale remains. It is compared only if some remain in both periods.
fn average_bill(now: Option<i64>, before: Option<i64>, text: ReportEmailTexts) -> KeyFigure {
    KeyFigure {
        label: text.average_bill(),
        value: now.map_or_else(|| "–".to_owned(), format_money),
        change: now.zip(before).and_then(|(now, before)| Change::of(now, before, true)),
    }
}

fn branch_table(figures: &SalesEmailFigures, text: ReportEmailTexts) -> Table {
    let row = |name: &str, totals: SalesTotals| {
        vec![
            one_line(name),
            totals.invoices.to_string(),
            totals.bookings_completed.to_string(),
            format_money(totals.takings_paise),
        ]
    };
    let mut rows: Vec<_> = figures.branches.iter().map(|branch| row(&branch.name, branch.totals)).collect();
    rows.push(row(text.total(), figures.totals));
    let head = vec![text.branch(), text.invoices(), text.visits(), text.takings()];
    Table { title: text.branches().to_owned(), head, rows }
}

fn payment_table(payments: &[PaymentMethodTotal], texts: Texts) -> Option<Table> {
    let text = texts.report_email();
    let row = |payment: &PaymentMethodTotal| {
        let method = payment_method_name(payment.method, texts.bill_email());
        vec![method.to_owned(), payment.invoices.to_string(), format_money(payment.paise)]
    };
    let rows: Vec<_> = payments.iter().map(row).collect();
    let head = vec![text.paid_by(), text.invoices(), text.amount()];
    (!rows.is_empty()).then(|| Table { title: text.payments().to_owned(), head, rows })
}

fn service_table(services: &[SoldService], text: ReportEmailTexts) -> Option<Table> {
    let row =
        |service: &SoldService| vec![one_line(&service.name), service.times.to_string(), format_money(service.paise)];
    let rows: Vec<_> = services.iter().map(row).collect();
    let head = vec![text.service(), text.times(), text.amount()];
    (!rows.is_empty()).then(|| Table { title: text.best_services().to_owned(), head, rows })
}

/// The chart as text.
fn describe_bars(bars: &[ChartBar], text: ReportEmailTexts) -> String {
    let amounts: Vec<_> =
        bars.iter().map(|bar| format!("{} {}", one_line(&bar.label), format_money(bar.paise))).collect();
    if amounts.is_empty() { String::new() } else { text.takings_of(&amounts.join("; ")) }
}
