//! Refusals about files that browsers send and fetch.

use parlour_files::browser_files::ExportRefusal;
use parlour_files::import::{ApplyImportRefusal, CheckImportRefusal, HeaderRefusal, SheetError};
use parlour_worker::browser_files::CheckFailure;

use super::conflict;
use crate::error::code::ErrorCode;
use crate::error::http_error::HttpError;

refusals! {
    CheckImportRefusal {
        Busy => import_busy(),
        GivenUp => check_interrupted(),
    }

    CheckFailure {
        File(error) => wrong_file(error),
        Storage(cause) => storage_unavailable(&cause),
        Interrupted => check_interrupted(),
    }

    ApplyImportRefusal {
        Unknown => HttpError::not_found("This import"),
        Busy => import_busy(),
        Done => conflict("This file is imported already."),
        Deleted => conflict("This file is deleted by now. Please send it again."),
    }

    ExportRefusal {
        Busy => conflict("Another export is being written. Please try again when it is done."),
    }
}

fn import_busy() -> HttpError {
    conflict("Another file is being checked or imported. Please try again when it is done.")
}

fn check_interrupted() -> HttpError {
    HttpError::new(ErrorCode::Unavailable, "The file could not be checked. Please try again.")
}

fn storage_unavailable(cause: &str) -> HttpError {
    tracing::warn!(cause, "a stored file cannot be read");
    HttpError::new(ErrorCode::Upstream, "The file storage does not answer. Please try again.")
}

fn wrong_file(error: SheetError) -> HttpError {
    match error {
        SheetError::AmbiguousDate { row, column } => {
            let reason = format!("is required: {column} of row {row} can be read in two ways");
            HttpError::invalid_field("dateOrder", reason)
        }
        SheetError::Header(HeaderRefusal::Mapping(refusal)) => HttpError::invalid_field("mapping", refusal.to_string()),
        error => HttpError::invalid_field("body", error.to_string()),
    }
}
