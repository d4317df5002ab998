//! An owner has finished setting up the salon.

use parlour_domain::audit::AuditAction;
use parlour_domain::setup::Setup;
use parlour_store::branches::branch_changes;
use parlour_store::salon::setup_steps;
use parlour_store::{DbError, Tx};

use super::read::find_setup;
use crate::audit::{self, AuditedChange};
use crate::request_context::RequestContext;

#[derive(Debug, thiserror::Error)]
pub enum FinishRefusal {
    #[error("a salon needs a branch, a service and somebody who can be booked")]
    NotEnough,
    #[error(transparent)]
    Db(#[from] DbError),
}

/// Steps that nobody has done count as skipped from now on. A salon that has finished stays so, whatever it closes later.
pub fn finish(tx: &mut Tx<'_>, context: &RequestContext) -> Result<Setup, FinishRefusal> {
    branch_changes::lock_branch_changes(tx)?;
    if !setup_steps::find_facts(tx)?.is_enough() {
        return Err(FinishRefusal::NotEnough);
    }
    let setup = find_setup(tx)?;
    if setup_steps::is_finished(tx)? && setup.steps.todo().next().is_none() {
        return Ok(setup);
    }
    for step in setup.steps.todo() {
        setup_steps::skip(tx, step, context.now)?;
    }
    setup_steps::finish(tx, context.now)?;
    audit::record(tx, context, AuditedChange::new(AuditAction::SetupFinish, "setup"))?;
    Ok(find_setup(tx)?)
}
