//! What the steps need of the salon: its primary branch, and how far the setup has come.

use axum::response::Response;
use parlour_app::setup::find_setup;
use parlour_domain::setup::{Setup, SetupStepState};
use parlour_store::branches::branch_changes;
use parlour_store::branches::branch_records::Branch;
use parlour_store::{Conn, DbError, Tx};
use parlour_web::page::see_other;

use super::around::first_step_path;
use super::refusal::SetupRefusal;

/// The primary branch with the state of the steps.
pub(super) fn find_branch_and_setup(conn: &mut Conn<'_>) -> Result<Option<(Branch, Setup)>, DbError> {
    let (setup, branch) = read_shown_setup(conn)?;
    Ok(branch.map(|branch| (branch, setup)))
}

/// The state of the steps as the pages show it.
pub(super) fn find_shown_setup(conn: &mut Conn<'_>) -> Result<Setup, DbError> {
    Ok(read_shown_setup(conn)?.0)
}

/// The form of the payments is about the primary branch. It is not done because another branch has an account.
fn read_shown_setup(conn: &mut Conn<'_>) -> Result<(Setup, Option<Branch>), DbError> {
    let (mut setup, branch) = (find_setup(conn)?, branch_changes::find_primary(conn)?);
    let has_account = branch.as_ref().is_some_and(|branch| branch.upi_id.is_some());
    if setup.steps.payments == SetupStepState::Done && !has_account {
        setup.steps.payments = SetupStepState::Todo;
    }
    Ok((setup, branch))
}

/// The other steps need a branch: the first one opens it.
pub(super) fn to_first_step() -> Response {
    see_other(first_step_path(), None)
}

/// The primary branch; no other change to branches takes place until the transaction ends.
pub(super) fn lock_primary(tx: &mut Tx<'_>) -> Result<Branch, SetupRefusal> {
    branch_changes::lock_branch_changes(tx)?;
    branch_changes::find_primary(tx)?.ok_or(SetupRefusal::NoBranch)
}
