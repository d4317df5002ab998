//! A Parlour with the demo salon, and the limits that it is measured against.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::ensure;

use crate::load;
use crate::rounds::{self, Plan, Round};
use crate::rows::Wanted;
use crate::servers::{self, Server};

pub(crate) const SQLITE: &str = "SQLite";
/// Nobody in the demo salon is called so, and every lead of the benchmark is.
pub(crate) const LEAD_NAME: &str = "Asha Benchmark";
const DATABASE: &str = "parlour.db";

#[derive(Debug)]
pub(crate) struct Salon {
    pub(crate) engine: &'static str,
    /// Where its processes run.
    folder: PathBuf,
    database_url: String,
}

impl Salon {
    /// Its file is in the folder.
    pub(crate) fn on_sqlite(folder: PathBuf) -> Self {
        Self { engine: SQLITE, folder, database_url: format!("sqlite://{DATABASE}") }
    }

    pub(crate) fn on_postgres(folder: PathBuf, database_url: String) -> Self {
        Self { engine: "Postgres", folder, database_url }
    }

    pub(crate) fn open(&self) -> anyhow::Result<Server> {
        self.start(&["serve", "--demo"])
    }

    pub(crate) fn start(&self, arguments: &[&str]) -> anyhow::Result<Server> {
        let mut command = servers::parlour(&self.folder, &self.database_url)?;
        command.args(arguments);
        Server::start(command, &self.folder, &["customer", "admin"])
    }

    pub(crate) fn against_same_bytes(
        &self,
        plan: Plan,
        parlour: &Server,
        wanted: &Wanted,
    ) -> anyhow::Result<Vec<Round>> {
        let folder = self.folder.join("limit");
        let file = folder.join("answer");
        let answer = load::answer(parlour.address, &wanted.request)?;
        fs::create_dir_all(&folder)?;
        fs::write(&file, &answer)?;
        let path = wanted.request.path.split('?').next().unwrap_or_default();
        let mut command = servers::limit("bare")?;
        command.args(["--path", path, "--status", &wanted.status.to_string(), "--file"]).arg(file);
        let limit = Server::start(command, &folder, &["customer"])?;
        ensure!(load::answer(limit.address, &wanted.request)? == answer, "the limit answers something else");
        rounds::run(plan, &limit, parlour, &wanted.request, &folder)
    }

    /// Each has a database of its own, made by a Parlour that has ended by then.
    pub(crate) fn against_one_commit(&self, plan: Plan, wanted: &Wanted) -> anyhow::Result<Vec<Round>> {
        let mine = Self::on_sqlite(self.folder.join("delayed"));
        let other = Self::on_sqlite(self.folder.join("one-commit"));
        drop((mine.open()?, other.open()?));
        let mut command = servers::limit("one-commit")?;
        command.arg("--database").arg(other.folder.join(DATABASE));
        servers::delay_syncs(&mut command)?;
        let limit = Server::start(command, &other.folder, &["customer"])?;
        let mut command = servers::parlour(&mine.folder, &mine.database_url)?;
        servers::delay_syncs(command.arg("serve"))?;
        let parlour = Server::start(command, &mine.folder, &["customer"])?;

        let rounds = rounds::run(plan, &limit, &parlour, &wanted.request, &mine.folder)?;
        let fastest = rounds.iter().map(Round::limit_per_second).fold(0.0, f64::max);
        ensure!(fastest < 1000.0, "{fastest:.0} commits a second: the sync delay is not in effect");
        check_stored(&mine.folder.join(DATABASE), rounds.iter().map(|round| round.parlour.requests).sum())?;
        Ok(rounds)
    }
}

/// A write that was answered and is not there would make every figure worthless.
fn check_stored(database: &Path, answered: u64) -> anyhow::Result<()> {
    let stored: i64 = rusqlite::Connection::open(database)?.query_row(
        "select count(*) from leads where name = ?1",
        [LEAD_NAME],
        |row| row.get(0),
    )?;
    ensure!(u64::try_from(stored)? >= answered, "{answered} leads were answered, {stored} are stored");
    Ok(())
}
