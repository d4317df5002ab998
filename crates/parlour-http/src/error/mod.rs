//! Errors: the one place where a refusal becomes a code and a status.

mod code;
mod field_error;
mod http_error;
mod refusals;
mod sign_in_failure;

pub use code::ErrorCode;
pub use field_error::{ErrorDetails, FieldError, FieldErrors, NamedFieldError, UnknownService, is_inside};
pub use http_error::{ErrorEnvelope, HttpError};
pub use sign_in_failure::SignInFailure;
