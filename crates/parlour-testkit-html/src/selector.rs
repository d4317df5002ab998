//! As much of CSS selectors as stories need: `tag.class#id[attribute=value]`, with spaces for "somewhere inside".

use super::document::{Document, Element};

struct Selector {
    /// From the outside to the inside.
    parts: Vec<Vec<Condition>>,
}

enum Condition {
    Tag(String),
    Class(String),
    Attribute(String, Option<String>),
}

impl Document {
    /// All elements that match, in order. A selector has the form `table.visits tr[data-id=x]`.
    pub fn select(&self, selector: &str) -> Vec<Element<'_>> {
        let selector = Selector::parse(selector);
        self.elements().filter(|element| selector.matches(element)).collect()
    }
}

impl Selector {
    fn parse(text: &str) -> Self {
        Self { parts: text.split_whitespace().map(parse_part).collect() }
    }

    fn matches(&self, element: &Element<'_>) -> bool {
        let Some((last, around)) = self.parts.split_last() else { return false };
        let mut ancestors = element.ancestors();
        last.iter().all(|condition| condition.holds_for(element))
            && around.iter().rev().all(|part| ancestors.any(|ancestor| part.iter().all(|it| it.holds_for(&ancestor))))
    }
}

impl Condition {
    fn holds_for(&self, element: &Element<'_>) -> bool {
        match self {
            Self::Tag(tag) => tag == "*" || element.name() == tag,
            Self::Class(class) => {
                element.get("class").is_some_and(|classes| classes.split_whitespace().any(|it| it == class))
            }
            Self::Attribute(name, None) => element.has(name),
            Self::Attribute(name, value) => element.get(name) == value.as_deref(),
        }
    }
}

fn parse_part(part: &str) -> Vec<Condition> {
    assert!(!part.contains([',', '>', '+', '~', ':']), "`{part}` is more than stories need so far");
    let mut conditions = Vec::new();
    let mut rest = part;
    while !rest.is_empty() {
        if let Some(inside) = rest.strip_prefix('[') {
            let (attribute, behind) = inside.split_once(']').unwrap_or_else(|| panic!("`{part}` has no `]`"));
            let (name, value) =
                attribute.split_once('=').map_or((attribute, None), |(name, value)| (name, Some(value)));
            let value = value.map(|value| value.trim_matches(['"', '\'']).to_owned());
            conditions.push(Condition::Attribute(name.to_owned(), value));
            rest = behind;
            continue;
        }
        let kind = rest.chars().next().filter(|first| ".#".contains(*first));
        let name = rest.trim_start_matches(['.', '#']);
        let (name, behind) = name.split_at(name.find(['.', '#', '[']).unwrap_or(name.len()));
        conditions.push(match kind {
            Some('.') => Condition::Class(name.to_owned()),
            Some(_) => Condition::Attribute("id".to_owned(), Some(name.to_owned())),
            None => Condition::Tag(name.to_owned()),
        });
        rest = behind;
    }
    conditions
}
