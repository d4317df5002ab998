//! Refusals of branch use cases.

use std::borrow::Cow;

use parlour_app::branches::{BranchFieldError, BranchRefusal};

use crate::error::code::ErrorCode;
use crate::error::field_error::{NamedFieldError, invalid_fields};
use crate::error::http_error::HttpError;

impl From<BranchRefusal> for HttpError {
    fn from(refusal: BranchRefusal) -> Self {
        let message = match &refusal {
            BranchRefusal::CodeTaken => "Another branch has this code.",
            BranchRefusal::NumberTaken => "Another branch has this number.",
            BranchRefusal::CodeUsed => "Bookings or invoices carry this branch's code, so it can no longer change.",
            BranchRefusal::StaysPrimary => "One branch is always the primary one. Make another branch primary instead.",
            BranchRefusal::PrimaryClosed => "The primary branch cannot be closed. Make another branch primary first.",
            BranchRefusal::Unknown | BranchRefusal::InvalidFields(_) | BranchRefusal::Db(_) => "",
        };
        match refusal {
            BranchRefusal::Unknown => Self::not_found("This branch"),
            BranchRefusal::InvalidFields(field_errors) => invalid_fields(&field_errors),
            BranchRefusal::Db(error) => error.into(),
            _ => Self::new(ErrorCode::Conflict, message),
        }
    }
}

impl NamedFieldError for BranchFieldError {
    fn field_name(&self) -> Cow<'static, str> {
        match self {
            Self::ClosesBeforeItOpens => "closesAt".into(),
        }
    }
}
