//! What a month comes to for the tax office.

use super::figures::{GstBranch, GstFigures, GstLine, TaxSum};
use super::page::{money, one_line};
use super::sheet::{Measure, Sheet, Table};
use super::{Letter, Salon};

/// Every amount above the tables is the sum of the rows that are below: credit notes have rows of their own, and what was
/// sold without tax stands apart.
pub fn monthly_gst_summary(figures: &GstFigures, salon: &Salon) -> Letter {
    let month = figures.month.format("%B %Y").to_string();
    let taxed = net(figures, GstLine::is_taxed);
    let untaxed = net(figures, |line| !line.is_taxed());
    let measure = |label, paise| Measure { label, value: money(paise), change: None };
    let mut measures = vec![
        measure("GST to pay", taxed.gst_paise()),
        measure("Taxable value", taxed.value_paise),
        measure("CGST", taxed.cgst_paise),
        measure("SGST", taxed.sgst_paise),
    ];
    if untaxed != TaxSum::default() {
        measures.push(measure("Without GST", untaxed.value_paise));
    }
    let sheet = Sheet {
        subject: format!("GST for {month}"),
        title: format!("GST for {month}"),
        measures,
        tables: figures
            .branches
            .iter()
            .flat_map(|branch| [taxed_table(branch), untaxed_table(branch)])
            .flatten()
            .collect(),
        ..Sheet::default()
    };
    sheet.letter(salon, None)
}

/// The same in a few lines, for a chat.
pub fn in_brief(figures: &GstFigures) -> String {
    let taxed = net(figures, GstLine::is_taxed);
    format!(
        "GST for {}\nTo pay: {}\nTaxable value: {}",
        figures.month.format("%B %Y"),
        money(taxed.gst_paise()),
        money(taxed.value_paise)
    )
}

fn net(figures: &GstFigures, which: fn(&GstLine) -> bool) -> TaxSum {
    let lines = figures.branches.iter().flat_map(|branch| &branch.lines);
    lines.filter(|line| which(line)).map(GstLine::net).sum()
}

fn taxed_table(branch: &GstBranch) -> Option<Table> {
    let title = match &branch.gstin {
        Some(gstin) => format!("{} ({gstin})", one_line(&branch.name)),
        // Somebody should.
        None => format!("{} (its GSTIN is not entered)", one_line(&branch.name)),
    };
    let row = |label: String, sum: TaxSum| {
        let amounts = [sum.value_paise, sum.cgst_paise, sum.sgst_paise, sum.gst_paise()];
        std::iter::once(label).chain(amounts.map(money)).collect()
    };
    let head = vec!["SAC and rate", "Taxable", "CGST", "SGST", "GST"];
    table(title, head, branch.lines.iter().filter(|line| line.is_taxed()), row)
}

/// Bills of supply: no part of what is taxed.
fn untaxed_table(branch: &GstBranch) -> Option<Table> {
    let title = format!("{}, bills of supply (no GST)", one_line(&branch.name));
    let row = |label: String, sum: TaxSum| vec![label, money(sum.value_paise)];
    let untaxed = branch.lines.iter().filter(|line| !line.is_taxed());
    table(title, vec!["SAC", "Value"], untaxed, row)
}

/// What was billed, what credit notes took back, and what both come to.
fn table<'a>(
    title: String,
    head: Vec<&'static str>,
    lines: impl Iterator<Item = &'a GstLine>,
    row: impl Fn(String, TaxSum) -> Vec<String>,
) -> Option<Table> {
    let (mut billed, mut credited, mut sum) = (Vec::new(), Vec::new(), Vec::new());
    for line in lines {
        let name = if line.is_taxed() {
            format!("{} at {}", line.sac, rate(line.rate_basis_points))
        } else {
            line.sac.clone()
        };
        if line.billed != TaxSum::default() {
            billed.push(row(name.clone(), line.billed));
        }
        if line.credited != TaxSum::default() {
            credited.push(row(format!("Credit notes, {name}"), -line.credited));
        }
        sum.push(line.net());
    }
    if sum.is_empty() {
        return None;
    }
    let together = row("Together".to_owned(), sum.into_iter().sum());
    Some(Table { title, head, rows: billed.into_iter().chain(credited).chain([together]).collect() })
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
