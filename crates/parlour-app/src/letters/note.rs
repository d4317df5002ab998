//! The usual letter: a few words, what it is about, and where to go from there.

use askama::Template;

use super::page::{Fact, Frame, letter};
use super::{Letter, Reader, Salon};

/// How wide a letter of words grows.
const WIDTH: u16 = 560;

#[derive(Debug, Clone, Default)]
pub(super) struct Note {
    pub(super) subject: String,
    pub(super) title: String,
    /// Whom it greets; nobody where a machine reads it first.
    pub(super) reader: Option<String>,
    pub(super) opening: Vec<String>,
    /// Somebody's own words.
    pub(super) quoted: Option<String>,
    pub(super) facts: Vec<Fact>,
    /// What it comes to, and of what.
    pub(super) lines: Vec<Fact>,
    pub(super) total: Option<Fact>,
    pub(super) closing: Vec<String>,
    pub(super) button: Option<Button>,
}

#[derive(Debug, Clone)]
pub(super) struct Button {
    pub(super) label: &'static str,
    pub(super) url: String,
}

#[derive(Template)]
#[template(path = "letters/note.html")]
struct Page<'a> {
    frame: &'a Frame<'a>,
    note: &'a Note,
}

#[derive(Template)]
#[template(path = "letters/note.txt")]
struct Text<'a> {
    frame: &'a Frame<'a>,
    note: &'a Note,
}

impl Note {
    pub(super) fn letter(&self, salon: &Salon, unsubscribe_url: Option<&str>) -> Letter {
        let preview = self.opening.first().map_or("", String::as_str);
        let frame = Frame { title: &self.title, preview, salon, unsubscribe_url, width: WIDTH };
        let (text, page) = (Text { frame: &frame, note: self }, Page { frame: &frame, note: self });
        letter(self.subject.clone(), &frame, &text, &page)
    }

    /// The same for somebody who may not want another.
    pub(super) fn marketing_letter(&self, salon: &Salon, reader: &Reader) -> Letter {
        self.letter(salon, reader.unsubscribe_url.as_deref())
    }
}
