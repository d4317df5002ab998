//! What managers do with offers.

mod change;
mod create;
mod offer_refusal;
mod offer_services;
mod read;

pub use change::{OfferPatch, change};
pub use create::{NewOffer, create};
pub use offer_refusal::OfferRefusal;
pub use offer_services::unknown_services;
pub use read::{offer_with_services, page};
