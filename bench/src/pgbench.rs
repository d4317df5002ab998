//! The baseline for writes on Postgres: `pgbench`, a client written in C, which sends Parlour's statements for a booking
//! one after the other and does nothing else.

use std::cell::Cell;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, ensure};
use parlour_domain::ist::DAY_MS;
use parlour_integrations::clock::Clock;
use postgres::{Client, NoTls};
use serde_json::Value;

use crate::booking_customers::{BOOKING_NOTES, CUSTOMER_COUNT, customer_email};
use crate::pgbench_script::{NOTES, PgbenchScript, SESSIONS};
use crate::rounds::{Round, Sample};
use crate::servers;

const THREADS: usize = 1;
/// Not counted: every connection prepares its statements.
const WARM_UP_SECONDS: u32 = 1;
/// Not counted: the sessions end one after the other.
const COOL_DOWN_SECONDS: u32 = 1;

#[derive(Debug)]
pub(crate) struct Pgbench<'a> {
    database_url: &'a str,
    script: PathBuf,
    definitions: Vec<String>,
    /// Number of runs so far; it is part of the ids, which must be unique.
    runs: Cell<usize>,
}

impl<'a> Pgbench<'a> {
    /// `model` is a booking as Parlour returns it.
    pub(crate) fn prepare(database_url: &'a str, model: &Value, folder: &Path) -> anyhow::Result<Self> {
        insert_sessions(database_url)?;
        let PgbenchScript { text, definitions, .. } = PgbenchScript::for_booking_like(model, Clock::real().now())?;
        let script = folder.join("booking.sql");
        fs::write(&script, text)?;
        Ok(Self { database_url, script, definitions, runs: Cell::new(0) })
    }

    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a count, printed as an integer")]
    pub(crate) fn run(&self, seconds: u32) -> anyhow::Result<Sample> {
        self.runs.set(self.runs.get() + 1);
        let mut command = servers::command_killed_with_parent(&find_pgbench());
        command.args(["--no-vacuum", "--protocol=prepared", "--progress=1"]);
        command.args([format!("--client={SESSIONS}"), format!("--jobs={THREADS}")]);
        command.arg(format!("--time={}", WARM_UP_SECONDS + seconds + COOL_DOWN_SECONDS));
        command.args(self.definitions.iter().map(|definition| format!("--define={definition}")));
        command.arg(format!("--define=run={}", self.runs.get()));
        command.arg("--file").arg(&self.script).arg(self.database_url);
        let cpu_before = servers::cpu_time_of_ended()?;
        let output = command.output()?;
        let cpu = servers::cpu_time_of_ended()?.saturating_sub(cpu_before);
        let stdout = String::from_utf8(output.stdout)?;
        let has_succeeded = output.status.success() && parse_figure(&stdout, "number of failed transactions")? == 0.0;
        let progress = String::from_utf8(output.stderr)?;
        ensure!(has_succeeded, "pgbench failed: {stdout}{progress}");
        let requests = parse_figure(&stdout, "number of transactions actually processed")?;
        Ok(Sample {
            per_second: mean_rate(&progress, seconds)?,
            cpu_us_per_request: cpu.as_secs_f64() * 1e6 / requests,
            database_cpu_us: 0.0,
            // pgbench prints no percentiles, and the report contains none of the baseline.
            p50_us: f64::NAN,
            p99_us: f64::NAN,
            slowest_us: f64::NAN,
            requests: requests as u64,
        })
    }

    /// Fails unless all counted bookings are stored and both sides have stored the same number of other rows with each
    /// booking.
    pub(crate) fn check_stored(&self, rounds: &[Round]) -> anyhow::Result<()> {
        let counted: u64 = rounds.iter().map(|round| round.before.requests + round.after.requests).sum();
        let [parlour, pgbench] = [BOOKING_NOTES, NOTES].map(|notes| self.stored_per_booking(notes));
        let ((_, parlour), (bookings, pgbench)) = (parlour?, pgbench?);
        ensure!(bookings >= counted, "pgbench has counted {counted} bookings, {bookings} are stored");
        ensure!(parlour == pgbench, "pgbench stores {pgbench:?} with a booking, Parlour {parlour:?}");
        Ok(())
    }

    /// Returns the number of bookings with these notes, and the number of services, jobs, notifications and audit rows
    /// per booking, as quotient and remainder.
    fn stored_per_booking(&self, notes: &str) -> anyhow::Result<(u64, [(i64, i64); 4])> {
        let mut client = Client::connect(self.database_url, NoTls)?;
        let counts = client.query_one(
            "with booked as (select id from bookings where notes = $1)
             select (select count(*) from booked),
                 (select count(*) from booking_services where booking_id in (select id from booked)),
                 (select count(*) from queued_jobs where replace(subject, 'booking:', '') in (select id from booked)),
                 (select count(*) from notifications where booking_id in (select id from booked)),
                 (select count(*) from audit_log where record_id in (select id from booked))",
            &[&notes],
        )?;
        let bookings: i64 = counts.get(0);
        ensure!(bookings > 0, "nothing is stored with the notes {notes}");
        let rows = [1, 2, 3, 4].map(|column| counts.get::<_, i64>(column));
        Ok((u64::try_from(bookings)?, rows.map(|rows| (rows / bookings, rows % bookings))))
    }
}

/// Parses a line such as `number of failed transactions: 0 (0.000%)`.
fn parse_figure(stdout: &str, name: &str) -> anyhow::Result<f64> {
    let value_in_line = |line: &str| line.strip_prefix(name)?.strip_prefix(": ")?.split(' ').next()?.parse().ok();
    stdout.lines().find_map(value_in_line).with_context(|| format!("pgbench did not print the {name}: {stdout}"))
}

/// Returns the mean rate of lines such as `progress: 2.0 s, 4711.0 tps, lat 1.0 ms stddev 1.0, 0 failed`, one for each second.
fn mean_rate(progress: &str, seconds: u32) -> anyhow::Result<f64> {
    let rate = |line: &str| line.strip_prefix("progress: ")?.split(' ').nth(2)?.parse::<f64>().ok();
    let counted = progress.lines().filter_map(rate).skip(WARM_UP_SECONDS as usize);
    let rates: Vec<f64> = counted.take(seconds as usize).collect();
    ensure!(rates.len() == seconds as usize, "pgbench did not report every second: {progress}");
    Ok(rates.iter().sum::<f64>() / f64::from(seconds))
}

/// Returns the newest version that Debian has installed, or `pgbench` from the path. Debian's wrapper in the path would
/// be measured too.
fn find_pgbench() -> PathBuf {
    let versions = fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten();
    let found = versions.filter_map(|version| {
        let number = version.file_name().to_str()?.parse::<u32>().ok()?;
        Some((number, version.path().join("bin/pgbench"))).filter(|(_, program)| program.exists())
    });
    found.max().map_or_else(|| PathBuf::from("pgbench"), |(_, program)| program)
}

/// Inserts a session for each customer. Its token hash is a number, because a script can compute only numbers.
fn insert_sessions(database_url: &str) -> anyhow::Result<()> {
    let mut client = Client::connect(database_url, NoTls)?;
    let now = Clock::real().now();
    for index in 0..CUSTOMER_COUNT {
        let inserted = client.execute(
            "insert into sessions (token_hash, id, user_id, app, created_at, extended_at, expires_at)
             select $1, 'raw-' || $1, id, 'customer', cast($3 as text)::timestamptz, cast($3 as text)::timestamptz,
                 cast($4 as text)::timestamptz
             from users where email = $2",
            &[&index.to_string(), &customer_email(index), &now.to_string(), &now.plus_millis(DAY_MS).to_string()],
        )?;
        ensure!(inserted == 1, "there is no user {}", customer_email(index));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_second_does_not_count() {
        let progress = "progress: 1.0 s, 74.0 tps, lat 154.227 ms stddev 157.144, 0 failed\n\
                        progress: 2.0 s, 180.0 tps, lat 92.124 ms stddev 125.555, 0 failed\n\
                        progress: 3.0 s, 182.0 tps, lat 91.000 ms stddev 125.000, 0 failed\n";
        assert!((mean_rate(progress, 2).unwrap() - 181.0).abs() < f64::EPSILON);
        assert!(mean_rate(progress, 3).is_err());
        assert!(
            parse_figure("number of failed transactions: 7 (0.000%)", "number of failed transactions").unwrap() > 6.0
        );
    }
}
