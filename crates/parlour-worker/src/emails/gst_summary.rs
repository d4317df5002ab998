//! The monthly GST summary.

use parlour_texts::{ReportEmailTexts, Texts};

use super::rendering::{format_money, one_line};
use super::report_template::{KeyFigure, ReportTemplate, Table};
use super::{EmailMessage, SalonContact};
use crate::emails::figures::{BranchGst, GstEmailFigures, GstLine, TaxAmounts};

/// Every key figure is the sum of rows of the tables below. Credit notes have rows of their own, and sales without tax
/// have tables of their own.
pub fn monthly_gst_email(figures: &GstEmailFigures, salon: &SalonContact, texts: Texts) -> EmailMessage {
    let text = texts.report_email();
    let title = text.gst_title(&texts.format_month(figures.month));
    let taxed = net_tax(figures, GstLine::is_taxed);
    let untaxed = net_tax(figures, |line| !line.is_taxed());
    let figure = |label, paise| KeyFigure { label, value: format_money(paise), change: None };
    let mut key_figures = vec![
        figure(text.gst_to_pay(), taxed.gst_paise()),
        figure(text.taxable_value(), taxed.value_paise),
        figure(text.cgst(), taxed.cgst_paise),
        figure(text.sgst(), taxed.sgst_paise),
    ];
    if untaxed != TaxAmounts::default() {
        key_figures.push(figure(text.without_gst(), untaxed.value_paise));
    }
    let report = ReportTemplate {
        subject: title.clone(),
        title,
        key_figures,
        tables: figures
            .branches
            .iter()
            .flat_map(|branch| [taxed_table(branch, text), untaxed_table(branch, text)])
            .flatten()
            .collect(),
        ..ReportTemplate::default()
    };
    report.render_email(salon, texts, None)
}

/// The summary in a few lines, for the chat.
pub fn gst_chat_text(figures: &GstEmailFigures, texts: Texts) -> String {
    let (text, taxed) = (texts.report_email(), net_tax(figures, GstLine::is_taxed));
    [
        text.gst_title(&texts.format_month(figures.month)),
        text.chat_figure(text.to_pay(), &format_money(taxed.gst_paise())),
        text.chat_figure(text.taxable_value(), &format_money(taxed.value_paise)),
    ]
    .join("\n")
}

fn net_tax(figures: &GstEmailFigures, which: fn(&GstLine) -> bool) -> TaxAmounts {
    let lines = figures.branches.iter().flat_map(|branch| &branch.lines);
    lines.filter(|line| which(line)).map(GstLine::net).sum()
}

fn taxed_table(branch: &BranchGst, text: ReportEmailTexts) -> Option<Table> {
    let title = match &branch.gstin {
        Some(gstin) => text.branch_with_gstin(&one_line(&branch.name), gstin),
        // Tells the owner to enter it.
        None => text.branch_without_gstin(&one_line(&branch.name)),
    };
    let row = |label: String, sum: TaxAmounts| {
        let amounts = [sum.value_paise, sum.cgst_paise, sum.sgst_paise, sum.gst_paise()];
        std::iter::once(label).chain(amounts.map(format_money)).collect()
    };
    let heading = (title, vec![text.sac_and_rate(), text.taxable(), text.cgst(), text.sgst(), text.gst()]);
    gst_table(heading, branch.lines.iter().filter(|line| line.is_taxed()), row, text)
}

/// Bills of supply, which have no GST.
fn untaxed_table(branch: &BranchGst, text: ReportEmailTexts) -> Option<Table> {
    let heading = (text.bills_of_supply(&one_line(&branch.name)), vec![text.sac(), text.value()]);
    let row = |label: String, sum: TaxAmounts| vec![label, format_money(sum.value_paise)];
    let untaxed = branch.lines.iter().filter(|line| !line.is_taxed());
    gst_table(heading, untaxed, row, text)
}

/// Rows for what was billed, rows for credit notes, and the total, below a title and the names of the columns.
fn gst_table<'a>(
    (title, head): (String, Vec<&'static str>),
    lines: impl Iterator<Item = &'a GstLine>,
    row: impl Fn(String, TaxAmounts) -> Vec<String>,
    text: ReportEmailTexts,
) -> Option<Table> {
    let (mut billed, mut credited, mut sum) = (Vec::new(), Vec::new(), Vec::new());
    for line in lines {
        let name = if line.is_taxed() {
            text.sac_at_rate(&line.sac, &format_rate(line.rate_basis_points))
        } else {
            line.sac.clone()
        };
        if line.billed != TaxAmounts::default() {
            billed.push(row(name.clone(), line.billed));
        }
        if line.credited != TaxAmounts::default() {
            credited.push(row(text.credit_notes(&name), -line.credited));
        }
        sum.push(line.net());
    }
    if sum.is_empty() {
        return None;
    }
    let total = row(text.total().to_owned(), sum.into_iter().sum());
    Some(Table { title, head, rows: billed.into_iter().chain(credited).chain([total]).collect() })
}

/// `18%`, `2.5%`.
fn format_rate(basis_points: i64) -> String {
    let (whole, rest) = (basis_points / 100, basis_points % 100);
    if rest == 0 { format!("{whole}%") } else { format!("{whole}.{}%", format!("{rest:02}").trim_end_matches('0')) }
}

#[cfg(test)]
mod tests {
    use super::format_rate;

    #[test]
    fn rates_have_no_trailing_zeros() {
        assert_eq!([1_800, 500, 250, 25, 0].map(format_rate), ["18%", "5%", "2.5%", "0.25%", "0%"]);
    }
}
