//! Refusals about repeated requests and queued jobs.

use parlour_app::idempotency::IdempotencyRefusal;
use parlour_worker::integrations::RetryRefusal;

use crate::error::code::ErrorCode;
use crate::error::http_error::HttpError;

impl From<IdempotencyRefusal> for HttpError {
    fn from(refusal: IdempotencyRefusal) -> Self {
        match refusal {
            IdempotencyRefusal::DifferentRequest => {
                Self::new(ErrorCode::BusinessRule, "This Idempotency-Key was already used for a different request.")
            }
            IdempotencyRefusal::Db(error) => error.into(),
        }
    }
}

impl From<RetryRefusal> for HttpError {
    fn from(refusal: RetryRefusal) -> Self {
        match refusal {
            RetryRefusal::Unknown => Self::not_found("This work"),
            RetryRefusal::NotParked => Self::new(ErrorCode::Conflict, "This work is not parked."),
            RetryRefusal::AlreadyQueued => Self::new(ErrorCode::Conflict, "The same work waits to be done already."),
            RetryRefusal::Db(error) => error.into(),
        }
    }
}
