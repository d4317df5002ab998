//! Demo data: the demo salon for an empty database, and a generator for scale tests.
//!
//! All data is derived from a constant seed and one IST date. The same day gives the same data, whatever the time of day.

mod bookable_services;
mod branches;
mod catalogue;
mod customers;
mod demo_salon;
mod fill;
mod hindi;
mod history;
mod leads;
mod live_bookings;
mod names;
mod offers;
mod random;
mod refusal;
mod salon_settings;
mod scale;
mod staff;
mod tags_and_notes;
mod tiers;
mod today;
mod user_accounts;

pub mod dev_identity_provider;
#[cfg(test)]
mod tests;

pub use fill::fill_demo_salon;
pub use refusal::DemoRefusal;
pub use scale::{GeneratedTotals, GenerationProgress, generate_at_scale};
