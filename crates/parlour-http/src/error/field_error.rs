//! Field errors that use cases find.

use std::borrow::Cow;
use std::fmt::{self, Display};

use super::http_error::{FieldErrors, HttpError};

/// A field error of a use case, which knows the field's name in the request.
pub trait NamedFieldError: Display {
    fn field_name(&self) -> Cow<'static, str>;
}

/// An id that names no service.
#[derive(Debug)]
pub struct UnknownService(Cow<'static, str>);

impl UnknownService {
    pub fn in_field(name: &'static str) -> Self {
        Self(name.into())
    }

    /// The entry of `serviceIds` with this index.
    pub fn at_index(index: usize) -> Self {
        Self(format!("serviceIds.{index}").into())
    }
}

impl Display for UnknownService {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("is not a service of ours")
    }
}

impl NamedFieldError for UnknownService {
    fn field_name(&self) -> Cow<'static, str> {
        self.0.clone()
    }
}

/// The messages of each field.
pub fn to_field_errors(errors: &[impl NamedFieldError]) -> FieldErrors {
    let mut details = FieldErrors::new();
    for error in errors {
        details.entry(error.field_name().into_owned()).or_default().push(error.to_string());
    }
    details
}

pub(super) fn invalid_fields(errors: &[impl NamedFieldError]) -> HttpError {
    HttpError::invalid(to_field_errors(errors))
}
