//! `make bench`: measures Parlour against baselines that are measured in the same run.

mod background;
mod bare_axum;
mod booking_customers;
mod bookings;
mod desk;
mod full_days;
mod idle;
mod load;
mod machine;
mod one_commit;
mod pgbench;
mod pgbench_script;
mod report;
mod rounds;
mod row;
mod rows;
mod salon;
mod servers;
mod standalone;
mod unresponsive_services;

use std::path::PathBuf;

use clap::{Parser, Subcommand};

use crate::bare_axum::Bare;
use crate::one_commit::OneCommit;
use crate::rounds::Plan;
use crate::standalone::StandaloneFigures;

/// Parlour's allocator, so that the baselines do not use a slower one.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

#[derive(Debug, Parser)]
struct Arguments {
    /// Quick run: fewer and shorter rounds; bench/results.md is not written
    #[arg(long)]
    quick: bool,
    /// Measure only the rows whose name or engine contains this text, or `alone`; bench/results.md is not written
    #[arg(long)]
    only: Option<String>,
    #[command(subcommand)]
    baseline: Option<BaselineServer>,
}

/// Baseline servers that Parlour is compared with; the benchmark starts them itself
#[derive(Debug, Subcommand)]
enum BaselineServer {
    Bare(Bare),
    OneCommit(OneCommit),
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
    let standalone = if arguments.only.as_deref().is_none_or(|only| only == "alone") {
        Some(StandaloneFigures::measure(plan, folder.path())?)
    } else {
        None
    };

    let report = report::report(&rows, standalone.as_ref(), plan)?;
    println!("\n{report}");
    if arguments.quick || arguments.only.is_some() {
        println!("bench/results.md was not written: this was not a full run.");
    } else {
        std::fs::write(PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("results.md"), report)?;
    }
    Ok(())
}
