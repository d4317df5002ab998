//! The forms of a page.

use reqwest::Url;

use super::Page;

/// A form as it stands on a page, to be filled in and submitted.
#[derive(Debug, Clone)]
pub struct Form {
    pub(super) page: Url,
    pub(super) action: Url,
    pub(super) is_post: bool,
    /// Names of everything that can be filled in or pressed.
    pub(super) controls: Vec<String>,
    pub(super) fields: Vec<(String, String)>,
}

impl Page {
    pub fn forms(&self) -> Vec<Form> {
        let mut forms: Vec<Form> = Vec::new();
        let mut open = false;
        for tag in tags(&self.body) {
            match (tag.name.as_str(), forms.last_mut()) {
                ("form", _) => {
                    open = true;
                    forms.push(Form {
                        page: self.url.clone(),
                        action: self.url.join(tag.get("action").unwrap_or_default()).expect("an address"),
                        is_post: tag.get("method").is_some_and(|method| method.eq_ignore_ascii_case("post")),
                        controls: Vec::new(),
                        fields: Vec::new(),
                    });
                }
                ("/form", _) => open = false,
                ("input" | "button" | "textarea" | "select", Some(form)) if open => form.add(&tag),
                _ => {}
            }
        }
        forms
    }
}

impl Form {
    /// Fills a field in, or presses the button of that name and value.
    #[must_use]
    pub fn with(mut self, name: &str, value: &str) -> Self {
        assert!(self.controls.iter().any(|control| control == name), "no control `{name}` in {:?}", self.controls);
        self = self.without(name);
        self.fields.push((name.to_owned(), value.to_owned()));
        self
    }

    /// Clears a field or unticks a box.
    #[must_use]
    pub fn without(mut self, name: &str) -> Self {
        self.fields.retain(|field| field.0 != name);
        self
    }

    pub fn value(&self, name: &str) -> Option<&str> {
        self.fields.iter().find(|field| field.0 == name).map(|field| field.1.as_str())
    }

    fn add(&mut self, tag: &Tag) {
        let Some(name) = tag.get("name").filter(|name| !name.is_empty()) else { return };
        self.controls.push(name.to_owned());
        let sent = match tag.get("type").unwrap_or_default() {
            "submit" | "button" | "image" | "reset" => false,
            "checkbox" | "radio" => tag.get("checked").is_some(),
            _ => tag.name != "button",
        };
        if sent {
            self.fields.push((name.to_owned(), tag.get("value").unwrap_or_default().to_owned()));
        }
    }
}

struct Tag {
    name: String,
    attributes: Vec<(String, String)>,
}

impl Tag {
    fn get(&self, name: &str) -> Option<&str> {
        self.attributes.iter().find(|attribute| attribute.0 == name).map(|attribute| attribute.1.as_str())
    }
}

/// The tags of a page in order. Enough for forms written by servers; not a parser for the wild.
fn tags(html: &str) -> Vec<Tag> {
    let mut tags = Vec::new();
    let mut rest = html;
    while let Some(start) = rest.find('<') {
        rest = &rest[start + 1..];
        let name_ends = rest.find(|letter: char| letter.is_whitespace() || letter == '>').unwrap_or(rest.len());
        let name = rest[..name_ends].to_ascii_lowercase();
        rest = &rest[name_ends..];
        if !name.starts_with(|letter: char| letter.is_ascii_alphabetic() || letter == '/') {
            continue;
        }
        let (attributes, after) = attributes(rest);
        tags.push(Tag { name, attributes });
        rest = after;
    }
    tags
}

fn attributes(mut rest: &str) -> (Vec<(String, String)>, &str) {
    let mut attributes = Vec::new();
    loop {
        rest = rest.trim_start_matches(|letter: char| letter.is_whitespace() || letter == '/');
        if rest.is_empty() || rest.starts_with('>') {
            return (attributes, rest);
        }
        // A name has at least one letter, whatever it is.
        let ends = |(_, letter): &(usize, char)| letter.is_whitespace() || "=>/".contains(*letter);
        let name_ends = rest.char_indices().skip(1).find(ends).map_or(rest.len(), |(end, _)| end);
        let (name, after) = rest.split_at(name_ends);
        rest = after.trim_start();
        let mut value = "";
        if let Some(after) = rest.strip_prefix('=') {
            (value, rest) = split_attribute_value(after.trim_start());
        }
        attributes.push((name.to_ascii_lowercase(), unescape_html(value)));
    }
}

fn split_attribute_value(text: &str) -> (&str, &str) {
    for quote in ['"', '\''] {
        if let Some(quoted) = text.strip_prefix(quote) {
            return quoted.split_once(quote).unwrap_or((quoted, ""));
        }
    }
    let end = text.find(|letter: char| letter.is_whitespace() || letter == '>');
    text.split_at(end.unwrap_or(text.len()))
}

fn unescape_html(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('&') {
        plain.push_str(before);
        let entity = after.split_once(';').and_then(|(entity, rest)| Some((letter(entity)?, rest)));
        let (letter, after) = entity.unwrap_or(('&', after));
        plain.push(letter);
        rest = after;
    }
    plain + rest
}

fn letter(entity: &str) -> Option<char> {
    match entity {
        "amp" => Some('&'),
        "lt" => Some('<'),
        "gt" => Some('>'),
        "quot" => Some('"'),
        "apos" => Some('\''),
        _ => {
            let number = entity.strip_prefix('#')?;
            let code = match number.strip_prefix(['x', 'X']) {
                Some(hex) => u32::from_str_radix(hex, 16),
                None => number.parse(),
            };
            char::from_u32(code.ok()?)
        }
    }
}
