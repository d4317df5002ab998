//! Refusals of membership and tier use cases.

use std::borrow::Cow;

use parlour_app::memberships::{
    CancelMembershipRefusal, SaleFieldError, SellRefusal, SessionLineError, SessionRefusal,
};
use parlour_app::tiers::TierRefusal;

use crate::error::code::ErrorCode;
use crate::error::field_error::{NamedFieldError, invalid_fields};
use crate::error::http_error::HttpError;

impl From<SellRefusal> for HttpError {
    fn from(refusal: SellRefusal) -> Self {
        match refusal {
            SellRefusal::InvalidFields(field_errors) => invalid_fields(&field_errors),
            SellRefusal::NoPrimaryBranch => Self::not_found("The primary branch"),
            SellRefusal::AlreadyActive => {
                Self::new(ErrorCode::MembershipAlreadyActive, "This customer already has an active membership.")
            }
            SellRefusal::Issue(refusal) => refusal.into(),
            SellRefusal::Db(error) => error.into(),
        }
    }
}

impl NamedFieldError for SaleFieldError {
    fn field_name(&self) -> Cow<'static, str> {
        match self {
            Self::UnknownCustomer => "customerId".into(),
            Self::TierNotOnSale => "tierId".into(),
        }
    }
}

impl From<SessionRefusal> for HttpError {
    fn from(refusal: SessionRefusal) -> Self {
        match refusal {
            SessionRefusal::Unknown => Self::not_found("This membership"),
            SessionRefusal::Over => {
                Self::new(ErrorCode::MembershipExpired, "This membership is over: no hours can be taken from it.")
            }
            SessionRefusal::InvalidFields(field_errors) => invalid_fields(&field_errors),
            SessionRefusal::NotStarted => {
                Self::new(ErrorCode::BusinessRule, "This membership had not begun on that day.")
            }
            SessionRefusal::InsufficientHours => {
                Self::new(ErrorCode::MembershipInsufficientHours, "This membership has not as many minutes left.")
            }
            SessionRefusal::NoPrimaryBranch => Self::not_found("The primary branch"),
            SessionRefusal::Issue(refusal) => refusal.into(),
            SessionRefusal::Db(error) => error.into(),
        }
    }
}

impl NamedFieldError for SessionLineError {
    fn field_name(&self) -> Cow<'static, str> {
        match self {
            Self::UnknownService(index) => format!("services.{index}.serviceId").into(),
            Self::UnknownStaff(index) => format!("services.{index}.staffId").into(),
        }
    }
}

impl From<CancelMembershipRefusal> for HttpError {
    fn from(refusal: CancelMembershipRefusal) -> Self {
        match refusal {
            CancelMembershipRefusal::Unknown => Self::not_found("This membership"),
            CancelMembershipRefusal::NotActive => {
                Self::new(ErrorCode::Conflict, "Only an active membership can be cancelled.")
            }
            CancelMembershipRefusal::Db(error) => error.into(),
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
