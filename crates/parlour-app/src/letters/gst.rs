//! What a month comes to for the tax office.

use super::figures::{GstBranch, GstFigures, GstLine};
use super::page::{money, one_line};
use super::sheet::{Measure, Sheet, Table};
use super::{Letter, Salon};

pub fn monthly_gst_summary(figures: &GstFigures, salon: &Salon) -> Letter {
    let month = figures.month.format("%B %Y").to_string();
    let lines = || figures.branches.iter().flat_map(|branch| &branch.lines);
    let sum = |read: fn(&GstLine) -> i64| money(lines().map(read).sum());
    let measure = |label, value| Measure { label, value, change: None };
    let sheet = Sheet {
        subject: format!("GST for {month}"),
        title: format!("GST for {month}"),
        measures: vec![
            measure("GST to pay", sum(GstLine::net_gst_paise)),
            measure("Taxable value", sum(GstLine::net_taxable_value_paise)),
            measure("CGST billed", sum(|line| line.cgst_paise)),
            measure("SGST billed", sum(|line| line.sgst_paise)),
        ],
        tables: figures.branches.iter().map(table).collect(),
        ..Sheet::default()
    };
    sheet.letter(salon, None)
}

/// The same in a few lines, for a chat.
pub fn in_brief(figures: &GstFigures) -> String {
    let lines = || figures.branches.iter().flat_map(|branch| &branch.lines);
    let (gst, taxable) = lines().fold((0, 0), |(gst, taxable), line| {
        (gst + line.net_gst_paise(), taxable + line.net_taxable_value_paise())
    });
    format!(
        "GST for {}\nTo pay: {}\nTaxable value: {}",
        figures.month.format("%B %Y"),
        money(gst),
        money(taxable)
    )
}

fn table(branch: &GstBranch) -> Table {
    let title = match &branch.gstin {
        Some(gstin) => format!("{} ({gstin})", one_line(&branch.name)),
        None => one_line(&branch.name),
    };
    let row = |line: &GstLine| {
        vec![
            format!("{} at {}", line.sac, rate(line.rate_basis_points)),
            money(line.taxable_value_paise),
            money(line.cgst_paise),
            money(line.sgst_paise),
            money(line.credited_gst_paise),
            money(line.net_gst_paise()),
        ]
    };
    let rows = branch.lines.iter().map(row).collect();
    Table { title, head: vec!["SAC and rate", "Taxable", "CGST", "SGST", "Credited", "To pay"], rows }
}

/// `18 %`, `2.5 %`.
fn rate(basis_points: i64) -> String {
    let (whole, rest) = (basis_points / 100, basis_points % 100);
    if rest == 0 {
        format!("{whole} %")
    } else {
        format!("{whole}.{} %", format!("{rest:02}").trim_end_matches('0'))
    }
}

#[cfg(test)]
mod tests {
    use super::rate;

    #[test]
    fn rates_are_written_without_needless_noughts() {
        assert_eq!([1_800, 500, 250, 25, 0].map(rate), ["18 %", "5 %", "2.5 %", "0.25 %", "0 %"]);
    }
}
