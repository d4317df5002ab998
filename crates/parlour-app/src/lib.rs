//! What people and the clock can do: one act, one file. The transaction lives here.

mod announce;
pub mod audit;
pub mod availability;
pub mod backstage;
pub mod bookings;
pub mod branches;
pub mod calendar;
pub mod catalogue;
pub mod chance;
pub mod clock;
pub mod customers;
pub mod demo;
pub mod desk;
pub mod dispatch;
pub mod gems;
pub mod health;
pub mod holidays;
pub mod import;
pub mod integrations;
pub mod invoices;
pub mod jobs;
pub mod leads;
pub mod leave;
pub mod letters;
pub mod memberships;
pub mod notices;
pub mod occasion;
pub mod offers;
pub mod once;
pub mod outside;
pub mod profile;
pub mod push;
pub mod queue;
pub mod reports;
pub mod schedule;
pub mod services;
pub mod sign_in;
mod slugs;
pub mod staff;
mod telling;
pub mod tiers;
pub mod users;
mod wish;

use parlour_store::Db;

/// What every act needs and nobody should reach for by themselves.
#[derive(Debug, Clone)]
pub struct App {
    pub db: Db,
    pub clock: clock::Clock,
    pub chance: chance::Chance,
}
