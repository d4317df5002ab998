//! Refusals of booking use cases.

use std::borrow::Cow;

use chrono::NaiveTime;
use parlour_app::bookings::{
    BookingFieldError, CancelRefusal, CompleteRefusal, DeskRefusal, RequestRefusal, RescheduleRefusal,
};

use crate::error::code::ErrorCode;
use crate::error::field_error::{NamedFieldError, invalid_fields};
use crate::error::http_error::{FieldErrors, HttpError};

impl From<RequestRefusal> for HttpError {
    fn from(refusal: RequestRefusal) -> Self {
        match refusal {
            RequestRefusal::InvalidFields(field_errors) => invalid_fields(&field_errors),
            RequestRefusal::SlotUnavailable(nearest) => slot_unavailable(&nearest),
            RequestRefusal::Db(error) => error.into(),
        }
    }
}

impl From<DeskRefusal> for HttpError {
    fn from(refusal: DeskRefusal) -> Self {
        match refusal {
            DeskRefusal::Unknown => Self::not_found("This booking"),
            DeskRefusal::WrongStatus(status) => {
                let word = status.as_str().replace('_', " ");
                Self::new(
                    ErrorCode::BookingInvalidStatusTransition,
                    format!("This booking is {word}, which does not allow that."),
                )
            }
            DeskRefusal::NotUpcoming => {
                Self::new(ErrorCode::BookingAlreadyCancelled, "This booking can no longer be cancelled.")
            }
            DeskRefusal::UnknownStaff => Self::invalid_field("staffId", BookingFieldError::Staff.to_string()),
            DeskRefusal::InvalidFields(field_errors) => invalid_fields(&field_errors),
            DeskRefusal::SlotUnavailable(nearest) => slot_unavailable(&nearest),
            DeskRefusal::Db(error) => error.into(),
        }
    }
}

impl From<CancelRefusal> for HttpError {
    fn from(refusal: CancelRefusal) -> Self {
        match refusal {
            CancelRefusal::Unknown => Self::not_found("This booking"),
            CancelRefusal::NotUpcoming => {
                Self::new(ErrorCode::BookingAlreadyCancelled, "This booking can no longer be cancelled.")
            }
            CancelRefusal::WindowPassed => Self::new(
                ErrorCode::BookingCancelWindowPassed,
                "It is too late to cancel this booking here. Please call the salon.",
            ),
            CancelRefusal::Db(error) => error.into(),
        }
    }
}

impl From<RescheduleRefusal> for HttpError {
    fn from(refusal: RescheduleRefusal) -> Self {
        match refusal {
            RescheduleRefusal::Unknown => Self::not_found("This booking"),
            RescheduleRefusal::NotUpcoming => {
                Self::new(ErrorCode::BookingInvalidStatusTransition, "This booking can no longer be moved.")
            }
            RescheduleRefusal::TooOften => Self::new(
                ErrorCode::BookingMaxReschedules,
                "This booking was moved twice already. Please call the salon.",
            ),
            RescheduleRefusal::InvalidFields(field_errors) => invalid_fields(&field_errors),
            RescheduleRefusal::SlotUnavailable(nearest) => slot_unavailable(&nearest),
            RescheduleRefusal::Db(error) => error.into(),
        }
    }
}

impl From<CompleteRefusal> for HttpError {
    fn from(refusal: CompleteRefusal) -> Self {
        match refusal {
            CompleteRefusal::Unknown => Self::not_found("This booking"),
            CompleteRefusal::UnknownOffer => Self::not_found("This offer"),
            CompleteRefusal::NotConfirmedOrInProgress => Self::new(
                ErrorCode::BookingInvalidStatusTransition,
                "Only a confirmed booking, or one in progress, can be completed.",
            ),
            CompleteRefusal::OfferExpired => Self::new(ErrorCode::OfferExpired, "This offer is not running today."),
            CompleteRefusal::OfferNotApplicable => Self::new(
                ErrorCode::OfferNotApplicable,
                "This offer does not apply: it is for other services, or the customer used one today.",
            ),
            CompleteRefusal::NotRedeemable => {
                Self::new(ErrorCode::GemsServiceNotRedeemable, "Gems cannot pay for that in this booking.")
            }
            CompleteRefusal::InsufficientGems => {
                Self::new(ErrorCode::GemsInsufficientBalance, "The customer does not have enough gems.")
            }
            CompleteRefusal::Issue(refusal) => refusal.into(),
            CompleteRefusal::Db(error) => error.into(),
        }
    }
}

/// The details name up to three nearest free times instead of field errors.
fn slot_unavailable(nearest: &[NaiveTime]) -> HttpError {
    let message = match nearest {
        [] => "Nobody is free at this time, nor at another of this day.",
        _ => "Nobody is free at this time. Please choose another.",
    };
    let times = nearest.iter().map(|time| time.format("%H:%M").to_string()).collect();
    HttpError::new(ErrorCode::BookingSlotUnavailable, message)
        .with_details(FieldErrors::from([("startTime".to_owned(), times)]))
}

impl NamedFieldError for BookingFieldError {
    fn field_name(&self) -> Cow<'static, str> {
        match self {
            Self::Branch => "branchId".into(),
            Self::NoStaffForServiceType => "serviceType".into(),
            Self::TooManyServices | Self::TooLong => "serviceIds".into(),
            Self::Customer => "customerId".into(),
            Self::Staff | Self::StaffOfOtherBranch => "staffId".into(),
            Self::UnknownService(index) | Self::ServiceNotOffered(index) | Self::WrongServiceType(index, _) => {
                format!("serviceIds.{index}").into()
            }
            Self::Date(_) => "bookingDate".into(),
            Self::Start(_) => "startTime".into(),
        }
    }
}
