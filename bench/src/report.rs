//! The figures, for people.

use std::fmt::Write as _;

use crate::bookings::CUSTOMERS;
use crate::load::CONNECTIONS;
use crate::pgbench::SESSIONS;
use crate::rounds::{Plan, Round, Sample, median};
use crate::rows::{Baseline, Row};
use crate::{StandaloneFigures, machine};

const TABLE_HEADER: &str = "\
| Request | On | Limit | Limit req/s | Parlour req/s | Ratio (lowest–highest) | Same thing twice | Target | CPU µs, limit → Parlour | p50 ms | p99 ms | Slowest ms |
|---|---|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|";

/// No request may take longer.
const TOO_SLOW_MS: f64 = 1000.0;

/// A machine that does more than this on the side gives no figures to keep.
const NOISY_PERCENT: f64 = 10.0;

pub(crate) fn report(rows: &[Row], alone: Option<&StandaloneFigures>, plan: Plan) -> anyhow::Result<String> {
    let busy = rows.iter().map(|row| row.busy_share).fold(0.0, f64::max) * 100.0;
    let mut text = format!("# Benchmarks\n\n{}.\n", machine::describe_machine()?);
    writeln!(text, "Others used at most {busy:.0} % of the processors just before a row was measured.")?;
    if busy > NOISY_PERCENT {
        writeln!(text, "**That is too much: these figures are noise.**")?;
    }
    writeln!(text, "\n{TABLE_HEADER}")?;
    let mut missed = Vec::new();
    for row in rows {
        let ratio = median(row.rounds.iter().map(Round::ratio));
        let label = format!("{} on {}", row.spec.name, row.engine);
        if row.slowest_ms() > TOO_SLOW_MS {
            missed.push(format!("{label} took {:.0} ms once", row.slowest_ms()));
        }
        if row.spec.target.is_some_and(|target| ratio < target) {
            missed.push(label);
        }
        writeln!(text, "{}", row_line(row, ratio))?;
    }
    if let Some(alone) = alone {
        text += &background_table(alone);
        let (idle, missed_idle) = idle_table(alone);
        text += &idle;
        missed.extend(missed_idle);
    }
    match missed.as_slice() {
        [] => text += "\nEvery target was met.\n",
        missed => writeln!(text, "\n**Missed: {}.**", missed.join("; "))?,
    }
    write!(text, "\n## How it is measured\n\n{}", method_text(plan))?;
    Ok(text)
}

/// Figures without a target.
fn background_table(StandaloneFigures { queues, invoices, .. }: &StandaloneFigures) -> String {
    let mut text = "\n| By itself | Measured |\n|---|---|\n".to_owned();
    for queue in queues {
        // Writing to a String does not fail.
        let _ = writeln!(
            text,
            "| Queued jobs, {} | {:.0} a second, {:.2} of the {:.0} that clients get from the job's HTTP route; {:.0} µs of CPU each |",
            queue.engine,
            queue.per_second,
            queue.per_second / queue.requested_per_second,
            queue.requested_per_second,
            queue.cpu_us,
        );
    }
    let _ = writeln!(
        text,
        "| Invoices as PDF, three lines | {:.0} a second; p50 {:.1} ms, p99 {:.1} ms; {:.1} ms of CPU each |",
        invoices.per_second, invoices.p50_ms, invoices.p99_ms, invoices.cpu_ms,
    );
    text
}

/// And what of it is more than it may be.
fn idle_table(StandaloneFigures { idle, .. }: &StandaloneFigures) -> (String, Vec<String>) {
    let mut text = "\n| At rest, SQLite | Measured | Target |\n|---|--:|--:|\n".to_owned();
    let mut missed = Vec::new();
    for (name, measured, baseline, unit) in [
        ("Memory of `parlour serve --demo`, 5 s after the start", idle.resident_mib, 40.0, "MiB"),
        ("From exec to both apps listening, existing database, median of 5", idle.start_ms, 300.0, "ms"),
    ] {
        let is_met = measured < baseline;
        let _ =
            writeln!(text, "| {name} | {measured:.1} {unit} | < {baseline} {unit}, {} |", verdict(is_met));
        if !is_met {
            missed.push(name.to_owned());
        }
    }
    (text, missed)
}

fn row_line(row: &Row, ratio: f64) -> String {
    let of_baseline = |pick: fn(&Sample) -> f64| {
        median(row.rounds.iter().flat_map(|round| [pick(&round.before), pick(&round.after)]))
    };
    let of_parlour = |pick: fn(&Sample) -> f64| median(row.rounds.iter().map(|round| pick(&round.parlour)));
    let mark = if row.slowest_ms() > TOO_SLOW_MS { "**" } else { "" };
    let baseline = match row.spec.baseline {
        Baseline::SameBytes => "bare axum, same bytes",
        Baseline::OneCommit => "one commit per request, sync + 1 ms on both",
        Baseline::Pgbench(_) => "pgbench, same statements",
        Baseline::WithoutServices => "itself without services; here all are dead",
    };
    let target =
        row.spec.target.map_or("–".into(), |target| format!("≥ {target}, {}", verdict(ratio >= target)));
    format!(
        "| {} | {} | {baseline} | {:.0} | {:.0} | **{ratio:.2}** ({}) | {} | {target} | {:.1} → {:.1} | {:.2} | {:.2} | {mark}{:.1}{mark} |",
        row.spec.name,
        row.engine,
        of_baseline(|sample| sample.per_second),
        of_parlour(|sample| sample.per_second),
        range_text(row, Round::ratio),
        range_text(row, Round::baseline_noise),
        of_baseline(|sample| sample.cpu_us_per_request),
        of_parlour(|sample| sample.cpu_us_per_request),
        of_parlour(|sample| sample.p50_us) / 1e3,
        of_parlour(|sample| sample.p99_us) / 1e3,
        row.slowest_ms(),
    )
}

fn verdict(is_met: bool) -> &'static str {
    if is_met { "met" } else { "**missed**" }
}

fn range_text(row: &Row, figure: fn(&Round) -> f64) -> String {
    let figures = || row.rounds.iter().map(figure);
    let (lowest, highest) = (figures().fold(f64::INFINITY, f64::min), figures().fold(0.0, f64::max));
    format!("{lowest:.2}–{highest:.2}")
}

fn method_text(plan: Plan) -> String {
    let Plan { rounds, seconds } = plan;
    format!(
        "`make bench` starts a release build with the demo salon and, in the same run, the limit; both listen on \
         loopback, and `wrk` keeps {CONNECTIONS} connections busy from one thread. Each of {rounds} rounds measures \
         the limit, Parlour and the limit again for {seconds} s each. A round's ratio is Parlour over the mean of the \
         two limits around it; the table has the median. \"Same thing twice\" is the second limit over the first, \
         lowest to highest: differences of that size mean nothing. Rates, CPU time per request (of the server alone, \
         or of `pgbench`) and percentiles are medians over the rounds, the slowest request is of all, and over 1 s \
         counts as missed; `wrk` counts a stall once for every request that it held up. A single answer that is not \
         a 2xx fails the run; so does a write that was answered and is not in the database. The bare axum handler \
         (`bench/src/bare.rs`) returns the bytes that Parlour returned, with the same allocator and build profile, and \
         does nothing else: no header but the content type, no database. \
         \"One commit per request\" (`bench/src/one_commit.rs`) runs Parlour's statements for a lead on one SQLite \
         connection with `synchronous=FULL`; there, and only there, a preloaded library (`bench/src/sync_delay.c`) \
         adds 1 ms to every sync of both, as a slower disk would. Postgres is a private server with its default \
         durability on the same machine. The rows are of `--roles web`: what they leave to be done by itself is not done \
         meanwhile. Deliveries are thousands of jobs that are due at once and find nothing to do; invoices are asked of \
         `--roles invoicing` over as many connections as there are cores. Rows beside dead services are of the whole \
         `serve`, with mail, push, chat, invoicing and heartbeats at an address that takes every connection \
         and never says a word; their limit is the same `serve` with none of them set.\n\n\
         Bookings are asked for with sessions. One customer, who has made 50 bookings of two services each over HTTP, \
         reads; {CUSTOMERS} others book two services each, in turns, because whoever asks twice at once waits for \
         themselves. All book at one branch, so all wait for its next number. The bare handler gets the same requests \
         and returns one recorded answer. `pgbench` (`bench/src/raw.rs`, `bench/src/raw_script.rs`) sends Parlour's own \
         statements for a booking, from the proof of the session to the commit, prepared and one after the other, to \
         the same database over TCP, in {SESSIONS} sessions: as many as Parlour has connections. More sessions make it \
         slower, as they only queue for the number. In its favour its ids are shorter and the same moment is written \
         all the time, and the seconds in which it prepares statements and in which its sessions end do not count. \
         Afterwards the database must hold what both have counted, and with each booking of either as many services, \
         pieces of work, notices and audit rows.\n\n\
         At the desk, a receptionist reads a day of 60 bookings of two services each and a page of the directory, and 16 \
         complete visits: each request bills another one of the confirmed bookings that were put into the database before, \
         of {CUSTOMERS} customers in turns, and all wait for the branch's next invoice number.\n"
    )
}
