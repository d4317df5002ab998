//! The desk merges two records of the same person.

use parlour_domain::audit::AuditAction;
use parlour_domain::auth::role::Role;
use parlour_domain::ids::UserId;
use parlour_store::customers::customer_records::{self, CustomerDetail};
use parlour_store::customers::{erasure, merging, profiles};
use parlour_store::gems::gems_accounts;
use parlour_store::users::user_records;
use parlour_store::{Conn, DbError, Tx};
use serde_json::json;

use crate::audit::{self, AuditedChange, state_json};
use crate::memberships::expire_overdue;
use crate::request_context::RequestContext;

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

/// Whether a merge of the two lets somebody sign in to what the desk has written down of a customer who never signed in:
/// with a sign-in that there is, or later with an e-mail address, which takes the first sign-in with it for that customer.
pub fn opens_desk_record(conn: &mut Conn<'_>, one: &UserId, other: &UserId) -> Result<bool, DbError> {
    match (user_records::has_identity(conn, one)?, user_records::has_identity(conn, other)?) {
        (true, true) => Ok(false),
        (false, false) => {
            Ok(user_records::has_identifying_email(conn, one)? || user_records::has_identifying_email(conn, other)?)
        }
        (true, false) | (false, true) => Ok(true),
    }
}

/// Moves all records of `from` to `into`, who keeps their own sign-in, and takes over that of `from` where they have none
/// at that provider. `from` is anonymised and points to `into`.
pub fn merge(
    tx: &mut Tx<'_>,
    context: &RequestContext,
    from: &UserId,
    into: &UserId,
) -> Result<CustomerDetail, MergeRefusal> {
    lock_both_customers(tx, from, into)?;
    for customer in [from, into] {
        expire_overdue(tx, context, customer)?;
    }
    if merging::both_have_active_membership(tx, from, into)? {
        return Err(MergeRefusal::TwoMemberships);
    }
    let source = customer_records::find_customer_detail(tx, from)?.ok_or(MergeRefusal::Unknown)?;
    let target = customer_records::find_customer_detail(tx, into)?.ok_or(MergeRefusal::UnknownTarget)?;
    let leads = merging::list_leads_of_customer(tx, from)?;
    merging::move_records(tx, from, into)?;
    // Always the account before the profile, so that transactions do not wait for each other.
    if gems_accounts::lock_account(tx, from, context.now)? {
        crate::gems::open_account(tx, context, into)?;
        merging::move_gems(tx, from, into, context.now)?;
        gems_accounts::copy_balance_to_profile(tx, into)?;
    }
    merging::merge_profiles(tx, from, into, context.now)?;
    merging::copy_onboarding_answers(tx, from, into, context.now)?;
    merging::move_email_and_image(tx, from, into, context.now)?;
    profiles::refresh_directory_entry(tx, into)?;
    merging::reassign_leads(tx, &leads, from, into)?;
    erasure::anonymise(tx, from, context.now)?;
    merging::mark_merged(tx, from, into)?;
    let merged = customer_records::find_customer_detail(tx, into)?.ok_or(MergeRefusal::UnknownTarget)?;
    let change = AuditedChange {
        action: AuditAction::CustomerMerge,
        record_id: from.as_str(),
        concerns: Some(into),
        before: state_json(&json!({ "from": source, "into": target })),
        after: state_json(&json!({ "into": merged })),
    };
    audit::record(tx, context, change)?;
    Ok(merged)
}

/// Locks both in the order of their ids, so that two merges of the same people do not wait for each other.
fn lock_both_customers(tx: &mut Tx<'_>, from: &UserId, into: &UserId) -> Result<(), MergeRefusal> {
    if from == into {
        return Err(MergeRefusal::UnknownTarget);
    }
    let (first, second) = if from < into { (from, into) } else { (into, from) };
    let first_role = merging::lock_customer_for_merge(tx, first)?;
    let second_role = merging::lock_customer_for_merge(tx, second)?;
    let (source, target) = if from < into { (first_role, second_role) } else { (second_role, first_role) };
    match (source, target) {
        (None, _) => Err(MergeRefusal::Unknown),
        (_, None) => Err(MergeRefusal::UnknownTarget),
        (Some(Role::Customer), Some(Role::Customer)) => Ok(()),
        (Some(_), Some(_)) => Err(MergeRefusal::NotACustomer),
    }
}
