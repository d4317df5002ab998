//! Refusals of booking use cases.

use chrono::NaiveTime;
use parlour_app::bookings::{
    BookingFieldError, CancelRefusal, CompleteRefusal, DeskRefusal, ReopenRefusal, RequestRefusal, RescheduleRefusal,
};
use parlour_domain::booking::BookingStatus;

use crate::error::code::ErrorCode;
use crate::error::field_error::invalid_fields;
use crate::error::http_error::{FieldErrors, HttpError};

const TOO_LATE_TO_CANCEL: &str = "It is too late to cancel this booking here. Please call the salon.";
const MOVED_TWICE: &str = "This booking was moved twice already. Please call the salon.";
const OFFER_NOT_APPLICABLE: &str =
    "This offer does not apply: it is for other services, or the customer used one today.";

refusals! {
    RequestRefusal {
        InvalidFields(field_errors) => invalid_fields(&field_errors),
        SlotUnavailable(nearest) => slot_unavailable(&nearest),
    }

    DeskRefusal {
        Unknown => HttpError::not_found("This booking"),
        WrongStatus(status) => wrong_status(status),
        NotUpcoming => no_longer_cancellable(),
        UnknownStaff => HttpError::invalid_field("staffId", BookingFieldError::Staff.to_string()),
        InvalidFields(field_errors) => invalid_fields(&field_errors),
        SlotUnavailable(nearest) => slot_unavailable(&nearest),
    }

    CancelRefusal {
        Unknown => HttpError::not_found("This booking"),
        NotUpcoming => no_longer_cancellable(),
        WindowPassed => HttpError::new(ErrorCode::BookingCancelWindowPassed, TOO_LATE_TO_CANCEL),
    }

    RescheduleRefusal {
        Unknown => HttpError::not_found("This booking"),
        NotUpcoming => invalid_transition("This booking can no longer be moved."),
        TooOften => HttpError::new(ErrorCode::BookingMaxReschedules, MOVED_TWICE),
        InvalidFields(field_errors) => invalid_fields(&field_errors),
        SlotUnavailable(nearest) => slot_unavailable(&nearest),
    }

    ReopenRefusal {
        Unknown => HttpError::not_found("This booking"),
        NotCompleted => super::conflict("Only a completed booking can be reopened."),
        MembershipSession => super::conflict("A membership session is not reopened, but reversed."),
        NotCredited => super::conflict("The invoice must be credited whole before the booking is reopened."),
    }

    CompleteRefusal {
        Unknown => HttpError::not_found("This booking"),
        UnknownOffer => HttpError::not_found("This offer"),
        NotConfirmedOrInProgress => {
            invalid_transition("Only a confirmed booking, or one in progress, can be completed.")
        },
        OfferExpired => HttpError::new(ErrorCode::OfferExpired, "This offer is not running today."),
        OfferNotApplicable => HttpError::new(ErrorCode::OfferNotApplicable, OFFER_NOT_APPLICABLE),
        NotRedeemable => {
            HttpError::new(ErrorCode::GemsServiceNotRedeemable, "Gems cannot pay for that in this booking.")
        },
        InsufficientGems => super::insufficient_gems(),
        Issue(refusal) => refusal.into(),
    }
}

field_names! {
    BookingFieldError {
        Branch => "branchId",
        NoStaffForServiceType => "serviceType",
        TooManyServices => "serviceIds",
        TooLong => "serviceIds",
        Customer => "customerId",
        Staff => "staffId",
        StaffOfOtherBranch => "staffId",
        UnknownService(index) => format!("serviceIds.{index}"),
        ServiceNotOffered(index) => format!("serviceIds.{index}"),
        WrongServiceType(index, _) => format!("serviceIds.{index}"),
        Date(_) => "bookingDate",
        Start(_) => "startTime",
    }
}

fn invalid_transition(message: &'static str) -> HttpError {
    HttpError::new(ErrorCode::BookingInvalidStatusTransition, message)
}

fn wrong_status(status: BookingStatus) -> HttpError {
    let word = status.as_str().replace('_', " ");
    let message = format!("This booking is {word}, which does not allow that.");
    HttpError::new(ErrorCode::BookingInvalidStatusTransition, message)
}

fn no_longer_cancellable() -> HttpError {
    HttpError::new(ErrorCode::BookingAlreadyCancelled, "This booking can no longer be cancelled.")
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
