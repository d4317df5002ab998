//! A email of figures: measures, a picture, tables.

use askama::Template;

use super::rendering::{LayoutContext, render_email};
use super::{EmailAttachment, EmailMessage, SalonContact};

/// Tables need more room than words.
const WIDTH: u16 = 640;
/// What the page calls its picture.
const CHART_CONTENT_NAME: &str = "chart";

#[derive(Debug, Clone, Default)]
pub(super) struct ReportTemplate {
    pub(super) subject: String,
    pub(super) title: String,
    pub(super) measures: Vec<Measure>,
    /// What changes are changes from.
    pub(super) compared_with: Option<String>,
    /// The name of the picture, where there is one.
    pub(super) chart: Option<&'static str>,
    pub(super) chart_in_words: String,
    pub(super) tables: Vec<Table>,
}

#[derive(Debug, Clone)]
pub(super) struct Measure {
    pub(super) label: &'static str,
    pub(super) value: String,
    pub(super) change: Option<Change>,
}

#[derive(Debug, Clone)]
pub(super) struct Change {
    pub(super) words: String,
    pub(super) tone: ChangeTone,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ChangeTone {
    Good,
    Bad,
    Neither,
}

#[derive(Debug, Clone)]
pub(super) struct Table {
    pub(super) title: String,
    pub(super) head: Vec<&'static str>,
    /// Each as long as the head.
    pub(super) rows: Vec<Vec<String>>,
}

#[derive(Template)]
#[template(path = "emails/figures.html")]
struct HtmlPage<'a> {
    frame: &'a LayoutContext<'a>,
    sheet: &'a ReportTemplate,
}

#[derive(Template)]
#[template(path = "emails/figures.txt")]
struct PlainText<'a> {
    frame: &'a LayoutContext<'a>,
    sheet: &'a ReportTemplate,
}

impl ReportTemplate {
    /// The picture is a PNG.
    pub(super) fn render_email(mut self, salon: &SalonContact, picture: Option<Vec<u8>>) -> EmailMessage {
        self.chart = picture.is_some().then_some(CHART_CONTENT_NAME);
        let preview = self.measures.first().map_or("", |measure| measure.value.as_str());
        let frame = LayoutContext { title: &self.title, preview, salon, unsubscribe_url: None, width: WIDTH };
        let (text, page) =
            (PlainText { frame: &frame, sheet: &self }, HtmlPage { frame: &frame, sheet: &self });
        let mut email = render_email(self.subject.clone(), &frame, &text, &page);
        email.inline.extend(picture.map(|bytes| EmailAttachment {
            name: CHART_CONTENT_NAME.to_owned(),
            content_type: "image/png".to_owned(),
            bytes,
        }));
        email
    }
}

impl Change {
    /// Of a number of which more is better, or less. None where there was nothing before.
    pub(super) fn of(now: i64, before: i64, more_is_better: bool) -> Option<Self> {
        if before <= 0 {
            return None;
        }
        let per_cent = (i128::from(now) - i128::from(before)) * 100;
        let before = i128::from(before);
        // Halves away from zero.
        let rounded = (per_cent.abs() * 2 + before) / (before * 2);
        let (sign, tone) = match per_cent.signum() {
            _ if rounded == 0 => ("±", ChangeTone::Neither),
            1 => ("▲ ", if more_is_better { ChangeTone::Good } else { ChangeTone::Bad }),
            _ => ("▼ ", if more_is_better { ChangeTone::Bad } else { ChangeTone::Good }),
        };
        Some(Self { words: format!("{sign}{rounded} %"), tone })
    }
}

impl ChangeTone {
    /// What the page's style calls it in the dark.
    fn class(self) -> &'static str {
        match self {
            Self::Good => "up",
            Self::Bad => "down",
            Self::Neither => "soft",
        }
    }

    fn colour(self) -> &'static str {
        match self {
            Self::Good => "#23784a",
            Self::Bad => "#b3362b",
            Self::Neither => "#76686f",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_change_is_told_in_whole_per_cent() {
        let told = |now, before| Change::of(now, before, true).map(|change| change.words);
        assert_eq!(told(112, 100).as_deref(), Some("▲ 12 %"));
        assert_eq!(told(199, 200).as_deref(), Some("▼ 1 %"));
        assert_eq!(told(1_000_001, 1_000_000).as_deref(), Some("±0 %"));
        assert_eq!(told(0, 5).as_deref(), Some("▼ 100 %"));
        assert_eq!(told(-500, 1_000).as_deref(), Some("▼ 150 %"));
        assert_eq!(told(5, 0), None);
        assert_eq!(told(i64::MAX, 1).as_deref(), Some("▲ 922337203685477580600 %"));
        assert_eq!(Change::of(2, 1, false).map(|change| change.tone), Some(ChangeTone::Bad));
    }
}
