//! What it comes to: in figures and words, and what of it is tax.

use std::collections::BTreeMap;

use parlour_domain::amount_in_words::{figures, in_words, rupees};
use parlour_domain::invoice_document::{DocumentKind, Reference, Totals};

use super::Sheet;
use super::parties::paid_with;
use crate::ink::{GREY, PALE};
use crate::page::{Align, Area, CONTENT, MARGIN, Style, WIDTH};
use crate::states;
use crate::wording::half_rate;

/// Of the sums; words and summary have the rest.
const RIGHT: f32 = 222.0;
const GAP: f32 = 26.0;
const BAND: f32 = 30.0;
/// Under the amounts of the table.
const INSET: f32 = 6.0;
/// With more kinds of service than these the lines say it better.
const MOST_SACS: usize = 8;

impl Sheet<'_> {
    pub(super) fn sums(&mut self) {
        let top = self.y;
        let right = self.figures(top);
        let left = self.words(top);
        self.y = left.max(right);
    }

    fn figures(&mut self, top: f32) -> f32 {
        let (left, right) = (WIDTH - MARGIN - RIGHT, WIDTH - MARGIN);
        let mut y = top;
        for (label, amount) in self.sums_by_name() {
            let style = Style::regular(9.0);
            let lines = style.in_colour(GREY).wrapped(&label, RIGHT - style.width_of(&amount) - 22.0);
            self.page.text((right - INSET, y), Align::Right, style, &amount);
            y = self.page.lines((left + INSET, y), Align::Left, style.in_colour(GREY), lines) + 3.0;
        }
        y += 3.0;
        self.page.fill(Area::new(left, y, RIGHT, BAND), 3.0, self.palette.block);
        let style = Style::bold(13.0).in_colour(self.palette.on_block);
        let total = rupees(self.document.totals.total_paise);
        self.page.text((right - INSET, y + 6.2), Align::Right, style, &total);
        let style = Style::bold(10.0).in_colour(self.palette.on_block);
        self.page.text((left + INSET, y + 8.3), Align::Left, style, self.wording.total);
        y += BAND + 6.0;
        if let Some(means) = paid_with(self.document) {
            let text = format!("Paid in full {}", by_what(means));
            self.page.text((right - INSET, y), Align::Right, Style::muted(8.5), &text);
            y += 12.0;
        }
        y
    }

    fn sums_by_name(&self) -> Vec<(String, String)> {
        let (document, totals) = (self.document, &self.document.totals);
        if document.kind == DocumentKind::MembershipSession {
            return Vec::new();
        }
        let is_taxed = document.seller.gst_registered;
        let mut sums = Vec::new();
        let mut add = |label: String, amount: String| sums.push((label, amount));
        if is_taxed || totals.subtotal_paise != totals.total_paise {
            add(
                if is_taxed { "Subtotal, GST included" } else { "Subtotal" }.to_owned(),
                rupees(totals.subtotal_paise),
            );
        }
        if totals.discount_paise > 0 {
            let offer = totals.offer_name.as_deref().map(|name| format!(": {name}")).unwrap_or_default();
            add(format!("Discount{offer}"), rupees(-totals.discount_paise));
        }
        if totals.redeemed_value_paise > 0 {
            add("Redeemed with gems".to_owned(), rupees(-totals.redeemed_value_paise));
        }
        if is_taxed {
            let half = half_rate(totals.rate_basis_points);
            add("Taxable value".to_owned(), rupees(totals.taxable_value_paise));
            add(format!("CGST at {half}"), rupees(totals.cgst_paise));
            add(format!("{} at {half}", self.state_tax()), rupees(totals.sgst_paise));
        }
        sums
    }

    fn state_tax(&self) -> &'static str {
        states::state_tax(self.document.seller.state_code())
    }

    fn words(&mut self, top: f32) -> f32 {
        let width = CONTENT - RIGHT - GAP;
        let (strong, plain) = (Style::bold(9.0), Style::regular(8.5));
        let (label, words) = match &self.document.reference {
            Reference::Session { membership_number, .. } => {
                ("Paid with", format!("Membership {membership_number}"))
            }
            _ => ("Amount in words", in_words(self.document.totals.total_paise)),
        };
        let mut y = self.label((MARGIN, top), label);
        y = self.page.lines((MARGIN, y), Align::Left, strong, strong.wrapped(&words, width)) + 10.0;
        y = self.tax_summary((MARGIN, y), width);
        for sentence in self.about_gems() {
            y = self.page.lines((MARGIN, y), Align::Left, plain, plain.wrapped(&sentence, width)) + 2.0;
        }
        if let Some(closing) = self.wording.closing {
            y = self.page.lines(
                (MARGIN, y + 6.0),
                Align::Left,
                Style::muted(8.5),
                plain.wrapped(closing, width),
            );
        }
        y
    }

    /// Taxable value and tax of each kind of service.
    fn tax_summary(&mut self, (x, top): (f32, f32), width: f32) -> f32 {
        let by_sac = self.by_sac();
        let is_slip = self.document.kind == DocumentKind::MembershipSession;
        if !self.document.seller.gst_registered || is_slip || by_sac.len() > MOST_SACS {
            return top;
        }
        let half = half_rate(self.document.totals.rate_basis_points);
        let mut y = self.label((x, top), "Tax summary");
        let titles = [
            "SAC".to_owned(),
            "Taxable value".to_owned(),
            format!("CGST {half}"),
            format!("{} {half}", self.state_tax()),
        ];
        let ends = [x, x + width * 0.46, x + width * 0.73, x + width];
        let mut row = |y: f32, style: Style, cells: &[String; 4]| {
            for ((cell, end), place) in cells.iter().zip(ends).zip(0..) {
                let align = if place == 0 { Align::Left } else { Align::Right };
                self.page.text((end, y), align, style, cell);
            }
            y + style.leading() + 2.0
        };
        y = row(y, Style::muted(7.5), &titles);
        for (sac, sums) in &by_sac {
            let amounts = [sums.taxable_value_paise, sums.cgst_paise, sums.sgst_paise].map(figures);
            let [taxable, cgst, sgst] = amounts;
            y = row(y, Style::regular(8.0), &[sac.clone(), taxable, cgst, sgst]);
        }
        self.page.rule(x, y + 2.0, width, PALE);
        y + 12.0
    }

    fn by_sac(&self) -> BTreeMap<String, Totals> {
        let mut sums: BTreeMap<String, Totals> = BTreeMap::new();
        for line in &self.document.lines {
            let sum = sums.entry(line.sac.clone()).or_default();
            sum.taxable_value_paise += line.taxable_value_paise;
            sum.cgst_paise += line.cgst_paise;
            sum.sgst_paise += line.sgst_paise;
        }
        sums
    }

    fn about_gems(&self) -> Vec<String> {
        let (earned, redeemed) = (self.document.gems_earned, self.document.gems_redeemed);
        let is_credited = self.document.kind == DocumentKind::CreditNote;
        let said = |count: i64, verb: &str| {
            let gems = if count == 1 { "gem" } else { "gems" };
            (count > 0).then(|| format!("{count} {gems} {verb}."))
        };
        let (earned, redeemed) = if is_credited {
            (said(earned, "taken back"), said(redeemed, "given back"))
        } else {
            (said(earned, "earned with this visit"), said(redeemed, "redeemed"))
        };
        earned.into_iter().chain(redeemed).collect()
    }
}

/// Names stay names.
fn by_what(means: &str) -> String {
    match means {
        "UPI" => "by UPI".to_owned(),
        "Gems" => "with gems".to_owned(),
        means => format!("by {}", means.to_lowercase()),
    }
}
