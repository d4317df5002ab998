//! A Parlour with the demo salon, and its measurement against each baseline.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use anyhow::{Context, anyhow, bail, ensure};
use serde_json::Value;

use crate::load::{self, Request};
use crate::machine;
use crate::pgbench::Pgbench;
use crate::rounds::{self, Plan, Round, under_load};
use crate::row::{Baseline, Row, RowSpec};
use crate::servers::{self, Server};

pub(crate) const SQLITE: &str = "SQLite";
/// Name of all leads of the benchmark; the demo salon has no such lead.
pub(crate) const LEAD_NAME: &str = "Asha Benchmark";
const DATABASE: &str = "parlour.db";

/// A folder and a database for Parlour processes.
#[derive(Debug)]
pub(crate) struct Salon {
    pub(crate) engine: &'static str,
    /// Working directory of the processes.
    folder: PathBuf,
    database_url: String,
}

impl Salon {
    /// The database file is in the folder.
    pub(crate) fn on_sqlite(folder: PathBuf) -> Self {
        Self { engine: SQLITE, folder, database_url: format!("sqlite://{DATABASE}") }
    }

    pub(crate) fn on_postgres(folder: PathBuf, database_url: String) -> Self {
        Self { engine: "Postgres", folder, database_url }
    }

    /// Starts only the two apps: background jobs, such as thousands of invoices, do not run.
    pub(crate) fn open(&self) -> anyhow::Result<Server> {
        self.start(&["serve", "--demo", "--roles", "web"])
    }

    pub(crate) fn folder(&self) -> &Path {
        &self.folder
    }

    pub(crate) fn start(&self, arguments: &[&str]) -> anyhow::Result<Server> {
        self.start_with(arguments, &[])
    }

    pub(crate) fn start_with(&self, arguments: &[&str], settings: &[(&'static str, String)]) -> anyhow::Result<Server> {
        let mut command = servers::parlour_command(&self.folder, &self.database_url)?;
        command.args(arguments).envs(settings.iter().cloned());
        let mut server = Server::start(command, &self.folder, &["customer", "admin"])?;
        server.database_process = self.database_process()?;
        Ok(server)
    }

    /// The main process of the Postgres server.
    fn database_process(&self) -> anyhow::Result<Option<u32>> {
        if self.engine == SQLITE {
            return Ok(None);
        }
        let mut client = postgres::Client::connect(&self.database_url, postgres::NoTls)?;
        let backend: i32 = client.query_one("select pg_backend_pid()", &[])?.get(0);
        servers::parent_of(&backend.to_string()).map(Some)
    }

    /// Signs a customer in and returns the cookie of the customer app.
    pub(crate) fn sign_in(&self, email: &str) -> anyhow::Result<String> {
        let cookies = self.create_session(&["--email", email])?;
        // The other cookie is for the admin app.
        let cookie = cookies.split("; ").find(|cookie| cookie.starts_with("__Host-parlour="));
        Ok(cookie.context("no cookie was printed")?.to_owned())
    }

    /// Signs a receptionist in and returns the cookies of both apps.
    pub(crate) fn sign_in_at_desk(&self, email: &str) -> anyhow::Result<String> {
        self.create_session(&["--email", email, "--role", "receptionist"])
    }

    fn create_session(&self, arguments: &[&str]) -> anyhow::Result<String> {
        let mut command = servers::parlour_command(&self.folder, &self.database_url)?;
        let output = command.args(["session", "create", "--name", "Bench"]).args(arguments).output()?;
        ensure!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
        Ok(String::from_utf8(output.stdout)?.trim().to_owned())
    }

    /// Runs SQL directly on the database.
    pub(crate) fn execute(&self, sql: &str) -> anyhow::Result<()> {
        if self.engine == SQLITE {
            rusqlite::Connection::open(self.folder.join(DATABASE))?.execute_batch(sql)?;
        } else {
            postgres::Client::connect(&self.database_url, postgres::NoTls)?.batch_execute(sql)?;
        }
        Ok(())
    }

    pub(crate) fn against_same_bytes(
        &self,
        plan: Plan,
        parlour: &Server,
        spec: &RowSpec,
    ) -> anyhow::Result<Vec<Round>> {
        let folder = self.folder.join("baseline");
        let file = folder.join("answer");
        let answer = parlour.body(&spec.request)?;
        fs::create_dir_all(&folder)?;
        fs::write(&file, &answer)?;
        let path = spec.request.path.split('?').next().unwrap_or_default().replace("bench-{n}", "{id}");
        let mut command = servers::baseline_command("bare")?;
        command.args(["--path", &path, "--status", &spec.status.to_string(), "--file"]).arg(file);
        let baseline = Server::start(command, &folder, &["customer"])?;
        // A counter of its own, so that the numbers in Parlour's paths have no gaps.
        let (request, for_baseline) = (&spec.request, spec.request.with_new_counter());
        ensure!(baseline.body(&for_baseline)? == answer, "the baseline returned different bytes");
        let stored_before = self.count_stored(spec)?;
        let baseline = under_load(&baseline, &for_baseline, &folder)?;
        let measured = under_load(parlour, request, &folder)?;
        let rounds = rounds::run(plan, baseline, |seconds| beside(parlour, spec, || measured(seconds)))?;
        self.check_stored(spec, stored_before, &rounds)?;
        Ok(rounds)
    }

    /// Both sides are requests to the same server.
    fn against_other_request(
        &self,
        plan: Plan,
        parlour: &Server,
        spec: &RowSpec,
        other: &Request,
    ) -> anyhow::Result<Vec<Round>> {
        let folder = self.folder.join("baseline");
        fs::create_dir_all(&folder)?;
        let stored_before = self.count_stored(spec)?;
        let baseline = under_load(parlour, other, &folder)?;
        let measured = under_load(parlour, &spec.request, &folder)?;
        let rounds = rounds::run(plan, baseline, |seconds| beside(parlour, spec, || measured(seconds)))?;
        self.check_stored(spec, stored_before, &rounds)?;
        Ok(rounds)
    }

    pub(crate) fn measure_row(&self, plan: Plan, parlour: &Server, spec: RowSpec) -> anyhow::Result<Row> {
        eprintln!("measuring {} on {}", spec.name, self.engine);
        let busy_share = machine::busy_share()?;
        let rounds = match &spec.baseline {
            Baseline::SameBytes => self.against_same_bytes(plan, parlour, &spec)?,
            Baseline::OneCommit => self.against_one_commit(plan, &spec)?,
            Baseline::Pgbench(booking) => self.against_pgbench(plan, parlour, &spec, booking)?,
            Baseline::OpenBranch(request) => self.against_other_request(plan, parlour, &spec, request)?,
            Baseline::WithoutIntegrations => bail!("{} is measured separately", spec.name),
        };
        let row = Row { spec, engine: self.engine, rounds, busy_share };
        eprintln!(
            "    ratio {:.2}, {:.0} µs of CPU, {:.2} of the baseline's",
            row.ratio(),
            row.cpu_us(),
            row.cpu_ratio()
        );
        Ok(row)
    }

    /// Each side has a database of its own, created by a Parlour process that has ended before the measurement.
    pub(crate) fn against_one_commit(&self, plan: Plan, spec: &RowSpec) -> anyhow::Result<Vec<Round>> {
        let delayed = Self::on_sqlite(self.folder.join("delayed"));
        let other = Self::on_sqlite(self.folder.join("one-commit"));
        drop((delayed.open()?, other.open()?));
        let mut command = servers::baseline_command("one-commit")?;
        command.arg("--database").arg(other.folder.join(DATABASE));
        servers::delay_syncs(&mut command)?;
        let baseline = Server::start(command, &other.folder, &["customer"])?;
        let mut command = servers::parlour_command(&delayed.folder, &delayed.database_url)?;
        servers::delay_syncs(command.args(["serve", "--roles", "web"]))?;
        let parlour = Server::start(command, &delayed.folder, &["customer"])?;

        let request = &spec.request;
        let rounds = rounds::run(
            plan,
            under_load(&baseline, request, &delayed.folder)?,
            under_load(&parlour, request, &delayed.folder)?,
        )?;
        let fastest = rounds.iter().map(Round::baseline_per_second).fold(0.0, f64::max);
        ensure!(fastest < 1000.0, "{fastest:.0} commits a second: the sync delay is not in effect");
        delayed.check_stored(spec, 0, &rounds)?;
        Ok(rounds)
    }

    /// Both sides write to the same database.
    pub(crate) fn against_pgbench(
        &self,
        plan: Plan,
        parlour: &Server,
        spec: &RowSpec,
        model: &Value,
    ) -> anyhow::Result<Vec<Round>> {
        let folder = self.folder.join("pgbench");
        fs::create_dir_all(&folder)?;
        let pgbench = Pgbench::prepare(&self.database_url, model, &folder)?;
        let stored_before = self.count_stored(spec)?;
        let parlour = under_load(parlour, &spec.request, &folder)?;
        let rounds = rounds::run(plan, |seconds| pgbench.run(seconds), parlour)?;
        self.check_stored(spec, stored_before, &rounds)?;
        pgbench.check_stored(&rounds)?;
        Ok(rounds)
    }

    fn count_stored(&self, spec: &RowSpec) -> anyhow::Result<u64> {
        spec.count_stored_sql.as_ref().map_or(Ok(0), |sql| self.count(sql))
    }

    pub(crate) fn count(&self, sql: &str) -> anyhow::Result<u64> {
        let count: i64 = if self.engine == SQLITE {
            let connection = rusqlite::Connection::open(self.folder.join(DATABASE))?;
            connection.query_row(sql, [], |row| row.get(0))?
        } else {
            postgres::Client::connect(&self.database_url, postgres::NoTls)?.query_one(sql, &[])?.get(0)
        };
        Ok(u64::try_from(count)?)
    }

    /// Fails if a write was answered but is not stored.
    fn check_stored(&self, spec: &RowSpec, before: u64, rounds: &[Round]) -> anyhow::Result<()> {
        let answered: u64 = rounds.iter().map(|round| round.parlour.requests).sum();
        let stored = self.count_stored(spec)? - before;
        let is_complete = spec.count_stored_sql.is_none() || stored >= answered;
        ensure!(is_complete, "{}: {answered} were answered, {stored} are stored", spec.name);
        Ok(())
    }
}

/// Measures while the requests that belong to the row are sent five times a second.
fn beside<T>(parlour: &Server, spec: &RowSpec, measure: impl FnOnce() -> anyhow::Result<T>) -> anyhow::Result<T> {
    let Some(request) = &spec.meanwhile else { return measure() };
    let is_over = AtomicBool::new(false);
    thread::scope(|scope| {
        let sender = scope.spawn(|| {
            while !is_over.load(Ordering::Relaxed) {
                load::send_once(parlour.address_for(request), request)?;
                thread::sleep(Duration::from_millis(200));
            }
            anyhow::Ok(())
        });
        let measured = measure();
        is_over.store(true, Ordering::Relaxed);
        sender.join().map_err(|_| anyhow!("the sender of requests failed"))??;
        measured
    })
}
