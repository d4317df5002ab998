//! What managers do with offers, and the one that a visit was booked with.

mod change;
mod create;
mod offer_refusal;
mod offer_services;
mod promised;
mod read;

pub use change::{OfferPatch, change};
pub use create::{NewOffer, create};
pub use offer_refusal::OfferRefusal;
pub use offer_services::unknown_services;
pub use promised::{LostBecause, PromisedOffer, find_promised_offer, has_offer_already};
pub use read::{OffersByState, offer_with_services, page, page_by_state};
