//! Refusals of lead use cases.

use parlour_app::leads::{AdvanceLeadRefusal, AssignLeadRefusal, CaptureLeadRefusal};

use crate::error::code::ErrorCode;
use crate::error::field_error::{UnknownService, invalid_fields};
use crate::error::http_error::HttpError;

refusals! {
    CaptureLeadRefusal {
        UnknownService => invalid_fields(&[UnknownService::in_field("serviceInterestedId")]),
    }

    AdvanceLeadRefusal {
        Unknown => HttpError::not_found("This lead"),
        NotAllowed(from, to) => {
            HttpError::new(ErrorCode::Conflict, format!("A lead that is {from} cannot become {to}."))
        },
        MovedMeanwhile(now) => HttpError::new(ErrorCode::Conflict, format!("This lead is {now} by now.")),
    }

    AssignLeadRefusal {
        Unknown => HttpError::not_found("This lead"),
        NotTeamMember => HttpError::invalid_field("assignedTo", "must be somebody of the team"),
    }
}
