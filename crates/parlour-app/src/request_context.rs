//! Who makes a change, when and from where.

use std::net::IpAddr;
use std::sync::Arc;

use parlour_domain::auth::role::Role;
use parlour_domain::ids::UserId;
use parlour_domain::ist::Timestamp;

use crate::availability::AvailabilityCache;
use crate::business_policy::BusinessPolicy;
use crate::rng::SharedRng;

#[derive(Debug, Clone)]
pub struct RequestContext {
    pub now: Timestamp,
    pub rng: SharedRng,
    pub actor: Option<(UserId, Role)>,
    pub origin: Origin,
    pub request_id: Option<String>,
    pub address: Option<IpAddr>,
    /// Whether a realtime service is set up, so that changes are published.
    pub publishes_realtime: bool,
    /// Where a booking finds somebody who is free without reading the whole day.
    pub availability_cache: Option<AvailabilityCache>,
    pub policy: Arc<BusinessPolicy>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Origin {
    CustomerApp,
    AdminApp,
    Job,
    Command,
}

impl Origin {
    pub fn as_str(self) -> &'static str {
        match self {
            Self::CustomerApp => "customer",
            Self::AdminApp => "admin",
            Self::Job => "job",
            Self::Command => "command",
        }
    }
}

impl RequestContext {
    /// The context of a command on the server, with the default policy.
    pub fn command(now: Timestamp, rng: SharedRng) -> Self {
        Self {
            now,
            rng,
            actor: None,
            origin: Origin::Command,
            request_id: None,
            address: None,
            publishes_realtime: false,
            availability_cache: None,
            policy: Arc::default(),
        }
    }

    /// Whether a manager, or somebody above, makes the change.
    pub fn is_by_manager(&self) -> bool {
        self.actor.as_ref().is_some_and(|(_, role)| *role >= Role::Manager)
    }

    /// Whether somebody below a manager makes the change. Nobody is behind a command or a job.
    pub fn is_by_lower_than_manager(&self) -> bool {
        self.actor.as_ref().is_some_and(|(_, role)| *role < Role::Manager)
    }

    pub fn new_id(&self) -> String {
        self.rng.id(self.now)
    }
}
