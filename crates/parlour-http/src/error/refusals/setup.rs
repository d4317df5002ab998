//! Refusals of the setup of a salon.

use parlour_app::setup::{AdoptRefusal, FinishRefusal, SkipRefusal, StarterFieldError};

use super::conflict;
use crate::error::http_error::HttpError;

refusals! {
    SkipRefusal {
        NeedsBranch => HttpError::invalid_field("step", "must be a step that can be skipped: the others need a branch"),
    }

    FinishRefusal {
        NotEnough => conflict("A salon needs a branch, a service and somebody who can be booked."),
    }

    AdoptRefusal {
        HasServices => conflict("There are services already. Add or change them in the catalogue."),
        Service(refusal) => refusal.into(),
    }
}

field_names! {
    StarterFieldError {
        UnknownKey => "services",
        RepeatedKey => "services",
    }
}
