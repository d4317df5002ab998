//! What is measured, and against which limit.

use std::path::Path;

use anyhow::Context;
use parlour_testkit::servers::{Durability, PostgresOptions, PrivatePostgres};
use serde_json::{Value, json};

use crate::load::{self, Request};
use crate::machine;
use crate::rounds::{Plan, Round};
use crate::salon::{self, Salon};
use crate::servers::Server;

#[derive(Debug)]
pub(crate) struct Row {
    pub(crate) wanted: Wanted,
    pub(crate) engine: &'static str,
    pub(crate) rounds: Vec<Round>,
    /// What others used of the processors just before.
    pub(crate) busy_share: f64,
}

/// A row before it is measured.
#[derive(Debug)]
pub(crate) struct Wanted {
    pub(crate) name: &'static str,
    pub(crate) limit: Limit,
    /// The lowest ratio that is good enough.
    pub(crate) target: Option<f64>,
    pub(crate) request: Request,
    /// The status of the answer.
    pub(crate) status: u16,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Limit {
    /// A bare axum handler that returns the bytes Parlour returned.
    SameBytes,
    /// The same statements with a commit for every request; both with a delay added to every sync.
    OneCommit,
}

/// The rows of one engine.
fn wanted(engine: &str, parlour: &Server) -> anyhow::Result<Vec<Wanted>> {
    let branches = load::answer(parlour.address, &Request::get("/api/branches"))?;
    let branches: Value = serde_json::from_slice(&branches)?;
    let branch = branches["data"]["branches"][0]["id"].as_str().context("the demo salon has a branch")?;
    let day = format!("/api/availability?date=2099-12-31&branchId={branch}");
    let lead = json!({
        "name": salon::LEAD_NAME, "phone": "+919876543210", "email": "asha.rao@example.invalid",
        "utmSource": "instagram", "utmCampaign": "monsoon",
    });
    let on_sqlite = engine == salon::SQLITE;
    Ok(vec![
        read("GET /api/services", "/api/services", Some(0.8)),
        read("GET /api/availability", &day, Some(0.7)),
        read("GET /api/offers", "/api/offers", Some(0.7)),
        read("GET /api/branches", "/api/branches", None),
        Wanted {
            name: "POST /api/leads",
            limit: if on_sqlite { Limit::OneCommit } else { Limit::SameBytes },
            target: on_sqlite.then_some(5.0),
            request: Request::post("/api/leads", &lead),
            status: 201,
        },
    ])
}

fn read(name: &'static str, path: &str, target: Option<f64>) -> Wanted {
    Wanted { name, limit: Limit::SameBytes, target, request: Request::get(path), status: 200 }
}

pub(crate) fn measure(plan: Plan, only: Option<&str>, folder: &Path) -> anyhow::Result<Vec<Row>> {
    let mut rows = Vec::new();
    let sqlite = Salon::on_sqlite(folder.join("sqlite"));
    rows.extend(measure_one(plan, only, &sqlite)?);
    // As durable as a production server: writes are among the rows.
    let options = PostgresOptions { durability: Durability::Real, ..PostgresOptions::default() };
    let server = PrivatePostgres::start(&options);
    let postgres = Salon::on_postgres(folder.join("postgres"), server.fresh_database());
    rows.extend(measure_one(plan, only, &postgres)?);
    Ok(rows)
}

fn measure_one(plan: Plan, only: Option<&str>, salon: &Salon) -> anyhow::Result<Vec<Row>> {
    let engine = salon.engine;
    let parlour = salon.open()?;
    let mut rows = Vec::new();
    for wanted in wanted(engine, &parlour)? {
        let label = format!("{} on {engine}", wanted.name);
        if only.is_some_and(|text| !label.contains(text)) {
            continue;
        }
        eprintln!("measuring {label}");
        let busy_share = machine::busy_share()?;
        let rounds = match wanted.limit {
            Limit::SameBytes => salon.against_same_bytes(plan, &parlour, &wanted)?,
            Limit::OneCommit => salon.against_one_commit(plan, &wanted)?,
        };
        rows.push(Row { wanted, engine, rounds, busy_share });
    }
    Ok(rows)
}
