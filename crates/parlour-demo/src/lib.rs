//! A believable salon for an empty database.
//!
//! Everything is drawn from a constant and told relative to one IST date, so the same day gives the
//! same salon, byte for byte, at whatever hour it is filled.

mod branches;
mod catalogue;
mod customers;
mod history;
mod leads;
mod live_bookings;
mod names;
mod offers;
mod random;
mod scale;
mod staff;
mod tags_and_notes;
mod tiers;
mod user_accounts;

pub mod dev_identity_provider;
#[cfg(test)]
mod tests;

use parlour_app::audit::{self, AuditedChange};
use parlour_app::dispatch;
use parlour_app::request_context::RequestContext;
use parlour_domain::audit::AuditAction;
use parlour_store::{DbError, Tx};

use random::DemoRandom;

pub use scale::{GeneratedTotals, GenerationProgress, generate_at_scale};

#[derive(Debug, thiserror::Error)]
pub enum DemoRefusal {
    #[error("the database is not empty; the demo salon only moves into an empty one")]
    NotEmpty,
    #[error(transparent)]
    Db(#[from] DbError),
}

/// Fills an empty database, the same for the same moment of opening.
pub fn fill_demo_salon(tx: &mut Tx<'_>, context: &RequestContext) -> Result<(), DemoRefusal> {
    if !parlour_store::branches::branch_records::has_no_branches(tx)? {
        return Err(DemoRefusal::NotEmpty);
    }
    let today = context.now.ist_date();
    let random = |noun| DemoRandom::new(noun, today);

    // Several may look at an empty database at once. All but one wait here, and find it filled.
    tx.raise_lock_timeouts()?;
    let branches = branches::insert_branches(tx, &random("branches")).map_err(|error| match error {
        DbError::Unique(_) => DemoRefusal::NotEmpty,
        other => DemoRefusal::Db(other),
    })?;
    let services = catalogue::insert_catalogue(tx, &random("catalogue"))?;
    let team = user_accounts::insert_team(tx, &random("people"))?;
    staff::insert_staff(tx, &random("staff"), &branches, &team)?;
    let customers = customers::insert_customers(tx, &random("customers"))?;
    tags_and_notes::insert_tags_and_notes(tx, &random("remarks"), &customers, &team)?;
    tiers::insert_tiers(tx, &random("tiers"))?;
    offers::insert_offers(tx, &random("offers"), &services)?;
    leads::insert_leads(tx, &random("leads"), &services, &team)?;
    let demo_salon = history::DemoSalon {
        branches: &branches,
        customers: &customers,
        regular: customers::sign_in_customer(&customers),
        team: &team,
    };
    history::insert_history(tx, &random("visits"), &demo_salon)?;
    live_bookings::insert_live_bookings(tx, &random("live visits"), &demo_salon)?;
    // What the past told people, it told them then: nobody hears of last month when the demo opens.
    dispatch::mark_all_as_sent(tx)?;

    // One line for the whole salon: a line per row would bury what people do from now on.
    let seeded = RequestContext { rng: random("audit").rng, ..context.clone() };
    let change = AuditedChange::new(AuditAction::SalonDemo, branches.primary.as_str());
    audit::record(tx, &seeded, change)?;
    Ok(())
}
