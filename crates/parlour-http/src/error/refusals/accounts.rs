//! Refusals about users, their sign-in and their own data.

use parlour_app::profile::EraseRefusal;
use parlour_app::sign_in::SignInRefusal;
use parlour_app::users::UserRefusal;
use parlour_integrations::identity::IdentityError;

use crate::error::code::ErrorCode;
use crate::error::http_error::HttpError;

impl From<UserRefusal> for HttpError {
    fn from(refusal: UserRefusal) -> Self {
        match refusal {
            UserRefusal::Unknown => Self::not_found("This person"),
            UserRefusal::AboveTheCaller => Self::new(ErrorCode::Forbidden, "This person's role is above yours."),
            UserRefusal::RoleAboveTheCaller => Self::new(ErrorCode::Forbidden, "Nobody gives a role above their own."),
            UserRefusal::NoLongerOwner => Self::new(ErrorCode::Forbidden, "This needs the role owner or a higher one."),
            UserRefusal::LastOwner => {
                Self::new(ErrorCode::Conflict, "This is the last owner. Make someone else owner first.")
            }
            UserRefusal::Db(error) => error.into(),
        }
    }
}

impl From<EraseRefusal> for HttpError {
    fn from(refusal: EraseRefusal) -> Self {
        let message = refusal.to_string();
        match refusal {
            EraseRefusal::NotConfirmed => Self::invalid_field("confirm", message),
            EraseRefusal::SignInTooOld => {
                Self::new(ErrorCode::Forbidden, "Sign in again first: this needs a recent sign-in.")
            }
            EraseRefusal::MembershipActive | EraseRefusal::LastOwner => Self::new(ErrorCode::Conflict, message),
            EraseRefusal::Db(error) => error.into(),
        }
    }
}

impl From<SignInRefusal> for HttpError {
    fn from(refusal: SignInRefusal) -> Self {
        match refusal {
            SignInRefusal::ConcurrentSignIn => {
                Self::new(ErrorCode::Conflict, "Another sign-in was a moment earlier. Please try again.")
            }
            SignInRefusal::Db(error) => error.into(),
        }
    }
}

impl From<IdentityError> for HttpError {
    fn from(error: IdentityError) -> Self {
        let cause = error.to_string();
        match error {
            IdentityError::Unreachable { .. } => {
                let message = "The sign-in provider cannot be reached. Please try again in a moment.";
                Self::new(ErrorCode::Upstream, message).with_cause(cause)
            }
            IdentityError::Refused(_) | IdentityError::BadToken(_) => {
                let message = "The sign-in could not be confirmed. Please try again.";
                Self::new(ErrorCode::Unauthenticated, message).with_cause(cause)
            }
        }
    }
}
