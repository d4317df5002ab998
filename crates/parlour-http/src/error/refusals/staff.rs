//! Refusals of staff, schedule, leave and holiday use cases.

use parlour_app::holidays::HolidayRefusal;
use parlour_app::leave::{DecideLeaveRefusal, LeaveRequestRefusal, WithdrawLeaveRefusal};
use parlour_app::schedule::{CopyFieldError, CopyWeekRefusal, SetWeekRefusal};
use parlour_app::staff::{StaffFieldError, StaffRefusal};

use super::conflict;
use crate::error::http_error::{HttpError, invalid_fields};

refusals! {
    StaffRefusal {
        Unknown => HttpError::not_found("This staff profile"),
        InvalidFields(field_errors) => invalid_fields(field_errors),
        AlreadyStaff => conflict("This person has an active staff profile already."),
    }

    SetWeekRefusal {
        Unknown => HttpError::not_found("This member of staff"),
    }

    CopyWeekRefusal {
        Unknown => HttpError::not_found("This member of staff"),
        InvalidFields(field_errors) => invalid_fields(field_errors),
    }

    LeaveRequestRefusal {
        NotOnTheRoster => conflict("You are not on the roster, so there is no leave to ask for."),
        Taken => conflict("You have asked for some of these days already, or have them off."),
    }

    DecideLeaveRefusal {
        Unknown => HttpError::not_found("This request for leave"),
        Decided => conflict("This request for leave is decided already."),
        Moves(refusal) => refusal.into(),
    }

    WithdrawLeaveRefusal {
        Unknown => HttpError::not_found("This request for leave"),
        Decided => conflict("This request for leave is decided already."),
    }

    HolidayRefusal {
        Unknown => HttpError::not_found("This holiday"),
        UnknownBranch => HttpError::invalid_field("branchId", HolidayRefusal::UnknownBranch.to_string()),
        Taken => conflict("The branch has a holiday that day already."),
    }
}

field_names! {
    CopyFieldError {
        UnknownStaff(index) => format!("toStaffIds.{index}"),
        OtherBranch(index) => format!("toStaffIds.{index}"),
    }

    StaffFieldError {
        NotTeamMember => "userId",
        UnknownBranch => "branchId",
    }
}
