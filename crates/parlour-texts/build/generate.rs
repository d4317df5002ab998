//! The Rust code: a type per section, a function per text.

use std::collections::BTreeMap;
use std::fmt::Write;

use crate::check::section_and_name;
use crate::locale::{Argument, Key, Locale, Part, Text, Variant};

/// The section of the messages that a page shows after a redirect. A cookie names the message, so each has a value too.
const FLASH_SECTION: &str = "flash";

/// Where `write!` to a string cannot fail.
const NEVER_FAILS: &str = "a string takes every text";

pub(crate) fn rust_code(locales: &[Locale]) -> String {
    let mut out = languages(locales);
    let Some(english) = locales.first() else { return out };
    let mut sections: BTreeMap<&str, Vec<(&str, &str)>> = BTreeMap::new();
    for id in english.texts.keys() {
        if let Some((section, name)) = section_and_name(id) {
            sections.entry(section).or_default().push((name, id));
        }
    }
    out.push_str("impl Texts {\n");
    for section in sections.keys() {
        let kind = section_type(section);
        writeln!(
            out,
            "    /// The texts `{section}-…`.\n    pub fn {section}(self) -> {kind} {{ {kind}(self.language) }}"
        )
        .expect(NEVER_FAILS);
    }
    out.push_str("}\n");
    for (section, texts) in sections {
        let kind = section_type(section);
        writeln!(out, "/// The texts `{section}-…`.\n#[derive(Debug, Clone, Copy, PartialEq, Eq)]\npub struct {kind}(pub(crate) Language);\nimpl {kind} {{").expect(NEVER_FAILS);
        for (name, id) in &texts {
            write_function(&mut out, locales, name, id);
        }
        out.push_str("}\n");
        if section == FLASH_SECTION {
            out.push_str(&flash_messages(&texts));
        }
    }
    out
}

/// A value per text of the section: `flash-booking_moved` is `Flash::BookingMoved`, and `booking_moved` in a cookie.
fn flash_messages(texts: &[(&str, &str)]) -> String {
    let each = |line: &dyn Fn(&str, &str) -> String| {
        texts.iter().map(|(name, _)| line(&camel_case(name), name)).collect::<String>()
    };
    format!(
        "/// A message on the page after a redirect.\n#[derive(Debug, Clone, Copy, PartialEq, Eq)]\npub enum Flash {{ {} }}\n\
         impl Flash {{\n    /// The name of its text.\n    pub fn as_str(self) -> &'static str {{ match self {{ {} }} }}\n    \
         pub fn parse(name: &str) -> Option<Self> {{ match name {{ {} _ => None }} }}\n    \
         pub fn message(self, texts: Texts) -> &'static str {{ let texts = texts.flash(); match self {{ {} }} }}\n}}\n",
        each(&|variant, _| format!("{variant}, ")),
        each(&|variant, name| format!("Self::{variant} => {name:?}, ")),
        each(&|variant, name| format!("{name:?} => Some(Self::{variant}), ")),
        each(&|variant, name| format!("Self::{variant} => texts.{name}(), ")),
    )
}

/// The languages that there are, English first.
fn languages(locales: &[Locale]) -> String {
    let variants: Vec<String> = locales.iter().map(|locale| variant_name(&locale.code)).collect();
    let codes = variants.iter().zip(locales).map(|(variant, locale)| format!("Self::{variant} => {:?}, ", locale.code));
    format!(
        "/// A language with a file of texts.\n#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]\npub enum Language {{ {} }}\n\
         impl Language {{\n    /// English first.\n    pub const ALL: [Self; {}] = [{}];\n    /// The name of its file: `en`.\n    \
         pub fn code(self) -> &'static str {{ match self {{ {} }} }}\n}}\n",
        variants.join(", "),
        variants.len(),
        variants.iter().map(|variant| format!("Self::{variant}")).collect::<Vec<_>>().join(", "),
        codes.collect::<String>(),
    )
}

/// `en` is `En`.
fn variant_name(code: &str) -> String {
    camel_case(code)
}

fn section_type(section: &str) -> String {
    format!("{}Texts", camel_case(section))
}

fn camel_case(name: &str) -> String {
    let word = |word: &str| word[..1].to_ascii_uppercase() + &word[1..];
    name.split(['_', '-']).filter(|part| !part.is_empty()).map(word).collect()
}

fn write_function(out: &mut String, locales: &[Locale], name: &str, id: &str) {
    let texts: Vec<(String, &Text)> =
        locales.iter().filter_map(|locale| Some((variant_name(&locale.code), locale.texts.get(id)?))).collect();
    let Some((_, english)) = texts.first() else { return };
    let doc = documentation(&english.parts).replace('`', "'");
    if english.arguments.is_empty() {
        let arms = texts
            .iter()
            .map(|(language, text)| format!("Language::{language} => {:?}, ", text.as_constant().unwrap_or_default()));
        let arms: String = arms.collect();
        writeln!(out, "    /// `{doc}`\n    pub fn {name}(self) -> &'static str {{ match self.0 {{ {arms}}} }}")
            .expect(NEVER_FAILS);
        return;
    }
    let parameters: String = english.arguments.iter().map(parameter).collect();
    let numbers = english.arguments.iter().filter(|argument| argument.is_number);
    let numbers: Vec<String> = numbers.map(|argument| format!("let {0} = {0}.as_number(); ", argument.name)).collect();
    let numbers = numbers.concat();
    // A language may leave any of them out.
    let all: Vec<String> = english.arguments.iter().map(|argument| format!("{}, ", argument.name)).collect();
    let all = all.concat();
    let arms = texts.iter().map(|(language, text)| {
        format!("Language::{language} => {{ {} }}", push_all(&text.parts, &english.arguments, language))
    });
    let arms: String = arms.collect();
    writeln!(
        out,
        "    /// `{doc}`\n    pub fn {name}(self{parameters}) -> String {{ {numbers}let _ = ({all}); let mut out = String::new(); match self.0 {{ {arms} }} out }}"
    )
    .expect(NEVER_FAILS);
}

fn parameter(argument: &Argument) -> String {
    let kind = if argument.is_number { "impl Number" } else { "&str" };
    format!(", {}: {kind}", argument.name)
}

/// Statements that append the parts to `out`.
fn push_all(parts: &[Part], arguments: &[Argument], language: &str) -> String {
    parts.iter().map(|part| push(part, arguments, language)).collect()
}

fn push(part: &Part, arguments: &[Argument], language: &str) -> String {
    match part {
        Part::Text(text) => match text.chars().collect::<Vec<_>>().as_slice() {
            [letter] => format!("out.push({letter:?}); "),
            _ => format!("out.push_str({text:?}); "),
        },
        Part::Argument(name) if is_number(name, arguments) => format!("push_number(&mut out, {name}); "),
        Part::Argument(name) => format!("out.push_str({name}); "),
        Part::Select { argument, variants } => select(argument, variants, arguments, language),
    }
}

fn is_number(name: &str, arguments: &[Argument]) -> bool {
    arguments.iter().any(|argument| argument.name == name && argument.is_number)
}

fn select(argument: &str, variants: &[Variant], arguments: &[Argument], language: &str) -> String {
    let (mut exact, mut categories, mut default) = (Vec::new(), Vec::new(), String::new());
    for variant in variants {
        let pushes = push_all(&variant.parts, arguments, language);
        if variant.is_default {
            default = pushes;
            continue;
        }
        match &variant.key {
            Key::Number(number) => exact.push(format!("if {argument} == {number} {{ {pushes}}}")),
            Key::Category(name) => {
                let category = format!("plural_category(Language::{language}, {argument})");
                categories
                    .push(format!("if {category} == PluralCategory::{} {{ {pushes}}}", name.to_ascii_uppercase()));
            }
        }
    }
    // An exact number comes before the plural form that it has.
    exact.extend(categories);
    if exact.is_empty() { default } else { format!("{} else {{ {default}}} ", exact.join(" else ")) }
}

/// The English text on one line, as a translator sees it.
fn documentation(parts: &[Part]) -> String {
    let one = |part: &Part| match part {
        Part::Text(text) => text.replace('\n', " "),
        Part::Argument(name) => format!("{{${name}}}"),
        Part::Select { variants, .. } => {
            variants.iter().map(|variant| documentation(&variant.parts)).collect::<Vec<_>>().join(" | ")
        }
    };
    parts.iter().map(one).collect()
}
