//! Parlour measured against a limit that is measured in the same run: `make bench`.

mod at_rest;
mod bare;
mod bookings;
mod by_itself;
mod dead;
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

use std::path::{Path, PathBuf};

use clap::{Parser, Subcommand};

use parlour_testkit::servers::{Durability, PostgresOptions, PrivatePostgres};

use crate::at_rest::AtRest;
use crate::bare::Bare;
use crate::by_itself::{Deliveries, Papers};
use crate::one_commit::OneCommit;
use crate::rounds::Plan;
use crate::salon::Salon;

/// The same as Parlour's, so that the limit is not held back by a slower one.
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
    limit: Option<Limit>,
}

/// The servers that Parlour is compared with; the benchmark starts them itself.
#[derive(Debug, Subcommand)]
enum Limit {
    Bare(Bare),
    OneCommit(OneCommit),
}

/// What is not measured beside a limit.
#[derive(Debug)]
struct Alone {
    at_rest: AtRest,
    deliveries: Vec<Deliveries>,
    papers: Papers,
}

impl Alone {
    fn measure(plan: Plan, folder: &Path) -> anyhow::Result<Self> {
        let sqlite = Salon::on_sqlite(folder.join("queue-sqlite"));
        let options = PostgresOptions { durability: Durability::Real, ..PostgresOptions::default() };
        let server = PrivatePostgres::start(&options);
        let postgres = Salon::on_postgres(folder.join("queue-postgres"), server.fresh_database());
        Ok(Self {
            at_rest: at_rest::measure(folder)?,
            deliveries: vec![by_itself::deliveries(plan, &sqlite)?, by_itself::deliveries(plan, &postgres)?],
            papers: by_itself::papers(plan, &folder.join("papers"))?,
        })
    }
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
    let alone = if arguments.only.as_deref().is_none_or(|only| only == "alone") {
        Some(Alone::measure(plan, folder.path())?)
    } else {
        None
    };

    let report = table::report(&rows, alone.as_ref(), plan)?;
    println!("\n{report}");
    if arguments.quick || arguments.only.is_some() {
        println!("bench/results.md stays as it is: this was not a full run.");
    } else {
        std::fs::write(PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("results.md"), report)?;
    }
    Ok(())
}
