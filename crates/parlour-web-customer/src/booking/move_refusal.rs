//! Why a booking was not moved, in words.

use parlour_app::bookings::RescheduleRefusal;
use parlour_domain::booking::customer_move::CustomerMoveRefusal;
use parlour_http::error::HttpError;
use parlour_store::DbError;

use parlour_texts::Texts;
use parlour_web::form::{PageRefusal, ShownRefusal};

/// Why a booking was not moved.
#[derive(Debug, thiserror::Error)]
pub(super) enum MoveRefusal {
    #[error("the booking cannot be moved here")]
    NotMovable(CustomerMoveRefusal),
    #[error("the branch is closed at the end of the booking, or on that day")]
    NotSold,
    #[error(transparent)]
    Reschedule(#[from] RescheduleRefusal),
    #[error(transparent)]
    Db(#[from] DbError),
}

impl From<MoveRefusal> for HttpError {
    fn from(refusal: MoveRefusal) -> Self {
        match refusal {
            MoveRefusal::NotMovable(refusal) => RescheduleRefusal::from(refusal).into(),
            MoveRefusal::NotSold => Self::internal("a refusal is shown on its page"),
            MoveRefusal::Reschedule(refusal) => refusal.into(),
            MoveRefusal::Db(error) => error.into(),
        }
    }
}

impl PageRefusal for MoveRefusal {
    fn shown(&self, texts: Texts) -> ShownRefusal {
        let text = texts.booking();
        let conflict = |text: &str| ShownRefusal::Conflict(text.to_owned());
        match self {
            Self::NotMovable(refusal) => conflict(not_movable_text(*refusal, texts)),
            Self::Reschedule(RescheduleRefusal::NotUpcoming) => conflict(text.not_movable()),
            Self::Reschedule(RescheduleRefusal::TooOften) => conflict(text.moved_twice()),
            Self::NotSold | Self::Reschedule(RescheduleRefusal::InvalidFields(_)) => {
                ShownRefusal::Rule(text.time_not_possible().to_owned())
            }
            Self::Reschedule(RescheduleRefusal::SlotUnavailable(nearest)) => {
                conflict(if nearest.is_empty() { text.day_taken() } else { text.time_taken() })
            }
            Self::Reschedule(RescheduleRefusal::Unknown | RescheduleRefusal::Db(_)) | Self::Db(_) => {
                ShownRefusal::ErrorPage
            }
        }
    }
}

pub(super) fn not_movable_text(refusal: CustomerMoveRefusal, texts: Texts) -> &'static str {
    let text = texts.booking();
    match refusal {
        CustomerMoveRefusal::NotUpcoming => text.not_movable(),
        CustomerMoveRefusal::Begun => text.begun(),
        CustomerMoveRefusal::TooOften => text.moved_twice(),
    }
}
