//! Refusals about repeated requests and queued jobs.

use parlour_app::idempotency::IdempotencyRefusal;
use parlour_worker::integrations::RetryRefusal;

use super::{business_rule, conflict};
use crate::error::http_error::HttpError;

refusals! {
    IdempotencyRefusal {
        DifferentRequest(_) => business_rule("This Idempotency-Key was already used for a different request."),
    }

    RetryRefusal {
        Unknown => HttpError::not_found("This work"),
        NotParked => conflict("This work is not parked."),
        AlreadyQueued => conflict("The same work waits to be done already."),
    }
}
