//! Why a form of the setup was not carried out.

use parlour_app::branches::BranchRefusal;
use parlour_app::schedule::SetWeekRefusal;
use parlour_app::setup::{AdoptRefusal, FinishRefusal, SkipRefusal};
use parlour_app::staff::StaffRefusal;
use parlour_app::users::UserRefusal;
use parlour_http::error::{FieldError, FieldErrors, HttpError};
use parlour_store::DbError;
use parlour_texts::Texts;
use parlour_web::form::{ChangedMeanwhile, PageRefusal, ShownRefusal};

#[derive(Debug)]
pub(super) enum SetupRefusal {
    ChangedMeanwhile(ChangedMeanwhile),
    /// What was typed does not fit what others have saved meanwhile.
    Fields(FieldErrors),
    /// The branch that the form was for is not there any more.
    NoBranch,
    Branch(BranchRefusal),
    User(UserRefusal),
    Staff(StaffRefusal),
    Week(SetWeekRefusal),
    Adopt(AdoptRefusal),
    Skip(SkipRefusal),
    Finish(FinishRefusal),
    Db(DbError),
}

/// Each refusal of a use case is a variant.
macro_rules! from_refusals {
    ($($variant:ident($refusal:ty);)+) => {$(
        impl From<$refusal> for SetupRefusal {
            fn from(refusal: $refusal) -> Self {
                Self::$variant(refusal)
            }
        }
    )+};
}

from_refusals! {
    ChangedMeanwhile(ChangedMeanwhile);
    Fields(FieldErrors);
    Branch(BranchRefusal);
    User(UserRefusal);
    Staff(StaffRefusal);
    Week(SetWeekRefusal);
    Adopt(AdoptRefusal);
    Skip(SkipRefusal);
    Finish(FinishRefusal);
    Db(DbError);
}

impl From<SetupRefusal> for HttpError {
    fn from(refusal: SetupRefusal) -> Self {
        match refusal {
            SetupRefusal::ChangedMeanwhile(refusal) => refusal.into(),
            SetupRefusal::Fields(errors) => errors.into(),
            SetupRefusal::NoBranch => Self::not_found("A branch"),
            SetupRefusal::Branch(refusal) => refusal.into(),
            SetupRefusal::User(refusal) => refusal.into(),
            SetupRefusal::Staff(refusal) => refusal.into(),
            SetupRefusal::Week(refusal) => refusal.into(),
            SetupRefusal::Adopt(refusal) => refusal.into(),
            SetupRefusal::Skip(refusal) => refusal.into(),
            SetupRefusal::Finish(refusal) => refusal.into(),
            SetupRefusal::Db(error) => error.into(),
        }
    }
}

impl PageRefusal for SetupRefusal {
    fn shown(&self, texts: Texts) -> ShownRefusal {
        let text = texts.setup();
        match self {
            Self::ChangedMeanwhile(ChangedMeanwhile(sentence)) => ShownRefusal::Conflict(sentence.clone()),
            Self::Fields(errors) => ShownRefusal::Fields(errors.clone()),
            Self::User(UserRefusal::EmailKnown) => {
                let error = FieldError::Sentence(texts.refusal().email_known().to_owned());
                ShownRefusal::Fields(FieldErrors::of_field("email", error))
            }
            Self::Staff(StaffRefusal::AlreadyStaff) => ShownRefusal::Conflict(text.already_staff().to_owned()),
            Self::Adopt(AdoptRefusal::HasServices) => ShownRefusal::Conflict(text.has_services().to_owned()),
            Self::Finish(FinishRefusal::NotEnough) => ShownRefusal::Conflict(text.not_enough().to_owned()),
            // Nothing that the pages offer leads to the others.
            Self::NoBranch
            | Self::Branch(_)
            | Self::User(_)
            | Self::Staff(_)
            | Self::Week(_)
            | Self::Adopt(_)
            | Self::Skip(_)
            | Self::Finish(_)
            | Self::Db(_) => ShownRefusal::ErrorPage,
        }
    }
}
