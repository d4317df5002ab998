//! What the steps need of the salon: its primary branch, and how far the setup has come.

use axum::response::Response;
use parlour_app::setup::find_setup;
use parlour_domain::setup::Setup;
use parlour_store::branches::branch_changes;
use parlour_store::branches::branch_records::Branch;
use parlour_store::{Conn, DbError, Tx};
use parlour_web::page::see_other;

use super::around::first_step_path;
use super::refusal::SetupRefusal;

/// The primary branch with the state of the steps.
pub(super) fn find_branch_and_setup(conn: &mut Conn<'_>) -> Result<Option<(Branch, Setup)>, DbError> {
    let setup = find_setup(conn)?;
    Ok(branch_changes::find_primary(conn)?.map(|branch| (branch, setup)))
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
