//! One font file, and how characters become its glyphs.

use harfrust::{BufferFlags, Direction, FontRef, Script, ShapeOptions, ShapePlan, ShaperData, UnicodeBuffer};
use krilla::text::{Font, GlyphId, KrillaGlyph};

use crate::writing_systems::ScriptRun;

pub(crate) struct FontFace {
    pub(crate) font: Font,
    font_ref: FontRef<'static>,
    shaper_data: ShaperData,
    /// Made once per script: most texts have only a few characters.
    plans: Vec<(Script, ShapePlan)>,
    /// A glyph without ink and without width.
    pub(crate) empty_glyph: GlyphId,
}

impl std::fmt::Debug for FontFace {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.debug_struct("FontFace").finish_non_exhaustive()
    }
}

impl FontFace {
    /// None if the file is not a font.
    pub(crate) fn read(file: &'static [u8], scripts: &[Script]) -> Option<Self> {
        let font_ref = FontRef::from_index(file, 0).ok()?;
        let shaper_data = ShaperData::new(&font_ref);
        let plan = |script: &Script| {
            let shaper = shaper_data.shaper(&font_ref).build();
            (*script, ShapePlan::new(&shaper, Direction::LeftToRight, Some(*script), None, &[]))
        };
        let mut joiner = UnicodeBuffer::new();
        joiner.push_str("\u{200c}");
        joiner.set_flags(BufferFlags::PRESERVE_DEFAULT_IGNORABLES);
        joiner.guess_segment_properties();
        let joiner = shaper_data.shaper(&font_ref).build().shape(joiner, ShapeOptions::new());
        let empty_glyph = joiner.glyph_infos().first()?.glyph_id;
        Some(Self {
            empty_glyph: GlyphId::new(empty_glyph),
            font: Font::new(file.into(), 0)?,
            plans: scripts.iter().map(plan).collect(),
            font_ref,
            shaper_data,
        })
    }

    /// Appends the glyphs of a run, the last glyph first: the end of a cluster is the start of the one after it.
    pub(crate) fn shape_run_from_end(&self, run: &ScriptRun, text: &str, glyphs: &mut Vec<KrillaGlyph>) {
        let mut buffer = UnicodeBuffer::new();
        buffer.push_str(&text[run.start..run.end]);
        buffer.set_direction(Direction::LeftToRight);
        buffer.set_script(run.script);
        let plan = self.plans.iter().find(|(script, _)| *script == run.script).map(|(_, plan)| plan);
        let shaper = self.shaper_data.shaper(&self.font_ref).build();
        let shaped = shaper.shape(buffer, ShapeOptions::new().plan(plan));
        let ems = |units: i32| units_to_ems(units, self.font.units_per_em());
        let (mut end, mut cluster_start) = (run.end, run.end);
        for (info, position) in shaped.glyph_infos().iter().zip(shaped.glyph_positions()).rev() {
            let start = run.start + usize::try_from(info.cluster).unwrap_or_default();
            if start != cluster_start {
                (end, cluster_start) = (cluster_start, start);
                // PDF readers take the last glyph as the end of the cluster. If that is a sign moved back under its
                // letter, they read a space after it.
                if position.x_offset != 0 {
                    glyphs.push(KrillaGlyph::new(self.empty_glyph, 0.0, 0.0, 0.0, 0.0, start..end, None));
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
