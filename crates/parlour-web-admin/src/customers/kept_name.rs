//! The name of the record that stays, which is typed where a sign-in or an e-mail gains access to a record of the desk.

use parlour_app::customers::{MergeRefusal, opens_desk_record};
use parlour_domain::ids::UserId;
use parlour_domain::text::is_same_name;
use parlour_http::error::{FieldError, FieldErrors, HttpError};
use parlour_store::users::user_records;
use parlour_store::{DbError, Tx};

use parlour_texts::Texts;
use parlour_web::form::{PageRefusal, ShownRefusal};

/// The record that is emptied, and the one that stays.
pub(super) struct MergedRecords {
    pub(super) from: UserId,
    pub(super) into: UserId,
    /// What was typed as the name of the one that stays.
    pub(super) kept_name: Option<String>,
}

/// Whoever types a stranger's phone into their profile, or has the desk write it down with an e-mail of their own, looks
/// like the same person. A sign-in, now or later, that gains access to a record of the desk is therefore worth a second
/// look at the names.
pub(super) fn check_kept_name(tx: &mut Tx<'_>, records: &MergedRecords) -> Result<(), MergePageRefusal> {
    if !opens_desk_record(tx, &records.from, &records.into)? {
        return Ok(());
    }
    let kept = user_records::by_id(tx, &records.into)?.ok_or(MergeRefusal::UnknownTarget)?;
    let typed = records.kept_name.as_deref().unwrap_or_default();
    if is_same_name(typed, &kept.name) { Ok(()) } else { Err(MergePageRefusal::NameNotTyped) }
}

/// Why two records are not merged.
pub(super) enum MergePageRefusal {
    NameNotTyped,
    Merge(MergeRefusal),
}

impl From<MergeRefusal> for MergePageRefusal {
    fn from(refusal: MergeRefusal) -> Self {
        Self::Merge(refusal)
    }
}

impl From<DbError> for MergePageRefusal {
    fn from(error: DbError) -> Self {
        Self::Merge(error.into())
    }
}

impl From<MergePageRefusal> for HttpError {
    fn from(refusal: MergePageRefusal) -> Self {
        match refusal {
            MergePageRefusal::NameNotTyped => FieldErrors::of_field("keptName", FieldError::Required).into(),
            MergePageRefusal::Merge(refusal) => refusal.into(),
        }
    }
}

impl PageRefusal for MergePageRefusal {
    fn shown(&self, texts: Texts) -> ShownRefusal {
        match self {
            Self::NameNotTyped => {
                let sentence = FieldError::Sentence(texts.customers().kept_name_wrong().to_owned());
                ShownRefusal::Fields(FieldErrors::of_field("keptName", sentence))
            }
            Self::Merge(refusal) => refusal.shown(texts),
        }
    }
}
