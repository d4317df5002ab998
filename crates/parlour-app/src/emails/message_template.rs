//! The usual email: a few words, what it is about, and where to go from there.

use askama::Template;

use super::rendering::{LabelledValue, LayoutContext, render_email};
use super::{EmailMessage, EmailRecipient, SalonContact};

/// How wide a email of words grows.
const WIDTH: u16 = 560;

#[derive(Debug, Clone, Default)]
pub(super) struct MessageTemplate {
    pub(super) subject: String,
    pub(super) title: String,
    /// Whom it greets; nobody where a machine reads it first.
    pub(super) reader: Option<String>,
    pub(super) opening: Vec<String>,
    /// Somebody's own words.
    pub(super) quoted: Option<String>,
    pub(super) facts: Vec<LabelledValue>,
    /// What it comes to, and of what.
    pub(super) lines: Vec<LabelledValue>,
    pub(super) total: Option<LabelledValue>,
    pub(super) closing: Vec<String>,
    pub(super) button: Option<Button>,
}

#[derive(Debug, Clone)]
pub(super) struct Button {
    pub(super) label: &'static str,
    pub(super) url: String,
}

#[derive(Template)]
#[template(path = "emails/note.html")]
struct HtmlPage<'a> {
    frame: &'a LayoutContext<'a>,
    note: &'a MessageTemplate,
}

#[derive(Template)]
#[template(path = "emails/note.txt")]
struct PlainText<'a> {
    frame: &'a LayoutContext<'a>,
    note: &'a MessageTemplate,
}

impl MessageTemplate {
    pub(super) fn render_email(&self, salon: &SalonContact, unsubscribe_url: Option<&str>) -> EmailMessage {
        let preview = self.opening.first().map_or("", String::as_str);
        let frame = LayoutContext { title: &self.title, preview, salon, unsubscribe_url, width: WIDTH };
        let (text, page) = (PlainText { frame: &frame, note: self }, HtmlPage { frame: &frame, note: self });
        render_email(self.subject.clone(), &frame, &text, &page)
    }

    /// The same for somebody who may not want another.
    pub(super) fn marketing_email(&self, salon: &SalonContact, reader: &EmailRecipient) -> EmailMessage {
        self.render_email(salon, reader.unsubscribe_url.as_deref())
    }
}
