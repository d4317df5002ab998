//! Refusals of membership and tier use cases.

use parlour_app::memberships::{
    CancelMembershipRefusal, ReverseSessionRefusal, SaleFieldError, SellRefusal, SessionFieldError, SessionRefusal,
};
use parlour_app::tiers::TierRefusal;

use super::{business_rule, conflict};
use crate::error::code::ErrorCode;
use crate::error::http_error::{HttpError, invalid_fields};

const ALREADY_ACTIVE: &str = "This customer already has an active membership.";
const OVER: &str = "This membership is over: no hours can be taken from it.";
const OTHER_TERMS: &str = "Only a manager may sell other terms than those of the tier at this branch.";
const FEWER_MINUTES: &str = "Only a manager may record fewer minutes than a service takes.";
const INSUFFICIENT_HOURS: &str = "This membership has not as many minutes left.";

refusals! {
    SellRefusal {
        InvalidFields(field_errors) => invalid_fields(field_errors),
        NoPrimaryBranch => HttpError::not_found("The primary branch"),
        TermsNotAllowed => super::forbidden(OTHER_TERMS),
        DayClosed => super::day_closed(),
        AlreadyActive => HttpError::new(ErrorCode::MembershipAlreadyActive, ALREADY_ACTIVE),
        Issue(refusal) => refusal.into(),
    }

    SessionRefusal {
        Unknown => HttpError::not_found("This membership"),
        Over => HttpError::new(ErrorCode::MembershipExpired, OVER),
        InvalidFields(field_errors) => invalid_fields(field_errors),
        MinutesNotAllowed => super::forbidden(FEWER_MINUTES),
        NotStarted => business_rule("This membership had not begun on that day."),
        InsufficientHours => HttpError::new(ErrorCode::MembershipInsufficientHours, INSUFFICIENT_HOURS),
        NoPrimaryBranch => HttpError::not_found("The primary branch"),
        Issue(refusal) => refusal.into(),
    }

    CancelMembershipRefusal {
        Unknown => HttpError::not_found("This membership"),
        NotActive => conflict("Only an active membership can be cancelled."),
    }

    ReverseSessionRefusal {
        Unknown => HttpError::not_found("This session"),
        AlreadyReversed => conflict("This session was reversed already."),
    }

    TierRefusal {
        Unknown => HttpError::not_found("This tier"),
    }
}

field_names! {
    SaleFieldError {
        UnknownCustomer => "customerId",
        TierNotOnSale => "tierId",
        UnknownBranch => "branchId",
        NoPayment => "paymentMethod",
        Payments(_) => "payments",
    }

    SessionFieldError {
        UnknownBranch => "branchId",
        UnknownService(index) => format!("services.{index}.serviceId"),
        UnknownStaff(index) => format!("services.{index}.staffId"),
    }
}
