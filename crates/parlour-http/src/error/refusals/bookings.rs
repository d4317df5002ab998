//! Refusals of booking use cases.

use chrono::NaiveTime;
use parlour_app::blocks::{BlockFieldError, BlockRefusal};
use parlour_app::bookings::{
    BookingFieldError, CancelRefusal, CheckoutFieldError, CompleteRefusal, DeskRefusal, LineFieldError,
    ReassignFieldError, ReassignRefusal, RefusedBooking, ReopenRefusal, RequestRefusal, RescheduleRefusal,
    TimeOfferRefusal,
};
use parlour_domain::booking::BookingStatus;
use parlour_domain::booking::availability::MAX_PROPOSED_STARTS;
use parlour_domain::booking::wish::WishedGender;
use parlour_domain::offer::OfferMismatch;

use crate::error::code::ErrorCode;
use crate::error::field_error::ErrorDetails;
use crate::error::http_error::{HttpError, invalid_fields};

const TOO_LATE_TO_CANCEL: &str = "It is too late to cancel this booking here. Please call the salon.";
const MOVED_TWICE: &str = "This booking was moved twice already. Please call the salon.";
const TOO_MANY_PENDING: &str = "Too many of your requests wait for an answer here. Please wait, or call the salon.";
const PAST_DAY: &str = "A manager enters bookings of past days.";
const DISCOUNT_ABOVE_LIMIT: &str = "This discount is larger than the desk may give here. A manager can give it.";

refusals! {
    RequestRefusal {
        InvalidFields(field_errors) => invalid_fields(field_errors),
        SlotUnavailable(nearest) => slot_unavailable(&nearest),
        TooManyPending => super::business_rule(TOO_MANY_PENDING),
        AgainstWish(wished) => super::business_rule(against_wish(wished)),
        PastDayByReceptionist => super::forbidden(PAST_DAY),
    }

    BlockRefusal {
        Unknown => HttpError::not_found("This block"),
        InvalidFields(field_errors) => invalid_fields(field_errors),
        TimeTaken => HttpError::new(ErrorCode::BookingSlotUnavailable, "Something is booked then. Move it first."),
    }

    DeskRefusal {
        Unknown => HttpError::not_found("This booking"),
        WrongStatus(status) => wrong_status(status),
        NotUpcoming => no_longer_cancellable(),
        UnknownStaff => HttpError::invalid_field("staffId", BookingFieldError::Staff),
        InvalidFields(field_errors) => invalid_fields(field_errors),
        AgainstWish(wished) => super::business_rule(against_wish(wished)),
        InvalidLines(field_errors) => invalid_fields(field_errors),
        PriceNotAllowed => super::forbidden("Only a manager may set the price of a line."),
        NothingToUndo => invalid_transition("There is nothing of today to take back on this booking."),
        SlotUnavailable(nearest) => slot_unavailable(&nearest),
    }

    ReassignRefusal {
        InvalidFields(field_errors) => invalid_fields(field_errors),
        Booking(refused) => refused_booking(refused),
    }

    TimeOfferRefusal {
        Unknown => HttpError::not_found("This booking"),
        NoneOpen => invalid_transition("No other time is offered for this booking at present."),
        SlotUnavailable(nearest) => slot_unavailable(&nearest),
    }

    CancelRefusal {
        Unknown => HttpError::not_found("This booking"),
        NotUpcoming => no_longer_cancellable(),
        Arrived => invalid_transition("This customer has arrived, so only the salon can cancel the booking."),
        WindowPassed => HttpError::new(ErrorCode::BookingCancelWindowPassed, TOO_LATE_TO_CANCEL),
    }

    RescheduleRefusal {
        Unknown => HttpError::not_found("This booking"),
        NotUpcoming => invalid_transition("This booking can no longer be moved."),
        TooOften => HttpError::new(ErrorCode::BookingMaxReschedules, MOVED_TWICE),
        InvalidFields(field_errors) => invalid_fields(field_errors),
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
        InvalidFields(field_errors) => invalid_fields(field_errors),
        UnknownOffer => HttpError::not_found("This offer"),
        DayClosed => super::day_closed(),
        DiscountAboveLimit => super::forbidden(DISCOUNT_ABOVE_LIMIT),
        Membership(refusal) => refusal.into(),
        NotConfirmedOrInProgress => {
            invalid_transition("Only a confirmed booking, or one in progress, can be completed.")
        },
        OfferExpired => HttpError::new(ErrorCode::OfferExpired, "This offer is not running today."),
        OfferNotApplicable(mismatch) => offer_not_applicable(mismatch),
        NotInBooking => not_redeemable("This service is not in the booking."),
        NotRedeemable => not_redeemable("Gems cannot pay for this service."),
        NothingRedeemable => not_redeemable("Gems can pay for none of the services of this booking."),
        InsufficientGems => super::insufficient_gems(),
        Issue(refusal) => refusal.into(),
    }
}

field_names! {
    BlockFieldError {
        Staff => "staffId",
        PastDay => "date",
        EndsBeforeItStarts => "endTime",
    }

    CheckoutFieldError {
        NoPayment => "paymentMethod",
        Payments(_) => "payments",
        UnknownTipStaff(index) => format!("tips.{index}.staffId"),
        DiscountExceedsSubtotal => "discount.amountPaise",
        MembershipForSalon => "membershipId",
    }

    LineFieldError {
        UnknownService(index) => format!("lines.{index}.serviceId"),
        ServiceNotOffered(index) => format!("lines.{index}.serviceId"),
        WrongServiceType(index, _) => format!("lines.{index}.serviceId"),
        Staff(index) => format!("lines.{index}.staffId"),
        TooExpensive => "lines",
        TooLong => "lines",
    }

    ReassignFieldError {
        Staff(index) => format!("moves.{index}.staffId"),
        OnLeave(index) => format!("moves.{index}.staffId"),
        NotTouched(index) => format!("moves.{index}.bookingId"),
    }

    BookingFieldError {
        Branch => "branchId",
        NoStaffForServiceType => "serviceType",
        TooManyServices => "serviceIds",
        TooLong => "serviceIds",
        Customer => "customerId",
        Staff => "staffId",
        NoStaffInPast => "staffId",
        StaffOfOtherBranch => "staffId",
        WishedStaff => "wishedStaffId",
        UnknownService(index) => format!("serviceIds.{index}"),
        ServiceNotOffered(index) => format!("serviceIds.{index}"),
        WrongServiceType(index, _) => format!("serviceIds.{index}"),
        Date(_) => "bookingDate",
        Start(_) => "startTime",
    }
}

/// The refusal of one booking of several: the message names it, and the details its place in the list.
fn refused_booking(RefusedBooking { index, booking_id, refusal }: RefusedBooking) -> HttpError {
    HttpError::from(refusal).of_entry(&format!("moves.{index}"), "bookingId", &format!("Booking {booking_id}"))
}

fn against_wish(wished: WishedGender) -> &'static str {
    match wished {
        WishedGender::Female => "The customer asked for a woman. Repeat it with againstWish if it shall be so.",
        WishedGender::Male => "The customer asked for a man. Repeat it with againstWish if it shall be so.",
    }
}

fn offer_not_applicable(mismatch: OfferMismatch) -> HttpError {
    let message = match mismatch {
        OfferMismatch::SpaBooking => "Offers are for salon bookings, and this is a spa booking.",
        OfferMismatch::OtherServices => "This offer is for other services than those of the booking.",
        OfferMismatch::IncompleteCombo => "The booking does not have all services of this combo.",
        OfferMismatch::NoDiscount => "This offer has no discount.",
        OfferMismatch::UsedToday => "The customer used an offer today already.",
    };
    HttpError::new(ErrorCode::OfferNotApplicable, message)
}

fn not_redeemable(message: &'static str) -> HttpError {
    HttpError::new(ErrorCode::GemsServiceNotRedeemable, message)
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
        [] => "This time is taken, and no other of this day is free.",
        _ => "This time is taken. Please choose another.",
    };
    let times = nearest.iter().take(MAX_PROPOSED_STARTS).map(|time| time.format("%H:%M").to_string()).collect();
    HttpError::new(ErrorCode::BookingSlotUnavailable, message)
        .with_details(ErrorDetails::from([("startTime".to_owned(), times)]))
}
