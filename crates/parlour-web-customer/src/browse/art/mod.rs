//! The drawing of a category, by the words in its name.

mod drawings;
#[cfg(test)]
mod tests;

use parlour_domain::service::ServiceType;

use drawings::Drawing;

/// As markup, to stand inside a page.
pub(crate) fn drawing(name: &str, service_type: ServiceType) -> &'static str {
    let name = without_dots_below(&name.to_lowercase());
    let joined = name.replace('-', "");
    // "Pre-bridal" is read as `pre`, `bridal` and `prebridal`.
    let words: Vec<&str> = words(&name).chain(words(&joined)).collect();
    let fits = |drawing: &&Drawing| {
        words
            .iter()
            .any(|word| drawing.words.contains(word) || drawing.beginnings.iter().any(|key| word.starts_with(key)))
    };
    let fallback = match service_type {
        ServiceType::Salon => drawings::SALON,
        ServiceType::Spa => drawings::SPA,
    };
    drawings::DRAWINGS.iter().find(fits).map_or(fallback, |drawing| drawing.markup)
}

/// Devanagari's signs below and after a letter belong to the word, though not all of them count as letters.
fn words(name: &str) -> impl Iterator<Item = &str> {
    let is_part = |letter: char| letter.is_alphanumeric() || ('\u{900}'..='\u{963}').contains(&letter);
    name.split(move |letter| !is_part(letter)).filter(|word| !word.is_empty())
}

/// A letter of Devanagari with a dot below has two encodings, and is often typed without the dot.
fn without_dots_below(name: &str) -> String {
    let plain = |letter| match letter {
        '\u{958}' => Some('क'),
        '\u{959}' => Some('ख'),
        '\u{95a}' => Some('ग'),
        '\u{95b}' => Some('ज'),
        '\u{95c}' => Some('ड'),
        '\u{95d}' => Some('ढ'),
        '\u{95e}' => Some('फ'),
        '\u{95f}' => Some('य'),
        '\u{93c}' => None,
        other => Some(other),
    };
    name.chars().filter_map(plain).collect()
}
