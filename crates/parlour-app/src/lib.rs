//! The use cases: what people and jobs can do, each in a file of its own. A use case runs in one transaction.

pub mod audit;
pub mod availability;
pub mod blocks;
pub mod bookings;
pub mod branches;
pub mod business_policy;
pub mod calendar;
pub mod catalogue;
pub mod credit_notes;
pub mod customers;
pub mod day_close;
pub mod desk_search;
pub mod file_links;
pub mod gems;
pub mod health;
pub mod hindi_names;
pub mod holidays;
pub mod idempotency;
pub mod invoices;
pub mod job_payload;
pub mod leads;
pub mod leave;
pub mod memberships;
pub mod notifications;
pub mod offers;
mod page_updates;
mod patch;
pub mod profile;
pub mod push_subscriptions;
mod realtime_events;
pub mod reports;
pub mod request_context;
pub mod rng;
pub mod salon;
pub mod schedule;
pub mod secrets;
mod service_selection;
pub mod services;
pub mod setup;
pub mod sign_in;
mod slugs;
pub mod staff;
pub mod tiers;
pub mod today;
pub mod users;
pub mod validation;
mod working_time;

use std::sync::Arc;

use parlour_store::Db;

use business_policy::BusinessPolicy;
use request_context::{Origin, RequestContext};

/// What every use case needs: the database and the keys in it, the clock and randomness.
#[derive(Debug, Clone)]
pub struct App {
    pub db: Db,
    pub clock: parlour_integrations::clock::Clock,
    pub rng: rng::SharedRng,
    pub availability_cache: availability::AvailabilityCache,
    pub secrets: secrets::Secrets,
    pub policy: Arc<BusinessPolicy>,
}

impl App {
    pub fn new(db: Db, clock: parlour_integrations::clock::Clock, rng: rng::SharedRng) -> Self {
        let availability_cache = availability::AvailabilityCache::new(db.clone());
        Self { db, clock, rng, availability_cache, secrets: secrets::Secrets::default(), policy: Arc::default() }
    }

    /// With keys that are encrypted in the database.
    #[must_use]
    pub fn with_secrets(self, secrets: secrets::Secrets) -> Self {
        Self { secrets, ..self }
    }

    #[must_use]
    pub fn with_policy(self, policy: BusinessPolicy) -> Self {
        Self { policy: Arc::new(policy), ..self }
    }

    /// The context of a command on the server.
    pub fn command_context(&self) -> RequestContext {
        let context = RequestContext::command(self.clock.now(), self.rng.clone());
        RequestContext { policy: Arc::clone(&self.policy), ..context }
    }

    /// The context of a job.
    pub fn job_context(&self) -> RequestContext {
        RequestContext { origin: Origin::Job, ..self.command_context() }
    }
}
