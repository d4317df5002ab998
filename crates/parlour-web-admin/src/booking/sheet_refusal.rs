//! Why a form of the sheet was not carried out.

use parlour_app::bookings::DeskRefusal;
use parlour_app::customers::AddNoteRefusal;
use parlour_http::error::HttpError;
use parlour_store::DbError;

use super::ask_first::AskFirst;
use parlour_texts::Texts;
use parlour_web::form::{PageRefusal, ShownRefusal};

#[derive(Debug)]
pub(crate) enum SheetRefusal {
    /// Somebody else has changed the booking since the form was shown.
    ChangedMeanwhile,
    /// The desk is asked whether it means it.
    AskFirst(AskFirst),
    Desk(DeskRefusal),
    Note(AddNoteRefusal),
}

impl From<AskFirst> for SheetRefusal {
    fn from(ask: AskFirst) -> Self {
        Self::AskFirst(ask)
    }
}

impl From<DeskRefusal> for SheetRefusal {
    fn from(refusal: DeskRefusal) -> Self {
        Self::Desk(refusal)
    }
}

impl From<AddNoteRefusal> for SheetRefusal {
    fn from(refusal: AddNoteRefusal) -> Self {
        Self::Note(refusal)
    }
}

impl From<DbError> for SheetRefusal {
    fn from(error: DbError) -> Self {
        Self::Desk(error.into())
    }
}

impl From<SheetRefusal> for HttpError {
    fn from(refusal: SheetRefusal) -> Self {
        match refusal {
            SheetRefusal::ChangedMeanwhile => Self::internal("a booking has changed meanwhile"),
            SheetRefusal::AskFirst(_) => Self::internal("a page asks first"),
            SheetRefusal::Desk(refusal) => refusal.into(),
            SheetRefusal::Note(refusal) => refusal.into(),
        }
    }
}

impl PageRefusal for SheetRefusal {
    fn shown(&self, texts: Texts) -> ShownRefusal {
        match self {
            Self::ChangedMeanwhile => ShownRefusal::Conflict(texts.desk_booking().changed_meanwhile().to_owned()),
            Self::AskFirst(ask @ AskFirst::Wish { .. }) => ShownRefusal::Rule(ask.reasons(texts)),
            Self::AskFirst(ask) => ShownRefusal::Conflict(ask.reasons(texts)),
            Self::Desk(refusal) => refusal.shown(texts),
            Self::Note(refusal) => refusal.shown(texts),
        }
    }
}
