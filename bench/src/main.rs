//! Parlour measured against a baseline that is measured in the same run: `make bench`.

mod background;
mod bare_axum;
mod bookings;
mod desk;
mod idle;
mod live_availability;
mod load;
mod machine;
mod one_commit;
mod pgbench;
mod pgbench_script;
mod report;
mod rounds;
mod rows;
mod salon;
mod servers;
mod unresponsive_services;

use std::path::{Path, PathBuf};

use clap::{Parser, Subcommand};
use parlour_testkit::servers::{Durability, PostgresOptions, PrivatePostgres};

use crate::background::{InvoiceFigures, QueueFigures};
use crate::bare_axum::Bare;
use crate::idle::IdleFigures;
use crate::one_commit::OneCommit;
use crate::rounds::Plan;
use crate::salon::Salon;

/// The same as Parlour's, so that the baseline is not held back by a slower one.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

#[derive(Debug, Parser)]
struct Arguments {
    /// A short look: fewer and shorter rounds, and bench/results.md stays as it is
    #[arg(long)]
    quick: bool,
    /// Only the rows whose name or engine holds this text, or `alone`; bench/results.md stays as it is
    #[arg(long)]
    only: Option<String>,
    #[command(subcommand)]
    baseline: Option<BaselineServer>,
}

/// The servers that Parlour is compared with; the benchmark starts them itself.
#[derive(Debug, Subcommand)]
enum BaselineServer {
    Bare(Bare),
    OneCommit(OneCommit),
}

/// What is not measured beside a baseline.
#[derive(Debug)]
struct StandaloneFigures {
    idle: IdleFigures,
    queues: Vec<QueueFigures>,
    invoices: InvoiceFigures,
}

impl StandaloneFigures {
    fn measure(plan: Plan, folder: &Path) -> anyhow::Result<Self> {
        let sqlite = Salon::on_sqlite(folder.join("queue-sqlite"));
        let options = PostgresOptions { durability: Durability::Real, ..PostgresOptions::default() };
        let server = PrivatePostgres::start(&options);
        let postgres = Salon::on_postgres(folder.join("queue-postgres"), server.fresh_database());
        Ok(Self {
            idle: idle::measure(folder)?,
            queues: vec![
                background::measure_queue(plan, &sqlite)?,
                background::measure_queue(plan, &postgres)?,
            ],
            invoices: background::measure_invoices(plan, &folder.join("papers"))?,
        })
    }
}

fn main() -> anyhow::Result<()> {
    let arguments = Arguments::parse();
    match arguments.baseline {
        Some(BaselineServer::Bare(bare)) => return bare.serve(),
        Some(BaselineServer::OneCommit(one_commit)) => return one_commit.serve(),
        None => {}
    }
    let plan = if arguments.quick { Plan::QUICK } else { Plan::FULL };
    let folder = tempfile::Builder::new().prefix("parlour-bench.").tempdir()?;
    let rows = rows::measure(plan, arguments.only.as_deref(), folder.path())?;
    let alone = if arguments.only.as_deref().is_none_or(|only| only == "alone") {
        Some(StandaloneFigures::measure(plan, folder.path())?)
    } else {
        None
    };

    let report = report::report(&rows, alone.as_ref(), plan)?;
    println!("\n{report}");
    if arguments.quick || arguments.only.is_some() {
        println!("bench/results.md stays as it is: this was not a full run.");
    } else {
        std::fs::write(PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("results.md"), report)?;
    }
    Ok(())
}
