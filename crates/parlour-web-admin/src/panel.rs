//! A record in the panel beside its list: a new one, or one that is changed, perhaps with a picture.

use axum::body::Bytes;
use http::StatusCode;
use parlour_http::error::{FieldError, FieldErrors, HttpError};
use parlour_http::form::FormBody;
use parlour_http::pages::pictures::{PictureFault, PictureRefusal, store_picture};
use parlour_http::request::FormValues;
use parlour_texts::Texts;
use parlour_web::form::{ChangedOrRefused, FormState};
use url::form_urlencoded::Serializer;

use crate::desk::DeskPage;

/// The hidden field with the state of the record that a form was made for.
const SEEN_FIELD: &str = "seen";
/// The field with the file of a picture.
const PICTURE_FIELD: &str = "image";

#[derive(Debug)]
pub(crate) struct Panel {
    pub(crate) title: String,
    /// Where its form is sent.
    pub(crate) path: String,
    /// The list without a panel.
    pub(crate) list_path: String,
    pub(crate) form: FormState,
    /// The state of the record that the form was made for; empty for a new one.
    pub(crate) seen: String,
    /// Label and value of the fields that are saved otherwise than they were typed, once somebody else has saved the record.
    pub(crate) saved: Vec<(&'static str, String)>,
}

/// The fields of a record as a form shows them.
#[derive(Debug)]
pub(crate) struct SavedRecord<'a> {
    pub(crate) seen: String,
    pub(crate) values: &'a FormState,
    /// The names of the fields that people type text into.
    pub(crate) text_fields: &'a [&'a str],
    pub(crate) label: fn(&str, Texts) -> &'static str,
}

impl Panel {
    pub(crate) fn new(title: impl Into<String>, path: String, list_path: String, form: FormState) -> Self {
        Self { title: title.into(), path, list_path, form, seen: String::new(), saved: Vec::new() }
    }

    /// For a record that others may change too. What was typed is sent again for the record as it is now.
    #[must_use]
    pub(crate) fn of_record(self, record: SavedRecord<'_>, texts: Texts) -> Self {
        let saved = |name: &&str| {
            let now = record.values.value(name);
            let differs = self.form.value(name) != now;
            differs.then(|| ((record.label)(name, texts), now.to_owned()))
        };
        // Whoever is told of a change has seen it; other forms that are shown again are still made for what they showed.
        let is_told = self.form.status == StatusCode::CONFLICT;
        let saved = if is_told { record.text_fields.iter().filter_map(saved).collect() } else { Vec::new() };
        let seen = match self.form.value(SEEN_FIELD) {
            seen if !is_told && !seen.is_empty() => seen.to_owned(),
            _ => record.seen,
        };
        Self { seen, saved, ..self }
    }
}

/// The state of the record that a submitted form was made for.
#[derive(Debug)]
pub(crate) struct Seen {
    state: String,
    changed_meanwhile: &'static str,
}

impl Seen {
    pub(crate) fn read(form: &FormBody, texts: Texts) -> Self {
        Self { state: form.text(SEEN_FIELD).to_owned(), changed_meanwhile: texts.panel().changed_meanwhile() }
    }

    /// Refuses the form if the record is in another state now.
    pub(crate) fn check<R>(&self, now: &str) -> Result<(), ChangedOrRefused<R>> {
        if self.state.is_empty() || self.state == now {
            return Ok(());
        }
        Err(ChangedOrRefused::ChangedMeanwhile(self.changed_meanwhile))
    }
}

/// The first values of a form in which a name may have several values.
pub(crate) fn first_values_of<'a>(fields: impl IntoIterator<Item = (&'a str, String)>) -> FormState {
    let mut encoded = Serializer::new(String::new());
    encoded.extend_pairs(fields);
    FormState::typed(&FormValues::decode(encoded.finish().as_bytes()))
}

/// What was read of a form, with the address of the picture that came with it.
pub(crate) type WithPicture<T> = (T, Option<String>);

/// Stores the picture of a form, once nothing else is wrong with it.
pub(crate) async fn store_form_picture<R, T>(
    page: &DeskPage<R>,
    read: Result<(T, Option<Bytes>), FieldErrors>,
) -> Result<Result<WithPicture<T>, FieldErrors>, HttpError> {
    let (record, picture) = match read {
        Ok((record, Some(picture))) => (record, picture),
        Ok((record, None)) => return Ok(Ok((record, None))),
        Err(errors) => return Ok(Err(errors)),
    };
    match store_picture(&page.caller, picture).await {
        Ok(url) => Ok(Ok((record, Some(url)))),
        Err(PictureRefusal::Fault(fault)) => {
            let sentence = FieldError::Sentence(fault_text(fault, page.texts).to_owned());
            Ok(Err(FieldErrors::of_field(PICTURE_FIELD, sentence)))
        }
        Err(PictureRefusal::Failed(error)) => Err(error),
    }
}

fn fault_text(fault: PictureFault, texts: Texts) -> &'static str {
    let text = texts.panel();
    match fault {
        PictureFault::Unreadable => text.no_picture(),
        PictureFault::TooManyPixels | PictureFault::SideTooLong => text.picture_too_large(),
    }
}
