//! `parlour clock accept`.

use clap::Subcommand;
use parlour_app::audit::{self, AuditedChange};
use parlour_db::{DbError, accept_clock};
use parlour_domain::audit::AuditAction;

use super::opened_app::{OpenedApp, block_on};
use crate::settings::Settings;

#[derive(Debug, Subcommand)]
pub(crate) enum Clock {
    /// Confirm that the clock of this machine is right
    ///
    /// In production nothing is changed while the clock is more than 10 minutes before the newest entry of the audit log,
    /// or more than 30 days after it: bookings and invoices would be dated wrongly. Run this after a long pause, or after
    /// the clock was wrong for a while and has been set.
    Accept,
}

impl Clock {
    pub(super) fn run(self) -> anyhow::Result<()> {
        let Self::Accept = self;
        let opened = OpenedApp::open_with_any_clock(Settings::from_process()?)?;
        let context = opened.context();
        let now = context.now;
        let accept = opened.app.db.write_by_any_clock(move |tx| -> Result<(), DbError> {
            accept_clock(tx, context.now)?;
            audit::record(tx, &context, AuditedChange::new(AuditAction::ClockAccept, "clock"))
        });
        block_on(accept)??;
        println!("The clock is accepted: {now}.");
        Ok(())
    }
}
