//! How far the setup of the salon has come.

use parlour_domain::setup::Setup;
use parlour_store::salon::setup_steps;
use parlour_store::{Conn, DbError};

pub fn find_setup(conn: &mut Conn<'_>) -> Result<Setup, DbError> {
    let facts = setup_steps::find_facts(conn)?;
    let skipped = setup_steps::list_skipped(conn)?;
    Ok(Setup::new(facts, &skipped, setup_steps::is_finished(conn)?))
}
