//! The error codes of the contract.

use http::StatusCode;

/// Defines the codes, each with its status and its name in the error envelope.
macro_rules! codes {
    ($($(#[$doc:meta])* $code:ident = $status:ident $name:literal,)+) => {
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub enum ErrorCode {
            $($(#[$doc])* $code,)+
        }

        impl ErrorCode {
            pub(super) fn status(self) -> StatusCode {
                match self {
                    $(Self::$code => StatusCode::$status,)+
                }
            }

            pub(super) fn as_str(self) -> &'static str {
                match self {
                    $(Self::$code => $name,)+
                }
            }
        }
    };
}

codes! {
    Validation = BAD_REQUEST "VALIDATION_ERROR",
    Unauthenticated = UNAUTHORIZED "UNAUTHENTICATED",
    Forbidden = FORBIDDEN "FORBIDDEN",
    NotFound = NOT_FOUND "NOT_FOUND",
    /// Does not exist yet, but will soon.
    NotReady = NOT_FOUND "NOT_FOUND",
    MethodNotAllowed = METHOD_NOT_ALLOWED "METHOD_NOT_ALLOWED",
    Conflict = CONFLICT "CONFLICT",
    BookingAlreadyCancelled = CONFLICT "BOOKING_ALREADY_CANCELLED",
    BookingCancelWindowPassed = CONFLICT "BOOKING_CANCEL_WINDOW_PASSED",
    BookingInvalidStatusTransition = CONFLICT "BOOKING_INVALID_STATUS_TRANSITION",
    BookingMaxReschedules = CONFLICT "BOOKING_MAX_RESCHEDULES",
    BookingSlotUnavailable = CONFLICT "BOOKING_SLOT_UNAVAILABLE",
    OfferNotApplicable = CONFLICT "OFFER_NOT_APPLICABLE",
    OfferExpired = CONFLICT "OFFER_EXPIRED",
    GemsServiceNotRedeemable = CONFLICT "GEMS_SERVICE_NOT_REDEEMABLE",
    GemsInsufficientBalance = CONFLICT "GEMS_INSUFFICIENT_BALANCE",
    MembershipAlreadyActive = CONFLICT "MEMBERSHIP_ALREADY_ACTIVE",
    MembershipExpired = CONFLICT "MEMBERSHIP_EXPIRED",
    MembershipInsufficientHours = CONFLICT "MEMBERSHIP_INSUFFICIENT_HOURS",
    PayloadTooLarge = PAYLOAD_TOO_LARGE "PAYLOAD_TOO_LARGE",
    BusinessRule = UNPROCESSABLE_ENTITY "BUSINESS_RULE_VIOLATION",
    RateLimited = TOO_MANY_REQUESTS "RATE_LIMITED",
    Internal = INTERNAL_SERVER_ERROR "INTERNAL_ERROR",
    Upstream = BAD_GATEWAY "UPSTREAM_ERROR",
    Unavailable = SERVICE_UNAVAILABLE "SERVICE_UNAVAILABLE",
    /// Needs a setting that is missing, so a retry does not help.
    NotConfigured = SERVICE_UNAVAILABLE "SERVICE_UNAVAILABLE",
}

impl ErrorCode {
    /// Whether the same request may succeed later.
    pub(super) fn is_retryable(self) -> bool {
        matches!(self, Self::NotReady | Self::RateLimited | Self::Internal | Self::Upstream | Self::Unavailable)
    }
}
