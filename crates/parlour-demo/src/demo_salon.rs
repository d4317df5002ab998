//! The inserted demo salon, as the history uses it.

use parlour_app::request_context::{Origin, RequestContext};
use parlour_domain::auth::role::Role;
use parlour_domain::ids::UserId;
use parlour_domain::ist::Timestamp;
use parlour_store::DbError;

use crate::branches::DemoBranches;
use crate::customers::DemoCustomer;
use crate::random::DemoRandom;
use crate::user_accounts::DemoTeam;

/// Branches, customers and team that take part in the history.
pub(crate) struct DemoSalon<'a> {
    pub(crate) branches: &'a DemoBranches,
    pub(crate) customers: &'a [DemoCustomer],
    /// The customer that the sign-in page lists first; this customer has many bookings and a membership.
    pub(crate) sign_in_customer: &'a DemoCustomer,
    pub(crate) team: &'a DemoTeam,
}

impl DemoSalon<'_> {
    /// The context of a change that the receptionist makes in the admin app.
    pub(crate) fn receptionist_context(&self, random: &DemoRandom, now: Timestamp) -> RequestContext {
        RequestContext {
            actor: Some((self.team.receptionist.clone(), Role::Receptionist)),
            origin: Origin::AdminApp,
            ..RequestContext::command(now, random.rng.clone())
        }
    }
}

/// The context of a change that a customer makes in the customer app.
pub(crate) fn customer_context(random: &DemoRandom, customer: &UserId, now: Timestamp) -> RequestContext {
    RequestContext {
        actor: Some((customer.clone(), Role::Customer)),
        origin: Origin::CustomerApp,
        ..RequestContext::command(now, random.rng.clone())
    }
}

/// The context of a change that somebody of the staff makes in the admin app.
pub(crate) fn staff_context(random: &DemoRandom, user: &UserId, now: Timestamp) -> RequestContext {
    RequestContext {
        actor: Some((user.clone(), Role::Staff)),
        origin: Origin::AdminApp,
        ..RequestContext::command(now, random.rng.clone())
    }
}

/// A use case never refuses what the demo plans; a refusal is a bug in the plan.
pub(crate) fn refusal_as_error<T, E: std::fmt::Debug>(outcome: Result<T, E>) -> Result<T, DbError> {
    outcome.map_err(|refusal| DbError::Statement(format!("the demo history was refused: {refusal:?}")))
}
