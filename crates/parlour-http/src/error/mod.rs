//! Errors: the one place where a refusal becomes a code and a status.

mod code;
mod field_error;
mod http_error;
mod refusals;

pub use code::ErrorCode;
pub use field_error::{NamedFieldError, UnknownService, to_field_errors};
pub use http_error::{ErrorEnvelope, FieldErrors, HttpError};
