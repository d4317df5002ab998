//! Lines of text: without unprintable characters, measured, and broken where they are too long.

use krilla::text::{Glyph, KrillaGlyph};

use crate::fonts::{FontRun, ShapedText, Weight};
use crate::writing_systems::is_joiner;

/// The distance between two baselines, in ems. It leaves room for the vowel signs of Devanagari.
pub(crate) const LEADING: f32 = 1.4;

/// One line of glyphs, ready to be drawn at any size.
#[derive(Debug, Clone)]
pub(crate) struct ShapedLine {
    pub(crate) text: String,
    pub(crate) glyphs: Vec<KrillaGlyph>,
    pub(crate) font_runs: Vec<FontRun>,
    /// In ems.
    pub(crate) width: f32,
}

impl ShapedLine {
    pub(crate) fn of(text: &str, weight: Weight) -> Self {
        let text = remove_unprintable(text);
        let ShapedText { glyphs, font_runs } = weight.shape(&text);
        let width = glyphs_width(&glyphs);
        Self { text, glyphs, font_runs, width }
    }
}

pub(crate) fn glyphs_width(glyphs: &[KrillaGlyph]) -> f32 {
    glyphs.iter().map(|glyph| glyph.x_advance(1.0)).sum()
}

/// Breaks a text into lines of at most `width` ems. A word longer than a line is broken between clusters; every line has
/// at least one cluster.
pub(crate) fn wrap_text(text: &str, weight: Weight, width: f32) -> Vec<ShapedLine> {
    let text = remove_unprintable(text);
    let space = ShapedLine::of(" ", weight).width;
    let (mut lines, mut line, mut filled) = (Vec::new(), String::new(), 0.0);
    for word in text.split(' ').filter(|word| !word.is_empty()) {
        for (part, part_width) in split_long_word(word, weight, width) {
            if line.is_empty() {
                (line, filled) = (part, part_width);
            } else if part_width < width && filled + space + part_width <= width && word.len() == part.len() {
                line.push(' ');
                line.push_str(&part);
                filled += space + part_width;
            } else {
                lines.push(std::mem::replace(&mut line, part));
                filled = part_width;
            }
        }
    }
    if !line.is_empty() {
        lines.push(line);
    }
    lines.into_iter().map(|line| ShapedLine::of(&line, weight)).collect()
}

/// The word, or the parts of it that fit on a line each, with their widths.
fn split_long_word(word: &str, weight: Weight, width: f32) -> Vec<(String, f32)> {
    let shaped = ShapedLine::of(word, weight);
    if shaped.width <= width {
        return vec![(shaped.text, shaped.width)];
    }
    let (mut parts, mut start, mut filled, mut at) = (Vec::new(), 0, 0.0, 0);
    let clusters = shaped.glyphs.chunk_by(|one, next| one.text_range == next.text_range);
    for cluster in clusters {
        let cluster_width = glyphs_width(cluster);
        if filled + cluster_width > width && at > start {
            parts.push((shaped.text[start..at].to_owned(), filled));
            (start, filled) = (at, 0.0);
        }
        filled += cluster_width;
        at = cluster.first().map_or(at, |glyph| glyph.text_range.end);
    }
    parts.push((shaped.text[start..].to_owned(), filled));
    parts
}

/// Turns white space into spaces and removes invisible characters, which could hide or reverse the text around them.
/// A symbol without a glyph, such as an emoji, is removed. A letter without a glyph stays and is printed as a box, because
/// a name without one of its letters would be a different name.
fn remove_unprintable(text: &str) -> String {
    let mut clean = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            letter if letter.is_whitespace() => clean.push(' '),
            letter if is_joiner(letter) => {
                // Joiners are needed between Indian letters; those between emoji are removed with the emoji.
                if clean.chars().next_back().is_some_and(|before| !before.is_ascii()) {
                    clean.push(letter);
                }
            }
            letter if is_invisible(letter) || has_no_glyph(letter) => {}
            letter => clean.push(letter),
        }
    }
    clean
}

fn is_invisible(letter: char) -> bool {
    let is_mark = matches!(letter, '\u{ad}' | '\u{61c}' | '\u{feff}' | '\u{200b}'..='\u{200f}');
    let is_direction_mark = matches!(letter, '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}');
    let is_variation_selector = matches!(letter, '\u{fe00}'..='\u{fe0f}' | '\u{e0000}'..='\u{e01ef}');
    is_mark
        || is_direction_mark
        || is_variation_selector
        || letter.is_control()
        || matches!(letter, '\u{fff0}'..='\u{ffff}')
}

fn has_no_glyph(letter: char) -> bool {
    !letter.is_ascii() && !letter.is_alphabetic() && !Weight::Regular.has(letter)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn texts(lines: &[ShapedLine]) -> Vec<&str> {
        lines.iter().map(|line| line.text.as_str()).collect()
    }

    #[test]
    fn lines_are_filled_word_by_word() {
        let lines = wrap_text("Haircut and  blow dry\nfor long hair", Weight::Regular, 9.0);
        assert_eq!(texts(&lines), ["Haircut and blow", "dry for long hair"]);
        assert!(wrap_text(" \n", Weight::Bold, 9.0).is_empty());
    }

    #[test]
    fn a_word_that_is_too_long_is_broken() {
        let lines = wrap_text("a WWWWWWWWWW b", Weight::Regular, 3.0);
        assert_eq!(texts(&lines), ["a", "WWW", "WWW", "WWW", "W b"]);
        // A cluster is not broken, however narrow the line is.
        assert_eq!(texts(&wrap_text("क्षि", Weight::Regular, 0.01)).concat(), "क्षि");
    }

    #[test]
    fn invisible_characters_are_removed() {
        assert_eq!(remove_unprintable("a\tb\u{202e}c\u{0}d\u{200b}e\u{feff}"), "a bcde");
        assert_eq!(remove_unprintable("क्\u{200d}ष"), "क्\u{200d}ष");
        assert_eq!(remove_unprintable("Asha 💇🏽\u{200d}♀\u{fe0f}✨ Rao ₹1–2 · ಆಶಾ"), "Asha  Rao ₹1–2 · ಆಶಾ");
        assert_eq!(remove_unprintable("李 小龙"), "李 小龙");
    }

    proptest! {
        #[test]
        fn every_letter_is_kept(text in "[\\PC ]{0,60}", width in 0.5_f32..30.0) {
            let lines = wrap_text(&text, Weight::Regular, width);
            let letters = |text: &str| text.chars().filter(|letter| !letter.is_whitespace()).collect::<String>();
            prop_assert_eq!(letters(&texts(&lines).concat()), letters(&remove_unprintable(&text)));
            for line in lines {
                let is_one_letter = line.glyphs.iter().all(|glyph| glyph.text_range == line.glyphs[0].text_range);
                prop_assert!(line.width <= width + 0.5 || is_one_letter);
            }
        }
    }
}
