//! The template of report e-mails: key figures, a chart, tables.

use askama::Template;
use parlour_texts::Texts;

use super::rendering::{LayoutContext, render_email};
use super::{EmailAttachment, EmailMessage, SalonContact};

/// The largest width, in pixels: tables need more room than text.
const WIDTH: u16 = 640;
/// The content id of the chart in the HTML form.
const CHART_CONTENT_NAME: &str = "chart";

#[derive(Debug, Clone, Default)]
pub(super) struct ReportTemplate {
    pub(super) subject: String,
    pub(super) title: String,
    pub(super) key_figures: Vec<KeyFigure>,
    /// Says what changes are compared with.
    pub(super) compared_with: Option<&'static str>,
    /// The content id of the chart, if there is one.
    pub(super) chart: Option<&'static str>,
    /// The chart as text, for readers who do not see the picture.
    pub(super) chart_text: String,
    pub(super) tables: Vec<Table>,
}

#[derive(Debug, Clone)]
pub(super) struct KeyFigure {
    pub(super) label: &'static str,
    pub(super) value: String,
    pub(super) change: Option<Change>,
}

#[derive(Debug, Clone)]
pub(super) struct Change {
    pub(super) words: String,
    pub(super) direction: ChangeDirection,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ChangeDirection {
    Better,
    Worse,
    Same,
}

#[derive(Debug, Clone)]
pub(super) struct Table {
    pub(super) title: String,
    pub(super) head: Vec<&'static str>,
    /// Each row has as many cells as `head`.
    pub(super) rows: Vec<Vec<String>>,
}

#[derive(Template)]
#[template(path = "emails/report.html")]
struct HtmlPage<'a> {
    layout: &'a LayoutContext<'a>,
    report: &'a ReportTemplate,
}

#[derive(Template)]
#[template(path = "emails/report.txt")]
struct PlainText<'a> {
    layout: &'a LayoutContext<'a>,
    report: &'a ReportTemplate,
}

impl ReportTemplate {
    /// `chart` is a PNG.
    pub(super) fn render_email(mut self, salon: &SalonContact, texts: Texts, chart: Option<Vec<u8>>) -> EmailMessage {
        self.chart = chart.is_some().then_some(CHART_CONTENT_NAME);
        let preview = self.key_figures.first().map_or("", |figure| figure.value.as_str());
        let layout = LayoutContext { texts, title: &self.title, preview, salon, unsubscribe_url: None, width: WIDTH };
        let (text, page) = (PlainText { layout: &layout, report: &self }, HtmlPage { layout: &layout, report: &self });
        let mut email = render_email(self.subject.clone(), &layout, &text, &page);
        email.inline.extend(chart.map(|bytes| EmailAttachment {
            name: CHART_CONTENT_NAME.to_owned(),
            content_type: "image/png".to_owned(),
            bytes,
        }));
        email
    }
}

impl Change {
    /// Compares a number with that of the previous period. `None` if it was zero or less.
    pub(super) fn of(now: i64, before: i64, more_is_better: bool) -> Option<Self> {
        if before <= 0 {
            return None;
        }
        let per_cent = (i128::from(now) - i128::from(before)) * 100;
        let before = i128::from(before);
        // Rounds halves away from zero.
        let rounded = (per_cent.abs() * 2 + before) / (before * 2);
        let (sign, direction) = match per_cent.signum() {
            _ if rounded == 0 => ("±", ChangeDirection::Same),
            1 => ("▲ ", if more_is_better { ChangeDirection::Better } else { ChangeDirection::Worse }),
            _ => ("▼ ", if more_is_better { ChangeDirection::Worse } else { ChangeDirection::Better }),
        };
        Some(Self { words: format!("{sign}{rounded}%"), direction })
    }
}

impl ChangeDirection {
    /// The CSS class that gives it a colour in dark mode.
    fn class(self) -> &'static str {
        match self {
            Self::Better => "better",
            Self::Worse => "worse",
            Self::Same => "muted",
        }
    }

    fn colour(self) -> &'static str {
        match self {
            Self::Better => "#23784a",
            Self::Worse => "#b3362b",
            Self::Same => "#76686f",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_change_is_in_whole_per_cent() {
        let words = |now, before| Change::of(now, before, true).map(|change| change.words);
        assert_eq!(words(112, 100).as_deref(), Some("▲ 12%"));
        assert_eq!(words(199, 200).as_deref(), Some("▼ 1%"));
        assert_eq!(words(1_000_001, 1_000_000).as_deref(), Some("±0%"));
        assert_eq!(words(0, 5).as_deref(), Some("▼ 100%"));
        assert_eq!(words(-500, 1_000).as_deref(), Some("▼ 150%"));
        assert_eq!(words(5, 0), None);
        assert_eq!(words(i64::MAX, 1).as_deref(), Some("▲ 922337203685477580600%"));
        assert_eq!(Change::of(2, 1, false).map(|change| change.direction), Some(ChangeDirection::Worse));
    }
}
