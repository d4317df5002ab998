//! `parlour demo`, and `serve --demo`.

use std::cell::RefCell;
use std::time::{Duration, Instant};

use anyhow::bail;
use clap::Args;
use parlour_demo::{DemoRefusal, GenerationProgress, fill_demo_salon, generate_at_scale};
use parlour_store::DbError;

use super::opened_app::{OpenedApp, block_on};
use crate::progress::Progress;
use crate::settings::Settings;
use crate::settings::values::Environment;

#[derive(Debug, Args)]
pub(crate) struct Demo {
    /// Add BOOKINGS completed bookings in a chain of salons, to test Parlour with years of data
    ///
    /// In addition to the demo salon: BOOKINGS bookings with invoices over five years, future bookings, one customer for
    /// every five bookings (with profile, tags and gems), and enough branches to serve 60 bookings a day each. One
    /// million bookings take about two minutes and 3 GB on `SQLite`.
    #[arg(
        long,
        value_name = "BOOKINGS",
        num_args = 0..=1,
        default_missing_value = "1000000",
        value_parser = clap::value_parser!(u32).range(1_000..=10_000_000),
    )]
    scale: Option<u32>,
}

impl Demo {
    pub(super) fn run(self) -> anyhow::Result<()> {
        let settings = Settings::from_process()?;
        if settings.environment == Environment::Production {
            bail!("PARLOUR_ENV: demo data is not allowed in production");
        }
        let opened = OpenedApp::open(settings)?;
        let started = Instant::now();
        let seconds = || started.elapsed().as_secs_f64();
        let Some(booking_count) = self.scale else {
            block_on(fill(&opened))??;
            println!("Demo data created ({:.1} s).", seconds());
            return Ok(());
        };
        let context = opened.context();
        let current = RefCell::new(None);
        let generation = generate_at_scale(&opened.app.db, &context, usize::try_from(booking_count)?, |progress| {
            show_progress(&mut current.borrow_mut(), progress);
        });
        let created = block_on(generation)??;
        drop(current);
        println!(
            "Demo data and a chain of salons created: {} bookings, {} invoices, {} customers, {} branches ({:.1} s).",
            created.bookings,
            created.invoices,
            created.customers,
            created.branches,
            seconds()
        );
        Ok(())
    }
}

/// Shows the progress of one kind of rows after the other.
fn show_progress(current: &mut Option<Progress>, reported: GenerationProgress) {
    let GenerationProgress { noun, done, total } = reported;
    let progress = match current {
        Some(progress) if progress.noun() == noun => progress,
        _ => current.insert(Progress::new(noun, total as u64, 0)),
    };
    progress.set_done(done as u64);
}

/// Creates the demo salon for `serve --demo`. A database that contains a salon is not changed.
pub(super) async fn fill_if_empty(opened: &OpenedApp) -> Result<(), DemoRefusal> {
    match fill(opened).await {
        Err(DemoRefusal::NotEmpty) => Ok(()),
        filled => filled,
    }
}

/// How long a fill waits for another process that writes, most likely the same data.
const MAX_WAIT: Duration = Duration::from_mins(1);

async fn fill(opened: &OpenedApp) -> Result<(), DemoRefusal> {
    let started = Instant::now();
    loop {
        let context = opened.context();
        match opened.app.db.bulk_write(move |tx| fill_demo_salon(tx, &context)).await {
            // `SQLite` gives up after five seconds; filling takes longer on a slow machine.
            Err(DemoRefusal::Db(DbError::Unavailable(cause)))
                if cause.contains("locked") && started.elapsed() < MAX_WAIT => {}
            filled => return filled,
        }
    }
}
