//! People as clients over the real router, a clock that stands still, servers that start themselves.

pub mod browser;
pub mod certified_idp;
mod engine;
pub mod fake_idp;
mod home;
mod person;
pub mod process;
mod reply;
mod salon;
pub mod servers;

pub use engine::{Engine, run};
pub use parlour_testkit_macros::test_on_both_engines;
pub use person::Person;
pub use reply::Reply;
pub use salon::{SalonOptions, TestSalon};
