//! The first steps of an owner: from an empty database to a salon that takes bookings.

mod adopt_catalogue;
mod finish;
mod read;
mod skip;
mod starter_catalogue;

pub use adopt_catalogue::{AdoptRefusal, AdoptedService, StarterFieldError, adopt_catalogue, validate_adopted};
pub use finish::{FinishRefusal, finish};
pub use read::find_setup;
pub use skip::{SkipRefusal, skip};
pub use starter_catalogue::{StarterCategory, StarterService, starter_catalogue};
