//! Refusals of lead use cases.

use parlour_app::leads::{AdvanceLeadRefusal, AssignLeadRefusal, CaptureLeadRefusal};

use crate::error::code::ErrorCode;
use crate::error::field_error::UnknownService;
use crate::error::http_error::{HttpError, invalid_fields};

refusals! {
    CaptureLeadRefusal {
        UnknownService => invalid_fields(vec![UnknownService::in_field("serviceInterestedId")]),
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
