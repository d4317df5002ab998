//! Which script a letter is of, and which face has it.

use std::sync::LazyLock;

use harfrust::{Script, script};

use crate::fonts::FontFace;

/// A script that Noto Sans has not: its letters, and the face that has them. Of regular weight only: two of each would
/// be in every binary for a few bold names.
struct ExtraScript {
    script: Script,
    first: char,
    last: char,
    face: LazyLock<Option<FontFace>>,
}

macro_rules! others {
    ($($script:ident $first:literal $last:literal $file:literal)*) => {
        [$(ExtraScript {
            script: script::$script,
            first: $first,
            last: $last,
            face: LazyLock::new(|| FontFace::of(include_bytes!($file), &[script::$script])),
        }),*]
    };
}

static EXTRA_SCRIPTS: [ExtraScript; 8] = others! {
    BENGALI '\u{980}' '\u{9ff}' "../fonts/NotoSansBengali-Regular.ttf"
    GURMUKHI '\u{a00}' '\u{a7f}' "../fonts/NotoSansGurmukhi-Regular.ttf"
    GUJARATI '\u{a80}' '\u{aff}' "../fonts/NotoSansGujarati-Regular.ttf"
    ORIYA '\u{b00}' '\u{b7f}' "../fonts/NotoSansOriya-Regular.ttf"
    TAMIL '\u{b80}' '\u{bff}' "../fonts/NotoSansTamil-Regular.ttf"
    TELUGU '\u{c00}' '\u{c7f}' "../fonts/NotoSansTelugu-Regular.ttf"
    KANNADA '\u{c80}' '\u{cff}' "../fonts/NotoSansKannada-Regular.ttf"
    MALAYALAM '\u{d00}' '\u{d7f}' "../fonts/NotoSansMalayalam-Regular.ttf"
};

/// None for what Noto Sans has.
pub(crate) fn extra_font_face(script: Script) -> Option<&'static FontFace> {
    EXTRA_SCRIPTS.iter().find(|other| other.script == script)?.face.as_ref()
}

/// Text of one script.
pub(crate) struct ScriptRun {
    pub(crate) start: usize,
    pub(crate) end: usize,
    pub(crate) script: Script,
}

/// What belongs to no script, a space or a digit, stays with what stands before it if that face has it.
pub(crate) fn split_into_script_runs(text: &str) -> Vec<ScriptRun> {
    let mut runs: Vec<ScriptRun> = Vec::new();
    for (at, letter) in text.char_indices() {
        let script = script_of(letter);
        let end = at + letter.len_utf8();
        let continues_run = |last: &ScriptRun| match script {
            Some(script) => script == last.script,
            None => is_joiner(letter) || matches!(last.script, script::LATIN | script::DEVANAGARI),
        };
        match runs.last_mut() {
            Some(last) if continues_run(last) => last.end = end,
            _ => runs.push(ScriptRun { start: at, end, script: script.unwrap_or(script::LATIN) }),
        }
    }
    runs
}

fn script_of(letter: char) -> Option<Script> {
    match letter {
        '\u{900}'..='\u{963}' | '\u{966}'..='\u{97f}' | '\u{a8e0}'..='\u{a8ff}' | '\u{1cd0}'..='\u{1cff}' => {
            Some(script::DEVANAGARI)
        }
        letter => match EXTRA_SCRIPTS.iter().find(|other| (other.first..=other.last).contains(&letter)) {
            Some(other) => Some(other.script),
            None => letter.is_alphabetic().then_some(script::LATIN),
        },
    }
}

/// These shape what stands around them.
pub(crate) fn is_joiner(letter: char) -> bool {
    matches!(letter, '\u{200c}' | '\u{200d}')
}
