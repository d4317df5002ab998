//! Why an offer cannot be written.

use parlour_store::DbError;

#[derive(Debug, thiserror::Error)]
pub enum OfferRefusal {
    #[error("there is no such offer")]
    Unknown,
    /// With their indexes in the list.
    #[error("some services are not known")]
    UnknownServices(Vec<usize>),
    #[error(transparent)]
    Db(#[from] DbError),
}
