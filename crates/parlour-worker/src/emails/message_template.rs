//! The template of most e-mails: some text, facts, a list with a total, and a button.

use askama::Template;
use parlour_texts::Texts;

use super::rendering::{LabelledValue, LayoutContext, render_email};
use super::{EmailMessage, EmailRecipient, SalonContact};

/// The largest width, in pixels.
const WIDTH: u16 = 560;

#[derive(Debug, Clone, Default)]
pub(super) struct MessageTemplate {
    pub(super) subject: String,
    pub(super) title: String,
    /// The name in the greeting; `None` leaves the greeting out.
    pub(super) reader: Option<String>,
    pub(super) opening: Vec<String>,
    /// A text that somebody typed, such as the reason of a cancellation.
    pub(super) quoted: Option<String>,
    pub(super) facts: Vec<LabelledValue>,
    /// The lines of a bill, with `total` below them.
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
#[template(path = "emails/message.html")]
struct HtmlPage<'a> {
    layout: &'a LayoutContext<'a>,
    message: &'a MessageTemplate,
}

#[derive(Template)]
#[template(path = "emails/message.txt")]
struct PlainText<'a> {
    layout: &'a LayoutContext<'a>,
    message: &'a MessageTemplate,
}

impl MessageTemplate {
    pub(super) fn render_email(
        &self,
        salon: &SalonContact,
        texts: Texts,
        unsubscribe_url: Option<&str>,
    ) -> EmailMessage {
        let preview = self.opening.first().map_or("", String::as_str);
        let layout = LayoutContext { texts, title: &self.title, preview, salon, unsubscribe_url, width: WIDTH };
        let (text, page) = (PlainText { layout: &layout, message: self }, HtmlPage { layout: &layout, message: self });
        render_email(self.subject.clone(), &layout, &text, &page)
    }

    /// Renders a marketing e-mail, which the recipient can unsubscribe from.
    pub(super) fn marketing_email(&self, salon: &SalonContact, reader: &EmailRecipient) -> EmailMessage {
        self.render_email(salon, reader.texts, reader.unsubscribe_url.as_deref())
    }
}
