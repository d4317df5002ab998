//! The report: tables of figures, missed targets and how they are measured.

use std::fmt::Write as _;

use crate::booking_customers::CUSTOMER_COUNT;
use crate::full_days::{DAYS_AHEAD, FULL_DAY_ROUNDS};
use crate::load::CONNECTIONS;
use crate::machine;
use crate::pgbench_script::SESSIONS;
use crate::rounds::{Plan, Round, Sample, median};
use crate::row::{Baseline, Row};
use crate::standalone::StandaloneFigures;

const TABLE_HEADER: &str = "\
| Request | Engine | Baseline | Baseline req/s | Parlour req/s | Ratio (min–max) | Baseline noise | Target | CPU µs, baseline → Parlour | p50 ms | p99 ms | Max ms |
|---|---|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|";

/// A row with a slower request misses its target.
const TOO_SLOW_MS: f64 = 1000.0;

/// Figures are not reliable if other processes use more of the CPU than this.
const NOISY_PERCENT: f64 = 10.0;

pub(crate) fn report(rows: &[Row], standalone: Option<&StandaloneFigures>, plan: Plan) -> anyhow::Result<String> {
    let busy = rows.iter().map(|row| row.busy_share).fold(0.0, f64::max) * 100.0;
    let mut text = format!("# Benchmarks\n\n{}.\n", machine::describe_machine()?);
    writeln!(text, "Other processes used at most {busy:.0} % of the CPU just before a row was measured.")?;
    if busy > NOISY_PERCENT {
        writeln!(text, "**That is too much: these figures are not reliable.**")?;
    }
    writeln!(text, "\n{TABLE_HEADER}")?;
    let mut missed = Vec::new();
    for row in rows {
        let label = format!("{} on {}", row.spec.name, row.engine);
        if row.slowest_ms() > TOO_SLOW_MS {
            missed.push(format!("{label}: one request took {:.0} ms", row.slowest_ms()));
        }
        if row.meets_target() == Some(false) {
            missed.push(label);
        }
        writeln!(text, "{}", row_line(row))?;
    }
    if let Some(standalone) = standalone {
        text += &background_table(standalone);
        let (idle, missed_idle) = idle_table(standalone);
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

/// The table of queued jobs and invoice PDFs, which have no target.
fn background_table(StandaloneFigures { queues, invoices, .. }: &StandaloneFigures) -> String {
    let mut text = "\n| Background | Measured |\n|---|---|\n".to_owned();
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

/// Returns the table of idle figures and the names of those that miss their target.
fn idle_table(StandaloneFigures { idle, .. }: &StandaloneFigures) -> (String, Vec<String>) {
    let mut text = "\n| Idle, SQLite | Measured | Target |\n|---|--:|--:|\n".to_owned();
    let mut missed = Vec::new();
    for (name, measured, maximum, unit) in [
        ("Memory of `parlour serve --demo`, 5 s after the start", idle.resident_mib, 40.0, "MiB"),
        ("From exec to both apps listening, existing database, median of 5", idle.start_ms, 300.0, "ms"),
    ] {
        let is_met = measured < maximum;
        let _ = writeln!(text, "| {name} | {measured:.1} {unit} | < {maximum} {unit}, {} |", verdict(is_met));
        if !is_met {
            missed.push(name.to_owned());
        }
    }
    (text, missed)
}

fn row_line(row: &Row) -> String {
    let of_baseline = |pick: fn(&Sample) -> f64| {
        median(row.rounds.iter().flat_map(|round| [pick(&round.before), pick(&round.after)]))
    };
    let of_parlour = |pick: fn(&Sample) -> f64| median(row.rounds.iter().map(|round| pick(&round.parlour)));
    let ratio = row.ratio();
    let mark = if row.slowest_ms() > TOO_SLOW_MS { "**" } else { "" };
    let baseline = match row.spec.baseline {
        Baseline::SameBytes => "bare axum, same bytes",
        Baseline::OneCommit => "one commit per request, sync + 1 ms on both",
        Baseline::Pgbench(_) => "pgbench, same statements",
        Baseline::OpenBranch(_) => "Parlour, the same booking at an open branch",
        Baseline::WithoutIntegrations => "Parlour without integrations; here all integrations are unresponsive",
    };
    let target = row.spec.target.zip(row.meets_target());
    let target = target.map_or("–".into(), |(target, is_met)| format!("{target}, {}", verdict(is_met)));
    let cpu = |own: f64, database: f64| {
        if database > 0.0 { format!("{own:.1} + {database:.1}") } else { format!("{own:.1}") }
    };
    format!(
        "| {} | {} | {baseline} | {:.0} | {:.0} | **{ratio:.2}** ({}) | {} | {target} | {} → {} | {:.2} | {:.2} | {mark}{:.1}{mark} |",
        row.spec.name,
        row.engine,
        of_baseline(|sample| sample.per_second),
        of_parlour(|sample| sample.per_second),
        range_text(row, Round::ratio),
        range_text(row, Round::baseline_noise),
        cpu(of_baseline(|sample| sample.cpu_us_per_request), of_baseline(|sample| sample.database_cpu_us)),
        cpu(of_parlour(|sample| sample.cpu_us_per_request), of_parlour(|sample| sample.database_cpu_us)),
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
        "`make bench` starts a release build with the demo salon and, in the same run, a baseline. Both listen on \
         loopback, and `wrk` keeps {CONNECTIONS} connections busy from one thread. Each of {rounds} rounds \
         measures the baseline, Parlour and the baseline again for {seconds} s each. The ratio of a round is \
         Parlour divided by the mean of the two baseline runs around it; the table shows the median. \"Baseline \
         noise\" is the second baseline run divided by the first, minimum to maximum: differences of that size are \
         not significant. Rates, CPU time per request (of the server alone, or of `pgbench`) and percentiles are \
         medians over the rounds; after a plus stands the CPU time of the database server. The maximum is over all rounds, and more than 1 s counts as missed; `wrk` counts \
         a pause once for every request that it delays. A single response without a 2xx status fails the run, and \
         so does a write that was answered but is not in the database. The bare axum handler \
         (`bench/src/bare_axum.rs`) returns the bytes that Parlour returned, with the same allocator and build \
         profile, and does nothing else: no header except the content type, no database. \"One commit per \
         request\" (`bench/src/one_commit.rs`) runs Parlour's statements for a lead on one SQLite connection with \
         `synchronous=FULL`. Only in this row a preloaded library (`bench/src/sync_delay.c`) adds 1 ms to every \
         sync of both sides, as a slower disk would. Postgres is a private server with its default durability on \
         the same machine. The rows are measured with `--roles web`, so background jobs do not run. Queued jobs are \
         thousands of jobs that are due at the same time and find nothing to do. Invoices are requested from \
         `--roles invoicing` over as many connections as there are cores. Rows with unresponsive services are \
         measured with all roles of `serve`, with mail, push, chat, invoicing and heartbeats at an address that \
         accepts every connection and never answers; their baseline is the same `serve` with none of them \
         configured.\n\n\
         Bookings are requested with sessions. One customer, who has made 50 bookings of two services each over \
         HTTP, reads. {CUSTOMER_COUNT} other customers book two services each, in turn, because two requests of \
         one customer at once would wait for each other. All bookings are at one branch, so all wait for its next \
         booking number. The bare handler receives the same requests and returns one recorded response. `pgbench` \
         (`bench/src/pgbench.rs`, `bench/src/pgbench_script.rs`) sends Parlour's own statements for a booking, \
         from the session check to the commit, prepared and one after the other, to the same database over TCP, in \
         {SESSIONS} sessions: as many as Parlour has connections. More sessions make it slower, because they only \
         wait for the booking number. `pgbench` has advantages: its ids are shorter, it always writes the same \
         timestamp, and the seconds in which it prepares statements and ends its sessions are not counted. \
         Afterwards the database must contain all bookings that both sides have counted, and with each booking of \
         either side the same number of services, queued jobs, notifications and audit rows.\n\n\
         On the admin app, a receptionist reads a day of 60 bookings of two services each and a page of customers, \
         and 16 receptionists complete bookings: each request bills another one of the confirmed bookings that \
         were inserted into the database before, of {CUSTOMER_COUNT} customers in turn, and all wait for the next \
         invoice number of the branch.\n\n\
         The rows of a full day have a live branch of their own, with 20 staff members from 10:00 to 21:00 with a \
         break, 60 services and 222 bookings on each of the next {DAYS_AHEAD} days, inserted by SQL, and where the \
         row says so 1,100,000 completed bookings in the past. The open branch that bookings are compared with has \
         as many staff members and bookings on the same days, and gets the same requests. The rounds are \
         {FULL_DAY_ROUNDS} of 1 s. A booking \
         takes twenty minutes that are free; no time is asked for twice. \"Meanwhile\" are five bookings a second \
         on the days that the row reads, made only while Parlour is measured.\n"
    )
}
