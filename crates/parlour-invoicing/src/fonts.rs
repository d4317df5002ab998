//! The faces that everything is set in, and how characters become their glyphs. Noto Sans has Latin, Devanagari and the
//! rupee sign, and digits of one width; India's other scripts have a face each, which is read when it is first needed.

use std::ops::Range;
use std::sync::LazyLock;

use harfrust::{
    BufferFlags, Direction, FontRef, Script, ShapeOptions, ShapePlan, ShaperData, UnicodeBuffer, script,
};
use krilla::text::{Font, GlyphId, KrillaGlyph};

use crate::writing_systems::{self, ScriptRun};

static REGULAR: LazyLock<Option<FontFace>> = LazyLock::new(|| {
    FontFace::of(include_bytes!("../fonts/NotoSans-Regular.ttf"), &[script::LATIN, script::DEVANAGARI])
});
static BOLD: LazyLock<Option<FontFace>> = LazyLock::new(|| {
    FontFace::of(include_bytes!("../fonts/NotoSans-Bold.ttf"), &[script::LATIN, script::DEVANAGARI])
});

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Weight {
    Regular,
    Bold,
}

impl Weight {
    /// None never happens: a test reads both files.
    fn face(self) -> Option<&'static FontFace> {
        match self {
            Self::Regular => REGULAR.as_ref(),
            Self::Bold => BOLD.as_ref(),
        }
    }

    /// Whether a letter of this kind is seen: all that are not would be empty boxes.
    pub(crate) fn has(self, letter: char) -> bool {
        let glyphs = self.shape(letter.encode_utf8(&mut [0; 4])).glyphs;
        glyphs.iter().all(|glyph| glyph.glyph_id.to_u32() != 0)
    }

    pub(crate) fn shape(self, text: &str) -> ShapedText {
        let mut shaped = ShapedText::default();
        for run in writing_systems::split_into_script_runs(text) {
            let other = writing_systems::extra_font_face(run.script);
            let Some(face) = other.or_else(|| self.face()) else { continue };
            let first_glyph = shaped.glyphs.len();
            face.shape_run_from_end(&run, text, &mut shaped.glyphs);
            shaped.glyphs[first_glyph..].reverse();
            let needs_synthetic_bold = other.is_some() && self == Self::Bold;
            shaped.spans.push(FontRun {
                face,
                glyphs: first_glyph..shaped.glyphs.len(),
                needs_synthetic_bold,
            });
        }
        shaped
    }
}

/// In ems, from left to right.
#[derive(Debug, Clone, Default)]
pub(crate) struct ShapedText {
    pub(crate) glyphs: Vec<KrillaGlyph>,
    pub(crate) spans: Vec<FontRun>,
}

/// Which of the glyphs are of one face.
#[derive(Debug, Clone)]
pub(crate) struct FontRun {
    pub(crate) face: &'static FontFace,
    pub(crate) glyphs: Range<usize>,
    /// There is no bold face of it, though there should be.
    pub(crate) needs_synthetic_bold: bool,
}

pub(crate) struct FontFace {
    pub(crate) font: Font,
    font_ref: FontRef<'static>,
    data: ShaperData,
    /// Made once for each script: most texts are of a few letters.
    plans: Vec<(Script, ShapePlan)>,
    /// Neither seen nor wide.
    nothing: GlyphId,
}

impl std::fmt::Debug for FontFace {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.debug_struct("Face").finish_non_exhaustive()
    }
}

impl FontFace {
    pub(crate) fn of(file: &'static [u8], scripts: &[Script]) -> Option<Self> {
        let font_ref = FontRef::from_index(file, 0).ok()?;
        let data = ShaperData::new(&font_ref);
        let plan = |script: &Script| {
            let shaper = data.shaper(&font_ref).build();
            (*script, ShapePlan::new(&shaper, Direction::LeftToRight, Some(*script), None, &[]))
        };
        let mut joiner = UnicodeBuffer::new();
        joiner.push_str("\u{200c}");
        joiner.set_flags(BufferFlags::PRESERVE_DEFAULT_IGNORABLES);
        joiner.guess_segment_properties();
        let joiner = data.shaper(&font_ref).build().shape(joiner, ShapeOptions::new());
        let nothing = joiner.glyph_infos().first()?.glyph_id;
        Some(Self {
            nothing: GlyphId::new(nothing),
            font: Font::new(file.into(), 0)?,
            plans: scripts.iter().map(plan).collect(),
            font_ref,
            data,
        })
    }

    /// From the end: where a cluster ends is where the next one begins.
    fn shape_run_from_end(&self, run: &ScriptRun, text: &str, glyphs: &mut Vec<KrillaGlyph>) {
        let mut buffer = UnicodeBuffer::new();
        buffer.push_str(&text[run.start..run.end]);
        buffer.set_direction(Direction::LeftToRight);
        buffer.set_script(run.script);
        let plan = self.plans.iter().find(|(script, _)| *script == run.script).map(|(_, plan)| plan);
        let shaper = self.data.shaper(&self.font_ref).build();
        let shaped = shaper.shape(buffer, ShapeOptions::new().plan(plan));
        let ems = |units: i32| units_to_ems(units, self.font.units_per_em());
        let (mut end, mut begin) = (run.end, run.end);
        for (info, position) in shaped.glyph_infos().iter().zip(shaped.glyph_positions()).rev() {
            let start = run.start + usize::try_from(info.cluster).unwrap_or_default();
            if start != begin {
                (end, begin) = (begin, start);
                // Readers take a letter to end where its last glyph does, which may be a sign set back under it, and
                // would read a space after it.
                if position.x_offset != 0 {
                    glyphs.push(KrillaGlyph::new(self.nothing, 0.0, 0.0, 0.0, 0.0, start..end, None));
                }
            }
            glyphs.push(KrillaGlyph::new(
                GlyphId::new(info.glyph_id),
                ems(position.x_advance),
                ems(position.x_offset),
                ems(position.y_offset),
                ems(position.y_advance),
                start..end,
                None,
            ));
        }
    }
}

#[expect(clippy::cast_precision_loss, reason = "a glyph has a few thousand units")]
fn units_to_ems(units: i32, units_per_em: f32) -> f32 {
    units as f32 / units_per_em
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
        // The vowel sign stands before its consonant; क्ष is one glyph.
        let bare = ids("क");
        let with_sign = ids("कि");
        assert_eq!((with_sign.len(), with_sign.last()), (2, bare.last()));
        assert_eq!(ids("क्ष").len(), 1);
        // A sign that is set back is followed by nothing, at the end of its letter.
        let set_back = ids("कुल");
        let nothing = Weight::Regular.face().expect("a font that can be read").nothing.to_u32();
        assert_eq!(set_back.len(), 4);
        assert_eq!((set_back[0], set_back[2]), (bare[0], nothing));
        assert_ne!(nothing, 0);
        // A subjoined র is part of its letter.
        assert!(!ids("শ্রে").contains(&ids("র")[0]));
        // In Tamil, Malayalam and Bengali this sign too stands before.
        for (bare, with_sign) in [("க", "கெ"), ("ക", "കെ"), ("ক", "কে")] {
            assert_eq!(ids(with_sign).last(), ids(bare).last(), "{with_sign}");
            assert_eq!(ids(with_sign).len(), 2, "{with_sign}");
        }
    }

    #[test]
    fn clusters_cover_the_text_and_faces_the_glyphs() {
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
            let covered = shaped.spans.iter().fold(0, |at, span| {
                assert_eq!(span.glyphs.start, at, "{text}");
                span.glyphs.end
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
