//! A believable salon for an empty database.
//!
//! Everything is drawn from a constant and told relative to one IST date, so the same day gives the
//! same salon, byte for byte, at whatever hour it is filled.

mod branches;
mod catalogue;
mod customers;
mod draws;
mod leads;
mod live_visits;
mod names;
mod offers;
mod people;
mod remarks;
mod scale;
mod staff;
mod tiers;
mod visits;

#[cfg(test)]
mod tests;

use parlour_store::{DbError, Tx};

use crate::audit::{self, Change};
use crate::dispatch;
use crate::occasion::Occasion;
use draws::Draws;

pub use scale::{Made, Scaled, fill_to_scale};

#[derive(Debug, thiserror::Error)]
pub enum DemoRefusal {
    #[error("the database is not empty; the demo salon only moves into an empty one")]
    NotEmpty,
    #[error(transparent)]
    Db(#[from] DbError),
}

/// Fills an empty database, the same for the same moment of opening.
pub fn fill(tx: &mut Tx<'_>, occasion: &Occasion) -> Result<(), DemoRefusal> {
    if !parlour_store::branches::none_yet(tx)? {
        return Err(DemoRefusal::NotEmpty);
    }
    let today = occasion.now.ist_date();
    let draws = |noun| Draws::new(noun, today);

    // Several may look at an empty database at once. All but one wait here, and find it filled.
    tx.wait_patiently()?;
    let branches = branches::open(tx, &draws("branches")).map_err(|error| match error {
        DbError::Unique(_) => DemoRefusal::NotEmpty,
        other => DemoRefusal::Db(other),
    })?;
    let services = catalogue::stock(tx, &draws("catalogue"))?;
    let team = people::hire(tx, &draws("people"))?;
    staff::roster(tx, &draws("staff"), &branches, &team)?;
    let customers = customers::welcome(tx, &draws("customers"))?;
    remarks::write(tx, &draws("remarks"), &customers, &team)?;
    tiers::list(tx, &draws("tiers"))?;
    offers::announce(tx, &draws("offers"), &services)?;
    leads::collect(tx, &draws("leads"), &services, &team)?;
    let house = visits::House {
        branches: &branches,
        customers: &customers,
        regular: customers::who_signs_in(&customers),
        team: &team,
    };
    visits::live(tx, &draws("visits"), &house)?;
    live_visits::agree(tx, &draws("live visits"), &house)?;
    // What the past told people, it told them then: nobody hears of last month when the demo opens.
    dispatch::settle(tx)?;

    // One line for the whole salon: a line per row would bury what people do from now on.
    let seeded = Occasion { chance: draws("audit").chance, ..occasion.clone() };
    let change = Change { action: "salon.demo", record_id: branches.primary.as_str(), ..Change::default() };
    audit::record(tx, &seeded, change)?;
    Ok(())
}
