//! The refusals of use cases as HTTP errors, by noun.

/// Turns refusals into HTTP errors: `SomeRefusal { Variant(field) => error, … }`. Every refusal can also be an error of
/// the database, which is not listed.
macro_rules! refusals {
    ($($refusal:ident { $($variant:ident $(($($field:tt),+))? => $error:expr,)+ })+) => {$(
        impl From<$refusal> for $crate::error::HttpError {
            fn from(refusal: $refusal) -> Self {
                match refusal {
                    $($refusal::$variant $(($($field),+))? => $error,)+
                    $refusal::Db(error) => error.into(),
                }
            }
        }
    )+};
}

/// Names the request field that each field error is about.
macro_rules! field_names {
    ($($field_error:ident { $($variant:ident $(($($field:tt),+))? => $name:expr,)+ })+) => {$(
        impl $crate::error::NamedFieldError for $field_error {
            fn field_name(&self) -> std::borrow::Cow<'static, str> {
                match self {
                    $(Self::$variant $(($($field),+))? => $name.into(),)+
                }
            }
        }
    )+};
}

mod accounts;
mod billing;
mod bookings;
mod branches;
mod catalogue;
mod customers;
mod files;
mod leads;
mod memberships;
mod requests;
mod setup;
mod staff;

use super::code::ErrorCode;
use super::http_error::HttpError;

fn conflict(message: &'static str) -> HttpError {
    HttpError::new(ErrorCode::Conflict, message)
}

fn forbidden(message: &'static str) -> HttpError {
    HttpError::new(ErrorCode::Forbidden, message)
}

fn business_rule(message: &'static str) -> HttpError {
    HttpError::new(ErrorCode::BusinessRule, message)
}

fn day_closed() -> HttpError {
    conflict("This day is closed at this branch. Reopen it to change its money.")
}

fn insufficient_gems() -> HttpError {
    HttpError::new(ErrorCode::GemsInsufficientBalance, "The customer does not have enough gems.")
}
