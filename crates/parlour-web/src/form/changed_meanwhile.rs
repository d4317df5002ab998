//! Forms that must not overwrite what somebody else has done since they were shown.

use parlour_http::error::HttpError;
use parlour_store::DbError;
use parlour_texts::Texts;

use super::{PageRefusal, ShownRefusal};

/// Why a form was not carried out that is made for a certain state.
#[derive(Debug)]
pub enum ChangedOrRefused<R> {
    /// Somebody else has changed what the form shows; with the sentence that says so.
    ChangedMeanwhile(&'static str),
    Refused(R),
}

impl<R: From<DbError>> From<DbError> for ChangedOrRefused<R> {
    fn from(error: DbError) -> Self {
        Self::Refused(error.into())
    }
}

impl<R: Into<HttpError>> From<ChangedOrRefused<R>> for HttpError {
    fn from(refusal: ChangedOrRefused<R>) -> Self {
        match refusal {
            ChangedOrRefused::ChangedMeanwhile(sentence) => Self::internal(sentence),
            ChangedOrRefused::Refused(refusal) => refusal.into(),
        }
    }
}

impl<R: PageRefusal> PageRefusal for ChangedOrRefused<R> {
    fn shown(&self, texts: Texts) -> ShownRefusal {
        match self {
            Self::ChangedMeanwhile(sentence) => ShownRefusal::Conflict((*sentence).to_owned()),
            Self::Refused(refusal) => refusal.shown(texts),
        }
    }
}
