//! What is measured, and against which baseline.

use std::path::Path;

use anyhow::{Context, bail};
use parlour_testkit::servers::{Durability, PostgresOptions, PrivatePostgres};
use serde_json::{Value, json};

use crate::load::Request;
use crate::rounds::{Plan, Round};
use crate::salon::{self, Salon};
use crate::servers::Server;
use crate::{bookings, desk, live_availability, machine, unresponsive_services};

#[derive(Debug)]
pub(crate) struct Row {
    pub(crate) spec: RowSpec,
    pub(crate) engine: &'static str,
    pub(crate) rounds: Vec<Round>,
    /// What others used of the processors just before.
    pub(crate) busy_share: f64,
}

impl Row {
    /// Parlour's slowest answer of all rounds.
    pub(crate) fn slowest_ms(&self) -> f64 {
        self.rounds.iter().map(|round| round.parlour.slowest_us / 1e3).fold(0.0, f64::max)
    }
}

/// A row before it is measured.
#[derive(Debug)]
pub(crate) struct RowSpec {
    pub(crate) name: &'static str,
    pub(crate) baseline: Baseline,
    /// The lowest ratio that is good enough.
    pub(crate) target: Option<f64>,
    pub(crate) request: Request,
    /// The status of the answer.
    pub(crate) status: u16,
    /// Counts what the row has stored, where it stores something.
    pub(crate) stored: Option<String>,
}

impl RowSpec {
    pub(crate) fn read(name: &'static str, path: &str, target: Option<f64>) -> Self {
        let request = Request::get(path);
        Self { name, baseline: Baseline::SameBytes, target, request, status: 200, stored: None }
    }
}

#[derive(Debug)]
pub(crate) enum Baseline {
    /// A bare axum handler that returns the bytes Parlour returned.
    SameBytes,
    /// The same statements with a commit for every request; both with a delay added to every sync.
    OneCommit,
    /// The statements that store a booking such as this, from `pgbench` straight to the database.
    Pgbench(Value),
    /// Parlour itself, where no service is set; those of the row are dead.
    WithoutServices,
}

pub(crate) fn first_branch(parlour: &Server) -> anyhow::Result<String> {
    let branches = bookings::json(parlour, &Request::get("/api/branches"))?;
    let branch = branches["data"]["branches"][0]["id"].as_str().context("the demo salon has a branch")?;
    Ok(branch.to_owned())
}

type RowGroup = fn(&Salon, &Server, &str) -> anyhow::Result<Vec<RowSpec>>;

/// The rows of one salon. Each group finds the salon as the ones before have left it: who is at the desk, for one, hears
/// of every booking.
const GROUPS: [RowGroup; 4] =
    [public_rows, live_availability::row_specs, bookings::row_specs, desk::row_specs];

#[expect(clippy::unnecessary_wraps, reason = "the other groups may fail")]
fn public_rows(salon: &Salon, _: &Server, branch: &str) -> anyhow::Result<Vec<RowSpec>> {
    let day = format!("/api/availability?date=2099-12-31&branchId={branch}");
    let lead = json!({
        "name": salon::LEAD_NAME, "phone": "+919876543210", "email": "asha.rao@example.invalid",
        "utmSource": "instagram", "utmCampaign": "monsoon",
    });
    let on_sqlite = salon.engine == salon::SQLITE;
    Ok(vec![
        RowSpec::read("GET /api/services", "/api/services", Some(0.8)),
        RowSpec::read("GET /api/availability", &day, Some(0.7)),
        RowSpec::read("GET /api/offers", "/api/offers", Some(0.7)),
        RowSpec::read("GET /api/branches", "/api/branches", None),
        RowSpec {
            name: "POST /api/leads",
            baseline: if on_sqlite { Baseline::OneCommit } else { Baseline::SameBytes },
            target: on_sqlite.then_some(5.0),
            request: Request::post("/api/leads", &lead),
            status: 201,
            stored: Some(format!("select count(*) from leads where name = '{}'", salon::LEAD_NAME)),
        },
    ])
}

pub(crate) fn measure(plan: Plan, only: Option<&str>, folder: &Path) -> anyhow::Result<Vec<Row>> {
    let mut rows = Vec::new();
    let sqlite = Salon::on_sqlite(folder.join("sqlite"));
    rows.extend(measure_salon(plan, only, &sqlite)?);
    let on_sqlite = |name| Salon::on_sqlite(folder.join(name));
    rows.extend(unresponsive_services::measure(
        plan,
        only,
        &on_sqlite("alone"),
        &on_sqlite("beside-the-dead"),
    )?);
    // As durable as a production server: writes are among the rows.
    let options = PostgresOptions { durability: Durability::Real, ..PostgresOptions::default() };
    let server = PrivatePostgres::start(&options);
    let postgres = Salon::on_postgres(folder.join("postgres"), server.fresh_database());
    rows.extend(measure_salon(plan, only, &postgres)?);
    let on_postgres = |name| Salon::on_postgres(folder.join(name), server.fresh_database());
    let (without, with) = (on_postgres("alone-too"), on_postgres("beside-the-dead-too"));
    rows.extend(unresponsive_services::measure(plan, only, &without, &with)?);
    Ok(rows)
}

fn measure_salon(plan: Plan, only: Option<&str>, salon: &Salon) -> anyhow::Result<Vec<Row>> {
    let engine = salon.engine;
    let parlour = salon.open()?;
    let branch = first_branch(&parlour)?;
    let mut rows = Vec::new();
    for group in GROUPS {
        for spec in group(salon, &parlour, &branch)? {
            let label = format!("{} on {engine}", spec.name);
            if only.is_some_and(|text| !label.contains(text)) {
                continue;
            }
            eprintln!("measuring {label}");
            let busy_share = machine::busy_share()?;
            let rounds = match &spec.baseline {
                Baseline::SameBytes => salon.against_same_bytes(plan, &parlour, &spec)?,
                Baseline::OneCommit => salon.against_one_commit(plan, &spec)?,
                Baseline::Pgbench(booking) => salon.against_pgbench(plan, &parlour, &spec, booking)?,
                Baseline::WithoutServices => bail!("{} is measured apart", spec.name),
            };
            rows.push(Row { spec, engine, rounds, busy_share });
        }
    }
    Ok(rows)
}
