//! Refusals of branch use cases.

use parlour_app::branches::{BranchFieldError, BranchRefusal};

use super::conflict;
use crate::error::http_error::{HttpError, invalid_fields};

refusals! {
    BranchRefusal {
        Unknown => HttpError::not_found("This branch"),
        InvalidFields(field_errors) => invalid_fields(field_errors),
        CodeTaken => conflict("Another branch has this code."),
        NumberTaken => conflict("Another branch has this number."),
        CodeUsed => conflict("Bookings or invoices carry this branch's code, so it can no longer change."),
        StaysPrimary => conflict("One branch is always the primary one. Make another branch primary instead."),
        PrimaryClosed => conflict("The primary branch cannot be closed. Make another branch primary first."),
    }
}

field_names! {
    BranchFieldError {
        ClosesBeforeItOpens => "closesAt",
    }
}
