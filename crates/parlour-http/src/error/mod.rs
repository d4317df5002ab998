//! The one place where a refusal becomes a code and a status. Causes are logged, never sent.

mod management_refusals;
mod refusals;

use std::borrow::Cow;
use std::collections::BTreeMap;

use axum::response::{IntoResponse, Response};
use http::StatusCode;
use http::header::{HeaderValue, RETRY_AFTER};
use parlour_app::idempotency::IdempotencyRefusal;
use parlour_app::profile::EraseRefusal;
use parlour_app::sign_in::SignInRefusal;
use parlour_integrations::identity::IdentityError;
use parlour_store::DbError;
use serde::Serialize;
use utoipa::ToSchema;

/// What is said of an id that names no service.
pub const UNKNOWN_SERVICE_MESSAGE: &str = "is not a service of ours";

pub use management_refusals::{branch_field_name, service_field_name, staff_field_name};
pub use refusals::{booking_field_name, membership_sale_field_name, session_line_field_name};

/// Field path to what is wrong with it.
pub type FieldErrors = BTreeMap<String, Vec<String>>;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ErrorCode {
    Validation,
    Unauthenticated,
    Forbidden,
    NotFound,
    /// Not yet.
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
    /// Nor will it be, until somebody sets it up.
    NotConfigured,
}

impl ErrorCode {
    /// Status, name, and whether the same request may succeed later.
    fn status_name_and_retryable(self) -> (StatusCode, &'static str, bool) {
        match self {
            Self::Validation => (StatusCode::BAD_REQUEST, "VALIDATION_ERROR", false),
            Self::Unauthenticated => (StatusCode::UNAUTHORIZED, "UNAUTHENTICATED", false),
            Self::Forbidden => (StatusCode::FORBIDDEN, "FORBIDDEN", false),
            Self::NotFound => (StatusCode::NOT_FOUND, "NOT_FOUND", false),
            Self::NotReady => (StatusCode::NOT_FOUND, "NOT_FOUND", true),
            Self::MethodNotAllowed => (StatusCode::METHOD_NOT_ALLOWED, "METHOD_NOT_ALLOWED", false),
            Self::Conflict => (StatusCode::CONFLICT, "CONFLICT", false),
            Self::BookingAlreadyCancelled => (StatusCode::CONFLICT, "BOOKING_ALREADY_CANCELLED", false),
            Self::BookingCancelWindowPassed => (StatusCode::CONFLICT, "BOOKING_CANCEL_WINDOW_PASSED", false),
            Self::BookingInvalidStatusTransition => {
                (StatusCode::CONFLICT, "BOOKING_INVALID_STATUS_TRANSITION", false)
            }
            Self::GemsInsufficientBalance => (StatusCode::CONFLICT, "GEMS_INSUFFICIENT_BALANCE", false),
            Self::GemsServiceNotRedeemable => (StatusCode::CONFLICT, "GEMS_SERVICE_NOT_REDEEMABLE", false),
            Self::OfferExpired => (StatusCode::CONFLICT, "OFFER_EXPIRED", false),
            Self::OfferNotApplicable => (StatusCode::CONFLICT, "OFFER_NOT_APPLICABLE", false),
            Self::BookingMaxReschedules => (StatusCode::CONFLICT, "BOOKING_MAX_RESCHEDULES", false),
            Self::BookingSlotUnavailable => (StatusCode::CONFLICT, "BOOKING_SLOT_UNAVAILABLE", false),
            Self::MembershipAlreadyActive => (StatusCode::CONFLICT, "MEMBERSHIP_ALREADY_ACTIVE", false),
            Self::MembershipExpired => (StatusCode::CONFLICT, "MEMBERSHIP_EXPIRED", false),
            Self::MembershipInsufficientHours => {
                (StatusCode::CONFLICT, "MEMBERSHIP_INSUFFICIENT_HOURS", false)
            }
            Self::PayloadTooLarge => (StatusCode::PAYLOAD_TOO_LARGE, "PAYLOAD_TOO_LARGE", false),
            Self::BusinessRule => (StatusCode::UNPROCESSABLE_ENTITY, "BUSINESS_RULE_VIOLATION", false),
            Self::RateLimited => (StatusCode::TOO_MANY_REQUESTS, "RATE_LIMITED", true),
            Self::Internal => (StatusCode::INTERNAL_SERVER_ERROR, "INTERNAL_ERROR", true),
            Self::Upstream => (StatusCode::BAD_GATEWAY, "UPSTREAM_ERROR", true),
            Self::Unavailable => (StatusCode::SERVICE_UNAVAILABLE, "SERVICE_UNAVAILABLE", true),
            Self::NotConfigured => (StatusCode::SERVICE_UNAVAILABLE, "SERVICE_UNAVAILABLE", false),
        }
    }
}

#[derive(Debug, Clone)]
pub struct HttpError {
    code: ErrorCode,
    message: Cow<'static, str>,
    details: Option<FieldErrors>,
    /// For the log.
    cause: Option<String>,
}

impl HttpError {
    pub fn new(code: ErrorCode, message: impl Into<Cow<'static, str>>) -> Self {
        Self { code, message: message.into(), details: None, cause: None }
    }

    pub fn invalid(details: FieldErrors) -> Self {
        let message = "Some fields are not valid.";
        Self { details: Some(details), ..Self::new(ErrorCode::Validation, message) }
    }

    pub fn invalid_field(field: &str, what: impl Into<String>) -> Self {
        Self::invalid(FieldErrors::from([(field.to_owned(), vec![what.into()])]))
    }

    pub fn not_found(what: &str) -> Self {
        Self::new(ErrorCode::NotFound, format!("{what} was not found."))
    }

    pub fn unauthenticated() -> Self {
        Self::new(ErrorCode::Unauthenticated, "Sign in to do this.")
    }

    fn internal(cause: impl Into<String>) -> Self {
        let cause = Some(cause.into());
        Self {
            cause,
            ..Self::new(ErrorCode::Internal, "Something went wrong on our side. Please try again.")
        }
    }

    pub fn panicked() -> Self {
        Self::internal("the handler panicked")
    }

    pub fn status(&self) -> StatusCode {
        self.code.status_name_and_retryable().0
    }

    pub fn message(&self) -> &str {
        &self.message
    }

    /// What is wrong with the first of the fields, where fields are what is wrong.
    pub fn first_field_error(&self) -> Option<&str> {
        self.details.as_ref()?.values().flatten().next().map(String::as_str)
    }

    pub fn cause(&self) -> Option<&str> {
        self.cause.as_deref()
    }

    /// The contract's error envelope.
    pub fn envelope(&self, request_id: &str) -> String {
        let (status, code, retryable) = self.code.status_name_and_retryable();
        let error = ErrorBody {
            code,
            message: &self.message,
            status_code: status.as_u16(),
            request_id,
            retryable,
            details: self.details.as_ref(),
        };
        // Strings and numbers always serialise.
        serde_json::to_string(&ErrorEnvelope { success: false, error }).unwrap_or_default()
    }
}

/// The answer to a request that failed.
#[derive(Serialize, ToSchema)]
pub struct ErrorEnvelope<'a> {
    #[schema(example = false)]
    success: bool,
    error: ErrorBody<'a>,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ErrorBody<'a> {
    /// What went wrong, for programs.
    #[schema(example = "VALIDATION_ERROR")]
    code: &'a str,
    /// What went wrong, for people.
    message: &'a str,
    status_code: u16,
    /// The same as in the `x-request-id` header.
    #[schema(example = "req_8fk2mzq4wc7d")]
    request_id: &'a str,
    /// Whether the same request may succeed later.
    retryable: bool,
    /// Field path to what is wrong with it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<std::collections::HashMap<String, Vec<String>>>, nullable = false)]
    details: Option<&'a FieldErrors>,
}

/// The front knows the request's id, so the envelope is written there.
impl IntoResponse for HttpError {
    fn into_response(self) -> Response {
        let mut response = self.status().into_response();
        if self.code == ErrorCode::Unavailable {
            response.headers_mut().insert(RETRY_AFTER, HeaderValue::from_static("2"));
        }
        response.extensions_mut().insert(self);
        response
    }
}

impl From<DbError> for HttpError {
    fn from(error: DbError) -> Self {
        if error.is_temporary() {
            let message = "The service is busy or being maintained. Please try again in a moment.";
            Self { cause: Some(error.to_string()), ..Self::new(ErrorCode::Unavailable, message) }
        } else {
            Self::internal(error.to_string())
        }
    }
}

impl From<IdempotencyRefusal> for HttpError {
    fn from(refusal: IdempotencyRefusal) -> Self {
        match refusal {
            IdempotencyRefusal::DifferentRequest => Self::new(
                ErrorCode::BusinessRule,
                "This Idempotency-Key was already used for a different request.",
            ),
            IdempotencyRefusal::Db(error) => error.into(),
        }
    }
}

impl From<EraseRefusal> for HttpError {
    fn from(refusal: EraseRefusal) -> Self {
        let said = refusal.to_string();
        match refusal {
            EraseRefusal::NotConfirmed => Self::invalid_field("confirm", said),
            EraseRefusal::SignInTooOld => {
                Self::new(ErrorCode::Forbidden, "Sign in again first: this needs a recent sign-in.")
            }
            EraseRefusal::MembershipActive | EraseRefusal::LastOwner => Self::new(ErrorCode::Conflict, said),
            EraseRefusal::Db(error) => error.into(),
        }
    }
}

impl From<SignInRefusal> for HttpError {
    fn from(refusal: SignInRefusal) -> Self {
        match refusal {
            SignInRefusal::ConcurrentSignIn => {
                Self::new(ErrorCode::Conflict, "Another sign-in was a moment earlier. Please try again.")
            }
            SignInRefusal::Db(error) => error.into(),
        }
    }
}

impl From<IdentityError> for HttpError {
    fn from(error: IdentityError) -> Self {
        let cause = Some(error.to_string());
        match error {
            IdentityError::Unreachable { .. } => {
                let message = "The sign-in provider cannot be reached. Please try again in a moment.";
                Self { cause, ..Self::new(ErrorCode::Upstream, message) }
            }
            IdentityError::Refused(_) | IdentityError::BadToken(_) => {
                let message = "The sign-in could not be confirmed. Please try again.";
                Self { cause, ..Self::new(ErrorCode::Unauthenticated, message) }
            }
        }
    }
}
