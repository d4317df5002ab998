//! Forms that must not overwrite what somebody else has done since they were shown.

use parlour_http::error::{FieldErrors, HttpError};
use parlour_store::DbError;
use parlour_texts::Texts;

use super::{PageRefusal, ShownRefusal};

/// Somebody else has changed what the form shows; with the sentence that says so.
#[derive(Debug)]
pub struct ChangedMeanwhile(pub String);

/// Why a form was not carried out that is made for a certain state.
#[derive(Debug)]
pub enum ChangedOrRefused<R> {
    ChangedMeanwhile(ChangedMeanwhile),
    /// What was typed does not fit what others have saved meanwhile.
    Fields(FieldErrors),
    Refused(R),
}

impl<R> From<ChangedMeanwhile> for ChangedOrRefused<R> {
    fn from(refusal: ChangedMeanwhile) -> Self {
        Self::ChangedMeanwhile(refusal)
    }
}

impl<R> From<FieldErrors> for ChangedOrRefused<R> {
    fn from(errors: FieldErrors) -> Self {
        Self::Fields(errors)
    }
}

impl<R: From<DbError>> From<DbError> for ChangedOrRefused<R> {
    fn from(error: DbError) -> Self {
        Self::Refused(error.into())
    }
}

impl From<ChangedMeanwhile> for HttpError {
    fn from(ChangedMeanwhile(sentence): ChangedMeanwhile) -> Self {
        Self::internal(sentence)
    }
}

impl<R: Into<HttpError>> From<ChangedOrRefused<R>> for HttpError {
    fn from(refusal: ChangedOrRefused<R>) -> Self {
        match refusal {
            ChangedOrRefused::ChangedMeanwhile(refusal) => refusal.into(),
            ChangedOrRefused::Fields(errors) => errors.into(),
            ChangedOrRefused::Refused(refusal) => refusal.into(),
        }
    }
}

impl<R: PageRefusal> PageRefusal for ChangedOrRefused<R> {
    fn shown(&self, texts: Texts) -> ShownRefusal {
        match self {
            Self::ChangedMeanwhile(ChangedMeanwhile(sentence)) => ShownRefusal::Conflict(sentence.clone()),
            Self::Fields(errors) => ShownRefusal::Fields(errors.clone()),
            Self::Refused(refusal) => refusal.shown(texts),
        }
    }
}
