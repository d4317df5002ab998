//! What was typed, marked inside what was found.

/// A text with the part that was typed.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Highlight {
    pub(super) before: String,
    pub(super) hit: String,
    pub(super) after: String,
}

impl Highlight {
    /// In any case, and whatever spaces and signs are between the letters: `98765` is found in `+91 987 65`.
    pub(super) fn new(text: &str, typed: &str) -> Self {
        let wanted: Vec<char> = typed.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect();
        let letters: Vec<(usize, usize, char)> = text
            .char_indices()
            .filter(|(_, c)| c.is_alphanumeric())
            .filter_map(|(at, c)| Some((at, at + c.len_utf8(), c.to_lowercase().next()?)))
            .collect();
        let is_hit = |some: &&[(usize, usize, char)]| some.iter().map(|(_, _, c)| c).eq(wanted.iter());
        let found = if wanted.is_empty() { None } else { letters.windows(wanted.len()).find(is_hit) };
        let (start, end) = match found {
            Some([(start, end, _)] | [(start, ..), .., (_, end, _)]) => (*start, *end),
            _ => (text.len(), text.len()),
        };
        Self { before: text[..start].to_owned(), hit: text[start..end].to_owned(), after: text[end..].to_owned() }
    }

    pub(super) fn plain(text: &str) -> Self {
        Self { before: text.to_owned(), hit: String::new(), after: String::new() }
    }
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
}
