//! A record in the panel beside its list: a new one, or one that is changed, perhaps with a picture.

use axum::body::Bytes;
use parlour_http::error::{FieldError, FieldErrors, HttpError};
use parlour_http::pages::pictures::{PictureFault, PictureRefusal, store_picture};
use parlour_texts::Texts;
use parlour_web::form::FormState;

use crate::concurrent_edits::{HiddenField, hidden_fields};
use crate::desk::DeskPage;

/// The field with the file of a picture.
const PICTURE_FIELD: &str = "image";

#[derive(Debug)]
pub struct Panel {
    pub title: String,
    /// Where its form is sent.
    pub path: String,
    /// The list without a panel.
    pub list_path: String,
    pub form: FormState,
    /// What the form of a record showed first; nothing for a new one.
    pub first_shown: Vec<HiddenField>,
}

impl Panel {
    pub fn new(title: impl Into<String>, path: String, list_path: String, form: FormState) -> Self {
        Self { title: title.into(), path, list_path, first_shown: hidden_fields(&form), form }
    }
}

/// What was read of a form, with the address of the picture that came with it.
pub type WithPicture<T> = (T, Option<String>);

/// Stores the picture of a form, once nothing else is wrong with it.
pub async fn store_form_picture<R, T>(
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
        PictureFault::TooManyBits => text.picture_too_deep(),
    }
}
