//! An error as the client sees it, with its cause for the log.

use std::borrow::Cow;

use axum::response::{IntoResponse, Response};
use http::StatusCode;
use http::header::{HeaderValue, RETRY_AFTER};
use parlour_store::DbError;
use serde::Serialize;
use utoipa::ToSchema;

use super::code::ErrorCode;
use super::field_error::{ErrorDetails, FieldError, FieldErrors, NamedFieldError};
use super::sign_in_failure::SignInFailure;

#[derive(Debug, Clone)]
pub struct HttpError {
    code: ErrorCode,
    message: Cow<'static, str>,
    details: Option<ErrorDetails>,
    /// Logged, never sent.
    cause: Option<String>,
    /// For the page of a failed sign-in, never sent.
    sign_in_failure: Option<SignInFailure>,
    /// Where a failed sign-in would have led, never sent.
    sign_in_target: Option<Box<str>>,
}

impl HttpError {
    pub fn new(code: ErrorCode, message: impl Into<Cow<'static, str>>) -> Self {
        Self { code, message: message.into(), details: None, cause: None, sign_in_failure: None, sign_in_target: None }
    }

    #[expect(clippy::needless_pass_by_value, reason = "an error is made of what it is about")]
    pub fn invalid(errors: FieldErrors) -> Self {
        Self::new(ErrorCode::Validation, "Some fields are not valid.").with_details(errors.details())
    }

    pub fn invalid_field(field: &str, error: impl Into<FieldError>) -> Self {
        Self::invalid(FieldErrors::of_field(field, error))
    }

    pub fn not_found(what: &str) -> Self {
        Self::new(ErrorCode::NotFound, format!("{what} was not found."))
    }

    pub fn unauthenticated() -> Self {
        Self::new(ErrorCode::Unauthenticated, "Sign in to do this.")
    }

    /// A fault of the program or its surroundings. The cause is logged; the client learns only that it happened.
    pub fn internal(cause: impl Into<String>) -> Self {
        Self::new(ErrorCode::Internal, "Something went wrong on our side. Please try again.").with_cause(cause)
    }

    #[must_use]
    pub(super) fn with_details(self, details: ErrorDetails) -> Self {
        Self { details: Some(details), ..self }
    }

    /// The same error of one entry of a list: the message begins with what the entry is called, and the details name the
    /// fields of the entry, of which `field` says which one it is.
    #[must_use]
    pub(super) fn of_entry(self, entry: &str, field: &str, name: &str) -> Self {
        let mut details: ErrorDetails =
            self.details.into_iter().flatten().map(|(path, said)| (format!("{entry}.{path}"), said)).collect();
        details.insert(format!("{entry}.{field}"), vec![self.message.to_string()]);
        let message = format!("{name}: {}", self.message).into();
        Self { message, details: Some(details), ..self }
    }

    #[must_use]
    pub(super) fn with_cause(self, cause: impl Into<String>) -> Self {
        Self { cause: Some(cause.into()), ..self }
    }

    #[must_use]
    pub fn with_sign_in_failure(self, failure: SignInFailure) -> Self {
        Self { sign_in_failure: Some(failure), ..self }
    }

    /// Why a sign-in failed, if that is known.
    pub fn sign_in_failure(&self) -> Option<SignInFailure> {
        self.sign_in_failure
    }

    /// A path of this app.
    #[must_use]
    pub fn with_sign_in_target(self, target: &str) -> Self {
        Self { sign_in_target: Some(target.into()), ..self }
    }

    /// Where a failed sign-in would have led, if that is known.
    pub fn sign_in_target(&self) -> Option<&str> {
        self.sign_in_target.as_deref()
    }

    pub fn status(&self) -> StatusCode {
        self.code.status()
    }

    pub fn message(&self) -> &str {
        &self.message
    }

    pub fn code(&self) -> ErrorCode {
        self.code
    }

    /// Every wrong field, if any field is wrong.
    pub fn details(&self) -> Option<&ErrorDetails> {
        self.details.as_ref()
    }

    #[cfg(test)]
    pub(crate) fn field_errors(&self) -> &ErrorDetails {
        self.details.as_ref().unwrap()
    }

    pub(crate) fn cause(&self) -> Option<&str> {
        self.cause.as_deref()
    }

    /// The contract's error envelope.
    pub(crate) fn envelope(&self, request_id: &str) -> String {
        let error = ErrorBody {
            code: self.code.as_str(),
            message: &self.message,
            status_code: self.status().as_u16(),
            request_id,
            retryable: self.code.is_retryable(),
            details: self.details.as_ref(),
        };
        // Strings and numbers always serialise.
        serde_json::to_string(&ErrorEnvelope { success: false, error }).unwrap_or_default()
    }
}

/// The response to a request that failed.
#[derive(Debug, Serialize, ToSchema)]
pub struct ErrorEnvelope<'a> {
    #[schema(example = false)]
    success: bool,
    error: ErrorBody<'a>,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct ErrorBody<'a> {
    /// What went wrong, for programs.
    #[schema(example = "VALIDATION_ERROR")]
    code: &'a str,
    /// What went wrong, for people.
    message: &'a str,
    status_code: u16,
    /// Equals the `x-request-id` header.
    #[schema(example = "req_8fk2mzq4wc7d")]
    request_id: &'a str,
    /// Whether the same request may succeed later.
    retryable: bool,
    /// Field path to what is wrong with it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<std::collections::HashMap<String, Vec<String>>>, nullable = false)]
    details: Option<&'a ErrorDetails>,
}

/// The response has no body yet: the pipeline knows the request's id and writes the body.
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
        if matches!(error, DbError::WrongClock { .. }) {
            let message = "The clock of the server is wrong, so nothing can be changed now.";
            Self::new(ErrorCode::Unavailable, message).with_cause(error.to_string())
        } else if error.is_temporary() {
            let message = "The service is busy or being maintained. Please try again in a moment.";
            Self::new(ErrorCode::Unavailable, message).with_cause(error.to_string())
        } else {
            Self::internal(error.to_string())
        }
    }
}

impl From<FieldErrors> for HttpError {
    fn from(errors: FieldErrors) -> Self {
        Self::invalid(errors)
    }
}

pub(super) fn invalid_fields<E: NamedFieldError>(errors: Vec<E>) -> HttpError {
    HttpError::invalid(FieldErrors::of_use_case(errors))
}
