//! What the page of a report consists of.

use super::comparison::Change;
use super::table::ReportTable;
use crate::chart::Chart;
use parlour_texts::ReportsTexts;

/// The parts of a page, of which a report has some.
#[derive(Default)]
pub(crate) struct ReportContent {
    /// The days with which it is compared.
    pub(crate) days_before: Option<String>,
    pub(crate) figures: Vec<Figure>,
    pub(crate) chart: Option<ChartCard>,
    pub(crate) funnel: Option<Funnel>,
    /// Beside the chart.
    pub(crate) shares: Vec<ShareList>,
    pub(crate) tables: Vec<ReportTable>,
    /// Beside the first table, which then stands below the chart.
    pub(crate) facts: Option<FactList>,
    /// How the figures come about.
    pub(crate) notes: Vec<&'static str>,
    /// In place of tables and shares.
    pub(crate) empty: Option<Empty>,
}

impl ReportContent {
    /// Of a period without anything: figures and chart show what was before, and nothing is listed.
    pub(super) fn without_rows(self, empty: Empty) -> Self {
        Self { funnel: None, shares: Vec::new(), tables: Vec::new(), facts: None, empty: Some(empty), ..self }
    }

    /// Whether anything stands between the figures and the tables that are as wide as the page.
    pub(crate) fn has_cards(&self) -> bool {
        self.chart.is_some() || self.funnel.is_some() || self.facts.is_some() || !self.shares.is_empty()
    }

    /// The tables that are as wide as the page: nothing stands beside them.
    pub(crate) fn wide_tables(&self) -> &[ReportTable] {
        match self.tables.split_first() {
            Some((_, others)) if self.facts.is_some() => others,
            _ => &self.tables,
        }
    }
}

/// One figure in large letters.
pub(crate) struct Figure {
    pub(crate) name: &'static str,
    pub(crate) amount: String,
    pub(crate) change: Option<Change>,
    /// What stands below it.
    pub(crate) about: String,
    /// Something else about it, on a line of its own.
    pub(crate) more: Option<String>,
}

impl Figure {
    pub(crate) fn new(name: &'static str, amount: String, about: impl Into<String>) -> Self {
        Self { name, amount, change: None, about: about.into(), more: None }
    }

    /// Beside the same figure of the period before.
    pub(super) fn compared(
        name: &'static str,
        amount: String,
        (before, change): (&str, Option<Change>),
        text: ReportsTexts,
    ) -> Self {
        let about = if change.is_some() { text.from_figure(before) } else { text.before_figure(before) };
        Self { name, amount, change, about, more: None }
    }

    pub(super) fn with_more(self, more: String) -> Self {
        Self { more: Some(more), ..self }
    }
}

pub(crate) struct ChartCard {
    pub(crate) title: &'static str,
    pub(crate) chart: Chart,
    /// What its bars mean: this period, and the one before if it is drawn.
    pub(crate) now: String,
    pub(crate) before: Option<String>,
    /// Whether the slim bars are another figure of the same period, which must not look like the period before.
    pub(crate) has_two_figures: bool,
}

/// Parts of a whole, each with a bar.
pub(crate) struct ShareList {
    pub(crate) title: &'static str,
    pub(crate) rows: Vec<ShareRow>,
}

pub(crate) struct ShareRow {
    pub(crate) name: String,
    pub(crate) note: String,
    pub(crate) amount: String,
    /// Hundredths of a per cent of the whole; none without a bar.
    pub(crate) share: Option<i64>,
}

/// How many reach each step.
pub(crate) struct Funnel {
    pub(crate) title: &'static str,
    pub(crate) about: String,
    pub(crate) steps: Vec<FunnelStep>,
}

pub(crate) struct FunnelStep {
    pub(crate) name: &'static str,
    pub(crate) class: &'static str,
    /// Of 640 units of the drawing.
    pub(crate) width: i64,
    pub(crate) count: String,
    pub(crate) note: String,
}

pub(crate) struct FactList {
    pub(crate) title: &'static str,
    pub(crate) facts: Vec<(String, String)>,
}

/// A period without anything.
pub(crate) struct Empty {
    pub(crate) sentence: &'static str,
    /// Name and address of another period that has something.
    pub(crate) other: Option<(String, String)>,
}
