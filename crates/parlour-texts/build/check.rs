//! What is wrong with a language in comparison with English.

use crate::locale::{Argument, Locale, Text};

pub(crate) fn problems(locales: &[Locale]) -> Vec<String> {
    let Some((english, others)) = locales.split_first().filter(|(first, _)| first.code == "en") else {
        return vec!["locales/en.ftl is missing".to_owned()];
    };
    let ids = english.texts.keys().filter(|id| section_and_name(id).is_none());
    let mut found: Vec<String> =
        ids.map(|id| format!("locales/en.ftl: {id} must be a section and a name, such as leads-title")).collect();
    for other in others {
        found.extend(compare(english, other));
    }
    found
}

fn compare(english: &Locale, other: &Locale) -> Vec<String> {
    let file = format!("locales/{}.ftl", other.code);
    let mut found = Vec::new();
    for (id, text) in &english.texts {
        match other.texts.get(id) {
            None => found.push(format!("{file} lacks {id}")),
            Some(translated) => found.extend(wrong_arguments(text, translated).map(|name| {
                format!(
                    "{file}: {id}: ${name} is not an argument of the English text, or is a number in one of them only"
                )
            })),
        }
    }
    found.extend(
        other
            .texts
            .keys()
            .filter(|id| !english.texts.contains_key(*id))
            .map(|id| format!("{file}: {id} is not in locales/en.ftl")),
    );
    found
}

/// A translation may leave an argument out, where its grammar says it otherwise, but cannot have another one.
fn wrong_arguments<'a>(english: &'a Text, translated: &'a Text) -> impl Iterator<Item = &'a str> {
    let is_wrong = |argument: &&Argument| {
        !english.arguments.iter().any(|known| known.name == argument.name && (known.is_number || !argument.is_number))
    };
    translated.arguments.iter().filter(is_wrong).map(|argument| argument.name.as_str())
}

/// `leads-none_found` is the text `none_found` of the section `leads`.
pub(crate) fn section_and_name(id: &str) -> Option<(&str, &str)> {
    let is_name = |name: &str| {
        name.starts_with(|first: char| first.is_ascii_lowercase())
            && name.chars().all(|letter| letter.is_ascii_lowercase() || letter.is_ascii_digit() || letter == '_')
    };
    id.split_once('-').filter(|(section, name)| is_name(section) && is_name(name))
}
