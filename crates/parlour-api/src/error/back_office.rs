//! What the acts of managers and owners refuse, as codes and fields.

use parlour_app::branches::{BranchComplaint, BranchRefusal};
use parlour_app::services::{CategoryRefusal, ServiceComplaint, ServiceRefusal};
use parlour_app::staff::{StaffComplaint, StaffRefusal};
use parlour_app::tiers::TierRefusal;
use parlour_app::users::UserRefusal;

use super::{ApiError, Code, Details};

/// Every complaint under its field.
fn not_possible<C: Copy + ToString>(complaints: &[C], field_of: impl Fn(C) -> &'static str) -> ApiError {
    let mut details = Details::new();
    for complaint in complaints {
        details.entry(field_of(*complaint).to_owned()).or_default().push(complaint.to_string());
    }
    ApiError::invalid(details)
}

impl From<ServiceRefusal> for ApiError {
    fn from(refusal: ServiceRefusal) -> Self {
        match refusal {
            ServiceRefusal::Unknown => Self::not_found("This service"),
            ServiceRefusal::NotPossible(complaints) => not_possible(&complaints, field_of_service),
            ServiceRefusal::Db(error) => error.into(),
        }
    }
}

/// The field of a service's body that a complaint is about.
pub(crate) fn field_of_service(complaint: ServiceComplaint) -> &'static str {
    match complaint {
        ServiceComplaint::UnknownCategory => "categoryId",
        ServiceComplaint::GemsMissing => "gemsRequired",
    }
}

impl From<CategoryRefusal> for ApiError {
    fn from(refusal: CategoryRefusal) -> Self {
        match refusal {
            CategoryRefusal::Unknown => Self::not_found("This category"),
            CategoryRefusal::Db(error) => error.into(),
        }
    }
}

impl From<TierRefusal> for ApiError {
    fn from(refusal: TierRefusal) -> Self {
        match refusal {
            TierRefusal::Unknown => Self::not_found("This tier"),
            TierRefusal::Db(error) => error.into(),
        }
    }
}

impl From<StaffRefusal> for ApiError {
    fn from(refusal: StaffRefusal) -> Self {
        match refusal {
            StaffRefusal::Unknown => Self::not_found("This staff profile"),
            StaffRefusal::NotPossible(complaints) => not_possible(&complaints, field_of_staff),
            StaffRefusal::AlreadyStaff => {
                Self::new(Code::Conflict, "This person has an active staff profile already.")
            }
            StaffRefusal::Db(error) => error.into(),
        }
    }
}

/// The field of a staff profile's body that a complaint is about.
pub(crate) fn field_of_staff(complaint: StaffComplaint) -> &'static str {
    match complaint {
        StaffComplaint::NotOfTheTeam => "userId",
        StaffComplaint::UnknownBranch => "branchId",
    }
}

impl From<BranchRefusal> for ApiError {
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
            BranchRefusal::Unknown | BranchRefusal::NotPossible(_) | BranchRefusal::Db(_) => "",
        };
        match refusal {
            BranchRefusal::Unknown => Self::not_found("This branch"),
            BranchRefusal::NotPossible(complaints) => not_possible(&complaints, field_of_branch),
            BranchRefusal::Db(error) => error.into(),
            _ => Self::new(Code::Conflict, said),
        }
    }
}

/// The field of a branch's body that a complaint is about.
pub(crate) fn field_of_branch(complaint: BranchComplaint) -> &'static str {
    match complaint {
        BranchComplaint::ClosesBeforeItOpens => "closesAt",
    }
}

impl From<UserRefusal> for ApiError {
    fn from(refusal: UserRefusal) -> Self {
        match refusal {
            UserRefusal::Unknown => Self::not_found("This person"),
            UserRefusal::AboveTheCaller => Self::new(Code::Forbidden, "This person's role is above yours."),
            UserRefusal::RoleAboveTheCaller => {
                Self::new(Code::Forbidden, "Nobody gives a role above their own.")
            }
            UserRefusal::NoLongerOwner => {
                Self::new(Code::Forbidden, "This needs the role owner or a higher one.")
            }
            UserRefusal::LastOwner => {
                Self::new(Code::Conflict, "This is the last owner. Make someone else owner first.")
            }
            UserRefusal::Db(error) => error.into(),
        }
    }
}
