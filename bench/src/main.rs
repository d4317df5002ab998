//! Parlour measured against a limit that is measured in the same run: `make bench`.

mod at_rest;
mod bare;
mod bookings;
mod desk;
mod live;
mod load;
mod machine;
mod one_commit;
mod raw;
mod raw_script;
mod rounds;
mod rows;
mod salon;
mod servers;
mod table;

use std::path::PathBuf;

use clap::{Parser, Subcommand};

use crate::bare::Bare;
use crate::one_commit::OneCommit;
use crate::rounds::Plan;

/// The same as Parlour's, so that the limit is not held back by a slower one.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

#[derive(Debug, Parser)]
struct Arguments {
    /// A short look: fewer and shorter rounds, and bench/results.md stays as it is
    #[arg(long)]
    quick: bool,
    /// Only the rows whose name or engine holds this text; bench/results.md stays as it is
    #[arg(long)]
    only: Option<String>,
    #[command(subcommand)]
    limit: Option<Limit>,
}

/// The servers that Parlour is compared with; the benchmark starts them itself.
#[derive(Debug, Subcommand)]
enum Limit {
    Bare(Bare),
    OneCommit(OneCommit),
}

fn main() -> anyhow::Result<()> {
    let arguments = Arguments::parse();
    match arguments.limit {
        Some(Limit::Bare(bare)) => return bare.serve(),
        Some(Limit::OneCommit(one_commit)) => return one_commit.serve(),
        None => {}
    }
    let plan = if arguments.quick { Plan::QUICK } else { Plan::FULL };
    let folder = tempfile::Builder::new().prefix("parlour-bench.").tempdir()?;
    let rows = rows::measure(plan, arguments.only.as_deref(), folder.path())?;
    let at_rest = if arguments.only.is_none() { Some(at_rest::measure(folder.path())?) } else { None };

    let report = table::report(&rows, at_rest.as_ref(), plan)?;
    println!("\n{report}");
    if arguments.quick || arguments.only.is_some() {
        println!("bench/results.md stays as it is: this was not a full run.");
    } else {
        std::fs::write(PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("results.md"), report)?;
    }
    Ok(())
}
