//! Refusals about users, their sign-in and their own data.

use parlour_app::profile::EraseRefusal;
use parlour_app::sign_in::{EndOwnSessionRefusal, SignInRefusal};
use parlour_app::users::UserRefusal;
use parlour_integrations::identity::IdentityError;

use super::{conflict, forbidden};
use crate::error::code::ErrorCode;
use crate::error::http_error::HttpError;
use crate::error::sign_in_failure::SignInFailure;

const RECYCLED_EMAIL: &str = "Your e-mail address belongs to another person's account here, who signs in in another way. \
                              Please ask the salon for help.";

refusals! {
    UserRefusal {
        Unknown => HttpError::not_found("This person"),
        AboveTheCaller => forbidden("This person's role is above yours."),
        RoleAboveTheCaller => forbidden("Nobody gives a role above their own."),
        NoLongerOwner => forbidden("This needs the role owner or a higher one."),
        LastOwner => conflict("This is the last owner. Make someone else owner first."),
        EmailKnown => conflict("Someone with this e-mail is known already."),
        InvitationAccepted => conflict("This person has signed in already."),
        NotInvited => conflict("This person was not invited."),
    }

    EraseRefusal {
        NotConfirmed => HttpError::invalid_field("confirm", EraseRefusal::NotConfirmed.to_string()),
        SignInTooOld => forbidden("Sign in again first: this needs a recent sign-in."),
        MembershipActive => HttpError::new(ErrorCode::Conflict, EraseRefusal::MembershipActive.to_string()),
        LastOwner => HttpError::new(ErrorCode::Conflict, EraseRefusal::LastOwner.to_string()),
    }

    EndOwnSessionRefusal {
        Unknown => HttpError::not_found("This session"),
    }

    SignInRefusal {
        RecycledEmail(_) => {
            HttpError::new(ErrorCode::Unauthenticated, RECYCLED_EMAIL).with_sign_in_failure(SignInFailure::RecycledEmail)
        },
        ConcurrentSignIn => {
            let error = conflict("Another sign-in was a moment earlier. Please try again.");
            error.with_sign_in_failure(SignInFailure::Concurrent)
        },
    }
}

impl From<IdentityError> for HttpError {
    fn from(error: IdentityError) -> Self {
        let refused = match error {
            IdentityError::Unreachable { .. } => {
                let message = "The sign-in provider cannot be reached. Please try again in a moment.";
                Self::new(ErrorCode::Upstream, message).with_sign_in_failure(SignInFailure::ProviderUnreachable)
            }
            IdentityError::Refused(_) | IdentityError::BadToken(_) => {
                let message = "The sign-in could not be confirmed. Please try again.";
                Self::new(ErrorCode::Unauthenticated, message).with_sign_in_failure(SignInFailure::NotConfirmed)
            }
        };
        refused.with_cause(error.to_string())
    }
}
