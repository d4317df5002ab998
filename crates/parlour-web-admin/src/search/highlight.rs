//! What was typed, marked inside what was found.

use parlour_domain::text::{fold_case, fold_devanagari, letters};

/// A text with the part that was typed.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Highlight {
    pub(super) before: String,
    pub(super) hit: String,
    pub(super) after: String,
}

impl Highlight {
    /// In any case and spelling, and whatever spaces and signs are between the letters: `98765` is found in `+91 987 65`.
    pub(super) fn new(text: &str, typed: &str) -> Self {
        let wanted: Vec<char> = fold_case(typed).chars().filter(|c| c.is_alphanumeric()).collect();
        let folded = |letter: char| letter.to_lowercase().next().and_then(fold_devanagari);
        let characters: Vec<(usize, usize, char)> = text
            .char_indices()
            .filter(|(_, c)| c.is_alphanumeric())
            .filter_map(|(at, c)| Some((at, at + c.len_utf8(), folded(c)?)))
            .collect();
        let is_hit = |some: &&[(usize, usize, char)]| some.iter().map(|(_, _, c)| c).eq(wanted.iter());
        let found = if wanted.is_empty() { None } else { characters.windows(wanted.len()).find(is_hit) };
        let (start, end) = match found {
            Some([(start, end, _)] | [(start, ..), .., (_, end, _)]) => whole_letters(text, *start, *end),
            _ => (text.len(), text.len()),
        };
        Self { before: text[..start].to_owned(), hit: text[start..end].to_owned(), after: text[end..].to_owned() }
    }

    pub(super) fn plain(text: &str) -> Self {
        Self { before: text.to_owned(), hit: String::new(), after: String::new() }
    }
}

/// The range, wider where it begins or ends inside a letter: in two elements a vowel sign would stand alone.
fn whole_letters(text: &str, start: usize, end: usize) -> (usize, usize) {
    let (mut whole_start, mut at) = (start, 0);
    for letter in letters(text) {
        if at <= start {
            whole_start = at;
        }
        at += letter.len();
        if at >= end {
            return (whole_start, at);
        }
    }
    (whole_start, end)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parts(text: &str, typed: &str) -> [String; 3] {
        let Highlight { before, hit, after } = Highlight::new(text, typed);
        [before, hit, after]
    }

    #[test]
    fn the_typed_part_is_marked_as_it_is_written() {
        assert_eq!(parts("Nandini Rao", "nand"), ["", "Nand", "ini Rao"]);
        assert_eq!(parts("Anand Swamy", "nand"), ["A", "nand", " Swamy"]);
        assert_eq!(parts("Asha Rao", "asha r"), ["", "Asha R", "ao"]);
        assert_eq!(parts("90000 00164", "+91 000001"), ["90000 00164", "", ""]);
        assert_eq!(parts("90000 00164", "000001"), ["90", "000 001", "64"]);
        assert_eq!(parts("Émilie", "é"), ["", "É", "milie"]);
        assert_eq!(parts("Asha", "-"), ["Asha", "", ""]);
        assert_eq!(parts("Asha", "x"), ["Asha", "", ""]);
    }

    #[test]
    fn devanagari_is_marked_in_whole_letters() {
        assert_eq!(parts("प्रिया शर्मा", "प"), ["", "प्रि", "या शर्मा"]);
        assert_eq!(parts("प्रिया शर्मा", "रिया"), ["", "प्रिया", " शर्मा"]);
        assert_eq!(parts("ज़ारा ख़ान", "जारा खा"), ["", "ज़ारा ख़ा", "न"]);
        assert_eq!(parts("चाँद", "चां"), ["", "चाँ", "द"]);
    }
}
