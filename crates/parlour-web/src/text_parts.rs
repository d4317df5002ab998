//! Texts in which some words are elements of their own: in bold, in another size, or filled in by a script. The order of
//! the words depends on the language, so the text is one, and is taken apart where it is printed.

/// What is given for the first three arguments of such a text. No text has these characters.
pub const SLOTS: [&str; 3] = ["\u{fdd0}", "\u{fdd1}", "\u{fdd2}"];

/// Words, and the argument that comes after them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TextPart {
    pub words: String,
    /// Its place in [`SLOTS`].
    slot: Option<usize>,
}

impl TextPart {
    /// Whether the argument that stands for this slot comes after the words.
    pub fn is_before(&self, slot: usize) -> bool {
        self.slot == Some(slot)
    }
}

/// The parts of a text whose arguments are [`SLOTS`].
pub fn text_parts(text: &str) -> Vec<TextPart> {
    let slot_of = |letter: char| SLOTS.iter().position(|slot| slot.starts_with(letter));
    let part = |part: &str| {
        let slot = part.chars().next_back().and_then(slot_of);
        let words = if slot.is_some() { part.trim_end_matches(|letter: char| slot_of(letter).is_some()) } else { part };
        TextPart { words: words.to_owned(), slot }
    };
    text.split_inclusive(|letter: char| slot_of(letter).is_some()).map(part).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(text: &str, values: [&str; 3]) -> String {
        let value = |part: &TextPart| (0..3).find(|slot| part.is_before(*slot)).map_or("", |slot| values[slot]);
        text_parts(text).iter().map(|part| part.words.clone() + value(part)).collect()
    }

    #[test]
    fn arguments_stand_where_the_language_puts_them() {
        let [name, from, to] = SLOTS;
        let values = ["Asha", "10:00 am", "11:00 am"];
        let english = format!("{name} from {from} to {to}");
        assert_eq!(written(&english, values), "Asha from 10:00 am to 11:00 am");
        let backwards = format!("{to} ({from}): {name}!");
        assert_eq!(written(&backwards, values), "11:00 am (10:00 am): Asha!");
        assert_eq!(written(&format!("{name}{to}"), values), "Asha11:00 am");
        assert_eq!(written("nobody", values), "nobody");
        assert!(text_parts("").is_empty());
    }
}
