//! Why a booking cannot be completed, or quoted.

use parlour_domain::billing::payment::PaymentsDoNotAddUp;
use parlour_domain::offer::OfferMismatch;
use parlour_store::DbError;

use crate::gems::SpendRefusal;
use crate::invoices::IssueRefusal;
use crate::memberships::SessionRefusal;

/// A field that is wrong in view of the booking.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum CheckoutFieldError {
    #[error("is required where something is due")]
    NoPayment,
    #[error(transparent)]
    Payments(#[from] PaymentsDoNotAddUp),
    /// With the index of the tip.
    #[error("is not an active member of staff")]
    UnknownTipStaff(usize),
    #[error("must not be more than the subtotal")]
    DiscountExceedsSubtotal,
    #[error("can pay for spa bookings only")]
    MembershipForSalon,
}

#[derive(Debug, thiserror::Error)]
pub enum CompleteRefusal {
    #[error("there is no such booking")]
    Unknown,
    #[error("the checkout is not possible")]
    InvalidFields(Vec<CheckoutFieldError>),
    #[error("only confirmed bookings and those in progress can be completed")]
    NotConfirmedOrInProgress,
    #[error("the branch has closed this day")]
    DayClosed,
    #[error("there is no such offer")]
    UnknownOffer,
    #[error("the offer is not running")]
    OfferExpired,
    #[error(transparent)]
    OfferNotApplicable(#[from] OfferMismatch),
    #[error("the service is not in the booking")]
    NotInBooking,
    #[error("gems cannot pay for the service")]
    NotRedeemable,
    #[error("gems can pay for none of the services")]
    NothingRedeemable,
    #[error("the gems balance is too low")]
    InsufficientGems,
    #[error("the discount is larger than the actor may give")]
    DiscountAboveLimit,
    #[error(transparent)]
    Membership(#[from] SessionRefusal),
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
