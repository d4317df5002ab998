//! The progress of a long command: a bar on a terminal, otherwise a line for every tenth.

use std::io::{IsTerminal, stderr};

use indicatif::{HumanCount, ProgressBar, ProgressStyle};

pub(crate) struct Progress {
    bar: Option<ProgressBar>,
    noun: &'static str,
    total: u64,
    done: u64,
}

/// Number of progress lines that are printed when standard error is not a terminal.
const REPORTED_PARTS: u64 = 10;

impl Progress {
    /// Starts at `already_done` of `total`, which an earlier run has finished.
    pub(crate) fn new(noun: &'static str, total: u64, already_done: u64) -> Self {
        let bar = stderr().is_terminal().then(|| {
            let bar = ProgressBar::new(total).with_position(already_done).with_style(bar_style()).with_message(noun);
            bar.reset_eta();
            bar
        });
        Self { bar, noun, total, done: already_done }
    }

    pub(crate) fn advance(&mut self, count: u64) {
        self.set_done(self.done + count);
    }

    pub(crate) fn set_done(&mut self, done: u64) {
        let reported_parts = finished_parts(self.done, self.total);
        self.done = done;
        if let Some(bar) = &self.bar {
            bar.set_position(done);
        } else if finished_parts(done, self.total) > reported_parts {
            eprintln!("{} of {} {}", HumanCount(done), HumanCount(self.total), self.noun);
        }
    }

    pub(crate) fn noun(&self) -> &'static str {
        self.noun
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}

fn finished_parts(done: u64, total: u64) -> u64 {
    (done * REPORTED_PARTS).checked_div(total).unwrap_or(REPORTED_PARTS)
}

fn bar_style() -> ProgressStyle {
    ProgressStyle::with_template("{bar:40} {human_pos} of {human_len} {msg}, {eta} left")
        .unwrap_or_else(|_| ProgressStyle::default_bar())
}
