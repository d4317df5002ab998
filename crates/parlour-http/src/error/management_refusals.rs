//! What the acts of managers and owners refuse, as codes and fields.

use parlour_app::branches::{BranchFieldError, BranchRefusal};
use parlour_app::services::{CategoryRefusal, ServiceFieldError, ServiceRefusal};
use parlour_app::staff::{StaffFieldError, StaffRefusal};
use parlour_app::tiers::TierRefusal;
use parlour_app::users::UserRefusal;

use super::{ErrorCode, FieldErrors, HttpError};

/// Every field_error under its field.
fn invalid_fields<C: Copy + ToString>(field_errors: &[C], field_of: impl Fn(C) -> &'static str) -> HttpError {
    let mut details = FieldErrors::new();
    for field_error in field_errors {
        details.entry(field_of(*field_error).to_owned()).or_default().push(field_error.to_string());
    }
    HttpError::invalid(details)
}

impl From<ServiceRefusal> for HttpError {
    fn from(refusal: ServiceRefusal) -> Self {
        match refusal {
            ServiceRefusal::Unknown => Self::not_found("This service"),
            ServiceRefusal::InvalidFields(field_errors) => invalid_fields(&field_errors, service_field_name),
            ServiceRefusal::Db(error) => error.into(),
        }
    }
}

/// The field of a service's body that a field_error is about.
pub fn service_field_name(field_error: ServiceFieldError) -> &'static str {
    match field_error {
        ServiceFieldError::UnknownCategory => "categoryId",
        ServiceFieldError::GemsMissing => "gemsRequired",
    }
}

impl From<CategoryRefusal> for HttpError {
    fn from(refusal: CategoryRefusal) -> Self {
        match refusal {
            CategoryRefusal::Unknown => Self::not_found("This category"),
            CategoryRefusal::Db(error) => error.into(),
        }
    }
}

impl From<TierRefusal> for HttpError {
    fn from(refusal: TierRefusal) -> Self {
        match refusal {
            TierRefusal::Unknown => Self::not_found("This tier"),
            TierRefusal::Db(error) => error.into(),
        }
    }
}

impl From<StaffRefusal> for HttpError {
    fn from(refusal: StaffRefusal) -> Self {
        match refusal {
            StaffRefusal::Unknown => Self::not_found("This staff profile"),
            StaffRefusal::InvalidFields(field_errors) => invalid_fields(&field_errors, staff_field_name),
            StaffRefusal::AlreadyStaff => {
                Self::new(ErrorCode::Conflict, "This person has an active staff profile already.")
            }
            StaffRefusal::Db(error) => error.into(),
        }
    }
}

/// The field of a staff profile's body that a field_error is about.
pub fn staff_field_name(field_error: StaffFieldError) -> &'static str {
    match field_error {
        StaffFieldError::NotTeamMember => "userId",
        StaffFieldError::UnknownBranch => "branchId",
    }
}

impl From<BranchRefusal> for HttpError {
    fn from(refusal: BranchRefusal) -> Self {
        let said = match &refusal {
            BranchRefusal::CodeTaken => "Another branch has this code.",
            BranchRefusal::NumberTaken => "Another branch has this number.",
            BranchRefusal::CodeUsed => {
                "Bookings or invoices carry this branch's code, so it can no longer change."
            }
            BranchRefusal::StaysPrimary => {
                "One branch is always the primary one. Make another branch primary instead."
            }
            BranchRefusal::PrimaryClosed => {
                "The primary branch cannot be closed. Make another branch primary first."
            }
            BranchRefusal::Unknown | BranchRefusal::InvalidFields(_) | BranchRefusal::Db(_) => "",
        };
        match refusal {
            BranchRefusal::Unknown => Self::not_found("This branch"),
            BranchRefusal::InvalidFields(field_errors) => invalid_fields(&field_errors, branch_field_name),
            BranchRefusal::Db(error) => error.into(),
            _ => Self::new(ErrorCode::Conflict, said),
        }
    }
}

/// The field of a branch's body that a field_error is about.
pub fn branch_field_name(field_error: BranchFieldError) -> &'static str {
    match field_error {
        BranchFieldError::ClosesBeforeItOpens => "closesAt",
    }
}

impl From<UserRefusal> for HttpError {
    fn from(refusal: UserRefusal) -> Self {
        match refusal {
            UserRefusal::Unknown => Self::not_found("This person"),
            UserRefusal::AboveTheCaller => {
                Self::new(ErrorCode::Forbidden, "This person's role is above yours.")
            }
            UserRefusal::RoleAboveTheCaller => {
                Self::new(ErrorCode::Forbidden, "Nobody gives a role above their own.")
            }
            UserRefusal::NoLongerOwner => {
                Self::new(ErrorCode::Forbidden, "This needs the role owner or a higher one.")
            }
            UserRefusal::LastOwner => {
                Self::new(ErrorCode::Conflict, "This is the last owner. Make someone else owner first.")
            }
            UserRefusal::Db(error) => error.into(),
        }
    }
}
