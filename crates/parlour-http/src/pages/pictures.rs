//! Pictures of our own: which ones pages show, and how an uploaded one is stored.

use bytes::Bytes;
use parlour_domain::integration::Integration;
use parlour_integrations::picture::{self, Picture, PictureFailure};
use parlour_store::jobs::integration_status;
use parlour_store::pictures;

use crate::error::{ErrorCode, HttpError};
use crate::sessions::SignedIn;
use crate::state::HttpState;

pub use parlour_integrations::picture::PictureFault;

/// The path of a picture of our own, which both apps answer. `None` for one that is stored elsewhere: the API keeps its
/// address, but whoever keeps the picture would learn who looks at it, and could change it.
pub fn own_picture_path(state: &HttpState, url: &str) -> Option<String> {
    let path = url.strip_prefix(state.worker().integrations.customer_url.as_str())?;
    path.starts_with("/media/").then(|| path.to_owned())
}

/// The public address of a picture, on the customer app.
pub fn media_url(state: &HttpState, name: &str) -> String {
    format!("{}/media/{name}", state.worker().integrations.customer_url)
}

/// Why an uploaded picture was not stored.
#[derive(Debug)]
pub enum PictureRefusal {
    /// It is no picture, or too large a one.
    Fault(PictureFault),
    Failed(HttpError),
}

impl From<PictureRefusal> for HttpError {
    fn from(refusal: PictureRefusal) -> Self {
        match refusal {
            PictureRefusal::Fault(fault) => Self::invalid_field("body", fault.to_string()),
            PictureRefusal::Failed(error) => error,
        }
    }
}

impl From<PictureFailure> for PictureRefusal {
    fn from(failure: PictureFailure) -> Self {
        match failure {
            PictureFailure::Fault(fault) => Self::Fault(fault),
            PictureFailure::Busy => Self::Failed(HttpError::new(
                ErrorCode::Unavailable,
                "Other pictures are being read. Please try again in a moment.",
            )),
            PictureFailure::Broken => {
                Self::Failed(HttpError::new(ErrorCode::Internal, "The picture could not be read."))
            }
        }
    }
}

/// Stores an uploaded picture and returns its public address. The upload is noted first, so that a file that nothing
/// shows in the end is deleted later; the file is stored before a row shows it, so that the address always opens.
pub async fn store_picture(caller: &SignedIn, upload: Bytes) -> Result<String, PictureRefusal> {
    let picture = Picture::from_upload(upload).await?;
    let stored = store(caller, &picture.name, picture.bytes).await;
    stored.map(|()| media_url(&caller.state, &picture.name)).map_err(PictureRefusal::Failed)
}

async fn store(caller: &SignedIn, name: &str, content: Vec<u8>) -> Result<(), HttpError> {
    let unavailable = || HttpError::new(ErrorCode::Upstream, "The file storage does not answer. Please try again.");
    let files = caller.state.worker().integrations.files.as_ref().ok_or_else(unavailable)?;
    let noted = name.to_owned();
    caller.write(move |tx, context| Ok(pictures::record_upload(tx, &noted, context.now)?)).await?;
    let stored = files.put(&picture::storage_key(name), content).await.map_err(|error| error.to_string());
    let outcome = stored.clone();
    let note = caller.write(move |tx, context| {
        match &outcome {
            Ok(()) => integration_status::record_success(tx, Integration::Storage, context.now)?,
            Err(error) => integration_status::record_error(tx, Integration::Storage, error, context.now)?,
        }
        Ok(())
    });
    note.await?;
    stored.map_err(|error| {
        tracing::warn!(%error, "a picture could not be stored");
        unavailable()
    })
}
