//! Why a booking cannot be completed.

use parlour_store::DbError;

use crate::gems::SpendRefusal;
use crate::invoices::IssueRefusal;

#[derive(Debug, thiserror::Error)]
pub enum CompleteRefusal {
    #[error("there is no such booking")]
    Unknown,
    #[error("only confirmed bookings and those in progress can be completed")]
    NotConfirmedOrInProgress,
    #[error("there is no such offer")]
    UnknownOffer,
    #[error("the offer is not running")]
    OfferExpired,
    #[error("the offer does not apply to this booking")]
    OfferNotApplicable,
    #[error("gems cannot pay for that")]
    NotRedeemable,
    #[error("the gems balance is too low")]
    InsufficientGems,
    #[error(transparent)]
    Issue(#[from] IssueRefusal),
    #[error(transparent)]
    Db(#[from] DbError),
}

impl From<SpendRefusal> for CompleteRefusal {
    fn from(refusal: SpendRefusal) -> Self {
        match refusal {
            SpendRefusal::InsufficientBalance => Self::InsufficientGems,
            SpendRefusal::Db(error) => error.into(),
        }
    }
}
