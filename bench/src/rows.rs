//! What is measured, and against which limit.

use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, ensure};
use parlour_testkit::servers::{Durability, PostgresOptions, PrivatePostgres};
use serde_json::{Value, json};

use crate::load::{self, Request};
use crate::machine;
use crate::rounds::{self, Plan, Round};
use crate::servers::{self, Server};

const BOTH_APPS: [&str; 2] = ["customer", "admin"];

#[derive(Debug)]
pub(crate) struct Row {
    pub(crate) name: &'static str,
    pub(crate) engine: &'static str,
    pub(crate) limit: Limit,
    pub(crate) target: Option<f64>,
    pub(crate) rounds: Vec<Round>,
    /// What others used of the processors just before.
    pub(crate) busy_share: f64,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Limit {
    /// A bare axum handler that returns the bytes Parlour returned.
    SameBytes,
    /// The same statements with a commit for every request; both with a delay added to every sync.
    OneCommit,
}

/// One row before it is measured.
struct Wanted {
    name: &'static str,
    limit: Limit,
    target: Option<f64>,
    request: Request,
    status: u16,
}

/// A Parlour with the demo salon, and how to start it.
struct Salon<'a> {
    engine: &'static str,
    folder: &'a Path,
    database_url: String,
}

pub(crate) fn measure(plan: Plan, only: Option<&str>, folder: &Path) -> anyhow::Result<Vec<Row>> {
    let mut rows = Vec::new();
    let sqlite = Salon { engine: "SQLite", folder: &folder.join("sqlite"), database_url: sqlite_url() };
    rows.extend(sqlite.measure(plan, only)?);
    // As durable as a production server: writes are among the rows.
    let postgres = PrivatePostgres::start(&PostgresOptions {
        durability: Durability::Real,
        ..PostgresOptions::default()
    });
    let database_url = postgres.fresh_database();
    let postgres = Salon { engine: "Postgres", folder: &folder.join("postgres"), database_url };
    rows.extend(postgres.measure(plan, only)?);
    Ok(rows)
}

/// In the folder that the process runs in.
pub(crate) fn sqlite_url() -> String {
    "sqlite://parlour.db".to_owned()
}

impl Salon<'_> {
    fn measure(&self, plan: Plan, only: Option<&str>) -> anyhow::Result<Vec<Row>> {
        let parlour = self.open(|_| Ok(()))?;
        let mut rows = Vec::new();
        for wanted in self.wanted(&parlour)? {
            let label = format!("{} on {}", wanted.name, self.engine);
            if only.is_some_and(|text| !label.contains(text)) {
                continue;
            }
            eprintln!("measuring {label}");
            let busy_share = machine::busy_share()?;
            let rounds = match wanted.limit {
                Limit::SameBytes => self.against_same_bytes(plan, &parlour, &wanted)?,
                Limit::OneCommit => self.against_one_commit(plan, &wanted)?,
            };
            let Wanted { name, limit, target, .. } = wanted;
            rows.push(Row { name, engine: self.engine, limit, target, rounds, busy_share });
        }
        Ok(rows)
    }

    fn open(&self, prepare: impl Fn(&mut Command) -> anyhow::Result<()>) -> anyhow::Result<Server> {
        let mut command = servers::parlour(self.folder, &self.database_url)?;
        command.args(["serve", "--demo"]);
        prepare(&mut command)?;
        Server::start(command, self.folder, &BOTH_APPS)
    }

    fn wanted(&self, parlour: &Server) -> anyhow::Result<Vec<Wanted>> {
        let branches = load::answer(parlour.address, &Request::get("/api/branches"))?;
        let branches: Value = serde_json::from_slice(&branches)?;
        let branch = branches["data"]["branches"][0]["id"].as_str().context("the demo salon has a branch")?;
        let get = |name, target, path: String| Wanted {
            name,
            limit: Limit::SameBytes,
            target,
            request: Request::get(path),
            status: 200,
        };
        let day = format!("/api/availability?date=2099-12-31&branchId={branch}");
        let is_sqlite = self.engine == "SQLite";
        Ok(vec![
            get("GET /api/services", Some(0.8), "/api/services".into()),
            get("GET /api/availability", Some(0.7), day),
            get("GET /api/offers", Some(0.7), "/api/offers".into()),
            get("GET /api/branches", None, "/api/branches".into()),
            Wanted {
                name: "POST /api/leads",
                limit: if is_sqlite { Limit::OneCommit } else { Limit::SameBytes },
                target: is_sqlite.then_some(5.0),
                request: Request::post("/api/leads", &lead()),
                status: 201,
            },
        ])
    }

    fn against_same_bytes(
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

    fn against_one_commit(&self, plan: Plan, wanted: &Wanted) -> anyhow::Result<Vec<Round>> {
        // Each has a database of its own; the limit's is made by a Parlour that has ended by then.
        let (own, other) = (self.folder.join("delayed"), self.folder.join("one-commit"));
        let of = |folder| Salon { folder, database_url: self.database_url.clone(), ..*self };
        drop(of(&other).open(|_| Ok(()))?);
        let mut command = servers::limit("one-commit")?;
        command.arg("--database").arg(other.join("parlour.db"));
        servers::delay_syncs(&mut command)?;
        let limit = Server::start(command, &other, &["customer"])?;
        let parlour = of(&own).open(servers::delay_syncs)?;
        let rounds = rounds::run(plan, &limit, &parlour, &wanted.request, &own)?;
        let fastest = rounds.iter().map(Round::limit_per_second).fold(0.0, f64::max);
        ensure!(fastest < 1000.0, "{fastest:.0} commits a second: the sync delay is not in effect");
        check_stored(&own.join("parlour.db"), &rounds)?;
        Ok(rounds)
    }
}

fn lead() -> Value {
    json!({
        "name": "Asha Rao", "phone": "+919876543210", "email": "asha.rao@example.invalid",
        "utmSource": "instagram", "utmCampaign": "monsoon",
    })
}

/// A write that was answered and is not there would make every figure worthless.
fn check_stored(database: &Path, rounds: &[Round]) -> anyhow::Result<()> {
    let answered: u64 = rounds.iter().map(|round| round.parlour.requests).sum();
    let stored: i64 = rusqlite::Connection::open(database)?.query_row(
        "select count(*) from leads where name = 'Asha Rao' and utm_campaign = 'monsoon'",
        [],
        |row| row.get(0),
    )?;
    ensure!(u64::try_from(stored)? >= answered, "{answered} leads were answered, {stored} are stored");
    Ok(())
}
