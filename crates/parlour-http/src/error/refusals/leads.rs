//! Refusals of lead use cases.

use parlour_app::leads::{AdvanceLeadRefusal, AssignLeadRefusal, CaptureLeadRefusal};

use crate::error::code::ErrorCode;
use crate::error::field_error::{UnknownService, invalid_fields};
use crate::error::http_error::HttpError;

impl From<CaptureLeadRefusal> for HttpError {
    fn from(refusal: CaptureLeadRefusal) -> Self {
        match refusal {
            CaptureLeadRefusal::UnknownService => invalid_fields(&[UnknownService::in_field("serviceInterestedId")]),
            CaptureLeadRefusal::Db(error) => error.into(),
        }
    }
}

impl From<AdvanceLeadRefusal> for HttpError {
    fn from(refusal: AdvanceLeadRefusal) -> Self {
        match refusal {
            AdvanceLeadRefusal::Unknown => Self::not_found("This lead"),
            AdvanceLeadRefusal::NotAllowed(from, to) => {
                Self::new(ErrorCode::Conflict, format!("A lead that is {from} cannot become {to}."))
            }
            AdvanceLeadRefusal::Db(error) => error.into(),
        }
    }
}

impl From<AssignLeadRefusal> for HttpError {
    fn from(refusal: AssignLeadRefusal) -> Self {
        match refusal {
            AssignLeadRefusal::Unknown => Self::not_found("This lead"),
            AssignLeadRefusal::NotTeamMember => Self::invalid_field("assignedTo", "must be somebody of the team"),
            AssignLeadRefusal::Db(error) => error.into(),
        }
    }
}
