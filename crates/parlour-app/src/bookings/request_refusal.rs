//! Why a new booking is refused.

use chrono::NaiveTime;
use parlour_domain::booking::field_error::BookingFieldError;
use parlour_domain::booking::wish::WishedGender;
use parlour_store::DbError;

use crate::availability::SlotRefusal;

#[derive(Debug, thiserror::Error)]
pub enum RequestRefusal {
    #[error("the booking is not possible")]
    InvalidFields(Vec<BookingFieldError>),
    /// With the nearest times that are free.
    #[error("nobody is free at that time")]
    SlotUnavailable(Vec<NaiveTime>),
    #[error("as many requests of this customer as the branch allows wait for an answer")]
    TooManyPending,
    #[error("the customer asked for somebody who is {0}")]
    AgainstWish(WishedGender),
    #[error("only a manager enters bookings of past days")]
    PastDayByReceptionist,
    #[error(transparent)]
    Db(#[from] DbError),
}

impl From<SlotRefusal> for RequestRefusal {
    fn from(refusal: SlotRefusal) -> Self {
        match refusal {
            SlotRefusal::Taken(nearest) => Self::SlotUnavailable(nearest),
            SlotRefusal::Db(error) => error.into(),
        }
    }
}
