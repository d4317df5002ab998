//! One language: its texts, read from a Fluent file.

use std::collections::BTreeMap;
use std::path::Path;

use fluent_syntax::ast::{Entry, Expression, InlineExpression, Pattern, PatternElement, VariantKey};
use fluent_syntax::parser;

pub(crate) struct Locale {
    /// The name of its file without the ending: `en`.
    pub(crate) code: String,
    /// By id: `leads-none_found`.
    pub(crate) texts: BTreeMap<String, Text>,
}

pub(crate) struct Text {
    pub(crate) parts: Vec<Part>,
    /// Names and kinds of the arguments, in the order in which they first appear.
    pub(crate) arguments: Vec<Argument>,
}

#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Argument {
    pub(crate) name: String,
    /// A number selects a plural form, or is written with `NUMBER`. Everything else is text.
    pub(crate) is_number: bool,
}

pub(crate) enum Part {
    Text(String),
    Argument(String),
    Select { argument: String, variants: Vec<Variant> },
}

pub(crate) struct Variant {
    pub(crate) key: Key,
    pub(crate) parts: Vec<Part>,
    pub(crate) is_default: bool,
}

pub(crate) enum Key {
    /// `one`, `few`, `other` …
    Category(String),
    Number(i64),
}

const CATEGORIES: [&str; 6] = ["zero", "one", "two", "few", "many", "other"];

impl Locale {
    pub(crate) fn read(path: &Path) -> Result<Self, Vec<String>> {
        let file = path.display();
        let code = path.file_stem().and_then(|stem| stem.to_str()).unwrap_or_default().to_owned();
        let source = std::fs::read_to_string(path).map_err(|error| vec![format!("{file}: {error}")])?;
        let resource = parser::parse(source.as_str()).map_err(|(_, errors)| {
            let line = |at: usize| source[..at.min(source.len())].matches('\n').count() + 1;
            errors.iter().map(|error| format!("{file}:{}: {error}", line(error.pos.start))).collect::<Vec<_>>()
        })?;
        let (mut texts, mut problems) = (BTreeMap::new(), Vec::new());
        for entry in resource.body {
            let message = match entry {
                Entry::Message(message) => message,
                Entry::Term(term) => {
                    problems.push(format!("{file}: -{}: terms are not supported", term.id.name));
                    continue;
                }
                Entry::Comment(_) | Entry::GroupComment(_) | Entry::ResourceComment(_) | Entry::Junk { .. } => continue,
            };
            let id = message.id.name.to_owned();
            let comment = message.comment.map(|comment| comment.content.join(" ")).unwrap_or_default();
            let read = message.value.as_ref().ok_or_else(|| "has no text".to_owned());
            let read = read
                .and_then(Text::read)
                .and_then(|text| if code == "en" { text.in_order_of(&comment) } else { Ok(text) });
            match read {
                Ok(text) if message.attributes.is_empty() => {
                    if texts.insert(id.clone(), text).is_some() {
                        problems.push(format!("{file}: {id} is there twice"));
                    }
                }
                Ok(_) => problems.push(format!("{file}: {id}: attributes are not supported")),
                Err(problem) => problems.push(format!("{file}: {id}: {problem}")),
            }
        }
        if problems.is_empty() { Ok(Self { code, texts }) } else { Err(problems) }
    }
}

impl Text {
    fn read(pattern: &Pattern<&str>) -> Result<Self, String> {
        let mut arguments = Vec::new();
        let parts = read_parts(pattern, &mut arguments)?;
        Ok(Self { parts, arguments })
    }

    /// With the arguments that the comment above the text lists, in that order. A text that is worded anew, with its
    /// arguments in another order, must not swap the parameters of its function. The list may have one that English does
    /// not use and another language needs.
    fn in_order_of(mut self, comment: &str) -> Result<Self, String> {
        let is_name = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
        let listed = comment.split_once("Arguments:").map_or("", |(_, list)| list);
        let listed: Vec<&str> = listed
            .split('$')
            .skip(1)
            .map(|rest| rest.split(|letter| !is_name(letter)).next().unwrap_or(rest))
            .collect();
        if listed.is_empty() && self.arguments.len() < 2 {
            return Ok(self);
        }
        let place = |argument: &Argument| listed.iter().position(|name| *name == argument.name);
        if self.arguments.iter().any(|argument| place(argument).is_none()) {
            return Err(
                "the comment above it must name all arguments in order: # Arguments: $first, $second".to_owned()
            );
        }
        for name in &listed {
            note_argument(&mut self.arguments, name, false);
        }
        self.arguments.sort_by_key(place);
        Ok(self)
    }

    /// The text without arguments, if it has none.
    pub(crate) fn as_constant(&self) -> Option<String> {
        let parts = self.parts.iter().map(|part| match part {
            Part::Text(text) => Some(text.as_str()),
            Part::Argument(_) | Part::Select { .. } => None,
        });
        parts.collect()
    }
}

fn read_parts(pattern: &Pattern<&str>, arguments: &mut Vec<Argument>) -> Result<Vec<Part>, String> {
    let mut parts = Vec::new();
    for element in &pattern.elements {
        match element {
            PatternElement::TextElement { value } => parts.push(Part::Text((*value).to_owned())),
            PatternElement::Placeable { expression } => parts.push(read_expression(expression, arguments)?),
        }
    }
    Ok(parts)
}

fn read_expression(expression: &Expression<&str>, arguments: &mut Vec<Argument>) -> Result<Part, String> {
    match expression {
        Expression::Inline(inline) => read_inline(inline, arguments),
        Expression::Select { selector, variants } => {
            let InlineExpression::VariableReference { id } = selector else {
                return Err("only an argument can select a plural form".to_owned());
            };
            note_argument(arguments, id.name, true);
            let variants = variants.iter().map(|variant| {
                let key = match &variant.key {
                    VariantKey::Identifier { name } if CATEGORIES.contains(name) => Key::Category((*name).to_owned()),
                    VariantKey::Identifier { name } => return Err(format!("{name} is no plural form")),
                    VariantKey::NumberLiteral { value } => {
                        Key::Number(value.parse().map_err(|_| format!("{value} is no whole number"))?)
                    }
                };
                Ok(Variant { key, parts: read_parts(&variant.value, arguments)?, is_default: variant.default })
            });
            Ok(Part::Select { argument: id.name.to_owned(), variants: variants.collect::<Result<_, String>>()? })
        }
    }
}

fn read_inline(inline: &InlineExpression<&str>, arguments: &mut Vec<Argument>) -> Result<Part, String> {
    match inline {
        InlineExpression::StringLiteral { value } => {
            Ok(Part::Text(fluent_syntax::unicode::unescape_unicode_to_string(value).into_owned()))
        }
        InlineExpression::VariableReference { id } => {
            note_argument(arguments, id.name, false);
            Ok(Part::Argument(id.name.to_owned()))
        }
        InlineExpression::FunctionReference { id, arguments: given } if id.name == "NUMBER" => {
            match given.positional.as_slice() {
                [InlineExpression::VariableReference { id }] => {
                    note_argument(arguments, id.name, true);
                    Ok(Part::Argument(id.name.to_owned()))
                }
                _ => Err("NUMBER takes one argument".to_owned()),
            }
        }
        InlineExpression::Placeable { expression } => read_expression(expression, arguments),
        _ => Err("only arguments, NUMBER and quoted text can stand in braces".to_owned()),
    }
}

fn note_argument(arguments: &mut Vec<Argument>, name: &str, is_number: bool) {
    match arguments.iter_mut().find(|argument| argument.name == name) {
        Some(known) => known.is_number |= is_number,
        None => arguments.push(Argument { name: name.to_owned(), is_number }),
    }
}
