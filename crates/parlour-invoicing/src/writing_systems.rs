//! Which script a character belongs to, and the runs of one script in a text.

use std::ops::RangeInclusive;

use harfrust::{Script, script};

/// The scripts whose letters Noto Sans does not have.
const EXTRA_SCRIPTS: [(Script, RangeInclusive<char>); 8] = [
    (script::BENGALI, '\u{980}'..='\u{9ff}'),
    (script::GURMUKHI, '\u{a00}'..='\u{a7f}'),
    (script::GUJARATI, '\u{a80}'..='\u{aff}'),
    (script::ORIYA, '\u{b00}'..='\u{b7f}'),
    (script::TAMIL, '\u{b80}'..='\u{bff}'),
    (script::TELUGU, '\u{c00}'..='\u{c7f}'),
    (script::KANNADA, '\u{c80}'..='\u{cff}'),
    (script::MALAYALAM, '\u{d00}'..='\u{d7f}'),
];

/// A part of a text, as byte positions, whose characters are of one script.
pub(crate) struct ScriptRun {
    pub(crate) start: usize,
    pub(crate) end: usize,
    pub(crate) script: Script,
}

/// A character without a script, such as a space or a digit, continues a Latin or Devanagari run; after any other script
/// it starts a Latin run, because the other fonts may not have it.
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
        letter => match EXTRA_SCRIPTS.iter().find(|(_, letters)| letters.contains(&letter)) {
            Some((script, _)) => Some(*script),
            None => letter.is_alphabetic().then_some(script::LATIN),
        },
    }
}

/// Whether a character has no shape of its own but changes the shape of its neighbours.
pub(crate) fn is_joiner(letter: char) -> bool {
    matches!(letter, '\u{200c}' | '\u{200d}')
}
