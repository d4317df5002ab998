//! The totals in figures and words, and the tax summary.

use std::collections::BTreeMap;

use parlour_domain::billing::amount_format::{format_amount, format_rupees};
use parlour_domain::billing::amount_words::format_in_words;
use parlour_domain::billing::invoice_document::{DocumentKind, DocumentReference, DocumentTotals};

use super::InvoiceLayout;
use crate::gst_states;
use crate::page::{Align, Area, CONTENT_WIDTH, MARGIN, PAGE_WIDTH, TextStyle};
use crate::palette::{GREY, RULE_GREY};
use crate::wording::format_half_rate;

/// The width of the totals; the amount in words and the tax summary take the rest.
const TOTALS_WIDTH: f32 = 222.0;
const GAP: f32 = 26.0;
const TOTAL_BAND_HEIGHT: f32 = 30.0;
/// Aligns the totals with the amounts of the table.
const INSET: f32 = 6.0;
/// With more service codes (SAC) than these the summary would be too long.
const MAX_SUMMARY_SACS: usize = 8;

impl InvoiceLayout<'_> {
    pub(super) fn draw_sums(&mut self) {
        let top = self.y;
        let right = self.draw_totals(top);
        let left = self.draw_total_in_words(top);
        self.y = left.max(right);
    }

    fn draw_totals(&mut self, top: f32) -> f32 {
        let (left, right) = (PAGE_WIDTH - MARGIN - TOTALS_WIDTH, PAGE_WIDTH - MARGIN);
        let mut y = top;
        for (label, amount) in self.labelled_totals() {
            let style = TextStyle::regular(9.0);
            let width = TOTALS_WIDTH - style.width_of(&amount) - 22.0;
            self.page.draw_text((right - INSET, y), Align::Right, style, &amount);
            y = self.page.draw_wrapped((left + INSET, y), style.in_colour(GREY), &label, width) + 3.0;
        }
        y += 3.0;
        self.page.draw_fill(Area::new(left, y, TOTALS_WIDTH, TOTAL_BAND_HEIGHT), 3.0, self.palette.block);
        let style = TextStyle::bold(13.0).in_colour(self.palette.on_block);
        let total = format_rupees(self.document.totals.total_paise);
        self.page.draw_text((right - INSET, y + 6.2), Align::Right, style, &total);
        let style = TextStyle::bold(10.0).in_colour(self.palette.on_block);
        self.page.draw_text((left + INSET, y + 8.3), Align::Left, style, self.wording.total);
        y += TOTAL_BAND_HEIGHT + 6.0;
        self.draw_payments((left + INSET, right - INSET), y)
    }

    fn labelled_totals(&self) -> Vec<(String, String)> {
        let (document, totals) = (self.document, &self.document.totals);
        if document.kind == DocumentKind::MembershipSession {
            return Vec::new();
        }
        let (is_taxed, text) = (document.shows_tax(), self.texts.document());
        let mut sums = Vec::new();
        let mut add = |label: String, amount: String| sums.push((label, amount));
        if is_taxed || totals.subtotal_paise != totals.total_paise {
            let label = if is_taxed { text.subtotal_with_gst() } else { text.subtotal() };
            add(label.to_owned(), format_rupees(totals.subtotal_paise));
        }
        if totals.discount_paise > 0 {
            let cause = totals.discount_reason.as_deref().or(totals.offer_name.as_deref());
            let label = cause.map_or_else(|| text.discount().to_owned(), |cause| text.discount_for(cause));
            add(label, format_rupees(-totals.discount_paise));
        }
        if totals.redeemed_value_paise > 0 {
            add(text.redeemed().to_owned(), format_rupees(-totals.redeemed_value_paise));
        }
        if is_taxed {
            let half = format_half_rate(totals.rate_basis_points);
            add(text.taxable_value().to_owned(), format_rupees(totals.taxable_value_paise));
            add(text.tax_at_rate(text.cgst(), &half), format_rupees(totals.cgst_paise));
            add(text.tax_at_rate(self.state_tax(), &half), format_rupees(totals.sgst_paise));
        }
        if totals.rounding_paise != 0 {
            add(text.rounding().to_owned(), format_rupees(totals.rounding_paise));
        }
        sums
    }

    fn state_tax(&self) -> &'static str {
        gst_states::state_tax_name(self.document.seller.state_code(), self.texts.document())
    }

    fn draw_total_in_words(&mut self, top: f32) -> f32 {
        let width = CONTENT_WIDTH - TOTALS_WIDTH - GAP;
        let (strong, plain) = (TextStyle::bold(9.0), TextStyle::regular(8.5));
        let text = self.texts.document();
        let (label, words) = match &self.document.reference {
            DocumentReference::Session { membership_number, .. } => {
                (text.paid_with(), text.membership_number(membership_number))
            }
            _ => (text.amount_in_words(), format_in_words(self.document.totals.total_paise, self.document.language)),
        };
        let mut y = self.draw_label((MARGIN, top), label);
        y = self.page.draw_wrapped((MARGIN, y), strong, &words, width) + 10.0;
        y = self.draw_tax_summary((MARGIN, y), width);
        for sentence in self.gems_sentences() {
            y = self.page.draw_wrapped((MARGIN, y), plain, &sentence, width) + 2.0;
        }
        y = self.draw_upi_request((MARGIN, y), width);
        if let Some(closing) = self.wording.closing {
            y = self.page.draw_wrapped((MARGIN, y + 6.0), TextStyle::muted(8.5), closing, width);
        }
        y
    }

    /// Draws taxable value and tax for each service code (SAC) and returns the lower edge.
    fn draw_tax_summary(&mut self, (x, top): (f32, f32), width: f32) -> f32 {
        let totals_by_sac = self.totals_by_sac();
        if !self.document.shows_tax() || totals_by_sac.len() > MAX_SUMMARY_SACS {
            return top;
        }
        let (half, text) = (format_half_rate(self.document.totals.rate_basis_points), self.texts.document());
        let mut y = self.draw_label((x, top), text.tax_summary());
        let titles = [
            text.column_sac().to_owned(),
            text.taxable_value().to_owned(),
            text.column_tax(text.cgst(), &half),
            text.column_tax(self.state_tax(), &half),
        ];
        let ends = [x, x + width * 0.46, x + width * 0.73, x + width];
        let mut row = |y: f32, style: TextStyle, cells: &[String; 4]| {
            for ((cell, end), index) in cells.iter().zip(ends).zip(0..) {
                let align = if index == 0 { Align::Left } else { Align::Right };
                self.page.draw_text((end, y), align, style, cell);
            }
            y + style.leading() + 2.0
        };
        y = row(y, TextStyle::muted(7.5), &titles);
        for (sac, sums) in &totals_by_sac {
            let amounts = [sums.taxable_value_paise, sums.cgst_paise, sums.sgst_paise].map(format_amount);
            let [taxable, cgst, sgst] = amounts;
            y = row(y, TextStyle::regular(8.0), &[sac.clone(), taxable, cgst, sgst]);
        }
        self.page.draw_rule(x, y + 2.0, width, RULE_GREY);
        y + 12.0
    }

    fn totals_by_sac(&self) -> BTreeMap<String, DocumentTotals> {
        let mut sums: BTreeMap<String, DocumentTotals> = BTreeMap::new();
        for line in &self.document.lines {
            let sum = sums.entry(line.sac.clone()).or_default();
            sum.taxable_value_paise += line.taxable_value_paise;
            sum.cgst_paise += line.cgst_paise;
            sum.sgst_paise += line.sgst_paise;
        }
        sums
    }

    fn gems_sentences(&self) -> Vec<String> {
        let (earned, redeemed) = (self.document.gems_earned, self.document.gems_redeemed);
        let text = self.texts.document();
        let sentences = if self.document.kind == DocumentKind::CreditNote {
            [(earned, text.gems_taken_back(earned)), (redeemed, text.gems_given_back(redeemed))]
        } else {
            [(earned, text.gems_earned(earned)), (redeemed, text.gems_redeemed(redeemed))]
        };
        sentences.into_iter().filter(|(count, _)| *count > 0).map(|(_, sentence)| sentence).collect()
    }
}
