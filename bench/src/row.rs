//! A row of the report: what is measured, against which baseline, and the result.

use serde_json::Value;

use crate::load::Request;
use crate::rounds::Round;

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
    /// The slowest response of Parlour in all rounds.
    pub(crate) fn slowest_ms(&self) -> f64 {
        self.rounds.iter().map(|round| round.parlour.slowest_us / 1e3).fold(0.0, f64::max)
    }
}

/// A row before it is measured.
#[derive(Debug)]
pub(crate) struct RowSpec {
    pub(crate) name: &'static str,
    pub(crate) baseline: Baseline,
    /// The lowest acceptable ratio of Parlour to the baseline.
    pub(crate) target: Option<f64>,
    pub(crate) request: Request,
    /// Expected status code.
    pub(crate) status: u16,
    /// For writes: counts the records that the requests of this row have stored.
    pub(crate) count_stored_sql: Option<String>,
}

impl RowSpec {
    /// A row that reads, compared with a handler that returns the same bytes.
    pub(crate) fn read(name: &'static str, path: &str, target: Option<f64>) -> Self {
        let request = Request::get(path);
        Self { name, baseline: Baseline::SameBytes, target, request, status: 200, count_stored_sql: None }
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
    /// Parlour without integrations; in the measured row all integrations are unresponsive.
    WithoutIntegrations,
}
