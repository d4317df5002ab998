//! The figures that are not compared with a baseline.

use std::path::Path;

use parlour_testkit::servers::{Durability, PostgresOptions, PrivatePostgres};

use crate::background::{self, InvoiceFigures, QueueFigures};
use crate::idle::{self, IdleFigures};
use crate::rounds::Plan;
use crate::salon::Salon;

/// Idle memory, start time, queued jobs and invoice PDFs.
#[derive(Debug)]
pub(crate) struct StandaloneFigures {
    pub(crate) idle: IdleFigures,
    pub(crate) queues: Vec<QueueFigures>,
    pub(crate) invoices: InvoiceFigures,
}

impl StandaloneFigures {
    pub(crate) fn measure(plan: Plan, folder: &Path) -> anyhow::Result<Self> {
        let sqlite = Salon::on_sqlite(folder.join("queue-sqlite"));
        let options = PostgresOptions { durability: Durability::Real, ..PostgresOptions::default() };
        let server = PrivatePostgres::start(&options);
        let postgres = Salon::on_postgres(folder.join("queue-postgres"), server.fresh_database());
        Ok(Self {
            idle: idle::measure(folder)?,
            queues: vec![background::measure_queue(plan, &sqlite)?, background::measure_queue(plan, &postgres)?],
            invoices: background::measure_invoices(plan, &folder.join("invoices"))?,
        })
    }
}
