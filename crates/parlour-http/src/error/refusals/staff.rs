//! Refusals of staff, schedule, leave and holiday use cases.

use std::borrow::Cow;

use parlour_app::holidays::HolidayRefusal;
use parlour_app::leave::{DecideLeaveRefusal, LeaveRequestRefusal, WithdrawLeaveRefusal};
use parlour_app::schedule::SetWeekRefusal;
use parlour_app::staff::{StaffFieldError, StaffRefusal};

use crate::error::code::ErrorCode;
use crate::error::field_error::{NamedFieldError, invalid_fields};
use crate::error::http_error::HttpError;

impl From<StaffRefusal> for HttpError {
    fn from(refusal: StaffRefusal) -> Self {
        match refusal {
            StaffRefusal::Unknown => Self::not_found("This staff profile"),
            StaffRefusal::InvalidFields(field_errors) => invalid_fields(&field_errors),
            StaffRefusal::AlreadyStaff => {
                Self::new(ErrorCode::Conflict, "This person has an active staff profile already.")
            }
            StaffRefusal::Db(error) => error.into(),
        }
    }
}

impl NamedFieldError for StaffFieldError {
    fn field_name(&self) -> Cow<'static, str> {
        match self {
            Self::NotTeamMember => "userId".into(),
            Self::UnknownBranch => "branchId".into(),
        }
    }
}

impl From<SetWeekRefusal> for HttpError {
    fn from(refusal: SetWeekRefusal) -> Self {
        match refusal {
            SetWeekRefusal::Unknown => Self::not_found("This member of staff"),
            SetWeekRefusal::Db(error) => error.into(),
        }
    }
}

impl From<LeaveRequestRefusal> for HttpError {
    fn from(refusal: LeaveRequestRefusal) -> Self {
        match refusal {
            LeaveRequestRefusal::NotOnTheRoster => {
                Self::new(ErrorCode::Conflict, "You are not on the roster, so there is no leave to ask for.")
            }
            LeaveRequestRefusal::Taken => {
                Self::new(ErrorCode::Conflict, "You have asked for some of these days already, or have them off.")
            }
            LeaveRequestRefusal::Db(error) => error.into(),
        }
    }
}

impl From<DecideLeaveRefusal> for HttpError {
    fn from(refusal: DecideLeaveRefusal) -> Self {
        match refusal {
            DecideLeaveRefusal::Unknown => Self::not_found("This request for leave"),
            DecideLeaveRefusal::Decided => Self::new(ErrorCode::Conflict, "This request for leave is decided already."),
            DecideLeaveRefusal::Db(error) => error.into(),
        }
    }
}

impl From<WithdrawLeaveRefusal> for HttpError {
    fn from(refusal: WithdrawLeaveRefusal) -> Self {
        match refusal {
            WithdrawLeaveRefusal::Unknown => Self::not_found("This request for leave"),
            WithdrawLeaveRefusal::Decided => {
                Self::new(ErrorCode::Conflict, "This request for leave is decided already.")
            }
            WithdrawLeaveRefusal::Db(error) => error.into(),
        }
    }
}

impl From<HolidayRefusal> for HttpError {
    fn from(refusal: HolidayRefusal) -> Self {
        let message = refusal.to_string();
        match refusal {
            HolidayRefusal::Unknown => Self::not_found("This holiday"),
            HolidayRefusal::UnknownBranch => Self::invalid_field("branchId", message),
            HolidayRefusal::Taken => Self::new(ErrorCode::Conflict, "The branch has a holiday that day already."),
            HolidayRefusal::Db(error) => error.into(),
        }
    }
}
