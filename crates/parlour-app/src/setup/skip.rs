//! An owner leaves a step of the setup for later.

use parlour_domain::audit::AuditAction;
use parlour_domain::setup::{Setup, SetupStep, SetupStepState};
use parlour_store::branches::branch_changes;
use parlour_store::salon::setup_steps;
use parlour_store::{DbError, Tx};

use super::read::find_setup;
use crate::audit::{self, AuditedChange};
use crate::request_context::RequestContext;

#[derive(Debug, thiserror::Error)]
pub enum SkipRefusal {
    #[error("the other steps need a branch")]
    NeedsBranch,
    #[error(transparent)]
    Db(#[from] DbError),
}

/// A step that is done stays done.
pub fn skip(tx: &mut Tx<'_>, context: &RequestContext, step: SetupStep) -> Result<Setup, SkipRefusal> {
    if step == SetupStep::Salon {
        return Err(SkipRefusal::NeedsBranch);
    }
    // What is skipped is not saved meanwhile.
    branch_changes::lock_branch_changes(tx)?;
    let setup = find_setup(tx)?;
    if setup.steps.state(step) != SetupStepState::Todo {
        return Ok(setup);
    }
    setup_steps::skip(tx, step, context.now)?;
    audit::record(tx, context, AuditedChange::new(AuditAction::SetupSkip, step.as_str()))?;
    Ok(find_setup(tx)?)
}
