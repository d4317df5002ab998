//! How far long work has come, for whoever waits: a bar on a terminal, a line now and then elsewhere.

use std::io::{IsTerminal, stderr};

use indicatif::{HumanCount, ProgressBar, ProgressStyle};

pub(crate) struct Progress {
    bar: Option<ProgressBar>,
    total: u64,
    done: u64,
    told: u64,
}

/// Away from a terminal a line for each of so many parts.
const PARTS: u64 = 10;

impl Progress {
    /// `already` of `total` were done before.
    pub(crate) fn of(total: u64, already: u64) -> Self {
        let bar = stderr().is_terminal().then(|| {
            let bar = ProgressBar::new(total).with_position(already).with_style(style());
            bar.reset_eta();
            bar
        });
        Self { bar, total, done: already, told: part(already, total) }
    }

    pub(crate) fn advance(&mut self, by: u64) {
        self.done += by;
        if let Some(bar) = &self.bar {
            bar.inc(by);
        } else if part(self.done, self.total) > self.told {
            self.told = part(self.done, self.total);
            eprintln!("{} of {} rows", HumanCount(self.done), HumanCount(self.total));
        }
    }

    pub(crate) fn finish(self) {
        if let Some(bar) = self.bar {
            bar.finish_and_clear();
        }
    }
}

fn part(done: u64, total: u64) -> u64 {
    (done * PARTS).checked_div(total).unwrap_or(PARTS)
}

fn style() -> ProgressStyle {
    ProgressStyle::with_template("{bar:40} {human_pos} of {human_len} rows, {eta} left")
        .unwrap_or_else(|_| ProgressStyle::default_bar())
}
