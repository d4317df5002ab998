//! The error codes of the contract.

use http::StatusCode;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ErrorCode {
    Validation,
    Unauthenticated,
    Forbidden,
    NotFound,
    /// Does not exist yet, but will soon.
    NotReady,
    MethodNotAllowed,
    Conflict,
    BookingAlreadyCancelled,
    BookingCancelWindowPassed,
    BookingInvalidStatusTransition,
    BookingMaxReschedules,
    BookingSlotUnavailable,
    OfferNotApplicable,
    OfferExpired,
    GemsServiceNotRedeemable,
    GemsInsufficientBalance,
    MembershipAlreadyActive,
    MembershipExpired,
    MembershipInsufficientHours,
    PayloadTooLarge,
    BusinessRule,
    RateLimited,
    Internal,
    Upstream,
    Unavailable,
    /// Needs a setting that is missing, so a retry does not help.
    NotConfigured,
}

impl ErrorCode {
    pub(super) fn status(self) -> StatusCode {
        match self {
            Self::Validation => StatusCode::BAD_REQUEST,
            Self::Unauthenticated => StatusCode::UNAUTHORIZED,
            Self::Forbidden => StatusCode::FORBIDDEN,
            Self::NotFound | Self::NotReady => StatusCode::NOT_FOUND,
            Self::MethodNotAllowed => StatusCode::METHOD_NOT_ALLOWED,
            Self::Conflict
            | Self::BookingAlreadyCancelled
            | Self::BookingCancelWindowPassed
            | Self::BookingInvalidStatusTransition
            | Self::BookingMaxReschedules
            | Self::BookingSlotUnavailable
            | Self::OfferNotApplicable
            | Self::OfferExpired
            | Self::GemsServiceNotRedeemable
            | Self::GemsInsufficientBalance
            | Self::MembershipAlreadyActive
            | Self::MembershipExpired
            | Self::MembershipInsufficientHours => StatusCode::CONFLICT,
            Self::PayloadTooLarge => StatusCode::PAYLOAD_TOO_LARGE,
            Self::BusinessRule => StatusCode::UNPROCESSABLE_ENTITY,
            Self::RateLimited => StatusCode::TOO_MANY_REQUESTS,
            Self::Internal => StatusCode::INTERNAL_SERVER_ERROR,
            Self::Upstream => StatusCode::BAD_GATEWAY,
            Self::Unavailable | Self::NotConfigured => StatusCode::SERVICE_UNAVAILABLE,
        }
    }

    /// The code as it stands in the error envelope.
    pub(super) fn as_str(self) -> &'static str {
        match self {
            Self::Validation => "VALIDATION_ERROR",
            Self::Unauthenticated => "UNAUTHENTICATED",
            Self::Forbidden => "FORBIDDEN",
            Self::NotFound | Self::NotReady => "NOT_FOUND",
            Self::MethodNotAllowed => "METHOD_NOT_ALLOWED",
            Self::Conflict => "CONFLICT",
            Self::BookingAlreadyCancelled => "BOOKING_ALREADY_CANCELLED",
            Self::BookingCancelWindowPassed => "BOOKING_CANCEL_WINDOW_PASSED",
            Self::BookingInvalidStatusTransition => "BOOKING_INVALID_STATUS_TRANSITION",
            Self::BookingMaxReschedules => "BOOKING_MAX_RESCHEDULES",
            Self::BookingSlotUnavailable => "BOOKING_SLOT_UNAVAILABLE",
            Self::OfferNotApplicable => "OFFER_NOT_APPLICABLE",
            Self::OfferExpired => "OFFER_EXPIRED",
            Self::GemsServiceNotRedeemable => "GEMS_SERVICE_NOT_REDEEMABLE",
            Self::GemsInsufficientBalance => "GEMS_INSUFFICIENT_BALANCE",
            Self::MembershipAlreadyActive => "MEMBERSHIP_ALREADY_ACTIVE",
            Self::MembershipExpired => "MEMBERSHIP_EXPIRED",
            Self::MembershipInsufficientHours => "MEMBERSHIP_INSUFFICIENT_HOURS",
            Self::PayloadTooLarge => "PAYLOAD_TOO_LARGE",
            Self::BusinessRule => "BUSINESS_RULE_VIOLATION",
            Self::RateLimited => "RATE_LIMITED",
            Self::Internal => "INTERNAL_ERROR",
            Self::Upstream => "UPSTREAM_ERROR",
            Self::Unavailable | Self::NotConfigured => "SERVICE_UNAVAILABLE",
        }
    }

    /// Whether the same request may succeed later.
    pub(super) fn is_retryable(self) -> bool {
        matches!(self, Self::NotReady | Self::RateLimited | Self::Internal | Self::Upstream | Self::Unavailable)
    }
}
