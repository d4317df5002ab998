//! The fonts of a document. Noto Sans has Latin, Devanagari, the rupee sign, and digits of one width. Every other script
//! of India has a font of its own, which is read on first use.

use std::ops::Range;
use std::sync::LazyLock;

use harfrust::{Script, script};
use krilla::text::KrillaGlyph;

use crate::font_face::FontFace;
use crate::writing_systems;

static REGULAR: LazyLock<Option<FontFace>> = LazyLock::new(|| {
    FontFace::read(include_bytes!("../fonts/NotoSans-Regular.ttf"), &[script::LATIN, script::DEVANAGARI])
});
static BOLD: LazyLock<Option<FontFace>> = LazyLock::new(|| {
    FontFace::read(include_bytes!("../fonts/NotoSans-Bold.ttf"), &[script::LATIN, script::DEVANAGARI])
});

macro_rules! extra_faces {
    ($($script:ident $file:literal)*) => {
        [$((
            script::$script,
            LazyLock::new(|| FontFace::read(include_bytes!($file), &[script::$script])),
        )),*]
    };
}

/// The scripts that Noto Sans does not have. Only in regular weight: bold fonts would make the binary larger for a few
/// bold names.
static EXTRA_FACES: [(Script, LazyLock<Option<FontFace>>); 8] = extra_faces! {
    BENGALI "../fonts/NotoSansBengali-Regular.ttf"
    GURMUKHI "../fonts/NotoSansGurmukhi-Regular.ttf"
    GUJARATI "../fonts/NotoSansGujarati-Regular.ttf"
    ORIYA "../fonts/NotoSansOriya-Regular.ttf"
    TAMIL "../fonts/NotoSansTamil-Regular.ttf"
    TELUGU "../fonts/NotoSansTelugu-Regular.ttf"
    KANNADA "../fonts/NotoSansKannada-Regular.ttf"
    MALAYALAM "../fonts/NotoSansMalayalam-Regular.ttf"
};

/// The font of a script that Noto Sans does not have.
fn extra_face(wanted: Script) -> Option<&'static FontFace> {
    EXTRA_FACES.iter().find(|(script, _)| *script == wanted)?.1.as_ref()
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Weight {
    Regular,
    Bold,
}

impl Weight {
    /// None cannot happen: a test reads both files.
    fn face(self) -> Option<&'static FontFace> {
        match self {
            Self::Regular => REGULAR.as_ref(),
            Self::Bold => BOLD.as_ref(),
        }
    }

    /// Whether a font has a glyph for this character. One without would be printed as an empty box.
    pub(crate) fn has(self, letter: char) -> bool {
        let glyphs = self.shape(letter.encode_utf8(&mut [0; 4])).glyphs;
        glyphs.iter().all(|glyph| glyph.glyph_id.to_u32() != 0)
    }

    pub(crate) fn shape(self, text: &str) -> ShapedText {
        let mut shaped = ShapedText::default();
        for run in writing_systems::split_into_script_runs(text) {
            let extra = extra_face(run.script);
            let Some(face) = extra.or_else(|| self.face()) else { continue };
            let first_glyph = shaped.glyphs.len();
            face.shape_run_from_end(&run, text, &mut shaped.glyphs);
            shaped.glyphs[first_glyph..].reverse();
            let needs_synthetic_bold = extra.is_some() && self == Self::Bold;
            shaped.font_runs.push(FontRun { face, glyphs: first_glyph..shaped.glyphs.len(), needs_synthetic_bold });
        }
        shaped
    }
}

/// The glyphs of a text from left to right, measured in ems.
#[derive(Debug, Clone, Default)]
pub(crate) struct ShapedText {
    pub(crate) glyphs: Vec<KrillaGlyph>,
    pub(crate) font_runs: Vec<FontRun>,
}

/// Consecutive glyphs of one font.
#[derive(Debug, Clone)]
pub(crate) struct FontRun {
    pub(crate) face: &'static FontFace,
    pub(crate) glyphs: Range<usize>,
    /// The text is bold, but the font exists only in regular weight.
    pub(crate) needs_synthetic_bold: bool,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ids(text: &str) -> Vec<u32> {
        Weight::Regular.shape(text).glyphs.iter().map(|glyph| glyph.glyph_id.to_u32()).collect()
    }

    #[test]
    fn every_needed_letter_has_a_glyph() {
        for weight in [Weight::Regular, Weight::Bold] {
            let letters = "AZaz019 ₹−–—·…,.()%&/'“”éñŚ अआइकखगघङचछज़झञटठडढणतथदधनपफबभमयरलवशषसह़ािीुूृेैोौं्ॐ०१२। \
                অআকখগঘঙচছজ ড়ৎংঃ২ ৰৱ ਅਕਖਗਘਸ਼ੱੰ੧ અકખગઘ૧ ଅକଖଗଘଡ଼୧ அஆகஙசஞடணதநபமழளற௧ అకఖగఘ౧ ಅಕಖಗಘ೧ അകഖഗഘൻർൽൾ൧";
            for glyph in weight.shape(letters).glyphs {
                assert_ne!(glyph.glyph_id.to_u32(), 0, "{:?} in {weight:?}", &letters[glyph.text_range]);
            }
        }
    }

    #[test]
    fn scripts_are_shaped() {
        // The vowel sign is drawn before its consonant; क्ष is one glyph.
        let bare = ids("क");
        let with_sign = ids("कि");
        assert_eq!((with_sign.len(), with_sign.last()), (2, bare.last()));
        assert_eq!(ids("क्ष").len(), 1);
        // A sign that is moved back is followed by an empty glyph at the end of its cluster.
        let set_back = ids("कुल");
        let empty_glyph = Weight::Regular.face().expect("a font that can be read").empty_glyph.to_u32();
        assert_eq!(set_back.len(), 4);
        assert_eq!((set_back[0], set_back[2]), (bare[0], empty_glyph));
        assert_ne!(empty_glyph, 0);
        // A subjoined র is part of its letter.
        assert!(!ids("শ্রে").contains(&ids("র")[0]));
        // In Tamil, Malayalam and Bengali this sign is drawn before its letter as well.
        for (bare, with_sign) in [("க", "கெ"), ("ക", "കെ"), ("ক", "কে")] {
            assert_eq!(ids(with_sign).last(), ids(bare).last(), "{with_sign}");
            assert_eq!(ids(with_sign).len(), 2, "{with_sign}");
        }
    }

    #[test]
    fn clusters_cover_the_text_and_font_runs_the_glyphs() {
        for text in [
            "Asha Rao",
            "आशा कुलकर्णी",
            "Asha आशा 12 (VIP) प्रिया",
            "ffi क्षत्रिय",
            "",
            "𐍈 漢字 😀",
            "ಲಕ್ಷ್ಮಿ Rao ಕೃಷ್ಣ, 12 மீனாட்சி—শ্রেয়া ज्ञान",
        ] {
            let shaped = Weight::Bold.shape(text);
            let mut reached = 0;
            for glyph in &shaped.glyphs {
                assert!(glyph.text_range.start <= reached, "{text}");
                assert!(text.get(glyph.text_range.clone()).is_some_and(|part| !part.is_empty()), "{text}");
                reached = reached.max(glyph.text_range.end);
            }
            assert_eq!(reached, text.len(), "{text}");
            let covered = shaped.font_runs.iter().fold(0, |at, run| {
                assert_eq!(run.glyphs.start, at, "{text}");
                run.glyphs.end
            });
            assert_eq!(covered, shaped.glyphs.len(), "{text}");
        }
    }

    #[test]
    fn missing_glyphs_are_detected() {
        assert!(['A', '₹', 'ಕ', 'ழ', '·'].into_iter().all(|letter| Weight::Bold.has(letter)));
        assert!(['😀', '漢', '\u{1f3fd}', '✨'].into_iter().all(|letter| !Weight::Regular.has(letter)));
    }
}
