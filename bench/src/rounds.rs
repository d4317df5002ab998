//! Measures the baseline and Parlour alternately, so that other activity of the machine affects both.

use std::path::Path;

use crate::load::{self, Request};
use crate::servers::Server;

/// Number and length of the rounds.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Plan {
    pub(crate) rounds: usize,
    pub(crate) seconds: u32,
}

impl Plan {
    pub(crate) const FULL: Self = Self { rounds: 5, seconds: 2 };
    pub(crate) const QUICK: Self = Self { rounds: 3, seconds: 1 };
}

/// The figures of one server in one run.
#[derive(Debug, Clone)]
pub(crate) struct Sample {
    pub(crate) per_second: f64,
    pub(crate) cpu_us_per_request: f64,
    /// CPU time of the database server; zero where the server has no other process for it.
    pub(crate) database_cpu_us: f64,
    pub(crate) p50_us: f64,
    pub(crate) p99_us: f64,
    pub(crate) slowest_us: f64,
    pub(crate) requests: u64,
}

impl Sample {
    /// CPU time of a request, database server included.
    pub(crate) fn whole_cpu_us(&self) -> f64 {
        self.cpu_us_per_request + self.database_cpu_us
    }
}

/// Parlour between two runs of the baseline.
#[derive(Debug, Clone)]
pub(crate) struct Round {
    pub(crate) before: Sample,
    pub(crate) parlour: Sample,
    pub(crate) after: Sample,
}

impl Round {
    pub(crate) fn baseline_per_second(&self) -> f64 {
        f64::midpoint(self.before.per_second, self.after.per_second)
    }

    pub(crate) fn ratio(&self) -> f64 {
        self.parlour.per_second / self.baseline_per_second()
    }

    /// The baseline compared with itself: a ratio varies by this much without any difference.
    pub(crate) fn baseline_noise(&self) -> f64 {
        self.after.per_second / self.before.per_second
    }
}

/// Runs all rounds. Both functions measure for the given number of seconds.
pub(crate) fn run(
    plan: Plan,
    baseline: impl Fn(u32) -> anyhow::Result<Sample>,
    parlour: impl Fn(u32) -> anyhow::Result<Sample>,
) -> anyhow::Result<Vec<Round>> {
    // Warm-up runs that are not counted: caches are filled and statements prepared.
    baseline(1)?;
    parlour(1)?;
    let Plan { rounds, seconds } = plan;
    (0..rounds)
        .map(|_| Ok(Round { before: baseline(seconds)?, parlour: parlour(seconds)?, after: baseline(seconds)? }))
        .collect()
}

/// Returns a function that measures the server with this request.
pub(crate) fn under_load(
    server: &Server,
    request: &Request,
    folder: &Path,
) -> anyhow::Result<impl Fn(u32) -> anyhow::Result<Sample>> {
    // A single request gives a readable error if something is wrong.
    server.body(request)?;
    Ok(move |seconds| sample(server, request, seconds, folder))
}

#[expect(clippy::cast_precision_loss, reason = "no run has 2^52 requests or microseconds")]
pub(crate) fn sample(server: &Server, request: &Request, seconds: u32, folder: &Path) -> anyhow::Result<Sample> {
    let before = [server.cpu_time()?, server.database_cpu_time()?];
    let load = load::run(server.address_for(request), request, seconds, folder)?;
    let after = [server.cpu_time()?, server.database_cpu_time()?];
    let us_per_request =
        |index: usize| after[index].saturating_sub(before[index]).as_secs_f64() * 1e6 / load.requests as f64;
    Ok(Sample {
        per_second: load.per_second(),
        cpu_us_per_request: us_per_request(0),
        database_cpu_us: us_per_request(1),
        p50_us: load.p50_us as f64,
        p99_us: load.p99_us as f64,
        slowest_us: load.slowest_us as f64,
        requests: load.requests,
    })
}

/// Returns the median, or NaN if there are no values.
pub(crate) fn median(values: impl IntoIterator<Item = f64>) -> f64 {
    let mut values: Vec<f64> = values.into_iter().collect();
    values.sort_by(f64::total_cmp);
    let middle = values.len() / 2;
    match values.len() {
        0 => f64::NAN,
        count if count % 2 == 1 => values[middle],
        _ => f64::midpoint(values[middle - 1], values[middle]),
    }
}

#[cfg(test)]
mod tests {
    use super::median;

    #[test]
    fn the_median_is_in_the_middle() {
        assert!((median([9.0, 1.0, 2.0]) - 2.0).abs() < f64::EPSILON);
        assert!((median([4.0, 1.0, 2.0, 9.0]) - 3.0).abs() < f64::EPSILON);
        assert!(median([]).is_nan());
    }
}
