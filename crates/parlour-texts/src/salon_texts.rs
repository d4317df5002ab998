//! Names and descriptions that the salon has written itself: in English, and in Hindi where it has said so.

use crate::{Language, Texts};

impl Texts {
    /// Whether these are the texts for readers of Hindi.
    pub fn are_hindi(self) -> bool {
        self.language == Language::Hi
    }

    /// What the salon has written in Hindi for readers of Hindi, where there is such; else what it has written in English.
    pub fn choose<'a>(self, english: &'a str, hindi: Option<&'a str>) -> &'a str {
        hindi.filter(|_| self.are_hindi()).unwrap_or(english)
    }

    /// The `lang` attribute, with a space before it, of something that the salon has written, on a page in this language:
    /// readers of pages read English aloud as English on a Hindi page. Empty where it is in the language of the page.
    ///
    /// The letters tell the language, because a name may also be in Hindi where the salon was asked for English.
    pub fn lang_of(self, written: &str) -> &'static str {
        let is_in_hindi = written.contains(is_devanagari);
        let is_in_english = written.contains(|letter: char| letter.is_ascii_alphabetic());
        if is_in_english && !is_in_hindi && self.language != Language::En {
            " lang=\"en\""
        } else if is_in_hindi && !is_in_english && !self.are_hindi() {
            " lang=\"hi\""
        } else {
            ""
        }
    }
}

fn is_devanagari(letter: char) -> bool {
    matches!(letter, '\u{900}'..='\u{97F}')
}

#[cfg(test)]
mod tests {
    use super::*;

    const HINDI: Texts = Texts { language: Language::Hi };

    #[test]
    fn readers_of_hindi_read_hindi_where_there_is_some() {
        assert_eq!(HINDI.choose("Facial", Some("फेशियल")), "फेशियल");
        assert_eq!(HINDI.choose("Facial", None), "Facial");
        assert_eq!(Texts::ENGLISH.choose("Facial", Some("फेशियल")), "Facial");
    }

    #[test]
    fn what_is_in_another_language_than_the_page_is_marked() {
        for (written, on_hindi, on_english) in [
            ("Facial", " lang=\"en\"", ""),
            ("फेशियल", "", " lang=\"hi\""),
            ("हाइड्रा facial", "", ""),
            ("₹500, 45", "", ""),
            ("", "", ""),
        ] {
            assert_eq!((HINDI.lang_of(written), Texts::ENGLISH.lang_of(written)), (on_hindi, on_english), "{written}");
        }
    }
}
