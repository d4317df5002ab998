//! Two records turn out to be one person.

use parlour_domain::ids::UserId;
use parlour_domain::role::Role;
use parlour_store::customers::{self, CustomerDetail};
use parlour_store::{DbError, Tx, erasure, gems, merging, profiles};
use serde_json::json;

use crate::audit::{self, Change, state};
use crate::memberships::expire_overdue;
use crate::occasion::Occasion;

#[derive(Debug, thiserror::Error)]
pub enum MergeRefusal {
    #[error("there is no such customer")]
    Unknown,
    #[error("must be another customer of ours")]
    UnknownTarget,
    #[error("only customers can be merged, not members of the team")]
    NotACustomer,
    #[error("both have an active membership")]
    TwoMemberships,
    #[error(transparent)]
    Db(#[from] DbError),
}

/// All that is known of `from` becomes `into`'s, who can then sign in as either did. What is left of `from` is a name
/// that says nothing and a pointer to `into`.
pub fn merge(
    tx: &mut Tx<'_>,
    occasion: &Occasion,
    from: &UserId,
    into: &UserId,
) -> Result<CustomerDetail, MergeRefusal> {
    hold_both(tx, from, into)?;
    for customer in [from, into] {
        expire_overdue(tx, occasion, customer)?;
    }
    if merging::have_two_memberships(tx, from, into)? {
        return Err(MergeRefusal::TwoMemberships);
    }
    let source = customers::detail(tx, from)?.ok_or(MergeRefusal::Unknown)?;
    let target = customers::detail(tx, into)?.ok_or(MergeRefusal::UnknownTarget)?;
    let leads = merging::leads_of(tx, from)?;
    merging::move_records(tx, from, into)?;
    // Account before profile, as everywhere.
    if gems::hold(tx, from, occasion.now)? {
        crate::gems::open(tx, occasion, into)?;
        merging::move_gems(tx, from, into, occasion.now)?;
        gems::show_balance(tx, into)?;
    }
    merging::add_up(tx, from, into, occasion.now)?;
    merging::pass_on_answers(tx, from, into, occasion.now)?;
    merging::pass_on_email(tx, from, into, occasion.now)?;
    profiles::refresh_search(tx, into)?;
    merging::pass_on_leads(tx, &leads, into, occasion.now)?;
    erasure::anonymise(tx, from, occasion.now)?;
    merging::mark_merged(tx, from, into)?;
    let merged = customers::detail(tx, into)?.ok_or(MergeRefusal::UnknownTarget)?;
    let change = Change {
        action: "customer.merge",
        record_id: from.as_str(),
        concerns: Some(into),
        before: state(&json!({ "from": source, "into": target })),
        after: state(&json!({ "into": merged })),
    };
    audit::record(tx, occasion, change)?;
    Ok(merged)
}

/// In the order of their ids: two that merge the same people the other way round wait, and do not block each other.
fn hold_both(tx: &mut Tx<'_>, from: &UserId, into: &UserId) -> Result<(), MergeRefusal> {
    if from == into {
        return Err(MergeRefusal::UnknownTarget);
    }
    let (first, second) = if from < into { (from, into) } else { (into, from) };
    let first_role = merging::hold(tx, first)?;
    let second_role = merging::hold(tx, second)?;
    let (source, target) = if from < into { (first_role, second_role) } else { (second_role, first_role) };
    match (source, target) {
        (None, _) => Err(MergeRefusal::Unknown),
        (_, None) => Err(MergeRefusal::UnknownTarget),
        (Some(Role::Customer), Some(Role::Customer)) => Ok(()),
        _ => Err(MergeRefusal::NotACustomer),
    }
}
