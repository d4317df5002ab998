//! Who sells and records on which terms.

use parlour_domain::auth::role::Role;
use parlour_domain::ids::BranchId;
use parlour_store::memberships::membership_records;
use parlour_store::{Conn, DbError};

use crate::request_context::RequestContext;

/// Whether whoever sells or records at this branch, the primary one if none is named, is bound to the terms of tiers and
/// services. Whoever sells names the branch, and hours pay for visits at every branch: so the setting of the branch where
/// they work holds wherever they sell.
pub fn has_fixed_terms(
    conn: &mut Conn<'_>,
    context: &RequestContext,
    branch: Option<&BranchId>,
) -> Result<bool, DbError> {
    match &context.actor {
        Some((user, role)) if *role < Role::Manager => membership_records::has_tier_terms(conn, branch, user),
        Some(_) | None => Ok(false),
    }
}
