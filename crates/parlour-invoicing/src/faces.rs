//! The two faces that everything is set in, and how characters become their glyphs. Noto Sans has Latin, Devanagari
//! and the rupee sign, and digits of one width.

use std::sync::LazyLock;

use harfrust::{
    BufferFlags, Direction, FontRef, Script, ShapeOptions, ShapePlan, ShaperData, UnicodeBuffer, script,
};
use krilla::text::{Font, GlyphId, KrillaGlyph};

static REGULAR: LazyLock<Option<Face>> =
    LazyLock::new(|| Face::of(include_bytes!("../fonts/NotoSans-Regular.ttf")));
static BOLD: LazyLock<Option<Face>> =
    LazyLock::new(|| Face::of(include_bytes!("../fonts/NotoSans-Bold.ttf")));

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Weight {
    Regular,
    Bold,
}

impl Weight {
    /// None never happens: a test reads both files.
    pub(crate) fn face(self) -> Option<&'static Face> {
        match self {
            Self::Regular => REGULAR.as_ref(),
            Self::Bold => BOLD.as_ref(),
        }
    }
}

pub(crate) struct Face {
    pub(crate) font: Font,
    reading: FontRef<'static>,
    data: ShaperData,
    /// Made once for each script: most texts are of a few letters.
    latin: ShapePlan,
    devanagari: ShapePlan,
    /// Neither seen nor wide.
    nothing: GlyphId,
}

impl Face {
    fn of(file: &'static [u8]) -> Option<Self> {
        let reading = FontRef::from_index(file, 0).ok()?;
        let data = ShaperData::new(&reading);
        let plan = |script| {
            let shaper = data.shaper(&reading).build();
            ShapePlan::new(&shaper, Direction::LeftToRight, Some(script), None, &[])
        };
        let mut joiner = UnicodeBuffer::new();
        joiner.push_str("\u{200c}");
        joiner.set_flags(BufferFlags::PRESERVE_DEFAULT_IGNORABLES);
        joiner.guess_segment_properties();
        let joiner = data.shaper(&reading).build().shape(joiner, ShapeOptions::new());
        let nothing = joiner.glyph_infos().first()?.glyph_id;
        Some(Self {
            nothing: GlyphId::new(nothing),
            font: Font::new(file.into(), 0)?,
            latin: plan(script::LATIN),
            devanagari: plan(script::DEVANAGARI),
            reading,
            data,
        })
    }

    /// In ems, from left to right.
    pub(crate) fn shape(&self, text: &str) -> Vec<KrillaGlyph> {
        let mut glyphs = Vec::with_capacity(text.len());
        for run in runs(text) {
            let from_here = glyphs.len();
            self.shape_backwards(&run, text, &mut glyphs);
            glyphs[from_here..].reverse();
        }
        glyphs
    }

    /// From the end: where a cluster ends is where the next one begins.
    fn shape_backwards(&self, run: &Run, text: &str, glyphs: &mut Vec<KrillaGlyph>) {
        let mut buffer = UnicodeBuffer::new();
        buffer.push_str(&text[run.start..run.end]);
        buffer.set_direction(Direction::LeftToRight);
        buffer.set_script(run.script);
        let plan = if run.script == script::DEVANAGARI { &self.devanagari } else { &self.latin };
        let shaper = self.data.shaper(&self.reading).build();
        let shaped = shaper.shape(buffer, ShapeOptions::new().plan(Some(plan)));
        let ems = |units: i32| in_ems(units, self.font.units_per_em());
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
fn in_ems(units: i32, units_per_em: f32) -> f32 {
    units as f32 / units_per_em
}

/// Text of one script.
struct Run {
    start: usize,
    end: usize,
    script: Script,
}

/// What belongs to no script, a space or a digit, stays with what stands before it.
fn runs(text: &str) -> Vec<Run> {
    let mut runs: Vec<Run> = Vec::new();
    for (at, letter) in text.char_indices() {
        let script = match letter {
            '\u{900}'..='\u{97f}' | '\u{a8e0}'..='\u{a8ff}' | '\u{1cd0}'..='\u{1cff}' => {
                Some(script::DEVANAGARI)
            }
            letter if letter.is_alphabetic() => Some(script::LATIN),
            _ => None,
        };
        let end = at + letter.len_utf8();
        match runs.last_mut() {
            Some(last) if script.is_none_or(|script| script == last.script) => last.end = end,
            _ => runs.push(Run { start: at, end, script: script.unwrap_or(script::LATIN) }),
        }
    }
    runs
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_faces_have_every_letter_that_we_need() {
        for weight in [Weight::Regular, Weight::Bold] {
            let face = weight.face().expect("a font that can be read");
            let letters = "AZaz019 ₹−–—·…,.()%&/'“”éñŚ अआइकखगघङचछज़झञटठडढणतथदधनपफबभमयरलवशषसह़ािीुूृेैोौं्ॐ०१२।";
            for glyph in face.shape(letters) {
                assert_ne!(glyph.glyph_id.to_u32(), 0, "{:?} in {weight:?}", &letters[glyph.text_range]);
            }
        }
    }

    #[test]
    fn devanagari_is_shaped() {
        let face = Weight::Regular.face().expect("a font that can be read");
        // The vowel sign stands before its consonant; क्ष is one glyph.
        let bare: Vec<u32> = face.shape("क").iter().map(|glyph| glyph.glyph_id.to_u32()).collect();
        let with_sign: Vec<u32> = face.shape("कि").iter().map(|glyph| glyph.glyph_id.to_u32()).collect();
        assert_eq!((with_sign.len(), with_sign.last()), (2, bare.last()));
        assert_eq!(face.shape("क्ष").len(), 1);
        // A sign that is set back is followed by nothing, at the end of its letter.
        let set_back: Vec<u32> = face.shape("कुल").iter().map(|glyph| glyph.glyph_id.to_u32()).collect();
        assert_eq!(set_back.len(), 4);
        assert_eq!((set_back[0], set_back[2]), (bare[0], face.nothing.to_u32()));
        assert_ne!(face.nothing.to_u32(), 0);
    }

    #[test]
    fn clusters_cover_the_text() {
        let face = Weight::Regular.face().expect("a font that can be read");
        for text in ["Asha Rao", "आशा कुलकर्णी", "Asha आशा 12 (VIP) प्रिया", "ffi क्षत्रिय", "", "𐍈 漢字 😀"]
        {
            let mut reached = 0;
            for glyph in face.shape(text) {
                assert!(glyph.text_range.start <= reached, "{text}");
                assert!(text.get(glyph.text_range.clone()).is_some_and(|part| !part.is_empty()), "{text}");
                reached = reached.max(glyph.text_range.end);
            }
            assert_eq!(reached, text.len(), "{text}");
        }
    }
}
