//! Text that people typed: bounded, and without the one character databases refuse.

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum TextRefusal {
    #[error("must not be empty")]
    Empty,
    #[error("must be at most {0} characters")]
    TooLong(usize),
    #[error("must not contain NUL characters")]
    Nul,
    #[error("must not contain control characters or characters that change the direction of writing")]
    Unprintable,
}

/// Trimmed text of 1 to `max` characters, of which at least one is visible.
pub fn required_text(typed: &str, max: usize) -> Result<String, TextRefusal> {
    let text = limited_text(typed.trim(), max)?;
    if is_blank(&text) { Err(TextRefusal::Empty) } else { Ok(text) }
}

/// Whether the text has no letter that anybody sees: then it says nothing, like empty text.
pub fn is_blank(text: &str) -> bool {
    text.chars().all(is_invisible)
}

/// A name of 1 to `max` characters, trimmed.
pub fn required_name(typed: &str, max: usize) -> Result<String, TextRefusal> {
    required_text(typed, max).and_then(refuse_unprintable)
}

/// A name of at most `max` characters, perhaps none, trimmed.
pub fn optional_name(typed: &str, max: usize) -> Result<String, TextRefusal> {
    let name = limited_text(typed.trim(), max).and_then(refuse_unprintable)?;
    Ok(if is_blank(&name) { String::new() } else { name })
}

fn refuse_unprintable(name: String) -> Result<String, TextRefusal> {
    if name.contains(is_unprintable) { Err(TextRefusal::Unprintable) } else { Ok(name) }
}

/// A name that somebody else's system sent, without the characters that a name must not contain.
pub fn clean_name(sent: &str) -> String {
    collapse_spaces(&sent.replace(ends_line, " ").replace(is_unprintable, ""))
}

/// Control characters, and the two characters that end a line or paragraph without being one.
fn ends_line(letter: char) -> bool {
    letter.is_control() || matches!(letter, '\u{2028}' | '\u{2029}')
}

/// Control characters and ends of lines, letters that every system shows differently (private use), and those that change
/// the direction of writing: with them a name can pass itself off as another, or hide what stands beside it. The joiners
/// U+200C and U+200D stay, because Hindi is written with them.
fn is_unprintable(letter: char) -> bool {
    ends_line(letter)
        || matches!(letter, '\u{61C}' | '\u{200E}' | '\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}')
        || matches!(letter, '\u{E000}'..='\u{F8FF}' | '\u{F0000}'..='\u{FFFFD}' | '\u{100000}'..='\u{10FFFD}')
}

/// White space, and letters without width or ink: nobody can read or click a name of these alone.
fn is_invisible(letter: char) -> bool {
    letter.is_whitespace()
        || matches!(
            letter,
            '\u{AD}' | '\u{34F}' | '\u{115F}' | '\u{1160}' | '\u{180B}'..='\u{180E}' | '\u{200B}'..='\u{200D}'
                | '\u{2060}'..='\u{2064}' | '\u{2800}' | '\u{3164}' | '\u{FE00}'..='\u{FE0F}' | '\u{FEFF}'
                | '\u{FFA0}' | '\u{E0000}'..='\u{E0FFF}'
        )
}

/// Text of at most `max` characters, as typed.
pub fn limited_text(text: &str, max: usize) -> Result<String, TextRefusal> {
    if text.contains('\0') {
        return Err(TextRefusal::Nul);
    }
    if text.chars().count() > max {
        return Err(TextRefusal::TooLong(max));
    }
    Ok(text.to_owned())
}

/// How text is compared when neither case matters nor how Devanagari was typed. Both engines fold case differently, so
/// folded columns are written by us.
pub fn fold_case(text: &str) -> String {
    text.to_lowercase().chars().filter_map(fold_devanagari).collect()
}

/// The signs that people and keyboards write or leave out: `ज़ारा` and `जारा`, `चाँद` and `चांद` are one name. A letter with a
/// nukta is one character or two. `None` for what is left out. Migration V35 does the same.
pub fn fold_devanagari(letter: char) -> Option<char> {
    Some(match letter {
        NUKTA | '\u{200C}' | '\u{200D}' => return None,
        '\u{901}' => '\u{902}',
        '\u{929}' => '\u{928}',
        '\u{931}' => '\u{930}',
        '\u{934}' => '\u{933}',
        '\u{958}' => '\u{915}',
        '\u{959}' => '\u{916}',
        '\u{95A}' => '\u{917}',
        '\u{95B}' => '\u{91C}',
        '\u{95C}' => '\u{921}',
        '\u{95D}' => '\u{922}',
        '\u{95E}' => '\u{92B}',
        '\u{95F}' => '\u{92F}',
        letter => letter,
    })
}

const NUKTA: char = '\u{93C}';

/// Whether two names are one, whatever their case and spaces.
pub fn is_same_name(one: &str, other: &str) -> bool {
    fold_case(&collapse_spaces(one)) == fold_case(&collapse_spaces(other))
}

/// Replaces each run of white space by one space, and trims the text.
pub fn collapse_spaces(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The letters of a text as people count them: each with the marks that belong to it. `प्रिया` has two, `प्रि` and `या`. A text
/// that is cut inside one is misspelt.
///
/// Not all of Unicode's rules: the scripts of India, whose blocks have the same order, Latin letters with marks, and what is
/// joined. What is left out, such as flags and old Korean, is not worth a crate with its tables.
pub fn letters(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = text;
    std::iter::from_fn(move || {
        let mut before = rest.chars().next()?;
        let mut end = before.len_utf8();
        for next in rest[end..].chars() {
            if !belongs_to(before, next) {
                break;
            }
            end += next.len_utf8();
            before = next;
        }
        let (letter, after) = rest.split_at(end);
        rest = after;
        Some(letter)
    })
}

/// At most so many letters from the beginning of a text.
pub fn first_letters(text: &str, count: usize) -> &str {
    let bytes: usize = letters(text).take(count).map(str::len).sum();
    &text[..bytes]
}

/// As many letters from the beginning of a text as have at most so many characters together: for services that refuse a
/// text of more.
pub fn letters_within(text: &str, max_chars: usize) -> &str {
    let lengths = letters(text).scan(0, |chars, letter| {
        *chars += letter.chars().count();
        (*chars <= max_chars).then_some(letter.len())
    });
    &text[..lengths.sum::<usize>()]
}

/// A text of at most so many letters; one that is longer ends with `…`.
pub fn shortened(text: &str, max: usize) -> String {
    if letters(text).nth(max).is_none() {
        return text.to_owned();
    }
    format!("{}…", first_letters(text, max.saturating_sub(1)).trim_end())
}

/// Whether `next` is a part of the letter that `before` is or ends.
fn belongs_to(before: char, next: char) -> bool {
    const JOINER: char = '\u{200D}';
    let is_mark = matches!(next, '\u{300}'..='\u{36F}' | '\u{200C}' | JOINER | '\u{FE00}'..='\u{FE0F}' | '\u{1F3FB}'..='\u{1F3FF}')
        || matches!(place_in_indian_block(next), Some(0..=3 | 0x3C | 0x3E..=0x4D | 0x51..=0x57 | 0x62..=0x63));
    // The sign that joins two consonants in one letter.
    let joins = place_in_indian_block(before) == Some(0x4D) && place_in_indian_block(next).is_some_and(is_letter);
    is_mark || joins || before == JOINER
}

/// Vowels and consonants, which come before the marks, and a few consonants after them.
fn is_letter(place: u32) -> bool {
    matches!(place, 0x04..=0x39 | 0x58..=0x61 | 0x70..=0x7F)
}

/// From Devanagari to Sinhala, a script has 128 places: vowels and consonants, and at the same places their marks.
fn place_in_indian_block(letter: char) -> Option<u32> {
    matches!(letter, '\u{900}'..='\u{DFF}').then_some(u32::from(letter) % 0x80)
}

/// Lower case, with every run of other characters than letters and digits a hyphen.
pub fn slug(name: &str) -> String {
    let mut slug = String::with_capacity(name.len());
    for word in name.to_lowercase().split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()) {
        if !slug.is_empty() {
            slug.push('-');
        }
        slug.push_str(word);
    }
    slug
}

/// Bytes as lower-case hexadecimal digits.
pub fn to_hex(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    let digit = |value: u8| char::from(DIGITS[usize::from(value)]);
    bytes.iter().flat_map(|byte| [digit(byte >> 4), digit(byte & 15)]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_count_characters_after_trimming() {
        assert_eq!(required_text(" आशा ", 3), Ok("आशा".into()));
        assert_eq!(required_text("abcd", 3), Err(TextRefusal::TooLong(3)));
        assert_eq!(required_text("   ", 3), Err(TextRefusal::Empty));
        assert_eq!(limited_text("", 3), Ok(String::new()));
        assert_eq!(limited_text("a\0b", 9), Err(TextRefusal::Nul));
    }

    #[test]
    fn names_have_no_control_characters_and_no_change_of_direction() {
        let bad = ['\u{1}', '\t', '\n', '\r', '\u{7F}', '\u{85}', '\u{61C}', '\u{200E}', '\u{200F}'];
        let bad = bad.into_iter().chain(['\u{2028}', '\u{2029}', '\u{E000}', '\u{F8FF}', '\u{F0000}', '\u{10FFFD}']);
        for letter in bad.chain('\u{202A}'..='\u{202E}').chain('\u{2066}'..='\u{2069}') {
            let name = format!("As{letter}ha");
            assert_eq!(required_name(&name, 120), Err(TextRefusal::Unprintable), "{letter:?}");
            assert_eq!(optional_name(&name, 120), Err(TextRefusal::Unprintable), "{letter:?}");
            assert!(!clean_name(&name).contains(letter), "{letter:?}");
        }
        for name in ["Asha Rao", "आशा", "क्\u{200D}ष", "نور", "O'Neil-Ray", "क\u{200C}ष", "Zoë 🌸"]
        {
            assert_eq!(required_name(name, 120).as_deref(), Ok(name));
            assert_eq!(optional_name(name, 120).as_deref(), Ok(name));
            assert_eq!(clean_name(name), name);
        }
        for invisible in ["\u{200B}", "\u{200D}\u{FEFF} \u{2060}", "\u{3164}", "\u{2800}\u{AD}"] {
            assert_eq!(required_name(invisible, 120), Err(TextRefusal::Empty), "{invisible:?}");
            assert_eq!(optional_name(invisible, 120).as_deref(), Ok(""), "{invisible:?}");
            assert_eq!(required_text(invisible, 120), Err(TextRefusal::Empty), "{invisible:?}");
        }
        assert_eq!(required_name(" Asha\n", 120).as_deref(), Ok("Asha"));
        assert_eq!(required_name(" ", 120), Err(TextRefusal::Empty));
        assert_eq!(optional_name(" ", 120).as_deref(), Ok(""));
        assert_eq!(clean_name("\u{202E}Asha\r\nRao\u{2069} "), "Asha Rao");
        assert_eq!(clean_name("Asha\u{2028}Rao\u{E000}"), "Asha Rao");
        assert_eq!(required_text("\u{200B}Ill\n\u{200B}", 120).as_deref(), Ok("\u{200B}Ill\n\u{200B}"));
    }

    #[test]
    fn devanagari_is_one_however_it_was_typed() {
        for (one, other) in [
            ("ज़ारा", "जारा"),
            ("\u{95B}ारा", "ज\u{93C}ारा"),
            ("फ़ातिमा", "\u{95E}ातिमा"),
            ("चाँदनी", "चांदनी"),
            ("लड़की", "ल\u{95C}की"),
            ("क्\u{200D}षमा", "क्षमा"),
        ] {
            assert_eq!(fold_case(one), fold_case(other), "{one} {other}");
            assert!(is_same_name(one, other), "{one} {other}");
        }
        assert_ne!(fold_case("मीना"), fold_case("मिना"), "a long vowel is another one");
        assert_ne!(fold_case("शर्मा"), fold_case("शरमा"));
        assert_eq!(fold_case("ASHA Émilie"), "asha émilie");
    }

    #[test]
    fn a_letter_has_its_marks() {
        for (text, expected) in [
            ("Asha", vec!["A", "s", "h", "a"]),
            ("प्रिया", vec!["प्रि", "या"]),
            ("क्षमा", vec!["क्ष", "मा"]),
            ("श्रीमती", vec!["श्री", "म", "ती"]),
            ("अँ", vec!["अँ"]),
            ("फ़र्ज़", vec!["फ़", "र्ज़"]),
            ("क्\u{200D}ष", vec!["क्\u{200D}ष"]),
            ("ஸ்ரீ", vec!["ஸ்ரீ"]),
            ("Zoe\u{308}", vec!["Z", "o", "e\u{308}"]),
            ("👩\u{200D}🦰!", vec!["👩\u{200D}🦰", "!"]),
            ("क ख", vec!["क", " ", "ख"]),
            ("", vec![]),
        ] {
            assert_eq!(letters(text).collect::<Vec<_>>(), expected, "{text}");
            assert_eq!(letters(text).collect::<String>(), text);
        }
    }

    #[test]
    fn a_text_is_cut_between_letters() {
        assert_eq!(first_letters("प्रिया शर्मा", 1), "प्रि");
        assert_eq!((first_letters("अ", 5), first_letters("अ", 0)), ("अ", ""));
        assert_eq!(shortened("प्रिया", 2), "प्रिया");
        assert_eq!(shortened("प्रियंका", 2), "प्रि…");
        assert_eq!(shortened("Asha Rao", 6), "Asha…");
        assert_eq!(shortened("", 0), "");
    }

    #[test]
    fn a_limit_of_characters_does_not_cut_a_letter() {
        assert_eq!(letters_within("Asha Rao", 4), "Asha");
        assert_eq!(letters_within("Asha", 4), "Asha");
        assert_eq!(letters_within("Asha", 0), "");
        // प्रि is one letter of four characters, या two.
        assert_eq!(letters_within("प्रिया", 4), "प्रि");
        assert_eq!(letters_within("प्रिया", 5), "प्रि");
        assert_eq!(letters_within("आप्रिया", 2), "आ");
        assert_eq!(letters_within("आप्रिया", 4), "आ");
        assert_eq!(letters_within("लड़की", 2), "ल");
        assert_eq!(letters_within("E\u{301}milie", 1), "", "the limit holds");
        assert_eq!(letters_within("aE\u{301}milie", 2), "a");
        assert_eq!(letters_within("ಲಕ್ಷ್ಮಿ", 3), "ಲ");
    }

    #[test]
    fn hexadecimal_has_two_digits_a_byte() {
        assert_eq!(to_hex(&[0, 10, 255]), "000aff");
    }

    #[test]
    fn slugs_are_words_joined_by_hyphens() {
        assert_eq!(slug("  Hair Cut & Blow-dry  (Women)"), "hair-cut-blow-dry-women");
    }
}
