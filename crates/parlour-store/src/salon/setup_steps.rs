//! How far an owner has come with setting up the salon.

use parlour_db::{Conn, DbError, Tx, insert, params, row, select, sql};
use parlour_domain::ist::Timestamp;
use parlour_domain::setup::{SetupFacts, SetupStep, SetupStepState};

/// The row that says that an owner has finished.
const FINISH: &str = "finish";

#[derive(Debug, Clone, Copy)]
#[expect(clippy::struct_excessive_bools, reason = "each is a step of its own")]
struct FoundRecords {
    has_branch: bool,
    has_saved_hours: bool,
    has_service: bool,
    has_staff: bool,
    has_upi_id: bool,
}
row! { FoundRecords {
    has_branch: "exists (select 1 from branches)",
    has_saved_hours: "exists (select 1 from setup_steps where step = 'hours' and state = 'done')",
    has_service: "exists (select 1 from services s join service_categories c on c.id = s.category_id where s.is_active and c.is_active)",
    has_staff: "exists (select 1 from staff where is_active)",
    has_upi_id: "exists (select 1 from branches where upi_id is not null)",
} }

/// What there is of the salon.
pub fn find_facts(conn: &mut Conn<'_>) -> Result<SetupFacts, DbError> {
    let found: Option<FoundRecords> =
        conn.one(sql!(select!(FoundRecords, ""), " from (select 1 as one) only_row"), params![])?;
    Ok(found.map_or_else(SetupFacts::default, |found| SetupFacts {
        has_branch: found.has_branch,
        has_saved_hours: found.has_saved_hours,
        has_service: found.has_service,
        has_staff: found.has_staff,
        has_upi_id: found.has_upi_id,
    }))
}

pub fn list_skipped(conn: &mut Conn<'_>) -> Result<Vec<SetupStep>, DbError> {
    let names: Vec<String> = conn.all_values("select step from setup_steps where state = 'skipped'", params![])?;
    Ok(names.iter().filter_map(|name| SetupStep::parse(name)).collect())
}

/// Whether an owner has finished.
pub fn is_finished(conn: &mut Conn<'_>) -> Result<bool, DbError> {
    conn.exists("select 1 from setup_steps where step = $1", params![FINISH])
}

/// Notes that opening hours were saved.
pub fn note_saved_hours(tx: &mut Tx<'_>, now: Timestamp) -> Result<(), DbError> {
    note(tx, SetupStep::Hours.as_str(), SetupStepState::Done, now)
}

pub fn skip(tx: &mut Tx<'_>, step: SetupStep, now: Timestamp) -> Result<(), DbError> {
    note(tx, step.as_str(), SetupStepState::Skipped, now)
}

pub fn finish(tx: &mut Tx<'_>, now: Timestamp) -> Result<(), DbError> {
    note(tx, FINISH, SetupStepState::Done, now)
}

fn note(tx: &mut Tx<'_>, step: &str, state: SetupStepState, now: Timestamp) -> Result<(), DbError> {
    insert! { tx.run, "setup_steps", {
        step, state: state.as_str(), created_at: now,
    }, "on conflict (step) do update set state = excluded.state" }
}
