//! A row of the report: what is measured, against which baseline, and the result.

use std::fmt;

use serde_json::Value;

use crate::load::Request;
use crate::rounds::{Round, median};

/// A measured row.
#[derive(Debug)]
pub(crate) struct Row {
    pub(crate) spec: RowSpec,
    pub(crate) engine: &'static str,
    pub(crate) rounds: Vec<Round>,
    /// Share of the CPU that other processes used just before the measurement.
    pub(crate) busy_share: f64,
}

impl Row {
    /// Median over the rounds, like all figures of a row.
    pub(crate) fn ratio(&self) -> f64 {
        median(self.rounds.iter().map(Round::ratio))
    }

    pub(crate) fn cpu_us(&self) -> f64 {
        median(self.rounds.iter().map(|round| round.parlour.whole_cpu_us()))
    }

    pub(crate) fn cpu_ratio(&self) -> f64 {
        let of_round = |round: &Round| {
            round.parlour.whole_cpu_us() / f64::midpoint(round.before.whole_cpu_us(), round.after.whole_cpu_us())
        };
        median(self.rounds.iter().map(of_round))
    }

    /// `None` without a target.
    pub(crate) fn meets_target(&self) -> Option<bool> {
        self.spec.target.map(|target| target.is_met(self))
    }

    /// The slowest response of Parlour in all rounds.
    pub(crate) fn slowest_ms(&self) -> f64 {
        self.rounds.iter().map(|round| round.parlour.slowest_us / 1e3).fold(0.0, f64::max)
    }
}

/// A row before it is measured.
#[derive(Debug)]
pub(crate) struct RowSpec {
    pub(crate) name: String,
    pub(crate) baseline: Baseline,
    pub(crate) target: Option<Target>,
    pub(crate) request: Request,
    /// Requests that are sent to Parlour five times a second while it is measured.
    pub(crate) meanwhile: Option<Request>,
    /// Expected status code.
    pub(crate) status: u16,
    /// For writes: counts the records that the requests of this row have stored.
    pub(crate) count_stored_sql: Option<String>,
}

impl RowSpec {
    /// A row that reads, compared with a handler that returns the same bytes.
    pub(crate) fn read(name: &str, path: &str, ratio: Option<f64>) -> Self {
        Self {
            name: name.to_owned(),
            baseline: Baseline::SameBytes,
            target: ratio.map(Target::RatioAtLeast),
            request: Request::get(path),
            meanwhile: None,
            status: 200,
            count_stored_sql: None,
        }
    }
}

/// What a row must reach.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Target {
    /// Requests a second, of those of the baseline.
    RatioAtLeast(f64),
    /// CPU time of a request, database server included, of that of the baseline.
    CpuAtMostTimes(f64),
    /// CPU time of a request, database server included.
    CpuUsAtMost(f64),
}

impl Target {
    fn is_met(self, row: &Row) -> bool {
        match self {
            Self::RatioAtLeast(ratio) => row.ratio() >= ratio,
            Self::CpuAtMostTimes(times) => row.cpu_ratio() <= times,
            Self::CpuUsAtMost(cpu_us) => row.cpu_us() <= cpu_us,
        }
    }
}

impl fmt::Display for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::RatioAtLeast(ratio) => write!(f, "≥ {ratio}"),
            Self::CpuAtMostTimes(times) => write!(f, "CPU ≤ {times} ×"),
            Self::CpuUsAtMost(cpu_us) => write!(f, "CPU ≤ {cpu_us} µs"),
        }
    }
}

/// What Parlour is compared with.
#[derive(Debug)]
pub(crate) enum Baseline {
    /// A bare axum handler that returns the bytes Parlour returned.
    SameBytes,
    /// The same statements with one commit per request; on both sides every sync is delayed.
    OneCommit,
    /// `pgbench` with Parlour's statements for a booking such as this one.
    Pgbench(Value),
    /// The same Parlour with this request for a branch with open availability.
    OpenBranch(Request),
    /// Parlour without integrations; in the measured row all integrations are unresponsive.
    WithoutIntegrations,
}
