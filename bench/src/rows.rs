//! Measures all rows of the report on both engines.

use std::path::Path;

use parlour_testkit::servers::{Durability, PostgresOptions, PrivatePostgres};
use serde_json::json;

use crate::load::Request;
use crate::rounds::Plan;
use crate::row::{Baseline, Row, RowSpec, Target};
use crate::salon::{self, Salon};
use crate::servers::Server;
use crate::{bookings, desk, full_days, unresponsive_services};

type RowGroup = fn(&Salon, &Server, &str) -> anyhow::Result<Vec<RowSpec>>;

/// The groups of rows of one salon, in order. Each group runs on the data that the previous groups have stored; a
/// receptionist of the last group, for example, would be notified of every booking.
const GROUPS: [RowGroup; 3] = [public_rows, bookings::row_specs, desk::row_specs];

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
        RowSpec::read("GET / (page)", "/", Some(0.7)),
        RowSpec::read("GET /book (page)", "/book", Some(0.7)),
        RowSpec {
            name: "POST /api/leads".to_owned(),
            meanwhile: None,
            baseline: if on_sqlite { Baseline::OneCommit } else { Baseline::SameBytes },
            target: on_sqlite.then_some(Target::RatioAtLeast(5.0)),
            request: Request::post("/api/leads", &lead),
            status: 201,
            count_stored_sql: Some(format!("select count(*) from leads where name = '{}'", salon::LEAD_NAME)),
        },
    ])
}

pub(crate) fn measure(plan: Plan, only: Option<&str>, folder: &Path) -> anyhow::Result<Vec<Row>> {
    let mut rows = Vec::new();
    let sqlite = Salon::on_sqlite(folder.join("sqlite"));
    rows.extend(measure_salon(plan, only, &sqlite)?);
    // A quick run leaves out what takes minutes to insert.
    let past_bookings: &[u64] = if plan.rounds == Plan::QUICK.rounds { &[0] } else { &[0, 1_100_000] };
    let on_sqlite = |name: &str| Salon::on_sqlite(folder.join(name));
    rows.extend(unresponsive_services::measure(plan, only, &on_sqlite("alone"), &on_sqlite("unresponsive-services"))?);
    // With the durability of a production server, because some rows write.
    let options = PostgresOptions { durability: Durability::Real, ..PostgresOptions::default() };
    let server = PrivatePostgres::start(&options);
    let postgres = Salon::on_postgres(folder.join("postgres"), server.fresh_database());
    rows.extend(measure_salon(plan, only, &postgres)?);
    let on_postgres = |name: &str| Salon::on_postgres(folder.join(name), server.fresh_database());
    let (without, with) = (on_postgres("alone-postgres"), on_postgres("unresponsive-services-postgres"));
    rows.extend(unresponsive_services::measure(plan, only, &without, &with)?);
    for past_bookings in past_bookings {
        rows.extend(full_days::measure(&on_sqlite(&format!("full-days-{past_bookings}")), only, *past_bookings)?);
        rows.extend(full_days::measure(
            &on_postgres(&format!("full-days-{past_bookings}-postgres")),
            only,
            *past_bookings,
        )?);
    }
    Ok(rows)
}

fn measure_salon(plan: Plan, only: Option<&str>, salon: &Salon) -> anyhow::Result<Vec<Row>> {
    let parlour = salon.open()?;
    let branch = bookings::first_branch_id(&parlour)?;
    let mut rows = Vec::new();
    for group in GROUPS {
        for spec in group(salon, &parlour, &branch)? {
            let label = format!("{} on {}", spec.name, salon.engine);
            if only.is_some_and(|text| !label.contains(text)) {
                continue;
            }
            rows.push(salon.measure_row(plan, &parlour, spec)?);
        }
    }
    Ok(rows)
}
