//! What managers do with offers.

mod change;
mod create;
mod read;

use parlour_domain::ids::ServiceId;
use parlour_store::catalogue::catalogue_records;
use parlour_store::{Conn, DbError};

pub use change::{OfferPatch, change};
pub use create::{NewOffer, create};
pub use read::{offer_with_services, page};

#[derive(Debug, thiserror::Error)]
pub enum OfferRefusal {
    #[error("there is no such offer")]
    Unknown,
    /// By their places in the list.
    #[error("some services are not known")]
    UnknownServices(Vec<usize>),
    #[error(transparent)]
    Db(#[from] DbError),
}

/// The places of those that are no services of ours.
pub fn unknown_services(conn: &mut Conn<'_>, named: &[(usize, ServiceId)]) -> Result<Vec<usize>, DbError> {
    let mut unknown = Vec::new();
    for (place, service) in named {
        if !catalogue_records::service_exists(conn, service)? {
            unknown.push(*place);
        }
    }
    Ok(unknown)
}

/// The services themselves, each once, at its first place.
fn check_and_deduplicate_services(
    conn: &mut Conn<'_>,
    named: &[(usize, ServiceId)],
) -> Result<Vec<ServiceId>, OfferRefusal> {
    let unknown = unknown_services(conn, named)?;
    if !unknown.is_empty() {
        return Err(OfferRefusal::UnknownServices(unknown));
    }
    let mut services: Vec<ServiceId> = Vec::new();
    for (_, service) in named {
        if !services.contains(service) {
            services.push(service.clone());
        }
    }
    Ok(services)
}
