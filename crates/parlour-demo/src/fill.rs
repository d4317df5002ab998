//! Creates the demo salon.

use parlour_app::audit::{self, AuditedChange};
use parlour_app::request_context::RequestContext;
use parlour_domain::audit::AuditAction;
use parlour_store::{DbError, Tx};
use parlour_worker::dispatch;

use crate::demo_salon::DemoSalon;
use crate::random::DemoRandom;
use crate::refusal::DemoRefusal;
use crate::{
    branches, catalogue, customers, history, leads, live_bookings, offers, salon_settings, staff, tags_and_notes,
    tiers, user_accounts,
};

/// Creates the demo salon in an empty database. The same time gives the same data.
pub fn fill_demo_salon(tx: &mut Tx<'_>, context: &RequestContext) -> Result<(), DemoRefusal> {
    if !parlour_store::branches::branch_records::has_no_branches(tx)? {
        return Err(DemoRefusal::NotEmpty);
    }
    let today = context.now.ist_date();
    // These names are seeds: another name gives other data.
    let random = |seed| DemoRandom::new(seed, today);

    // Several processes may see an empty database at once. All but one wait here, and then find it filled.
    tx.raise_lock_timeouts()?;
    let branches = branches::insert_branches(tx, &random("branches")).map_err(|error| match error {
        DbError::Unique(_) => DemoRefusal::NotEmpty,
        other => DemoRefusal::Db(other),
    })?;
    salon_settings::insert_salon_settings(tx, &random("salon"))?;
    let services = catalogue::insert_catalogue(tx, &random("catalogue"))?;
    let team = user_accounts::insert_team(tx, &random("people"))?;
    staff::insert_staff(tx, &random("staff"), &branches, &team)?;
    let customers = customers::insert_customers(tx, &random("customers"))?;
    tags_and_notes::insert_tags_and_notes(tx, &random("remarks"), &customers, &team)?;
    tiers::insert_tiers(tx, &random("tiers"))?;
    offers::insert_offers(tx, &random("offers"), &services)?;
    leads::insert_leads(tx, &random("leads"), &services, &team)?;
    let demo_salon = DemoSalon {
        branches: &branches,
        customers: &customers,
        sign_in_customer: customers::sign_in_customer(&customers),
        team: &team,
    };
    history::insert_history(tx, &random("visits"), &demo_salon)?;
    live_bookings::insert_live_bookings(tx, &random("live visits"), &demo_salon, context.now)?;
    // Messages about past events count as sent: the demo must not send them when it starts.
    dispatch::mark_all_as_sent(tx)?;

    // One audit row for the whole salon: a row per record would hide later changes by users.
    let seeded = RequestContext { rng: random("audit").rng, ..context.clone() };
    let change = AuditedChange::new(AuditAction::SalonDemo, branches.primary.as_str());
    audit::record(tx, &seeded, change)?;
    Ok(())
}
