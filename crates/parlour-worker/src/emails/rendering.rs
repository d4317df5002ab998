//! Renders the text and HTML templates, and formats amounts.

use askama::Template;
use parlour_domain::billing::amount_format;
use parlour_texts::Texts;

use super::{EmailMessage, SalonContact};

/// The parts that all e-mails share: header, footer and width.
#[derive(Debug, Clone)]
pub(super) struct LayoutContext<'a> {
    pub(super) texts: Texts,
    pub(super) title: &'a str,
    /// The text that mail programs show beside the subject in a list.
    pub(super) preview: &'a str,
    pub(super) salon: &'a SalonContact,
    pub(super) unsubscribe_url: Option<&'a str>,
    /// The largest width, in pixels.
    pub(super) width: u16,
}

impl LayoutContext<'_> {
    /// The fonts of phones and computers that have Devanagari come first where the e-mail is in it.
    pub(super) fn fonts(&self) -> &'static str {
        if self.is_english() {
            "system-ui,-apple-system,'Segoe UI',Roboto,'Noto Sans','Noto Sans Devanagari','Nirmala UI',\
             'Kohinoor Devanagari',Helvetica,Arial,sans-serif"
        } else {
            "system-ui,'Noto Sans Devanagari','Nirmala UI','Kohinoor Devanagari','Noto Sans',sans-serif"
        }
    }

    /// Devanagari has signs above and below its letters.
    pub(super) fn line_height(&self) -> &'static str {
        if self.is_english() { "1.55" } else { "1.6" }
    }

    pub(super) fn heading_line_height(&self) -> &'static str {
        if self.is_english() { "1.25" } else { "1.4" }
    }

    fn is_english(&self) -> bool {
        self.texts == Texts::ENGLISH
    }
}

/// A label with its value, shown as one row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct LabelledValue {
    pub(super) label: String,
    pub(super) value: String,
}

impl LabelledValue {
    pub(super) fn new(label: impl Into<String>, value: impl Into<String>) -> Self {
        Self { label: label.into(), value: value.into() }
    }
}

/// Renders both forms of an e-mail.
pub(super) fn render_email(
    subject: String,
    layout: &LayoutContext<'_>,
    text: &impl Template,
    html: &impl Template,
) -> EmailMessage {
    // Writing to memory does not fail.
    let rendered = |form: Result<String, askama::Error>| form.unwrap_or_default();
    EmailMessage {
        subject,
        text: rendered(text.render()),
        html: rendered(html.render()),
        attachments: Vec::new(),
        inline: Vec::new(),
        unsubscribe_url: layout.unsubscribe_url.map(str::to_owned),
    }
}

/// `₹1,23,456.50`, and `₹1,23,456` where there are no paise.
pub(super) fn format_money(paise: i64) -> String {
    let exact = amount_format::format_rupees(paise);
    exact.strip_suffix(".00").map(str::to_owned).unwrap_or(exact)
}

/// Joins a text that people typed into one line.
pub(super) fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_are_easy_to_read() {
        assert_eq!(format_money(149_900), "₹1,499");
        assert_eq!(format_money(12_345_678), "₹1,23,456.78");
    }
}
